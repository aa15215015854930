"""Results as people and programs read them: one module a format."""
