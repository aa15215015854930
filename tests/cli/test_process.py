"""The real command in a process of its own: exit codes, pipes, signals, a terminal."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

RUN = "import sys; sys.argv[0] = 'llmfeeder'; from verifier.cli.process import main; main()"
COMMAND = [sys.executable, "-c", RUN]
MOST_SIGNALS = 3
pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and pseudo-terminals of POSIX")


def test_exit_codes(project: Path) -> None:
    for report, code in (("good.md", 0), ("bad.md", 1), ("none.md", 2)):
        done = subprocess.run(
            [*COMMAND, "check", report], capture_output=True, text=True, check=False
        )
        assert done.returncode == code
        assert "Traceback" not in done.stderr


def test_what_waits_for_the_end_of_the_process_is_done(project: Path) -> None:
    handler = "import atexit, threading; atexit.register(print, 'handler'); "
    thread = "threading.Thread(target=lambda: [threading.main_thread().join(), print('thread')])"
    for more, end in (("", "\nhandler\n"), (f"{thread}.start(); ", "\nthread\nhandler\n")):
        command = [sys.executable, "-c", handler + more + RUN, "check", "bad.md"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert "UNSUPPORTED" in done.stdout
        assert done.stdout.endswith(end)


def test_a_pipe_gets_no_colours(project: Path) -> None:
    done = subprocess.run([*COMMAND, "check", "bad.md"], capture_output=True, check=False)
    assert b"\x1b" not in done.stdout
    assert done.stderr == b""


def test_a_closed_pipe_is_quiet(project: Path) -> None:
    (project / "many.md").write_text("Penguins are faster than most seals. " * 2000)
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(
            [*COMMAND, "check", "good.md", "many.md"],
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.stderr == b""
    assert done.returncode == 141


def test_ctrl_c_ends_at_once_without_a_traceback(project: Path) -> None:
    # The report is a named pipe that nobody writes to: the command is reading once ours opens.
    os.mkfifo("slow.md")
    process = subprocess.Popen(
        [*COMMAND, "check", "slow.md"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    writing = os.open("slow.md", os.O_WRONLY)
    errors = None
    for _ in range(MOST_SIGNALS):
        # One that comes between Python's last look and the system's read waits for the next.
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            _, errors = process.communicate(timeout=10)
            break
    os.close(writing)
    process.kill()
    assert errors is not None
    assert process.returncode == 130
    assert b"Traceback" not in errors


def in_terminal(arguments: list[str], columns: int = 100, **environment: str) -> str:
    """What the command writes to a pseudo-terminal that is its standard output and error."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    plain = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**plain, "TERM": "xterm-256color", **environment},
    )
    os.close(theirs)
    output = b""
    while chunk := _read(ours):
        output += chunk
    os.close(ours)
    process.wait(timeout=30)
    return output.decode().replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # Linux says so when the other side is closed
        return b""


def test_a_terminal_gets_colours_and_its_own_width(project: Path) -> None:
    output = in_terminal(["check", "bad.md"], columns=50)
    assert "\x1b[1;33mUNSUPPORTED" in output
    plain = in_terminal(["check", "bad.md"], columns=50, NO_COLOR="1")
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= 50
    assert "Penguins are faster than most seals in cold\n  water." in plain


def test_colours_can_be_forced_into_a_pipe(project: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "check", "bad.md"],
        capture_output=True,
        check=False,
        env={**os.environ, "FORCE_COLOR": "1"},
    )
    assert b"\x1b[1;33mUNSUPPORTED" in done.stdout


def test_output_survives_a_terminal_without_unicode(project: Path) -> None:
    (project / "odd.md").write_text(
        "Pingüine → 日本 are faster than most seals 🎉 in winter.\n", "utf-8"
    )
    done = subprocess.run(
        [*COMMAND, "check", "odd.md"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert done.returncode == 1
    assert b"Ping\\xfcine" in done.stdout


def imported(*arguments: str) -> set[str]:
    """The top-level packages that the command has imported when it ends."""
    program = (
        "import sys\nfrom verifier.cli import app\n"
        f"try: app({list(arguments)!r})\nexcept SystemExit: pass\n"
        "print('\\n' + ' '.join(sorted({name.split('.')[0] for name in sys.modules})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_the_version_needs_no_engine() -> None:
    engine = {"tantivy", "markdown_it", "sentencex", "Stemmer", "yaml", "msgspec"}
    assert not imported("--version") & (engine | {"rich", "pygls"})


def test_a_check_of_plain_text_needs_no_more_than_it_uses(project: Path) -> None:
    unused = {"rich", "pygls", "pypdf", "charset_normalizer", "bibtexparser", "pydantic"}
    assert not imported("check", "good.md") & unused
