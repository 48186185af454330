"""A text as numbers: hashed words, word frames, letters and cues, beside its sentence vector.

A frame is the text with only the words many organisations share ("can you * the * to *"), so what
is learnt from some organisations holds for others.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from shared.language.linear import hashed
from shared.models.reasoning import ConversationContext
from shared.reasoning.embedded.cues import cues_in
from shared.reasoning.embedded.naming import PLACEHOLDER, Naming
from shared.understanding.folding import fold

if TYPE_CHECKING:
    from shared.language.linear import Hashed

READ_CHARACTERS = 600
"""How much of a text is looked at: the beginning and the end of a longer one."""

_TOKEN = re.compile(rf"{PLACEHOLDER}|[^\W_]+(?:['-][^\W_]+)*|[?!:;,]|->|=>|\S")
_HOLE = "*"


After = Literal["", "agent", "asked"]


@dataclass(frozen=True)
class Said:
    """A text, the agents it names, and what it was said after: an agent's answer, a question."""

    naming: Naming
    after: After = ""


def what_came_before(context: ConversationContext) -> After:
    """Tell what a message may be a follow-up to."""
    last = context.exchanges[-1] if context.exchanges else None
    if context.references or (last and last.role == "assistant" and last.agent):
        return "agent"
    asked = last is not None and last.role == "assistant" and "?" in last.text
    return "asked" if context.question or asked else ""


def shortened(text: str) -> str:
    """Return the part of a text that is looked at."""
    if len(text) <= READ_CHARACTERS:
        return text
    half = READ_CHARACTERS // 2
    return f"{text[:half]} {text[-half:]}"


def tokens_of(masked: str) -> list[str]:
    """Return words and punctuation, folded."""
    return [_shape(token) for token in _TOKEN.findall(fold(masked))]


def marks_of(said: Said, shared_words: frozenset[str]) -> "Hashed":
    """Return the buckets a text falls into and the weight of each."""
    tokens = tokens_of(said.naming.masked)
    groups = (
        (1.0, list(_words(tokens))),
        (1.5, list(_frames(tokens, shared_words))),
        (0.7, list(_letters(tokens))),
        (1.5, list(_marks(said, tokens))),
    )
    after = said.after
    return hashed(
        (
            weight,
            [*group, *(f"{after} {name}" for name in group)] if after and weight > 1 else group,
        )
        for weight, group in groups
    )


def _shape(token: str) -> str:
    return re.sub(r"\d+", "0", token)


def _words(tokens: list[str]) -> Iterator[str]:
    yield from (f"w {token}" for token in tokens)
    yield from (f"w {a} {b}" for a, b in pairwise(tokens))


def _frames(tokens: Iterable[str], shared_words: frozenset[str]) -> Iterator[str]:
    frame = ["^"]
    for token in tokens:
        kept = token if token in shared_words else _HOLE
        if kept != _HOLE or frame[-1] != _HOLE:
            frame.append(kept)
    frame.append("$")
    for size in (1, 2, 3, 4):
        for at in range(len(frame) - size + 1):
            yield f"f {' '.join(frame[at : at + size])}"


def _letters(tokens: Iterable[str]) -> Iterator[str]:
    for token in tokens:
        padded = f" {token} "
        for size in (3, 4, 5):
            for at in range(len(padded) - size + 1):
                yield f"c {padded[at : at + size]}"


def _length(count: int) -> int:
    """Return a token count as it is up to five, then in steps of three up to 24."""
    return count if count <= 5 else min(count // 3, 8) * 3  # noqa: PLR2004


def _marks(said: Said, tokens: list[str]) -> Iterator[str]:
    yield from (f"m {cue}" for cue in cues_in(fold(said.naming.masked)))
    yield f"m length {_length(len(tokens))}"
    if said.naming.named:
        yield "m named"
        if len(said.naming.named) > 1:
            yield "m several named"
    if said.naming.hinted:
        yield "m hinted"
    if tokens and tokens[-1] == "?":
        yield "m question"
    if said.after:
        yield "m after"
