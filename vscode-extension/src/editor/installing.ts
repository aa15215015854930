// Offers to install the language server, and installs it with progress.

import * as vscode from "vscode";

import { selectedInterpreter } from "./interpreters";
import { InstallError, type OwnEnvironment } from "./environment";
import type { Server } from "./server";
import { pathSetting, openMachineSetting } from "./settings";

const INSTALL = "Install";
const CHOOSE = "Choose Interpreter…";
const LATER = "Not Now";
const AGAIN = "Try Again";
const OUTPUT = "Show Output";

/** Installs the server where there is none, after asking once a window. */
export class Installing {
  private asked = false;
  private running = false;

  constructor(
    private readonly environment: OwnEnvironment,
    private readonly server: Server,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  /** Offer it, if it was not offered in this window yet. */
  async offerOnce(): Promise<void> {
    if (!this.asked) {
      await this.offer();
    }
  }

  /** Offer it; who had it before gets it without asking. */
  async offer(): Promise<void> {
    this.asked = true;
    if (this.environment.hasEarlier()) {
      await this.install();
      return;
    }
    const choice = await vscode.window.showInformationMessage(
      "LLMFeeder's language server is not installed. Install it into an environment of this " +
        "extension? This downloads the packages it needs from the Python Package Index.",
      INSTALL,
      CHOOSE,
      LATER,
    );
    if (choice === INSTALL) {
      await this.install();
    } else if (choice === CHOOSE) {
      await openMachineSetting("interpreter");
    }
  }

  /** Install it and start it. */
  async install(): Promise<void> {
    if (this.running) {
      return;
    }
    this.running = true;
    const hadServer = this.server.state.kind === "running";
    this.server.installing();
    try {
      await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: "Installing LLMFeeder",
          cancellable: true,
        },
        async (progress, token) => {
          const stop = new AbortController();
          token.onCancellationRequested(() => {
            stop.abort();
          });
          const trusted = vscode.workspace.isTrusted;
          const selected = trusted ? await selectedInterpreter() : undefined;
          await this.environment.install(
            [selected, pathSetting("interpreter")],
            stop.signal,
            (message) => {
              progress.report({ message });
            },
          );
        },
      );
    } catch (error) {
      this.running = false;
      if (hadServer) {
        await this.server.restart();
      } else {
        this.server.missing();
      }
      await this.failed(error);
      return;
    }
    this.running = false;
    await this.server.restart();
  }

  private async failed(error: unknown): Promise<void> {
    const message = error instanceof InstallError ? error.message : String(error);
    this.output.error(message);
    const choice = await vscode.window.showErrorMessage(message, AGAIN, CHOOSE, OUTPUT);
    if (choice === AGAIN) {
      await this.install();
    } else if (choice === CHOOSE) {
      await openMachineSetting("interpreter");
    } else if (choice === OUTPUT) {
      this.output.show();
    }
  }
}
