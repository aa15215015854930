"""Broken and odd input: a clear reason, no traceback, and never another text than the file's."""

import json
import os
from pathlib import Path

import pytest

from verifier.model import BlockKind, SourceDocument, SourceState, SourceStatus
from verifier.sources import SourceFile, document_from_text, read_document


def read(path: Path) -> SourceDocument | SourceStatus:
    return read_document(SourceFile(path.name, path, path.lstat().st_size, 0))


def read_bytes(tmp_path: Path, name: str, data: bytes) -> SourceDocument | SourceStatus:
    (tmp_path / name).write_bytes(data)
    return read(tmp_path / name)


def document(tmp_path: Path, name: str, data: bytes) -> SourceDocument:
    result = read_bytes(tmp_path, name, data)
    assert isinstance(result, SourceDocument)
    return result


def status(tmp_path: Path, name: str, data: bytes) -> tuple[SourceState, str]:
    result = read_bytes(tmp_path, name, data)
    assert isinstance(result, SourceStatus)
    return result.state, result.reason


TEXT = "Café Zürich: “naïve” costs rose by £5 – and fell again. 🦊"
WESTERN = "Le café de la gare coûte 5 £ – l'été dernier, c'était « très » cher, déjà."


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"],
)
def test_unicode_encodings(tmp_path: Path, encoding: str) -> None:
    found = document(tmp_path, "a.txt", (TEXT * 3).encode(encoding))
    assert found.raw == TEXT * 3


@pytest.mark.parametrize("order", ["le", "be"])
def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path, order: str) -> None:
    for encoding in (f"utf-16-{order}", f"utf-32-{order}"):
        found = document(tmp_path, "a.txt", f"\ufeff{TEXT}".encode(encoding))
        assert found.raw == TEXT
        assert found.place(0).column == 1


def test_legacy_encodings_are_told(tmp_path: Path) -> None:
    found = document(tmp_path, "a.txt", WESTERN.encode("cp1252"))
    assert found.raw == WESTERN
    assert found.remark == "read as Windows-1252, which it does not say itself"
    russian = "Свободный денежный поток составил 410 миллионов долларов за квартал. " * 5
    found = document(tmp_path, "b.txt", russian.encode("cp1251"))
    assert found.raw == russian
    assert "which it does not say itself" in found.remark


def test_a_declared_encoding_is_believed(tmp_path: Path) -> None:
    page = "<html><head><meta charset='iso-8859-2'></head><p>Łódź żółć</p></html>"
    found = document(tmp_path, "a.html", page.encode("iso-8859-2"))
    assert "Łódź żółć" in found.text
    data = "<?xml version='1.0' encoding='iso-8859-1'?><a><b>Café</b></a>".encode("latin-1")
    assert document(tmp_path, "a.xml", data).text == "a b: Café"


def test_a_few_bad_bytes_do_not_spoil_utf_8(tmp_path: Path) -> None:
    found = document(tmp_path, "a.txt", TEXT.encode() + b"\xff end")
    assert found.raw == TEXT + "\ufffd end"
    assert found.remark == "1 characters are not valid UTF-8"


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.txt", b"", "the file is empty"),
        ("a.txt", b" \n\t\r\n", "the file is empty"),
        ("a.md", b"---\n", "there is no text in it"),
        ("a.txt", b"\x00\x01\x02\x03" * 100, "binary file"),
        ("a.txt", b"\x89PNG\r\n\x1a\n" + b"\x00\x05" * 99, "binary file"),
        ("a.csv", b"PK\x03\x04" + b"\x05" * 99, "binary file"),
        ("a.unknown", bytes(range(1, 32)) * 9, "binary file"),
        ("a.docx", b"PK\x03\x04", "format not supported: save it as PDF or text"),
    ],
)
def test_what_is_no_text_is_skipped(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    assert status(tmp_path, name, data) == (SourceState.SKIPPED, reason)


def test_a_file_that_is_gone_or_is_a_pipe(tmp_path: Path) -> None:
    result = read_document(SourceFile("a.txt", tmp_path / "a.txt", 1, 0))
    assert isinstance(result, SourceStatus)
    assert (result.state, result.reason) == (SourceState.UNREADABLE, "the file is gone")
    os.mkfifo(tmp_path / "pipe")
    result = read(tmp_path / "pipe")
    assert isinstance(result, SourceStatus)
    assert result.reason == "not a regular file"


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("Text.")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", refuse)
    result = read(tmp_path / "a.txt")
    assert isinstance(result, SourceStatus)
    assert result.reason == "permission denied: you may not read this file"


@pytest.mark.parametrize(
    ("name", "text", "remark"),
    [
        ("a.json", '{"a": 1,}', "read as plain text, not as json: not valid JSON from line 1 on"),
        ("a.json", '{"a": 1} x', "read as plain text, not as json: not valid JSON from line 1 on"),
        ("a.json", '{"a":\n [1}', "read as plain text, not as json: not valid JSON from line 2 on"),
        ("a.yaml", "a: [1\nb: 2", "read as plain text, not as yaml: not valid YAML at line 2"),
        ("a.yaml", "just text", "read as plain text, not as yaml: it has no keys"),
        ("a.xml", "<a><b></a>", "read as plain text, not as xml: not well-formed XML at line 1"),
        ("a.ipynb", "{}", "read as plain text, not as notebook: it has no cells"),
        ("a.ini", "no pairs", 'read as plain text, not as ini: it has no line "key = value"'),
    ],
)
def test_what_is_not_its_format_is_plain_text(name: str, text: str, remark: str) -> None:
    found = document_from_text(name, text)
    assert (found.kind, found.remark) == ("text", remark)
    assert found.text.split() == text.split()


def test_invalid_toml_is_plain_text() -> None:
    found = document_from_text("a.toml", "a = \n")
    assert found.kind == "text"
    assert found.remark.startswith("read as plain text, not as toml: not valid TOML: ")


def test_an_entity_bomb_is_not_expanded() -> None:
    lines = ['<!DOCTYPE a [<!ENTITY e0 "bomb">']
    lines += [f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12)]
    found = document_from_text("a.xml", "\n".join([*lines, "]><a>&e11;</a>"]))
    assert found.kind == "text"
    assert len(found.text) < 2000


def test_yaml_aliases_are_not_expanded() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    found = document_from_text("a.yaml", "\n".join(lines))
    assert found.kind == "yaml"
    assert len(found.text) < 2000


DEEP = 10_000


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", "[" * DEEP + "1" + "]" * DEEP),
        ("a.json", '{"a":' * DEEP + "1" + "}" * DEEP),
        ("a.json", "[" * DEEP),
        ("a.jsonl", "[" * DEEP + "1" + "]" * DEEP),
        ("a.yaml", "[" * DEEP + "1" + "]" * DEEP),
        ("a.toml", "a = " + "[" * DEEP + "1" + "]" * DEEP),
        ("a.xml", "<a>" * DEEP + "1" + "</a>" * DEEP),
        ("a.html", "<div>" * DEEP + "1" + "</div>" * DEEP),
        ("a.html", "<table><tr><td>" * 1000 + "1"),
        ("a.md", ">" * 50 + " 1"),
        ("a.ipynb", '{"cells":' + "[" * DEEP + "1" + "]" * DEEP + "}"),
    ],
)
def test_deep_nesting_is_survived(name: str, text: str) -> None:
    assert "1" in document_from_text(name, text).text or "[" * DEEP in text


def test_broken_lines_of_json_lines_are_told_and_kept() -> None:
    found = document_from_text("a.jsonl", '{"a": 1}\n{broken\n{"b": 2}\n')
    assert found.text.split("\n\n") == ["a: 1", "{broken", "b: 2"]
    assert found.remark == "1 lines are not valid JSON, the first is line 2"


def test_a_long_line_is_quick() -> None:
    for name in ("a.txt", "a.csv", "a.html", "a.py", "a.rst", "a.json", "a.yaml"):
        for unit in ("a", " ", "(", "<", '"', "'''", "- ", "a,", "\r", "*"):
            assert document_from_text(name, unit * 20_000).raw == unit * 20_000


# ---- what each format's text is --------------------------------------------------------------


def texts(name: str, text: str, *kinds: BlockKind) -> list[str]:
    found = document_from_text(name, text)
    return [
        found.text[block.start : block.end]
        for block in found.blocks
        if not kinds or block.kind in kinds
    ]


def test_wrapped_lines_are_one_paragraph_and_short_ones_are_not() -> None:
    text = (
        "Free cash flow was 410 million dollars for the quarter and it was up from\n"
        "380 million. Costs fell.\n\nRevenue: 10\nProfit: 20\n\n- one\n  wrapped\n- two\n"
    )
    assert (
        texts("a.txt", text)
        == texts("a.txt", text.replace("\n", "\r\n"))
        == [
            "Free cash flow was 410 million dollars for the quarter and it was up from "
            "380 million. Costs fell.",
            "Revenue: 10",
            "Profit: 20",
            "one wrapped",
            "two",
        ]
    )


def test_headings_and_reference_lists() -> None:
    text = (
        "Study\n=====\n\nWe found it.\n\nReferences\n\n[1] Foo 2020.\n\nAppendix\n\nMore of it.\n"
    )
    found = document_from_text("a.txt", text)
    assert [(block.kind, block.title) for block in found.blocks] == [
        (BlockKind.HEADING, ""),
        (BlockKind.PROSE, "Study"),
        (BlockKind.HEADING, ""),
        (BlockKind.REFERENCES, "References"),
        (BlockKind.HEADING, ""),
        (BlockKind.PROSE, "Appendix"),
    ]


def test_markdown_is_read_as_its_reader_sees_it() -> None:
    text = (
        "---\ntitle: T\n---\n# Guide\n\nThe **limit** is [10](x.md) `req`.[^1]\n\n"
        "| Site | Margin |\n|---|---|\n| River | 4.5 |\n\n```\nport = 8080\n```\n\n"
        "## References\n\n- Foo 2020\n"
    )
    assert texts("a.md", text, BlockKind.PROSE) == ["The limit is 10 req."]
    assert texts("a.md", text, BlockKind.ROW) == ["Site: River; Margin: 4.5"]
    assert texts("a.md", text, BlockKind.CODE) == ["port = 8080"]
    assert texts("a.md", text, BlockKind.REFERENCES) == ["Foo 2020"]


def test_html_without_furniture() -> None:
    text = (
        "<html><head><title>T</title><style>p{}</style><script>x='<p>no</p>'</script></head><body>"
        "<nav><a>Home</a></nav><h1>Q3 <em>report</em></h1><p>It was&nbsp;<b>410</b>\n &lt;m&gt;"
        "<p style='display: none'>hidden<p>Two<br>lines<ul><li>one<li>two</ul>"
        "<table><thead><tr><th>Site<th>Margin</thead><tr><td>River<td><p>4.5</table>"
        "<pre>a\n  b</pre><footer>Imprint</footer>"
    )
    prose = ["It was\xa0410 <m>", "Two lines", "one", "two"]
    assert texts("a.html", text, BlockKind.PROSE) == prose
    assert texts("a.html", text, BlockKind.ROW) == ["Site: River; Margin: 4.5"]
    assert texts("a.html", text, BlockKind.CODE) == ["a\n  b"]
    assert texts("a.html", text, BlockKind.BOILERPLATE) == ["Home", "Imprint"]
    found = document_from_text("a.html", text)
    assert {block.title for block in found.blocks[3:]} == {"Q3 report"}


def test_csv_rows_name_their_columns() -> None:
    text = (
        'site,free_cash_flow,Margin (%)\r\nRiver,"1,200",4.5\r\n"a ""b""\nc",,7,8\r\n\r\nlast\r\n'
    )
    found = document_from_text("a.csv", text)
    assert texts("a.csv", text, BlockKind.ROW) == [
        "site: River; free cash flow: 1,200; Margin (%): 4.5",
        'site: a "b" c; Margin (%): 7; 8',
        "site: last",
    ]
    at = found.text.index("1,200")
    place = found.place(at)
    assert (place.line, place.column, place.label) == (2, 8, "row 2, column free cash flow")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_told_from_the_rows(delimiter: str) -> None:
    text = "\n".join(delimiter.join(row) for row in (("name", "n"), ("a b", "1.5"), ("c", "2")))
    assert texts("a.csv", text, BlockKind.ROW) == ["name: a b; n: 1.5", "name: c; n: 2"]


def test_a_table_without_a_header_has_no_names() -> None:
    assert texts("a.csv", "1,2\n3,4\n") == ["1; 2", "3; 4"]


def test_json_is_read_by_object_with_its_paths() -> None:
    data = {
        "trial": {
            "maxSites": 12,
            "sites": [{"name": "River", "n": 3}, {"name": "Lake", "n": 4}],
            "tags": ["a", "b"],
            "none": None,
        },
        "abstract": "We enrolled 310 patients. It went well.\n\nSecond paragraph.",
    }
    found = document_from_text("a.json", json.dumps(data, indent=2))
    shown = [(found.text[b.start : b.end], b.kind, b.title) for b in found.blocks]
    assert shown == [
        ("trial max sites: 12", BlockKind.ROW, "trial"),
        ("sites name: River; n: 3", BlockKind.ROW, "trial > sites"),
        ("sites name: Lake; n: 4", BlockKind.ROW, "trial > sites"),
        ("trial tags: a, b; trial none: null", BlockKind.ROW, "trial"),
        ("We enrolled 310 patients. It went well.", BlockKind.PROSE, "abstract"),
        ("Second paragraph.", BlockKind.PROSE, "abstract"),
    ]
    assert found.place(found.text.index("4")).label == "$.trial.sites[1].n"


def test_xml_data_and_xml_prose() -> None:
    text = (
        "<study><site name='River'><n>3</n><margin unit='percent'>4.5</margin></site>"
        "<p>We enrolled <b>310</b> &#112;atients\n in all. It went well.</p></study>"
    )
    assert texts("a.xml", text) == [
        "site name: River; site n: 3",
        "margin unit: percent; margin: 4.5",
        "We enrolled 310 patients in all. It went well.",
    ]


def test_comments_are_prose_and_code_is_code() -> None:
    text = '"""Doc.\n\nMore\nof it.\n"""\n\n# The limit is 10\n# requests.\nLIMIT = 10\n'
    assert texts("a.py", text, BlockKind.PROSE) == [
        "Doc.",
        "More of it.",
        "The limit is 10 requests.",
    ]
    assert texts("a.py", text, BlockKind.CODE) == ["LIMIT = 10"]


def test_notebooks_are_read_by_cell() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# T\n", "\n", 'It **is** "so".\n']},
        {"cell_type": "code", "source": "print(1)", "outputs": [{"text": ["0.93\n"]}]},
    ]
    found = document_from_text("a.ipynb", json.dumps({"cells": cells}))
    shown = [(found.text[b.start : b.end], found.place(b.start).label) for b in found.blocks]
    assert shown == [
        ('It is "so".', "cell 1"),
        ("print(1)", "cell 2"),
        ("0.93", "cell 2, output"),
    ]


def test_restructured_text_without_its_markup() -> None:
    text = (
        "Title\n=====\n\nThe **limit** is ``10`` in :ref:`the guide <x>` [1]_ and\n"
        "`here <http://u>`_::\n\n"
        "    port = 8080\n\nSub\n---\n\n.. note:: Mind the\n   gap.\n\n.. image:: x.png\n"
        "   :alt: no\n\n"
        ".. code-block:: python\n\n   x = 1\n\n.. a comment\n\n.. [1] A footnote.\n"
    )
    assert texts("a.rst", text, BlockKind.PROSE) == [
        "The limit is 10 in the guide and here:",
        "Mind the gap.",
        "A footnote.",
    ]
    assert texts("a.rst", text, BlockKind.CODE) == ["port = 8080", "x = 1"]
    assert document_from_text("a.rst", text).blocks[-1].title == "Title > Sub"


def test_a_table_for_the_layout_is_no_row() -> None:
    text = (
        "<table><tr><td>Menu<td><h1>Head</h1><p>Prose.</p>"
        "<table><tr><th>Site<th>n<tr><td>River<td>3</table><p>More.</p></table>"
    )
    assert texts("a.html", text, BlockKind.ROW) == ["Site: River; n: 3"]
    assert texts("a.html", text, BlockKind.PROSE)[-1] == "More."


def test_a_wrapped_list_item_has_no_bullet() -> None:
    line = "Redistributions of source code must retain the notice above, and then the list"
    assert texts("a.txt", f"* {line}\n  of conditions.\n") == [f"{line} of conditions."]
