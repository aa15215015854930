// Opens one of the sample projects that come with the extension, as a copy to play with.

import { cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as vscode from "vscode";

const PENDING = "openReport";
/** The copy has a settings file: with one the extension starts by itself in the new window. */
const SETTINGS = 'sources = ["sources"]\n';
const LABELS: Readonly<Record<string, string>> = {
  "quarterly-results": "Quarterly results",
  "software-manual": "Software manual",
  "walking-study": "Walking study (with a PDF)",
};

/** Copy a sample and open it; `name` spares the question which. */
export async function openSample(context: vscode.ExtensionContext, name?: string): Promise<void> {
  const samples = join(context.extensionPath, "bundled", "samples");
  const chosen = name ?? (await chooseSample(samples));
  if (chosen === undefined || !existsSync(join(samples, chosen))) {
    return;
  }
  const copy = join(context.globalStorageUri.fsPath, "samples", chosen);
  cpSync(join(samples, chosen), copy, { recursive: true, force: true });
  writeFileSync(join(copy, "llmfeeder.toml"), SETTINGS);
  const report = vscode.Uri.file(join(copy, "report.md"));
  await context.globalState.update(PENDING, report.toString());
  const forceNewWindow = vscode.workspace.workspaceFolders !== undefined;
  await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.file(copy), {
    forceNewWindow,
  });
}

/** In the window that a sample was opened in, show its report. */
export async function showPendingReport(context: vscode.ExtensionContext): Promise<void> {
  const pending = context.globalState.get<string>(PENDING);
  const uri = pending === undefined ? undefined : vscode.Uri.parse(pending);
  if (uri === undefined || vscode.workspace.getWorkspaceFolder(uri) === undefined) {
    return;
  }
  await context.globalState.update(PENDING, undefined);
  await vscode.window.showTextDocument(uri);
}

async function chooseSample(samples: string): Promise<string | undefined> {
  const items = readdirSync(samples).map((name) => ({ label: LABELS[name] ?? name, name }));
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: "The sample project to open, as a copy of your own",
  });
  return picked?.name;
}
