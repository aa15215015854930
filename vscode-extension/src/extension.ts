// Where the editor begins and ends the extension.

import * as vscode from "vscode";

import { ActiveReport } from "./editor/activeReport";
import { ClaimsView } from "./editor/claimsView";
import { registerCommands } from "./editor/commands";
import { keepContexts } from "./editor/contexts";
import { OwnEnvironment } from "./editor/environment";
import { Installing } from "./editor/installing";
import { Passages } from "./editor/passages";
import { showPendingReport } from "./editor/sample";
import { Server } from "./editor/server";
import { SourcesView } from "./editor/sourcesView";
import { Starting } from "./editor/starting";
import { createStatusItem } from "./editor/statusItem";

let running: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("LLMFeeder", { log: true });
  const environment = new OwnEnvironment(context, output);
  const passages = new Passages(context);
  const server = new Server({
    context,
    output,
    environment,
    extracted: passages.extracted,
    showPassage: (target) => passages.show(target),
  });
  running = server;
  const installing = new Installing(environment, server, output);
  const starting = new Starting(server, installing, output);
  const report = new ActiveReport(server);
  context.subscriptions.push(
    output,
    passages,
    server,
    starting,
    report,
    report.onChange(() => {
      if (report.state !== null) {
        passages.remember(report.state);
      }
    }),
    createStatusItem(server, report),
    new ClaimsView(report, passages),
    new SourcesView(report),
    keepContexts(server, report),
    registerCommands({ context, output, server, starting, installing, report, passages }),
  );
  await showPendingReport(context);
  // Not awaited: the question whether to install the server may stay open for long.
  void starting.considerAll();
}

export async function deactivate(): Promise<void> {
  await running?.stop();
}
