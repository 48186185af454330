"""The call being revised: its arguments by what they are, and which it could have."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from shared.models.base import Json
from shared.models.profile import Profile
from shared.models.reasoning import ReplyRequest, ReviseRequest

_ANY_TIME = datetime(2000, 1, 1)  # noqa: DTZ001 - local, as in the arguments
TEXTS = ("body", "text", "note", "notes", "comment")
TITLES = ("subject", "title", "name")
_FIELDS = {
    "contacts": ("name", "email", "company", "title", "phone", "relation", "notes"),
    "sheets": ("row", "cells", "values"),
}
"""What calls of a service may set besides what is shown."""
PEOPLE = ("to", "cc", "bcc", "attendees", "add_attendees", "people")

_BESIDES = re.compile(
    r"\W*(?:(?:oh|ok(?:ay)?|yes|ah)\W+)*(?:and|n|plus|besides|also)\b", re.IGNORECASE
)


def begins_besides(text: str) -> bool:
    """Whether a reply goes on from what is shown: "and ...", "also ..."."""
    return _BESIDES.match(text) is not None


def as_place(text: str, call: "Call") -> str:
    """Return a place as the one before is written: "Tyne" for another room is Room Tyne."""
    was = call.text("location")
    text = text.title() if text.islower() and was.istitle() else text
    alone = was.startswith("Room ") and text.istitle() and " " not in text
    return f"Room {text}" if alone else text


class CannotRevise(Exception):
    """A wish was understood but can't be followed; the message says why."""


@dataclass
class Call:
    """Arguments to change in place, the parameters there are, and when and for whom it is.

    `ordered` is the command that led to the call of the `tool`; `besides`: the wish goes on from it
    with "and".
    """

    arguments: dict[str, Json]
    parameters: frozenset[str]
    now: datetime
    profile: Profile
    ordered: str = ""
    besides: bool = False
    tool: str = ""

    @classmethod
    def of(cls, request: ReviseRequest) -> "Call":
        """Return what a request is about; its own arguments stay as they are."""
        properties = cast("dict[str, Any]", request.tool.parameters.get("properties") or {})
        return cls(
            dict(request.arguments),
            frozenset(properties) | frozenset(request.arguments),
            request.now or datetime.fromisoformat(request.today),
            request.profile,
            request.command,
            begins_besides(request.wish),
            request.tool.name,
        )

    @classmethod
    def shown(cls, request: ReplyRequest) -> "Call":
        """Return the call that a reply is said to, to see whether it would change it."""
        fields = _FIELDS.get(request.tool.partition("_")[0], ())
        known = frozenset((*request.arguments, *fields))
        return cls(
            dict(request.arguments),
            known,
            _ANY_TIME,
            Profile(),
            request.command,
            begins_besides(request.text),
            request.tool,
        )

    def changed(self, before: Mapping[str, Json]) -> frozenset[str]:
        """Return the arguments that are no longer as they were."""
        names = self.arguments.keys() | before.keys()
        return frozenset(one for one in names if self.arguments.get(one) != before.get(one))

    def set(self, name: str, value: Json) -> bool:
        """Give an argument a value; True, as something is changed."""
        self.arguments[name] = value
        return True

    def has(self, name: str) -> bool:
        """Whether the tool has such a parameter."""
        return name in self.parameters

    def first(self, names: tuple[str, ...]) -> str:
        """Return the parameter of these that is filled, or else that there is; "" if none."""
        filled = [name for name in names if self.arguments.get(name)]
        return next(iter([*filled, *(name for name in names if self.has(name))]), "")

    def text(self, name: str) -> str:
        """Return an argument that is text; "" for anything else."""
        value = self.arguments.get(name)
        return value if isinstance(value, str) else ""

    def listed(self, name: str) -> list[Json]:
        """Return an argument that is a list of people, as texts or with their addresses."""
        value = self.arguments.get(name)
        several = cast("list[Json]", value) if isinstance(value, list) else [value]
        return [one for one in several if one]
