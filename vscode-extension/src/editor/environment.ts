// The environment of the extension's own: a Python environment with the llmfeeder that comes with it.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import type * as vscode from "vscode";

import {
  completeMark,
  environmentFolder,
  installArguments,
  interpreterIn,
  pipFailure,
  readManifest,
  type Wheel,
} from "../core/environment";
import { PROBE_PROGRAM, readProbe } from "../core/interpreter";
import { noPython, pythons, unfit, type Machine, type Program } from "../core/python";
import { run } from "./processes";

const WINDOWS = process.platform === "win32";
const PROBE_MILLISECONDS = 20_000;

/** It was not installed; the message is for people. */
export class InstallError extends Error {}

export class OwnEnvironment {
  private readonly storage: string;
  private readonly bundled: string;

  constructor(
    context: vscode.ExtensionContext,
    private readonly output: vscode.LogOutputChannel,
  ) {
    this.storage = context.globalStorageUri.fsPath;
    this.bundled = join(context.extensionPath, "bundled");
  }

  /** Its interpreter, if it is complete and of this extension's version. */
  interpreter(): string | undefined {
    const wheel = this.wheel();
    if (wheel === undefined) {
      return undefined;
    }
    const folder = environmentFolder(this.storage, wheel);
    return existsSync(completeMark(folder)) ? interpreterIn(folder, WINDOWS) : undefined;
  }

  /** Whether one of an earlier version is there: who wanted that wants this one. */
  hasEarlier(): boolean {
    const environments = join(this.storage, "environments");
    const has = existsSync(environments) && readdirSync(environments).length > 0;
    return has && this.interpreter() === undefined;
  }

  /**
   * Make it anew, with one of the interpreters `named` or on the PATH.
   *
   * Throws `InstallError` where that cannot be done.
   */
  async install(
    named: readonly (string | undefined)[],
    signal: AbortSignal,
    tell: (step: string) => void,
  ): Promise<void> {
    const wheel = this.wheel();
    if (wheel === undefined) {
      throw new InstallError("This build of the extension comes without the language server.");
    }
    tell("looking for Python");
    mkdirSync(this.storage, { recursive: true });
    const python = await this.findPython(named, signal);
    const environments = join(this.storage, "environments");
    const folder = environmentFolder(this.storage, wheel);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(environments, { recursive: true });
    try {
      tell("making an environment");
      await this.step(
        python,
        ["-m", "venv", folder],
        signal,
        (printed) =>
          `The environment could not be made: ${printed.trim().split(/\r?\n/).at(-1) ?? ""}`,
      );
      tell("installing LLMFeeder and what it needs");
      const own = { command: interpreterIn(folder, WINDOWS), args: [] };
      const install = installArguments(join(this.bundled, wheel.file));
      await this.step(own, install, signal, pipFailure, (line) => {
        tell(line.trim().slice(0, 80));
      });
      writeFileSync(completeMark(folder), `${wheel.digest}\n`);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    this.removeOthers(environments, folder);
  }

  /** Remove the environments of other versions; one that another window still uses may stay. */
  private removeOthers(environments: string, kept: string): void {
    for (const name of readdirSync(environments)) {
      const folder = join(environments, name);
      if (folder !== kept) {
        try {
          rmSync(folder, { recursive: true, force: true });
        } catch (error) {
          this.output.info(`${folder} stays: ${String(error)}`);
        }
      }
    }
  }

  private async findPython(
    named: readonly (string | undefined)[],
    signal: AbortSignal,
  ): Promise<Program> {
    const machine: Machine = {
      windows: WINDOWS,
      path: process.env.PATH ?? "",
      isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
    };
    const tried: string[] = [];
    for (const program of pythons(named, machine)) {
      const finished = await run(program.command, [...program.args, "-c", PROBE_PROGRAM], {
        cwd: this.storage,
        timeout: PROBE_MILLISECONDS,
        signal,
      });
      const flaw = unfit(finished.code === 0 ? readProbe(finished.stdout) : undefined);
      if (flaw === undefined) {
        this.output.info(`the environment is made with ${program.command}`);
        return program;
      }
      tried.push(`${program.command} ${flaw}`);
    }
    throw new InstallError(noPython(tried));
  }

  private async step(
    program: Program,
    args: readonly string[],
    signal: AbortSignal,
    failure: (printed: string) => string,
    onLine: (line: string) => void = () => undefined,
  ): Promise<void> {
    this.output.info(`${program.command} ${[...program.args, ...args].join(" ")}`);
    const finished = await run(program.command, [...program.args, ...args], {
      cwd: this.storage,
      signal,
      onLine: (line) => {
        this.output.info(line);
        onLine(line);
      },
    });
    if (signal.aborted) {
      throw new InstallError("The installation was cancelled.");
    }
    if (finished.code !== 0) {
      throw new InstallError(failure(`${finished.stdout}\n${finished.stderr}`));
    }
  }

  private wheel(): Wheel | undefined {
    try {
      return readManifest(readFileSync(join(this.bundled, "wheel.json"), "utf8"));
    } catch {
      return undefined;
    }
  }
}
