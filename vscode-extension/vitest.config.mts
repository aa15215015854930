// The unit tests: without an editor, so its module is replaced by a small stand-in.

import { join } from "node:path";

import { defineConfig } from "vitest/config";

export default defineConfig({
    test: {
        include: ["test/**/*.test.ts"],
        alias: { vscode: join(import.meta.dirname, "test", "vscode.ts") },
    },
});
