"""What is still open in a draft, and which question comes next."""

from difflib import get_close_matches
from typing import NamedTuple

from shared.decisions.building.ingredient import Ingredient, Mode, Slot
from shared.decisions.building.loading import parts_of
from shared.decisions.building.modes import modes_of, wanted
from shared.decisions.building.table import ingredient_of
from shared.models.building import AgentDraft, Known, Part

PURPOSE, SCHEDULE, DELIVER, CONFIRM, NEXT = "purpose", "schedule", "deliver", "confirm", "next"
UNREAD = "unread"
LEAVE_OUT = "Leave it out"
HERE = "here"
MAX_OPTIONS = 4

_NEAR = 0.4
_DELIVERED = (("slack", "Post it to Slack"), ("email", "Send it by email"))
"""How a result leaves the conversation, by the service that takes it."""


class Question(NamedTuple):
    """A slot of a part of the draft."""

    place: int
    part: Part
    ingredient: Ingredient
    slot: Slot


def doubted(name: str) -> str:
    """Return under which name a part holds a value of a slot that its service does not have."""
    return f"{name}?"


def timed(draft: AgentDraft) -> bool:
    """Whether it is to run by itself, as far as is known."""
    return draft.recurrence is not None or (bool(draft.recurrence_said) and not draft.scheduled)


def modes(draft: AgentDraft) -> tuple[Mode, ...]:
    """Return how each part of a draft is carried out."""
    return modes_of(draft.parts, timed=timed(draft))


def changed(draft: AgentDraft) -> bool:
    """Whether anything of the agent it began with is different."""
    if draft.base is None:
        return True
    return (
        (bool(draft.name) and draft.name != draft.base.name)
        or bool(draft.recurrence_said)
        or draft.scheduled
        or draft.parts != parts_of(draft.base)
    )


def missing(draft: AgentDraft) -> tuple[str, ...]:
    """Return the questions still open, in the order in which they are asked."""
    if not draft.parts or not changed(draft):
        return (PURPOSE,)
    not_read = (UNREAD,) if draft.unread else ()
    placed = enumerate(zip(draft.parts, modes(draft), strict=True))
    slots = (f"{place}.{name}" for place, (part, how) in placed for name in wanted(part, how))
    return (*not_read, *slots, *_about_runs(draft))


def _about_runs(draft: AgentDraft) -> tuple[str, ...]:
    settled = draft.recurrence is not None or draft.scheduled
    on_request = draft.scheduled and draft.recurrence is None
    new = draft.base is None and set(modes(draft)) != {"asked"}
    when = (SCHEDULE,) if not settled and (new or draft.recurrence_said) else ()
    only_reads = all(part.verb == "read" for part in draft.parts)
    where = new and only_reads and not draft.shown and not on_request
    return (*when, *((DELIVER,) if where else ()))


def question_of(draft: AgentDraft, asking: str) -> Question | None:
    """Return the slot a question is about; None when there is none, or it is no slot's."""
    place, dot, name = asking.partition(".")
    if not dot or not place.isascii() or not place.isdecimal() or len(place) > 2:  # noqa: PLR2004
        return None
    if int(place) >= len(draft.parts):
        return None
    part = draft.parts[int(place)]
    ingredient = ingredient_of(part)
    slot = ingredient.slot(name) if ingredient is not None else None
    if ingredient is None or slot is None:
        return None
    return Question(int(place), part, ingredient, slot)


def options_of(draft: AgentDraft, asking: str, known: Known) -> tuple[str, ...]:
    """Return the answers to offer with a question."""
    if asking == UNREAD:
        return (LEAVE_OUT,)
    if asking == SCHEDULE:
        return _times(draft.recurrence_said.casefold())
    if asking == DELIVER:
        return ("Show it here", *(how for by, how in _DELIVERED if by in known.connected))
    question = question_of(draft, asking)
    if question is None:
        return ()
    if not question.slot.names:
        return question.slot.options
    there = names_of(question.ingredient.service, known)
    if said := question.part.slot(doubted(question.slot.name)):
        near = get_close_matches(said, there, MAX_OPTIONS - 1, _NEAR)
        return tuple(near) or there[: MAX_OPTIONS - 1]
    return there[:MAX_OPTIONS]


def _times(said: str) -> tuple[str, ...]:
    if "daily" in said or "every day" in said:
        return ("Every day at 9am", "Every weekday at 9am")
    if "month" in said:
        return ("On the 1st of every month at 9am",)
    if said:
        return ("Every Monday at 9am", "Every Friday at 4pm")
    return ("Every Monday at 9am", "Every weekday at 9am", "Only when I ask")


def names_of(service: str, known: Known) -> tuple[str, ...]:
    """Return the names of what is in a service, on one line each, channels with their sign."""
    sign = "#" if service == "slack" else ""
    flat = (" ".join(name.split()) for name in known.names.get(service, ()))
    return tuple(dict.fromkeys(f"{sign}{name.lstrip('#')[:100]}" for name in flat if name))
