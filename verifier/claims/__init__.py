"""Markdown reports -> claims with exact offsets."""

from verifier.claims.extract import Extraction, extract_claims

__all__ = ["Extraction", "extract_claims"]
