"""How what is done should be otherwise, said when it was asked which of several is meant."""

import re
from collections.abc import Callable

from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.replying.asked import asked
from shared.reasoning.embedded.replying.saying import spoken
from shared.reasoning.embedded.replying.stances import Stances
from shared.reasoning.embedded.replying.terms import telling
from shared.reasoning.embedded.replying.verdicts import asking
from shared.reasoning.embedded.replying.wishes import wishes_change
from shared.understanding.reader import Reader
from shared.understanding.said import takes_up

_JOINTS = re.compile(r"[,.;:!]+\s+|\s+-+\s+|\s+(?=(?:and|but|also|plus)\s)", re.IGNORECASE)
_CHANGES = 0.8
"""How likely words have to change what is done to be a wish."""
_NAMES = frozenset({"topic", "file", "channel", "organisation", "time"})
"""Kinds of span that name another thing than the one that is asked about."""


def chosen_and_wished(
    request: ReplyRequest, choose: Callable[[ReplyRequest], ReplyReading | None], stances: Stances
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
        if wanted and stances.weigh(rest, request.command)["change"] >= _CHANGES:
            return chosen.model_copy(update={"wish": rest})
    return None


def wished(request: ReplyRequest, reader: Reader, stances: Stances) -> ReplyReading | None:
    """Read a wish that chooses nothing yet: "and make it an hour"; None for any other reply."""
    to = asked(request)
    said = spoken(request.text, to.known)
    if asking(said, request.text) or to.weigh(said).sure:
        return None
    alone = reader.read(request.text)
    names = any(one.kind in _NAMES and not takes_up(one) for one in alone.spans)
    goes_on = alone.task == reader.read(request.command).task and not names
    change = stances.weigh(request.text, request.command)["change"]
    if change < _CHANGES or not (goes_on or wishes_change(said)):
        return None
    return ReplyReading(meaning="wish", confidence=change, wish=request.text.strip())
