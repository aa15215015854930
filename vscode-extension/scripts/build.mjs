// Bundles the extension into dist/extension.js. --production: small; --watch: again at each change.
import { context, build } from "esbuild";

const production = process.argv.includes("--production");
const options = {
    entryPoints: ["src/extension.ts"],
    outfile: "dist/extension.js",
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    minify: production,
    sourcemap: production ? false : "linked",
    logLevel: "info",
};

if (process.argv.includes("--watch")) {
    await (await context(options)).watch();
} else {
    await build(options);
}
