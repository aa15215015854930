"""What may be read: nothing outside of the roots, and inside nothing that is never read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier import Checker
from verifier.library import source_files
from verifier.mcp_server.roots import Refused, Roots, path_of

SECRET = "The password of the vault is 12345."  # noqa: S105
HARMLESS = "The vault has two doors."


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with every kind of file in it, and secrets beside it."""
    base = Path(os.path.realpath(tmp_path_factory.mktemp("tree")))
    root = base / "root"
    for name in ("one.txt", "a/two.txt", "a/deep/three.md", "sources/four.txt"):
        write(root / name, HARMLESS)
    for name in (".env", "key.pem", "a/id_rsa", ".git/config.txt", "node_modules/x/y.txt"):
        write(root / name, SECRET)
    write(root / ".hidden" / "five.txt", SECRET)
    for name in ("outside.txt", "rooted/six.txt", "sources/seven.txt"):
        write(base / name, SECRET)
    (root / "link_out").symlink_to(base / "rooted")
    (root / "link_file_out.txt").symlink_to(base / "outside.txt")
    (root / "link_in").symlink_to(root / "a")
    (root / "link_up").symlink_to("..")
    (root / "link_loop").symlink_to("link_loop")
    (root / "link_env.txt").symlink_to(root / ".env")
    return root


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


SEGMENTS = (
    *("..", ".", "", "~", "a", "deep", "one.txt", "two.txt", "root", "rooted", "sources"),
    *("link_out", "link_file_out.txt", "link_in", "link_up", "link_loop", "link_env.txt"),
    *(".env", "key.pem", "id_rsa", ".git", "config.txt", ".hidden", "five.txt", "node_modules"),
    *("outside.txt", "six.txt", "\x00", "C:", "…", "A"),
)


@st.composite
def names(draw: st.DrawFn) -> str:
    """Paths as a caller might name them, many of them hostile; {BASE} is the folder above."""
    parts = draw(st.lists(st.sampled_from(SEGMENTS), max_size=5))
    start = draw(
        st.sampled_from(("", "/", "{BASE}/", "{BASE}/root/", "{BASE}/root/../", "file://"))
    )
    return start + draw(st.sampled_from(("/", "/", "//", "\\"))).join(parts)


@given(name=names())
@settings(max_examples=400, deadline=None)
def test_naming_a_part_never_opens_more_than_naming_all(tree: Path, name: str) -> None:
    roots = Roots.of_paths([tree])
    try:
        below = roots.find(name.replace("{BASE}", str(tree.parent)))
    except Refused as error:
        assert str(error)
        return
    everything = {file.path for file in source_files([tree]).files}
    found = {file.path for file in source_files(roots.places, below=below).files}
    assert found <= everything
    for path in found:
        assert path.read_text() == HARMLESS
        assert Path(os.path.realpath(path)) == path
        assert path.is_relative_to(tree)


def test_what_is_read_of_the_whole_root_holds_no_secret(tree: Path) -> None:
    checker = Checker([tree], cache=None)
    documents = [checker.document(status.id) for status in checker.sources]
    texts = {document.text for document in documents if document is not None}
    assert texts == {HARMLESS}


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a", "a"),
        ("a/", "a"),
        ("./a/deep", "a/deep"),
        ("root/a", "a"),
        ("{ROOT}/a/two.txt", "a/two.txt"),
        ("link_in", "a"),
        ("sources", "sources"),
        (".", "."),
    ],
)
def test_a_part_is_named_relative_or_absolute(tree: Path, name: str, found: str) -> None:
    below = Roots.of_paths([tree]).find(name.replace("{ROOT}", str(tree)))
    assert below == (tree / found,)


@pytest.mark.parametrize("name", [None, "", "  "])
def test_naming_nothing_is_all(tree: Path, name: str | None) -> None:
    assert Roots.of_paths([tree]).find(name) == ()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("..", ".. is not allowed; readable is what lies in {ROOT}"),
        ("a/../a", ".. is not allowed"),
        ("a\\..\\..", ".. is not allowed"),
        ("/etc/passwd", "lies outside of what may be; readable is what lies in {ROOT}"),
        ("{BASE}/outside.txt", "lies outside"),
        ("{BASE}/rooted", "lies outside"),
        ("{BASE}", "lies outside"),
        ("/", "lies outside"),
        ("link_out", "lies outside"),
        ("link_out/six.txt", "lies outside"),
        ("link_file_out.txt", "lies outside"),
        ("link_up", "lies outside"),
        (".env", "never read: .env may hold secrets; readable is what lies in {ROOT}"),
        ("link_env.txt", "never read: .env may hold secrets; readable is what lies in {ROOT}"),
        ("a/id_rsa", "never read: id_rsa may hold secrets"),
        ("new/.env", "never read: .env may hold secrets; readable is what lies in {ROOT}"),
        (".git", "never read: .git is a version control folder"),
        ("node_modules/x", "never read: node_modules is a dependency folder"),
        (".hidden/five.txt", "never read: .hidden is hidden"),
        ("b", 'there is no "b"; {ROOT} holds a/, '),
        ("{ROOT}/b", "holds a/, "),
        ("a\x00b", '"a?b" cannot be read'),
        ("x" * 5000, "cannot be read"),
        ("x" * 300, "there is no"),
        ("C:\\Windows", "there is no"),
    ],
)
def test_what_is_refused_says_why_and_what_is_allowed(tree: Path, name: str, said: str) -> None:
    def full(text: str) -> str:
        return text.replace("{ROOT}", str(tree)).replace("{BASE}", str(tree.parent))

    with pytest.raises(Refused) as caught:
        Roots.of_paths([tree]).find(full(name))
    assert full(said) in str(caught.value)
    assert len(str(caught.value)) < 1000


def test_a_listing_tells_of_no_secret(tree: Path) -> None:
    with pytest.raises(Refused) as caught:
        Roots.of_paths([tree]).find("nowhere")
    assert not any(
        name in str(caught.value) for name in ("key.pem", ".env", ".git", "node_modules")
    )


def test_a_root_may_be_a_file(tree: Path) -> None:
    roots = Roots.of_paths([tree / "one.txt"])
    assert roots.find("one.txt") == (tree / "one.txt",)
    with pytest.raises(Refused, match=r"there is no .*; readable is .*one\.txt"):
        roots.find("a/two.txt")


def test_a_named_root_may_be_a_link(tree: Path) -> None:
    assert Roots.of_paths([tree / "link_in"]).places == (tree / "a",)


def test_no_root_says_what_to_do() -> None:
    with pytest.raises(Refused, match="start the server with --sources FOLDER"):
        Roots().find("a")


# ---- the client's roots -----------------------------------------------------------------------


def test_a_client_offers_its_workspace(tree: Path) -> None:
    roots = Roots.of_uris([tree.as_uri(), (tree / "a").as_uri()])
    assert roots.places == (tree, tree / "a")
    assert roots.find(None) == (tree / "sources", tree / "a")
    assert roots.find("one.txt") == (tree / "one.txt",)


@pytest.mark.parametrize(
    "uri", ["http://x/", "file://server/share", "untitled:1", "file:///nowhere", "file://[x"]
)
def test_other_uris_are_no_roots(uri: str) -> None:
    assert Roots.of_uris([uri]) == Roots()


def test_a_uri_may_be_quoted() -> None:
    assert path_of("file:///tmp/a%20b") == Path("/tmp/a b")  # noqa: S108


def test_a_home_folder_is_too_much(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tree / "a" / "deep"))
    with pytest.raises(Refused, match="too much"):
        Roots.of_uris([(tree / "a").as_uri()])
    assert Roots.of_uris([tree.as_uri()]).defaults == (tree / "sources",)
