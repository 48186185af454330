"""What a message is about that follows something shown or done: a model fitted by us.

`python -m training following` fits `following.npz` on messages by writers who saw nothing of ours.
"I have read it, so it needn't stay unread" is about the very mail just shown, "now the unread ones"
about others; the words beside the pronoun tell.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from shared.language.linear import LinearModel, hashed
from shared.models.reasoning import ConversationContext
from shared.understanding.folding import fold
from shared.words import ASIDE, stem

if TYPE_CHECKING:
    from shared.language.linear import Hashed

PARAMETERS = Path(__file__).parent / "following.npz"

About = Literal["same", "part", "undo", "undopart", "new", "end"]
ABOUT: tuple[About, ...] = ("same", "part", "undo", "undopart", "new", "end")
"""`same` is all that was just shown or done, `part` some of it; `undo` and `undopart` take that
back; `new` has to be found or made; with `end` nothing more is to be done."""

Left = Literal["one", "list", "done", "many", "told"]
"""What was left to go on from: one thing or several that were shown, something done to one or to
several, or an answer."""

_TOKEN = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*|\d+|[?!:;,.\"()#]")
_SHOWN = "shown"
"""What stands for a word of what was shown, whichever it is."""
_SHORTEST, _LONG, _LONGEST = 3, 4, 6
_ENDS = (2, 3, 4)
"""So many words at the beginning and the end count together."""
_LETTERS = 4
_SEVERAL, _DONE = ("list", "many"), ("done", "many")


class Following:
    """Weighs what messages are about; the same one always the same way."""

    def __init__(self) -> None:
        self._model = LinearModel(PARAMETERS)

    def of(self, text: str, left: Left, shown: str) -> dict[About, float]:
        """Return how likely a message is about what was shown, in the words of that, or not."""
        return dict(zip(ABOUT, self._model.shares(marks_of(text, left, shown)), strict=True))


FOLLOWING = Following()


def shown_in(context: ConversationContext) -> str:
    """Return what was shown last, in its own words."""
    return " ".join(f"{one.label} {one.who}" for one in context.references)


def marks_of(text: str, left: Left, shown: str) -> "Hashed":
    """Return a message as it is weighed: the words of what was shown stand for themselves."""
    known = {stem(one) for one in _tokens(shown) if len(one) >= _SHORTEST and one not in ASIDE}
    said = ["^", *(_SHOWN if stem(one) in known else one for one in _tokens(text)), "$"]
    several, done = left in _SEVERAL, left in _DONE
    return hashed(
        (
            (2.0, [*said, *(f"{one} {two}" for one, two in pairwise(said))]),
            (1.0, _ends(said)),
            (0.5, _letters(said)),
            (1.0, [f"s {several} {one}" for one in said] + [f"d {done} {one}" for one in said]),
            (1.0, _marks(said, several=several, done=done)),
        )
    )


def _tokens(text: str) -> list[str]:
    return [re.sub(r"\d+", "0", one) for one in _TOKEN.findall(fold(text))]


def _ends(said: Sequence[str]) -> Iterator[str]:
    for size in _ENDS:
        yield f"b {' '.join(said[:size])}"
        yield f"e {' '.join(said[-size:])}"


def _letters(said: Sequence[str]) -> Iterator[str]:
    for one in said:
        padded = f" {one} "
        yield from (
            f"c {padded[at : at + _LETTERS]}" for at in range(max(1, len(padded) - _LETTERS + 1))
        )


def _marks(said: Sequence[str], *, several: bool, done: bool) -> Iterator[str]:
    yield f"m several {several}"
    yield f"m done {done}"
    yield f"m both {several} {done}"
    yield f"m asks {'?' in said}"
    yield f"m long {min(len(said) // _LONG, _LONGEST)}"
    yield f"m says {_SHOWN in said}"
