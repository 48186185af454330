"""Messages that change who comes to an event that was just shown, or where it is.

They name no event, and read by themselves like orders about contacts, or like nothing at all: "take
Al off", "let's rather go to The Anchor".
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.english.dates import WEEKDAY
from shared.english.scanning import MONTH
from shared.models.world import Link
from shared.understanding.marking import TIMES, Span
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.tasks import service_of

_PERSON = r"(?:him|her|them|(?-i:[A-Z])[\w'\u2019-]+(?: (?-i:[A-Z])[\w'\u2019-]+)?)"
_WHO = re.compile(
    rf"\b(?:add|invite|include|loop in|bring in|remove|uninvite|drop) (?P<who>{_PERSON})"
    rf"|\b(?:take|leave|get|keep|put|loop|bring|swap) (?P<whom>{_PERSON}) (?:off|out|on|in|for)\b",
    re.IGNORECASE,
)
"""How somebody is to join or to leave."""
_WHERE = re.compile(
    r"\b(?:(?:switch|move|change|shift|relocate|put|have|hold|make|do) (?:it|that|this|us)"
    r"|(?:let['\u2019]?s|let us|we(?:['\u2019]ll| will)?) (?:rather )?(?:go|meet|do it|have it))"
    rf" (?:to|at|in) (?!{WEEKDAY}|{MONTH})(?:the )?(?-i:[A-Z])",
    re.IGNORECASE,
)
"""How it is to be somewhere else."""
_OTHER = re.compile(
    r"\b(?:contacts?|address book|numbers?|phone|mobile|e-?mails?|mails?|cc|bcc|lists?|sheets?"
    r"|rows?|pages?|channels?|slack|agents?|messages?|drafts?)\b|@|#",
    re.IGNORECASE,
)
"""What tells that it is no event that is changed."""
_CHANGE = "cal_update"
_OTHERWISE = frozenset({_CHANGE, "cal_cancel", "cal_create", "cal_slots", "cal_availability"})
"""What such a message may be taken for."""
_TIMED = TIMES | {"duration"}
_LIKELY = 0.5


def of_event(reading: Reading, before: Before, kinds: set[str], reader: Reader) -> Reading | None:
    """Read a message as a change of the event just shown; None where it is none."""
    timed = any(one.kind in _TIMED for one in reading.spans)
    clear = service_of(reading.task) == "cal" and (timed or reading.task not in _OTHERWISE)
    if kinds != {"event"} or clear or _OTHER.search(reading.text):
        return None
    people = [one for one in reader.world.links(reading.text) if one.kind == "person"]
    orders = [*_WHO.finditer(reading.text)]
    if not orders and (people or not _WHERE.search(reading.text)):
        return None
    meant = reader.read_as(_CHANGE, reading.text, before)
    spans = list(meant.spans)
    for start, end in _told(orders, people):
        if all(end <= one.start or one.end <= start for one in spans):
            spans.append(Span("person", reading.text[start:end], start, end))
    return replace(
        meant,
        spans=tuple(sorted(spans, key=lambda one: one.start)),
        tasks=((_CHANGE, max(reading.sure, _LIKELY)), *reading.tasks),
    )


def _told(orders: Sequence[re.Match[str]], people: Sequence[Link]) -> list[tuple[int, int]]:
    """Return where it stands who is to join or leave, and before it whom a pronoun means."""
    places = [one.span(one.lastgroup or 0) for one in orders]
    first = min(places, default=(0, 0))[0]
    before = [(one.start, one.end) for one in people if one.end <= first]
    return [*before[-1:], *places]
