"""How fields are spelled: with hyphens in files, with underscores in models."""

from collections.abc import Mapping
from typing import Any, cast

from shared.models.base import Json


def snaked(value: Json) -> Json:
    """Return a value with its fields spelled as a model's: a_b."""
    return _respelled(value, "-", "_")


def hyphened(value: Json) -> Json:
    """Return a value with its fields spelled as a file's: a-b."""
    return _respelled(value, "_", "-")


def _respelled(value: Json, old: str, new: str) -> Json:
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, Any]", value).items()
        return {name.replace(old, new): _respelled(each, old, new) for name, each in fields}
    if isinstance(value, tuple):
        return [_respelled(each, old, new) for each in cast("tuple[Any, ...]", value)]
    return value
