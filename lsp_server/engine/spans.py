"""The name under which a span's place travels from the engine to the server."""

from __future__ import annotations

from verifier.model import SourceSpan


def span_key(span: SourceSpan) -> str:
    """A name for `span`, one a place in the sources."""
    return f"{span.start}:{span.end}:{span.source_id}"
