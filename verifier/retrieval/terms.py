"""The terms by which sentences are found: words, lower-cased and stemmed."""

from __future__ import annotations

from functools import lru_cache

import tantivy

from verifier.patterns import pattern

# Chinese and Japanese write no blanks between words: there, each character is a term.
_FIRST_UNSPACED = "\u3040"
_UNSPACED = pattern(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")

# Words that say nothing about the subject; left out of a query that has others.
_FUNCTION_WORDS = """
    a an and are as at be been but by can did do does for from had has have he her his if in into is
    it its may not of on or our she so such than that the their them then there these they this
    those to was we were what when which who will with would you your
"""


@lru_cache(maxsize=1)
def analyzer() -> tantivy.TextAnalyzer:
    """What cuts a text into terms; the index and the queries use the same one."""
    words = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    lowered = words.filter(tantivy.Filter.lowercase())
    return lowered.filter(tantivy.Filter.stemmer("english")).build()


def spaced(text: str) -> str:
    """`text` with blanks around each character that is a term of its own."""
    if text.isascii() or max(text) < _FIRST_UNSPACED:
        return text
    return _UNSPACED.sub(r" \g<0> ", text)


def terms_of(text: str) -> list[str]:
    """The terms of `text`, in order."""
    return analyzer().analyze(spaced(text))


def query_terms(text: str) -> list[str]:
    """The different terms of `text` worth searching for, in order."""
    terms = list(dict.fromkeys(terms_of(text)))
    return [term for term in terms if term not in _function_terms()] or terms


@lru_cache(maxsize=1)
def _function_terms() -> frozenset[str]:
    return frozenset(terms_of(_FUNCTION_WORDS))
