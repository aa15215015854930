"""The value types that flow between the parts: documents, claims, evidence, findings.

All are frozen. Offsets count characters and half-open spans are [start, end); lines, columns, pages
and rows count from 1, as people do.
"""

from verifier.model.asking import Asked, AskState, RemoteUse
from verifier.model.claims import (
    Citation,
    CitationKind,
    Claim,
    NotCheckable,
)
from verifier.model.findings import (
    CheckResult,
    CitationCheck,
    CitationState,
    Conflict,
    ConflictKind,
    Dismissal,
    Evidence,
    EvidenceRole,
    Finding,
    Outcome,
    Verdict,
)
from verifier.model.sources import (
    Block,
    BlockKind,
    Landmark,
    Place,
    SourceDocument,
    SourceSpan,
    SourceState,
    SourceStatus,
)

__all__ = [
    "AskState",
    "Asked",
    "Block",
    "BlockKind",
    "CheckResult",
    "Citation",
    "CitationCheck",
    "CitationKind",
    "CitationState",
    "Claim",
    "Conflict",
    "ConflictKind",
    "Dismissal",
    "Evidence",
    "EvidenceRole",
    "Finding",
    "Landmark",
    "NotCheckable",
    "Outcome",
    "Place",
    "RemoteUse",
    "SourceDocument",
    "SourceSpan",
    "SourceState",
    "SourceStatus",
    "Verdict",
]
