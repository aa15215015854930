// Runs other programs: from a folder of the extension's own, so that nothing in a workspace is
// taken for a Python module.

import { spawn } from "node:child_process";

export interface Finished {
  /** The exit code; null where the program could not be started or was stopped. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly onLine?: (line: string) => void;
}

/** The environment of every Python that the extension runs. */
export function pythonEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { ...process.env, PYTHONSAFEPATH: "1", PYTHONUTF8: "1" };
  delete environment.PYTHONHOME;
  return environment;
}

/** Run `command` to its end; never throws. */
export function run(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: pythonEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    let stdout = "";
    let stderr = "";
    const take = (text: string): void => {
      for (const line of text.split(/\r?\n/)) {
        if (line.trim() !== "") {
          options.onLine?.(line);
        }
      }
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      take(text);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      take(text);
    });
    child.on("error", (error) => {
      resolve({ code: null, stdout, stderr: stderr + error.message });
    });
    child.on("close", (code) => {
      resolve({ code, stdout, stderr });
    });
  });
}
