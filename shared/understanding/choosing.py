"""Which of several things is meant, offered by a question or listed: a network fitted by us.

`python -m training choosing` fits it on text by writers who saw nothing of ours. It begins where
the reader's lower layers end, and reads what is offered, or listed, and what is said together.
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
EACH, WHOLE = ("pick", "meant"), ("whole", "open")
"""The heads on the tokens of each thing, and those on all that is said.

The first of them tell which one is meant, or what else, the second which of any number are, or that
it can't be told.
"""
CHOICE = "choice"
"""The name of what the logits of all that a reply may mean are divided by."""
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


class Meant(NamedTuple):
    """How likely a message is about each thing of a list, and that it can't be told."""

    each: tuple[float, ...]
    unclear: float


class Offered(NamedTuple):
    """A question with its options, and from where to where each of them stands in it."""

    text: str
    places: tuple[tuple[int, int], ...]


class ChoiceReader:
    """Reads replies to questions, and messages about lists; the same one always the same way.

    Safe to share. `lower` returns what the lower layers make of tokens.
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
        read = self._readings(question, tuple(options), reply[:_MOST_CHARACTERS])
        return read[0] if read else Choice((0.0,) * len(options), 0.0, 0.0, 1.0)

    def meant(self, listed: Sequence[str], message: str) -> Meant:
        """Return of which things, listed before a message, it is how likely about.

        It can't be told where that can't be told of a reply. Raises RuntimeError when the models
        cannot be read.
        """
        read = self._readings("", tuple(listed), message[:_MOST_CHARACTERS])
        return read[1] if read else Meant((0.0,) * len(listed), 1.0)

    def _read(
        self, question: str, options: tuple[str, ...], said: str
    ) -> tuple[Choice, Meant] | None:
        import numpy as np  # noqa: PLC0415 - 0.1 s to import

        if not words_of(said):
            return None
        session, cutter, heats = self._network()
        shown = offered(question, options)
        given = sides(shown.text, said, cutter)
        places = tokens_of(shown, given)
        unread = any(first == last for first, last in places)
        if unread or not any(given.own):  # of signs that the network does not know
            return None
        names = [*EACH, *WHOLE]
        heads = dict(zip(names, session.run(names, feeds(given, self._lower)), strict=True))
        pick, meant = (
            np.array([heads[head][0, first:last].mean() for first, last in places]) for head in EACH
        )
        logits = np.array([*pick, *heads["whole"][0]]) / heats[CHOICE]
        likely = np.exp(logits - logits.max())
        *one, none, new, unclear = map(float, likely / likely.sum())
        each = 1 / (1 + np.exp(-meant / heats["meant"]))
        untold = 1 / (1 + np.exp(-heads["open"][0, 0] / heats["open"]))
        return Choice(tuple(one), none, new, unclear), Meant(tuple(map(float, each)), float(untold))


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
