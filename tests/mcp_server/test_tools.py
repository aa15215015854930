"""The tools through the SDK's own client, over both ways to open a connection."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, ErrorData, ListRootsResult, Root

from tests.mcp_server.conftest import DRAFT, ERAS, MILL, Connect, refusal_of, result_of, text_of
from verifier import Claim, Finding, Settings, Verdict
from verifier.judges import Lookup
from verifier.mcp_server.arguments import MOST_PASSAGE_TEXT, MOST_TEXT
from verifier.mcp_server.roots import Roots
from verifier.retrieval import Passage

FILES = "verify_against_sources"
INLINE = "verify_against_text"
FIND = "find_support"


@pytest.mark.parametrize("mode", ERAS)
async def test_every_tool_describes_itself(connect: Connect, mode: str) -> None:
    async with connect(mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert "Never report that as a success" in (client.instructions or "")
    assert [tool.name for tool in tools] == [FILES, INLINE, FIND]
    for tool in tools:
        assert tool.title
        assert tool.description
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.annotations.open_world_hint is False
        assert tool.output_schema
        for argument in tool.input_schema["properties"].values():
            assert argument["description"]


@pytest.mark.parametrize("mode", ERAS)
async def test_a_text_is_checked_against_the_sources(connect: Connect, mode: str) -> None:
    async with connect(mode=mode) as client:
        result = await client.call_tool(FILES, {"text": DRAFT})
    found = result.structured_content
    assert found["outcome"] == "checked"
    assert found["faithfulness"] == pytest.approx(1 / 3, abs=1e-4)
    assert found["counts"] == {"supported": 1, "partial": 0, "unsupported": 1, "contradicted": 1}
    assert found["sources"] == {"read": 2, "skipped": 1, "unreadable": 0}
    worst = found["needs_attention"][0]
    assert worst["verdict"] == "contradicted"
    assert worst["change"] == (
        'Replace "150" by "140", as mill.txt:1:29 says: "The mill in Oldbury employs 140 people".'
    )
    edit = worst["edit"]
    mended = DRAFT[: edit["start"]] + edit["new_text"] + DRAFT[edit["end"] :]
    assert "employs 140 people" in mended
    assert [item["verdict"] for item in found["needs_attention"]] == ["contradicted", "unsupported"]
    assert [item["number"] for item in found["claims"]] == [1, 3, 2]
    for claim in found["claims"]:
        assert DRAFT[claim["start"] : claim["end"]] == claim["text"]
    evidence = found["claims"][0]["evidence"][0]
    assert MILL[evidence["start"] : evidence["end"]] == evidence["quote"]
    assert [s["reason"] for s in found["sentences_without_claim"]] == ["a question"]
    assert found["next_offset"] is None
    text = text_of(result)
    assert worst["change"] in text
    assert "Faithfulness 0.33" in text


async def test_a_mended_text_needs_nothing(connect: Connect) -> None:
    async with connect() as client:
        found = await result_of(client, FILES, text="The mill in Oldbury employs 140 people.")
    assert found["faithfulness"] == 1.0
    assert found["needs_attention"] == []
    assert found["needs_attention_total"] == 0
    assert "none need mending" in found["summary"]


async def test_a_part_of_the_sources_can_be_named(connect: Connect, sources: Path) -> None:
    async with connect() as client:
        text = "The library opens at nine."
        for part in ("more", str(sources / "more" / "town.txt")):
            found = await result_of(client, FILES, text=text, sources=part)
            assert found["faithfulness"] == 1.0
            assert found["claims"][0]["evidence"][0]["source"] == "more/town.txt"
            assert found["sources"]["read"] == 1
        found = await result_of(client, FILES, text=text, sources="mill.txt")
        assert found["faithfulness"] == 0.0


@pytest.mark.parametrize("tool", [FILES, FIND])
@pytest.mark.parametrize("part", ["..", "/etc", ".env", "nowhere", "../work/sources"])
async def test_what_may_not_be_read_is_refused(connect: Connect, tool: str, part: str) -> None:
    text = {"statement" if tool == FIND else "text": "The mill is old."}
    async with connect() as client:
        said = await refusal_of(client, tool, **text, sources=part)
        assert part in said
        assert "sources" in said
        await result_of(client, tool, **text)  # The connection lives on.


async def test_changed_sources_are_seen(connect: Connect, sources: Path) -> None:
    claim = "The mill has a red chimney."
    async with connect() as client:
        assert (await result_of(client, FILES, text=claim))["faithfulness"] == 0.0
        (sources / "new.txt").write_text(f"{claim} It was painted in May.\n")
        assert (await result_of(client, FILES, text=claim))["faithfulness"] == 1.0
        found = await result_of(client, FIND, statement=claim)
        assert found["passages"][0]["source"] == "new.txt"
        (sources / "new.txt").unlink()
        assert (await result_of(client, FILES, text=claim))["faithfulness"] == 0.0


# ---- "not checked" is no success ----------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "   ", "# A heading\n", "Why is that?"])
async def test_no_claims_is_its_own_outcome(connect: Connect, text: str) -> None:
    async with connect() as client:
        for tool, more in ((FILES, {}), (INLINE, {"passages": [{"name": "a", "text": MILL}]})):
            result = await client.call_tool(tool, {"text": text, **more})
            found = result.structured_content
            assert found["outcome"] == "no claims"
            assert found["faithfulness"] is None
            assert text_of(result).startswith("Nothing was checked: the text states nothing")


async def test_no_readable_source_is_its_own_outcome(connect: Connect, tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    async with connect(Roots.of_paths([tmp_path / "bare"])) as client:
        found = await result_of(client, FILES, text=DRAFT)
        assert found["outcome"] == "no readable source"
        assert found["faithfulness"] is None
        assert "Nothing was checked: there is no source" in found["summary"]
        assert "broken.pdf" in found["summary"]
        assert found["sources_not_read"][0]["state"] == "unreadable"
        found = await result_of(client, FIND, statement="The mill is old.")
        assert found["outcome"] == "no readable source"
        found = await result_of(client, INLINE, text=DRAFT, passages=[])
        assert found["outcome"] == "no readable source"


# ---- passages inline ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "passages",
    [
        [{"name": "mill", "text": MILL}, {"name": "other", "text": "Nothing."}],
        {"mill": MILL, "other": "Nothing."},
    ],
)
async def test_a_text_is_checked_against_passages(connect: Connect, passages: object) -> None:
    async with connect(Roots()) as client:
        found = await result_of(client, INLINE, text=DRAFT, passages=passages)
        again = await result_of(client, INLINE, text=DRAFT, passages=passages)
    assert found == again
    assert found["needs_attention"][0]["change"].startswith('Replace "150" by "140"')
    assert found["claims"][0]["evidence"][0]["locator"] == "mill:1:1"


async def test_passages_without_names_are_numbered(connect: Connect) -> None:
    async with connect() as client:
        found = await result_of(client, INLINE, text=DRAFT, passages=["Nothing.", MILL])
    assert found["claims"][0]["evidence"][0]["source"] == "passage 2"


# ---- find_support -------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ERAS)
async def test_support_is_found_without_a_verdict(connect: Connect, mode: str) -> None:
    async with connect(mode=mode) as client:
        result = await client.call_tool(FIND, {"statement": "The mill employs 150 people."})
    found = result.structured_content
    best = found["passages"][0]
    assert best["quote"] == "The mill in Oldbury employs 140 people."
    assert MILL[best["start"] : best["end"]] == best["quote"]
    assert best["quote"] in best["context"]
    assert best["missing"] == ["150"]
    assert "verdict" not in best
    assert "This is no verdict" in text_of(result)
    assert best["quote"] in text_of(result)


async def test_nothing_found_says_so(connect: Connect) -> None:
    async with connect() as client:
        found = await result_of(client, FIND, statement="Zebras sing.")
    assert found["outcome"] == "nothing found"
    assert found["passages"] == []
    assert found["summary"] == "No source has a sentence on this."


async def test_support_left_out_is_told(connect: Connect) -> None:
    async with connect() as client:
        few = await result_of(client, FIND, statement="The mill in Oldbury.", limit=1)
        more = await result_of(client, FIND, statement="The mill in Oldbury.", limit=10)
    assert len(few["passages"]) == 1
    rest = len(more["passages"]) - 1
    assert rest > 0
    assert few["left_out"].startswith(f"{rest} more passage")
    assert "left_out" not in more


# ---- wrong calls --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        (FILES, {}, "text is missing"),
        (FILES, {"text": 5}, "text: input should be a valid string"),
        (FILES, {"text": "x", "source": "a"}, "source is no argument; it takes text, sources, "),
        (FILES, {"text": "x", "offset": -1}, "offset: input should be greater than or equal to 0"),
        (FILES, {"text": "x", "limit": 0}, "limit: "),
        (FILES, {"text": DRAFT, "offset": 40}, "offset is 40, but the result has 5 entries"),
        (FILES, {"text": "x" * (MOST_TEXT + 1)}, "text is longer than 500,000 characters; check"),
        (INLINE, {"text": "x"}, "passages is missing"),
        (INLINE, {"text": "x", "passages": "y"}, "passages: "),
        (INLINE, {"text": "x", "passages": [{"name": "a"}]}, "passages.0.text is missing"),
        (INLINE, {"text": "x", "passages": ["a"] * 201}, "passages is longer than 200 items; give"),
        (
            INLINE,
            {"text": "x", "passages": [{"name": "a", "text": "1"}, {"name": "a", "text": "2"}]},
            "two passages are called 'a'",
        ),
        (
            INLINE,
            {"text": "x", "passages": {"a": "x" * MOST_PASSAGE_TEXT, "b": "y"}},
            "the passages hold 2,000,001 characters together, but 2,000,000 at most",
        ),
        (FIND, {"statement": ""}, "statement: "),
        (FIND, {"statement": "x" * 2001}, "statement is longer than 2,000 characters; ask about"),
    ],
)
async def test_a_wrong_call_says_what_is_wrong(
    connect: Connect, tool: str, arguments: dict[str, Any], said: str
) -> None:
    async with connect() as client:
        message = await refusal_of(client, tool, **arguments)
    assert said in message
    assert len(message) < 400


@pytest.mark.parametrize("mode", ERAS)
async def test_an_unknown_tool_is_an_error_of_the_protocol(connect: Connect, mode: str) -> None:
    async with connect(mode=mode) as client:
        with pytest.raises(MCPError, match="there is no tool called 'verify'"):
            await client.call_tool("verify", {})


async def test_a_fault_of_ours_is_logged_and_tells_nothing(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("inner details")

    monkeypatch.setattr("verifier.checker.Checker.check_text", broken)
    async with connect() as client:
        said = await refusal_of(client, FILES, text=DRAFT)
    assert (
        said == f"{FILES}: this is a fault in llmfeeder, not in your call; its log has the details"
    )
    assert "inner details" in caplog.text


async def test_a_root_that_vanished_is_told(connect: Connect, tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    roots = Roots.of_paths([folder])
    folder.rmdir()
    async with connect(roots) as client:
        assert "there is no such file or folder" in await refusal_of(client, FILES, text=DRAFT)


async def test_the_settings_hold(connect: Connect) -> None:
    table = "| place | people |\n|---|---|\n| Oldbury mill | 140 |\n"
    async with connect(settings=Settings(tables=True)) as client:
        assert (await result_of(client, FILES, text=table))["claims_total"] == 1
    async with connect() as client:
        assert (await result_of(client, FILES, text=table))["claims_total"] == 0


class Doubtful:
    """A judge of one's own."""

    name = "doubtful"

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        return Finding(claim, Verdict.PARTIAL, 0.5, "who knows")


async def test_another_judge_can_be_given(connect: Connect) -> None:
    async with connect(judge=Doubtful()) as client:
        found = await result_of(client, FILES, text=DRAFT)
        inline = await result_of(client, INLINE, text=DRAFT, passages=["No."])
        for result in (found, inline):
            assert result["judge"] == "doubtful"
            assert result["counts"]["partial"] == 3
            assert "who knows" in result["needs_attention"][0]["change"]
        tools = (await client.list_tools()).tools
        assert all(tool.annotations and tool.annotations.open_world_hint for tool in tools)


# ---- the client's roots -------------------------------------------------------------------------


def offering(*folders: Path) -> Any:
    async def roots(_context: object) -> ListRootsResult:
        uris: list[Any] = [folder.as_uri() for folder in folders]
        return ListRootsResult(roots=[Root(uri=uri) for uri in uris])

    return roots


@pytest.mark.parametrize("mode", ERAS)
async def test_without_named_folders_the_clients_roots_are_read(
    connect: Connect, sources: Path, mode: str
) -> None:
    (sources.parent / "notes.txt").write_text("The mill has a red chimney. It is tall.")
    claim = "The mill has a red chimney."
    offered = offering(sources.parent)
    async with connect(Roots(), mode=mode, list_roots=offered) as client:
        assert (await result_of(client, FILES, text=DRAFT))["sources"]["read"] == 2
        assert (await result_of(client, FILES, text=claim))["faithfulness"] == 0.0
        found = await result_of(client, FILES, text=claim, sources="notes.txt")
        assert found["faithfulness"] == 1.0
        assert "lies outside" in await refusal_of(client, FILES, text=claim, sources="/etc")
        names = [item.name for item in (await client.list_resources()).resources]
        assert names == ["sources/mill.txt", "sources/more/town.txt"]
        (content,) = (await client.read_resource("llmfeeder://sources/sources/mill.txt")).contents
        assert content.text == MILL.rstrip()  # type: ignore[union-attr]


@pytest.mark.parametrize("mode", ERAS)
async def test_named_folders_go_before_the_clients_roots(
    connect: Connect, sources: Path, tmp_path: Path, mode: str
) -> None:
    (tmp_path / "elsewhere.txt").write_text("The mill has a red chimney.")
    async with connect(mode=mode, list_roots=offering(tmp_path)) as client:
        part = str(tmp_path / "elsewhere.txt")
        assert "lies outside" in await refusal_of(client, FILES, text=DRAFT, sources=part)


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize("ask", [True, False])
async def test_without_any_root_nothing_is_read(
    connect: Connect, tmp_path: Path, mode: str, ask: bool
) -> None:
    offered = None if ask else offering(tmp_path)
    async with connect(Roots(), mode=mode, ask_roots=ask, list_roots=offered) as client:
        assert "start the server with --sources" in await refusal_of(client, FILES, text=DRAFT)
        assert (await client.list_resources()).resources == []
        with pytest.raises(MCPError, match="there is no source called"):
            await client.read_resource("llmfeeder://sources/a.txt")


async def test_a_client_that_keeps_its_roots_to_itself_is_told(connect: Connect) -> None:
    async def refuses(_context: object) -> ErrorData:
        return ErrorData(code=INTERNAL_ERROR, message="no")

    async with connect(Roots(), list_roots=refuses) as client:
        assert "start the server with --sources" in await refusal_of(client, FILES, text=DRAFT)


async def test_a_root_that_is_too_much_is_refused(
    connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    async with connect(Roots(), list_roots=offering(tmp_path)) as client:
        assert "too much" in await refusal_of(client, FILES, text=DRAFT)
        with pytest.raises(MCPError, match="too much"):
            await client.list_resources()
