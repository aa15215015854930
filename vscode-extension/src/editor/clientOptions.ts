// How the language client is set up: what it sends to the server, and what it does its own way.

import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  RevealOutputChannelOn,
  type LanguageClientOptions,
  type Middleware,
} from "vscode-languageclient/node";

import { withoutRepeated } from "../core/hovers";
import { linkToCommand, PASSAGE_SCHEME, schemeOf, type Target } from "../core/passages";
import { REPORT_LANGUAGES, SECTION } from "./settings";

/** The client's command that hovers call: it shows a passage, given by URI and range. */
export const SHOW_PASSAGE = "llmfeeder.showPassage";
/** The server's command that opens a passage; the extension does that itself. */
const OPEN_PASSAGE = "llmfeeder.openPassage";

export interface Surroundings {
  readonly output: vscode.LogOutputChannel;
  /** The folder for the texts extracted from sources. */
  readonly extracted: string;
  readonly showPassage: (target: Target) => Promise<void>;
  /** Told that the server ended by itself; gives whether to start it again. */
  readonly onClose: () => boolean;
}

/** The options of a client. */
export function clientOptions(around: Surroundings): LanguageClientOptions {
  return {
    documentSelector: [
      ...REPORT_LANGUAGES.flatMap((language) => [
        { scheme: "file", language },
        { scheme: "untitled", language },
      ]),
      // Sources count as they stand in the editor, saved or not.
      { scheme: "file", language: "plaintext" },
      { scheme: "file", pattern: "**/sources/**" },
    ],
    initializationOptions: {
      trusted: vscode.workspace.isTrusted,
      stateChanges: true,
      exactLinks: true,
      extracted: around.extracted,
    },
    outputChannel: around.output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({
        action: around.onClose() ? CloseAction.Restart : CloseAction.DoNotRestart,
        handled: true,
      }),
    },
    uriConverters: {
      code2Protocol: (uri) =>
        (uri.scheme === PASSAGE_SCHEME ? uri.with({ scheme: "file" }) : uri).toString(),
      protocol2Code: (value) => toEditor(vscode.Uri.parse(value), around.extracted),
    },
    middleware: middleware(around),
  };
}

/** The URI under which the editor shows the file at `uri`. */
export function toEditor(uri: vscode.Uri, extracted: string): vscode.Uri {
  return uri.scheme === "file" ? uri.with({ scheme: schemeOf(uri.fsPath, extracted) }) : uri;
}

function middleware(around: Surroundings): Middleware {
  return {
    provideHover: async (document, position, token, next) => {
      const hover = await next(document, position, token);
      const messages = vscode.languages
        .getDiagnostics(document.uri)
        .filter((problem) => problem.source === SECTION && problem.range.contains(position))
        .map(({ message }) => message);
      const adapted = hover?.contents.map((content) => adapt(content, messages));
      return hover && new vscode.Hover(adapted ?? [], hover.range);
    },
    executeCommand: async (command, args: unknown[], next): Promise<unknown> => {
      const target = command === OPEN_PASSAGE ? targetOf(args) : undefined;
      if (target !== undefined) {
        await around.showPassage(target);
        return true;
      }
      return (await next(command, args)) as unknown;
    },
  };
}

/** `content` with links that mark the passage, without what the problems shown above it say. */
function adapt<T>(content: T, messages: readonly string[]): T | vscode.MarkdownString {
  if (!(content instanceof vscode.MarkdownString)) {
    return content;
  }
  const text = withoutRepeated(content.value, messages);
  const linked = new vscode.MarkdownString(linkToCommand(text, SHOW_PASSAGE));
  linked.isTrusted = { enabledCommands: [SHOW_PASSAGE] };
  return linked;
}

/** The passage that the server's command names: a path and four numbers. */
function targetOf(args: readonly unknown[]): Target | undefined {
  const [path, ...numbers] = args;
  if (typeof path !== "string" || !numbers.every((number) => typeof number === "number")) {
    return undefined;
  }
  const [line = 0, character = 0, endLine = line, endCharacter = character] = numbers;
  const range = {
    start: { line, character },
    end: { line: endLine, character: endCharacter },
  };
  return { uri: vscode.Uri.file(path).toString(), range, conflicts: [] };
}
