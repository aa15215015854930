"""The key of an endpoint: from the environment or the system's keyring; it goes nowhere else."""

from __future__ import annotations

import os
from collections.abc import Mapping

from verifier.errors import SettingsError
from verifier.remote import OWN_KEY, PROVIDERS, Remote

SERVICE = "llmfeeder"
"""Under this name and the endpoint's host a keyring holds the key."""


def variable_of(remote: Remote) -> str:
    """The environment variable that may hold the key.

    A provider's key is for the provider alone: another endpoint never gets it.
    """
    return PROVIDERS[remote.provider].key_variable if remote.is_own else OWN_KEY


def find_key(remote: Remote, environment: Mapping[str, str] | None = None) -> str:
    """The key for the endpoint of `remote`; "" for one that needs none and has none.

    Raises:
        SettingsError: there is none, or it would travel unencrypted.
    """
    variable = variable_of(remote)
    values = os.environ if environment is None else environment
    key = values.get(variable, "").strip() or _from_keyring(remote.host)
    if key and remote.is_plain:
        raise SettingsError(
            f"the key for {remote.host} would travel unencrypted: give an https endpoint"
        )
    if key or remote.is_local or not remote.is_own:
        return key
    raise SettingsError(
        f"no key for {remote.host}: set {variable}, or keep it in the system's keyring with "
        f"`keyring set {SERVICE} {remote.host}`"
    )


def about_key(remote: Remote) -> str:
    """Whether there is a key for the endpoint, or why none can be used, for people."""
    try:
        return "found" if find_key(remote) else f"none needed (or {variable_of(remote)})"
    except SettingsError as error:
        return str(error)


def _from_keyring(host: str) -> str:
    """The keyring's key for `host`; "" where there is none, or no keyring."""
    try:
        import keyring
    except ImportError:
        return ""
    try:
        return (keyring.get_password(SERVICE, host) or "").strip()
    except Exception:  # every backend raises its own: a locked keyring is one without the key
        return ""


def redact(text: str, key: str) -> str:
    """`text` without the key."""
    return text.replace(key, "***") if len(key) > 3 else text
