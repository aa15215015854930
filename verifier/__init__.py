"""Check a Markdown report against source documents, claim by claim.

from verifier import check

result = check("report.md", sources=["sources/"])
for finding in result.problems():
    print(finding.verdict, finding.claim.text, finding.reason)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verifier.checker import Checker, check, check_text
    from verifier.errors import LLMFeederError
    from verifier.model import (
        CheckResult,
        Citation,
        CitationCheck,
        CitationState,
        Claim,
        Conflict,
        ConflictKind,
        Dismissal,
        Evidence,
        EvidenceRole,
        Finding,
        NotCheckable,
        Outcome,
        Place,
        SourceDocument,
        SourceSpan,
        SourceState,
        SourceStatus,
        Verdict,
    )
    from verifier.settings import Settings

__version__ = "1.0.0"

__all__ = [
    "CheckResult",
    "Checker",
    "Citation",
    "CitationCheck",
    "CitationState",
    "Claim",
    "Conflict",
    "ConflictKind",
    "Dismissal",
    "Evidence",
    "EvidenceRole",
    "Finding",
    "LLMFeederError",
    "NotCheckable",
    "Outcome",
    "Place",
    "Settings",
    "SourceDocument",
    "SourceSpan",
    "SourceState",
    "SourceStatus",
    "Verdict",
    "check",
    "check_text",
]

_HOMES = {
    "Checker": "checker",
    "check": "checker",
    "check_text": "checker",
    "LLMFeederError": "errors",
    "Settings": "settings",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `llmfeeder --version` is quick."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"verifier.{_HOMES.get(name, 'model')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
