// Which language server is started: the one the user named, else the first interpreter that has it.

import { isAtLeast, type Probe } from "./interpreter";

/** The oldest llmfeeder that answers what this extension asks. */
export const MINIMUM_SERVER = "1.0.0";

export interface Facts {
  /** The setting `llmfeeder.serverPath`, "" where it is not set. */
  readonly serverPath: string;
  /** The interpreter selected in the Python extension. */
  readonly selected: string | undefined;
  /** The setting `llmfeeder.interpreter`, "" where it is not set. */
  readonly interpreter: string;
  /** The interpreter of the extension's own environment, if that is complete. */
  readonly owned: string | undefined;
  /** Whether the workspace is trusted; what it selects is run only then. */
  readonly trusted: boolean;
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Where it comes from, for people. */
  readonly origin: string;
}

export type Choice =
  | { readonly kind: "found"; readonly server: ServerCommand }
  | { readonly kind: "missing"; readonly tried: readonly string[] };

export type AskInterpreter = (python: string) => Promise<Probe | undefined>;

interface Candidate {
  readonly python: string;
  readonly origin: string;
}

/** The interpreters to ask, in order. */
export function candidates(facts: Facts): Candidate[] {
  const found: Candidate[] = [];
  if (facts.trusted && facts.selected !== undefined) {
    found.push({ python: facts.selected, origin: "the selected Python interpreter" });
  }
  if (facts.interpreter !== "") {
    found.push({ python: facts.interpreter, origin: "the setting llmfeeder.interpreter" });
  }
  if (facts.owned !== undefined) {
    found.push({ python: facts.owned, origin: "the extension's own environment" });
  }
  return found;
}

/** The server to start; where there is none, what was tried and why it does not serve. */
export async function chooseServer(facts: Facts, ask: AskInterpreter): Promise<Choice> {
  if (facts.serverPath !== "") {
    const origin = "the setting llmfeeder.serverPath";
    return {
      kind: "found",
      server: { command: facts.serverPath, args: ["lsp"], origin },
    };
  }
  const tried: string[] = [];
  for (const { python, origin } of candidates(facts)) {
    const probe = await ask(python);
    const flaw = flawOf(probe);
    if (flaw === undefined) {
      return {
        kind: "found",
        server: { command: python, args: ["-m", "lsp_server"], origin },
      };
    }
    tried.push(`${origin} (${python}): ${flaw}`);
  }
  return { kind: "missing", tried };
}

function flawOf(probe: Probe | undefined): string | undefined {
  if (probe === undefined) {
    return "it does not run";
  }
  if (probe.llmfeeder === null) {
    return "llmfeeder is not installed in it";
  }
  return isAtLeast(probe.llmfeeder, MINIMUM_SERVER)
    ? undefined
    : `its llmfeeder ${probe.llmfeeder} is older than ${MINIMUM_SERVER}`;
}
