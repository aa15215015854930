import { describe, expect, it } from "vitest";

import {
  bestTarget,
  linkToCommand,
  originals,
  PASSAGE_SCHEME,
  schemeOf,
  targetAt,
} from "../../src/core/passages";
import { claim, passage, report } from "./reports";

const RANGE = { start: { line: 8, character: 30 }, end: { line: 8, character: 69 } };

describe("extracted texts", () => {
  it("are shown read-only, other files as they are", () => {
    expect(schemeOf("/store/extracted/ab12/study.pdf.txt", "/store/extracted")).toBe(
      PASSAGE_SCHEME,
    );
    expect(schemeOf("/store/extracted", "/store/extracted")).toBe("file");
    expect(schemeOf("/store/extracted-not/x.txt", "/store/extracted")).toBe("file");
    expect(schemeOf("/store/extracted/../secret.txt", "/store/extracted")).toBe("file");
  });

  it("are traced back to the source", () => {
    const text = "file:///store/extracted/ab/study.pdf.txt";
    const passages = [passage(), passage({ uri: text, original: "file:///project/study.pdf" })];
    expect([...originals(report({ claims: [claim({ passages })] }))]).toEqual([
      [text, "file:///project/study.pdf"],
    ]);
  });
});

describe("the passage of a claim", () => {
  it("is the first that can be opened", () => {
    const passages = [passage({ uri: null, range: null }), passage({ uri: "file:///b.txt" })];
    expect(bestTarget(passages)?.uri).toBe("file:///b.txt");
    expect(bestTarget([])).toBeUndefined();
  });

  it("is known by its place, with what conflicts in it", () => {
    const inside = { start: { line: 8, character: 53 }, end: { line: 8, character: 56 } };
    const known = passage({ role: "contradicts", conflicts: [inside] });
    const other = passage({ range: { ...RANGE, end: { line: 9, character: 1 } } });
    const state = report({ claims: [claim({ passages: [other, known] })] });
    const target = targetAt(state, "file:///project/sources/q3.txt", RANGE);
    expect(target.conflicts).toEqual([inside]);
  });

  it("is shown without them where nothing is known of it", () => {
    expect(targetAt(null, "file:///q3.txt", RANGE)).toEqual({
      uri: "file:///q3.txt",
      range: RANGE,
      conflicts: [],
    });
  });
});

describe("links in hovers", () => {
  it("call the command with the source and the range", () => {
    const linked = linkToCommand(
      "see [q3.txt:9:31](file:///p/a%20b/q3.txt#L9,31-L9,70) there",
      "x.show",
    );
    const given = encodeURIComponent(JSON.stringify(["file:///p/a%20b/q3.txt", RANGE]));
    expect(linked).toBe(`see [q3.txt:9:31](command:x.show?${given}) there`);
  });

  it("survive brackets in names", () => {
    const linked = linkToCommand("[a](file:///p/a%281%29.txt#L9,31-L9,70)", "x.show");
    const [, query = ""] = /\?(.*)\)$/.exec(linked) ?? [];
    expect(query).not.toMatch(/[()]/);
    expect(JSON.parse(decodeURIComponent(query))).toEqual(["file:///p/a(1).txt", RANGE]);
  });

  it("are only those that the server made", () => {
    const quoted = String.raw`> a source that says \[click\](file:///etc/passwd#L1,1-L1,2)`;
    expect(linkToCommand(quoted, "x.show")).toBe(quoted);
    const web = "[page](https://example.org/#L3)";
    expect(linkToCommand(web, "x.show")).toBe(web);
  });
});
