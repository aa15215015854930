// What a check of the whole workspace came to, for people.

import { counted } from "./words";

/** The answer to the server's command `llmfeeder.checkWorkspace`. */
export interface WorkspaceSummary {
  readonly reports: number;
  readonly claims: number;
  readonly contradicted: number;
  readonly unsupported: number;
  readonly partial: number;
  readonly failed: number;
  readonly left_out: number;
}

/** The summary in a sentence or two; what was not checked is never left out. */
export function summarySentence(summary: WorkspaceSummary): string {
  const { contradicted, unsupported, partial, failed, left_out: leftOut } = summary;
  const found =
    `LLMFeeder checked ${counted(summary.reports, "report")} with ${counted(summary.claims, "claim")}: ` +
    `${contradicted} contradicted, ${unsupported} unsupported, ${partial} partial.`;
  const missing = [
    failed > 0 ? `${counted(failed, "report")} could not be checked.` : "",
    leftOut > 0 ? `${counted(leftOut, "report")} left out: see llmfeeder.maxWorkspaceFiles.` : "",
  ];
  return [found, ...missing].filter(Boolean).join(" ");
}
