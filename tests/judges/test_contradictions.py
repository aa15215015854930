"""What is no contradiction although words of the two sides are opposites or numbers differ."""

from __future__ import annotations

import pytest

from verifier import Settings, Verdict, check_text


def verdict(claim: str, source: str) -> Verdict:
    settings = Settings(judge="rules", sensitivity="balanced")
    (found,) = check_text(claim, {"source.txt": source}, settings)
    return found.verdict


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The northern pier was closed in May.", "The southern pier was closed in May."),
        (
            "The coating protects the upper and lower decks of the ferry.",
            "The coating protects the upper decks of the ferry.",
        ),
        (
            "The paint may not be harmful to the fish.",
            "There are no paints which have been claimed to be harmful to the fish.",
        ),
        (
            "Ibsen Holt, at 31, became the youngest player to win medals.",
            "Ibsen Holt became the youngest player to win two medals.",
        ),
        ("Profit rose to $31.8 million in May.", "Profit rose to $31. 8 million in May."),
        (
            "The balloonist did not make her ascents alone.",
            "The balloonist made over three hundred ascents, always with her sister.",
        ),
        (
            "No woman had pleaded in that court before her.",
            "She was the first woman to plead before the court.",
        ),
        ("The volcano is in Asia.", "It is a volcano in Indonesia."),
        (
            "Police had made 28 arrests the year before.",
            "Police made 14 arrests, half last year's number.",
        ),
        (
            "Southmarsh needed 320 to win.",
            "Southmarsh lost a match that its captain had won for them twice over.",
        ),
        ("Glen Rovers have yet to win the cup.", "The cup has never been won by Glen Rovers."),
    ],
    ids=[
        "another pier",
        "both",
        "denied in another clause",
        "an age",
        "a torn number",
        "more denied",
        "the first",
        "a continent",
        "half",
        "how often",
        "yet to",
    ],
)
def test_no_contradiction(claim: str, source: str) -> None:
    assert verdict(claim, source) is not Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The pier was open in May.", "The pier was closed in May."),
        ("The coating protects the lower decks.", "The coating protects the upper decks."),
        ("The paint is not harmful to the fish.", "The paint is harmful to the fish."),
        (
            "Ibsen Holt, at 31, became the youngest player to win five medals.",
            "Ibsen Holt became the youngest player to win two medals.",
        ),
        ("The balloonist did not make ascents.", "The balloonist made over three hundred ascents."),
        ("The volcano is in Peru.", "It is a volcano in Indonesia."),
        ("Police made 15 arrests in May.", "Police made 14 arrests in May."),
        ("She won the race three times.", "She won the race twice."),
        ("Glen Rovers have yet to win the cup.", "Glen Rovers won the cup in 1990."),
    ],
)
def test_contradictions_that_look_alike(claim: str, source: str) -> None:
    assert verdict(claim, source) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "Goods that come back after 20 days are not refunded.",
            "Goods are refunded if they come back within 14 days.",
        ),
        (
            "A fault that appears after 30 months is not covered by the warranty.",
            "The warranty covers faults that appear within 24 months of the purchase.",
        ),
        (
            "A file of 8 MB cannot be uploaded to the server.",
            "Files of up to 5 MB can be uploaded to the server.",
        ),
        (
            "Children of 14 years do not travel free on all ferries.",
            "Children under 12 years travel free on all ferries.",
        ),
        (
            "A password of 8 characters is not accepted.",
            "Passwords must have at least 10 characters.",
        ),
        (
            "A request that takes 20 seconds does not time out.",
            "Requests time out after 30 seconds.",
        ),
        ("Goods are refunded after 10 days.", "Goods are not refunded after 14 days."),
    ],
)
def test_what_is_denied_of_one_value_agrees_with_what_is_said_of_another(
    claim: str, source: str
) -> None:
    assert verdict(claim, source) is not Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Goods are refunded within 20 days.", "Goods are refunded within 14 days."),
        ("Goods are not refunded within 14 days.", "Goods are refunded within 14 days."),
        (
            "No ship reached the port while the river was frozen for 60 days.",
            "The river froze for 40 days and no ship reached the port.",
        ),
        (
            "The bridge, which had not been repaired, was closed for 20 weeks.",
            "The bridge, which had not been repaired, was closed for 12 weeks.",
        ),
    ],
)
def test_another_value_contradicts_where_both_say_it_or_both_deny_it(
    claim: str, source: str
) -> None:
    assert verdict(claim, source) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("A request that takes 45 seconds times out.", "Requests time out after 30 seconds."),
        (
            "Goods that come back after 10 days are refunded.",
            "Goods are refunded if they come back within 14 days.",
        ),
        (
            "Children of 8 years travel free on all ferries.",
            "Children under 12 years travel free on all ferries.",
        ),
        ("At 45 degrees the alarm sounds.", "The alarm sounds above 40 degrees."),
    ],
)
def test_a_case_does_not_contradict_the_limit_that_it_falls_under(claim: str, source: str) -> None:
    assert verdict(claim, source) is not Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Requests time out after 45 seconds.", "Requests time out after 30 seconds."),
        ("Refunds are paid in 20 days.", "Refunds are paid within 14 days."),
        (
            "Children under 14 years travel free on all ferries.",
            "Children under 12 years travel free on all ferries.",
        ),
        (
            "The company grew to 40 employees within 5 years.",
            "The company grew to 40 employees within 3 years.",
        ),
    ],
)
def test_another_limit_contradicts(claim: str, source: str) -> None:
    assert verdict(claim, source) is Verdict.CONTRADICTED
