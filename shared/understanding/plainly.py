"""A change of when an event is, told round about, in the words that changes are read from."""

import re
from collections.abc import Mapping, Sequence

from shared.understanding.reader import Reader
from shared.understanding.revision import Timed
from shared.understanding.said import Said, pronoun

_DESCRIBE = frozenset({"topic", "person", "organisation", "which", "time"})
_ELSE = ("place", "value", "body")
_SENTENCE = re.compile(r"[.!?;](?=\s|$)")
_LED_BY = re.compile(r"^(?:at|to|by|from|un?till?|til)\s+", re.IGNORECASE)
_ENDS = re.compile(
    r"\b(?:un?till?|til|ends?|ending|finish\w*|over|to)(?: (?:at|by))?\s*$", re.IGNORECASE
)
"""What stands before when something ends."""
_ORDERS: Mapping[tuple[str, ...], str] = {
    ("start",): "move {it} to {start}",
    ("end",): "let {it} end at {end}",
    ("start", "end"): "move {it} to {start} to {end}",
    ("length",): "make {it} {length} long",
    ("start", "length"): "move {it} to {start} for {length}",
    ("later",): "move {it} {later} later",
    ("earlier",): "move {it} {earlier} earlier",
    ("longer",): "make {it} {longer} longer",
    ("shorter",): "make {it} {shorter} shorter",
}
"""How each change is ordered, by what of it is said."""
_SAYS = tuple(dict.fromkeys(role for roles in _ORDERS for role in roles))
_FOLLOWS = (("later", "start"), ("earlier", "start"), ("end", "later"), ("end", "earlier"))
"""What only says what comes of another: "20 minutes later, so till four"."""


def plainly_timed(said: Said, reader: Reader) -> str:
    """Return a change of an event's time as a plain order; "" where it says another, or none.

    Nor where something else is to change as well, which such an order leaves out.
    """
    if said.has(*_ELSE):
        return ""
    marked = reader.revisions.alone(said.text).times
    told = _told(said.text, marked)
    order = _ORDERS.get(tuple(told))
    if order is None:
        return ""
    aside = [one for one in marked if one.role != "which"]
    free = [
        (one.start, one.end)
        for one in said.spans
        if one.kind in _DESCRIBE
        and not pronoun(one)
        and not any(one.start < mark.end and mark.start < one.end for mark in aside)
    ]
    return order.format(it=_described(said.text, free), **told)


def _told(text: str, marked: Sequence[Timed]) -> dict[str, str]:
    """Return what is said of when an event is to be, by role; nothing where one is said twice."""
    ends = any(one.role == "end" for one in marked)
    marked = [
        one._replace(role="end")
        if one.role == "stays" and not ends and _ENDS.search(text[: one.start])
        else one
        for one in marked
    ]
    said = [one for one in marked if one.role in _SAYS]
    told = {one.role: _LED_BY.sub("", one.text) for one in said}
    if len(told) < len(said):
        return {}
    for again, role in _FOLLOWS:
        if role in told:
            told.pop(again, None)
    return {role: told[role] for role in _SAYS if role in told}


def _described(text: str, spans: list[tuple[int, int]]) -> str:
    """Return how a text tells which event it is, in the sentence that does so first."""
    if not spans:
        return "it"
    start = min(spans)[0]
    end = found.start() if (found := _SENTENCE.search(text, start)) else len(text)
    return text[start : max(at for _, at in spans if at <= end or at == min(spans)[1])]
