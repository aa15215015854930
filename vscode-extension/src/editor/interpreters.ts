// Asks interpreters for their versions, and the Python extension for the selected one.

import * as vscode from "vscode";

import { PROBE_PROGRAM, readProbe, type Probe } from "../core/interpreter";
import { run } from "./processes";

const PROBE_MILLISECONDS = 20_000;

interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(path: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

/** What the interpreter at `python` says about itself; undefined where it does not run. */
export async function probe(python: string, cwd: string): Promise<Probe | undefined> {
  const finished = await run(python, ["-c", PROBE_PROGRAM], { cwd, timeout: PROBE_MILLISECONDS });
  return finished.code === 0 ? readProbe(finished.stdout) : undefined;
}

/** The interpreter selected in the Python extension, where that is installed. */
export async function selectedInterpreter(): Promise<string | undefined> {
  try {
    const environments = (await pythonApi())?.environments;
    const resource = vscode.workspace.workspaceFolders?.[0]?.uri;
    const active = environments?.getActiveEnvironmentPath(resource);
    const resolved = active && (await environments?.resolveEnvironment(active));
    return resolved?.executable.uri?.fsPath;
  } catch {
    return undefined;
  }
}

/** Call `listener` when the user selects another interpreter; the Python extension permitting. */
export function onInterpreterChange(listener: () => unknown): vscode.Disposable {
  const parts: vscode.Disposable[] = [];
  let disposed = false;
  const subscribe = async (): Promise<void> => {
    const event = (await pythonApi())?.environments?.onDidChangeActiveEnvironmentPath;
    if (event !== undefined && !disposed) {
      parts.push(event(listener));
    }
  };
  if (vscode.workspace.isTrusted) {
    subscribe().catch(() => undefined);
  }
  return new vscode.Disposable(() => {
    disposed = true;
    for (const part of parts) {
      part.dispose();
    }
  });
}

async function pythonApi(): Promise<PythonApi | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
  return extension?.isActive === false ? extension.activate() : extension?.exports;
}
