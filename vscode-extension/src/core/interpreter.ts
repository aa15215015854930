// What a Python interpreter says about itself: its version, and whether llmfeeder is in it.

export interface Probe {
  readonly python: string;
  /** The version of llmfeeder, null where it is not installed. */
  readonly llmfeeder: string | null;
  /** Whether it can make environments with pip in them. */
  readonly venv: boolean;
}

export const MINIMUM_PYTHON = "3.11";

/** The program that an interpreter of any version answers with a `Probe` as JSON. */
export const PROBE_PROGRAM = [
  "import json, sys",
  "from importlib.util import find_spec",
  "try:",
  "    from importlib.metadata import version",
  "    found = version('llmfeeder')",
  "except Exception:",
  "    found = None",
  "print(json.dumps({",
  "    'python': '.'.join(str(part) for part in sys.version_info[:3]),",
  "    'llmfeeder': found,",
  "    'venv': bool(find_spec('venv') and find_spec('ensurepip')),",
  "}))",
].join("\n");

/** The answer in `output`; undefined where there is none. */
export function readProbe(output: string): Probe | undefined {
  const line = output.trim().split(/\r?\n/).at(-1) ?? "";
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const { python, llmfeeder, venv } = value as Record<string, unknown>;
  if (typeof python !== "string" || (llmfeeder !== null && typeof llmfeeder !== "string")) {
    return undefined;
  }
  return { python, llmfeeder, venv: venv === true };
}

/** Whether `version` is at least `minimum`, number by number. */
export function isAtLeast(version: string, minimum: string): boolean {
  const numbers = (text: string): number[] =>
    text.split(".").map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [numbers(version), numbers(minimum)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) {
      return difference > 0;
    }
  }
  return true;
}
