"""Which of the options a question offers a reply means: a network fitted by us.

`python -m training choosing` fits it on replies by writers who saw nothing of ours. It begins where
the reader's lower layers end, and reads the question, its options and the reply together.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from shared.language.loading import Loaded
from shared.understanding.revision import FILES, Sides, feeds, network, sides
from shared.understanding.words import words_of

if TYPE_CHECKING:
    from shared.understanding.revision import Lower

MODEL, META = "choice-int8.onnx", "choice.json"
OUTCOMES = ("none", "new", "unclear")
"""What a reply may mean that means no option, as the network was told them."""
HEAT = "choice"
"""The head whose logits, of all that a reply may mean, are too sure."""
_ASKED, _EACH, _TOGETHER = 60, 30, 120
"""Words that are read of a question, its last; of an option, its first; and of all options."""
_MOST_CHARACTERS = 2000
_REMEMBERED = 64


class Choice(NamedTuple):
    """How likely a reply means each option, none, something new, or nothing that can be told."""

    options: tuple[float, ...]
    none: float
    new: float
    unclear: float


class Offered(NamedTuple):
    """A question with its options, and from where to where each of them stands in it."""

    text: str
    places: tuple[tuple[int, int], ...]


class ChoiceReader:
    """Reads replies to questions; the same one always the same way. Safe to share.

    `lower` returns what the lower layers make of tokens.
    """

    def __init__(self, lower: "Lower") -> None:
        self._lower = lower
        self._network = Loaded(lambda: network(MODEL, META), f"network from {FILES}")
        self._readings = lru_cache(maxsize=_REMEMBERED)(self._read)

    def read(self, question: str, options: Sequence[str], reply: str) -> Choice:
        """Return how likely a reply means what.

        It can't be told of one that has no words, nor where there are too many options to be read.

        Raises RuntimeError when the models cannot be read.
        """
        if not words_of(reply):
            return _untold(options)
        return self._readings(question, tuple(options), reply[:_MOST_CHARACTERS])

    def _read(self, question: str, options: tuple[str, ...], reply: str) -> Choice:
        import numpy as np  # noqa: PLC0415 - 0.1 s to import

        session, cutter, heats = self._network()
        shown = offered(question, options)
        given = sides(shown.text, reply, cutter)
        places = tokens_of(shown, given)
        unread = any(first == last for first, last in places)
        if unread or not any(given.own):  # of signs that the network does not know
            return _untold(options)
        pick, whole = session.run(["pick", "whole"], feeds(given, self._lower))
        scores = [pick[0, first:last].mean() for first, last in places]
        logits = np.array([*scores, *whole[0]]) / heats[HEAT]
        likely = np.exp(logits - logits.max())
        *each, none, new, unclear = map(float, likely / likely.sum())
        return Choice(tuple(each), none, new, unclear)


def _untold(options: Sequence[str]) -> Choice:
    return Choice((0.0,) * len(options), 0.0, 0.0, 1.0)


def offered(question: str, options: Sequence[str]) -> Offered:
    """Return a question with its options as the network reads them, each by its number."""
    text, places = " ".join(question.split()[-_ASKED:]), list[tuple[int, int]]()
    most = min(_EACH, _TOGETHER // max(1, len(options)))
    for number, option in enumerate(options, start=1):
        start = len(text) + 1
        text += " ".join(["", f"{number}.", *option.split()[:most]])
        places.append((start, len(text)))
    return Offered(text, tuple(places))


def tokens_of(shown: Offered, given: Sides) -> list[tuple[int, int]]:
    """Return from which to which token each option stands; alike where all of it was cut off."""
    found: list[tuple[int, int]] = []
    for first, last in shown.places:
        own = [at for start, end, at in given.shown if start >= first and end <= last and at >= 0]
        found.append((min(own), max(own) + 1) if own else (0, 0))
    return found
