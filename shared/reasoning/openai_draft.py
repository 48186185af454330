"""The shape in which a model reads what was said to the agent builder, and how far it is believed.

What it says the person said must stand in the message, in the answers listed with the question, or
among the names there are; anything else is dropped.
"""

import re
from typing import Literal

from shared.decisions.building.asking import SCHEDULE
from shared.models.building import DraftReading, DraftRequest, Part, Wish
from shared.reasoning.embedded.drafting.frequency import timely
from shared.reasoning.openai_wire import Wire
from shared.understanding.folding import word_set, words

ServiceWire = Literal["sheets", "pages", "slack", "email", "calendar", "contacts"]
WishWire = Literal[
    "back",
    "cancel",
    "start_over",
    "skip",
    "yes",
    "no",
    "run",
    "details",
    "edit",
    "missing",
    "help",
    "leave",
]

_MOST = 10
_OURS = word_set(
    """
    a about all an and column columns from here in is last my of only page rows that the this to
    unread week where with
    """
)
"""Words that a value may have though nobody said them."""
_NUMBERED = re.compile(r"\d+\.\w+|deliver")


class SlotWire(Wire):
    """Something known of a part by the name of its slot, or an answer by its question."""

    name: str
    value: str


class PartWire(Wire):
    """One thing the agent shall do with one service."""

    service: ServiceWire
    verb: Literal["read", "write"]
    slots: list[SlotWire]


class DraftWire(Wire):
    """What a message says about the agent, or wishes of the conversation."""

    wish: WishWire | None
    parts: list[PartWire]
    dropped: list[int]
    answers: list[SlotWire]
    name: str
    schedule: str
    confidence: float

    def value(self, request: DraftRequest) -> DraftReading:
        """Return it as ours, without what the person did not say."""
        if wrong := [each.name for each in self.answers if not _NUMBERED.fullmatch(each.name)]:
            raise ValueError(f'there is no question {wrong[0]!r}; one is named as in "0.sheet"')
        wish: Wish = self.wish or ""
        parts = (
            Part(service=p.service, verb=p.verb, slots=_said(p.slots, request))
            for p in self.parts[:_MOST]
        )
        named = set(words(self.name)) & _heard(request)
        timed = request.session.asking == SCHEDULE or timely(request.text)
        return DraftReading(
            wish=wish,
            parts=tuple(parts),
            dropped=tuple(self.dropped[:_MOST]),
            slots=_said(self.answers, request),
            name=self.name if named else "",
            schedule=self.schedule if timed else "",
            confidence=self.confidence,
        )


def _said(slots: list[SlotWire], request: DraftRequest) -> tuple[tuple[str, str], ...]:
    heard = _heard(request) | _OURS
    return tuple((each.name, each.value) for each in slots if set(words(each.value)) <= heard)


def _heard(request: DraftRequest) -> set[str]:
    """Return the words that the person said, or was shown."""
    shown = (*request.session.offered, *(n for each in request.known.names.values() for n in each))
    return set(words(" ".join((request.text, *shown))))
