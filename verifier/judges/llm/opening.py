"""A remote judge made ready: the key is found and the library is there before anything is asked."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from verifier.cache import Cache
from verifier.errors import SettingsError
from verifier.judges import OfflineJudge, judge_for
from verifier.judges.llm.asking import Asker, Wait
from verifier.judges.llm.clients import Client, client_for
from verifier.judges.llm.judge import RemoteJudge
from verifier.judges.llm.keys import find_key
from verifier.remote import Remote
from verifier.settings import Settings


def open_asker(
    remote: Remote,
    cache: Cache | None = None,
    announce: Callable[[str], None] = lambda _: None,
    wait: Wait | None = None,
) -> Asker:
    """Who asks `remote`; the bounds of a run hold for one of them.

    Args:
        remote: whom, within which bounds.
        cache: keeps answers between runs.
        announce: told what is sent to whom, once, before the first byte.
        wait: see `verifier.judges.llm.asking.Asker`.

    Raises:
        SettingsError: there is no key, or the library for the endpoint is not installed.
    """
    key = find_key(remote)
    if find_spec(remote.protocol) is None:
        raise SettingsError(
            f"the remote judge needs the library {remote.protocol}: pip install 'llmfeeder[llm]'"
        )

    def client() -> Client:
        return client_for(remote, key)

    return Asker(remote, client, cache, lambda: announce(remote.notice()), wait)


def judge_with(
    asker: Asker, remote: Remote, settings: Settings, cache: Cache | None = None
) -> RemoteJudge:
    """The judge of checks with `settings` that asks through `asker`."""
    return RemoteJudge(remote, asker, judge_for(settings, cache), OfflineJudge(settings))
