"""Messages about an event there is: it is changed, or told of, and not made anew.

Each sentence of one that says who else is to come may be of contacts ("Put her on, the others
stay"), and one that says when, of something new ("Delivery weekly on Monday. Start at 9:45").
"""

from collections.abc import Sequence

from shared.decisions.questioning import asks
from shared.models.world import Link
from shared.understanding.heads import TimeRole
from shared.understanding.revision import RevisionReader, event_card
from shared.understanding.tasks import Ranked, service_of, with_first

_CHANGE, _LISTS = "cal_update", "cal_list"
_MAKES, _OF_WHAT_IS = "cal_create", (_CHANGE, "cal_cancel", "cal_respond")
_ANEW = frozenset({_MAKES, "cal_slots", "cal_availability"})
_LIKELY, _SURE, _PLAINLY = 0.8, 0.9, 0.95
_DOUBTFUL, _POSSIBLE = 0.5, 0.2
"""How unsure a question that names an event is, and how likely of the calendar, to be that."""
_SLIGHTLY, _UNNAMED = 0.02, 0.3
"""How likely a task for an event there is has to be where one is named, or a time is said to change
or to stay; and where neither is."""
_OF_IT: frozenset[TimeRole] = frozenset({"later", "earlier", "longer", "shorter", "stays"})
"""What a time is for that only something there can have."""


def of_named_event(
    text: str,
    links: Sequence[Link],
    ranked: Ranked,
    revisions: RevisionReader,
) -> Ranked:
    """Return the tasks with that first which is wanted of an event there is, if it is about one.

    What is surely something else stays that.
    """
    events = [one for one in links if one.kind == "event"]
    first, share = ranked[0]
    if first in _ANEW:
        there = _there(text, ranked, revisions, named=bool(events))
        return with_first(there, _SURE, ranked) if there else ranked
    lists = dict(ranked).get(_LISTS, 0.0)
    if events and share < _DOUBTFUL and lists >= _POSSIBLE and asks(text):
        return with_first(_LISTS, _SURE, ranked)
    others = any(one.kind == "person" for one in links)
    unsure = first == _LISTS or share < _LIKELY
    free = service_of(first) == "contact" or (service_of(first) == "cal" and unsure)
    if len(events) != 1 or not (others and free) or asks(text):
        return ranked
    card = event_card(text[events[0].start : events[0].end])
    ops, stance = revisions.read(card, text).ops, revisions.stances(card, text)
    people = ops.get("who+", 0.0) + ops.get("who-", 0.0)
    changes = min(people, stance["change"]) >= _LIKELY
    return with_first(_CHANGE, _SURE, ranked) if changes else ranked


def _there(text: str, ranked: Ranked, revisions: RevisionReader, *, named: bool) -> str:
    """Return what is wanted of an event there is by what seems to make one; "" for a new one.

    Who asks makes nothing; who makes something new is hardly ever taken for changing anything.
    """
    (first, share), known, alone = ranked[0], dict(ranked), revisions.alone(text)
    if alone.asks >= _SURE and (first == _MAKES or (named and share < _PLAINLY)):
        return _LISTS
    likely = max(_OF_WHAT_IS, key=lambda one: known.get(one, 0.0))
    of_it = named or any(one.role in _OF_IT for one in alone.times)
    return likely if known.get(likely, 0.0) >= (_SLIGHTLY if of_it else _UNNAMED) else ""
