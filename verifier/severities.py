"""How each kind of remark on a report is shown, wherever it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Severity = Literal["error", "warning", "information", "hint", "off"]

SEVERITIES: Mapping[str, Severity] = {
    "contradicted": "error",
    "unsupported": "warning",
    "partial": "information",
    "citation": "warning",
    "dismissal": "information",
}
"""The kinds of remark, each with what holds unless the settings say otherwise."""
