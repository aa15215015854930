// When the server is started: with the first Markdown file that there is something to check
// against, and anew when what decides about it changes.

import { readFileSync, statSync } from "node:fs";

import * as vscode from "vscode";

import { hasProject, type Disk } from "../core/project";
import type { Installing } from "./installing";
import { onInterpreterChange } from "./interpreters";
import type { Server } from "./server";
import { canBeReport, folderPaths, SECTION, openMachineSetting } from "./settings";

const AGAIN = "Restart";
const OUTPUT = "Show Output";
const SETTINGS = "Open Settings";

const DISK: Disk = {
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  read: (path) => readFileSync(path, "utf8"),
};

export class Starting implements vscode.Disposable {
  private readonly parts: vscode.Disposable;

  constructor(
    private readonly server: Server,
    private readonly installing: Installing,
    private readonly output: vscode.LogOutputChannel,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher(
      "**/{sources,llmfeeder.toml,pyproject.toml}",
    );
    this.parts = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(() => this.considerAll()),
      watcher.onDidChange(() => this.considerAll()),
      vscode.workspace.onDidOpenTextDocument((document) => this.consider(document)),
      vscode.workspace.onDidSaveTextDocument((document) => this.consider(document)),
      vscode.workspace.onDidChangeConfiguration((event) => this.configurationChanged(event)),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.restartIfUsed()),
      onInterpreterChange(() => this.interpreterChanged()),
      server.onState((state) => {
        if (state.kind === "failed") {
          void this.tellFailure(state.reason);
        }
      }),
    );
  }

  dispose(): void {
    this.parts.dispose();
  }

  /** Start the server if an open document can be checked. */
  async considerAll(): Promise<void> {
    for (const document of vscode.workspace.textDocuments) {
      await this.consider(document);
    }
  }

  /** Start the server if it does not run, because the user asks for what it does. */
  async ensure(): Promise<boolean> {
    if (this.server.state.kind === "failed" || this.server.state.kind === "missing") {
      await this.server.restart();
    }
    await this.server.start();
    if (this.isMissing()) {
      await this.installing.offer();
    }
    return this.isRunning();
  }

  private isMissing(): boolean {
    return this.server.state.kind === "missing";
  }

  private isRunning(): boolean {
    return this.server.state.kind === "running";
  }

  private async consider(document: vscode.TextDocument): Promise<void> {
    if (this.server.state.kind === "idle" && canBeReport(document) && isSetUp(document)) {
      await this.server.start();
      if (this.isMissing()) {
        await this.installing.offerOnce();
      }
    }
  }

  private async configurationChanged(event: vscode.ConfigurationChangeEvent): Promise<void> {
    const decisive = ["serverPath", "interpreter"].some((name) =>
      event.affectsConfiguration(`${SECTION}.${name}`),
    );
    if (decisive) {
      await this.restartIfUsed();
    } else if (event.affectsConfiguration(`${SECTION}.sources`)) {
      await this.considerAll();
    }
  }

  private async restartIfUsed(): Promise<void> {
    if (this.server.state.kind !== "idle" && this.server.state.kind !== "installing") {
      await this.server.restart();
    }
  }

  private async interpreterChanged(): Promise<void> {
    if (this.server.state.kind !== "starting") {
      await this.restartIfUsed();
    }
  }

  private async tellFailure(reason: string): Promise<void> {
    const message = `LLMFeeder's language server does not run: ${reason}`;
    const choice = await vscode.window.showErrorMessage(message, AGAIN, OUTPUT, SETTINGS);
    if (choice === AGAIN) {
      await this.server.restart();
    } else if (choice === OUTPUT) {
      this.output.show();
    } else if (choice === SETTINGS) {
      await openMachineSetting("serverPath");
    }
  }
}

/** Whether there is anything to check `document` against. */
function isSetUp(document: vscode.TextDocument): boolean {
  const configured = vscode.workspace
    .getConfiguration(SECTION, document.uri)
    .get<readonly string[]>("sources", []);
  if (configured.length > 0) {
    return true;
  }
  const folders = folderPaths();
  const first = folders[0];
  if (document.uri.scheme === "untitled") {
    return first !== undefined && hasProject(`${first}/untitled.md`, folders, DISK);
  }
  return hasProject(document.uri.fsPath, folders, DISK);
}
