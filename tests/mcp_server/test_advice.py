"""What to change, in plain words: every kind of problem names the pieces and the place."""

from __future__ import annotations

import pytest

from verifier import Finding, Settings, Verdict, check_text
from verifier.mcp_server.advice import edit_of, needs_mending, what_to_change

SOURCES = {
    "mill.txt": (
        "The mill in Oldbury employs 140 people. It was opened on 3 May 1911 by Anna Harrow.\n\n"
        "The new wheel may be finished in spring. Most rooms have a stove. "
        "The roof is not made of slate."
    ),
    "rooms.csv": "place,rooms\nOldbury,33\nNewbury,51\n",
}


def finding(text: str) -> Finding:
    (found,) = check_text(text, SOURCES).findings
    return found


@pytest.mark.parametrize(
    ("text", "verdict", "change"),
    [
        (
            "The mill in Oldbury employs 150 people.",
            Verdict.CONTRADICTED,
            'Replace "150" by "140", as mill.txt:1:29 says: '
            '"The mill in Oldbury employs 140 people".',
        ),
        (
            "The roof is made of slate.",
            Verdict.CONTRADICTED,
            "Reword: say what the source says. ",
        ),
        (
            "The new wheel will be finished in spring.",
            Verdict.PARTIAL,
            "Reword: make it as tentative as the source. The claim states as a fact what the "
            "source only calls “may”. See mill.txt:3:15: "
            '"The new wheel may be finished in spring".',
        ),
        (
            "All rooms have a stove.",
            Verdict.PARTIAL,
            "Reword: make it no wider than the source. The claim says All, the source only Most. ",
        ),
        (
            "Penguins are faster than seals.",
            Verdict.UNSUPPORTED,
            "No source says this: drop the claim, or add a source that says it.",
        ),
    ],
)
def test_a_problem_says_what_to_change(text: str, verdict: Verdict, change: str) -> None:
    found = finding(text)
    assert found.verdict is verdict
    assert needs_mending(found)
    assert what_to_change(found).startswith(change)


def test_a_part_that_no_source_covers_is_named() -> None:
    text = "The mill in Oldbury employs 140 people and sells fresh bread on Sundays."
    (found,) = check_text(text, SOURCES, Settings(sensitivity="strict")).findings
    assert found.verdict is Verdict.PARTIAL
    said = what_to_change(found)
    assert said.startswith('No source says "')
    assert "bread" in said
    assert said.endswith('": drop that, or add a source that says it.')


def test_an_edit_takes_over_the_value() -> None:
    text = "The mill in *Oldbury* employs 150 people."
    (found,) = check_text(text, {"mill.txt": SOURCES["mill.txt"]}).findings
    edit = edit_of(text, found)
    assert edit is not None
    assert text[: edit.start] + edit.text + text[edit.end :] == text.replace("150", "140")


def test_sources_that_differ_are_told_and_not_both_taken_over() -> None:
    text = "The mill in Oldbury employs 150 people."
    both = {
        "new.txt": "The mill in Oldbury employs 140 people.",
        "old.txt": "The mill in Oldbury employs 120 people.",
    }
    (found,) = check_text(text, both).findings
    assert len(found.conflicts) == 2
    said = what_to_change(found)
    assert said.count("Replace") == 1
    assert 'But old.txt:1:29 has "120".' in said
    assert edit_of(text, found) is None


def test_a_bare_figure_of_a_table_replaces_no_unit() -> None:
    text = "The walkers in Leeds gained 39 minutes of sleep."
    table = {"sleep.csv": "clinic,extra minutes of sleep\nLeeds,33\nTurku,44\n"}
    (found,) = check_text(text, table).findings
    assert found.verdict is Verdict.CONTRADICTED
    assert edit_of(text, found) is None
    assert what_to_change(found).startswith('Replace the figure in "39 minutes" by "33", as ')


def test_a_wrong_citation_is_mended() -> None:
    text = "The mill in Oldbury employs 140 people.[^1]\n\n[^1]: rooms.csv\n"
    (found,) = check_text(text, SOURCES).findings
    assert found.verdict is Verdict.SUPPORTED
    assert needs_mending(found)
    said = what_to_change(found)
    assert said.startswith("Citation: ")
    assert "Cite mill.txt:1:1 instead." in said


def test_nothing_is_asked_of_supported_or_dismissed_claims() -> None:
    assert not needs_mending(finding("The mill in Oldbury employs 140 people."))
    text = "The mill in Oldbury employs 150 people. <!-- llmfeeder: ignore -- counted again -->"
    (dismissed,) = check_text(text, SOURCES).findings
    assert dismissed.dismissal is not None
    assert not needs_mending(dismissed)
