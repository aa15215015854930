"""Front matter: the block of YAML (---) or TOML (+++) with which a Markdown file may start."""

from __future__ import annotations

from verifier.patterns import pattern

_YAML_LINE = pattern(r"\s*(?:#|-\s|[\"']?[\w.$@/-][^:\n]*:(?:\s|$))")
_TOML_LINE = pattern(r"\s*(?:#|\[|[\"']?[\w.-]+[\"']?(?:\.[\w.-]+)*\s*=)")
_LINE = pattern(r"([^\r\n]*)(?:\r\n|\r|\n|$)")


def front_matter_end(text: str) -> int:
    """Offset just behind the front matter of `text`, byte order mark included; 0 for none.

    As Pandoc has it: the opening line is the file's first, the next one is not blank, and "---" or
    "..." ("+++" for TOML) closes it. What does not look like a key is no front matter: a text may
    start with a thematic break.
    """
    begin = 1 if text.startswith("\ufeff") else 0
    opening = _LINE.match(text, begin)
    if opening is None:
        return begin
    fence = opening[1].rstrip(" \t")
    if fence not in ("---", "+++"):
        return begin
    closing, pattern = (("---", "..."), _YAML_LINE) if fence == "---" else (("+++",), _TOML_LINE)
    at = opening.end()
    first = _LINE.match(text, at)
    if first is None or (first[1].rstrip() not in closing and not pattern.match(first[1])):
        return begin
    while at < len(text):
        line = _LINE.match(text, at)
        if line is None:
            break
        at = line.end()
        if line[1].rstrip(" \t") in closing:
            return at
    return begin
