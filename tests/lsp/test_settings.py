"""The client's settings: each checked by itself, wrong ones named."""

from __future__ import annotations

import pytest

from lsp_server.settings import ClientSettings, Severities, read_settings


def test_good_settings() -> None:
    read = read_settings(
        {
            "sources": ["papers"],
            "run": "onChange",
            "debounce": 50,
            "severity": {"partial": "off"},
            "inlayHints": True,
            "pollSeconds": 1,
            "trace": {"server": "verbose"},
        }
    )
    assert read.problems == []
    assert read.settings == ClientSettings(
        sources=("papers",),
        run="onChange",
        debounce=50,
        severity=Severities(partial="off"),
        inlay_hints=True,
        poll_seconds=1,
    )


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ({"run": "always"}, "llmfeeder.run"),
        ({"debounce": "fast"}, "llmfeeder.debounce"),
        ({"debounce": -1}, "llmfeeder.debounce"),
        ({"sources": "papers"}, "llmfeeder.sources"),
        ({"judge": "oracle"}, "llmfeeder.judge"),
        ({"severity": {"fatal": "error"}}, "llmfeeder.severity.fatal"),
        ({"severity": {"partial": "loud"}}, "llmfeeder.severity.partial"),
        ({"severity": "loud"}, "llmfeeder.severity"),
        ({"codeLens": "yes"}, "llmfeeder.codeLens"),
        ([], "llmfeeder"),
    ],
)
def test_a_wrong_setting_keeps_its_default_and_is_named(value: object, named: str) -> None:
    read = read_settings(value)
    assert read.settings == ClientSettings()
    (problem,) = read.problems
    assert problem.startswith(named)


def test_nothing_said_is_the_base() -> None:
    base = ClientSettings(debounce=7)
    assert read_settings(None, base).settings == base
    assert read_settings({"run": None}, base).settings == base
