// The rows of a view: built anew only where they show something else, and the one that was chosen.
//
// Rows carry commands without arguments: those with some are forgotten whenever a view is built anew, and
// a click just then would do nothing. A command asks here which row it is for.

import { isDeepStrictEqual } from "node:util";

import * as vscode from "vscode";

export class Rows<Node> implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private outermost: readonly Node[] = [];
  private view: vscode.TreeView<Node> | undefined;
  private selection: vscode.Disposable | undefined;
  private last: Node | undefined;

  /** Fired when the view has to be built anew. */
  readonly onDidChange = this.changed.event;

  dispose(): void {
    this.selection?.dispose();
    this.changed.dispose();
  }

  /** Take note of what is chosen in `view`. */
  follow(view: vscode.TreeView<Node>): void {
    this.view = view;
    this.selection = view.onDidChangeSelection(({ selection }) => {
      this.last = selection[0];
    });
  }

  /** The outermost rows. */
  get roots(): Node[] {
    return [...this.outermost];
  }

  /** The chosen row; while the view is built anew, when the editor knows none, the one before. */
  get selected(): Node | undefined {
    return this.view?.selection[0] ?? this.last;
  }

  show(roots: readonly Node[]): void {
    if (!isDeepStrictEqual(roots, this.outermost)) {
      this.outermost = roots;
      this.changed.fire(undefined);
    }
  }
}
