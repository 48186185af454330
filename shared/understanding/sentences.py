"""What each sentence of a message is: two models fitted by us.

`python -m training sentences` fits them on messages by writers who saw nothing of ours:
`sentences.npz` on orders to write something, `orders.npz` on all others. What is to be written and
what is only told to whoever is to write it look alike ("I should have done that yesterday"), and so
do a fact that is an order and one that is its reason; the sentences beside it, and the words, tell
them apart.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from shared.language.linear import LinearModel, hashed
from shared.understanding.folding import fold

if TYPE_CHECKING:
    from shared.language.linear import Hashed

HERE = Path(__file__).parent
PARAMETERS, ORDERS = HERE / "sentences.npz", HERE / "orders.npz"

Role = Literal["order", "said", "both", "aside", "limit", "ask"]
ROLES: tuple[Role, ...] = ("order", "said", "both", "aside", "limit", "ask")
"""`said` is to be written, `both` orders that and holds some of it, `limit` restricts."""
OF_ORDERS: tuple[Role, ...] = ("order", "aside", "limit", "ask")
"""What the sentences are of a message that has nothing written."""

_TOKEN = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*|[?!:;,.\"()]")
_ENDS = 3
"""Words at the beginning and the end of a sentence that count by themselves."""
_FARTHEST, _LONGEST = 4, 6


class Sentences:
    """Weighs what the sentences of a message are; the same one always the same way."""

    def __init__(self, path: Path = PARAMETERS, roles: tuple[Role, ...] = ROLES) -> None:
        self._model = LinearModel(path)
        self._roles = roles

    def roles(self, sentences: Sequence[str]) -> list[dict[Role, float]]:
        """Return how likely each sentence has each role."""
        return [
            dict(zip(self._roles, self._model.shares(marks_of(sentences, at)), strict=True))
            for at in range(len(sentences))
        ]


def marks_of(sentences: Sequence[str], at: int) -> "Hashed":
    """Return one sentence of some as it is weighed."""
    own = _tokens(sentences[at])
    before = _tokens(sentences[at - 1]) if at else ["<"]
    after = _tokens(sentences[at + 1]) if at + 1 < len(sentences) else [">"]
    return hashed(
        (
            (1.5, _grams("w", ["^", *own, "$"])),
            (1.0, _ends(own)),
            (0.5, _letters(own)),
            (1.0, [*_grams("p", before[:_ENDS]), *_grams("q", before[-_ENDS:])]),
            (0.7, _grams("n", after[:_ENDS])),
            (1.5, _place(sentences, at, len(own))),
        )
    )


def _tokens(sentence: str) -> list[str]:
    return [re.sub(r"\d+", "0", one) for one in _TOKEN.findall(fold(sentence))]


def _grams(kind: str, tokens: Sequence[str]) -> list[str]:
    alone = [f"{kind} {one}" for one in tokens]
    return [*alone, *(f"{kind} {one} {two}" for one, two in pairwise(tokens))]


def _ends(tokens: Sequence[str]) -> Iterator[str]:
    for size in range(1, _ENDS + 1):
        yield f"b {' '.join(tokens[:size])}"
        yield f"e {' '.join(tokens[-size:])}"


def _letters(tokens: Sequence[str]) -> Iterator[str]:
    for one in tokens:
        padded = f" {one} "
        yield from (f"c {padded[at : at + 4]}" for at in range(max(1, len(padded) - 3)))


def _place(sentences: Sequence[str], at: int, length: int) -> Iterator[str]:
    """Yield where a sentence stands, and what its signs tell."""
    one = sentences[at]
    opened = any(re.search(r":(?:\s|$)", other) for other in sentences[:at])
    yield f"m place {min(at, _FARTHEST)}"
    yield f"m last {at == len(sentences) - 1}"
    yield f"m of {len(sentences)}"
    yield f"m long {min(length // 3, _LONGEST)}"
    yield f"m opened {opened}"
    yield f"m opens {':' in one}"
    yield f"m asks {one.rstrip().endswith('?')}"
    yield f"m aside {one.startswith('(')}"
