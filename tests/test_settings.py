"""The engine's settings refuse what they do not know."""

from __future__ import annotations

import pytest

from verifier import Settings
from verifier.errors import SettingsError


def test_defaults_flag_little() -> None:
    assert (Settings().judge, Settings().sensitivity, Settings().tables) == (
        "offline",
        "cautious",
        False,
    )


@pytest.mark.parametrize(("name", "value"), [("judge", "oracle"), ("sensitivity", "lax")])
def test_an_unknown_value_names_the_known_ones(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"{name} is '{value}'; it must be one of"):
        Settings(**{name: value})  # type: ignore[arg-type]


def test_settings_can_be_keys() -> None:
    assert len({Settings(), Settings(), Settings(exclude=("old/",))}) == 2
