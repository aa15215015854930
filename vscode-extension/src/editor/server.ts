// Starts, stops and restarts the language server, and tells how far it has come.

import { mkdirSync } from "node:fs";

import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  type LanguageClientOptions,
} from "vscode-languageclient/node";

import { chooseServer, type ServerCommand } from "../core/choice";
import type { ServerState } from "../core/serverState";
import { probe, selectedInterpreter } from "./interpreters";
import { pythonEnvironment } from "./processes";

const LANGUAGES = ["markdown", "quarto", "rmd", "mdx", "pandoc"];

export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<ServerState>();
  private current: ServerState = { kind: "idle" };
  private running: LanguageClient | undefined;

  readonly onChange = this.changed.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  get state(): ServerState {
    return this.current;
  }

  get client(): LanguageClient | undefined {
    return this.current.kind === "running" ? this.running : undefined;
  }

  /** Start it, unless it runs or is being started. */
  async start(): Promise<void> {
    if (this.current.kind === "starting" || this.current.kind === "running") {
      return;
    }
    this.become({ kind: "starting" });
    const folder = this.context.globalStorageUri.fsPath;
    mkdirSync(folder, { recursive: true });
    const settings = vscode.workspace.getConfiguration("llmfeeder");
    const trusted = vscode.workspace.isTrusted;
    const choice = await chooseServer(
      {
        serverPath: settings.get("serverPath", "").trim(),
        interpreter: settings.get("interpreter", "").trim(),
        selected: trusted ? await selectedInterpreter() : undefined,
        owned: undefined,
        trusted,
      },
      (python) => probe(python, folder),
    );
    if (choice.kind === "missing") {
      for (const line of choice.tried) {
        this.output.info(`not used: ${line}`);
      }
      this.become({ kind: "missing" });
      return;
    }
    await this.run(choice.server, folder);
  }

  private async run(server: ServerCommand, cwd: string): Promise<void> {
    this.output.info(`starting ${server.command} ${server.args.join(" ")}, from ${server.origin}`);
    const client = new LanguageClient(
      "llmfeeder",
      "LLMFeeder",
      {
        command: server.command,
        args: [...server.args],
        options: { cwd, env: pythonEnvironment() },
      },
      this.options(),
    );
    this.running = client;
    try {
      await client.start();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.output.error(`the server did not start: ${reason}`);
      this.become({ kind: "failed", reason });
      return;
    }
    this.become({ kind: "running", version: client.initializeResult?.serverInfo?.version ?? "" });
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [
        ...LANGUAGES.flatMap((language) => [
          { scheme: "file", language },
          { scheme: "untitled", language },
        ]),
        { scheme: "file", language: "plaintext" },
        { scheme: "file", pattern: "**/sources/**" },
      ],
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
      },
    };
  }

  /** Stop it, if it runs. */
  async stop(): Promise<void> {
    const client = this.running;
    this.running = undefined;
    this.become({ kind: "idle" });
    if (client !== undefined) {
      await client.dispose().catch((error: unknown) => {
        this.output.warn(`the server did not stop by itself: ${String(error)}`);
      });
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private become(state: ServerState): void {
    this.current = state;
    this.changed.fire(state);
  }
}
