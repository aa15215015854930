// How far the language server has come.

export type ServerState =
  | { readonly kind: "idle" }
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly version: string }
  | { readonly kind: "missing" }
  | { readonly kind: "installing" }
  | { readonly kind: "failed"; readonly reason: string };
