"""Check a Markdown report against source documents, claim by claim.

from verifier import check

result = check("report.md", sources=["sources/"])
for finding in result.problems():
    print(finding.verdict, finding.claim.text, finding.reason)
"""

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
