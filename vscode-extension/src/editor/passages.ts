// Shows passages: opens the source beside the report, at the passage, with the passage marked.

import { join } from "node:path";

import * as vscode from "vscode";

import { originals, PASSAGE_SCHEME, schemeOf, type Target } from "../core/passages";
import type { Range, ReportState } from "../core/messages";
import { toEditor } from "./clientOptions";

export class Passages implements vscode.Disposable, vscode.TextDocumentContentProvider {
  /** The folder for the texts extracted from sources. */
  readonly extracted: string;
  private readonly passage = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.findMatchForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  private readonly conflict = vscode.window.createTextEditorDecorationType({
    border: "1px solid",
    borderColor: new vscode.ThemeColor("editorError.foreground"),
    borderRadius: "2px",
  });
  private readonly parts: vscode.Disposable;
  private readonly sources = new Map<string, string>();
  private marked: string | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.extracted = join(context.globalStorageUri.fsPath, "extracted");
    this.parts = vscode.Disposable.from(
      this.passage,
      this.conflict,
      vscode.workspace.registerTextDocumentContentProvider(PASSAGE_SCHEME, this),
      vscode.languages.registerCodeLensProvider(
        { scheme: PASSAGE_SCHEME },
        { provideCodeLenses: (document) => this.lenses(document) },
      ),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document.uri.toString() === this.marked && event.contentChanges.length > 0) {
          this.unmark();
        }
      }),
    );
  }

  dispose(): void {
    this.parts.dispose();
  }

  /** Take note of where the extracted texts of `report` come from. */
  remember(report: ReportState): void {
    for (const [text, original] of originals(report)) {
      this.sources.set(toEditor(vscode.Uri.parse(text), this.extracted).toString(), original);
    }
  }

  /** Open the source beside the report and mark the passage. */
  async show(target: Target): Promise<void> {
    const uri = toEditor(vscode.Uri.parse(target.uri), this.extracted);
    const document = await vscode.workspace.openTextDocument(uri);
    const range = toRange(target.range);
    const visible = vscode.window.visibleTextEditors.find(
      (editor) => editor.document.uri.toString() === uri.toString(),
    );
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: visible?.viewColumn ?? vscode.ViewColumn.Beside,
      preview: true,
      selection: new vscode.Range(range.start, range.start),
    });
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    this.unmark();
    editor.setDecorations(this.passage, [range]);
    editor.setDecorations(this.conflict, target.conflicts.map(toRange));
    this.marked = uri.toString();
  }

  /** Open the source that the extracted text at `uri` comes from, in the program for such files. */
  async openOriginal(uri: vscode.Uri): Promise<void> {
    const original = this.sources.get(uri.toString());
    if (original === undefined) {
      void vscode.window.showInformationMessage("Open the report first, so that it is checked.");
      return;
    }
    await openOutside(vscode.Uri.parse(original));
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const file = uri.with({ scheme: "file" });
    if (schemeOf(file.fsPath, this.extracted) !== PASSAGE_SCHEME) {
      throw new Error(`${file.fsPath} is not the text of a source`);
    }
    return Buffer.from(await vscode.workspace.fs.readFile(file)).toString("utf8");
  }

  private lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const original = this.sources.get(document.uri.toString());
    if (original === undefined) {
      return [];
    }
    const name = vscode.Uri.parse(original).path.split("/").at(-1) ?? "";
    const command = {
      title: `$(file-pdf) Open ${name}`,
      command: "llmfeeder.openOriginal",
      arguments: [document.uri],
    };
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
  }

  private unmark(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      editor.setDecorations(this.passage, []);
      editor.setDecorations(this.conflict, []);
    }
    this.marked = undefined;
  }
}

/** Open `file` in an editor that can show it, else in the system's program for it. */
export async function openOutside(file: vscode.Uri): Promise<void> {
  if (vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web) {
    await vscode.commands.executeCommand("vscode.open", file);
  } else {
    await vscode.env.openExternal(file);
  }
}

/** `range` in the editor's terms. */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
