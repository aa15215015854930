"""Our own labelled set: its format, its balance, and that its evidence is whole sentences."""

import json
import re
from collections import Counter, defaultdict

import pytest

from verifier.evaluation.answers import Label, Span
from verifier.evaluation.sets import LabelledClaim, LabelledSet, load_set, own_set_path

OWN = load_set(own_set_path())

TRUE_KINDS = {
    "alias", "antonym_negated", "attribution", "bound", "cause", "comparison", "converse",
    "coreference", "date_granularity", "deontic", "derived", "double_negation", "extract", "format",
    "fraction", "hedge", "negation_elsewhere", "nominalisation", "number_words", "order",
    "paraphrase", "passive", "percent_points", "quantifier", "range", "rounding", "synonym",
    "table", "two_documents", "two_sentences", "unit_conversion", "verbatim", "weaker",
}  # fmt: skip
ERROR_KINDS = {
    "addition", "antonym", "attribution", "bound", "cause", "comparison", "coreference", "date",
    "derived", "entity", "modality", "negation", "number", "order", "other_entity",
    "percent_points", "quantifier", "role_swap", "scope", "table", "unaddressed", "unit",
    "unknown", "unrelated", "world_knowledge",
}  # fmt: skip


def part(split: str) -> LabelledSet:
    return OWN.of_split(split)


def share(claims: tuple[LabelledClaim, ...], label: Label) -> float:
    return sum(claim.label is label for claim in claims) / len(claims)


def test_it_is_large_and_half_of_its_corpora_are_for_testing() -> None:
    assert len(OWN.claims) >= 400
    corpora = {split: {c.document for c in part(split).claims} for split in ("dev", "test")}
    assert len(corpora["dev"] | corpora["test"]) >= 24
    assert not corpora["dev"] & corpora["test"]
    assert abs(len(corpora["dev"]) - len(corpora["test"])) <= 1
    assert all(claim.split for claim in OWN.claims)


@pytest.mark.parametrize("split", ["dev", "test"])
@pytest.mark.parametrize(
    ("label", "low", "high"),
    [
        (Label.SUPPORTED, 0.40, 0.50),
        (Label.PARTIAL, 0.12, 0.18),
        (Label.UNSUPPORTED, 0.14, 0.21),
        (Label.CONTRADICTED, 0.20, 0.26),
    ],
)
def test_labels_are_balanced(split: str, label: Label, low: float, high: float) -> None:
    assert low <= share(part(split).claims, label) <= high


def test_every_record_says_its_kind_and_why() -> None:
    for claim in OWN.claims:
        known = TRUE_KINDS if claim.label is Label.SUPPORTED else ERROR_KINDS
        assert claim.kind in known, claim.id
        assert claim.why, claim.id


@pytest.mark.parametrize("split", ["dev", "test"])
def test_kinds_are_spread(split: str) -> None:
    used = defaultdict(set)
    for claim in part(split).claims:
        used[claim.label is Label.SUPPORTED].add(claim.kind)
    assert len(TRUE_KINDS - used[True]) <= 4
    assert len(ERROR_KINDS - used[False]) <= 3


def test_every_corpus_has_its_kinds_and_labels() -> None:
    groups = defaultdict(list)
    for claim in OWN.claims:
        groups[claim.document].append(claim)
    for document, claims in groups.items():
        assert len({claim.kind for claim in claims}) >= 4, document
        assert {claim.label for claim in claims} == set(Label) - {Label.NOT_SUPPORTED}, document
        words = sum(len(text.split()) for text in claims[0].sources.values())
        assert 140 <= words <= 520, document


def test_no_claim_occurs_twice_and_few_are_copied_from_the_source() -> None:
    assert not [text for text, count in Counter(c.claim for c in OWN.claims).items() if count > 1]
    copied = [c.id for c in OWN.claims if any(c.claim in text for text in c.sources.values())]
    assert len(copied) <= 0.1 * len(OWN.claims)


def test_every_supported_claim_has_evidence() -> None:
    without = [c.id for c in OWN.claims if c.label is Label.SUPPORTED and not c.evidence_sets]
    assert not without


def test_evidence_starts_and_ends_where_sentences_do() -> None:
    for claim in OWN.claims:
        for evidence in claim.evidence_sets:
            for span in evidence:
                assert_whole(span, claim)


def assert_whole(span: Span, claim: LabelledClaim) -> None:
    """The span is not cut inside a sentence or a row of a table."""
    text = claim.sources[span.source]
    before, quote, behind = text[: span.start], text[span.start : span.end], text[span.end :]
    message = f"{claim.id}: {quote!r}"
    assert quote == quote.strip(), message
    assert re.search(r"(?:^|\n|[.!?:*>]['\"”)*]*\s?)[\s\-*#>\d.|]*$", before), message
    ends_itself = re.search(r"[.!?]['\"”)*]*$", quote) is not None
    assert ends_itself or re.match(r"\s*(?:\n|$|<)", behind), message
    assert "\n" not in quote, message


def test_files_of_the_corpora_can_be_parsed() -> None:
    for name, text in {k: v for c in OWN.claims for k, v in c.sources.items()}.items():
        if name.endswith(".json"):
            assert json.loads(text)
