// Provides what the end-to-end tests need: code-server (a real VS Code with its server half here and its
// window in a browser), Chromium and ripgrep. Takes a few minutes once, and nothing after that.
//
// The npm package of code-server would fetch a ripgrep build and compile every native module when it
// is installed. Its scripts are therefore not run: only the modules that a headless test reaches are
// compiled, and Debian's ripgrep takes its place.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { availableParallelism, homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const VERSION = "4.100.3";
const PACKAGES = ["rg=ripgrep", "chromium=chromium", "g++=g++", "make=make", "python3=python3"];
const FONTS = ["+fonts-dejavu-core", "+fonts-liberation"];
const MINUTES = 60_000;

const here = dirname(fileURLToPath(import.meta.url));
const run = promisify(execFile);

/** What is missing and why; the end-to-end tests cannot run on this machine. */
export class CannotInstall extends Error {}

/**
 * Installs what is missing.
 * @param {(line: string) => void} say takes lines about the progress
 * @returns {Promise<{entry: string, chromium: string}>} code-server's entry script and the browser
 * @throws {CannotInstall}
 */
export async function install(say) {
    if (process.platform !== "linux") {
        throw new CannotInstall(`they need Linux, and this is ${process.platform}`);
    }
    await installPackages();
    const directory = join(
        cacheDirectory(),
        `code-server-${VERSION}-node-${process.versions.modules}`,
    );
    const entry = join(directory, "node_modules/code-server/out/node/entry.js");
    if (!existsSync(entry)) {
        say(`installing code-server ${VERSION} into ${directory}; this takes a few minutes, once`);
        await installCodeServer(directory);
    }
    return { entry, chromium: await pathOf("chromium") };
}

async function installPackages() {
    const script = join(here, "../../.ci/packages");
    await attempt("Debian's packages", script, [...PACKAGES, ...FONTS], { timeout: 15 * MINUTES });
}

/** Builds in a folder beside `directory` and renames it when all is done: no half installation is ever used. */
async function installCodeServer(directory) {
    const building = `${directory}.partial`;
    await rm(building, { recursive: true, force: true });
    await mkdir(building, { recursive: true });
    await npmInstall(building, [`code-server@${VERSION}`]);
    const root = join(building, "node_modules/code-server");
    const code = join(root, "lib/vscode");
    await npmInstall(code, ["--omit=dev"]);
    await compileAll(join(building, "node_modules"), join(code, "node_modules"));
    await link(await pathOf("rg"), join(code, "node_modules/@vscode/ripgrep/bin/rg"));
    await link("node_modules", join(code, "node_modules.asar"));
    await attempt("code-server", process.execPath, [join(root, "out/node/entry.js"), "--version"], {
        env: { ...process.env, XDG_CONFIG_HOME: building },
        timeout: MINUTES,
    });
    await rename(building, directory).catch(async (error) => {
        if (!existsSync(directory)) throw error;
        await rm(building, { recursive: true, force: true });
    });
}

async function npmInstall(directory, args) {
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-progress"];
    await attempt("code-server", "npm", ["install", ...options, "--prefix", directory, ...args], {
        cwd: directory,
        timeout: 15 * MINUTES,
    });
}

/** Compiles the native modules, as many at a time as there are processors; the longest first. */
async function compileAll(outer, inner) {
    const napi = join(outer, "argon2/lib/binding/napi-v3");
    const waiting = [
        // Unoptimised, for it takes most of the time and writes log lines only.
        { directory: join(inner, "@vscode/spdlog"), args: ["--debug"] },
        {
            directory: join(outer, "argon2"),
            args: [
                "--module_name=argon2",
                "--napi_version=8",
                "--napi_build_version=3",
                `--module_path=${napi}`,
            ],
        },
        { directory: join(inner, "node-pty"), args: [] },
        { directory: join(inner, "native-watchdog"), args: [] },
    ];
    const work = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
            await compile(next.directory, next.args);
        }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function compile(directory, args) {
    const { stdout } = await run("npm", ["root", "--global"]);
    const gyp = join(stdout.trim(), "npm/node_modules/node-gyp/bin/node-gyp.js");
    const node = dirname(dirname(process.execPath));
    const headers = existsSync(join(node, "include/node/node.h")) ? [`--nodedir=${node}`] : [];
    await attempt(
        `the module ${directory}`,
        process.execPath,
        [gyp, "rebuild", ...headers, ...args],
        {
            cwd: directory,
            timeout: 20 * MINUTES,
        },
    );
}

async function link(target, path) {
    await mkdir(dirname(path), { recursive: true });
    await rm(path, { force: true });
    await symlink(target, path);
}

async function attempt(what, command, args, options) {
    try {
        await run(command, args, { maxBuffer: 64 << 20, ...options });
    } catch (error) {
        const said = `${error.stderr ?? ""}`.trim().split("\n").slice(-12).join("\n");
        throw new CannotInstall(`${what} could not be installed: ${said || error.message}`);
    }
}

async function pathOf(command) {
    const { stdout } = await run("/bin/sh", ["-c", `command -v ${command}`]);
    return stdout.trim();
}

function cacheDirectory() {
    return join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "llmfeeder-e2e");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    try {
        console.log(JSON.stringify(await install((line) => console.error(line))));
    } catch (error) {
        if (!(error instanceof CannotInstall)) throw error;
        console.error(error.message);
        process.exitCode = 3;
    }
}
