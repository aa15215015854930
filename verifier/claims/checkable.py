"""Why a sentence is no claim: it asks, commands, greets, judges by taste, or states nothing.

A compact heuristic over closed word classes and endings, without a tagger. In doubt a sentence is
a claim: a check too many is seen and can be dismissed, a check too few is not seen.
"""

from __future__ import annotations

import re

from verifier.claims import words
from verifier.claims.remarks import ABOUT_TEXT, remark
from verifier.language.lexicon import parts_of_speech
from verifier.patterns import pattern

QUESTION = "a question"
COMMAND = "a command to the reader"
FRAGMENT = "a fragment without a statement"
SOURCE_REFERENCE = "a source reference"

_WORD = pattern(r"[^\W_]+(?:['’.&/-][^\W_]+)*|&")
_LABEL = pattern(
    r"(?:note|tip|hint|warning|caution|important|attention|step \d+)\s*[:.!–—-]\s+", re.I
)
_ASKS = pattern(r"[?？؟;]+[\"'”’»)\]*_!?？]*$")
_OPENS_QUOTE = pattern(r"[\"'“‘«„(\[]")
_FINAL = pattern(r"[.!…。！．｡।]+[\"'”’»)\]]*$")
_CJK = pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_THAI = pattern(r"[\u0e00-\u0e7f]")
_CAPTION = pattern(
    r"(?:figure|fig\.?|table|tab\.?|chapter|section|part|appendix|annex|exhibit|box|slide|"
    r"example|listing|chart|diagram|equation|step|phase|question|day|week|volume|vol\.?|item|"
    r"lesson|module)\s+"
    r"(?:\d+(?:\.\d+)*[a-z]?|[IVXLC]+|[A-Z])\b\s*[:.–—-]*\s*",
    re.IGNORECASE,
)
_LABELLED = pattern(r"([^:：]{1,60})[:：]\s+(\S.*)$", re.DOTALL)
_META_LABEL = pattern(
    r"(?:authors?|written by|prepared (?:by|for|on)|date|dated|last (?:updated|modified|reviewed|"
    r"edited)|updated|title|subtitle|tags?|keywords|to|cc|bcc|subject|re|word count|reading time|"
    r"reviewed by|approved by|edited by|generated (?:by|on|with)|document id)$",
    re.IGNORECASE,
)
_REFERENCE = pattern(
    r"(?:(?:primary |main |data |original )?sources?|references?|adapted from|taken from|via|"
    r"quoted from|retrieved from|available (?:at|from)|link|url|doi|see also|further reading|"
    r"read more|more info)"
    r"\s*[:：]\s*\S",
    re.IGNORECASE,
)
_ONLY_URL = pattern(r"[\s<(\[]*(?:https?://|www\.)\S+[\s>)\].]*$")
_LEAD_IN = pattern(
    r"(?:\b(?:is|are|was|were|include|includes|included|following|follows|below|e\.g|namely|like|"
    r"either|such as|as)|\bfollowing\b[^:]*|^[^:]*\b(?:here|below|example|when)\b[^:]*)\s*[:：]$",
    re.IGNORECASE,
)
_QUANTITY = pattern(
    r"%|‰|\bpercent|\bper cent|[$€£¥₹]\s?\d|\d\s?[€£¥]|\d[.,]\d|\b(?:hundred|thousand|million|"
    r"billion|trillion|dozen)s?\b|°"
)
_COUNTED = pattern(
    r"(?<![\w.-])(?<!top )(?<!first )(?<!last )(?<!next )(?!(?:1[5-9]|20|21)\d\d\b)\d+\s+"
    r"(?!(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))[a-z]{2,}",
    re.IGNORECASE,
)
_BEFORE_NO_VERB = (words.DETERMINERS | words.PREPOSITIONS | words.FINITE) - words.PLURAL
_COMMANDS = words.COMMANDS | words.AMBIGUOUS_COMMANDS
_CONDITIONS = ("to", "if", "when", "once", "after", "before", "for")
_LONG = 7  # words; so long a heading without a full stop is rare
_BEFORE_NOUNS = words.PREPOSITIONS - {"than", "as"}


def why_not_checkable(sentence: str, listed: bool = False) -> str | None:
    """Why `sentence` makes no statement that sources could support; None for a claim.

    Args:
        sentence: the judged text.
        listed: whether it stands in a list item.
    """
    text = sentence.strip()
    body = text[match.end() :] if (match := _LABEL.match(text)) else text
    if _is_question(body):
        return QUESTION
    if _ONLY_URL.match(body) or _REFERENCE.match(body):
        return SOURCE_REFERENCE
    labelled = _LABELLED.match(body)
    if labelled and _META_LABEL.match(labelled[1].strip()) and not _FINAL.search(labelled[2]):
        return ABOUT_TEXT
    found = remark(body)
    if found:
        return found
    tokens = [token.replace("’", "'") for token in _WORD.findall(body)]
    lower = [token.lower() for token in tokens]
    if _is_command(body, lower):
        return COMMAND
    if not _is_fragment(body, tokens, lower, listed):
        return None
    return COMMAND if len(lower) > 1 and lower[0] in _COMMANDS and _FINAL.search(body) else FRAGMENT


def _is_question(text: str) -> bool:
    asked = _ASKS.search(text)
    if asked is None or asked[0].startswith(";"):
        return False
    if asked[0][-1] in "?？؟" or len(asked[0].rstrip("*_!")) == 1:
        return True
    # Closed by a quote or bracket: a question only if that was opened at the start.
    return _OPENS_QUOTE.match(text) is not None and not re.search(r"[.!]\s", text[: asked.start()])


def _is_command(text: str, lower: list[str]) -> bool:
    lower = _without_adverbs(lower)
    if not lower:
        return False
    first, rest = lower[0], lower[1:]
    if first in _CONDITIONS and "," in text:  # "To reset it, press Escape."
        main = _without_adverbs([word.lower() for word in _WORD.findall(text.split(",", 1)[1])])
        return bool(main) and main[0] in _COMMANDS and not _has_main_verb(main[1:])
    if first in ("don't", "let's", "ensure", "beware"):
        return True
    if first == "do":
        return rest[:1] == ["not"] and not text.startswith("Do Not ")
    if first not in _COMMANDS or _has_main_verb(rest):
        return False
    if first in ("note", "remember", "recall", "consider") and rest[:1] == ["that"]:
        return False
    if first in words.AMBIGUOUS_COMMANDS:
        return _takes_object(text, first, rest)
    return bool(rest) or text.endswith((".", "!"))


def _without_adverbs(lower: list[str]) -> list[str]:
    skipped = next((i for i, word in enumerate(lower) if word not in words.ADVERBS), len(lower))
    return lower[skipped:]


def _has_main_verb(rest: list[str]) -> bool:
    """Whether a finite verb comes before anything that opens a clause of its own."""
    for index, word in enumerate(rest):
        if word in words.SUBORDINATORS or word in ("you", "we", "they", "it", "i"):
            return False
        if word in words.FINITE and word not in ("do", "have", "can", "may", "will", "must"):
            return True
        if word in ("will", "can", "must", "have", "may") and index:
            return True
        if word in words.IRREGULAR_PAST and word not in (
            "set",
            "left",
            "read",
            "cut",
            "put",
            "let",
        ):
            return True
        if _is_past(word) and not (index and rest[index - 1] in words.DETERMINERS):
            return True
    return False


def _takes_object(text: str, first: str, rest: list[str]) -> bool:
    if not rest:
        return False
    determined = rest[0] in words.DETERMINERS or rest[0] in ("it", "them", "us", "me", "yourself")
    followed = rest[0] in ("to", "on", "out", "up", "for", "at", "into", "off", "in", "through")
    particle = first in (
        "log",
        "sign",
        "look",
        "turn",
        "move",
        "wait",
        "watch",
        "start",
        "switch",
        "focus",
    )
    return determined or (followed and particle) or (len(rest) <= 2 and text.endswith("."))


def _is_past(word: str) -> bool:
    return len(word) > 3 and word.endswith("ed") and word not in words.NOT_PAST


def _is_fragment(text: str, tokens: list[str], lower: list[str], listed: bool) -> bool:
    final = _FINAL.search(text) is not None
    if not text.isascii() and (_THAI.search(text) or _CJK.search(text)):
        return not final and len(text) <= 4
    if not any(map(str.isalpha, text)):
        return True
    if _LEAD_IN.search(text) or (
        text.endswith((":", "：")) and not _is_statement(lower, True, False)
    ):
        return True
    caption = _CAPTION.match(text)
    if caption and not any(word in words.FINITE for word in lower):
        return not _is_statement(lower[len(_WORD.findall(caption[0])) :], False, final)
    if _LABELLED.match(text) and not caption:
        return False
    if len(tokens) <= 1:
        return True
    if (
        _is_statement(lower, listed or final, final)
        or _QUANTITY.search(text)
        or _COUNTED.search(text)
    ):
        return False
    return not _is_foreign(text, lower, final)


def _is_statement(lower: list[str], verb_first: bool, final: bool) -> bool:
    """Whether some word can be a finite verb.

    Args:
        verb_first: whether the first word may be one, as in "Supports three formats".
        final: whether the sentence ends with a full stop, as headings seldom do.
    """
    final = final or len(lower) >= _LONG
    if len(lower) > 1 and lower[0] in words.SUBJECTS:
        return True
    for index, word in enumerate(lower):
        following = lower[index + 1] if index + 1 < len(lower) else ""
        previous = lower[index - 1] if index else ""
        if word in words.FINITE or (word in words.PERSONS and following):
            return True
        if word in words.IRREGULAR_PAST or _is_past(word):
            if _is_finite_past(previous, following, index, final):
                return True
        elif (index or verb_first) and _is_finite_present(word, previous, following, final):
            return True
    return False


def _is_finite_past(previous: str, following: str, index: int, final: bool) -> bool:
    if index == 0:
        return following in words.PREPOSITIONS or following in words.DETERMINERS
    if not (following or final) and index == 1 and _is_plural(previous):
        return False  # "Lessons learned"
    if index == 1 and previous in words.PRONOUNS:
        return final  # "Some left."
    return previous not in words.DETERMINERS and previous not in _BEFORE_NOUNS


def _is_finite_present(word: str, previous: str, following: str, final: bool) -> bool:
    ends_in_s = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    if ends_in_s and previous and following in words.DETERMINERS:
        return True
    if previous in _BEFORE_NO_VERB and not (ends_in_s and previous in ("this", "that")):
        return False
    parts = parts_of_speech(word)
    if "v" not in parts:
        return False
    if word.endswith("ing"):
        return final and bool(previous and following) and following != "of"
    if ends_in_s:
        return _is_third_person(parts, previous, following, final)
    return _is_base_form(parts, previous, following, final)


def _is_third_person(parts: str, previous: str, following: str, final: bool) -> bool:
    """Whether a word in -s, a verb or perhaps a plural, is a verb here."""
    if not following:
        return final and parts_of_speech(previous)[:1] not in ("a", "")
    if "n" not in parts and (previous or following not in words.PREPOSITIONS):
        return True
    if not (previous or final or following in words.DETERMINERS or parts[0] == "v"):
        return False
    return final or following not in words.PREPOSITIONS


def _is_base_form(parts: str, previous: str, following: str, final: bool) -> bool:
    """Whether a word that can be a verb's base form is one, behind a plural subject."""
    if not previous or "a" in parts:
        return False
    if "n" not in parts:
        return final or _is_plural(previous)
    if final and (following == "to" or following in words.DETERMINERS):
        return True
    taken = following in words.DETERMINERS or following.isdecimal() or (final and bool(following))
    return _is_plural(previous) and taken


def _is_plural(word: str) -> bool:
    return (word.endswith("s") and not word.endswith(("ss", "us", "is"))) or word in words.PLURAL


def _is_foreign(text: str, lower: list[str], final: bool) -> bool:
    """Whether it may be a sentence in a language whose verbs are not known here."""
    english = sum(word in words.ENGLISH for word in lower)
    foreign = sum(word in words.FOREIGN for word in lower)
    letters = not text.isascii() and any(char.isalpha() and char > "\x7f" for char in text)
    if not (foreign > english or (letters and foreign >= english)):
        return False
    return final or len(lower) >= 4
