// The environment of the extension's own: where it is, whether it is current, why making it failed.

import { join } from "node:path";

/** The wheel of llmfeeder that comes with the extension. */
export interface Wheel {
  readonly file: string;
  readonly version: string;
  readonly digest: string;
}

/** The wheel that `text`, the manifest written at packaging, names; undefined if it names none. */
export function readManifest(text: string): Wheel | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const { file, version, digest } = value as Record<string, unknown>;
  return typeof file === "string" && typeof version === "string" && typeof digest === "string"
    ? { file, version, digest }
    : undefined;
}

/** The folder of the environment for `wheel`: each version has its own, so that none is half old. */
export function environmentFolder(storage: string, wheel: Wheel): string {
  return join(storage, "environments", `${wheel.version}-${wheel.digest.slice(0, 12)}`);
}

/** The file that says that an environment is complete. */
export function completeMark(folder: string): string {
  return join(folder, ".complete");
}

/** The interpreter of the environment in `folder`. */
export function interpreterIn(folder: string, windows: boolean): string {
  return windows ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
}

/** How the wheel is installed. */
export function installArguments(wheelPath: string): string[] {
  return ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", wheelPath];
}

const NETWORK =
  /getaddrinfo|name resolution|Name or service not known|Connection(?:Error| refused| reset)|timed out|ProxyError|SSLError|No matching distribution/i;

/** Why pip failed, for people, from what it printed. */
export function pipFailure(output: string): string {
  const lines = output.split(/\r?\n/).map((line) => line.trim());
  const error = lines.findLast((line) => /^error\b/i.test(line)) ?? lines.findLast(Boolean) ?? "";
  if (NETWORK.test(output)) {
    return `The packages that LLMFeeder needs could not be downloaded: is this machine online? (${error})`;
  }
  if (/No space left/i.test(output)) {
    return "There is no space left on the disk.";
  }
  return `pip could not install LLMFeeder: ${error || "it said nothing"}`;
}
