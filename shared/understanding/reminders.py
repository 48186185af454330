"""Wishes to be reminded, in the plain words that reminders are made by."""

import re

from shared.models.reasoning import ConversationContext
from shared.understanding.reader import Reader
from shared.understanding.said import Said, follow

_SURE = 0.7
_OPEN = re.compile(r"\s+(?:at|on|by)$", re.IGNORECASE)


def reminder_in(text: str, context: ConversationContext, reader: Reader) -> str:
    """Return "remind me ..." for a message that asks to be reminded; "" for any other."""
    said = follow(text, context, reader)
    if said.task != "remind" or said.sure < _SURE:
        return ""
    what = said.joined("body") or _about(said)
    often = [_OPEN.sub("", one) for one in said.all("repeat")]
    when = " ".join((*often, *map(_at, said.all("time", "newtime"))))
    return " ".join(f"remind me {when} {what}".split())


def _about(said: Said) -> str:
    topic = " ".join(said.all("topic", "person", "which"))
    return f"about {topic}" if topic else ""


def _at(time: str) -> str:
    """Return a time with the preposition that tells it from an amount ("at 9")."""
    return f"at {time}" if time[:1].isdigit() else time
