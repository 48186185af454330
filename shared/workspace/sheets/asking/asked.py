"""What a message asks of the person's tables, by itself or going on from what was asked before.

The tables tell which words name their columns and rows; what is not named again is as it was asked
before. Where much is left that names nothing, or two tables fit alike, nothing is understood.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.models.world import KnownTable
from shared.understanding.tables import LEFT_OUT
from shared.workspace.sheets.asking import terms
from shared.workspace.sheets.asking.figures import kinds, of_each_figure, paired
from shared.workspace.sheets.asking.named import PART, Named, named
from shared.workspace.sheets.asking.query import Among, Figure, Query, rows_of
from shared.workspace.sheets.asking.shape import Shape
from shared.workspace.sheets.selecting import said

_PARTS = re.compile(
    r"(?<=[?!])\s+|(?<=\.)\s+(?=\S)|[,;:]?\s+(?:and|n|&)\s+(?=(?:in |of |for |on )?"
    r"(?:what|whats|which|how|hows|who|whos|whose|when)\b)"
    r"|,\s+(?=(?:how|what|which|who|whose)\b)"
    r"|,?\s+and\s+(?=(?:is|are|was|has) (?:there|it|that|he|she)\b)",
    re.IGNORECASE,
)
"""Where another question begins."""
_WHICH = re.compile(
    r"\b(?:which|what) (?:\w+ ){0,3}\w+|\bwhich\b|\b(?:is|are) there (?:an?y?|one)\b"
    r"|\b\w+ (?:where|whose)\b",
    re.IGNORECASE,
)
_NOT_THAT = re.compile(
    r",\s*(?:and |but )?not\b[^,.;?!]*|,\s*(?:just )?to [a-z][^,.;?!]*(?=[?!])", re.IGNORECASE
)
"""What is said not to be asked, and what for it is."""
_BEYOND = re.compile(
    r"\b(?:(?:more|less|fewer|higher|lower|larger|smaller|greater) than|over|under|above|below"
    r"|at (?:least|most)) [$€£]?\d",
    re.IGNORECASE,
)
_WHETHER = re.compile(
    r"\W*(?:(?:and|so|but|n)\W+)*(?:is|are|was|were|has|have) (?:it|that|he|she|they|those)\b",
    re.IGNORECASE,
)
_OF_THOSE = re.compile(r"\b(?:ones?|of (?:them|those|these))\b", re.IGNORECASE)
_BOTH = re.compile(r"\b(?:(?:those|these|the|them) two|both)\b", re.IGNORECASE)
"""What goes on from the rows told before."""
_BEFORE = re.compile(
    r"\b(?:those|these|(?<!between )them(?! \w)|he|she|his|hers?|him)\b", re.IGNORECASE
)
"""What points at something that was said before."""
_MOSTLY, _NEARLY, _HARDLY = 0.6, 0.75, 0.3
"""How many of the telling words have to name something: going on from a table, or by themselves."""
_SURE, _APART, _HARDLY_APART, _GOING_ON = 3.0, 0.5, 0.2, 2.0
_LONGEST, _MOST, _TELEGRAM, _FEW, _PAIR = 300, 4, 6, 2, 2
_OF_NUMBERS = frozenset({"total", "mean", "most", "least", "apart"})
_OF_ALL = frozenset({"total", "mean", "count"})


def asked(
    text: str, tables: Sequence[KnownTable], before: Sequence[Query], *, surely: bool = False
) -> list[Query]:
    """Return what a message asks, question by question; nothing where any of it is unclear.

    Of what `surely` asks a table less has to name something of it.
    """
    if len(text) > _LONGEST or not tables:
        return []
    told = _NOT_THAT.sub(" ", terms.plain(text, _last_quarter(tables)))
    if _BEYOND.search(told):
        return []  # the rows that say more than a figure are not looked for
    parts = _parts(told)
    asking = [at for at, one in enumerate(parts) if terms.ASKS.search(one)]
    led = parts[asking[0] :] if asking else []  # what comes before the first question says why
    ways = (parts, [told], led) if len(asking) > 1 else ([told], parts, led)
    every = (_each(one, tables, before, surely=surely) for one in ways)
    return next((one for one in every if one), list[Query]())


def _parts(text: str) -> list[str]:
    """Return a message in its parts; what only leads to a question belongs to that."""
    found: list[str] = []
    lead = ""
    for one in filter(None, (each.strip() for each in _PARTS.split(text))):
        whole = f"{lead}, {one}" if lead else one
        lead = "" if terms.ASKS.search(whole) or one[-1] in ".!?" else whole
        found += [] if lead else [whole]
    return [*found, *([lead] if lead else [])]


def _each(
    parts: Sequence[str], tables: Sequence[KnownTable], before: Sequence[Query], *, surely: bool
) -> list[Query]:
    """Return what each part asks; nothing where one names something and is not understood."""
    found: list[Query] = []
    for part in parts:
        state = [*before, *found]
        known = found and _adds_nothing(part, found[-1])
        query = None if known else _one(part, tables, state, surely=surely)
        if query and query not in found[-1:]:
            found += of_each_figure(part, query)
        elif query is None and not _says_nothing(part, tables, state):
            return []
    return found[:_MOST]


def _last_quarter(tables: Sequence[KnownTable]) -> str:
    """Return what the last quarter is called that a table has a row for: "Q4"."""
    every = [said(row[0]) for one in tables for row in one.rows[1:] if row]
    quarters = [one[:2] for one in every if re.match(r"Q[1-4]\b", one)]
    return quarters[-1] if quarters else ""


def _adds_nothing(text: str, last: Query) -> bool:
    """Whether a further question asks for what is told anyway: "and how much is that"."""
    told = named(text, last.table)
    figures = terms.of_figures(text) or terms.APART.search(text) or terms.compares(text)
    plain = not figures
    return plain and not (told.columns or told.rows or told.left)


def _says_nothing(text: str, tables: Sequence[KnownTable], before: Sequence[Query]) -> bool:
    """Whether a part names nothing: it stands beside a question, or asks for what is told."""
    asks = terms.ASKS.search(text) is not None
    if not asks and not terms.STATES.match(text) and len(text.split()) > _FEW:
        return False
    looked_in = [before[-1].table] if before else tables
    every = (named(text, one) for one in looked_in)
    return all(not (one.columns or one.rows or (asks and one.left)) for one in every)


def _one(
    text: str, tables: Sequence[KnownTable], before: Sequence[Query], *, surely: bool
) -> Query | None:
    last = before[-1] if before else None
    fits = [named(text, one) for one in tables]
    scores = [_fit(one, text, last) for one in fits]
    order = sorted(range(len(fits)), key=lambda at: -scores[at])
    best = fits[order[0]]
    if last is not None and best.shape.table == last.table:
        return _onward(text, best, before, surely=surely)
    apart = _HARDLY_APART if surely else _APART
    if len(order) > 1 and scores[order[0]] - scores[order[1]] < apart:
        return None
    return _alone(text, best, scores[order[0]], surely=surely)


def _fit(found: Named, text: str, last: Query | None) -> float:
    """Return how well a table fits what is asked."""
    numbers = any(at in found.shape.numeric for at in found.columns)
    compared = numbers and terms.of_figures(text)
    onward = _GOING_ON if last is not None and found.shape.table == last.table else 0
    return found.told * found.explained + _APART * compared + onward


def _alone(text: str, found: Named, score: float, *, surely: bool) -> Query | None:
    """Return what is asked where nothing was asked before of that table."""
    figure = _figure(text, found, None)
    columns = max(found.columns.values(), default=0.0)
    compared = figure != "value" or terms.compares(text) != 0
    both = bool(found.columns) and (bool(found.rows) or compared)
    placed = found.place >= PART and (bool(found.rows) or columns >= PART)
    cell = found.columns and found.shape.key in found.by
    needed = _MOSTLY if cell and columns + found.sure > _SURE else _NEARLY
    needed = _HARDLY if surely else needed
    if found.place >= PART and not (found.columns or found.rows):
        if figure == "count" and not found.left:
            return Query(found.shape.table, figure)
        of_all = surely and figure in _OF_NUMBERS and figure != "apart"
        plain = _plainly(found.shape, found) if of_all else ()
        return Query(found.shape.table, figure, plain) if plain else None
    if not (both or placed) or score < _SURE * needed or found.explained < needed:
        return None
    if not terms.ASKS.search(text) and figure == "value" and len(text.split()) > _TELEGRAM:
        return None
    meant = columns < PART and found.shape.key not in found.by and found.place < PART
    if (meant and found.rows) or _BEFORE.search(text) or (found.ordinal and len(found.rows) == 1):
        return None  # "who do we know at Acme" names no row of a table
    return _query(text, found, figure, None)


def _onward(text: str, found: Named, before: Sequence[Query], *, surely: bool) -> Query | None:
    """Return what is asked where it goes on from what was asked of the same table."""
    last = before[-1]
    if terms.LISTS.fullmatch(text):
        if terms.NEGATED.search(text):
            others = tuple(replace(one, others=not one.others) for one in last.where)
            return replace(last, figure="rows", columns=(), where=others) if others else None
        return replace(last, figure="rows", where=rows_of(found.shape, last.found), above=0)
    if _WHETHER.match(text) and found.by and found.shape.key not in found.by:
        found.columns |= dict.fromkeys(found.by, PART)  # "is it done?" is of the row before
        found.rows, found.by = frozenset(), {}
    figure = _figure(text, found, last)
    needed = _MOSTLY if found.columns or found.rows else _NEARLY
    if not surely and (found.explained < needed or len(found.left) > _FEW):
        return None
    if figure == "apart" and (two := _apart(found, before)):
        return two
    if not (found.columns or found.rows or figure != "value" or terms.compares(text)):
        return None
    query = _query(text, found, figure, last)
    return _of_those(text, query, found, before) if query else None


def _of_those(text: str, query: Query, found: Named, before: Sequence[Query]) -> Query:
    """Return a question of those rows only that were told before, where it says so."""
    last = before[-1]
    if found.by and found.shape.key not in found.by and _OF_THOSE.search(text):
        both = replace(query, where=(*query.where, *last.where))
        return both if both.asked_of else query
    two = [one for one in before[-_PAIR:] if one.table == last.table and len(one.found) == 1]
    if _BOTH.search(text) and not found.rows and query.figure in _OF_ALL and len(two) == _PAIR:
        return replace(query, where=rows_of(found.shape, tuple(o.found[0] for o in two)))
    return query


def _query(text: str, found: Named, figure: Figure, last: Query | None) -> Query | None:
    shape = found.shape
    several = sum(1 for _ in terms.WH.finditer(text)) > 1
    columns = _columns(found, figure, last, several=several)
    where, figure = _where(text, found, figure, last)
    made = Query(shape.table, figure, columns, where)
    way = terms.compares(text)
    pair = _pair(found) if way else None
    if pair and where and len(shape.shares) == 1 and terms.SHARE.search(text):
        return replace(made, figure="value", columns=(*shape.shares,))
    if pair:
        return _compared(text, replace(made, columns=pair[:1], less=pair[1]), way, last)
    if figure == "count":
        return replace(made, columns=() if where else _things(text, found))
    apart = len(columns) > 1 and len(kinds(text)) > 1 and not paired(text, found, columns)
    if apart or (found.beside and figure in _OF_NUMBERS):
        return None
    if figure in _OF_NUMBERS:
        columns = tuple(at for at in columns if at in shape.numeric) or _plainly(shape, found)
        if figure == "apart":
            return _between(made, columns, found)
        return replace(made, columns=columns) if columns else None
    if not columns and last is None and {*found.by} == {shape.key} and found.place < PART:
        return None  # it only says what a row is called
    if not columns and where and (shape.key in found.columns or _WHICH.search(text)):
        return replace(made, figure="rows")
    return made if where or last is not None else None


def _between(made: Query, columns: Sequence[int], found: Named) -> Query | None:
    """Return how far two cells are apart: two columns of some rows, or two rows of a column."""
    if made.where and len(columns) == _PAIR:
        more, less = _pair(found) or sorted(columns, key=found.begins)
        return replace(made, figure="value", columns=(more,), less=less)
    if len(made.asked_of) != _PAIR or len(columns) != 1:
        return None
    one, other = (rows_of(found.shape, (at,)) for at in made.asked_of)
    return replace(made, columns=tuple(columns), where=one, against=other)


def _things(text: str, found: Named) -> tuple[int, ...]:
    """Return the column of what is counted, where that is not the one that names the rows."""
    counts = terms.COUNT.search(text)
    behind = {found.begins(at): at for at in found.columns}
    begun = [at for at in behind if counts and at >= counts.end()]
    column = behind[min(begun)] if begun else found.shape.key
    return () if column in {found.shape.key, *found.shape.numeric} else (column,)


def _compared(text: str, made: Query, way: int, last: Query | None) -> Query:
    """Return what is asked of what was planned beside what it came to: "which is over the plan"."""
    if _WHICH.search(text) and not terms.TOTAL.search(text):
        most: Figure = "most" if way > 0 else "least"
        if terms.MOST.search(text) or terms.LEAST.search(text):
            return replace(made, figure=most, where=())
        return replace(made, figure="rows", where=(), above=way)
    total = made.figure == "total" or (last is not None and last.figure == "total")
    return replace(made, figure="total" if total else "value")


def _where(
    text: str, found: Named, figure: Figure, last: Query | None
) -> tuple[tuple[Among, ...], Figure]:
    """Return of which rows it is asked, and of what: as before where no other are named."""
    shape, negated = found.shape, terms.NEGATED.search(text) is not None
    if found.ordinal:
        kept = last is not None and last.figure in _OF_ALL and figure == "value"
        return rows_of(shape, tuple(sorted(found.rows))), last.figure if kept and last else figure
    if found.by:
        out = LEFT_OUT.search(text) is not None
        turned = out or (negated and shape.key not in found.by)
        where = tuple(Among(at, tuple(values), turned) for at, values in found.by.items())
        if last and last.figure == "count" and figure == "value" and not found.columns:
            return where, "count"
        several = out or (last is not None and last.figure == "total" and len(found.rows) > 1)
        asked_for = (*found.columns, *(last.columns if last else ()))
        numbers = any(at in shape.numeric for at in asked_for)
        return where, "total" if figure == "value" and several and numbers else figure
    if last is None or terms.WHOLE.search(text) or figure in {"most", "least"}:
        return (), figure
    if negated and last.where:
        return tuple(replace(one, others=not one.others) for one in last.where), figure
    if last.figure in _OF_NUMBERS & _OF_ALL and figure == "value" and found.columns:
        return last.where, last.figure
    if figure == "value" and (last.figure not in _OF_ALL or found.columns):
        return rows_of(shape, last.found), figure
    return last.where, figure


def _columns(found: Named, figure: Figure, last: Query | None, *, several: bool) -> tuple[int, ...]:
    """Return the columns that are asked for; as before where none is named.

    Of `several` questions it is of all that are named, and else of those named most plainly.
    """
    shape = found.shape
    numbers = figure in _OF_NUMBERS
    asked_for = {
        at: sure
        for at, sure in found.columns.items()
        if at != shape.key and not (at in found.by and len(found.columns) > 1)
        if at in shape.numeric or not numbers
    }
    best = max(asked_for.values(), default=0.0)
    if terms.SHARE.search(found.text):
        shares = shape.shares & asked_for.keys() if asked_for else shape.shares
        asked_for = dict.fromkeys(shares, 1.0) if len(shares) == 1 else asked_for
    every = figure == "value" and several
    told = tuple(sorted(at for at, sure in asked_for.items() if every or sure == best))
    if told or last is None or (shape.key in found.columns and not numbers):
        return told
    return tuple(at for at in last.columns if at in shape.numeric or not numbers)


def _plainly(shape: Shape, found: Named) -> tuple[int, ...]:
    """Return the one column of numbers that are no shares, where the rows are what is named."""
    plain = tuple(sorted(shape.numeric - shape.shares))
    named_at_all = found.rows or shape.key in found.columns or found.place >= PART
    return plain if len(plain) == 1 and named_at_all else ()


def _pair(found: Named) -> tuple[int, int] | None:
    """Return the columns of what it came to and of what was planned; None for no such."""
    numeric = sorted(found.shape.numeric)
    heads = {at: terms.alike(found.shape.titled[at]) for at in numeric}
    plans = [at for at in numeric if terms.PLAN & heads[at]]
    actual = [at for at in numeric if terms.ACTUAL & heads[at] and at not in plans]
    return (actual[0], plans[0]) if len(plans) == 1 == len(actual) else None


def _apart(found: Named, before: Sequence[Query]) -> Query | None:
    """Return how far what was told last is from what was told before, or from a row named."""
    last, shape = before[-1], found.shape
    columns = tuple(at for at in (*found.columns, *last.columns) if at in shape.numeric)[:1]
    if found.rows and last.less is not None:
        return replace(last, figure="value", where=rows_of(shape, tuple(found.rows)), above=0)
    if found.rows:
        alone = len(found.rows) == 1 == len(last.found) and {*found.rows} != {*last.found}
        against = rows_of(shape, tuple(found.rows))
        if not (alone and columns):
            return None
        where = rows_of(shape, last.found)
        return Query(last.table, "apart", columns, where, against=against)
    if len(last.columns) == _PAIR and not found.columns and last.less is None:
        return replace(last, columns=last.columns[:1], less=last.columns[1])
    earlier = next((one for one in reversed(before[:-1]) if one.table == last.table), None)
    if earlier is None or found.columns.keys() - {*columns}:
        return None
    if earlier.columns != last.columns:
        same = earlier.found == last.found and len(earlier.columns) == len(last.columns) == 1
        return replace(last, less=earlier.columns[0]) if same else None
    singles = len(earlier.found) == len(last.found) == 1
    if columns and (singles or earlier.figure == last.figure == "total"):
        where, against = rows_of(shape, last.found), rows_of(shape, earlier.found)
        return Query(last.table, "apart", columns, where, against=against)
    return None


def _figure(text: str, found: Named, last: Query | None) -> Figure:
    """Return what is asked of the numbers of a column, or of the rows."""
    numbers = any(at in found.shape.numeric for at in found.columns)
    counts = terms.COUNT.search(text) is not None
    if terms.APART.search(text) and not terms.compares(text):
        return "apart"
    rows = found.rows or found.columns or found.place
    if counts and not numbers and (rows or not (last and last.columns)):
        return "count"
    if terms.MEAN.search(text):
        return "mean"
    if terms.MOST.search(text):
        return "most"
    if terms.LEAST.search(text):
        return "least"
    whole = terms.WHOLE.search(text) and (numbers or last is not None) and not found.rows
    several = found.ordinal and numbers and counts
    return "total" if terms.TOTAL.search(text) or whole or several else "value"
