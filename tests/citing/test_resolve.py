"""Citations name the source that their writer meant, or plainly none."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.citing import Catalogue, Entry, Resolver, Standing, read_bibliography
from verifier.model import Citation, CitationKind

CATALOGUE = Catalogue(
    paths={
        "q3-earnings.txt": "/w/sources/q3-earnings.txt",
        "papers/evening walks.pdf": "/w/sources/papers/evening walks.pdf",
        "notes.md": "/w/sources/notes.md",
    },
    titles={"papers/evening walks.pdf": "Evening walks and sleep in adults"},
    unreadable={"scan.pdf": "only pictures"},
    unreadable_paths={"scan.pdf": "/w/sources/scan.pdf"},
)
WORKS = {
    "smith2019": Entry("smith2019", "Evening Walks and Sleep in Adults"),
    "jones": Entry("jones", "Something else"),
    "filed": Entry("filed", files=("C:\\papers\\Evening Walks.pdf",)),
}


def resolve(kind: CitationKind, target: str) -> tuple[Standing, str]:
    resolver = Resolver(CATALOGUE, "/w/report.md", WORKS)
    found = resolver.resolve(Citation(kind, 0, 1, target, target))
    return found.standing, found.source_id


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("sources/q3-earnings.txt", "q3-earnings.txt"),
        ("./sources/q3-earnings.txt#L9", "q3-earnings.txt"),
        ("q3-earnings.txt", "q3-earnings.txt"),
        ("sources/papers/evening%20walks.pdf#page=2", "papers/evening walks.pdf"),
        ("file:///w/sources/notes.md", "notes.md"),
        ("q3-earnings", "q3-earnings.txt"),
    ],
)
def test_a_link_names_a_source(target: str, expected: str) -> None:
    assert resolve(CitationKind.LINK, target) == (Standing.FOUND, expected)


@pytest.mark.parametrize(
    "target",
    ["https://example.com/notes.md", "mailto:a@b.c", "other.md", "#x", "http://[draft]/notes.md"],
)
def test_a_link_to_something_else_is_no_citation(target: str) -> None:
    assert resolve(CitationKind.LINK, target) == (Standing.OTHER, "")


def test_a_link_into_the_sources_that_leads_nowhere_is_missing() -> None:
    assert resolve(CitationKind.LINK, "sources/gone.pdf")[0] is Standing.MISSING
    assert resolve(CitationKind.LINK, f"sources/{'x' * 300}.pdf")[0] is Standing.MISSING


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("q3-earnings.txt, line 9.", "q3-earnings.txt"),
        ("[Results](sources/q3-earnings.txt), p. 3", "q3-earnings.txt"),
        ("See Q3 earnings, first paragraph.", "q3-earnings.txt"),
        ("Smith, “Evening Walks and Sleep in Adults”, 2019, p. 4", "papers/evening walks.pdf"),
        ("As @smith2019 found.", "papers/evening walks.pdf"),
        ("notes.md", "notes.md"),
        ("notes", "notes.md"),
    ],
)
def test_a_footnote_names_a_source(text: str, expected: str) -> None:
    assert resolve(CitationKind.FOOTNOTE, text) == (Standing.FOUND, expected)


@pytest.mark.parametrize(
    "text",
    ["All figures are rounded.", "Our own notes say more.", "See https://example.com/gone.pdf"],
)
def test_a_remark_is_no_citation(text: str) -> None:
    assert resolve(CitationKind.FOOTNOTE, text) == (Standing.OTHER, "")


def test_a_footnote_that_names_a_file_which_is_not_there() -> None:
    assert resolve(CitationKind.FOOTNOTE, "gone.pdf, p. 3")[0] is Standing.MISSING


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("smith2019", (Standing.FOUND, "papers/evening walks.pdf")),
        ("filed", (Standing.FOUND, "papers/evening walks.pdf")),
        ("q3-earnings", (Standing.FOUND, "q3-earnings.txt")),
        ("Notes", (Standing.FOUND, "notes.md")),
        ("scan", (Standing.UNREADABLE, "scan.pdf")),
        ("jones", (Standing.MISSING, "")),
        ("nobody", (Standing.MISSING, "")),
    ],
)
def test_a_pandoc_key_names_a_source(key: str, expected: tuple[Standing, str]) -> None:
    assert resolve(CitationKind.PANDOC, key) == expected


def test_a_source_is_cited_by_its_key_in_the_bibliography() -> None:
    resolver = Resolver(CATALOGUE, "/w/report.md", WORKS)
    assert resolver.key_of("papers/evening walks.pdf") == "smith2019"
    assert resolver.key_of("notes.md") == "notes"


def test_bibliographies_are_read_and_broken_ones_are_empty(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(
        "@article{walks, title = {Evening {Walks}}, doi = {10.1/x}, "
        "file = {Full text:papers/walks.pdf:application/pdf}}\n@misc{broken, title = {",
        "utf-8",
    )
    (tmp_path / "b.json").write_text('[{"id": "web", "title": "T", "DOI": "10.2/y"}]', "utf-8")
    (tmp_path / "c.json").write_text("{", "utf-8")
    report = "---\nbibliography: [a.bib, b.json, c.json, gone.bib]\n---\ntext"
    works = read_bibliography(report, tmp_path)
    assert works["walks"] == Entry("walks", "Evening Walks", "10.1/x", "", ("papers/walks.pdf",))
    assert works["web"] == Entry("web", "T", "10.2/y")
    assert set(works) == {"walks", "web"}


@pytest.mark.parametrize(
    ("date", "keys"),
    [
        ("2024-01-01", {"smith2019"}),
        ("2024-02-30", {"smith2019"}),
        ("!!binary x", {"smith2019"}),
        ("[" * 3000, set()),
    ],
)
def test_a_bibliography_is_read_whatever_else_the_front_matter_says(
    tmp_path: Path, date: str, keys: set[str]
) -> None:
    (tmp_path / "refs.bib").write_text("@book{smith2019, title={Evening Walks}}")
    report = f"---\ndate: {date}\nbibliography: refs.bib\n---\n\nText.\n"
    assert set(read_bibliography(report, tmp_path)) == keys


def test_a_bibliography_with_a_byte_order_mark(tmp_path: Path) -> None:
    report = "---\nbibliography: [refs.json, refs.bib]\n---\n\nText.\n"
    (tmp_path / "refs.json").write_bytes(b'\xef\xbb\xbf[{"id": "smith2019", "title": "Walks"}]')
    (tmp_path / "refs.bib").write_bytes(b"\xef\xbb\xbf@book{jones, title={Other}}")
    assert set(read_bibliography(report, tmp_path)) == {"smith2019", "jones"}
