"""Messages that name an event, and say who else is to come to it or who is not: a change of it.

Each of their sentences alone may be of contacts: "Put her on, the others stay".
"""

from collections.abc import Sequence

from shared.decisions.questioning import asks
from shared.models.world import Link
from shared.understanding.revision import RevisionReader
from shared.understanding.tasks import service_of

CARD = "event: {} | when: - | place: - | with: -"
"""An event as the revision network reads one of which nothing but its name is known."""
_CHANGE, _LISTS = "cal_update", "cal_list"
_LIKELY, _SURE = 0.8, 0.9


def of_named_event(
    text: str,
    links: Sequence[Link],
    ranked: Sequence[tuple[str, float]],
    revisions: RevisionReader,
) -> Sequence[tuple[str, float]]:
    """Return the tasks with the change first where others are to come to the event that is named.

    What is surely something else stays that.
    """
    events = [one for one in links if one.kind == "event"]
    others = any(one.kind == "person" for one in links)
    first, share = ranked[0]
    unsure = first == _LISTS or share < _LIKELY
    free = service_of(first) == "contact" or (service_of(first) == "cal" and unsure)
    if len(events) != 1 or not (others and free) or asks(text):
        return ranked
    card = CARD.format(text[events[0].start : events[0].end])
    ops, stance = revisions.read(card, text).ops, revisions.stances(card, text)
    people = ops.get("who+", 0.0) + ops.get("who-", 0.0)
    if min(people, stance["change"]) < _LIKELY:
        return ranked
    return [(_CHANGE, _SURE), *(one for one in ranked if one[0] != _CHANGE)]
