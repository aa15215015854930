// Shows the findings of a report as an HTML page: in the browser, or in a panel where the files
// are on another machine than the browser.

import { readFileSync } from "node:fs";

import * as vscode from "vscode";

import type { Server } from "./server";

const COMMAND = "llmfeeder.report";

interface Page {
  readonly file?: string;
  readonly error?: string;
}

export async function showHtmlReport(server: Server, report: vscode.Uri): Promise<void> {
  const page = (await server.command(COMMAND, report.toString())) as Page | null | undefined;
  if (page?.file === undefined) {
    void vscode.window.showWarningMessage(page?.error ?? "This file has not been checked.");
    return;
  }
  if (vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web) {
    const title = `LLMFeeder: ${report.path.split("/").at(-1) ?? "report"}`;
    const panel = vscode.window.createWebviewPanel(
      "llmfeeder.report",
      title,
      vscode.ViewColumn.Active,
      { enableScripts: true, localResourceRoots: [], enableFindWidget: true },
    );
    panel.webview.html = readFileSync(page.file, "utf8");
  } else if (!(await vscode.env.openExternal(vscode.Uri.file(page.file)))) {
    void vscode.window.showInformationMessage(`The page is in ${page.file}.`);
  }
}
