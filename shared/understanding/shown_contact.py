"""Messages about the one contact that was just shown: what is to be different, or that it goes.

What follows is read as a reply to a card of that contact would be.
"""

import re
from dataclasses import replace

from shared.models.reasoning import ConversationContext, Reference
from shared.understanding.going_on import about, wants_told
from shared.understanding.marking import Span
from shared.understanding.named_contact import CARD, goes
from shared.understanding.pointing import CONTACT_KINDS, points
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.revision import Marked
from shared.understanding.said import said_in
from shared.understanding.tasks import DELETE_CONTACT, IN_WORDS, service_of

_CHANGE = "contact_update"
_OF_CONTACTS = frozenset({"person", "organisation", "which", "field", "value"})
"""Kinds of span that name nothing of another service."""
_FIELD = re.compile(
    r"(?:phone|mobile|number|no|nr|num|(?:e-?)?mail|address|title|company|name)\W*", re.IGNORECASE
)
"""What is asked of somebody, or called so, and is none of their values: "her phone no"."""
_SURE, _LIKELY, _BUT_NEW, _ELSE = 0.9, 0.6, 0.15, 0.6
"""How sure it is then, and how likely a message is about who was shown, at the most about somebody
else, and at the most another service's."""


def of_contact(
    reading: Reading, before: Before, context: ConversationContext, reader: Reader
) -> Reading | None:
    """Read what is to be different about who was just shown, or that they are to go, as that.

    What was just done is taken back, and nobody deleted.
    """
    text = reading.text
    latest = [one for one in context.references if one.ordinal == 0] or context.references
    if not latest or not {one.kind for one in latest} <= CONTACT_KINDS or wants_told(text, reader):
        return None
    share = about(text, before, context, reader)
    if share["new"] > _BUT_NEW:
        return None
    other = before.answered == "done" and reading.task == "undo"
    other = other or any(
        one.kind not in _OF_CONTACTS or (one.kind == "which" and not points(one.text))
        for one in reading.spans
    )
    if reading.task == DELETE_CONTACT or (not other and goes(text, reader.revisions)):
        meant = reader.read_as(DELETE_CONTACT, text, before)
        return replace(_pointing(meant, reader), tasks=((DELETE_CONTACT, _SURE), *reading.tasks))
    one = latest[0] if len({one.id for one in latest}) == 1 else None
    return _changing(reading, before, one, reader) if one and share["same"] >= _LIKELY else None


def _pointing(reading: Reading, reader: Reader) -> Reading:
    """Return an order that names nobody known as one for who was shown: "so bin the guy"."""
    known = [one for one in reader.world.links(reading.text) if one.kind == "person"]
    if known or not reader.world or any(one.kind == "which" for one in reading.spans):
        return reading
    end = len(reading.text)
    others = (one for one in reading.spans if one.kind not in {"person", "organisation"})
    return replace(reading, spans=(*others, Span("which", "it", end, end)))


def _changing(reading: Reading, before: Before, shown: Reference, reader: Reader) -> Reading | None:
    """Read what says something new of who was shown as a change; None where it does not."""
    if reading.task in IN_WORDS and service_of(reading.task) != "contact" and reading.sure >= _ELSE:
        return None
    if reading.task == "contact_add" and reading.sure >= _SURE:  # who is shown is there already
        return None
    card = CARD.format(shown.label, shown.who or "-")
    told = reader.revisions.read(card, reading.text)
    stance = reader.revisions.stances(card, reading.text)
    sure = max(told.ops.get("value", 0.0), told.ops.get("title", 0.0))
    marks = [one for one in told.all("value", "title") if not _FIELD.fullmatch(one.text)]
    if not marks or sure < _LIKELY or max(stance, key=stance.__getitem__) != "change":
        return None
    meant = reader.read_as(_CHANGE, reading.text, before)
    if not said_in(meant).held("value", "organisation"):
        meant = replace(meant, spans=tuple(span for one in marks for span in _spans(one)))
    return replace(meant, tasks=((_CHANGE, max(sure, reading.sure)), *reading.tasks))


def _spans(mark: Marked) -> tuple[Span, ...]:
    """Return what is marked in a reply as a value, a name with its field."""
    name = (Span("field", "name", mark.start, mark.start),) if mark.role == "title" else ()
    return (*name, Span("value", mark.text, mark.start, mark.end))
