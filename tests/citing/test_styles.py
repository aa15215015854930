"""The style that a report already uses is followed."""

from __future__ import annotations

from typing import get_args

import pytest

from verifier.citing import Style, detect_style, style_of
from verifier.settings import CitationStyle


@pytest.mark.parametrize(
    ("report", "style"),
    [
        ("Nothing cited.", Style.FOOTNOTE),
        ("Said.[^1]\n\n[^1]: [a](sources/a.txt)\n", Style.FOOTNOTE),
        ("Said [@a, p. 3].", Style.PANDOC),
        ("---\nbibliography: refs.bib\n---\n\nNothing cited.", Style.PANDOC),
        ("---\nbibliography: [a.bib, b.bib]\n---\nSaid.[^1]", Style.PANDOC),
        ("Said ([a](sources/a.txt)).", Style.LINK),
        ("See [the web](https://example.com/a.html).", Style.FOOTNOTE),
        ("`[@a]` and ![picture](a.txt)", Style.FOOTNOTE),
        ("Mail me [at](mailto:a@b.c), or [@home](x).", Style.FOOTNOTE),
    ],
)
def test_style(report: str, style: Style) -> None:
    assert detect_style(report) is style


def test_the_settings_choose_the_style_or_leave_it_to_the_report() -> None:
    assert get_args(CitationStyle) == ("auto", *Style)
    assert style_of("Said [@a, p. 3].", "auto") is Style.PANDOC
    assert style_of("Said [@a, p. 3].", "link") is Style.LINK
