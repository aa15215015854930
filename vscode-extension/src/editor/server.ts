// The language server's life: found, started, restarted, stopped; and how far it has come.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";

import { chooseServer, type Choice, type ServerCommand } from "../core/choice";
import { Crashes, reasonOf, startError } from "../core/crashes";
import { CHANGED_NOTIFICATION, REPORT_REQUEST, type ReportState } from "../core/messages";
import type { Target } from "../core/passages";
import type { ServerState } from "../core/serverState";
import { clientOptions } from "./clientOptions";
import type { OwnEnvironment } from "./environment";
import { probe, selectedInterpreter } from "./interpreters";
import { pythonEnvironment } from "./processes";
import { pathSetting } from "./settings";

const PRINTED_CHARACTERS = 4000;
/** How long a server that failed may take to end, so that all that it printed is read. */
const END_MILLISECONDS = 3000;

/** A client that leaves it to this extension to tell people of failures: once, and with the reason. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export interface Parts {
  readonly context: vscode.ExtensionContext;
  readonly output: vscode.LogOutputChannel;
  readonly environment: OwnEnvironment;
  /** The folder for the texts extracted from sources. */
  readonly extracted: string;
  readonly showPassage: (target: Target) => Promise<void>;
}

export class Server implements vscode.Disposable {
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  private readonly reportsChanged = new vscode.EventEmitter<void>();
  private readonly crashes = new Crashes();
  private current: ServerState = { kind: "idle" };
  private client: LanguageClient | undefined;
  /** The start under way or done, whether or not it went well. */
  private started: Promise<void> = Promise.resolve();
  private printed = "";
  /** The exit code of the server's process, once all that it printed is read. */
  private ended: Promise<number | undefined> = Promise.resolve(undefined);
  private origin = "";

  /** Fired when the server starts, runs, ends or fails. */
  readonly onState = this.stateChanged.event;
  /** Fired when the server says that what it knows of a report has changed. */
  readonly onReports = this.reportsChanged.event;

  constructor(private readonly parts: Parts) {}

  get state(): ServerState {
    return this.current;
  }

  /** Where the running server comes from, for people. */
  get description(): string {
    return this.current.kind === "running" ? `${this.current.version}, ${this.origin}` : "";
  }

  /** Start it, or wait for the start under way; one that failed is not tried again. */
  async start(): Promise<void> {
    if (this.current.kind === "idle") {
      this.become({ kind: "starting" });
      this.started = this.begin();
    }
    await this.started;
  }

  /** Stop it, and start it anew. */
  async restart(): Promise<void> {
    this.crashes.forget();
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.started;
    const client = this.client;
    this.client = undefined;
    this.become({ kind: "idle" });
    await client?.dispose().catch((error: unknown) => {
      this.parts.output.warn(`the server did not end by itself: ${String(error)}`);
    });
  }

  /** All that the server knows of the report at `uri`; null where it knows none. */
  async report(uri: vscode.Uri): Promise<ReportState | null> {
    return this.ask<ReportState | null>(REPORT_REQUEST, { uri: uri.toString() }, null);
  }

  /** What a command of the server gives; undefined where it does not run. */
  async command(command: string, ...args: unknown[]): Promise<unknown> {
    return this.ask<unknown>("workspace/executeCommand", { command, arguments: args }, undefined);
  }

  /** Note that the server is being installed. */
  installing(): void {
    this.become({ kind: "installing" });
  }

  /** Note that there is none. */
  missing(): void {
    this.become({ kind: "missing" });
  }

  dispose(): void {
    this.stateChanged.dispose();
    this.reportsChanged.dispose();
  }

  private async ask<T>(method: string, parameters: unknown, otherwise: T): Promise<T> {
    if (this.current.kind !== "running" || this.client === undefined) {
      return otherwise;
    }
    try {
      return await this.client.sendRequest<T>(method, parameters);
    } catch (error) {
      this.parts.output.debug(`${method}: ${String(error)}`);
      return otherwise;
    }
  }

  private async begin(): Promise<void> {
    try {
      await this.chooseAndRun();
    } catch (error) {
      // Such as a folder that cannot be written to: the next start must not wait for this one.
      const reason = error instanceof Error ? error.message : String(error);
      this.parts.output.error(`the server cannot be started: ${reason}`);
      this.become({ kind: "failed", reason });
    }
  }

  private async chooseAndRun(): Promise<void> {
    const folder = this.parts.context.globalStorageUri.fsPath;
    mkdirSync(folder, { recursive: true });
    const choice = await this.choose(folder);
    if (choice.kind === "missing") {
      for (const line of choice.tried) {
        this.parts.output.info(`not used: ${line}`);
      }
      this.become({ kind: "missing" });
      return;
    }
    await this.run(choice.server, folder);
  }

  private async choose(folder: string): Promise<Choice> {
    const trusted = vscode.workspace.isTrusted;
    const serverPath = pathSetting("serverPath");
    return chooseServer(
      {
        serverPath,
        interpreter: pathSetting("interpreter"),
        selected: trusted && serverPath === "" ? await selectedInterpreter() : undefined,
        owned: this.parts.environment.interpreter(),
        trusted,
      },
      (python) => probe(python, folder),
    );
  }

  private async run(server: ServerCommand, cwd: string): Promise<void> {
    this.origin = server.origin;
    const client: LanguageClient = new QuietClient(
      "llmfeeder",
      "LLMFeeder",
      () => this.spawn(server, cwd),
      clientOptions({ ...this.parts, onClose: () => this.closed(client) }),
    );
    this.client = client;
    client.onNotification(CHANGED_NOTIFICATION, () => {
      this.reportsChanged.fire();
    });
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running && this.client === client) {
        this.become({
          kind: "running",
          version: client.initializeResult?.serverInfo?.version ?? "",
        });
      }
    });
    try {
      await client.start();
    } catch (error) {
      await this.failed(client, error instanceof Error ? error.message : String(error));
    }
  }

  /** Take note that `client`'s server ended by itself; gives whether to start it again. */
  private closed(client: LanguageClient): boolean {
    if (this.client !== client) {
      return false;
    }
    if (this.current.kind === "running" && this.crashes.note(Date.now())) {
      this.parts.output.error("the server ended; it is started again");
      this.become({ kind: "starting" });
      return true;
    }
    void this.failed(client, "it ended");
    return false;
  }

  /** Take note that `client`'s server does not run, with the reason that it printed, if any. */
  private async failed(client: LanguageClient, otherwise: string): Promise<void> {
    const late = new Promise<undefined>((resolve) => {
      setTimeout(resolve, END_MILLISECONDS, undefined);
    });
    const code = await Promise.race([this.ended, late]);
    if (this.client !== client || this.current.kind === "failed") {
      return;
    }
    const plain = code === undefined ? otherwise : `it ended with exit code ${code}`;
    const reason = reasonOf(this.printed, plain);
    this.parts.output.error(`the server, from ${this.origin}, does not run: ${reason}`);
    this.become({ kind: "failed", reason });
  }

  private spawn(server: ServerCommand, cwd: string): Promise<ChildProcess> {
    const { context, output } = this.parts;
    mkdirSync(context.logUri.fsPath, { recursive: true });
    const log = [
      "--log-level",
      level(output),
      "--log-file",
      join(context.logUri.fsPath, "server.log"),
    ];
    const args = [...server.args, ...log];
    output.info(`starting ${server.command} ${args.join(" ")}, from ${server.origin}`);
    this.printed = "";
    return new Promise((resolve, reject) => {
      const child = spawn(server.command, args, {
        cwd,
        env: pythonEnvironment(),
        windowsHide: true,
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        this.printed = (this.printed + text).slice(-PRINTED_CHARACTERS);
      });
      this.ended = new Promise((tell) => {
        child.once("error", () => {
          tell(undefined);
        });
        child.once("close", (code) => {
          tell(code ?? undefined);
        });
      });
      child.once("spawn", () => {
        resolve(child);
      });
      child.once("error", (error: NodeJS.ErrnoException) => {
        reject(new Error(startError(server.command, error.code, error.message)));
      });
    });
  }

  private become(state: ServerState): void {
    this.current = state;
    this.stateChanged.fire(state);
  }
}

/** The server's log level for what the user wants to see in the output. */
function level(output: vscode.LogOutputChannel): string {
  switch (output.logLevel) {
    case vscode.LogLevel.Trace:
    case vscode.LogLevel.Debug:
      return "debug";
    case vscode.LogLevel.Info:
      return "info";
    case vscode.LogLevel.Warning:
      return "warning";
    default:
      return "error";
  }
}
