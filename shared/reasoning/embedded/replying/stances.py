"""What a reply to a card most likely does, by all its words: one calibrated model, fitted by us.

`python -m training stances` fits `stances.npz` on replies by writers who saw nothing of ours. It
tells a refusal from a change, a question and a pause where no form does. That it takes a reply for
an agreement makes it none: see `decisions.agreement`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, cast

from shared.language.linear import LinearModel
from shared.models.base import Json
from shared.models.reasoning import ReplyRequest
from shared.ports import Encoder
from shared.reasoning.embedded.features import Said, marks_of
from shared.reasoning.embedded.naming import PLACEHOLDER, Naming
from shared.understanding.folding import words
from shared.words import ASIDE, fold, stem

PARAMETERS = Path(__file__).parent / "stances.npz"

Stance = Literal["agree", "refuse", "hold", "change", "ask", "other"]
STANCES: tuple[Stance, ...] = ("agree", "refuse", "hold", "change", "ask", "other")
"""`hold` waits, `ask` wants to know something of what is shown, `other` is about something else."""

_CALLS_OFF, _IN_WORDS = 0.9, 5
"""How likely an answer of so many words has to refuse what it is asked about to call it off."""
_WORD = re.compile(r"[^\W_]+")
_SHORTEST = 3
"""Letters of a word that tells what is shown."""
_NOT_SHOWN = frozenset({"quoted", "place", "account"})
"""Arguments that say nothing of what is to be done."""


class Stances:
    """Weighs what replies do; the same one always the same way."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._model = LinearModel(PARAMETERS)

    def of(self, request: ReplyRequest) -> dict[Stance, float]:
        """Return how likely a reply does each."""
        shown = " ".join((request.action, request.command, *_told(request.arguments)))
        return self.weigh(request.text, shown)

    def weigh(self, text: str, shown: str) -> dict[Stance, float]:
        """Return how likely what is said to something does each."""
        vector = self._encoder.encode([text])[0]
        marks = marks_of(said_to(text, shown), self._model.parameters.shared_words)
        shares = self._model.shares(marks, vector)
        return dict(zip(STANCES, shares, strict=True))


def calls_off(text: str, shown: str, stances: Stances) -> bool:
    """Whether an answer in words of its own calls off what it is asked: "no, not there" answers.

    `shown` is what is being made.
    """
    return len(words(text)) >= _IN_WORDS and stances.weigh(text, shown)["refuse"] >= _CALLS_OFF


def said_to(reply: str, shown: str) -> Said:
    """Return a reply as it is weighed: the words of what is shown stand for themselves."""
    known = {stem(fold(word)) for word in _WORD.findall(shown)}

    def masked(found: re.Match[str]) -> str:
        word = fold(found[0])
        shows = len(word) >= _SHORTEST and word not in ASIDE and stem(word) in known
        return PLACEHOLDER if shows else found[0]

    return Said(Naming(_WORD.sub(masked, " ".join(reply.split()))))


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
