"""Passages that address a model instead of telling something: noticed, reported, never followed."""

from __future__ import annotations

import re
from typing import Final

_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:ignore|disregard|forget|override|bypass)\b[^.!?;\n]{0,40}"
        r"\b(?:previous|prior|above|earlier|preceding|foregoing|all|any|your|system|these)\b"
        r"[^.!?;\n]{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|messages?)\b",
        r"\b(?:new|updated|revised|hidden|secret|system)\s+(?:instructions?|prompt)\s*:",
        r"\b(?:as|since|because|if\s+you\s+are)\s+(?:you\s+are\s+)?an?\s+"
        r"(?:ai|llm|(?:large\s+)?language\s+model)\b[^.!?;\n]{0,40}\byou\b",
        r"\byou\s+(?:are|must\s+act\s+as)\s+(?:now\s+)?(?:an?\s+)?"
        r"(?:ai|llm|language\s+model|fact[- ]?checker|assistant|verifier|grader|judge)\b",
        r"\b(?:note|attention|message|instructions?|memo)\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+)?"
        r"(?:ai|llms?|language\s+models?|(?:ai\s+)?assistants?|fact[- ]?checkers?|graders?)\b",
        r"\b(?:answer|respond|reply|return|output|mark|label|rate|classify|treat)\b"
        r"[^.!?;\n]{0,60}\b(?:claims?|statements?|everything|verdicts?)\b[^.!?;\n]{0,40}"
        r"\b(?:supported|unsupported|contradicted)\b",
        r"\b(?:answer|respond|reply|output|return)\s+(?:only\s+)?(?:with\s+)?[\"'“‘`]?"
        r"(?:supported|unsupported|contradicted)\b",
        r"<\|?/?(?:im_start|im_end|system|assistant|endoftext|start_header_id|eot_id)\|?>",
        r"\[/?(?:INST|SYS)\]|<<SYS>>",
        r"[\U000e0020-\U000e007e]{4,}",
    )
)


def addresses_a_model(text: str) -> bool:
    """Whether `text` holds words that try to give a model instructions."""
    return any(pattern.search(text) for pattern in _PATTERNS)
