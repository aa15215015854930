// Puts into bundled/ what the .vsix carries besides the extension's own code: the wheel of
// llmfeeder, the sample projects and the licence.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
    cpSync,
    copyFileSync,
    existsSync,
    mkdirSync,
    readFileSync,
    readdirSync,
    rmSync,
    writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const extension = dirname(dirname(fileURLToPath(import.meta.url)));
const repository = dirname(extension);
const bundled = join(extension, "bundled");

function withHatchling() {
    const candidates = [
        process.env.LLMFEEDER_PYTHON,
        join(repository, ".venv", "bin", "python"),
        join(repository, ".venv", "Scripts", "python.exe"),
        "python3",
        "python",
    ];
    for (const python of candidates.filter(Boolean)) {
        try {
            execFileSync(python, ["-c", "import hatchling"], { stdio: "ignore" });
            return python;
        } catch {
            continue;
        }
    }
    throw new Error(
        "The wheel cannot be built: no Python with hatchling. Run `make test` in the repository, " +
            "or name one in LLMFEEDER_PYTHON.",
    );
}

rmSync(bundled, { recursive: true, force: true });
mkdirSync(bundled, { recursive: true });
execFileSync(withHatchling(), ["-m", "hatchling", "build", "-t", "wheel", "-d", bundled], {
    cwd: repository,
    stdio: "inherit",
});
const wheels = readdirSync(bundled).filter((name) => name.endsWith(".whl"));
if (wheels.length !== 1) {
    throw new Error(`Expected one wheel in bundled/, found ${wheels.length}.`);
}
const [file] = wheels;
const manifest = {
    file,
    version: file.split("-")[1],
    digest: createHash("sha256")
        .update(readFileSync(join(bundled, file)))
        .digest("hex"),
};
writeFileSync(join(bundled, "wheel.json"), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync(join(repository, "samples"), join(bundled, "samples"), {
    recursive: true,
    filter: (path) => !/__pycache__|expected\.toml$|make_pdf\.py$/.test(path),
});
copyFileSync(join(repository, "LICENSE"), join(extension, "LICENSE"));
if (!existsSync(join(extension, "dist", "extension.js"))) {
    throw new Error("dist/extension.js is missing; run `npm run build` first.");
}
