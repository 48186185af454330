"""Wishes about the cells that a call sets: what is marked is put under the column it is said for.

A figure shows by itself what it is; words are what the revision network marks as a value.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, cast

from shared.models.base import Json
from shared.models.cell import typed, without_unit
from shared.reasoning.embedded.revising.call import Call, CannotRevise
from shared.reasoning.embedded.revising.marks import EDGES
from shared.reasoning.embedded.revising.mentions import is_out, names_in
from shared.reasoning.embedded.revising.values import clauses, small, values_in
from shared.understanding.folding import fold, tidy
from shared.understanding.marking import meets
from shared.understanding.numbers import SPOKEN
from shared.understanding.revision import Marked, side_by_side
from shared.words import either, similar, stem
from shared.workspace.sheets.kinds import column_said

Cells = list[tuple[str, Json]]
_APPROVED = re.compile(
    r"(?:all |just |quite |still |perfectly )?(?:right|correct|fine|unchanged|true|the same|spot on"
    r"|as (?:it )?(?:is|was))(?:,? (?:tho(?:ugh)?|already|anyway|now|then|like that))*",
    re.IGNORECASE,
)
"""What says of a value that it may stay."""
_IS = re.compile(r"\b(?:is|are|was|were|stays?|remains?|looks?)\s+$|'s\s+$", re.IGNORECASE)
_POINTS = re.compile(
    r"(?:(?:his|hers?|theirs?|mine|it|that|this|there|back|in|not)\b\W*)+"
    r"|(?:(?:a )?(?:bit|little|lot|much|far)\b ?)?(?:\w{3,}er|better"
    r"|different|changed|corrected|removed|something else|the same|a)?",
    re.IGNORECASE,
)
"""What points at a value that is said elsewhere, or tells what is wrong with it."""
_ONLY = re.compile(r"\b(?:only|just|nothing but)\b", re.IGNORECASE)
_PART = re.compile(r"[,.;!?]\s|:\s(?=there\b|(?:the|its) \w+ (?:is|should)\b)")
_SAID_THERE = re.compile(r"(?: is| should (?:be|say)| must be| to|:) [^,.;!?]+")
"""What a cell is to say, after its column."""
_OTHER_ROW = re.compile(
    r"\b(?:meant?|wrong|instead|rather|that changed|other (?:row|line|one)|leave)\b",
    re.IGNORECASE,
)
"""That the row shown is not the one to be changed."""
_ORDERS = re.compile(r"\?|\b(?:add|remove|delete|row|line)\b", re.IGNORECASE)
_UNIT = re.compile(r"(?: [^\W\d_]+)?")
"""What may follow the number in a cell: "9,650 pounds"."""
_WORDS = re.compile(r"[^\W\d_]+")
_THE_ROW = re.compile(
    r"\b(?:(?:this|that|whole|same|one|another|new|last) (?:row|line|entry)\b"
    r"|the (?:row|line|entry)\b(?! (?:is|to|should)\b))"
)
"""The row as it is called, which names no column, though one may be called Line."""
_OF_ANOTHER = re.compile(r"(?P<row>[A-Z][^\d.,;:!?]*?) (?P<value>[\d.,]+%?)")
"""A figure with the row that it is of: "Oban 24"."""
_WORD = re.compile(r"[\w-]+")
_BECOMES = re.compile(
    r"\b(?:should|must|ha(?:s|ve) to|ought to|needs? to)(?: rather)? (?:say|be|read):? "
    r"(?P<value>[^.,;!?]+)",
    re.IGNORECASE,
)
"""What the only cell is to say, where nothing is marked as that."""
_BEFORE = re.compile(r"(?<!\S)(\S+) $")
_LEAST_LETTERS, _LONGEST = 3, 40


class _Value(NamedTuple):
    """What some cell is to say, of which kind that is, and where it is said."""

    kind: str
    text: str
    start: int
    end: int
    marked: bool = True


def _approves(wish: str, start: int, end: int) -> bool:
    """Whether what stands between two places says that a value may stay: "status is right"."""
    return bool(_APPROVED.fullmatch(wish[start:end].strip()) and _IS.search(wish[:start]))


def revise_cells(wish: str, call: Call, marks: Sequence[Marked] = ()) -> bool:
    """Change the cells that a wish names by their columns, or by their kind where it is but one.

    Where it names another row, that one is changed instead.
    """
    cells = [(name or f"{at}", one) for at, (name, one) in enumerate(cells_of(call.arguments), 1)]
    if _fewer(wish, call, cells):
        return True
    values = _values(wish, marks, _heads(call, cells), cells)
    key = fold(str(call.arguments.get("key") or call.text("row")))
    values = [one for one in values if not key or key not in fold(one.text)]
    row = _another_row(wish, call, cells, [one for one in values if one.kind == "words"])
    values = [one for one in values if fold(one.text) != fold(row)]
    named = _placed(wish, values, cells, _heads(call, cells), only=bool(row))
    if not (named or row):
        return False
    _keep(call, [*(dict(cells) | named).items()])
    if row:
        call.arguments |= {"row": row, "number": 0, "key_column": 0, "key": None, "cells": []}
    return True


def _heads(call: Call, cells: Cells) -> list[str]:
    """Return the columns there are: those of the cells first."""
    own = [name for name, _ in cells]
    others = cast("list[str]", call.arguments.get("columns") or [])
    return [*own, *(one for one in others if one not in own)]


def _values(wish: str, marks: Sequence[Marked], heads: Sequence[str], cells: Cells) -> list[_Value]:
    """Return what cells are to say: words that are marked, and figures that are not out.

    The first words may be those that the cell has: "better Printers unpacked".
    """
    shown = {word for _, value in cells for word in str(value).split()}
    old = [one for one in marks if one.role == "old"]
    told = side_by_side(wish, [one for one in marks if one.role in {"value", "title"}])
    if not told and len(cells) == 1 and (be := _BECOMES.search(wish)):
        told = [Marked("value", be["value"], *be.span("value"))]
    worded: list[_Value] = []
    for one in told:
        text = one.text.strip(f"{EDGES}.,;:!?-")
        at, rest = column_said(text, heads)
        left = rest if at and text.endswith(rest) else text
        if (at and rest[:1].isdigit()) or not _tells(left, heads):
            continue
        if _approves(wish, one.start, one.end):
            continue
        other = _OF_ANOTHER.fullmatch(left) if len(cells) == 1 else None
        if other and _kind(cells[0][1]) == _kind(other["value"]):
            raise CannotRevise(f"{other['row']} is another row. Tell me of it when this is done.")
        start, end = one.start + one.text.find(left), one.start + one.text.find(left) + len(left)
        while (word := _BEFORE.search(wish, max(0, start - _LONGEST), start)) and word[1] in shown:
            start = word.start(1)
        worded.append(_Value("words", wish[start:end], start, end))
    figures = [
        _Value(*one, any(meets(one, mark) for mark in told))
        for one in values_in(wish)
        if not is_out(wish, one.start, one.end)
        and not any(meets(one, other) for other in (*old, *worded))
    ]
    return sorted((*worded, *figures), key=lambda one: one.start)


def _tells(text: str, heads: Sequence[str]) -> bool:
    """Whether words say what a cell is to hold, rather than point at one or find fault."""
    words = [one for one in _WORDS.findall(text) if not _columns(one, heads)]
    plain = all(similar(fold(one), "instead") or small(one) or one in SPOKEN for one in words)
    return bool(words) and not plain and _POINTS.fullmatch(text) is None


def _placed(
    wish: str, values: Sequence[_Value], cells: Cells, heads: Sequence[str], *, only: bool
) -> dict[str, Json]:
    """Return new values by their columns: that said beside each, or the only one of its kind.

    With `only`, none by its kind. Raise CannotRevise where it may be several.
    """
    found: dict[str, Json] = {}
    spare: list[_Value] = []
    for before, one, after in zip((None, *values), values, (*values[1:], None), strict=False):
        ahead = _PART.split(wish[before.end if before else 0 : one.start])[-1]
        behind = _PART.split(wish[one.end : after.start if after else len(wish)])[0]
        ahead_of, of = _columns(ahead, heads)[-1:], _columns(behind, heads)[:1]
        if not (ahead_of or of or one.kind in {"words", _kind(cells[0][1])} or len(cells) > 1):
            ahead_of = _columns(wish[: one.start], heads)[-1:]  # what it is of is said before
        beside = _columns(" ".join(behind.split()[:1]), heads)
        beside = beside and not _columns(" ".join(ahead.split()[-1:]), heads)
        for head in of if beside else ahead_of or of:
            found[head] = typed(one.text)
            break
        else:
            spare.append(one)
    if only:
        return found
    alone = len(cells) == 1 and not _ORDERS.search(wish)
    kept = [one for one in spare if one.kind == "words" or one.marked or alone]
    return found | _by_kind(wish, kept, cells, found)


def _by_kind(
    wish: str, spare: Sequence[_Value], cells: Cells, found: Mapping[str, Json]
) -> dict[str, Json]:
    """Return values of no column by the cells of their kind: as many as there are, in order.

    Of several it is the one whose value the wish names as well: "4000 was wrong, 4100".
    """
    said = {fold(one.text) for one in values_in(wish)}
    old = [name for name, value in cells if fold(str(value)) in said]
    known = {fold(str(value)) for name, value in (*cells, *found.items()) if name in {*old, *found}}
    placed: dict[str, Json] = {}
    for kind in dict.fromkeys(one.kind for one in spare):
        new = [one for one in spare if one.kind == kind and fold(one.text) not in known]
        any_kind = kind == "words" and len(cells) == 1
        like = [(name, value) for name, value in cells if any_kind or _kind(value) == kind]
        like = [one for one in like if one[0] in old] or [o for o in like if o[0] not in found]
        if len(new) == len(like):
            placed |= {name: typed(one.text) for (name, _), one in zip(like, new, strict=True)}
        elif new and len(like) > len(new):
            among = either([f"{name} ({value})" for name, value in like], "or")
            raise CannotRevise(f"Which should be {new[-1].text}: {among}? Name the column.")
    return placed


def _fewer(wish: str, call: Call, cells: Cells) -> bool:
    """Leave out cells that are not to change; False for any other wish."""
    heads = [name for name, _ in cells]
    left = staying(wish, heads, lambda word: next(iter(_columns(word, heads)), ""))
    if _row(call.arguments) or len(left) == len(heads):
        return False
    _keep(call, [one for one in cells if one[0] in left])
    return True


def staying(wish: str, things: Collection[str], named: Callable[[str], str]) -> frozenset[str]:
    """Return which of several things that are set stay: a wish takes one off by its name.

    "Only the title" takes off all others. Of a wish that says what is to be, all stay.
    """
    gone = set[str]()
    values = any(one.kind != "count" for one in values_in(wish))
    for clause in clauses(wish) if len(things) > 1 and not values else ():
        at = {found: one for found in _WORD.finditer(clause) if (one := named(found[0])) in things}
        gone |= {one for found, one in at.items() if is_out(clause, *found.span())}
        if at and _ONLY.search(clause):
            gone |= {*things} - {*at.values()}
    left = frozenset(things) - gone
    return left or frozenset(things)


def _another_row(wish: str, call: Call, cells: Cells, worded: Sequence[_Value]) -> str:
    """Return the row that a wish names in the place of the one that is shown; "" for none.

    A name that begins a wish is none beside what a cell is to say: "Mm, write instead: Ready".
    """
    key = str(call.arguments.get("key") or call.text("row"))
    if not key or not call.has("cells"):
        return ""
    old = re.escape(key)
    leads = r"(?:(?:i meant?|it's|it is|that should be|for|in|but|rather) )*"
    apart = (
        rf"(?:^|[,.;:] ){leads}(?P<new>[^,.;]+?),? (?:not|instead of) (?:for |in )?{old}\b",
        rf"\bnot (?:for |in )?{old}[,.;]? {leads}(?P<new>[^,.;]+)",
        r"(?:other|another|different) (?:row|line|one)\W+(?P<new>[^,.;]+)",
    )
    if found := next((m for one in apart if (m := re.search(one, wish, re.IGNORECASE))), None):
        return found["new"].strip()
    rest = _SAID_THERE.sub("", wish)
    new = [rest[start:end] for start, end in names_in(rest) if start or not worded]
    told = (*(str(value) for _, value in cells), *(one.text for one in worded))
    said = fold(" ".join((key, *told)))
    new = [one for one in new if fold(one) not in said and not _columns(one, [n for n, _ in cells])]
    return new[0] if len(new) == 1 and _OTHER_ROW.search(wish) else ""


def cells_of(arguments: Mapping[str, Json]) -> Cells:
    """Return the cells a call sets, each with its column."""
    columns = cast("list[str]", arguments.get("columns") or [])
    if row := _row(arguments):
        return list(zip([*columns, *[""] * len(row)], row, strict=False))
    values = cast("list[dict[str, Any]]", arguments.get("values") or [])
    return [(str(one["column"]), one["value"]) for one in values]


def _row(arguments: Mapping[str, Json]) -> list[Json]:
    """Return the cells of a row in the order of its columns; none where they are named."""
    row = arguments.get("row")
    return cast("list[Json]", row) if isinstance(row, list) else []


def _keep(call: Call, cells: Cells) -> None:
    """Set the cells of a call; those of a row that was found are worked out anew."""
    if _row(call.arguments):
        call.arguments["row"] = [value for _, value in cells]
        return
    call.arguments["values"] = [{"column": name, "value": value} for name, value in cells]
    if call.arguments.get("cells"):
        call.arguments["cells"] = []


def _columns(words: str, heads: Sequence[str]) -> list[str]:
    """Return the columns that some words name, in the order of the words."""
    found: list[str] = []
    for word in _WORDS.findall(_THE_ROW.sub(" ", fold(words))):
        named = [
            head
            for head in heads
            if len(word) >= _LEAST_LETTERS
            and any(
                one.startswith(word) or (stem(one) == stem(word) and not small(word))
                for one in _parts(head)
            )
        ]
        found += named if len(named) == 1 else []
    return found


def _parts(head: str) -> list[str]:
    return _WORDS.findall(fold(without_unit(head)))


def _kind(value: Json) -> str:
    """Return what kind of value a cell has: words, or a figure with its unit."""
    written = tidy(str(value))
    only = values_in(written)
    whole = len(only) == 1 and _UNIT.fullmatch(written.removeprefix(only[0].text))
    return only[0].kind if whole else "words"
