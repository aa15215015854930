// The item in the status bar.

import * as vscode from "vscode";

import { statusOf, type Status } from "../core/status";
import type { ActiveReport } from "./activeReport";
import type { Server } from "./server";

const COLOURS = {
  none: undefined,
  warning: new vscode.ThemeColor("statusBarItem.warningBackground"),
  error: new vscode.ThemeColor("statusBarItem.errorBackground"),
} as const;

export function createStatusItem(server: Server, report: ActiveReport): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    "llmfeeder.status",
    vscode.StatusBarAlignment.Left,
    1,
  );
  item.name = "LLMFeeder";
  const update = (): void => {
    if (report.document === undefined) {
      item.hide();
    } else {
      show(item, statusOf(server.state, report.state), server);
    }
  };
  update();
  return vscode.Disposable.from(item, report.onChange(update), server.onState(update));
}

function show(item: vscode.StatusBarItem, status: Status, server: Server): void {
  item.text = status.text;
  item.tooltip = [status.tooltip, server.description].filter(Boolean).join("\n\n");
  item.command = status.command;
  item.backgroundColor = COLOURS[status.level];
  item.show();
}
