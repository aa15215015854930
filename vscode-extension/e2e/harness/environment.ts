// What run.mjs tells the tests: where things are.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The value of an environment variable that run.mjs sets. */
export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set; run the end-to-end tests with: npm run e2e`);
  }
  return value;
}

export const EXTENSION = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const REPOSITORY = dirname(EXTENSION);
export const SAMPLES = join(REPOSITORY, "samples");

/** The interpreter of the checkout; llmfeeder is installed in it. */
export const PYTHON = process.env.LLMFEEDER_PYTHON ?? join(REPOSITORY, ".venv", "bin", "python");

/** Where failures leave their screenshots and logs. */
export const OUTPUT = join(EXTENSION, "e2e", "output");
