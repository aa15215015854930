import { describe, expect, it } from "vitest";

import { claimsTree, flagged } from "../../src/core/claimsTree";
import { size, sourcesTree } from "../../src/core/sourcesTree";
import { claim, passage, report, source } from "./reports";

describe("the tree of claims", () => {
  const state = report({
    claims: [
      claim({ text: "One." }),
      claim({ text: "Two.", verdict: "contradicted" }),
      claim({ text: "Three.", verdict: "unsupported", dismissed: "known to all" }),
      claim({ text: "Two.", verdict: "contradicted", passages: [] }),
    ],
  });

  it("groups by verdict, the worst first and open, the good closed", () => {
    expect(
      claimsTree(state).map(({ label, description, open }) => [label, description, open]),
    ).toEqual([
      ["Contradicted", "2", true],
      ["Supported", "1", false],
      ["Dismissed", "1", false],
    ]);
    expect(flagged(state)).toBe(2);
  });

  it("tells claims with the same words apart", () => {
    const ids = claimsTree(state).flatMap((group) => group.children.map((node) => node.id));
    expect(new Set(ids).size).toBe(4);
  });

  it("keeps a claim's name when lines are added above it", () => {
    const moved = report({
      claims: [
        claim({ range: { start: { line: 9, character: 0 }, end: { line: 9, character: 4 } } }),
      ],
    });
    const still = report({ claims: [claim()] });
    const [one, other] = [moved, still].map((item) => claimsTree(item)[0]?.children[0]);
    expect(one?.id).toBe(other?.id);
    expect(one?.description).toBe("line 10");
    expect(other?.description).toBe("line 1");
  });

  it("shows below each claim where its passages stand and what they do", () => {
    const passages = [
      passage({ role: "contradicts", label: "row 3" }),
      passage({ locator: "study.pdf p.4" }),
    ];
    const [group] = claimsTree(report({ claims: [claim({ passages })] }));
    expect(group?.children[0]?.children.map((node) => node.label)).toEqual([
      "contradicts: q3.txt:9:31 (row 3)",
      "study.pdf p.4",
    ]);
  });

  it("gives the reason of the verdict, or of the dismissal", () => {
    const tooltips = claimsTree(state).flatMap((group) =>
      group.children.map((node) => node.tooltip),
    );
    expect(tooltips).toContain("Three.\n\nDismissed: known to all");
    expect(tooltips).toContain("One.\n\nq3.txt says so");
  });

  it("is empty for a report without claims", () => {
    expect(claimsTree(report())).toEqual([]);
  });
});

describe("the tree of sources", () => {
  it("groups by state, with the reason of each that was left out", () => {
    const sources = [
      source({ id: "b.txt" }),
      source({ id: "a.txt", reason: "read as Windows-1252" }),
      source({ id: "photo.jpg", state: "skipped", reason: "a picture" }),
      source({ id: "scan.pdf", state: "unreadable", reason: "no text in it" }),
    ];
    const tree = sourcesTree(report({ sources })).map((node) => [
      node.label,
      node.children.map(({ label, description }) => `${label}: ${description}`),
    ]);
    expect(tree).toEqual([
      ["Unreadable", ["scan.pdf: no text in it"]],
      ["Indexed", ["a.txt: read as Windows-1252", "b.txt: 830 bytes"]],
      ["Skipped", ["photo.jpg: a picture"]],
    ]);
  });

  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1000, "1.0 kB"],
    [12_345, "12 kB"],
    [999_900, "1.0 MB"],
    [3_000_000_000, "3.0 GB"],
  ])("writes %i bytes as %s", (bytes, text) => {
    expect(size(bytes)).toBe(text);
  });
});
