"""How fast a check is: cold, warm, and at scale; by the rules alone, and with the model.

    python -m benchmarks.speed [--large] [--rules]

Times are by the clock and vary with the machine; the ratio beside each is to counting the words of
20,000 sentences in the same run, and can be compared between machines. `--large` adds 1,000 claims
against 100,000 sentences, with the peak memory of that process; `--rules` leaves the model out.
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

from benchmarks.workload import (
    reference_seconds,
    report,
    seconds,
    sentences,
    short_sources,
    write_corpus,
)
from verifier import Checker, Settings, check_text
from verifier.cache import Cache
from verifier.judges import asks_a_model

Show = Callable[..., None]
ROOT = Path(__file__).parent.parent
_RULES = Settings(judge="rules")
_MODEL = Settings(judge="offline")


def main() -> None:
    """Run the measurements and print a line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", action="store_true", help="1,000 claims, 100,000 sentences")
    parser.add_argument("--rules", action="store_true", help="without the entailment model")
    given = parser.parse_args()
    yardstick = reference_seconds(sentences(20_000))
    print(f"counting the words of 20,000 sentences: {yardstick * 1000:.0f} ms = 1")

    def show(what: str, took: float, claims: int = 0) -> None:
        rate = f"  {claims / took:8.0f} claims/s" if claims else ""
        print(f"{what:66} {took * 1000:8.0f} ms  {took / yardstick:7.1f}{rate}", flush=True)

    judges = [_RULES] if given.rules or not asks_a_model(_MODEL) else [_RULES, _MODEL]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for settings in judges:
            print(f"judge: {settings.judge}")
            os.environ["LLMFEEDER_CACHE_DIR"] = str(folder / f"cache-{settings.judge}")
            _demo(folder, settings, show)
            _short(settings, show)
            _in_process(folder, 30, 20_000, settings, show)
            if given.large:
                _in_process(folder, 1_000, 100_000, settings, show)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"peak memory of this process: {peak:.0f} MB")


def _demo(folder: Path, settings: Settings, show: Show) -> None:
    """The demo in processes of its own, whose modules are compiled, as an installation's are."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if settings.judge == "rules":
        environment["LLMFEEDER_MODEL"] = "off"

    def run(cache: str) -> float:
        environment["LLMFEEDER_CACHE_DIR"] = str(folder / cache)
        command = [sys.executable, "-c", "from verifier.cli.process import main; main()", "demo"]
        quiet = subprocess.DEVNULL
        return seconds(
            lambda: subprocess.run(  # noqa: S603
                command, cwd=ROOT, env=environment, stdout=quiet, check=True
            )
        )

    run("compiling")
    show("demo, for the first time", run(f"demo-{settings.judge}"))
    show("demo, from a cold start", min(run(f"demo-{settings.judge}") for _ in range(5)))


def _short(settings: Settings, show: Show) -> None:
    pairs = short_sources(300)

    def check() -> None:
        for claim, source in pairs:
            check_text(claim, {"source": source}, settings)

    show("300 claims, each against a source of three sentences", seconds(check), 300)


def _in_process(folder: Path, claims: int, count: int, settings: Settings, show: Show) -> None:
    sources = folder / f"sources{count}"
    made = write_corpus(sources, count)
    text, other = report(made, claims), report(made, claims, seed=3)
    size = f"{claims:,} claims, {count:,} sentences"
    checkers: list[Checker] = []

    def cold() -> None:
        checkers[:] = [Checker([sources], settings, cache=Cache.default())]
        checkers[0].check_text(text)

    show(f"{size}: nothing cached, reading and indexing", seconds(cold), claims)
    show(f"{size}: new checker, sources cached", seconds(cold), claims)
    warm = checkers[0]
    show(f"{size}: warm checker, other report", seconds(lambda: warm.check_text(other)), claims)
    show(f"{size}: warm checker, same report", seconds(lambda: warm.check_text(other)), claims)
    changed = other.replace("percent", "per cent", 1)
    show(f"{size}: one claim changed", seconds(lambda: warm.check_text(changed)))


if __name__ == "__main__":
    main()
