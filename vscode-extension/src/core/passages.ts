// Passages: how the server's places become the editor's, and which one a link means.

import { isWithin } from "./project";
import type { Passage, Range, ReportState } from "./messages";

/** The scheme of the read-only documents that show the text extracted from a source. */
export const PASSAGE_SCHEME = "llmfeeder-passage";

/** The scheme under which the file at `path` is shown. */
export function schemeOf(path: string, extractedFolder: string): "file" | typeof PASSAGE_SCHEME {
  return path !== extractedFolder && isWithin(path, extractedFolder) ? PASSAGE_SCHEME : "file";
}

/** A place to show. */
export interface Target {
  readonly uri: string;
  readonly range: Range;
  readonly conflicts: readonly Range[];
}

/** Where `passage` is shown; undefined for one of a source that is no file. */
export function targetOf(passage: Passage): Target | undefined {
  const { uri, range, conflicts } = passage;
  return uri === null || range === null ? undefined : { uri, range, conflicts };
}

/** The passage to show for a claim: the first that can be opened. */
export function bestTarget(passages: readonly Passage[]): Target | undefined {
  return passages.map(targetOf).find((target) => target !== undefined);
}

/** The place at `range` of `uri`, with the conflicts that `report` knows there. */
export function targetAt(report: ReportState | null, uri: string, range: Range): Target {
  const known = (report?.claims ?? [])
    .flatMap((claim) => claim.passages)
    .find((passage) => passage.uri === uri && isSame(passage.range, range));
  return { uri, range, conflicts: known?.conflicts ?? [] };
}

function isSame(one: Range | null, other: Range): boolean {
  return (
    one !== null &&
    one.start.line === other.start.line &&
    one.start.character === other.start.character &&
    one.end.line === other.end.line &&
    one.end.character === other.end.character
  );
}

/** The source that each extracted text comes from, by the text's URI. */
export function originals(report: ReportState): Map<string, string> {
  const found = new Map<string, string>();
  for (const { uri, original } of report.claims.flatMap((claim) => claim.passages)) {
    if (uri !== null && original !== null) {
      found.set(uri, original);
    }
  }
  return found;
}

const FILE_LINK = /(?<!\\)\]\((file:[^)\s]*)#L(\d+),(\d+)-L(\d+),(\d+)\)/g;

/** `markdown` with its links into sources turned into calls of `command` with URI and range. */
export function linkToCommand(markdown: string, command: string): string {
  return markdown.replace(FILE_LINK, (_whole, uri: string, ...numbers: string[]) => {
    const plain = uri.replaceAll("%28", "(").replaceAll("%29", ")");
    const [line, character, endLine, endCharacter] = numbers
      .slice(0, 4)
      .map((number) => Number(number) - 1);
    const range = {
      start: { line, character },
      end: { line: endLine, character: endCharacter },
    };
    const given = encodeURIComponent(JSON.stringify([plain, range]));
    return `](command:${command}?${given.replaceAll("(", "%28").replaceAll(")", "%29")})`;
  });
}
