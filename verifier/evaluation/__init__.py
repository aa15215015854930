"""How good the verdicts are: labelled sets, figures, and the command that prints them."""
