"""Which format a file has, by its name: the one list of what can be read and what cannot."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePosixPath


class Format(StrEnum):
    """How a source is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    RST = "rst"
    HTML = "html"
    JSON = "json"
    JSON_LINES = "jsonl"
    CSV = "csv"
    TSV = "tsv"
    YAML = "yaml"
    TOML = "toml"
    INI = "ini"
    XML = "xml"
    NOTEBOOK = "notebook"
    CODE = "code"
    PDF = "pdf"


class FormatError(ValueError):
    """A text that is not in the format its name says; the message says what is wrong where."""


def _by_suffix() -> dict[str, Format]:
    names = {
        Format.TEXT: "txt text log me",
        Format.MARKDOWN: "md markdown mdown mkd mdx qmd rmd",
        Format.RST: "rst rest",
        Format.HTML: "html htm xhtml",
        Format.JSON: "json geojson jsonld webmanifest",
        Format.JSON_LINES: "jsonl ndjson",
        Format.CSV: "csv",
        Format.TSV: "tsv tab",
        Format.YAML: "yaml yml",
        Format.TOML: "toml",
        Format.INI: "ini cfg properties",
        Format.XML: "xml rss atom",
        Format.NOTEBOOK: "ipynb",
        Format.CODE: (
            "py pyi js mjs cjs jsx ts tsx java kt kts scala groovy c h cc cpp cxx hh hpp cs m mm "
            "go rs rb php pl pm lua r jl swift dart ex exs erl hs ml fs clj el lisp vim sh bash "
            "zsh fish ps1 bat cmd sql proto graphql tf hcl gradle cmake mk css scss less vue svelte"
        ),
        Format.PDF: "pdf",
    }
    return {suffix: form for form, suffixes in names.items() for suffix in suffixes.split()}


_BY_SUFFIX = _by_suffix()

_SAVE_AS = "format not supported: save it as PDF or text"
_OFFICE = frozenset(
    "doc docx docm dot dotx odt rtf pages xls xlsx xlsm xlsb ods numbers ppt pptx pptm odp key "
    "epub mobi azw3 djvu ps eps msg eml".split()
)
_BINARY = frozenset(
    "png jpg jpeg gif bmp tif tiff webp ico heic avif svgz psd ai mp3 wav flac ogg m4a mp4 mov avi "
    "mkv webm zip gz tgz bz2 xz zst 7z rar tar jar war whl egg iso dmg exe dll so dylib a o obj "
    "class pyc pyo pyd wasm bin dat db sqlite sqlite3 parquet feather arrow npy npz pkl pickle pt "
    "pth onnx h5 hdf5 safetensors woff woff2 ttf otf eot".split()
)


def suffix_of(name: str) -> str:
    """The suffix of the file `name`, in small letters and without its dot."""
    return PurePosixPath(name.replace("\\", "/")).suffix[1:].lower()


def format_of(name: str) -> Format:
    """The format that the file `name` has by its suffix; plain text where that says nothing."""
    return _BY_SUFFIX.get(suffix_of(name), Format.TEXT)


def unsupported(name: str) -> str:
    """Why a file of this name cannot be a source; "" where it may be one."""
    suffix = suffix_of(name)
    if suffix in _OFFICE:
        return _SAVE_AS
    return "not a text file" if suffix in _BINARY else ""
