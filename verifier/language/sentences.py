"""Where the sentences of a text start and end: one splitter for reports and sources.

The library finds the ends; what follows here corrects, near each end it found, what it is known to
get wrong: abbreviations before a number or a name, closing quotes and brackets, enumerators, CRLF.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import sentencex

from verifier.patterns import pattern

_REACH = 32  # how many characters around a possible end are looked at

# No sentence ends with these, whatever comes next.
_NEVER_LAST = frozenset(
    "approx ca cf dr e.g eg i.e ie incl excl mr mrs ms mt prof resp viz vs z.b d.h bzw vgl".split()
)
# No sentence ends with these before a number, a Roman numeral or a single letter.
_BEFORE_NUMBER = frozenset(
    "app appx art arts ch chap chaps col cols eq eqn eqs est ex exh fig figs fn max min avg "
    "no nos nr p para paras pg pp pt pts ref refs sec sect secs ser tab tabs tbl ver vers vol "
    "vols abb abs bd s jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
# A sentence ends with these only where the next word is one that typically starts a sentence.
_BEFORE_NAME = frozenset(
    "al a.m p.m am pm u.s u.k u.n e.u u.s.a d.c inc ltd corp co llc bros gen col lt sgt capt "
    "maj cmdr sen rep gov pres rev hon st ste jr sr dept univ assn jan feb mar apr jun jul "
    "aug sep sept oct nov dec mon tue tues wed thu thurs fri sat sun".split()
)
# Before a small letter or a digit these do not end a sentence either.
_UNITS = frozenset("bn mn mln tn sq cu ft in lb lbs oz hr hrs yr yrs mo km min sec est etc".split())

_ABBREVIATIONS = _NEVER_LAST | _BEFORE_NUMBER | _BEFORE_NAME | _UNITS

_STARTERS = frozenset(
    "a after all also although an and another as at because before both but by despite during "
    "each earlier finally first for from he her his how however i if in it its last later "
    "many meanwhile most my nevertheless next no none nor not now of on once one only other "
    "others our overall please second several she since so some still such that the their "
    "then there therefore these they third this those though thus to today together two under "
    "until we what when where whether which while who why with yet you your".split()
)
_AFTER_TIME = pattern(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:jan|febr)uary\b|march\b|april\b|may\b|june\b|"
    r"july\b|august\b|(?:septem|octo|novem|decem)ber\b|(?-i:[A-Z]{2,4}\b)|(?:eastern|central|"
    r"pacific|mountain|local|greenwich)\b",
    re.IGNORECASE,
)
_GERMAN_ORDINAL_NOUN = pattern(
    r"(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|"
    r"Quartal|Halbjahr|Jahrhundert|Jahrestag|Platz|Auflage)\w{0,3}\b"
)

_WORD = pattern(r"[^\W_]")
_OPENING = "([{\"'“‘„«/–—-"
_FIRST_WORD = pattern(r"[\"'“‘„«(\[]*([^\W_]+)")
_NUMBERISH = pattern(r"[(\[#]?(?:[A-Z]?\d|[IVXLC]+\b|[A-Z]\b)")
_SMALL = pattern(r"\d|[a-zà-ÿ](?![A-Z])")
_ENUMERATOR = pattern(r"[(\[]?(?:\d{1,3}|[a-zA-Z])[.)]$")
_CLOSING = frozenset(")]}”’»\"'")
_CLOSERS = pattern(r"(?:[)\]}”’»]+|[\"'])(?:\s+|$)")
_JAPANESE_PARTICLE = pattern(r"と|って|など|という")

# Ends that the library misses: behind a closing bracket or quote, behind CJK brackets, and behind
# words and units that look like abbreviations.
_UNIT_ENDS = "".join(
    rf"|(?<=\d{gap}{unit}\.)"
    for gap in ("", r"\s")
    for unit in ("[a-zA-Z]", "[kcm]m", "kg", "°[CF]")
)
# First a plain set of characters, by which the search is fast.
_MISSED = pattern(
    r"[.!?…。！？](?:(?<=[.!?…])(?:[\"'”’»]*[)\]][\"'”’»]*\s+(?=[\"'“‘«(\[]*[A-ZÀ-ÖØ-Þ])"
    r"|[\"”»]\s+(?=[\"“«(\[]*[A-ZÀ-ÖØ-Þ])"
    rf"|(?P<short>(?<=\bMay\.)|(?<=\bart\.)|(?<=\bno\.)|(?<=/[a-z]\.){_UNIT_ENDS})"
    r"\s+(?=[\"“‘(\[]*[A-ZÀ-ÖØ-Þ]))"
    r"|(?<=[。！？])[」』）】”]+(?=[^\s、。！？」』）】”]))"
)
# Ends that need no second look: a full word before, a capitalised one behind.
_CERTAIN = pattern(r"[.!?](?<=[a-z]{6}[.!?])(?<!approx\.) +(?=[A-Z][a-z])")
_APOSTROPHE = pattern(r"(?<=\w)'|'(?=\d)")
# Line ends of several bytes, inside which the library may cut and then fail.
_WIDE_LINE_ENDS = dict.fromkeys(map(ord, "\x85\u2028\u2029"), " ")
_INCHES = pattern(r"\d\"")
_PARAGRAPHS = pattern(r"(\n\s*\n)")
_BLANK_LINE = pattern(r"\n[ \t\f\v]*(?:\n[ \t\f\v]*)+")


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Spans [start, end) of the sentences of `text`, without the white space around them.

    A blank line always ends a sentence, a single line break never does by itself.
    """
    plain = _plain(text)
    spans = []
    start = 0
    for end in _ends(plain):
        piece = plain[start:end]
        stripped = piece.strip()
        if stripped:
            first = start + len(piece) - len(piece.lstrip())
            spans.append((first, first + len(stripped)))
        start = end
    return spans


def _plain(text: str) -> str:
    """`text`, of the same length, without what the library trips over.

    It cuts between CR and LF, and takes "<", the apostrophe of "'90s" or "dogs'" and the inches of
    5" for the start of something that closes much later.
    """
    if not text.isascii():
        text = text.translate(_WIDE_LINE_ENDS)
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    if "<" in text:
        text = text.replace("<", "=")
    if "'" in text:
        text = _APOSTROPHE.sub("’", text)
    if '"' in text and _INCHES.search(text):
        text = "".join(map(_without_inches, _PARAGRAPHS.split(text)))
    return text


def _without_inches(paragraph: str) -> str:
    parts = paragraph.split('"')
    joined, quoted = parts[0], False
    for part in parts[1:]:
        if not quoted and joined[-1:].isdigit():
            joined += "″" + part
        else:
            joined += '"' + part
            quoted = not quoted
    return joined


def _ends(text: str) -> Iterator[int]:
    """Offsets at which one sentence's stretch ends and the next one's starts; the last one too."""
    candidates = _candidates(text)
    certain = candidates.intersection(match.end() for match in _CERTAIN.finditer(text))
    for match in _BLANK_LINE.finditer(text):
        candidates.discard(match.start())
        certain.add(match.end())
    candidates |= certain
    candidates.update(
        match.end()
        for match in _MISSED.finditer(text)
        if match["short"] is not None
        or _last_word(text[max(0, match.start() - _REACH) : match.start()]) not in _ABBREVIATIONS
    )
    previous = 0
    for candidate in sorted(candidates):
        end = candidate
        if end not in certain:
            if end <= previous:
                continue
            end = _behind_closers(text, candidate)
            if end >= len(text) or _goes_on(text, previous, end):
                continue
        if previous < end < len(text):
            previous = end
            yield end
    yield len(text)


def _candidates(text: str) -> set[int]:
    """Where the library lets a sentence start; nothing where it fails on the text."""
    try:
        return {found["start_index"] for found in sentencex.get_sentence_boundaries("en", text)}
    except BaseException as error:
        # A panic of the library is no Exception; one text must not end the whole check.
        if type(error).__name__ != "PanicException":
            raise
        return set()


def _behind_closers(text: str, end: int) -> int:
    """`end`, moved behind closing brackets and quotes that the library gave the next sentence."""
    if text[end] not in _CLOSING or text[end - 1].isspace():
        return end
    closers = _CLOSERS.match(text, end)
    return closers.end() if closers else end


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether the sentence that started at `start` goes on behind the supposed `end`."""
    left = text[max(start, end - _REACH) : end].rstrip()
    right = text[end : end + _REACH].lstrip()
    if not left or not right:
        return False
    if not right[0].isalnum() and _WORD.search(right) is None:
        return True
    if left[-1] != ".":
        return left[-1] in "」』" and _JAPANESE_PARTICLE.match(right) is not None
    if end - start <= _REACH and _ENUMERATOR.match(left):
        return True
    return _goes_on_after(_last_word(left[:-1]), right)


def _last_word(left: str) -> str:
    """The last word of `left` in small letters, without opening brackets and quotes."""
    words = left.rsplit(None, 1)
    return words[-1].lstrip(_OPENING).lower() if words and not left[-1].isspace() else ""


def _goes_on_after(word: str, right: str) -> bool:
    """Whether a sentence goes on with `right` after `word` and a full stop."""
    if word.isdecimal():
        return len(word) <= 2 and _GERMAN_ORDINAL_NOUN.match(right) is not None
    if word not in _ABBREVIATIONS:
        return False
    if word in _NEVER_LAST:
        return True
    if word in _BEFORE_NUMBER and _NUMBERISH.match(right):
        return not _starts_sentence(right)
    if word in _UNITS or word in _BEFORE_NAME:
        if _SMALL.match(right):
            return True
        if word in ("a.m", "p.m"):
            return _AFTER_TIME.match(right) is not None
        return word == "al" and not _starts_sentence(right)
    return False


def _starts_sentence(right: str) -> bool:
    first = _FIRST_WORD.match(right)
    return first is not None and first[1].lower() in _STARTERS
