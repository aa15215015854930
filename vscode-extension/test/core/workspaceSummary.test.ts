import { describe, expect, it } from "vitest";

import { summarySentence } from "../../src/core/workspaceSummary";

const SUMMARY = {
  reports: 1,
  claims: 9,
  contradicted: 2,
  unsupported: 1,
  partial: 1,
  failed: 0,
  left_out: 0,
};

describe("the summary of a workspace", () => {
  it("counts what is wrong", () => {
    expect(summarySentence(SUMMARY)).toBe(
      "LLMFeeder checked 1 report with 9 claims: 2 contradicted, 1 unsupported, 1 partial.",
    );
  });

  it("says what was not checked", () => {
    const told = summarySentence({ ...SUMMARY, failed: 1, left_out: 12 });
    expect(told).toContain("1 report could not be checked.");
    expect(told).toContain("12 reports left out");
  });
});
