// One VS Code at a time: they are heavy, and the machine may have two processors.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

export default defineConfig({
    test: {
        root: dirname(fileURLToPath(import.meta.url)),
        include: ["**/*.e2e.ts"],
        fileParallelism: false,
        testTimeout: 180_000,
        hookTimeout: 240_000,
        reporters: [["verbose", { summary: false }]],
    },
});
