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
  };
}

/** What the interpreter at `python` says about itself; undefined where it does not run. */
export async function probe(python: string, cwd: string): Promise<Probe | undefined> {
  const finished = await run(python, ["-c", PROBE_PROGRAM], { cwd, timeout: PROBE_MILLISECONDS });
  return finished.code === 0 ? readProbe(finished.stdout) : undefined;
}

/** The interpreter selected in the Python extension, where that is installed. */
export async function selectedInterpreter(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
  if (extension === undefined) {
    return undefined;
  }
  try {
    const api = extension.isActive ? extension.exports : await extension.activate();
    const resource = vscode.workspace.workspaceFolders?.[0]?.uri;
    const active = api.environments?.getActiveEnvironmentPath(resource);
    if (active === undefined) {
      return undefined;
    }
    const resolved = await api.environments?.resolveEnvironment(active);
    return resolved?.executable.uri?.fsPath;
  } catch {
    return undefined;
  }
}
