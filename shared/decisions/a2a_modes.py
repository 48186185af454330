"""What a client of A2A takes of an answer: only types that it says it does, where it says so."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from shared.decisions.a2a import Value
from shared.models.base import Json

ANSWERS_IN = ("text/plain", "application/json")
"""The types that answers have; files have their own."""
_WORDS = ("text/plain", "text/markdown")
_DATA = "application/json"


@dataclass(frozen=True)
class Modes:
    """The types that a client takes, as it says them; all where it says none."""

    accepted: tuple[str, ...] = ()

    @property
    def some(self) -> bool:
        """Whether there is an answer that the client takes."""
        return self.words or self.takes(_DATA)

    @property
    def words(self) -> bool:
        """Whether it takes words."""
        return any(map(self.takes, _WORDS))

    def takes(self, kind: str) -> bool:
        """Return whether it takes a type."""
        among = {kind, f"{kind.partition('/')[0]}/*", "*/*"}
        return not self.accepted or not among.isdisjoint(self.accepted)

    def task(self, value: Value) -> Value:
        """Return a task as the client takes it; what it said itself stays as it is."""
        said = cast("list[Value]", value["history"])
        history = [one if one["role"] == "ROLE_USER" else self.message(one) for one in said]
        told: Value = {**value, "history": history, "status": self._status(value["status"])}
        found = [self._artifact(one) for one in cast("list[Value]", value.get("artifacts", []))]
        return {**told, "artifacts": [one for one in found if one["parts"]]}

    def message(self, value: Value) -> Value:
        """Return a message as the client takes it."""
        return {**value, "parts": self._parts(value["parts"])}

    def update(self, value: Value) -> Value | None:
        """Return what has changed as the client takes it; None where that is nothing."""
        if "statusUpdate" in value:
            changed: Value = value["statusUpdate"]
            return {"statusUpdate": {**changed, "status": self._status(changed["status"])}}
        changed = value["artifactUpdate"]
        artifact = self._artifact(changed["artifact"])
        return {"artifactUpdate": {**changed, "artifact": artifact}} if artifact["parts"] else None

    def _status(self, value: Value) -> Value:
        message = value.get("message")
        return {**value, "message": self.message(message)} if message else value

    def _artifact(self, value: Value) -> Value:
        return {**value, "parts": self._parts(value["parts"])}

    def _parts(self, parts: Iterable[Value]) -> list[Json]:
        """Return the parts it takes; words that it does not take are data."""
        kept: list[Json] = []
        for part in parts:
            if "text" in part and not self.words:
                kept.append({"data": {"text": part["text"]}, "mediaType": _DATA})
            elif "text" in part or self.takes(part["mediaType"]):
                kept.append(part)
        return kept


def modes_of(accepted: Iterable[str]) -> Modes:
    """Return what a client takes; "text" is any text, as many write it."""
    plain = (one.partition(";")[0].strip().lower() for one in accepted)
    return Modes(tuple("text/*" if one == "text" else one for one in plain if one))
