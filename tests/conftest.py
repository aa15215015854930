"""What holds for every test: nothing is kept in the user's own cache folder, the rules judge."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache folder of this run, and no model; inherited by the processes that tests start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "LLMFEEDER_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        patch.setitem(os.environ, "LLMFEEDER_MODEL", "off")
        yield
