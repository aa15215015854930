// Lets the user choose the sources folder, and keeps the choice in the workspace's settings.

import { readFileSync } from "node:fs";
import { dirname } from "node:path";

import * as vscode from "vscode";

import { namesSources, sourcesSetting } from "../core/sourcesSetting";
import type { ActiveReport } from "./activeReport";
import { SECTION } from "./settings";
import type { Starting } from "./starting";

export async function chooseSources(report: ActiveReport, starting: Starting): Promise<void> {
  const uri = report.document?.uri;
  const folder =
    (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    await offerFolder(uri);
    return;
  }
  if (!vscode.workspace.isTrusted) {
    await offerTrust();
    return;
  }
  const settingsFile = report.state?.settingsFile ?? null;
  if (settingsFile !== null && namesSources(readFileSync(settingsFile, "utf8"), settingsFile)) {
    await offerSettingsFile(settingsFile);
    return;
  }
  const chosen = await vscode.window.showOpenDialog({
    title: "Folders that hold the sources",
    openLabel: "Use as Sources",
    defaultUri: folder.uri,
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: true,
  });
  if (chosen === undefined || chosen.length === 0) {
    return;
  }
  const root = settingsFile === null ? folder.uri.fsPath : dirname(settingsFile);
  const value = sourcesSetting(
    chosen.map((item) => item.fsPath),
    root,
  );
  const several = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  await vscode.workspace
    .getConfiguration(SECTION, folder.uri)
    .update("sources", value, several ? WorkspaceFolder : Workspace);
  await starting.ensure();
}

async function offerFolder(report: vscode.Uri | undefined): Promise<void> {
  const open = "Open Folder";
  const choice = await vscode.window.showInformationMessage(
    "Open the folder of the report first: its sources are kept in that folder's settings.",
    ...(report?.scheme === "file" ? [open] : []),
  );
  if (choice === open && report !== undefined) {
    await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.joinPath(report, ".."));
  }
}

async function offerTrust(): Promise<void> {
  const manage = "Manage Workspace Trust";
  const choice = await vscode.window.showInformationMessage(
    "This workspace is not trusted: only a folder called “sources” is used. Trust the workspace " +
      "to choose another one.",
    manage,
  );
  if (choice === manage) {
    await vscode.commands.executeCommand("workbench.trust.manage");
  }
}

async function offerSettingsFile(file: string): Promise<void> {
  const open = "Open It";
  const choice = await vscode.window.showInformationMessage(
    `The sources of this report are named in ${vscode.workspace.asRelativePath(file)}.`,
    open,
  );
  if (choice === open) {
    await vscode.window.showTextDocument(vscode.Uri.file(file));
  }
}
