"""The messages that the last answer shows: who wrote them, and which of them was asked about."""

import re
from collections.abc import Sequence

from shared.decisions.picking import ranked
from shared.models.reasoning import Reference
from shared.understanding.shown_table import last_answer
from shared.understanding.work import Work
from shared.words import tells, words_of

CHANNEL_KINDS = frozenset({"channel"})
MESSAGE_KINDS = frozenset({"message"})
_CHANNEL = re.compile(r"#[\w-]+|[\w-]+(?= channel\b)", re.IGNORECASE)
"""The name of a channel, which tells none of its messages from another."""
_OVER = re.compile(r"^(?!\d+\. ).*?#([^\W_][\w-]*)")
"""The channel that a line over the messages of an answer names."""


def channel_shown(work: Work) -> str:
    """Return the one channel whose messages are shown, without its #; "" for none, or several."""
    talked = [one.id for one in work.known(CHANNEL_KINDS) if one.ordinal == 0]
    if len(talked) == 1 and not work.request.earlier:
        return talked[0].removeprefix("#")
    lines = last_answer(work.request.context).splitlines()
    over = {name for line in lines for name in _OVER.findall(line)}
    places = {one.id.rpartition("/")[0] for one in work.known(MESSAGE_KINDS)} - {""}
    place = places.pop() if len(places) == 1 else ""
    return place if over <= {place} else ""


def many_read(work: Work) -> bool:
    """Whether what is shown is of one channel, not of what two people write each other."""
    place = channel_shown(work)
    return bool(place) and f"#{place}" in last_answer(work.request.context)


def asked_about(work: Work, names: Sequence[str] = (), answer: str = "") -> Reference | None:
    """Return the listed message that an answer, or the command before, takes up; None when unsure.

    It is by one of `names`, or else by whoever that command names, if they wrote any.
    """
    before = work.asked_before
    told = {*words_of(before)}
    listed = [one for one in work.known(MESSAGE_KINDS) if one.ordinal]
    names = names or [one.who for one in listed if told & {*words_of(one.who)}]
    if names:
        listed = [one for one in listed if any(tells(name, one.who) for name in names)]
    if len({one.id for one in listed}) < 2:  # noqa: PLR2004 - nothing to tell apart
        return listed[0] if listed and names else None
    texts = [{"text": f"{one.who} {one.label}"} for one in listed]
    for words in (answer, _CHANNEL.sub(" ", before), before):
        (most, at), (next_best, another), *_ = ranked(texts, words)
        if most > next_best or (most and listed[at].id == listed[another].id):
            return listed[at]
    return None


def by_another(message: Reference, names: Sequence[str]) -> bool:
    """Whether somebody else than one of some people wrote a message that is shown."""
    return bool(message.who and names) and not any(tells(name, message.who) for name in names)


def author_shown(work: Work) -> str:
    """Return who wrote the message that was asked about, or all that are shown; "" when unsure."""
    about = asked_about(work)
    told = {one.who for one in ((about,) if about else work.known(MESSAGE_KINDS))}
    return told.pop() if len(told) == 1 else ""
