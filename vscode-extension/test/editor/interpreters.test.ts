import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, describe, expect, it } from "vitest";

import { onInterpreterChange, probe, selectedInterpreter } from "../../src/editor/interpreters";
import { installed } from "../vscode";

const PYTHON_EXTENSION = "ms-python.python";

function install(environments: unknown, isActive = true): void {
  const api = { environments };
  installed.set(PYTHON_EXTENSION, {
    isActive,
    exports: isActive ? api : undefined,
    activate: () => Promise.resolve(api),
  });
}

afterEach(() => {
  installed.clear();
});

describe("the interpreter selected in the Python extension", () => {
  const environments = {
    getActiveEnvironmentPath: (folder: { fsPath: string }) => ({ path: folder.fsPath }),
    resolveEnvironment: ({ path }: { path: string }) =>
      Promise.resolve({ executable: { uri: { fsPath: `${path}/.venv/bin/python` } } }),
  };

  it("is that of the workspace folder", async () => {
    install(environments);
    expect(await selectedInterpreter()).toBe("/home/ada/.venv/bin/python");
  });

  it("is found where that extension was not active yet", async () => {
    install(environments, false);
    expect(await selectedInterpreter()).toBe("/home/ada/.venv/bin/python");
  });

  it("is none without that extension, or with one that says nothing of use", async () => {
    expect(await selectedInterpreter()).toBeUndefined();
    install(undefined);
    expect(await selectedInterpreter()).toBeUndefined();
    install({ ...environments, resolveEnvironment: () => Promise.reject(new Error("broken")) });
    expect(await selectedInterpreter()).toBeUndefined();
    install({ ...environments, resolveEnvironment: () => Promise.resolve(undefined) });
    expect(await selectedInterpreter()).toBeUndefined();
  });

  it("is listened to until nobody cares", async () => {
    const listeners = new Set<() => void>();
    install({
      onDidChangeActiveEnvironmentPath: (listener: () => void) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    });
    let changes = 0;
    const subscription = onInterpreterChange(() => (changes += 1));
    await Promise.resolve();
    await Promise.resolve();
    for (const listener of listeners) {
      listener();
    }
    expect(changes).toBe(1);
    subscription.dispose();
    expect(listeners.size).toBe(0);
  });
});

describe("a real interpreter", () => {
  const folder = mkdtempSync(join(tmpdir(), "llmfeeder-probe-"));

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it("says its version, whatever lies in the folder that it is run from", async () => {
    writeFileSync(join(folder, "json.py"), "raise SystemExit('taken from the workspace')\n");
    const said = await probe("python3", folder);
    expect(said?.python).toMatch(/^3\.\d+\.\d+$/);
  });

  it("that is no interpreter says nothing", async () => {
    expect(await probe(join(folder, "nothing"), folder)).toBeUndefined();
    expect(await probe(process.execPath, folder)).toBeUndefined();
  });
});
