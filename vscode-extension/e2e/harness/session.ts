// One VS Code for the tests of a file: opened before them, closed after them, and its window, logs and
// report kept where one of them fails.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterAll, beforeAll, beforeEach, onTestFailed } from "vitest";

import { CodeServer, type Launch } from "./codeServer";
import { OUTPUT, PYTHON, SAMPLES } from "./environment";
import { Workbench, type WindowOptions } from "./workbench";

export interface SessionOptions extends Omit<Launch, "folder">, Omit<WindowOptions, "server"> {
  /** The sample that the workspace is a copy of. */
  readonly sample: string;
  /** Prepare the workspace before it is opened. */
  readonly prepare?: (folder: string) => void;
}

export interface Session {
  readonly window: Workbench;
  readonly server: CodeServer;
  /** The workspace folder. */
  readonly folder: string;
  /** The content of a file of the workspace on disk. */
  read(path: string): string;
}

/** The settings of a machine where the extension finds the server of this checkout. */
export const FINDS_SERVER = { "llmfeeder.serverPath": join(PYTHON, "..", "llmfeeder") };

/** Give the tests that follow a VS Code on a copy of a sample. */
export function openSample(options: SessionOptions): Session {
  let window: Workbench | undefined;
  let server: CodeServer | undefined;
  let folder = "";

  beforeAll(async () => {
    folder = copyOf(options.sample);
    options.prepare?.(folder);
    server = await CodeServer.start({ machine: FINDS_SERVER, ...options, folder });
    window = await Workbench.open({ ...options, server });
  });

  afterAll(async () => {
    await window?.close();
    await server?.stop();
    rmSync(join(folder, ".."), { recursive: true, force: true });
  });

  beforeEach(() => {
    onTestFailed(async ({ task }) => {
      const target = join(OUTPUT, task.name.replace(/[^a-z0-9]+/gi, "-"));
      rmSync(target, { recursive: true, force: true });
      mkdirSync(target, { recursive: true });
      server?.keepLogs(target);
      await window?.page.screenshot({ path: join(target, "window.png"), timeout: 20_000 });
      console.error(`kept in ${target}: the window and the logs`);
    });
  });

  return {
    get window() {
      return given(window);
    },
    get server() {
      return given(server);
    },
    get folder() {
      return folder;
    },
    read: (path) => readFileSync(join(folder, path), "utf8"),
  };
}

function copyOf(sample: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), "llmfeeder-workspace-")), basename(sample));
  cpSync(join(SAMPLES, sample), folder, {
    recursive: true,
    filter: (path) => !/__pycache__|expected\.toml$|make_pdf\.py$/.test(path),
  });
  return folder;
}

function given<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("VS Code is not open yet");
  }
  return value;
}
