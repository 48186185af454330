"""How risky a tool call is, and what an approval is bound to."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from shared.models.base import Json
from shared.models.intent import Risk


@dataclass(frozen=True)
class ToolRules:
    """What decisions need to know of a tool.

    `items` is the key of the list in its result, if it lists things; `item_kind` and `item_label`
    say what they are and which field names them.
    """

    assess: Callable[[Mapping[str, Json]], Risk]
    items: str | None = None
    item_kind: str = ""
    item_label: str = "name"


def reads(_arguments: Mapping[str, Json]) -> Risk:
    """Return the risk of a tool that only reads."""
    return "low"


def argument_hash(tool: str, arguments: Mapping[str, Json]) -> str:
    """Return the fingerprint that binds an approval to exactly this call."""
    text = json.dumps([tool, arguments], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
