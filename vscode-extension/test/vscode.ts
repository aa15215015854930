// As much of the editor as the tests of what touches it need.

interface Extension {
  readonly isActive: boolean;
  readonly exports: unknown;
  activate(): Promise<unknown>;
}

export const installed = new Map<string, Extension>();

export const extensions = {
  getExtension: (id: string): Extension | undefined => installed.get(id),
};

export const workspace = {
  isTrusted: true,
  workspaceFolders: [{ uri: { fsPath: "/home/ada" } }],
};

export class Disposable {
  constructor(private readonly call: () => unknown) {}

  dispose(): void {
    this.call();
  }
}
