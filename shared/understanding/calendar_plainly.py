"""A change of when an event is, told round about, in the words that changes are read from."""

import re
from collections.abc import Mapping

from shared.understanding.reader import Reader
from shared.understanding.said import Said, pronoun

_LIKELY = 0.8
_DESCRIBE = frozenset({"topic", "person", "organisation", "which", "time"})
_END = re.compile(r"[.!?;](?=\s|$)")
_EARLIER = re.compile(r"\b(?:earlier|sooner|forwards?|before|ahead|up|advance)\b", re.IGNORECASE)
_TURNED = re.compile(r"\b(?:earlier|sooner|later)\b", re.IGNORECASE)
_WAY = re.compile(r"^(?:back|up|forwards?|on|out)\s+|\s+(?:back|up|forwards?|on)$", re.IGNORECASE)
_LEADS = re.compile(r"^(?:at|to|by|from|un?till?|til)\s+", re.IGNORECASE)
_ORDERS: Mapping[tuple[str, ...], str] = {
    ("start",): "move {it} to {start}",
    ("end",): "let {it} end at {end}",
    ("start", "end"): "move {it} to {start} to {end}",
    ("length",): "make {it} {length} long",
    ("shift",): "move {it} {shift}",
}
"""How each change is ordered, by what of it is said."""


def plainly_timed(said: Said, reader: Reader) -> str:
    """Return a change of an event's time as a plain order; "" where it says another, or none."""
    known = [one for one in said.spans if one.kind in _DESCRIBE and not pronoun(one)]
    named = " ".join(one.text for one in known if one.kind != "time")
    wished = reader.revisions.read(f"event: {named or '-'} | when: -", said.text)
    told = {one.role: one for one in wished.all("start", "end", "length", "shift")}
    order = _ORDERS.get(tuple(told))
    if wished.ops.get("when", 0) < _LIKELY and wished.ops.get("length", 0) < _LIKELY:
        return ""
    if order is None or len(told) != len(wished.all("start", "end", "length", "shift")):
        return ""
    free = [
        one
        for one in known
        if not any(one.start < mark.end and mark.start < one.end for mark in told.values())
    ]
    words = {role: _LEADS.sub("", mark.text) for role, mark in told.items()}
    if shift := words.get("shift", ""):
        way = "earlier" if _EARLIER.search(said.text) else "later"
        shift = _WAY.sub("", shift)
        words["shift"] = shift if _TURNED.search(shift) else f"{shift} {way}"
    return order.format(it=_described(said.text, [(one.start, one.end) for one in free]), **words)


def _described(text: str, spans: list[tuple[int, int]]) -> str:
    """Return how a text tells which event it is, in the sentence that does so first."""
    if not spans:
        return "it"
    start = min(spans)[0]
    end = found.start() if (found := _END.search(text, start)) else len(text)
    return text[start : max(at for _, at in spans if at <= end or at == min(spans)[1])]
