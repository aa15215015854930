// The tree of a report's sources, grouped by what became of them; those that need a look first.

import type { ReportState, Source } from "./messages";

export interface StateNode {
  readonly kind: "state";
  readonly state: Source["state"];
  readonly label: string;
  readonly description: string;
  readonly open: boolean;
  readonly children: readonly SourceNode[];
}

export interface SourceNode {
  readonly kind: "source";
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly source: Source;
}

export type Node = StateNode | SourceNode;

const STATES: readonly [Source["state"], string][] = [
  ["unreadable", "Unreadable"],
  ["indexed", "Indexed"],
  ["skipped", "Skipped"],
];

/** The states that sources are in. */
export function sourcesTree(report: ReportState): StateNode[] {
  return STATES.flatMap(([state, label]) => {
    const children = report.sources
      .filter((source) => source.state === state)
      .map(sourceNode)
      .sort((one, other) => one.label.localeCompare(other.label));
    if (children.length === 0) {
      return [];
    }
    const node: StateNode = {
      kind: "state",
      state,
      label,
      description: String(children.length),
      open: true,
      children,
    };
    return [node];
  });
}

function sourceNode(source: Source): SourceNode {
  const remark = source.reason === "" ? source.state : `${source.state}: ${source.reason}`;
  return {
    kind: "source",
    label: source.id,
    description: source.reason === "" ? size(source.size) : source.reason,
    tooltip: `${source.id}\n${remark}, ${size(source.size)}`,
    source,
  };
}

/** A number of bytes as people write it. */
export function size(bytes: number): string {
  if (bytes < 1000) {
    return `${bytes} bytes`;
  }
  const units = ["kB", "MB", "GB"];
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ${units[unit] ?? ""}`;
}
