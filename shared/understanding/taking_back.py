"""Wishes to take back what was done, in the words that say just that."""

import re

from shared.decisions.undoing import asked
from shared.models.reasoning import ConversationContext
from shared.understanding.planning import AGENT_OF
from shared.understanding.reader import Reader
from shared.understanding.said import follow

_SURE = 0.9
_LIKELY = 0.5
_UNDO = "undo"
_SENTENCES = re.compile(r"[.!?;\n]+")


def undo_in(text: str, context: ConversationContext, reader: Reader) -> str:
    """Return the sentence of a message that wants something undone; "" where none does.

    What is said around it is left out; "" where that asks for something as well. Only plain words
    count: no reading alone takes anything back.
    """
    said = follow(text, context, reader)
    if said.task != _UNDO or said.sure < _SURE:
        return ""
    sentences = [one.strip() for one in _SENTENCES.split(text) if one.strip()]
    wishes = [one for one in sentences if asked(one) is not None]
    more = any(one.task in AGENT_OF and one.sure >= _LIKELY for one in map(reader.read, sentences))
    return wishes[0] if len(wishes) == 1 and not more else ""
