// In one word what the views say while they are empty; package.json has the texts.

import type { ReportState } from "./messages";
import type { ServerState } from "./serverState";

export type Situation =
  "noReport" | "noSources" | "notInstalled" | "failed" | "busy" | "notChecked" | "ready";

/** The situation with that server, and in front that report (if any file can be one). */
export function situationOf(
  server: ServerState,
  inFront: boolean,
  report: ReportState | null,
): Situation {
  switch (server.kind) {
    case "missing":
      return "notInstalled";
    case "failed":
      return "failed";
    case "starting":
    case "installing":
      return "busy";
    case "idle":
      return inFront ? "noSources" : "noReport";
    case "running":
      return inFront ? ofReport(report) : "noReport";
  }
}

function ofReport(report: ReportState | null): Situation {
  if (report === null) {
    return "busy";
  }
  switch (report.phase) {
    case "waiting":
    case "running":
      return "busy";
    case "none":
      return "noSources";
    case "failed":
    case "stopped":
      return "notChecked";
    case "done":
      return report.outcome === "no sources" ? "notChecked" : "ready";
  }
}
