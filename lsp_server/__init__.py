"""The language server: converts and schedules; every judgement comes from `verifier`."""
