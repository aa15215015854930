// The commands of the palette.

import * as vscode from "vscode";

import type { Range } from "../core/messages";
import { targetAt } from "../core/passages";
import { summarySentence, type WorkspaceSummary } from "../core/workspaceSummary";
import type { ActiveReport } from "./activeReport";
import { chooseSources } from "./chooseSources";
import { citeAll } from "./citeAll";
import { SHOW_PASSAGE } from "./clientOptions";
import { showHtmlReport } from "./htmlReport";
import type { Installing } from "./installing";
import type { Passages } from "./passages";
import { openSample } from "./sample";
import type { Server } from "./server";
import { openMachineSetting } from "./settings";
import type { Starting } from "./starting";

export interface Parts {
  readonly context: vscode.ExtensionContext;
  readonly output: vscode.LogOutputChannel;
  readonly server: Server;
  readonly starting: Starting;
  readonly installing: Installing;
  readonly report: ActiveReport;
  readonly passages: Passages;
}

export function registerCommands(parts: Parts): vscode.Disposable {
  const { context, output, server, starting, installing, report, passages } = parts;

  /** Do `work` with the report in front, the server running. */
  const withReport =
    (work: (document: vscode.TextDocument) => Promise<unknown>) => async (): Promise<void> => {
      const document = report.document;
      if (document === undefined) {
        void vscode.window.showInformationMessage("Open a Markdown report first.");
      } else if (await starting.ensure()) {
        await work(document);
      }
    };
  const withServer = (work: () => Promise<unknown>) => async (): Promise<void> => {
    if (await starting.ensure()) {
      await work();
    }
  };

  const commands: Record<string, (...args: never[]) => unknown> = {
    checkFile: withReport(({ uri }) => server.command("llmfeeder.check", uri.toString())),
    checkAll: withServer(() => checkWorkspace(server)),
    citeAll: withReport(citeAll),
    chooseSources: () => chooseSources(report, starting),
    rebuildIndex: withServer(() => server.command("llmfeeder.reindex")),
    showReport: withReport(({ uri }) => showHtmlReport(server, uri)),
    restartServer: () => server.restart(),
    installServer: () => installing.install(),
    chooseInterpreter: () => openMachineSetting("interpreter"),
    showOutput: () => {
      output.show();
    },
    openSample: (name?: unknown) =>
      openSample(context, typeof name === "string" ? name : undefined),
    openOriginal: (uri?: vscode.Uri) => {
      const shown = uri ?? vscode.window.activeTextEditor?.document.uri;
      return shown === undefined ? undefined : passages.openOriginal(shown);
    },
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(`llmfeeder.${name}`, command),
    ),
    vscode.commands.registerCommand(SHOW_PASSAGE, (uri: string, range: Range) =>
      passages.show(targetAt(report.state, uri, range)),
    ),
  );
}

async function checkWorkspace(server: Server): Promise<void> {
  const answer = (await server.command("llmfeeder.checkWorkspace")) as
    WorkspaceSummary | { readonly error: string } | null | undefined;
  if (answer === null || answer === undefined || "error" in answer) {
    return; // Stopped, or the server has shown why.
  }
  const problems = "Show Problems";
  const choice = await vscode.window.showInformationMessage(summarySentence(answer), problems);
  if (choice === problems) {
    await vscode.commands.executeCommand("workbench.actions.view.problems");
  }
}
