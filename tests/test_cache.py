"""The cache: what is damaged, foreign or gone is a miss, and never an error or another's data."""

import multiprocessing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier.cache import Cache


def entry_of(cache: Cache) -> Path:
    (entry,) = [path for path in cache.path.rglob("*") if path.is_file()]
    return entry


def test_what_was_put_is_found_again_by_its_own_name_only(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("a", "key", b"value")
    assert cache.get("a", "key") == b"value"
    assert cache.get("a", "other") is None
    assert cache.get("b", "key") is None


@settings(
    deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(value=st.binary(max_size=60), data=st.data())
def test_a_damaged_entry_is_a_miss(tmp_path: Path, value: bytes, data: st.DataObject) -> None:
    cache = Cache(tmp_path)
    cache.put("a", "key", value)
    entry = entry_of(cache)
    whole = entry.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    flip = data.draw(st.integers(1, 255))
    for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :]):
        entry.write_bytes(damaged)
        assert cache.get("a", "key") is None
    entry.write_bytes(whole + b"x")
    assert cache.get("a", "key") is None
    cache.put("a", "key", value)
    assert cache.get("a", "key") == value


def test_an_entry_in_anothers_place_is_a_miss(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("a", "key", b"value")
    first = entry_of(cache)
    cache.put("a", "other", b"else")
    (second,) = [path for path in (tmp_path / "a").iterdir() if path != first]
    second.write_bytes(first.read_bytes())
    assert cache.get("a", "other") is None


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    cache = Cache(blocked / "cache")
    cache.put("a", "key", b"value")
    assert cache.get("a", "key") is None


def test_the_folder_is_kept_within_its_bound(tmp_path: Path) -> None:
    cache = Cache(tmp_path, max_bytes=50_000)
    for number in range(200):
        cache.put("a", str(number), b"x" * 1000)
    cache.prune()
    sizes = [path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()]
    assert 0 < sum(sizes) <= 50_000


def hammer(folder: str, seed: int) -> None:
    cache = Cache(Path(folder))
    for number in range(60):
        key = str((number * seed) % 7)
        value = cache.get("a", key)
        assert value in (None, key.encode() * 5000)
        cache.put("a", key, key.encode() * 5000)


def test_two_processes_share_a_folder(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=hammer, args=(str(tmp_path), seed)) for seed in (3, 5)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0, 0]


def test_the_environment_names_the_folder_or_switches_it_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LLMFEEDER_CACHE_DIR", str(tmp_path / "c"))
    cache = Cache.default()
    assert cache is not None
    assert cache.path == tmp_path / "c"
    monkeypatch.setenv("LLMFEEDER_CACHE_DIR", "off")
    assert Cache.default() is None
