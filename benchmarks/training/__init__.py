"""Training a small entailment model of our own; see README.md beside this file."""
