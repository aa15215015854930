"""Finding the passages of the sources that a claim could rest on."""

from verifier.retrieval.corpus import Corpus, Store
from verifier.retrieval.passages import Passage, Sentence

__all__ = ["Corpus", "Passage", "Sentence", "Store"]
