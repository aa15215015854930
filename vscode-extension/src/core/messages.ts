// What the server says of a report: the answer to `llmfeeder/report`, as docs/editors/protocol.md has it.

export const REPORT_REQUEST = "llmfeeder/report";
export const CHANGED_NOTIFICATION = "llmfeeder/changed";

export type Verdict = "supported" | "partial" | "unsupported" | "contradicted";

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Passage {
  /** Where it stands, as people write it: "q3.txt:9:31", "study.pdf p.4". */
  readonly locator: string;
  /** A name for the place, such as a row's; "" where it has none. */
  readonly label: string;
  readonly page: number | null;
  readonly role: "supports" | "contradicts" | "nearest";
  readonly text: string;
  /** The file to open it in; null for a source that is no file. */
  readonly uri: string | null;
  readonly range: Range | null;
  /** The words that the claim conflicts with. */
  readonly conflicts: readonly Range[];
  /** The source itself, where `uri` names the text extracted from it. */
  readonly original: string | null;
}

export interface Claim {
  readonly text: string;
  readonly verdict: Verdict;
  readonly score: number;
  readonly reason: string;
  /** The reason of its dismissal. */
  readonly dismissed: string | null;
  readonly range: Range;
  readonly passages: readonly Passage[];
}

export interface Source {
  readonly id: string;
  readonly state: "indexed" | "skipped" | "unreadable";
  readonly reason: string;
  readonly size: number;
  readonly uri: string | null;
}

export interface Remote {
  readonly judge: "llm" | "hybrid";
  readonly provider: string;
  readonly model: string;
  readonly host: string;
  readonly local: boolean;
}

export interface ReportState {
  readonly uri: string;
  readonly version: number | null;
  readonly phase: "none" | "waiting" | "running" | "done" | "stopped" | "failed";
  readonly note: string;
  /** Whether a slower judge is still at work on what the rules have said. */
  readonly refining: boolean;
  /** The remote judge that claims and passages are sent to. */
  readonly remote: Remote | null;
  readonly outcome: "checked" | "no claims" | "no sources" | "nothing changed" | null;
  /** Whether the findings are of the text as it is now. */
  readonly current: boolean;
  /** When it was checked, in milliseconds since the epoch. */
  readonly checkedAt: number | null;
  /** The claims of each verdict, dismissed ones left out. */
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly dismissed: number;
  readonly folders: readonly string[];
  readonly settingsFile: string | null;
  readonly claims: readonly Claim[];
  readonly sources: readonly Source[];
}
