"""Wishes to take back what was done, in the words that say just that."""

import re

from shared.decisions.undoing import asked
from shared.models.reasoning import ConversationContext
from shared.understanding.folding import word_set
from shared.understanding.planning import AGENT_OF
from shared.understanding.reader import Reader
from shared.understanding.said import follow

_SURE = 0.9
_LIKELY = 0.5
_UNDO = "undo"
_CLAUSES = re.compile(r"[.!?;,\n]+|\s[-\u2013]\s")
_ASIDE = word_set("oh ah no nope oops sorry wait hm hmm well but and because so silly")
_STATES = word_set("i we he she they it that this there you i've i'm that's it's wrong")
"""How a clause begins that says what is so, and orders nothing."""


def undo_in(text: str, context: ConversationContext, reader: Reader) -> str:
    """Return the sentence of a message that wants something undone; "" where none does.

    What is said around it is left out; "" where that asks for something as well. Only plain words
    count: no reading alone takes anything back.
    """
    if follow(text, context, reader).task != _UNDO and reader.read(text).task != _UNDO:
        return ""
    clauses = [one.strip() for one in _CLAUSES.split(text) if one.strip()]
    wishes = [one for one in clauses if asked(one) is not None]
    others = [reader.read(one) for one in clauses if one not in wishes and not _states(one)]
    more = any(one.task in AGENT_OF and one.sure >= _LIKELY for one in others)
    sure = [one for one in wishes if reader.read(one).likely(_UNDO) >= _SURE]
    return sure[0] if len(wishes) == len(sure) == 1 and not more else ""


def _states(clause: str) -> bool:
    said = (word for word in clause.casefold().replace("\u2019", "'").split() if word not in _ASIDE)
    return next(said, "") in _STATES
