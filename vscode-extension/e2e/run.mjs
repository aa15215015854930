// Runs the end-to-end tests: installs what they need, packs and installs the extension, and hands over
// to vitest. Where that cannot be had, says loudly that nothing was tested; with CI set, that fails.
//
//   npm run e2e [-- vitest's arguments]

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { CannotInstall, install } from "./install.mjs";

const extension = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (line) => console.log(`e2e: ${line}`);

function skip(reason) {
    const bar = "!".repeat(78);
    console.error(
        `\n${bar}\nThe END-TO-END TESTS of the VS Code extension were SKIPPED.\n${reason}\n${bar}\n`,
    );
    if (process.env.CI) {
        console.error("CI is set, where they must run: this is a failure.");
    }
    process.exitCode = process.env.CI ? 1 : 0;
}

function run(command, args, options = {}) {
    execFileSync(command, args, {
        cwd: extension,
        stdio: ["ignore", "inherit", "inherit"],
        ...options,
    });
}

/** Packs the extension and installs it; gives the folder of installed extensions. */
function installExtension(entry, home) {
    say("packing the extension");
    run(process.execPath, ["scripts/build.mjs", "--production"], { stdio: "ignore" });
    run("npm", ["run", "--silent", "package"], { stdio: ["ignore", "ignore", "inherit"] });
    const extensions = join(home, "extensions");
    const flags = ["--extensions-dir", extensions, "--user-data-dir", join(home, "data")];
    const environment = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, "config") };
    run(process.execPath, [entry, ...flags, "--install-extension", "llmfeeder.vsix"], {
        env: environment,
        stdio: ["ignore", "ignore", "inherit"],
    });
    const installed = JSON.parse(readFileSync(join(extensions, "extensions.json"), "utf8"));
    const { version } = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
    if (
        !installed.some(
            (one) => one.identifier.id === "llmfeeder.llmfeeder" && one.version === version,
        )
    ) {
        throw new Error(`llmfeeder.vsix was not installed: ${JSON.stringify(installed)}`);
    }
    return extensions;
}

function test(entry, chromium, extensions) {
    const vitest = join(extension, "node_modules/vitest/vitest.mjs");
    const args = [vitest, "run", "--config", "e2e/vitest.config.mts", ...process.argv.slice(2)];
    const environment = {
        ...process.env,
        E2E_CODE_SERVER: entry,
        E2E_CHROMIUM: chromium,
        E2E_EXTENSIONS: extensions,
    };
    return (
        spawnSync(process.execPath, args, { cwd: extension, env: environment, stdio: "inherit" })
            .status ?? 1
    );
}

const python = process.env.LLMFEEDER_PYTHON ?? join(extension, "../.venv/bin/python");
const home = mkdtempSync(join(tmpdir(), "llmfeeder-e2e-install-"));
try {
    const { entry, chromium } = await install(say);
    if (existsSync(python)) {
        process.exitCode = test(entry, chromium, installExtension(entry, home));
    } else {
        skip(
            `There is no ${python} with llmfeeder in it: run \`make test\`, or name one in LLMFEEDER_PYTHON.`,
        );
    }
} catch (error) {
    if (!(error instanceof CannotInstall)) throw error;
    skip(error.message);
} finally {
    rmSync(home, { recursive: true, force: true });
}
