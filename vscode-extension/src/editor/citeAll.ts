// Cites every supported claim of a report, in the style that the report uses.

import * as vscode from "vscode";

const KIND = "source.fixAll.llmfeeder";

export async function citeAll(document: vscode.TextDocument): Promise<void> {
  const whole = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    whole,
    KIND,
    1,
  );
  const action = actions.find((found) => found.kind?.value === KIND);
  if (action?.edit === undefined) {
    void vscode.window.showInformationMessage(
      "There is no supported claim without a citation in this report.",
    );
    return;
  }
  if (!(await vscode.workspace.applyEdit(action.edit))) {
    void vscode.window.showWarningMessage("The report has changed meanwhile; check it again.");
  }
}
