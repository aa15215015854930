"""The engine in a process of its own, so that the editor never waits for a check."""
