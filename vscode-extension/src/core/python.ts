// Which programs can be a Python to make the extension's environment with.

import { isAbsolute, join } from "node:path";

import { isAtLeast, MINIMUM_PYTHON, type Probe } from "./interpreter";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

export interface Machine {
  readonly windows: boolean;
  /** The variable PATH. */
  readonly path: string;
  isFile(path: string): boolean;
}

const NAMES = ["python3.14", "python3.13", "python3.12", "python3.11", "python3", "python"];

/** The interpreters to try, those that the user named first. */
export function pythons(named: readonly (string | undefined)[], machine: Machine): Program[] {
  const found: Program[] = named
    .filter((python) => python !== undefined && python !== "")
    .map((python) => ({ command: String(python), args: [] }));
  if (machine.windows) {
    found.push(...onPath("py.exe", machine).map((command) => ({ command, args: ["-3"] })));
  }
  const names = machine.windows ? ["python.exe"] : NAMES;
  found.push(
    ...names.flatMap((name) => onPath(name, machine)).map((command) => ({ command, args: [] })),
  );
  const seen = new Set<string>();
  return found.filter(({ command }) => !seen.has(command) && seen.add(command));
}

/** The first program `name` on the PATH; relative entries could lie in a workspace. */
function onPath(name: string, machine: Machine): string[] {
  const place = machine.path
    .split(machine.windows ? ";" : ":")
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find((file) => machine.isFile(file));
  return place === undefined ? [] : [place];
}

/** Why no environment can be made with the interpreter that said `probe`; undefined where one can. */
export function unfit(probe: Probe | undefined): string | undefined {
  if (probe === undefined) {
    return "does not run";
  }
  if (!isAtLeast(probe.python, MINIMUM_PYTHON)) {
    return `is Python ${probe.python}`;
  }
  return probe.venv ? undefined : "lacks the modules venv and ensurepip";
}

/** What people are told where no interpreter fits. */
export function noPython(tried: readonly string[]): string {
  const looked = tried.length === 0 ? "" : ` Found: ${tried.join("; ")}.`;
  return (
    `LLMFeeder needs Python ${MINIMUM_PYTHON} or newer, and there is none on this machine.${looked} ` +
    "Install it, or name an interpreter in the setting llmfeeder.interpreter."
  );
}
