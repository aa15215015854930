"""What a client may say once, in `initializationOptions`, beside the settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """What the client asks of the session.

    Attributes:
        trusted: whether the user trusts the workspace; where not, neither its settings files nor
            its editor settings are read, and only what is built in holds.
        state_changes: whether to send `llmfeeder/changed` when a report's state moved on.
        exact_links: whether links in hovers name the exact range, not only the line.
        extracted: the folder for the texts of sources without lines; None for the usual one.
    """

    trusted: bool = True
    state_changes: bool = False
    exact_links: bool = False
    extracted: Path | None = None

    @classmethod
    def of(cls, value: object) -> ClientOptions:
        """Read the options in `value`; what is missing or of a wrong type is as by default."""
        if not isinstance(value, dict):
            return cls()
        folder = value.get("extracted")
        return cls(
            trusted=value.get("trusted") is not False,
            state_changes=value.get("stateChanges") is True,
            exact_links=value.get("exactLinks") is True,
            extracted=Path(folder) if isinstance(folder, str) and folder else None,
        )
