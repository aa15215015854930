// The tree of a report's claims, grouped by verdict, the worst first; below each its passages.

import type { Claim, Passage, ReportState } from "./messages";
import { shorten } from "./words";

const LABEL_LENGTH = 120;

export type GroupName = "contradicted" | "unsupported" | "partial" | "supported" | "dismissed";

export interface GroupNode {
  readonly kind: "group";
  readonly name: GroupName;
  readonly label: string;
  readonly description: string;
  readonly open: boolean;
  readonly children: readonly ClaimNode[];
}

export interface ClaimNode {
  readonly kind: "claim";
  /** Names the claim in its report, as long as its words stay. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly group: GroupName;
  readonly report: string;
  readonly claim: Claim;
  readonly children: readonly PassageNode[];
}

export interface PassageNode {
  readonly kind: "passage";
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly passage: Passage;
}

export type Node = GroupNode | ClaimNode | PassageNode;

const GROUPS: readonly GroupName[] = [
  "contradicted",
  "unsupported",
  "partial",
  "supported",
  "dismissed",
];

/** The groups that have claims. */
export function claimsTree(report: ReportState): GroupNode[] {
  const nodes = claimNodes(report);
  return GROUPS.flatMap((name) => {
    const children = nodes.filter((node) => node.group === name);
    return children.length === 0 ? [] : [groupNode(name, children)];
  });
}

/** How many claims need the writer's attention. */
export function flagged(report: ReportState): number {
  return report.counts.contradicted + report.counts.unsupported + report.counts.partial;
}

function groupNode(name: GroupName, children: readonly ClaimNode[]): GroupNode {
  return {
    kind: "group",
    name,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    description: String(children.length),
    open: name !== "supported" && name !== "dismissed",
    children,
  };
}

function claimNodes(report: ReportState): ClaimNode[] {
  const seen = new Map<string, number>();
  return report.claims.map((claim) => {
    const number = seen.get(claim.text) ?? 0;
    seen.set(claim.text, number + 1);
    return {
      kind: "claim",
      id: `${report.uri}#${number}:${claim.text}`,
      label: shorten(claim.text, LABEL_LENGTH),
      description: `line ${claim.range.start.line + 1}`,
      tooltip: [
        claim.text,
        claim.dismissed === null ? claim.reason : `Dismissed: ${claim.dismissed}`,
      ].join("\n\n"),
      group: claim.dismissed === null ? claim.verdict : "dismissed",
      report: report.uri,
      claim,
      children: claim.passages.map(passageNode),
    };
  });
}

function passageNode(passage: Passage): PassageNode {
  const place = passage.label === "" ? passage.locator : `${passage.locator} (${passage.label})`;
  return {
    kind: "passage",
    label: passage.role === "supports" ? place : `${passage.role}: ${place}`,
    description: passage.text,
    tooltip: passage.text,
    passage,
  };
}
