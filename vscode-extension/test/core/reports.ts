// Reports as the server describes them, for the tests.

import type { Claim, Passage, ReportState, Source } from "../../src/core/messages";

export const REPORT_URI = "file:///project/report.md";

const ORIGIN = { line: 0, character: 0 };

export function passage(given: Partial<Passage> = {}): Passage {
  return {
    locator: "q3.txt:9:31",
    label: "",
    page: null,
    role: "supports",
    text: "Free cash flow was 410 million dollars",
    uri: "file:///project/sources/q3.txt",
    range: { start: { line: 8, character: 30 }, end: { line: 8, character: 69 } },
    conflicts: [],
    original: null,
    ...given,
  };
}

export function claim(given: Partial<Claim> = {}): Claim {
  return {
    text: "Free cash flow was 410 million dollars.",
    verdict: "supported",
    score: 0.95,
    reason: "q3.txt says so",
    dismissed: null,
    range: { start: ORIGIN, end: { line: 0, character: 39 } },
    passages: [passage()],
    ...given,
  };
}

export function source(given: Partial<Source> = {}): Source {
  return {
    id: "q3.txt",
    state: "indexed",
    reason: "",
    size: 830,
    uri: "file:///project/sources/q3.txt",
    ...given,
  };
}

/** A checked report with those claims, its counts worked out from them. */
export function report(given: Partial<ReportState> = {}): ReportState {
  const claims = given.claims ?? [];
  const shown = claims.filter((item) => item.dismissed === null);
  const count = (verdict: Claim["verdict"]): number =>
    shown.filter((item) => item.verdict === verdict).length;
  return {
    uri: REPORT_URI,
    version: 1,
    phase: "done",
    note: "",
    refining: false,
    remote: null,
    outcome: "checked",
    current: true,
    checkedAt: 0,
    counts: {
      supported: count("supported"),
      partial: count("partial"),
      unsupported: count("unsupported"),
      contradicted: count("contradicted"),
    },
    dismissed: claims.length - shown.length,
    folders: ["/project/sources"],
    settingsFile: null,
    claims,
    sources: [source()],
    ...given,
  };
}
