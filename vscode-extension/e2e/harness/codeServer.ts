// Starts a code-server of its own: its settings, home and logs are in one folder that goes away with it.

import { spawn, type ChildProcess } from "node:child_process";
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";

import { required } from "./environment";

export type Settings = Readonly<Record<string, unknown>>;

export interface Launch {
  /** The workspace folder that is opened. */
  readonly folder: string;
  /** The user's settings, besides those that keep the window quiet. */
  readonly settings?: Settings;
  /** Settings of the machine that the server half runs on. */
  readonly machine?: Settings;
  /** Whether the window asks if the folder is trusted; without, every folder is. */
  readonly asksForTrust?: boolean;
  /** The folders where programs are found; without, those of this process. */
  readonly path?: readonly string[];
}

const QUIET: Settings = {
  "chat.commandCenter.enabled": false,
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "editor.wordWrap": "on",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "files.simpleDialog.enable": true,
  "git.enabled": false,
  "security.workspace.trust.banner": "never",
  "security.workspace.trust.startupPrompt": "never",
  "telemetry.telemetryLevel": "off",
  "window.commandCenter": false,
  "workbench.enableExperiments": false,
  "workbench.layoutControl.enabled": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

const START_MILLISECONDS = 120_000;

export class CodeServer {
  private constructor(
    /** The address of the window, on the workspace folder. */
    readonly url: string,
    readonly folder: string,
    private readonly home: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(launch: Launch): Promise<CodeServer> {
    const home = await mkdtemp(join(tmpdir(), "llmfeeder-e2e-"));
    const data = join(home, "data");
    writeSettings(join(data, "User"), { ...QUIET, ...launch.settings });
    writeSettings(join(data, "Machine"), launch.machine ?? {});
    const args = [
      ...["--auth", "none", "--bind-addr", "127.0.0.1:0", "--user-data-dir", data],
      ...["--extensions-dir", required("E2E_EXTENSIONS"), "--disable-telemetry"],
      ...["--disable-update-check", "--disable-getting-started-override"],
      ...(launch.asksForTrust === true ? [] : ["--disable-workspace-trust"]),
      launch.folder,
    ];
    const child = spawn(process.execPath, [required("E2E_CODE_SERVER"), ...args], {
      env: environment(home, launch.path),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const address = await listening(child, join(home, "code-server.log"));
    const query = new URLSearchParams({ folder: launch.folder });
    const url = `${address}?${query.toString()}`;
    return new CodeServer(url, launch.folder, home, child);
  }

  /** The folder that the extension may keep files in. */
  get storage(): string {
    return join(this.home, "data", "User", "globalStorage", "llmfeeder.llmfeeder");
  }

  /** Whether an extension host has come up since `moment`, in milliseconds since the epoch. */
  hostIsUp(moment: number): boolean {
    return logsOf(join(this.home, "data", "logs"), "remoteexthost.log").some(
      (file) =>
        statSync(file).mtimeMs > moment &&
        readFileSync(file, "utf8").includes("Eager extensions activated"),
    );
  }

  /** What the extension wrote to its output. */
  output(): string {
    return logsOf(join(this.home, "data", "logs"), "LLMFeeder.log")
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
  }

  /** Copy the logs of the window, the extension host and the language server to `target`. */
  keepLogs(target: string): void {
    mkdirSync(target, { recursive: true });
    for (const name of ["data/logs", "code-server.log"]) {
      const source = join(this.home, name);
      if (existsSync(source)) {
        cpSync(source, join(target, name.split("/").at(-1) ?? name), { recursive: true });
      }
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = new Promise((resolve) => this.child.once("exit", resolve));
      this.child.kill("SIGTERM");
      const timer = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
      await ended;
      clearTimeout(timer);
    }
    this.removeHome();
  }

  /** Processes that outlive the server for a moment may still write there; what stays does no harm. */
  private removeHome(): void {
    try {
      rmSync(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    } catch (error) {
      console.warn(`${this.home} could not be removed: ${String(error)}`);
    }
  }
}

function logsOf(folder: string, name: string): string[] {
  if (!existsSync(folder)) {
    return [];
  }
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return entries.filter((entry) => basename(entry) === name).map((entry) => join(folder, entry));
}

function writeSettings(folder: string, settings: Settings): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "settings.json"), JSON.stringify(settings, null, 2));
}

function environment(home: string, path?: readonly string[]): NodeJS.ProcessEnv {
  const ours = /^(XDG_|VSCODE_|PYTHON|VIRTUAL_ENV|E2E_|VITEST|NODE_)/;
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    PATH: path === undefined ? process.env.PATH : [...path].join(delimiter),
    // As started by hand: the login shell is not asked for another PATH.
    VSCODE_CLI: "1",
    // What pip has downloaded once serves every home.
    PIP_CACHE_DIR: process.env.PIP_CACHE_DIR ?? join(homedir(), ".cache", "pip"),
  };
}

function listening(child: ChildProcess, logFile: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const log = createWriteStream(logFile);
    let said = "";
    const fail = (why: string): void => {
      child.kill("SIGKILL");
      reject(new Error(`code-server ${why}:\n${said}`));
    };
    const timer = setTimeout(() => {
      fail("was not ready in time");
    }, START_MILLISECONDS);
    const take = (chunk: Buffer): void => {
      log.write(chunk);
      said += chunk.toString();
      const address = /HTTP server listening on (http:\S+)/.exec(said)?.[1];
      if (address !== undefined) {
        clearTimeout(timer);
        resolve(address.endsWith("/") ? address : `${address}/`);
      }
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.once("exit", (code) => {
      clearTimeout(timer);
      log.end();
      fail(`ended with exit code ${String(code)}`);
    });
  });
}
