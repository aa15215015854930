// How chosen folders are written into the setting `llmfeeder.sources`.

import { relative, sep } from "node:path";

import { isWithin } from "./project";

/** `chosen` as the setting holds them: relative to `root` with "/" where they lie in it. */
export function sourcesSetting(chosen: readonly string[], root: string): string[] {
  return chosen.map((path) =>
    isWithin(path, root) ? relative(root, path).split(sep).join("/") || "." : path,
  );
}

/** Whether the settings file with that text names the sources itself, and so goes first. */
export function namesSources(text: string, file: string): boolean {
  let here = !file.endsWith("pyproject.toml");
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[+\s*([^\]]*?)\s*\]/.exec(line);
    if (header !== null) {
      here = header[1] === "tool.llmfeeder" && file.endsWith("pyproject.toml");
    } else if (here && /^\s*["']?sources["']?\s*=/.test(line)) {
      return true;
    }
  }
  return false;
}
