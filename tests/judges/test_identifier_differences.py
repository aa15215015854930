"""Versions and numbers that name a thing: another one is another thing."""

import pytest

from verifier import Finding, Verdict, check_text
from verifier.judges.analysis import analyse
from verifier.judges.identifier_differences import identifiers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Blender 4.1 opens the file.", ["Blender 4.1"]),
        ("The tool opens the file from version 4.1 on.", ["version 4.1"]),
        ("It runs on Fedora 39 and GPT-4.", ["Fedora 39", "GPT-4"]),
        ("It has 39 members, as Figure 3 shows.", []),
        ("It was founded in May 1996.", []),
    ],
)
def test_numbers_that_name_a_thing(text: str, found: list[str]) -> None:
    analysis = analyse(text)
    pieces = []
    for one in identifiers(analysis):
        first = analysis.items[one.owner if one.owner >= 0 else one.item]
        pieces.append(text[first.start : analysis.items[one.item].end])
    assert pieces == found


def judged(source: str, claim: str) -> Finding:
    return check_text(claim, {"notes.txt": source}).findings[0]


@pytest.mark.parametrize(
    ("source", "claim", "message"),
    [
        (
            "Blender 4.1 opens the compressed files of the archive.",
            "Blender opens the compressed files of the archive from version 3.6 on.",
            "claim says version 3.6, the source says Blender 4.1",
        ),
        (
            "The sensor works with Fedora 39 and later.",
            "The sensor works with Fedora 36 and later.",
            "claim says Fedora 36, the source says Fedora 39",
        ),
    ],
)
def test_another_version_is_not_what_the_source_says(source: str, claim: str, message: str) -> None:
    finding = judged(source, claim)
    assert finding.verdict is Verdict.PARTIAL
    assert message in finding.reason
    assert [conflict.message for conflict in finding.conflicts] == [message]


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Fedora 38 and Fedora 39 run the sensor.", "Fedora 39 runs the sensor."),
        (
            "The sensor runs on Fedora 39. It does not need Fedora 36.",
            "The sensor runs on Fedora 39.",
        ),
        ("Blender 4.1 opens the file.", "Version 4.1 of Blender opens the file."),
    ],
)
def test_the_number_that_the_source_has_is_no_difference(source: str, claim: str) -> None:
    assert judged(source, claim).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("The sensor runs on Fedora 38.1 or later.", "The sensor runs on Fedora 39.0."),
        ("The sensor runs on Python 3.8 to 3.13.", "The sensor runs on Python 3.12."),
        ("The sensor runs from Fedora 38.1 on.", "The sensor runs on Fedora 39.0."),
        (
            "The option is ignored by versions older than 1.39.",
            "The option is ignored by versions prior to 1.39.",
        ),
        (
            "The option is ignored by versions older than 1.39.",
            "The option is ignored before 1.39.",
        ),
        ("The sensor needs version 3.11 or newer.", "The sensor needs version 3.11 or later."),
    ],
)
def test_a_version_of_the_span_is_borne_out(source: str, claim: str) -> None:
    finding = judged(source, claim)
    assert finding.verdict is Verdict.SUPPORTED
    assert not finding.conflicts


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("The sensor runs on Fedora 38.1 or later.", "The sensor runs on Fedora 37.0."),
        ("The sensor runs on Python 3.8 to 3.13.", "The sensor runs on Python 3.14."),
        ("The sensor needs Fedora 38.1 or later.", "The sensor needs Fedora 39.0."),
        (
            "The option is ignored by versions older than 1.39.",
            "The option is ignored by versions older than 1.40.",
        ),
        (
            "The option is ignored by versions older than 1.39.",
            "The option is ignored by versions newer than 1.39.",
        ),
    ],
)
def test_a_version_out_of_the_span_is_not(source: str, claim: str) -> None:
    assert judged(source, claim).verdict in (Verdict.PARTIAL, Verdict.CONTRADICTED)
