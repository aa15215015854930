"""The remote judge in the editor: a setting of the user's own, announced, shown where it counts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from lsp_server import checks
from lsp_server.settings import read_settings
from tests.judges.llm.stand_in import KEY, StandIn, answer, error
from tests.lsp.editor import Editor
from tests.lsp.test_report_state import state
from verifier.remote import OWN_KEY, Remote

CODES = ["contradicted", "unsupported", "citation-elsewhere"]
REFINED = ["contradicted", "citation-elsewhere"]


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    server = StandIn()
    server.always = supports_the_buyback
    monkeypatch.setenv(OWN_KEY, KEY)
    yield server
    server.close()


def supports_the_buyback(data: dict[str, Any]) -> Any:
    if "buyback" in data["claim"]:
        return answer("supported", data["passages"][0]["text"], reason="so it is")
    return answer("unsupported")


def remote(stand_in: StandIn, **values: Any) -> dict[str, Any]:
    base = {"judge": "hybrid", "model": "m-1", "endpoint": stand_in.url()}
    return {"remote": {**base, **values}}


async def settled(editor: Editor, uri: str) -> None:
    assert editor.server is not None
    async with asyncio.timeout(30):
        while editor.server.scheduler.is_busy(uri):
            await asyncio.sleep(0)


async def opened(editor: Editor, settings: Any = None, options: Any = None) -> str:
    if settings:
        editor.client.set_configuration(settings, section="llmfeeder")
    await editor.initialize(options=options)
    uri = editor.open()
    await editor.published_after(0)
    await settled(editor, uri)
    return uri


def told(editor: Editor) -> list[str]:
    return [message.message for message in editor.client.messages]


async def test_the_model_is_asked_after_the_rules_and_announced_once(
    editor: Editor, stand_in: StandIn
) -> None:
    uri = await opened(editor, remote(stand_in))
    await editor.published_after(1)
    assert [len(params.diagnostics) for params in editor.published] == [3, 2]
    assert editor.codes() == REFINED
    (message,) = told(editor)
    assert f"127.0.0.1:{stand_in.port}" in message
    assert "model m-1" in message
    (lens,) = await editor.lenses(uri)
    assert lens.command is not None
    assert f"asked m-1 at 127.0.0.1:{stand_in.port}" in lens.command.title
    asked = len(stand_in.requests)
    editor.save()
    await editor.published_after(2)
    await settled(editor, uri)
    assert len(stand_in.requests) == asked
    assert len(told(editor)) == 1


async def test_while_the_user_types_nothing_is_sent(
    editor: Editor, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "REMOTE_QUIET", 3600.0)
    settings = {**remote(stand_in), "run": "onChange", "debounce": 0}
    editor.client.set_configuration(settings, section="llmfeeder")
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    for number in range(3):
        editor.change(editor.text().replace("90 million", f"9{number} million"))
        await editor.published_after(number + 1)
    assert stand_in.requests == []
    assert told(editor) == []
    monkeypatch.setattr(checks, "REMOTE_QUIET", 0.0)
    editor.change(editor.text())
    await editor.published_after(5)
    assert editor.codes() == REFINED


async def test_status_names_the_model_and_no_key(editor: Editor, stand_in: StandIn) -> None:
    await opened(editor, remote(stand_in))
    assert editor.server is not None
    from lsp_server.commands import status_of

    status = status_of(editor.server)
    assert status["reports"][0]["remote"] == {
        "judge": "hybrid",
        "provider": "openai",
        "model": "m-1",
        "host": f"127.0.0.1:{stand_in.port}",
        "local": True,
    }
    shown = await state(editor, status["reports"][0]["uri"])
    assert (shown.remote.model, shown.remote.local) == ("m-1", True)
    logged = [message.message for message in editor.client.log_messages]
    assert KEY not in repr((status, shown, logged, told(editor)))


@pytest.mark.parametrize("where", ["default", "file", "pyproject", "untrusted", "off"])
async def test_nobody_else_can_switch_it_on(editor: Editor, stand_in: StandIn, where: str) -> None:
    settings: dict[str, Any] | None = None
    options: dict[str, Any] | None = None
    if where == "file":
        editor.write('judge = "llm"\nmodel = "m-1"\n', "llmfeeder.toml")
    elif where == "pyproject":
        editor.write(f'[tool.llmfeeder.remote]\nendpoint = "{stand_in.url()}"\n', "pyproject.toml")
    elif where == "untrusted":
        settings = remote(stand_in)
        options = {"trusted": False, "llmfeeder": settings}
    elif where == "off":
        settings = remote(stand_in, judge="off")
    await opened(editor, settings, options)
    assert stand_in.requests == []
    assert not any("127.0.0.1" in message for message in told(editor))
    if where in ("file", "pyproject"):
        name = "llmfeeder.toml" if where == "file" else "pyproject.toml"
        assert editor.client.diagnostics[editor.uri(name)]


async def test_a_project_can_switch_it_off(editor: Editor, stand_in: StandIn) -> None:
    editor.write('judge = "offline"\n', "llmfeeder.toml")
    await opened(editor, remote(stand_in))
    assert stand_in.requests == []


async def test_a_missing_key_is_said_and_the_offline_verdicts_stand(
    editor: Editor, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    uri = await opened(editor, {"remote": {"judge": "llm", "model": "m-1"}})
    assert editor.codes() == CODES
    (lens,) = await editor.lenses(uri)
    assert lens.command is not None
    assert "no model is asked: no key for api.openai.com" in lens.command.title
    assert told(editor) == []


async def test_what_the_model_did_not_judge_is_said(editor: Editor, stand_in: StandIn) -> None:
    stand_in.always = lambda _: error(401)
    uri = await opened(editor, remote(stand_in, parallel=1))
    assert "unsupported" in editor.codes()
    (lens,) = await editor.lenses(uri)
    assert lens.command is not None
    assert "judged offline, not by m-1" in lens.command.title
    assert "the key was refused" in lens.command.title


async def test_the_check_of_the_workspace_sends_nothing(editor: Editor, stand_in: StandIn) -> None:
    editor.client.set_configuration(remote(stand_in), section="llmfeeder")
    await editor.initialize()
    assert editor.server is not None
    await editor.server.configured(30)
    summary = await editor.server.workspace_check.start()
    assert summary.reports > 0
    assert stand_in.requests == []


def test_settings_are_read_one_by_one() -> None:
    good = {
        "judge": "llm",
        "model": "m",
        "provider": "groq",
        "maxCost": 2,
        "price": "1/2",
        "maxClaims": None,
        "endpoint": "",
    }
    read = read_settings({"remote": good})
    assert read.problems == []
    assert isinstance(read.settings.remote, Remote)
    assert (read.settings.remote.provider, read.settings.remote.max_cost) == ("groq", 2)
    assert read_settings({"remote": {"model": "m"}}).settings.remote is None


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ("llm", "must be an object"),
        ({"judge": "llm"}, "needs a model"),
        ({"judge": "all", "model": "m"}, "judge is 'all'"),
        ({"judge": "llm", "model": "m", "apiKey": "sk-1"}, "keys are not kept in settings"),
        ({"judge": "llm", "model": "m", "parallel": "4"}, "parallel must be a whole number"),
        ({"judge": "llm", "model": "m", "maxCost": 1}, "needs the model's price"),
        ({"judge": "llm", "model": "m", "endpoint": "https://u:p@x"}, "user name or password"),
    ],
)
def test_a_wrong_setting_switches_it_off_and_is_named(value: object, named: str) -> None:
    read = read_settings({"remote": value})
    assert read.settings.remote is None
    (problem,) = read.problems
    assert problem.startswith("llmfeeder.remote")
    assert named in problem
    assert "sk-1" not in problem
