// The report in front: the Markdown file that the status item and the views speak of.

import * as vscode from "vscode";

import type { ReportState } from "../core/messages";
import { isWithin } from "../core/project";
import type { Server } from "./server";
import { canBeReport } from "./settings";

const SERVER_QUIET = 50;
const TYPING_QUIET = 300;

export class ActiveReport implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly parts: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;
  private asked = 0;
  private front: vscode.TextDocument | undefined;
  private known: ReportState | null = null;

  /** Fired when another report is in front, or more is known of it. */
  readonly onChange = this.changed.event;

  constructor(private readonly server: Server) {
    this.parts = vscode.Disposable.from(
      this.changed,
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.look(editor);
      }),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === this.front) {
          this.later(TYPING_QUIET);
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document === this.front) {
          this.use(undefined, null);
        }
      }),
      server.onReports(() => {
        this.later(SERVER_QUIET);
      }),
      server.onState(() => {
        this.later(0);
      }),
    );
    this.look(vscode.window.activeTextEditor);
  }

  /** The document in front, if it can be a report. */
  get document(): vscode.TextDocument | undefined {
    return this.front;
  }

  /** What the server knows of it. */
  get state(): ReportState | null {
    return this.known;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.parts.dispose();
  }

  private look(editor: vscode.TextEditor | undefined): void {
    const document = editor?.document;
    if (document === undefined || !canBeReport(document) || document === this.front) {
      return;
    }
    // A source that is Markdown does not take the place of the report that it is shown for.
    const folders = this.known?.folders ?? [];
    if (folders.some((folder) => isWithin(document.uri.fsPath, folder))) {
      return;
    }
    this.use(document, null);
    this.later(0);
  }

  private later(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), milliseconds);
  }

  private async refresh(): Promise<void> {
    const document = this.front;
    if (document === undefined) {
      return;
    }
    const asked = ++this.asked;
    const state = await this.server.report(document.uri);
    if (asked === this.asked && document === this.front) {
      this.use(document, state);
    }
  }

  private use(document: vscode.TextDocument | undefined, state: ReportState | null): void {
    this.front = document;
    this.known = state;
    this.changed.fire();
  }
}
