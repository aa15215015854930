// The editor's context keys: which views and menus are shown.

import * as vscode from "vscode";

import { situationOf } from "../core/situation";
import type { ActiveReport } from "./activeReport";
import type { Server } from "./server";

export function keepContexts(server: Server, report: ActiveReport): vscode.Disposable {
  const update = (): void => {
    const inFront = report.document !== undefined;
    void set("situation", situationOf(server.state, inFront, report.state));
    if (server.state.kind !== "idle") {
      void set("active", true);
    }
  };
  update();
  void showWithSettingsFile();
  return vscode.Disposable.from(server.onState(update), report.onChange(update));
}

/** A workspace with a settings file of ours has the views, even while no report is open. */
async function showWithSettingsFile(): Promise<void> {
  const found = await vscode.workspace.findFiles("llmfeeder.toml", null, 1);
  if (found.length > 0) {
    await set("active", true);
  }
}

async function set(name: string, value: unknown): Promise<void> {
  await vscode.commands.executeCommand("setContext", `llmfeeder.${name}`, value);
}
