"""What is asked of the numbers of columns, and of which: "the lowest and the highest"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from shared.workspace.sheets.asking import terms
from shared.workspace.sheets.asking.named import Named, named
from shared.workspace.sheets.asking.query import Figure, Query


def of_each_figure(text: str, query: Query) -> list[Query]:
    """Return a question once for each figure: "the lowest and the highest", or each of a column."""
    every = kinds(text)
    if pairs := paired(text, named(text, query.table), query.columns):
        return [replace(query, figure=kind, columns=(at,)) for kind, at in pairs]
    if query.figure not in every or len(query.columns) != 1:
        return [query]
    return [replace(query, figure=kind) for kind in every]


def paired(text: str, found: Named, columns: Sequence[int]) -> list[tuple[Figure, int]]:
    """Return each figure with its column where they take turns: "total calls, mean costs"."""
    every = kinds(text)
    own = sorted(columns, key=found.begins)
    if not len(every) == len(own) > 1:
        return []
    begun = [*((at, True) for at in every.values()), *((found.begins(at), False) for at in own)]
    turns = [kind for _, kind in sorted(begun)]
    apart = all(one != other for one, other in pairwise(turns))
    return [*zip(every, own, strict=True)] if apart else []


def kinds(text: str) -> dict[Figure, int]:
    """Return what is asked of numbers, in the order it is said, and where."""
    every: tuple[tuple[Figure, re.Pattern[str]], ...] = (
        ("mean", terms.MEAN),
        ("most", terms.MOST),
        ("least", terms.LEAST),
        ("total", terms.TOTAL),
    )
    hits: list[tuple[int, Figure]] = [
        (hit.start(), kind) for kind, form in every if (hit := form.search(text))
    ]
    return {kind: at for at, kind in sorted(hits)}
