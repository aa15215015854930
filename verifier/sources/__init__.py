"""Source files -> documents with the way back to every original place."""

from verifier.sources.collect import Collection, SourceFile, collect
from verifier.sources.read import document_from_text, read_document
from verifier.sources.reading import read_documents, read_results

__all__ = [
    "Collection",
    "SourceFile",
    "collect",
    "document_from_text",
    "read_document",
    "read_documents",
    "read_results",
]
