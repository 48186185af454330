"""What a reply to a card most likely does, by all its words and what is shown.

It tells a refusal from a change, a question and a pause where no form does. That it takes a reply
for an agreement makes it none: see `decisions.agreement`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from shared.models.base import Json
from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.revising.call import Call
from shared.reasoning.embedded.revising.cards import card_of
from shared.understanding.folding import words
from shared.understanding.heads import Stance
from shared.understanding.reader import Reader

_CALLS_OFF, _IN_WORDS = 0.7, 5
"""How likely an answer of so many words has to refuse what it is asked about to call it off."""
_NOT_SHOWN = frozenset({"quoted", "place", "account"})
"""Arguments that say nothing of what is to be done."""


def stances_of(request: ReplyRequest, reader: Reader) -> Mapping[Stance, float]:
    """Return how likely a reply does each."""
    return reader.revisions.stances(as_shown(request), request.text)


def as_shown(request: ReplyRequest) -> str:
    """Return what is shown of a call as it is read for its marks, or else its words."""
    card = card_of(request.tool, Call.shown(request))
    if card is not None:
        return card.shown
    return " ".join((request.action, *_told(request.arguments))) or request.command


def calls_off(text: str, shown: str, reader: Reader) -> bool:
    """Whether an answer in words of its own calls off what it is asked: "no, not there" answers.

    `shown` is what is being made.
    """
    if len(words(text)) < _IN_WORDS:
        return False
    return reader.revisions.stances(shown, text)["refuse"] >= _CALLS_OFF


def _told(arguments: Mapping[str, Json]) -> Iterator[str]:
    """Yield what arguments say in words."""
    for name, value in arguments.items():
        if name not in _NOT_SHOWN:
            yield from _words(value)


def _words(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _told(cast("Mapping[str, Json]", value))
    elif isinstance(value, list | tuple):
        for one in cast("Sequence[Json]", value):
            yield from _words(one)
