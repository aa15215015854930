"""What the editor is shown: one module a method, each a pure function of a `View`."""
