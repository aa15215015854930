"""The sources as resources: listed in pages, read whole or in part, nothing else readable."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import TextResourceContents

from tests.mcp_server.conftest import ERAS, MILL, SAMPLES, TOWN, Connect
from verifier.mcp_server.resources import PER_PAGE, Address, address_of, uri_of
from verifier.mcp_server.roots import Roots
from verifier.mcp_server.service import MOST_READ, Service

BASE = "llmfeeder://sources/"


async def texts(client: Client, uri: str) -> list[str]:
    contents = (await client.read_resource(uri)).contents
    assert all(isinstance(content, TextResourceContents) for content in contents)
    return [content.text for content in contents if isinstance(content, TextResourceContents)]


@pytest.mark.parametrize("mode", ERAS)
async def test_the_sources_are_listed_and_read(connect: Connect, mode: str) -> None:
    async with connect(mode=mode) as client:
        listed = (await client.list_resources()).resources
        assert [item.name for item in listed] == ["mill.txt", "more/town.txt"]
        assert [item.uri for item in listed] == [f"{BASE}mill.txt", f"{BASE}more/town.txt"]
        assert all(item.annotations and item.annotations.last_modified for item in listed)
        assert await texts(client, listed[0].uri) == [MILL.rstrip()]
        assert await texts(client, listed[1].uri) == [TOWN.rstrip()]
        assert await texts(client, f"{BASE}mill.txt?start=4&end=8") == ["mill"]
        assert await texts(client, f"{BASE}mill.txt?end=3") == ["The"]
        assert await texts(client, f"{BASE}mill.txt?start=9999") == [""]
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == f"{BASE}{{+name}}{{?start,end}}"


async def test_a_pdf_is_read_as_text(connect: Connect) -> None:
    folder = SAMPLES / "walking-study" / "sources"
    async with connect(Roots.of_paths([folder])) as client:
        (text,) = await texts(client, f"{BASE}evening-walks.pdf")
    assert "People who worked at night were excluded." in text


async def test_a_long_source_comes_in_parts(connect: Connect, sources: Path) -> None:
    whole = "".join(f"Line {number} of the log.\n" for number in range(6_000))
    (sources / "log.txt").write_text(whole)
    async with connect() as client:
        uri, parts = f"{BASE}log.txt", []
        while True:
            contents = (await client.read_resource(uri)).contents
            assert isinstance(contents[0], TextResourceContents)
            assert len(contents[0].text) <= MOST_READ
            parts.append(contents[0].text)
            if len(contents) == 1:
                break
            assert isinstance(contents[1], TextResourceContents)
            uri = contents[1].uri
            assert contents[1].text.endswith(f"The text goes on at {uri}")
        assert "".join(parts) == " ".join(whole.splitlines())
        assert len(parts) > 2


async def test_a_long_list_comes_in_pages(connect: Connect, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(PER_PAGE + 5):
        (folder / f"{number:04}.txt").write_text("x")
    async with connect(Roots.of_paths([folder])) as client:
        first = await client.list_resources()
        second = await client.list_resources(cursor=first.next_cursor)
        names = [item.name for item in (*first.resources, *second.resources)]
        assert names == [f"{number:04}.txt" for number in range(PER_PAGE + 5)]
        assert second.next_cursor is None
        for cursor in ("x", "-1", "99999"):
            with pytest.raises(MCPError, match="the cursor is out of date"):
                await client.list_resources(cursor=cursor)


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize(
    ("uri", "said"),
    [
        ("llmfeeder://sources/nowhere.txt", "there is no source called 'nowhere.txt'"),
        ("llmfeeder://sources/.env", "there is no source called '.env'"),
        ("llmfeeder://sources/../notes.txt", "there is no source called '../notes.txt'"),
        ("llmfeeder://sources/%2e%2e/notes.txt", "there is no source called '../notes.txt'"),
        ("llmfeeder://sources//etc/passwd", "there is no source called '/etc/passwd'"),
        ("llmfeeder://sources/", "there is no source called ''"),
        ("file:///etc/passwd", "those of this server start with llmfeeder://sources/"),
        ("llmfeeder://sources/mill.txt?start=-1", "start and end, each a number"),
        (f"llmfeeder://sources/mill.txt?start={'9' * 5000}", "start and end, each a number"),
        ("llmfeeder://sources/mill.txt?page=1", "start and end, each a number"),
        ("llmfeeder://sources/mill.txt#a", "start and end, each a number"),
    ],
)
async def test_nothing_else_can_be_read(
    connect: Connect, sources: Path, mode: str, uri: str, said: str
) -> None:
    (sources.parent / "notes.txt").write_text("private")
    async with connect(mode=mode) as client:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
    assert said in str(caught.value)


async def test_a_fault_of_ours_says_no_more_than_that(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("/home/ada/private")

    monkeypatch.setattr(Service, "files", broken)
    async with connect() as client:
        for request in (client.list_resources(), client.read_resource(f"{BASE}mill.txt")):
            with pytest.raises(MCPError, match="a fault in llmfeeder") as caught:
                await request
            assert "private" not in str(caught.value)


async def test_a_source_that_cannot_be_read_says_why(connect: Connect, sources: Path) -> None:
    (sources / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    async with connect() as client:
        with pytest.raises(MCPError, match=r"broken\.pdf cannot be read: "):
            await client.read_resource(f"{BASE}broken.pdf")


_NAME = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\\"), min_size=1, max_size=30
)


@given(name=_NAME, start=st.integers(0, 10**9), end=st.none() | st.integers(0, 10**9))
def test_a_uri_comes_back_as_it_was(name: str, start: int, end: int | None) -> None:
    address = Address(name, start, end)
    assert address_of(uri_of(address)) == address
