"""The day that a document is dated."""

from __future__ import annotations

import pytest

from verifier import Settings, check_text
from verifier.judges.datelines import dateline_of

STORY = "The band's new album Emotive will be in the stores of the city on November 2."


@pytest.mark.parametrize(
    ("text", "year"),
    [
        (f"Emotive\nOctober 19, 2004\n\n{STORY}", 2004),
        (f"Published 7:33 a.m. ET Oct. 19, 2004 | Updated 3:36 p.m.\n\n{STORY}", 2004),
        (f"By Jo Marsh | 19 Oct 2004\n\n{STORY}", 2004),
        (f"The band was founded in the harbour town on May 4, 1999, as a trio.\n\n{STORY}", None),
        (STORY, None),
    ],
)
def test_datelines(text: str, year: int | None) -> None:
    found = dateline_of(text)
    assert (found.first.year if found else None) == year


@pytest.mark.parametrize(
    ("date", "is_open"),
    [
        ("November 2, 2004", False),
        ("November 2, 2005", True),
        ("November 3, 2004", True),
    ],
)
def test_the_year_of_a_day_is_the_documents(date: str, is_open: bool) -> None:
    claim = f"The band's new album Emotive will be in the stores of the city on {date}."
    sources = {"story.txt": f"Emotive\nOctober 19, 2004\n\n{STORY}"}
    (found,) = check_text(claim, sources, Settings(judge="rules", sensitivity="strict")).findings
    pieces = [claim[start:end] for start, end in found.uncovered]
    conflicts = [conflict.text for conflict in found.conflicts]
    assert (date in [*pieces, *conflicts]) is is_open
