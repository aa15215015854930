"""The schema of the settings for editors says what the reader of the settings does."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from typing import Any

import jsonschema
import pytest

from verifier.project import ABOUT, OWN_FILE, ProjectSettings, parse


def schema() -> dict[str, Any]:
    text = resources.files("verifier").joinpath("settings.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def test_every_setting_with_its_meaning_and_default() -> None:
    found = schema()
    jsonschema.Draft7Validator.check_schema(found)
    assert {name: item["description"] for name, item in found["properties"].items()} == ABOUT
    for name, item in found["properties"].items():
        if "default" in item:
            read = parse(f"{name} = {json.dumps(item['default'])}", OWN_FILE).values
            assert getattr(read, name) == getattr(ProjectSettings(), name)


@pytest.mark.parametrize(
    "text",
    [
        'sources = ["a"]',
        'reports = "*.md"',
        "exclude = []",
        "exclude = ['']",
        "sources = 1",
        'fail_on = "none"',
        'fail_on = "partial, contradicted"',
        'fail_on = ["supported"]',
        'fail_on = "partial, none"',
        "fail_under = 0.5",
        "fail_under = 90",
        'judge = "rules"',
        'judge = "nobody"',
        'sensitivity = "strict"',
        "tables = 1",
        'severities = { citation = "off" }',
        'severities = { citations = "off" }',
        'severities = { citation = "loud" }',
        "severities = 1",
        'dismissals = "d.toml"',
        'dismissals = ""',
        "citation_style = 'link'",
        "citation_style = 'endnote'",
        "[[overrides]]\npaths = 'a'\ncitation_style = 'pandoc'",
        "sourcse = 1",
        "overrides = 1",
        "overrides = []",
        "[[overrides]]\npaths = 'a/**'\nfail_on = 'none'\nseverities = { citation = 'off' }",
        "[[overrides]]\npaths = ['a']\nfail_under = 0.5\njudge = 'rules'\ntables = true",
        "[[overrides]]\npaths = ['a']\nsensitivity = 'strictest'",
        "[[overrides]]\npaths = []",
        "[[overrides]]\npaths = ['']",
        "[[overrides]]\ntables = true",
        "[[overrides]]\npaths = 'a'\nsources = 'b'",
    ],
)
def test_both_take_and_refuse_the_same(text: str) -> None:
    valid = jsonschema.Draft7Validator(schema()).is_valid(tomllib.loads(text))
    assert valid == (parse(text, OWN_FILE).problems == ())
