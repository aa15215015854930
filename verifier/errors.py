"""The errors that people see: what is wrong, where, and what to do."""

from __future__ import annotations


class LLMFeederError(Exception):
    """Something the user can mend; its text says what, where and how."""


class ReportError(LLMFeederError):
    """A report that cannot be read."""


class SourcesError(LLMFeederError):
    """Sources that were named and are not there."""


class SettingsError(LLMFeederError):
    """Settings that cannot be used."""


class Cancelled(Exception):
    """The caller asked to stop; nothing was wrong."""
