"""From a report's words to a verdict and a span: numbers, negations and scripts in context."""

import pytest

from verifier import Settings, Verdict, check_text

SETTINGS = Settings(sensitivity="balanced")


def verdicts(claim: str, source: str) -> list[Verdict]:
    return [finding.verdict for finding in check_text(claim, {"s.txt": source}, SETTINGS)]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The mill employs about 310 people.", "The mill employs 312 people."),
        ("The mill employs more than 300 people.", "The mill employs 312 people."),
        ("The bridge cost 1,234.56 euros.", "The bridge cost 1.234,56 Euro."),
        ("The town has 1,234,567 voters.", "The town has 1 234 567 voters."),
        ("Revenue was 4.2 billion euros.", "Revenue was €4.2bn."),
        ("The rate fell by 12 percentage points.", "The rate fell by 12 pp."),
        ("A third of the voters stayed away.", "33 % of the voters stayed away."),
        ("The mill hired 40 workers.", "The mill recruited 40 workers."),
        ("The ferry carries 40 lorries.", "The ferry carries forty lorries."),
    ],
)
def test_another_way_to_say_it_is_supported(claim: str, source: str) -> None:
    assert verdicts(claim, source) == [Verdict.SUPPORTED]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The mill opened in 2021.", "The mill opened in 2023."),
        ("The town has 1.005 million voters.", "The town has 1.009 million voters."),
        ("Revenue was €4.2bn.", "Revenue was $4.2bn."),
        ("The rate fell by 12 percent.", "The rate fell by 12 percentage points."),
        ("The lake was at 5 degrees Celsius.", "The lake was at -5 degrees Celsius."),
        ("The council approved the merger.", "The council did not approve the merger."),
        ("Die Behörde hat die Fusion genehmigt.", "Die Behörde hat die Fusion nicht genehmigt."),
    ],
)
def test_something_else_is_not_supported(claim: str, source: str) -> None:
    assert verdicts(claim, source) not in ([Verdict.SUPPORTED], [])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The trial of COVID-19 drugs had 38 sites.", "The trial of COVID-21 drugs had 38 sites."),
        ("The shop closes at 5 p.m. on Tuesday.", "The shop has 6 tills and closes early."),
        ("Flight 370 carried 239 people.", "Flight 371 carried other people."),
    ],
)
def test_a_name_with_a_number_is_no_figure_to_contradict(claim: str, source: str) -> None:
    assert Verdict.CONTRADICTED not in verdicts(claim, source)


def test_the_second_of_two_similar_sentences_is_cited_exactly() -> None:
    source = "Alpha beta fell.\nAlpha  gamma rose by 5 percent.\n"
    (finding,) = check_text("Alpha gamma rose by 5 percent.", {"s.txt": source})
    span = finding.evidence[0].span
    assert " ".join(span.text.split()) == "Alpha gamma rose by 5 percent."
    assert span.locator() == "s.txt:2:1"


def test_japanese_sentences_are_claims() -> None:
    source = "会社は売上が増えたと発表した。利益は減少した。"
    result = check_text("利益は減少した。", {"s.txt": source})
    assert [f.verdict for f in result] == [Verdict.SUPPORTED]
    assert result.findings[0].evidence[0].span.text == "利益は減少した。"


def test_one_contradiction_among_many_claims_is_not_averaged_away() -> None:
    facts = [f"Plant {n} employs {n * 7} people." for n in range(2, 22)]
    report = " ".join(facts).replace("Plant 9 employs 63", "Plant 9 employs 36")
    result = check_text(report, {"s.txt": "\n\n".join(facts)})
    assert result.counts()[Verdict.CONTRADICTED] == 1
    assert result.problems()[0].claim.text == "Plant 9 employs 36 people."
