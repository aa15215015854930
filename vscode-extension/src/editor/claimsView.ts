// The view of the claims of the report in front.

import * as vscode from "vscode";

import { claimsTree, flagged, type ClaimNode, type GroupName, type Node } from "../core/claimsTree";
import { bestTarget, targetOf } from "../core/passages";
import { counted } from "../core/words";
import type { ActiveReport } from "./activeReport";
import { toRange, type Passages } from "./passages";
import { Rows } from "./rows";

const GO_TO_SELECTED = "llmfeeder.goToSelectedClaim";
const GO_TO_PASSAGE = "llmfeeder.goToPassage";

const ICONS: Record<GroupName, vscode.ThemeIcon> = {
  contradicted: new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground")),
  unsupported: new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")),
  partial: new vscode.ThemeIcon("info", new vscode.ThemeColor("editorInfo.foreground")),
  supported: new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed")),
  dismissed: new vscode.ThemeIcon("circle-slash"),
};

export class ClaimsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly rows = new Rows<Node>();
  private readonly view: vscode.TreeView<Node>;
  private readonly parts: vscode.Disposable;
  private last = "";

  readonly onDidChangeTreeData = this.rows.onDidChange;

  constructor(
    private readonly report: ActiveReport,
    private readonly passages: Passages,
  ) {
    this.view = vscode.window.createTreeView("llmfeeder.claims", {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.rows.follow(this.view);
    this.parts = vscode.Disposable.from(
      this.rows,
      this.view,
      report.onChange(() => {
        this.update();
      }),
      vscode.commands.registerCommand(GO_TO_SELECTED, () => this.goToSelected()),
      vscode.commands.registerCommand(GO_TO_PASSAGE, (node: Node) => this.open(node)),
    );
    this.update();
  }

  dispose(): void {
    this.parts.dispose();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) {
      return this.rows.roots;
    }
    return node.kind === "passage" ? [] : [...node.children];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case "group":
        return groupItem(node.label, node.description, node.open, node.name);
      case "claim":
        return claimItem(node);
      case "passage": {
        const item = new vscode.TreeItem(node.label);
        item.description = node.description;
        item.tooltip = node.tooltip;
        item.accessibilityInformation = { label: `${node.label}, ${node.tooltip}` };
        item.iconPath = new vscode.ThemeIcon("quote");
        item.contextValue = "passage";
        item.command = { title: "Open Passage", command: GO_TO_SELECTED };
        return item;
      }
    }
  }

  private update(): void {
    const state = this.report.state;
    const number = state === null ? 0 : flagged(state);
    this.view.badge =
      number === 0
        ? undefined
        : { value: number, tooltip: `${counted(number, "claim")} to look at` };
    this.view.description = this.report.document?.uri.path.split("/").at(-1) ?? "";
    this.view.message = state?.outcome === "no claims" ? "The report holds no claims." : "";
    this.rows.show(state === null ? [] : claimsTree(state));
  }

  private async goToSelected(): Promise<void> {
    const node = this.rows.selected;
    await (node?.kind === "claim" ? this.goTo(node) : this.open(node));
  }

  /** Jump to the claim; a second click goes on to its passage, a third comes back. */
  private async goTo(node: ClaimNode): Promise<void> {
    const target = bestTarget(node.claim.passages);
    if (this.last === node.id && target !== undefined) {
      this.last = "";
      await this.passages.show(target);
      return;
    }
    this.last = node.id;
    const range = toRange(node.claim.range);
    const uri = vscode.Uri.parse(node.report);
    const visible = vscode.window.visibleTextEditors.find(
      (editor) => editor.document.uri.toString() === uri.toString(),
    );
    const editor = await vscode.window.showTextDocument(uri, {
      viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
      selection: range,
    });
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Open a passage, or the best one of a claim. */
  private async open(node: Node | undefined): Promise<void> {
    const target =
      node?.kind === "passage"
        ? targetOf(node.passage)
        : node?.kind === "claim"
          ? bestTarget(node.claim.passages)
          : undefined;
    if (target !== undefined) {
      await this.passages.show(target);
    }
  }
}

function groupItem(
  label: string,
  description: string,
  open: boolean,
  name: GroupName,
): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, open ? Expanded : Collapsed);
  item.id = name;
  item.description = description;
  item.iconPath = ICONS[name];
  return item;
}

function claimItem(node: ClaimNode): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(node.label, node.children.length > 0 ? Collapsed : None);
  item.id = node.id;
  item.description = node.description;
  item.tooltip = node.tooltip;
  item.accessibilityInformation = { label: `${node.group}: ${node.label}, ${node.description}` };
  item.contextValue = node.children.length > 0 ? "claimWithPassage" : "claim";
  item.command = { title: "Go to Claim", command: GO_TO_SELECTED };
  return item;
}
