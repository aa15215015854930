"""How fast a check is: cold, warm, and at scale.

    python -m benchmarks.speed [--large]

Times are by the clock and vary with the machine; the ratio beside each is to counting the words of
20,000 sentences in the same run, and can be compared between machines. `--large` adds 1,000 claims
against 100,000 sentences, with the peak memory of that process.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.workload import reference_seconds, report, seconds, sentences, write_corpus
from verifier import Checker
from verifier.cache import Cache

Show = Callable[..., None]
ROOT = Path(__file__).parent.parent


def main() -> None:
    """Run the measurements and print a line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", action="store_true", help="1,000 claims, 100,000 sentences")
    large = parser.parse_args().large
    yardstick = reference_seconds(sentences(20_000))
    print(f"counting the words of 20,000 sentences: {yardstick * 1000:.0f} ms = 1")

    def show(what: str, took: float, claims: int = 0) -> None:
        rate = f"  {claims / took:8.0f} claims/s" if claims else ""
        print(f"{what:58} {took * 1000:8.0f} ms  {took / yardstick:7.1f}{rate}")

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        os.environ["LLMFEEDER_CACHE_DIR"] = str(folder / "cache")
        show("demo, as a command from a cold start", min(_demo() for _ in range(3)))
        _in_process(folder, 30, 20_000, show)
        if large:
            _in_process(folder, 1_000, 100_000, show)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"peak memory of this process: {peak:.0f} MB")


def _demo() -> float:
    command = [sys.executable, "-c", "from verifier.cli import app; app()", "demo"]
    quiet = subprocess.DEVNULL
    return seconds(lambda: subprocess.run(command, cwd=ROOT, stdout=quiet, check=True))  # noqa: S603


def _in_process(folder: Path, claims: int, count: int, show: Show) -> None:
    sources = folder / f"sources{count}"
    made = write_corpus(sources, count)
    text, other = report(made, claims), report(made, claims, seed=3)
    size = f"{claims:,} claims, {count:,} sentences"
    checkers: list[Checker] = []

    def cold() -> None:
        checkers[:] = [Checker([sources], cache=Cache.default())]
        checkers[0].check_text(text)

    show(f"{size}: nothing cached, reading and indexing", seconds(cold), claims)
    show(f"{size}: new process, sources cached", seconds(cold), claims)
    warm = checkers[0]
    show(f"{size}: warm checker, other report", seconds(lambda: warm.check_text(other)), claims)
    show(f"{size}: warm checker, same report", seconds(lambda: warm.check_text(other)), claims)
    changed = other.replace("percent", "per cent", 1)
    show(f"{size}: one claim changed", seconds(lambda: warm.check_text(changed)))


if __name__ == "__main__":
    main()
