"""Fitting the offline judge on labelled sets, and compiling its tables."""
