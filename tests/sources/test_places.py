"""Promise 1: every span is real, and its place leads to the same characters in the file."""

import csv
import io
import json
import re
from collections.abc import Callable
from html import escape
from xml.sax.saxutils import escape as xml_escape

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.model import SourceDocument
from verifier.sources import document_from_text

NASTY = "aé🦊\"'&<>;,|:#*_`[](){}\\/ \t.-=%~$!?\u00a0\u2028"
fills = st.text(NASTY, max_size=8)
line_ends = st.sampled_from(["\n", "\r\n"])


def word(number: int) -> str:
    """A word that stands in a document once and that no format escapes."""
    return f"w{number}ord"


@st.composite
def values(draw: st.DrawFn) -> list[str]:
    """Values to write into a document, each with a word of its own among odd characters."""
    count = draw(st.integers(1, 6))
    return [f"{draw(fills)} {word(n)} {draw(fills)}" for n in range(count)]


def offset_of(text: str, line: int, column: int) -> int:
    """The offset of a position as an editor counts it."""
    starts = [0, *(match.end() for match in re.finditer("\r\n|\r|\n", text))]
    return starts[line - 1] + column - 1


def check_document(document: SourceDocument) -> None:
    """What holds for every document: ordered blocks, real spans, places inside the file."""
    before = 0
    for block in document.blocks:
        assert before <= block.start < block.end <= len(document.text)
        before = block.end
        span = document.span(block.start, block.end)
        assert span.text == document.text[span.start : span.end]
        assert span.text == span.text.strip(" \t\r\n")
        assert span.place.line is not None
        assert span.place.column is not None
        assert span.end_place.line is not None
        assert span.end_place.column is not None
        start = offset_of(document.raw, span.place.line, span.place.column)
        end = offset_of(document.raw, span.end_place.line, span.end_place.column)
        assert 0 <= start < end <= len(document.raw)


def check_word(document: SourceDocument, number: int) -> None:
    """The word of a value stands in a block, and its place leads to it in the file."""
    at = document.text.index(word(number))
    assert any(block.start <= at < block.end for block in document.blocks)
    span = document.span(at, at + len(word(number)))
    assert span.place.line is not None
    assert span.place.column is not None
    assert span.end_place.line is not None
    assert span.end_place.column is not None
    start = offset_of(document.raw, span.place.line, span.place.column)
    end = offset_of(document.raw, span.end_place.line, span.end_place.column)
    assert document.raw[start:end] == word(number) == span.text


def as_csv(items: list[str]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["name", "first_value", "Other value"])
    for number, item in enumerate(items):
        writer.writerow([f"row{number}x", item, "7"])
    return out.getvalue()


def as_yaml(items: list[str]) -> str:
    return yaml.safe_dump({f"key_{n}": {"in": item} for n, item in enumerate(items)})


def as_toml(items: list[str]) -> str:
    quoted = [json.dumps(item, ensure_ascii=False) for item in items]
    return "".join(f"[t{n}]\nkey = {item} # c\n" for n, item in enumerate(quoted))


def as_xml(items: list[str]) -> str:
    inner = "".join(f"<v n='{n}'>{xml_escape(item)}</v>\n" for n, item in enumerate(items))
    return f"<?xml version='1.0' encoding='latin-1'?>\n<all>{inner}</all>"


def as_html(items: list[str]) -> str:
    rows = "".join(f"<tr><td>r</td><td>{escape(item)}</td></tr>\n" for item in items[1:])
    return (
        f"<html><body><p>a <b>{escape(items[0])}</b> z\n<table><tr><th>n<th>Value</tr>"
        f"{rows}</table></body></html>"
    )


def as_notebook(items: list[str]) -> str:
    plain = [re.sub(r"[^\w ]", "é", item) for item in items]
    cells = [{"cell_type": "markdown", "source": ["It **is**\n", f"*x* {p}\n"]} for p in plain]
    return json.dumps({"cells": cells}, indent=1)


WRITERS: dict[str, Callable[[list[str]], str]] = {
    "txt": lambda items: "\n\n".join(f"It is so:\n  and {item} end" for item in items),
    "json": lambda items: json.dumps([{"a b": {"inKey": item}} for item in items], indent=2),
    "jsonl": lambda items: "\n".join(json.dumps({"k": item}) for item in items),
    "csv": as_csv,
    "yaml": as_yaml,
    "toml": as_toml,
    "xml": as_xml,
    "html": as_html,
    "ipynb": as_notebook,
    "ini": lambda items: "[s]\n" + "\n".join(f"k{n} = {i.strip()}" for n, i in enumerate(items)),
    "py": lambda items: "\n\n".join(
        f"# It says\n# {item.replace(chr(34), '').replace(chr(39), '')}\nx = 1" for item in items
    ),
}


@pytest.mark.parametrize("suffix", WRITERS)
@settings(deadline=None)
@given(items=values(), line_end=line_ends)
def test_every_value_is_found_where_it_stands(suffix: str, items: list[str], line_end: str) -> None:
    raw = WRITERS[suffix](items).replace("\r\n", "\n").replace("\n", line_end)
    document = document_from_text(f"x.{suffix}", raw)
    assert not document.remark
    assert document.raw == raw
    check_document(document)
    for number in range(len(items)):
        check_word(document, number)


@settings(deadline=None)
@given(
    cells=st.lists(st.text("aé🦊\"'&* ", max_size=5), min_size=1, max_size=4), line_end=line_ends
)
def test_markdown_tables_and_paragraphs(cells: list[str], line_end: str) -> None:
    rows = [f"| r | {cell} {word(n)} |" for n, cell in enumerate(cells)]
    lines = ["# Head", "", "| Name | Value |", "|---|---|", *rows, "", "Some **bold** text", "on."]
    raw = line_end.join(lines)
    document = document_from_text("x.md", raw)
    check_document(document)
    for number in range(len(cells)):
        check_word(document, number)
    assert "Some bold text on." in document.text


SUFFIXES = (
    "txt md rst html json jsonl csv tsv yaml toml ini xml py sh sql ipynb unknown pdf".split()
)
SCRAPS = st.sampled_from(
    [
        *"{}[]<>\"',:;=|&#-*`\\/!?\t ",
        "\n",
        "\r\n",
        "\r",
        "\ufeff",
        "\x00",
        "<p>",
        "</p>",
        "<table><tr><td>",
        "</table>",
        "<pre>",
        "<!--",
        "<![CDATA[",
        "&amp;",
        "&#0;",
        "a: b",
        "- x",
        "key = 1",
        "[[t]]",
        '"""',
        "'''",
        '""',
        "```\n",
        "| a | b |\n|---|---|\n",
        "[^1]: n",
        "1. item",
        "    code",
        "é🦊",
        "word and word.",
        '{"a": 1}',
        '{"cells": []}',
        "\ud800",
        "===\n",
    ]
)


@pytest.mark.parametrize("suffix", SUFFIXES)
@settings(deadline=None)
@given(scraps=st.lists(SCRAPS | st.text(max_size=3), max_size=30))
def test_any_text_gives_a_sound_document(suffix: str, scraps: list[str]) -> None:
    raw = "".join(scraps)
    document = document_from_text(f"x.{suffix}", raw)
    assert document.raw == raw
    check_document(document)
