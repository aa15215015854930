"""The commands and how they end: errors for people, Ctrl-C and closed pipes become exit codes."""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from verifier.errors import LLMFeederError

OK = 0
OVER_LIMIT = 1
COULD_NOT_CHECK = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


COMMANDS = {
    "check": "verifier.cli.check:check",
    "dismiss": "verifier.cli.dismiss:dismiss",
    "demo": "verifier.cli.demo:demo",
    "doctor": "verifier.cli.doctor:doctor",
    "eval": "verifier.evaluation.command:eval_command",
    "init": "verifier.cli.init:init",
    "lsp": "lsp_server.cli:lsp",
    "mcp": "verifier.mcp_server.command:mcp",
}
"""Where each command's function is; its module may hold EXAMPLES, shown below its help."""


class Commands(TyperGroup):
    """The group of all commands; nothing that a command raises leaves it as a traceback."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        unloaded: dict[str, Any] = dict.fromkeys(COMMANDS)
        self.commands = unloaded

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command called `cmd_name`, its module imported now; None if there is no such."""
        if cmd_name in self.commands and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _load(cmd_name)
        return self.commands.get(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        """Run the chosen command; see `typer.core.TyperGroup.invoke`."""
        _never_fail_to_encode()
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except LLMFeederError as error:
            complain(str(error))
            raise typer.Exit(COULD_NOT_CHECK) from error
        except KeyboardInterrupt as error:
            raise typer.Exit(INTERRUPTED) from error
        except BrokenPipeError as error:
            _forget_stdout()
            raise typer.Exit(BROKEN_PIPE) from error
        except (OSError, RecursionError, MemoryError) as error:
            complain(f"{type(error).__name__}: {error}")
            raise typer.Exit(COULD_NOT_CHECK) from error
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:
            if _is_usage_error(error):
                raise
            traceback.print_exc()
            complain("this is a fault in llmfeeder, not in your files; please report it")
            raise typer.Exit(COULD_NOT_CHECK) from error
        return result


def _load(name: str) -> Any:
    module_name, _, function = COMMANDS[name].partition(":")
    module = import_module(module_name)
    single = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    single.command(name, epilog=getattr(module, "EXAMPLES", None))(getattr(module, function))
    return typer.main.get_command(single)


def complain(message: str) -> None:
    """Print an error on standard error."""
    typer.echo(f"Error: {message}", err=True)


def _is_usage_error(error: Exception) -> bool:
    return hasattr(error, "exit_code")


def _never_fail_to_encode() -> None:
    """A terminal that lacks a character shows an escape instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _forget_stdout() -> None:
    """Keep the interpreter from flushing into the closed pipe at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
