"""The checker: outcomes, the report among its sources, changed sources, cancelling."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from verifier import Checker, Claim, Finding, Outcome, SourceState, Verdict, check, check_text
from verifier.errors import Cancelled, ReportError
from verifier.judges import Lookup
from verifier.retrieval import Passage

REPORT = "Free cash flow was 410 million dollars. The company opened two data centres in Dublin.\n"
SOURCE = REPORT + "Headcount was 11,400 at the end of the quarter.\n"


class Spy:
    """A judge that remembers what it was asked, and looks one thing up itself."""

    name = "spy"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        self.asked.append(claim.text)
        seen = [p.text for p in [*passages, *lookup("margin")]]
        return Finding(claim, Verdict.UNSUPPORTED, 0.5, " | ".join(seen))


def spied(checker: Checker, monkeypatch: pytest.MonkeyPatch) -> Spy:
    spy = Spy()
    monkeypatch.setattr(checker, "_judge", spy)
    return spy


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


def test_a_source_in_memory_may_say_all_that_the_report_says() -> None:
    result = check_text(REPORT, {"q3.txt": SOURCE})
    assert [f.verdict for f in result] == [Verdict.SUPPORTED] * 2
    assert result.findings[1].evidence[0].span.locator() == "q3.txt:1:41"


def test_a_lone_path_is_one_source(tmp_path: Path) -> None:
    folder = write(tmp_path / "sources", q3=SOURCE)
    report = tmp_path / "report.md"
    report.write_text("Free cash flow was 410 million dollars.\n")
    assert check(report, sources=str(folder)).faithfulness == 1.0


def test_no_claims_is_an_outcome_of_its_own() -> None:
    result = check_text("# Only a heading\n", {"q3.txt": SOURCE})
    assert result.outcome is Outcome.NO_CLAIMS
    assert result.faithfulness is None


@pytest.mark.parametrize("sources", [{}, {"empty.txt": ""}, {"blank.txt": " \n\n "}])
def test_no_readable_source_is_an_outcome_of_its_own(sources: dict[str, str]) -> None:
    result = check_text(REPORT, sources)
    assert result.outcome is Outcome.NO_SOURCES
    assert result.findings == ()


def test_a_report_is_no_source_of_itself(tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    report.write_text(REPORT)
    result = check(report, sources=[tmp_path])
    assert result.outcome is Outcome.NO_SOURCES
    assert [(s.id, s.state, s.reason) for s in result.sources] == [
        ("report.md", SourceState.SKIPPED, "is the report itself")
    ]


def test_an_edited_buffer_is_not_supported_by_its_file(tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    report.write_text(REPORT)
    checker = Checker([write(tmp_path, other="Nothing of this.")])
    result = checker.check_text(REPORT + "\nMore.\n", str(report))
    assert Verdict.SUPPORTED not in [f.verdict for f in result]


def test_a_copy_of_the_report_is_no_source(tmp_path: Path) -> None:
    sentences = [f"Plant {n} made {n * 7} tonnes of steel in May." for n in range(10)]
    report = tmp_path / "report.md"
    report.write_text("# Steel\n\n" + " ".join(sentences))
    edited = " ".join([*sentences[:9], "Plant 9 made 99 tonnes of steel in May."])
    folder = write(tmp_path / "sources", same="# Steel\n\n" + "\n".join(sentences), draft=edited)
    write(folder, other="Plant 3 made 21 tonnes of steel in May.")
    result = check(report, sources=[folder])
    reasons = {s.id: s.reason for s in result.sources if s.state is SourceState.SKIPPED}
    assert reasons == {
        "same.txt": "is a copy of the report",
        "draft.txt": "is a copy of the report",
    }
    assert result.findings[3].evidence[0].span.source_id == "other.txt"


def test_a_large_source_that_holds_the_whole_report_stays(tmp_path: Path) -> None:
    sentences = [f"Plant {n} made {n * 7} tonnes of steel in May." for n in range(40)]
    report = tmp_path / "report.md"
    report.write_text(" ".join(sentences[:10]))
    folder = write(tmp_path / "sources", whole=" ".join(sentences))
    assert check(report, sources=[folder]).faithfulness == 1.0


def test_only_new_claims_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    checker = Checker({"q3.txt": SOURCE})
    spy = spied(checker, monkeypatch)
    checker.check_text("Free cash flow was 1. Margin fell.")
    spy.asked.clear()
    result = checker.check_text("Revenue rose.\n\nFree cash flow was 1. Margin fell.")
    assert spy.asked == ["Revenue rose."]
    assert [f.claim.start for f in result] == [0, 15, 37]


def test_a_changed_source_has_only_its_claims_judged_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "sources", cash="Cash flow was 410.", steel="Plant 3 made steel.")
    checker = Checker([folder])
    spy = spied(checker, monkeypatch)
    report = "Cash flow was 510. Plant 3 makes steel."
    checker.check_text(report)
    spy.asked.clear()
    write(folder, cash="Cash flow was 510 million.")
    assert checker.refresh()
    result = checker.check_text(report)
    assert spy.asked == ["Cash flow was 510."]
    assert "Cash flow was 510 million." in result.findings[0].reason


def test_what_a_judge_looked_up_counts_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "sources", cash="Cash flow was 410.")
    checker = Checker([folder])
    spy = spied(checker, monkeypatch)
    checker.check_text("Cash flow was 510.")
    spy.asked.clear()
    write(folder, margin="The margin fell.")
    assert checker.refresh()
    assert "The margin fell." in checker.check_text("Cash flow was 510.").findings[0].reason


def test_an_unsaved_buffer_stands_for_its_file(tmp_path: Path) -> None:
    folder = write(tmp_path / "sources", q3="Margin fell.")
    checker = Checker([folder])
    assert not checker.refresh()
    path = str(folder / "q3.txt")
    assert checker.refresh({path: SOURCE})
    assert not checker.refresh({path: SOURCE})
    assert checker.check_text(REPORT).faithfulness == 1.0
    document = checker.document("q3.txt")
    assert document is not None
    assert (document.raw, document.path) == (SOURCE, path)
    assert checker.refresh()
    assert checker.check_text(REPORT).faithfulness != 1.0


def test_a_deleted_source_no_longer_supports(tmp_path: Path) -> None:
    folder = write(tmp_path / "sources", q3=SOURCE, other="Margin fell.")
    checker = Checker([folder])
    (folder / "q3.txt").unlink()
    assert checker.refresh()
    assert [s.id for s in checker.sources] == ["other.txt"]
    assert checker.check_text(REPORT).faithfulness == 0.0


def test_checking_stops_between_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    checker = Checker({"q3.txt": SOURCE})
    spy = spied(checker, monkeypatch)
    with pytest.raises(Cancelled):
        checker.check_text("One is red. Two is blue.", cancelled=lambda: len(spy.asked) == 1)
    assert spy.asked == ["One is red."]


def test_a_pointing_claim_is_searched_with_the_sentence_before_it() -> None:
    sources = {"q3.txt": "It grew 51 percent in Asia.\n\nIt grew 51 percent in EMEA."}
    result = check_text("EMEA did best of all. It grew 51 percent.", sources)
    assert result.findings[1].evidence[0].span.text == "It grew 51 percent in EMEA."


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.md", None, "no such file"),
        ("image.md", b"\x89PNG\0\0\0\x01\0\xff", "binary file"),
    ],
)
def test_a_report_that_cannot_be_read(
    tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ReportError, match=message):
        check(tmp_path / name, {"q3.txt": SOURCE})


def test_a_folder_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="is a folder"):
        check(tmp_path, {"q3.txt": SOURCE})


def test_a_quick_check_asks_the_rules_and_a_full_one_the_judge() -> None:
    spy = Spy()
    checker = Checker({"q3.txt": SOURCE}, judge=spy)
    quick, full = (checker.check_text(REPORT, quick=quick) for quick in (True, False))
    assert checker.refines
    assert [f.verdict for f in quick] == [Verdict.SUPPORTED] * 2
    assert ([f.verdict for f in full], full.judge) == ([Verdict.UNSUPPORTED] * 2, "spy")
    assert len(spy.asked) == 2
    assert [f.verdict for f in checker.check_text(REPORT, quick=True)] == [Verdict.SUPPORTED] * 2


def test_a_source_of_one_sentence_may_say_what_the_report_says(tmp_path: Path) -> None:
    folder = write(tmp_path / "sources", note="Free cash flow was 410 million dollars.\n")
    result = Checker(folder, cache=None).check_text("Free cash flow was 410 million dollars.")
    assert [f.verdict for f in result] == [Verdict.SUPPORTED]
