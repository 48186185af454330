"""Messages that name an event there is: it is changed, or told of, and not made anew.

Each sentence of one that says who else is to come may be of contacts ("Put her on, the others
stay"), and one that says when, of something new ("Delivery weekly on Monday. Start at 9:45").
"""

import re
from collections.abc import Sequence

from shared.decisions.questioning import asks
from shared.models.world import Link
from shared.understanding.revision import RevisionReader, event_card
from shared.understanding.tasks import service_of

_CHANGE, _LISTS = "cal_update", "cal_list"
_LIKELY, _SURE = 0.8, 0.9
_ANEW, _OF_WHAT_IS = frozenset({"cal_create", "cal_slots"}), (_CHANGE, "cal_cancel", "cal_respond")
_SLIGHTLY = 0.08
"""How likely it has to be of an event there is, where it names one and makes none."""
_MAKES = re.compile(
    r"\b(?:book|schedule|set up|arrange|create|find|new|another|make|plan|put|block|enter|add)\b",
    re.IGNORECASE,
)
"""How something is made, or a time looked for, whatever else has its name."""


def of_named_event(
    text: str,
    links: Sequence[Link],
    ranked: Sequence[tuple[str, float]],
    revisions: RevisionReader,
) -> Sequence[tuple[str, float]]:
    """Return the tasks with that first which is wanted of the one event that is named.

    What is surely something else stays that.
    """
    events = [one for one in links if one.kind == "event"]
    first, share = ranked[0]
    if len(events) != 1:
        return ranked
    if first in _ANEW and not _MAKES.search(text):
        likely = max(_OF_WHAT_IS, key=lambda one: dict(ranked).get(one, 0.0))
        there = _LISTS if revisions.alone(text).asks >= _SURE else likely
        sure = there == _LISTS or dict(ranked).get(likely, 0.0) >= _SLIGHTLY
        return _first(there, ranked) if sure else ranked
    others = any(one.kind == "person" for one in links)
    unsure = first == _LISTS or share < _LIKELY
    free = service_of(first) == "contact" or (service_of(first) == "cal" and unsure)
    if not (others and free) or asks(text):
        return ranked
    card = event_card(text[events[0].start : events[0].end])
    ops, stance = revisions.read(card, text).ops, revisions.stances(card, text)
    people = ops.get("who+", 0.0) + ops.get("who-", 0.0)
    return _first(_CHANGE, ranked) if min(people, stance["change"]) >= _LIKELY else ranked


def _first(task: str, ranked: Sequence[tuple[str, float]]) -> Sequence[tuple[str, float]]:
    return [(task, _SURE), *(one for one in ranked if one[0] != task)]
