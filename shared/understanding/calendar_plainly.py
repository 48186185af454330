"""A change of when an event is, told round about, in the words that changes are read from."""

import re
from collections.abc import Mapping

from shared.understanding.reader import Reader
from shared.understanding.revision import TIMES
from shared.understanding.said import Said, pronoun

_LIKELY = 0.8
_DESCRIBE = frozenset({"topic", "person", "organisation", "which", "time"})
_END = re.compile(r"[.!?;](?=\s|$)")
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
    told, marked = wished.times(said.text), wished.all(*TIMES)
    order = _ORDERS.get(tuple(told))
    if order is None or max(wished.ops.get("when", 0), wished.ops.get("length", 0)) < _LIKELY:
        return ""
    free = [
        (one.start, one.end)
        for one in known
        if not any(one.start < mark.end and mark.start < one.end for mark in marked)
    ]
    return order.format(it=_described(said.text, free), **told)


def _described(text: str, spans: list[tuple[int, int]]) -> str:
    """Return how a text tells which event it is, in the sentence that does so first."""
    if not spans:
        return "it"
    start = min(spans)[0]
    end = found.start() if (found := _END.search(text, start)) else len(text)
    return text[start : max(at for _, at in spans if at <= end or at == min(spans)[1])]
