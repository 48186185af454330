"""App settings and host.json: what Core Tools reads beside an app before starting it."""

import base64
import json
import os
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any, cast

from devhost.failures import StartRefused

DEVELOPMENT_STORAGE = "UseDevelopmentStorage=true"
STORAGE_SETTING = "AzureWebJobsStorage"
KEYS_SETTING = "TOKEN_KEYS"
_KEY_BYTES = 32


def read_settings(folder: Path) -> dict[str, str]:
    """Return the `Values` of local.settings.json, else of its example, else nothing.

    Raises StartRefused when the file is not what Core Tools would accept.
    """
    for name in ("local.settings.json", "local.settings.json.example"):
        path = folder / name
        if path.is_file():
            values = _read_object(path).get("Values", {})
            if not _is_flat(values):
                raise StartRefused(f"{path}: `Values` must map names to strings.")
            return {key: str(value) for key, value in values.items()}
    return {}


def apply_settings(settings: Mapping[str, str], environment: MutableMapping[str, str]) -> None:
    """Put the settings into the environment; what is set there already wins."""
    for name, value in settings.items():
        environment.setdefault(name, value)


def wants_development_storage(environment: Mapping[str, str]) -> bool:
    """Whether the app's storage is the emulator the dev host brings along."""
    return environment.get(STORAGE_SETTING, "") in ("", DEVELOPMENT_STORAGE)


def point_at_emulator(environment: MutableMapping[str, str], connection_string: str) -> None:
    """Replace every setting that means "the local emulator" by where that emulator really is."""
    environment[STORAGE_SETTING] = connection_string
    for name, value in environment.items():
        if value == DEVELOPMENT_STORAGE:
            environment[name] = connection_string


def give_key(environment: MutableMapping[str, str], data: Path) -> None:
    """Give an app that has no key to seal with one that is kept beside what it seals."""
    if environment.get(KEYS_SETTING):
        return
    kept = data / "token-key"
    if not kept.exists():
        made = kept.with_suffix(".new")
        made.touch(mode=0o600)
        made.write_text(base64.b64encode(os.urandom(_KEY_BYTES)).decode())
        made.replace(kept)  # whole or not at all
    environment[KEYS_SETTING] = kept.read_text()


def route_prefix(folder: Path) -> str:
    """Return host.json's HTTP route prefix without slashes; `api` when it names none."""
    path = folder / "host.json"
    host = _read_object(path) if path.is_file() else {}
    http = host.get("extensions", {}).get("http", {})
    return str(http.get("routePrefix", "api")).strip("/")


def _read_object(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise StartRefused(f"{path} is not JSON: {error}.") from error
    if not isinstance(content, dict):
        raise StartRefused(f"{path} must hold one JSON object.")
    return cast("dict[str, Any]", content)


def _is_flat(values: Any) -> bool:
    return isinstance(values, dict) and not any(
        isinstance(value, dict | list) for value in cast("dict[str, Any]", values).values()
    )
