"""How near a message's vector is to the vectors of each agent's texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shared.matching.before import Before
from shared.matching.contrast import sharpened
from shared.matching.evidence import Floats
from shared.matching.texts import KEPT_EXAMPLES, AgentText

if TYPE_CHECKING:
    from numpy.typing import NDArray

DIMENSION = 384

_DESCRIPTIVE = 0.5
"""Weight of a description or skill in the middle of an agent's texts; an example has 1."""

_SHARPENED = 200_000
"""Texts times agents up to which centres are sharpened: 0.2 s at some 150 agents."""

_BLOCK = 1024
"""Centres compared with requests of all kinds at a time."""

_NEAREST_REQUESTS = 5
_NONE = np.zeros((0, DIMENSION), np.float32)
_DESCRIPTION, _SKILL, _EXAMPLE = range(3)
_KINDS = {"description": _DESCRIPTION, "skill": _SKILL, "example": _EXAMPLE, "learned": _EXAMPLE}


class Nearness(NamedTuple):
    """Cosines, one an agent asked for; `at` is the position of its nearest skill or example."""

    nearest: "NDArray[np.float32]"
    second: "NDArray[np.float32]"
    skill: "NDArray[np.float32]"
    description: "NDArray[np.float32]"
    at: "NDArray[np.int64]"


@dataclass(frozen=True)
class TextVectors:
    """All agents' vectors in one matrix of half precision; a row is an agent.

    `starts` says where a row's texts begin, with one more at the end. `centres` are the unit
    middles of each row's texts, in an organisation of ordinary size moved away from other agents'
    texts; `common` is how near they are to requests of all kinds. `examples` are counts, as
    logarithms from 0 to 1.
    """

    starts: "NDArray[np.int64]"
    kinds: "NDArray[np.int8]"
    vectors: "NDArray[np.float16]"
    centres: "NDArray[np.float32]"
    examples: "NDArray[np.float32]"
    common: "NDArray[np.float32]"

    @classmethod
    def build(
        cls,
        texts: Sequence[Sequence[AgentText]],
        vectors: Sequence[Floats],
        background: "NDArray[np.float32]",
        before: "Before[TextVectors] | None" = None,
    ) -> "TextVectors":
        """Stack the agents' vectors; `texts[i]` and `vectors[i]` belong together."""
        kinds = np.array([_KINDS[text.kind] for said in texts for text in said], np.int8)
        starts = np.cumsum([0, *(len(said) for said in texts)], dtype=np.int64)
        weights = np.where(kinds == _EXAMPLE, 1, _DESCRIPTIVE).astype(np.float32)
        if _are_sharpened(starts):
            middles = _centres(range(len(texts)), vectors, weights, starts)
            centres = sharpened(middles, np.concatenate([_NONE, *vectors]), weights, starts)
            common = familiarity(centres, background)
        elif before is None or _are_sharpened(before.part.starts):
            centres = _centres(range(len(texts)), vectors, weights, starts)
            common = familiarity(centres, background)
        else:
            part, changed = before.part, before.changed()
            centres, common = part.centres[before.origin], part.common[before.origin]
            centres[changed] = _centres(changed.tolist(), vectors, weights, starts)
            common[changed] = familiarity(centres[changed], background)
        so_far = np.concatenate([[0], np.cumsum(kinds == _EXAMPLE)])
        return cls(
            starts=starts,
            kinds=kinds,
            vectors=np.concatenate([_NONE, *vectors], dtype=np.float16, casting="same_kind"),
            centres=centres,
            examples=np.log1p(np.diff(so_far[starts])) / np.log1p(KEPT_EXAMPLES),
            common=common,
        )

    def by_row(self) -> "list[NDArray[np.float16]]":
        """Return each agent's own vectors, as views."""
        return [self.vectors[start:end] for start, end in pairwise(self.starts.tolist())]

    def of(self, rows: "NDArray[np.int64]", vector: "NDArray[np.float32]") -> Nearness:
        """Compare a message with every text of some agents."""
        counts = self.starts[rows + 1] - self.starts[rows]
        ends = np.cumsum(counts)
        owner = np.repeat(np.arange(len(rows)), counts)
        positions = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(
            self.starts[rows] - (ends - counts), counts
        )
        cosines = self.vectors[positions].astype(np.float32) @ vector
        kinds = self.kinds[positions]
        order = np.lexsort((-cosines, owner))
        shown = order[kinds[order] != _DESCRIPTION]
        firsts = np.full(len(rows), -1)
        firsts[owner[shown][::-1]] = positions[shown][::-1]
        nearest, second = _best_two(cosines, owner, kinds == _EXAMPLE, len(rows))
        return Nearness(
            nearest=nearest,
            second=second,
            skill=_best_two(cosines, owner, kinds == _SKILL, len(rows))[0],
            description=_best_two(cosines, owner, kinds == _DESCRIPTION, len(rows))[0],
            at=firsts,
        )


def familiarity(
    vectors: "NDArray[np.float32]", background: "NDArray[np.float32]"
) -> "NDArray[np.float32]":
    """Return the mean cosine of each vector to the nearest few requests of all kinds.

    A product of matrices rounds by their shapes and by where a row stands, so it is made in twice
    the digits: what is returned is the same whatever other vectors there are.
    """
    found = np.zeros(len(vectors), np.float32)
    kept = min(_NEAREST_REQUESTS, len(background))
    requests = background.T.astype(np.float64)
    for start in range(0, len(vectors) if kept else 0, _BLOCK):
        cosines = vectors[start : start + _BLOCK].astype(np.float64) @ requests
        nearest = np.partition(cosines, -kept, axis=1)[:, -kept:]
        found[start : start + _BLOCK] = np.sort(nearest, axis=1).mean(axis=1)
    return found


def _best_two(
    cosines: "NDArray[np.float32]",
    owner: "NDArray[np.int64]",
    counted: "NDArray[np.bool_]",
    size: int,
) -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
    """Return each owner's two highest cosines among those counted; 0 where there is none."""
    mine, values = owner[counted], cosines[counted]
    order = np.lexsort((-values, mine))
    mine, values = mine[order], np.maximum(values[order], 0)
    best, second = np.zeros((2, size), np.float32)
    first = np.ones(len(mine), bool)
    first[1:] = mine[1:] != mine[:-1]
    best[mine[first]] = values[first]
    next_ones = np.flatnonzero(first) + 1
    next_ones = next_ones[next_ones < len(mine)]
    follows = next_ones[~first[next_ones]]
    second[mine[follows]] = values[follows]
    return best, second


def _are_sharpened(starts: "NDArray[np.int64]") -> bool:
    """Tell whether centres are moved away from others' texts, so that each depends on them all."""
    return int(starts[-1]) * (len(starts) - 1) <= _SHARPENED


def _centres(
    rows: Sequence[int],
    vectors: Sequence[Floats],
    weights: "NDArray[np.float32]",
    starts: "NDArray[np.int64]",
) -> "NDArray[np.float32]":
    """Return the weighted middles of some agents' vectors, of length 1; zeros where it has none."""
    middles = np.zeros((len(rows), DIMENSION), np.float32)
    for at, row in enumerate(rows):
        own = np.asarray(vectors[row], np.float32)
        middles[at] = weights[starts[row] : starts[row + 1]] @ own
    lengths = np.linalg.norm(middles, axis=1, keepdims=True)
    return middles / np.maximum(lengths, 1e-9)
