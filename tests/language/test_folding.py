"""A quotation is found word for word, under the documented fold and no further."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verifier.language.folding import LINE_END, find_quote, fold

PASSAGE = (
    "The ﬁrst oﬃce—opened in 1911—employs “140 people”.\n"
    "Free cash flow was 410 mil-\nlion dollars; it’s well-\r\n  known that re\u00adve\u00adnue "
    "rose by\u00a03.5\u202f%.\n\nCafe\u0301 №\u00a05 lost −2 °C in 10²\u200b days. "
    "Of pre- and post-war trade – so this open- ed."
)


@pytest.mark.parametrize(
    ("quote", "original"),
    [
        ("The first office", "The ﬁrst oﬃce"),
        ('office - opened in 1911 - employs "140 people"', None),
        (
            'office-opened in 1911-employs "140 people".',
            "oﬃce—opened in 1911—employs “140 people”.",
        ),
        ("410 million dollars", "410 mil-\nlion dollars"),
        ("410 mil-lion dollars", "410 mil-\nlion dollars"),
        ("410 mil-\nlion  dollars", "410 mil-\nlion dollars"),
        ("410 billion dollars", None),
        ("it's well-known", "it’s well-\r\n  known"),
        ("it's wellknown", "it’s well-\r\n  known"),
        ("that revenue rose by 3.5 %", "that re\u00adve\u00adnue rose by\u00a03.5\u202f%"),
        ("Free Cash Flow", None),
        ("Café No 5", "Cafe\u0301 №\u00a05"),
        ("lost -2 °C in 102 days", "lost −2 °C in 10²\u200b days"),
        ("Cafe No 5", None),
        ("10 million", None),
        ("3", None),
        ("3.5", "3.5"),
        ("cash", "cash"),
        ("ash flow", None),
        ("cash flo", None),
        ("", None),
        (" .\n—", None),
        ("people”.\nFree", "people”.\nFree"),
        ("in 1911", "in 1911"),
        ("pre- and post-war", "pre- and post-war"),
        ("this opened", "this open- ed"),
        ("post-war trade - so", "post-war trade – so"),
    ],
)
def test_found_or_not(quote: str, original: str | None) -> None:
    place = find_quote(quote, PASSAGE)
    assert (place and PASSAGE[slice(*place)]) == original


TEXTS = st.text(
    st.sampled_from(
        "abé -­–—‘'“\"ﬁﬀ½①\n\r\t\u00a0\u2028\u200b\ufeff0123.,%\u0301각ᄀ\u1161\u11a8😀²"
    ),
    max_size=40,
)
DRESSES = {
    "-": "‐–—−",
    "'": "‘’",
    '"': "“”«",
    " ": "\n\t\u00a0\u2009",
    "fi": "ﬁ",
    "ff": "ﬀ",
}


@given(TEXTS)
@example("a– b")
def test_the_fold_is_stable_and_says_where_each_character_comes_from(text: str) -> None:
    folded = fold(text)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    for start, end in zip(folded.starts, folded.ends, strict=True):
        assert 0 <= start < end <= len(text)
    assert list(folded.starts) == sorted(folded.starts)
    again = fold(folded.text.replace(LINE_END, "")).text
    assert without_divisions(again) == without_divisions(folded.text)


def without_divisions(folded: str) -> str:
    """Without what divides words: a dash that became a hyphen may do so when folded again."""
    return folded.replace(LINE_END, "").replace("- ", "")


@given(TEXTS, TEXTS)
def test_what_is_found_is_the_quote(text: str, quote: str) -> None:
    place = find_quote(quote, text)
    if place is None:
        return
    found = fold(text[slice(*place)]).text.strip()
    hyphens = str.maketrans("", "", f"-{LINE_END}")
    assert found.translate(hyphens) == fold(quote).text.strip().translate(hyphens)
    if LINE_END not in found and LINE_END not in fold(quote).text:
        assert found == fold(quote).text.strip()


@given(st.data())
def test_every_run_of_words_is_found_however_it_is_dressed(data: st.DataObject) -> None:
    word = st.text(st.sampled_from("abfiéß'-\"."), min_size=1, max_size=6).map(lambda w: f"x{w}x")
    words = data.draw(st.lists(word, min_size=1, max_size=8))
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    quote = " ".join(words[first : last + 1])
    dressed = [_dressed(word, data) for word in words]
    text = data.draw(st.sampled_from(DRESSES[" "])).join(dressed)
    place = find_quote(quote, text)
    assert place is not None
    assert fold(text[slice(*place)]).text == fold(quote).text


def _dressed(word: str, data: st.DataObject) -> str:
    for plain, others in DRESSES.items():
        if plain in word and data.draw(st.booleans()):
            word = word.replace(plain, data.draw(st.sampled_from(others)))
    return word
