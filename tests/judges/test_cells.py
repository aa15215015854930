"""A row of a table has another value than the claim gives its subject."""

from __future__ import annotations

import pytest

from verifier import Checker, Settings, Verdict

TABLE = """# Systems

| System | Processors | Version | Support |
| --- | --- | --- | --- |
| Oak | x64 | >= 18 | Tier 1 |
| Oak | arm64 | >= 10 | Tier 2 |
| Elm | x64, x86 | >= 7.2 | Experimental |
| Ash | x64 | >= 12.4 | Experimental |
| Fir | x64 | >= 3 | Tier 1 |
| Yew | s390x | | Tier 2, formerly Tier 1 |
"""
CSV = """city,clinic,state,beds
Lund,North,open,40
Porto,Hill,closed,31
Graz,West,open,12
"""


def finding_of(claim: str, sources: dict[str, str]) -> tuple[Verdict, str, str]:
    checker = Checker(sources, Settings(judge="rules"), cache=None)
    finding = checker.check_text(claim).findings[0]
    conflict = finding.conflicts[0] if finding.conflicts else None
    return (
        finding.verdict,
        conflict.text if conflict else "",
        conflict.source.text if conflict else "",
    )


@pytest.mark.parametrize(
    ("claim", "ours", "theirs"),
    [
        ("Elm is a Tier 1 system.", "Tier 1", "Experimental"),
        ("Fir on x64 has experimental support.", "experimental", "Tier 1"),
        ("Oak on arm64 has Tier 1 support.", "Tier 1", "Tier 2"),
        ("The support of Ash is Tier 2.", "Tier 2", "Experimental"),
    ],
)
def test_another_value_of_the_column_contradicts(claim: str, ours: str, theirs: str) -> None:
    assert finding_of(claim, {"systems.md": TABLE}) == (Verdict.CONTRADICTED, ours, theirs)


@pytest.mark.parametrize(
    "claim",
    [
        "Oak on x64 has Tier 1 support.",
        "Oak on arm64 has Tier 2 support.",
        "Elm has experimental support.",
        "Oak has Tier 2 support on arm64.",
        "Yew was moved from Tier 1 to Tier 2.",
        "Fir is a Tier 1 system.",
        # Of two subjects, without a subject, or denied.
        "Unlike Ash, which is experimental, Fir has Tier 1 support.",
        "Some systems have experimental support.",
        "Fir does not have experimental support.",
        "Elm and Fir are experimental and Tier 1.",
    ],
)
def test_what_the_table_bears_out_or_leaves_open_is_not_contradicted(claim: str) -> None:
    assert finding_of(claim, {"systems.md": TABLE})[0] is not Verdict.CONTRADICTED


def test_in_a_csv_file_too() -> None:
    sources = {"clinics.csv": CSV}
    assert finding_of("The clinic in Porto is open.", sources)[0] is Verdict.CONTRADICTED
    assert finding_of("The clinic in Porto is closed.", sources)[0] is Verdict.SUPPORTED
    assert finding_of("The clinic in Lund is open.", sources)[0] is Verdict.SUPPORTED


@pytest.mark.parametrize(("name", "open_words"), [("data/clinics_2024.csv", 0), ("data.csv", 1)])
def test_the_file_may_name_what_its_rows_are(name: str, open_words: int) -> None:
    sources = {name: CSV.replace("clinic,", "place,")}
    checker = Checker(sources, Settings(judge="rules"), cache=None)
    (finding,) = checker.check_text("The clinic at Hill is closed.").findings
    assert finding.verdict is Verdict.SUPPORTED
    assert len(finding.uncovered) == open_words
