// The extension's own settings, read where they are needed.

import { homedir } from "node:os";
import { join } from "node:path";

import * as vscode from "vscode";

export const SECTION = "llmfeeder";

/** The languages of reports. */
export const REPORT_LANGUAGES = ["markdown", "quarto", "rmd", "mdx", "pandoc"] as const;

/** A path of the settings, "~" resolved; "" where it is not set. */
export function pathSetting(name: "serverPath" | "interpreter"): string {
  const given = vscode.workspace.getConfiguration(SECTION).get(name, "").trim();
  return given === "~" || /^~[/\\]/.test(given) ? join(homedir(), given.slice(1)) : given;
}

/** Whether `document` can be a report. */
export function canBeReport(document: vscode.TextDocument): boolean {
  return (
    REPORT_LANGUAGES.some((language) => language === document.languageId) &&
    (document.uri.scheme === "file" || document.uri.scheme === "untitled")
  );
}

/** The paths of the workspace's folders. */
export function folderPaths(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

/** Show a setting of the machine in the settings editor; on a remote machine it has a page of its own. */
export async function openMachineSetting(name: "serverPath" | "interpreter"): Promise<void> {
  const remote = vscode.env.remoteName !== undefined;
  await vscode.commands.executeCommand(
    remote ? "workbench.action.openRemoteSettings" : "workbench.action.openSettings",
    { query: `${SECTION}.${name}` },
  );
}
