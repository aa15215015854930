// The item in the status bar.

import * as vscode from "vscode";

import { serverStatus } from "../core/status";
import type { Server } from "./server";

export function createStatusItem(server: Server): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    "llmfeeder.status",
    vscode.StatusBarAlignment.Left,
  );
  item.name = "LLMFeeder";
  const show = (): void => {
    const status = serverStatus(server.state);
    item.text = status?.text ?? "LLMFeeder";
    item.tooltip = status?.tooltip ?? "";
    item.command = status?.command ?? "llmfeeder.showOutput";
    item.show();
  };
  show();
  return vscode.Disposable.from(item, server.onChange(show));
}
