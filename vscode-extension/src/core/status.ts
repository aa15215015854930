// What the status item says.

import type { ServerState } from "./serverState";

export interface Status {
  readonly text: string;
  readonly tooltip: string;
  readonly command: string;
  readonly level: "none" | "warning" | "error";
}

/** The status of the server where it does not run; undefined where it does. */
export function serverStatus(state: ServerState): Status | undefined {
  switch (state.kind) {
    case "starting":
      return {
        text: "$(sync~spin) LLMFeeder: starting",
        tooltip: "The language server is being started.",
        command: "llmfeeder.showOutput",
        level: "none",
      };
    case "missing":
      return {
        text: "$(warning) LLMFeeder: not installed",
        tooltip: "There is no language server yet.",
        command: "llmfeeder.showOutput",
        level: "warning",
      };
    case "failed":
      return {
        text: "$(error) LLMFeeder: error",
        tooltip: state.reason,
        command: "llmfeeder.showOutput",
        level: "error",
      };
    case "idle":
    case "installing":
    case "running":
      return undefined;
  }
}
