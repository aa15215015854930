"""Whatever a model answers: evidence stands in a source word for word, or the verdict is ours."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.checker import Checker
from verifier.judges.llm.asking import Asker
from verifier.judges.llm.clients import Client, Reply
from verifier.judges.llm.opening import judge_with
from verifier.language.folding import LINE_END, fold
from verifier.model import AskState, CheckResult, Verdict
from verifier.remote import Remote
from verifier.settings import Settings

WORDS = "cash flow was 410 510 million the ﬁrm – “said” mill-\nion plant Lyon rose not 3.5 %".split(
    " "
)
SOURCES = st.lists(st.sampled_from(WORDS), min_size=3, max_size=25).map(
    lambda words: "Cash flow in Lyon. " + " ".join(words) + "."
)
CLAIM = "Cash flow of the firm in Lyon was 410 million."


class Oracle:
    """Answers with what it was made with."""

    def __init__(self, text: str) -> None:
        self.text = text

    def ask(self, message: str) -> Reply:
        return Reply(self.text)


def check(source: str, text: str) -> CheckResult:
    remote = Remote("m", endpoint="http://127.0.0.1:1/v1")

    def client() -> Client:
        return Oracle(text)

    judge = judge_with(Asker(remote, client), remote, Settings(judge="rules"))
    return Checker({"a.txt": source}, judge=judge, cache=None).check_text(CLAIM)


@st.composite
def quotes(draw: st.DrawFn, source: str) -> list[str]:
    """Pieces of the source, of it in other dress, or made up."""
    found = []
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(source) - 1))
        piece = source[start : draw(st.integers(start, len(source)))]
        kind = draw(st.sampled_from(["as it is", "dressed", "changed", "made up"]))
        if kind == "dressed":
            piece = piece.replace("ﬁ", "fi").replace("–", "-").replace(" ", "\n ")
        elif kind == "changed":
            piece = piece.replace("410", "510").replace("not ", "")
        elif kind == "made up":
            piece = draw(st.text(max_size=20))
        found.append(piece)
    return found


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_evidence_is_verbatim_or_the_offline_verdict_stands(data: st.DataObject) -> None:
    source = data.draw(SOURCES)
    verdict = data.draw(st.sampled_from(Verdict))
    given_quotes = data.draw(quotes(source))
    number = st.integers(-2, 4)
    text = json.dumps(
        {
            "verdict": verdict,
            "quotes": [{"passage": data.draw(number), "text": q} for q in given_quotes],
            "claim_parts": data.draw(st.lists(st.sampled_from(["410 million", "the firm", "x"]))),
            "reason": data.draw(st.text(max_size=30)),
            "instructed_by": data.draw(st.lists(number, max_size=2)),
        }
    )
    result = check(source, text)
    settings_of = Settings(judge="rules")
    checker = Checker({"a.txt": source}, settings_of, cache=None)
    (offline,) = checker.check_text(CLAIM).findings
    (finding,) = result.findings
    document = checker.document("a.txt")
    assert document is not None
    assert finding.asked is not None
    spans = [e.span for e in finding.evidence] + [c.source for c in finding.conflicts]
    for span in spans:
        assert document.text[span.start : span.end] == span.text
    if finding.asked.state is not AskState.ANSWERED:
        assert (finding.verdict, finding.score) == (offline.verdict, offline.score)
        assert (finding.evidence, finding.conflicts) == (offline.evidence, offline.conflicts)
        return
    assert finding.verdict is verdict
    if verdict is Verdict.UNSUPPORTED:
        return
    said = {plain(quote) for quote in given_quotes}
    assert finding.evidence
    assert all(plain(evidence.span.text) in said for evidence in finding.evidence)
    for conflict in finding.conflicts:
        assert CLAIM[conflict.start : conflict.end] == conflict.text
    assert all(0 <= start < end <= len(CLAIM) for start, end in finding.uncovered)


def plain(text: str) -> str:
    """The text under the fold, without hyphens and without marks around it."""
    folded = fold(text).text.strip().strip("\"'").strip()
    return folded.replace("-", "").replace(LINE_END, "")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80) | st.binary(max_size=40).map(lambda data: data.decode("latin-1")))
def test_whatever_comes_back_is_no_crash(text: str) -> None:
    (finding,) = check("Cash flow in Lyon was 410 million in May.", text).findings
    assert finding.asked is not None
    assert finding.asked.state is AskState.FAILED
