// What the status item says: of the server where that does not run, else of the report.

import type { ReportState } from "./messages";
import type { ServerState } from "./serverState";
import { counted } from "./words";

export interface Status {
  readonly text: string;
  readonly tooltip: string;
  readonly command: string;
  readonly level: "none" | "warning" | "error";
}

/** What is known of the report in front: null where the server does not know it. */
export function statusOf(server: ServerState, report: ReportState | null): Status {
  switch (server.kind) {
    case "starting":
      return spinning("starting", "The language server is being started.");
    case "installing":
      return spinning("installing", "The language server is being installed.");
    case "missing":
      return {
        text: "$(warning) LLMFeeder: not installed",
        tooltip: "The language server is not installed. Click to install it.",
        command: "llmfeeder.installServer",
        level: "warning",
      };
    case "failed":
      return {
        text: "$(error) LLMFeeder: error",
        tooltip: `The language server does not run: ${server.reason}`,
        command: "llmfeeder.showOutput",
        level: "error",
      };
    case "idle":
      return NO_SOURCES;
    case "running":
      return report === null ? spinning("checking", "") : ofReport(report);
  }
}

const NO_SOURCES: Status = {
  text: "$(info) LLMFeeder: no sources folder",
  tooltip: "There are no sources to check this report against. Click to choose their folder.",
  command: "llmfeeder.chooseSources",
  level: "none",
};

function spinning(what: string, tooltip: string): Status {
  return {
    text: `$(sync~spin) LLMFeeder: ${what}`,
    tooltip,
    command: "llmfeeder.showOutput",
    level: "none",
  };
}

function ofReport(report: ReportState): Status {
  switch (report.phase) {
    case "none":
      return NO_SOURCES;
    case "waiting":
    case "running":
      return spinning("checking", "The report is being checked.");
    case "failed":
      return notChecked(report.note || "The log says why.");
    case "stopped":
      return notChecked("The check was cancelled. Click to check again.", "llmfeeder.checkFile");
    case "done":
      return ofResult(report);
  }
}

function notChecked(tooltip: string, command = "llmfeeder.showOutput"): Status {
  return { text: "$(warning) LLMFeeder: not checked", tooltip, command, level: "warning" };
}

function ofResult(report: ReportState): Status {
  if (report.outcome === "no sources") {
    return {
      text: "$(warning) LLMFeeder: not checked, no readable source",
      tooltip: "None of the sources could be read. Click to see why.",
      command: "llmfeeder.sources.focus",
      level: "warning",
    };
  }
  if (report.outcome === "no claims") {
    return {
      text: "LLMFeeder: no claims",
      tooltip: "The report holds no claim that sources could support.",
      command: "llmfeeder.claims.focus",
      level: "none",
    };
  }
  const flagged = (["contradicted", "unsupported", "partial"] as const)
    .filter((verdict) => report.counts[verdict] > 0)
    .map((verdict) => `${report.counts[verdict]} ${verdict}`);
  const summary = flagged.join(", ") || "nothing to mend";
  return {
    text: `${iconOf(report)}LLMFeeder: ${summary}${report.current ? "" : " (edited since)"}`,
    tooltip: tooltipOf(report),
    command: "llmfeeder.claims.focus",
    level: "none",
  };
}

/** A cloud wherever claims leave the offline judge: nobody should have to remember that. */
function iconOf(report: ReportState): string {
  const icons = [report.refining && "$(sync~spin)", report.remote && "$(cloud)"];
  return icons
    .filter((icon) => icon)
    .map((icon) => `${String(icon)} `)
    .join("");
}

function tooltipOf(report: ReportState): string {
  const verdicts = (["supported", "partial", "unsupported", "contradicted"] as const).map(
    (verdict) => `${report.counts[verdict]} ${verdict}`,
  );
  const unread = report.sources.filter((source) => source.state === "unreadable").length;
  const lines = [`${counted(report.claims.length, "claim")}: ${verdicts.join(", ")}`];
  if (report.dismissed > 0) {
    lines.push(`${report.dismissed} dismissed`);
  }
  if (unread > 0) {
    lines.push(`${counted(unread, "source")} could not be read`);
  }
  if (!report.current) {
    lines.push("The report was edited since it was checked.");
  }
  if (report.refining) {
    lines.push("The rules have judged; the slower judge is still at work.");
  }
  if (report.remote !== null) {
    const { model, host, local } = report.remote;
    lines.push(`Claims are sent to ${model} at ${host}${local ? ", on this machine" : ""}.`);
  }
  if (report.note !== "") {
    lines.push(report.note);
  }
  return lines.join("\n");
}
