// Where the editor begins and ends the extension.

import * as vscode from "vscode";

import { Server } from "./editor/server";
import { createStatusItem } from "./editor/statusItem";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("LLMFeeder", { log: true });
  const started = new Server(context, output);
  server = started;
  context.subscriptions.push(
    output,
    started,
    createStatusItem(started),
    vscode.commands.registerCommand("llmfeeder.restartServer", () => started.restart()),
    vscode.commands.registerCommand("llmfeeder.showOutput", () => {
      output.show();
    }),
  );
  await started.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
