import { describe, expect, it } from "vitest";

import {
  bestTarget,
  linkToCommand,
  originals,
  PASSAGE_SCHEME,
  schemeOf,
  targetInLine,
} from "../../src/core/passages";
import { claim, passage, report } from "./reports";

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

  it("is found by its line, with its exact place", () => {
    const known = report({ claims: [claim()] });
    const target = targetInLine(known, "file:///project/sources/q3.txt", 8);
    expect(target.range.start).toEqual({ line: 8, character: 30 });
  });

  it("is the line alone where nothing is known of it", () => {
    expect(targetInLine(null, "file:///project/sources/q3.txt", 3).range).toEqual({
      start: { line: 3, character: 0 },
      end: { line: 3, character: 0 },
    });
  });
});

describe("links in hovers", () => {
  it("call the command with the source and the line", () => {
    const linked = linkToCommand("see [q3.txt:9:31](file:///p/a%20b/q3.txt#L9) there", "x.show");
    const given = encodeURIComponent('["file:///p/a%20b/q3.txt",8]');
    expect(linked).toBe(`see [q3.txt:9:31](command:x.show?${given}) there`);
  });

  it("survive brackets in names", () => {
    const linked = linkToCommand("[a](file:///p/a%281%29.txt#L2)", "x.show");
    const [, query = ""] = /\?(.*)\)$/.exec(linked) ?? [];
    expect(query).not.toMatch(/[()]/);
    expect(JSON.parse(decodeURIComponent(query))).toEqual(["file:///p/a(1).txt", 1]);
  });

  it("are only those that the server made", () => {
    const quoted = String.raw`> a source that says \[click\](file:///etc/passwd#L1)`;
    expect(linkToCommand(quoted, "x.show")).toBe(quoted);
    const web = "[page](https://example.org/#L3)";
    expect(linkToCommand(web, "x.show")).toBe(web);
  });
});
