"""How what is done should be otherwise, said when it was asked which of several is meant."""

import re
from collections.abc import Callable

from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.replying.asked import asked
from shared.reasoning.embedded.replying.saying import spoken
from shared.reasoning.embedded.replying.stances import as_shown
from shared.reasoning.embedded.replying.terms import telling
from shared.reasoning.embedded.replying.verdicts import asking
from shared.understanding.heads import Op
from shared.understanding.reader import Reader
from shared.understanding.said import takes_up
from shared.understanding.tasks import service_of

_JOINTS = re.compile(r"[,.;:!]+\s+|\s+-+\s+|\s+(?=(?:and|but|also|plus)\s)", re.IGNORECASE)
_CHANGES = 0.8
"""How likely words have to change what is done to be a wish."""
_WHOM_AND_WHERE: tuple[Op, ...] = ("copy+", "copy-", "who+", "who-", "place", "length")
_LIKELY = 0.5
"""How likely it does one of these."""
_ELSEWHERE = 0.9
"""How sure another service's order is."""
_NAMES = frozenset({"topic", "file", "channel", "organisation", "time"})
"""Kinds of span that name another thing than the one that is asked about."""


def chosen_and_wished(
    request: ReplyRequest, choose: Callable[[ReplyRequest], ReplyReading | None], reader: Reader
) -> ReplyReading | None:
    """Read a choice with a wish behind it: "the second one, in Room Tyne"; None for any other.

    `choose` reads a choice by its form.
    """
    to = asked(request)
    for joint in _JOINTS.finditer(request.text):
        first, rest = request.text[: joint.start()], request.text[joint.end() :].strip()
        chosen = choose(request.model_copy(update={"text": first}))
        if chosen is None or chosen.meaning != "option":
            continue
        said = spoken(rest, to.known)
        wanted = telling(said) and not to.weigh(said).known and not asking(said, rest)
        if wanted and _change(rest, request, reader) >= _CHANGES:
            return chosen.model_copy(update={"wish": rest})
    return None


def wished(request: ReplyRequest, reader: Reader) -> ReplyReading | None:
    """Read a wish that chooses nothing yet: "and make it an hour"; None for any other reply."""
    to = asked(request)
    said = spoken(request.text, to.known)
    alone, ordered = reader.read(request.text), reader.read(request.command).task
    other = alone.sure >= _ELSEWHERE and service_of(alone.task) != service_of(ordered)
    if other or asking(said, request.text):
        return None
    whom = not to.weigh(said).known and _whom_or_where(request, reader)
    names = any(one.kind in _NAMES and not takes_up(one) for one in alone.spans)
    goes_on = not names and not to.weigh(said).known
    if not (whom or (goes_on and _change(request.text, request, reader) >= _CHANGES)):
        return None
    return ReplyReading(meaning="wish", confidence=_CHANGES, wish=request.text.strip())


def _change(text: str, request: ReplyRequest, reader: Reader) -> float:
    """Return how likely words want what is ordered to be different."""
    return reader.revisions.stances(request.command, text)["change"]


def _whom_or_where(request: ReplyRequest, reader: Reader) -> bool:
    """Whether a reply says who else gets what is made, or where it is to be, as no choice does."""
    shown = as_shown(request) if request.arguments else request.command
    found = reader.revisions.read(shown, request.text)
    return any(found.ops.get(one, 0.0) >= _LIKELY for one in _WHOM_AND_WHERE)
