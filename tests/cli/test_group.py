"""The command itself: version, help, completion, and how errors end it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from verifier import __version__
from verifier.cli.group import COMMANDS
from verifier.errors import LLMFeederError

Run = Callable[..., Result]


def test_version(run: Run) -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"llmfeeder {__version__}\n")


def test_help_lists_every_command(run: Run) -> None:
    text = run("--help").stdout
    assert all(f"  {name}" in text for name in COMMANDS)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: root {command} ")


def test_help_of_check_shows_examples_and_exit_codes(run: Run) -> None:
    text = run("check", "--help").stdout
    assert "  llmfeeder check report.md --sources sources/\n" in text
    assert "2  could not check" in text


def test_a_mistyped_command_is_guessed(run: Run) -> None:
    result = run("chekc")
    assert result.exit_code == 2
    assert "Did you mean 'check'?" in result.stderr


def test_completion_is_offered(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_ROOT_COMPLETE", "complete_bash")
    for words, offered in (
        ("root ch", ["check"]),
        ("root check --sens", ["--sensitivity"]),
        ("root check --sensitivity b", ["balanced"]),
        ("root check --fail-on p", ["partial"]),
    ):
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
        assert run().stdout.split() == offered


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (LLMFeederError("mend this"), 2, "Error: mend this\n"),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 141, ""),
        (OSError(28, "No space left on device"), 2, "No space left on device"),
        (ZeroDivisionError("x"), 2, "this is a fault in llmfeeder"),
    ],
)
def test_nothing_ends_in_a_wrong_exit_code(
    project: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
    message: str,
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("verifier.cli.run.Runner.check", fail)
    result = run("check", "good.md")
    assert result.exit_code == code
    assert message in result.stderr
    assert ("Traceback" in result.stderr) == isinstance(error, ZeroDivisionError)
