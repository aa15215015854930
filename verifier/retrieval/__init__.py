"""Finding the passages of the sources that a claim could rest on."""

from verifier.retrieval.corpus import Corpus, Passage, Sentence

__all__ = ["Corpus", "Passage", "Sentence"]
