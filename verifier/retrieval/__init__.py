"""Finding the passages of the sources that a claim could rest on."""

from verifier.retrieval.corpus import Corpus, Run
from verifier.retrieval.cutting import Store
from verifier.retrieval.passages import Passage, Sentence

__all__ = ["Corpus", "Passage", "Run", "Sentence", "Store"]
