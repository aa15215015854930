// The view of the sources of the report in front, each with what became of it.

import * as vscode from "vscode";

import type { Source } from "../core/messages";
import { sourcesTree, type Node } from "../core/sourcesTree";
import type { ActiveReport } from "./activeReport";
import { Rows } from "./rows";

const OPEN_SELECTED = "llmfeeder.openSelectedSource";

const STATE_ICONS: Record<Source["state"], vscode.ThemeIcon> = {
  indexed: new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed")),
  skipped: new vscode.ThemeIcon("circle-slash"),
  unreadable: new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground")),
};

export class SourcesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly rows = new Rows<Node>();
  private readonly view: vscode.TreeView<Node>;
  private readonly parts: vscode.Disposable;

  readonly onDidChangeTreeData = this.rows.onDidChange;

  constructor(private readonly report: ActiveReport) {
    this.view = vscode.window.createTreeView("llmfeeder.sources", { treeDataProvider: this });
    this.rows.follow(this.view);
    this.parts = vscode.Disposable.from(
      this.rows,
      this.view,
      report.onChange(() => {
        this.update();
      }),
      vscode.commands.registerCommand(OPEN_SELECTED, () => this.openSelected()),
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
    return node.kind === "state" ? [...node.children] : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === "state") {
      const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
      const item = new vscode.TreeItem(node.label, node.open ? Expanded : Collapsed);
      item.id = node.state;
      item.description = node.description;
      item.iconPath = STATE_ICONS[node.state];
      return item;
    }
    const item = new vscode.TreeItem(node.label);
    item.description = node.description;
    item.tooltip = node.tooltip;
    item.accessibilityInformation = { label: node.tooltip };
    if (node.source.uri !== null) {
      const uri = vscode.Uri.parse(node.source.uri);
      item.resourceUri = uri;
      item.iconPath = vscode.ThemeIcon.File;
      item.command = { title: "Open", command: OPEN_SELECTED };
    }
    return item;
  }

  private async openSelected(): Promise<void> {
    const node = this.rows.selected;
    if (node?.kind === "source" && node.source.uri !== null) {
      await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(node.source.uri));
    }
  }

  private update(): void {
    const state = this.report.state;
    const folders = state?.folders ?? [];
    this.view.description = folders
      .map((folder) => vscode.workspace.asRelativePath(folder))
      .join(", ");
    this.rows.show(state === null ? [] : sourcesTree(state));
  }
}
