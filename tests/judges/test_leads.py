"""What stands before a list holds for each of its items."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier import Checker, Settings, Verdict
from verifier.cache import Cache

MARKDOWN = """# Policy

Security research must not:

* Cause damage to running systems.
* Disrupt development or infrastructure:
    * Stop the build servers.
* Include exploits.

  That holds for reports by email too.

The following are not supported:

- Windows 7 and older versions.
  ```
  winver
  ```

- Installation from source on ARM boards.

Unless you pay, we do not offer:

- Support by telephone.

The parser does not trust:

1. Data received from the network.

You may:

+ Report problems by email.

- Nothing introduces this list of tools.
"""
PLAIN = """The team must not:
 * Cause damage to running systems.
 * Disrupt development or
   infrastructure.

The team may:

 1. Report problems by email.
"""
RST = """The team must not:

* Cause damage to running systems.
* Disrupt development or infrastructure.

The team may:

#. Nothing here.

1. Report problems by email.
"""
HTML = """<p>The team must not:</p><ul><li>Cause damage to running systems.</li>
<li><p>Disrupt development or infrastructure.</p></li></ul>
<p>The team may:</p><ol><li>Report problems by email.</li></ol>"""


def verdict_of(folder: Path, claim: str) -> tuple[Verdict, str]:
    checker = Checker([folder], Settings(judge="rules"), cache=None)
    finding = checker.check_text(claim).findings[0]
    quoted = finding.conflicts[0].source.text if finding.conflicts else ""
    return finding.verdict, quoted


@pytest.mark.parametrize(
    ("claim", "quoted"),
    [
        ("Security research may cause damage to running systems.", "must not"),
        ("Security research can disrupt development or infrastructure.", "must not"),
        ("Windows 7 and older versions are supported.", "are not supported"),
        ("Installation from source on ARM boards is supported.", "are not supported"),
        ("The parser trusts data received from the network.", "does not trust"),
    ],
)
def test_an_item_of_what_is_denied_contradicts_who_affirms_it(
    tmp_path: Path, claim: str, quoted: str
) -> None:
    (tmp_path / "policy.md").write_text(MARKDOWN)
    assert verdict_of(tmp_path, claim) == (Verdict.CONTRADICTED, quoted)


@pytest.mark.parametrize(
    "claim",
    [
        "Security research must not cause damage to running systems.",
        "Security research must not disrupt development.",
        "Windows 7 is not supported.",
        "Installation from source is not supported on ARM boards.",
        "The parser does not trust data received from the network.",
        "You may report problems by email.",
        "Problems may be reported by email.",
    ],
)
def test_the_lead_bears_out_its_part_of_the_claim(tmp_path: Path, claim: str) -> None:
    (tmp_path / "policy.md").write_text(MARKDOWN)
    assert verdict_of(tmp_path, claim)[0] is Verdict.SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        # A condition limits the denial, the item itself is denied only in part, or something else
        # is said of it than what is denied.
        "We offer support by telephone.",
        "Data received from the network is compressed.",
        "The prohibited disruption of infrastructure is rare.",
        "Reports by email may include exploits of old systems.",
    ],
)
def test_no_contradiction_where_something_else_is_denied(tmp_path: Path, claim: str) -> None:
    (tmp_path / "policy.md").write_text(MARKDOWN)
    assert verdict_of(tmp_path, claim)[0] is not Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("name", "text"), [("a.txt", PLAIN), ("a.rst", RST), ("a.html", HTML), ("a.md", PLAIN)]
)
def test_every_format_tells_what_introduces_a_list(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    contradicted = (Verdict.CONTRADICTED, "must not")
    assert verdict_of(tmp_path, "The team may cause damage to running systems.") == contradicted
    assert verdict_of(tmp_path, "The team may disrupt infrastructure.") == contradicted
    denied = verdict_of(tmp_path, "The team must not disrupt infrastructure.")
    assert denied[0] is Verdict.SUPPORTED
    assert verdict_of(tmp_path, "The team may report problems by email.")[0] is Verdict.SUPPORTED


def test_the_cache_keeps_how_deep_blocks_stand(tmp_path: Path) -> None:
    sources, cache = tmp_path / "sources", Cache(tmp_path / "cache")
    sources.mkdir()
    (sources / "policy.md").write_text(MARKDOWN)
    claim = "Security research may disrupt infrastructure."
    verdicts = [
        Checker([sources], Settings(judge="rules"), cache=cache).check_text(claim).findings[0]
        for _ in range(2)
    ]
    assert [finding.verdict for finding in verdicts] == [Verdict.CONTRADICTED] * 2


CONTRAST = "The hook is meant for events during setup, not events in general operation."


@pytest.mark.parametrize(
    ("source", "claim", "expected"),
    [
        (CONTRAST, "The hook is meant for events in general operation.", Verdict.CONTRADICTED),
        (CONTRAST, "The hook is meant for events during setup.", Verdict.SUPPORTED),
        (
            "There is no ramp for cars but a ramp for bikes.",
            "There is a ramp for bikes.",
            Verdict.SUPPORTED,
        ),
        (
            "The file of a job contains a field which contains the space-separated names of jobs.",
            "Job names do not contain spaces.",
            None,
        ),
        (
            "Elm does not support running on End-of-Life platforms.",
            "Elm supports End-of-Life platforms.",
            Verdict.CONTRADICTED,
        ),
        (
            "Elm has ended its support of old platforms.",
            "Elm does not support old platforms.",
            None,
        ),
        (
            "Packages in jobs-awaited do not satisfy dependencies.",
            "Packages in jobs-pending satisfy dependencies.",
            None,
        ),
    ],
)
def test_what_a_denial_is_about(
    tmp_path: Path, source: str, claim: str, expected: Verdict | None
) -> None:
    (tmp_path / "a.txt").write_text(source)
    verdict = verdict_of(tmp_path, claim)[0]
    if expected is None:
        assert verdict is not Verdict.CONTRADICTED
    else:
        assert verdict is expected
