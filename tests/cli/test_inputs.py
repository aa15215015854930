"""What an argument names, apart from the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.cli.inputs import TEXT, expand, near_miss, read_inputs
from verifier.errors import ReportError


def test_a_file_goes_before_a_glob_and_a_text(project: Path) -> None:
    for name in ("odd [1].md", "my notes"):
        (project / name).write_text("x")
        (item,) = read_inputs([name])
        assert item.path == Path(name)


def test_a_text_is_what_has_white_space_and_is_no_file(project: Path) -> None:
    for text in ("Water is wet.", "A claim\nwith *two* lines.md", "x " * 5000, "null\0byte here"):
        (item,) = read_inputs([text])
        assert (item.name, item.path, item.data) == (TEXT, None, text.encode())


def test_several_texts_are_each_checked(project: Path) -> None:
    items = read_inputs(["Water is wet.", "Ice is cold.", "Water is wet."])
    assert [(item.name, item.data) for item in items] == [
        ("text", b"Water is wet."),
        ("text 2", b"Ice is cold."),
    ]


@pytest.mark.parametrize("argument", ["draft", "my draft.md", "a/b.md", "C:\\draft.md", "x" * 5000])
def test_everything_else_is_a_missing_file(project: Path, argument: str) -> None:
    with pytest.raises(ReportError, match="no such file"):
        read_inputs([argument])


def test_a_link_that_leads_nowhere_is_told_as_one(project: Path) -> None:
    (project / "old.md").symlink_to("moved.md")
    (project / "ring").symlink_to("ring")
    for name, target in (("old.md", "moved.md"), ("ring", "ring")):
        with pytest.raises(ReportError) as caught:
            read_inputs([name])
        assert str(caught.value) == f"{name}: a link to {target}, which leads nowhere"
    assert "old.md" not in near_miss(Path("old.md"))


def test_an_absolute_glob(project: Path) -> None:
    names = [item.name for item in read_inputs([str(project / "*.md")])]
    assert names == [str(project / f"{name}.md") for name in ("bad", "both", "good")]


def test_excluded_files_are_left_out(project: Path) -> None:
    assert [path.name for path in expand("*.md", project, exclude=["b*"])] == ["good.md"]


def test_a_glob_takes_no_source_for_a_report(project: Path) -> None:
    for folder in ("sources", "papers"):
        (project / folder).mkdir(exist_ok=True)
        (project / folder / "notes.md").write_text("x")
    names = [path.name for path in expand("**/*.md", project)]
    assert names == ["bad.md", "both.md", "good.md", "notes.md"]
    assert [path.name for path in expand("sources/*.md", project)] == ["notes.md"]
    named = [path.parent.name for path in expand("*/*.md", project, [project / "papers"])]
    assert named == ["sources"]


def test_the_nearest_name_is_found_in_the_nearest_folder_that_exists(project: Path) -> None:
    assert near_miss(Path("godo.md")) == "; did you mean good.md?"
    assert near_miss(Path("sorces/mill.txt")) == "; did you mean sources?"
    assert near_miss(Path("qqqq")) == ""
