"""Traps that checkers of this kind fall into: pairs that differ in one small thing."""

from __future__ import annotations

import pytest

from verifier import Finding, Settings, Verdict, check_text


def finding(claim: str, source: str, sensitivity: str = "balanced") -> Finding:
    settings = Settings(judge="rules", sensitivity=sensitivity)  # type: ignore[arg-type]
    return check_text(claim, {"s.txt": source}, settings).findings[0]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The factory in Dublin opened in 2021.", "The factory in Dublin opened in 2023."),
        ("The unit earned €4.2bn in the quarter.", "The unit earned $4.2bn in the quarter."),
        ("The margin rose by 12 percent.", "The margin rose by 12 percentage points."),
        ("The town has 1.005 million people.", "The town has 1.009 million people."),
        ("Der Rat hat die Fusion genehmigt.", "Der Rat hat die Fusion nicht genehmigt."),
        ("The file was saved by the editor.", "The file was not saved by the editor."),
        ("The temperature was -5 °C at noon.", "The temperature was 5 °C at noon."),
    ],
)
def test_not_supported(claim: str, source: str) -> None:
    assert finding(claim, source).verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("About 310 people attended the meeting.", "312 people attended the meeting."),
        ("More than 300 people attended the meeting.", "312 people attended the meeting."),
        ("85 % of the users were satisfied.", "85.19 % of the users were satisfied."),
        ("No doubt, the deployment succeeded.", "The deployment succeeded."),
        ("The trial had 1,204 members.", "The trial had 1204 members."),
        ("A third of the votes were void.", "33 % of the votes were void."),
        ("Version 2.0.1 was released in May.", "Version 2.0.1 was released in May."),
        ("The bridge is 2 km long.", "The bridge is 2,000 metres long."),
        (
            "Sales did not only rise but doubled in 2020.",
            "Sales did not only rise but doubled in 2020.",
        ),
        (
            "Google was sued by Oracle in 2010.",
            "Oracle sued Google in 2010.",
        ),
    ],
)
def test_supported(claim: str, source: str) -> None:
    assert finding(claim, source).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        # An identifier is no quantity, absence from a list no denial, two rivals no proof.
        ("Member 101 of the club resigned.", "Member 100 of the club stayed on."),
        ("Acme has offices in Paris.", "Acme has offices in London, Rome and Berlin."),
        (
            "The group reported adverse events in 20 percent of patients.",
            "The group reported adverse events in 18 percent of men and 15 percent of women.",
        ),
        ("He found no evidence of fraud.", "He has not found any evidence of fraud."),
        ("Profit may increase in May.", "Profit may increase in June or May."),
        (
            "Headcount at the end of the quarter grew by 500 employees.",
            "Headcount at the end of the quarter was 11,400 employees, up from 10,900 employees.",
        ),
        ("Bern married Clara in spring.", "Clara married Bern in spring."),
        # One event told from its other end, an end told as a denial, a number worked out.
        (
            "Tallis bought the mill in Ostend from Corvin in May.",
            "In May Corvin sold the mill in Ostend to Tallis.",
        ),
        (
            "Storks stopped nesting on the old tower in 2012.",
            "Storks have not nested on the old tower since 2012.",
        ),
        (
            "The city gallery turned the portrait down in 1931.",
            "The portrait was rejected by the city gallery in 1931.",
        ),
        (
            "The fields by the river still yielded three quarters of the usual wheat.",
            "The fields by the river lost only a quarter of the usual wheat.",
        ),
        (
            "The older pump removed 62 percent of the sand.",
            "The pump removed 90 percent of the gravel and 70 percent of the sand, "
            "eight percentage points more than the older one.",
        ),
        (
            "About one boat in eight in Marle is let to guests.",
            "The port of Marle is full; 52 of its 420 boats are let to guests.",
        ),
        ("The Marle club ran twelve races in total.", "The Marle club ran 5 races on the lake."),
    ],
)
def test_not_contradicted(claim: str, source: str) -> None:
    assert finding(claim, source).verdict is not Verdict.CONTRADICTED


def test_swapped_roles_are_contradicted() -> None:
    source = "In 2010 the software firm Oracle sued Google over the Java language."
    result = finding("In 2010 Google sued Oracle over the Java language.", source)
    assert result.verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Corvin bought the mill in Ostend in May.", "Corvin sold the mill in Ostend in May."),
        (
            "The fields by the river lost three quarters of the wheat.",
            "The fields by the river lost a quarter of the wheat.",
        ),
        ("The Marle club ran twelve races on the lake.", "The Marle club ran 5 races on the lake."),
        ("Ferries are allowed.", "Kayaks and sails may use the lake; ferries are not allowed."),
    ],
)
def test_what_only_looks_like_another_wording_is_contradicted(claim: str, source: str) -> None:
    assert finding(claim, source).verdict is Verdict.CONTRADICTED


def test_a_neighbouring_number_does_not_hurt() -> None:
    source = (
        "Free cash flow was 410 million dollars. Free cash flow was 390 million dollars in 2019."
    )
    result = finding("Free cash flow was 410 million dollars.", source)
    assert result.verdict is Verdict.SUPPORTED


def test_a_one_sentence_source_allows_a_synonym() -> None:
    result = finding("The movie won three prizes.", "The film won three prizes.")
    assert result.verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("sensitivity", ["cautious", "balanced"])
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The mill in Ostend will close in May.", "The mill in Ostend may close in May."),
        ("All looms run without a break.", "Most looms run without a break."),
        (
            "The Loom Trust uses the mill for all of its looms.",
            "The Loom Trust uses the mill in Ostend for most of its looms.",
        ),
        (
            "Long shifts caused more accidents in the mill.",
            "Long shifts were associated with more accidents in the mill.",
        ),
    ],
)
def test_an_overclaim_with_words_on_both_sides_is_partial(
    claim: str, source: str, sensitivity: str
) -> None:
    result = finding(claim, source, sensitivity)
    assert result.verdict is Verdict.PARTIAL
    assert result.conflicts


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The mill in Ostend may close in May.", "The mill in Ostend will close in May."),
        ("Most looms run without a break.", "All looms run without a break."),
        (
            "Long shifts were associated with more accidents in the mill.",
            "Long shifts caused more accidents in the mill.",
        ),
    ],
)
def test_a_weaker_claim_is_not_an_overclaim(claim: str, source: str) -> None:
    assert not finding(claim, source, "cautious").conflicts
