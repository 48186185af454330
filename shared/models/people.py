"""People as arguments name them: an address and a name, or a text that says both."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from shared.models.base import Json, Payload

RECIPIENTS = ("to", "cc", "bcc", "attendees", "add_attendees")
"""The arguments, of all tools, that say who receives something."""
_BRACKETED = re.compile(r"<([^<>]*)>\s*")
_APART = re.compile(r"[,;:@()]")
"""What in a name could be taken for the end of it, so that it is put in quotation marks."""


class Person(Payload):
    """Somebody by their address, and the name they go by."""

    email: str
    name: str = ""

    def __str__(self) -> str:
        """Return both as they stand on cards: "Sarah Chen <sarah@acme.com>"."""
        name = f'"{self.name}"' if _APART.search(self.name) else self.name
        return f"{name} <{self.email}>" if name else self.email


def address_of(value: Json) -> str:
    """Return the address of somebody in arguments; of a text without one, that text.

    What stands in brackets at the end of a text is its address, whatever is in the name before.
    """
    if isinstance(value, Mapping):
        return str(cast("Mapping[str, Any]", value).get("email") or "").strip()
    text = str(value)
    found = list(_BRACKETED.finditer(text))
    if found and found[-1].end() == len(text):
        return found[-1][1].strip()
    return text.strip()


def text_of(value: Json) -> str:
    """Return somebody in arguments as text."""
    if isinstance(value, Mapping):
        known = cast("Mapping[str, Any]", value)
        return str(Person(email=address_of(known), name=str(known.get("name") or "")))
    return str(value)


def recipients(arguments: Mapping[str, Json]) -> Iterator[Json]:
    """Yield everybody a call reaches, each as it stands in the arguments."""
    for field in RECIPIENTS:
        given: Any = arguments.get(field) or ()
        several = isinstance(given, list | tuple)
        yield from cast("list[Any]", given if several else [given])
