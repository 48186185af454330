"""Wishes about what a call sets: a contact's fields, the cells of a row, an answer."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, cast

from shared.models.base import Json
from shared.models.cell import typed
from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.revising.call import Call, CannotRevise
from shared.reasoning.embedded.revising.mentions import is_out, names_in
from shared.reasoning.embedded.revising.values import Value, clauses, put_right, values_in
from shared.understanding.cards import TASK_OF, said_over
from shared.understanding.folding import fold, tidy
from shared.understanding.parties import bare
from shared.understanding.reader import Reader
from shared.understanding.said import Said, said_in
from shared.workspace.contacts.frames.facts import in_form
from shared.workspace.contacts.frames.values import Pair, pairs_in, told_by_itself

_ENDS = re.compile(
    r"\bend(?:s|ing)?\b(?: (?:in|with|on))? (?P<tail>\d[\d ]*)"
    r"|\blast (?:\w+ )?(?:digits?|numbers?|figures?)(?: (?:is|are|(?:should |must )?be))?"
    r" (?P<last>\d[\d ]*)"
    r"|(?P<at>\d[\d ]*?) at the end\b",
    re.IGNORECASE,
)
_ONE = ("title", "company", "notes", "relation")
"""Fields whose value may be any words."""
_TOLD = (
    r"(?:say|put|answer|reply|respond|make it|make that|change (?:it|that) to|set (?:it|that) to"
    r"|mark (?:me|it)(?: as)?|(?:just )?tell (?:him|her|them)|rather|better)(?: an?| with)?"
    r" [\"']?"
)
_ANSWER = re.compile(
    rf"\b(?:{_TOLD})(?:(?P<accepted>yes)|(?P<declined>no)|(?P<tentative>maybe|perhaps))\b"
    r"|\b(?:(?P<accepted2>accept(?:ed)?)|(?P<declined2>declin(?:e|ed)|turn (?:it|them) down)"
    r"|(?P<tentative2>tentative(?:ly)?|maybe instead))\b",
    re.IGNORECASE,
)
"""How an invitation is to be answered."""
_RULED_OUT = re.compile(r"(?:\bnot|n't|instead of|rather than)(?: \w+)?\s*$", re.IGNORECASE)
_SAYS = re.compile(
    r"(?:.*\b(?:set|change|make|put) |(?:(?:so|and|but|then|no|sorry|actually|please)\b,? )+)?"
    r"(?:there )?(?:the |its )?(?P<column>[^\W\d_]+)(?: column)?"
    r"(?: is| should (?:be|say)| must be| to| better| rather|:)(?: called)?(?: now)? "
    r"(?P<value>.+?)(?:,? (?:rather|instead|please|then))*",
    re.IGNORECASE,
)
"""What a column is to say, in words."""
_PUT = re.compile(
    r"(?:(?:no|sorry|wait|but|actually)\b[\s,]*)*(?:put|write|say|use|enter|make it"
    r"|set it to|(?:it|that|(?:the|its) (?:new )?(?:text|words?|wording|value|cell|entry|content)"
    r"(?: there)?) (?:should|must|ha(?:s|ve) to|ought to|needs? to)(?: rather)? (?:say|be|read):?)"
    r" (?P<value>.+?)(?: instead| rather)?",
    re.IGNORECASE,
)
"""What the only cell that is set is to say."""
_PART = re.compile(r"[,.;!?]\s|:\s(?=there\b|(?:the|its) \w+ (?:is|should)\b)")
_APPROVED = re.compile(
    r"(?:all |just |quite |still |perfectly )?(?:right|correct|fine|unchanged|true|the same|spot on"
    r"|as (?:it )?(?:is|was))(?:,? (?:tho(?:ugh)?|already|anyway|now|then|like that))*",
    re.IGNORECASE,
)
"""What says of a value that it may stay."""
_STAYS = re.compile(
    rf"(?: column)? (?:is|are|was|were|stays?|looks?) {_APPROVED.pattern}(?!\w)", re.IGNORECASE
)
"""That what is named before may stay."""
_IS = re.compile(r"\b(?:is|are|was|were|stays?|remains?|looks?)\s+$|'s\s+$", re.IGNORECASE)
_OWN = re.compile(
    r"(?:his|hers?|theirs?|mine|it|that|this)(?: (?:back|in|there))?"
    r"|(?:(?:a )?(?:bit|little|lot|much|far) )?(?:shorter|longer|clearer|simpler|nicer|better"
    r"|different|changed|corrected|removed|something else|the same)",
    re.IGNORECASE,
)
"""What points at a value that is said elsewhere, or tells what is wrong with it."""
_SAID_THERE = re.compile(r"(?: is| should (?:be|say)| must be| to|:) [^,.;!?]+")
"""What a cell is to say, after its column."""
_OTHER_ROW = re.compile(
    r"\b(?:meant?|wrong|instead|rather|that changed|other (?:row|line|one)|leave)\b",
    re.IGNORECASE,
)
"""That the row shown is not the one to be changed."""
_WORKS = re.compile(r"\b(?:he|she|they)(?:'s|'re| is| are| works as)\b", re.IGNORECASE)
"""How it begins what somebody does."""
_FORMED = {"address": "email", "phone": "phone"}
_SET = ("title", "company", "phone", "email", "relation", "notes")
"""What may be set of somebody besides the name."""
_ONLY = re.compile(r"\b(?:only|just|nothing but)\b", re.IGNORECASE)
_WORD = re.compile(r"[\w-]+")
_ORDERS = re.compile(r"\?|\b(?:add|remove|delete|row|line)\b", re.IGNORECASE)
_LEAST_LETTERS = 3
_UNIT = re.compile(r"(?: [^\W\d_]+)?")
"""What may follow the number in a cell: "9,650 pounds"."""
_WORDS = re.compile(r"[^\W\d_]+")
_MOST_OF_ENDING = 6
"""Figures that are too few for the number of a telephone, beside one that has more."""


def _ends_otherwise(wish: str, call: Call) -> bool:
    """Put the last digits right of the number that a call sets; False for any other wish."""
    found = _ENDS.search(wish) if (phone := call.text("phone")) else None
    if found is None:
        return False
    tail = found["tail"] or found["last"] or found["at"]
    return call.set("phone", _ending(phone, tail.replace(" ", "")))


def revise_fields(wish: str, call: Call, tool: str, command: str, reader: Reader) -> bool:
    """Change, or add, what a call sets; False if the wish is about nothing it has."""
    if tool.startswith("contacts_"):
        return _contact(wish, call, _said(wish, tool, command, reader))
    if call.text("response"):
        return _answer(wish, call)
    if call.has("row") and (call.arguments.get("row") or call.arguments.get("values")):
        return _cells(wish, call)
    return False


def may_stay(wish: str, end: int) -> bool:
    """Whether what a wish names before a place is said to be right as it is."""
    return _STAYS.match(wish, end) is not None


def approves(wish: str, start: int, end: int) -> bool:
    """Whether what stands between two places says that a value may stay: "status is right"."""
    return bool(_APPROVED.fullmatch(wish[start:end].strip()) and _IS.search(wish[:start]))


def _staying(wish: str, things: Collection[str], named: Callable[[str], str]) -> frozenset[str]:
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


def _said(wish: str, tool: str, command: str, reader: Reader) -> Said:
    request = ReplyRequest(
        question="", options=(), text=wish, kind="approval", tool=tool, command=command
    )
    said = said_over(request, reader)[1]
    ordered = said_in(reader.read_as(TASK_OF[tool], command)) if tool in TASK_OF else said
    fields = tuple(one for one in ordered.spans if one.kind == "field")
    return in_form(replace(said, carried=fields))


def _contact(wish: str, call: Call, said: Said) -> bool:
    """Set all that a wish says of somebody: by the names of the fields, and by its form."""
    set_so = [one for one in _SET if call.text(one)]
    if gone := {*set_so} - _staying(wish, set_so, lambda word: Pair(fold(word), "").field):
        for one in gone:
            del call.arguments[one]
        return True
    ended = _ends_otherwise(wish, call)
    named = [(_field(said, pair, call), pair) for pair in pairs_in(said, said.spans)]
    told = {
        fits: pair.written(fits)
        for name, pair in named
        if name and pair.value and (fits := _fitting(name, pair.value, wish, call))
    }
    companies = said.held("organisation")
    if len(companies) == 1 and call.has("company"):
        told = {"company": bare(companies[0].text)} | told
    formed = _by_form(wish, call)
    told = formed | told
    if told.get("phone") and _is_ending(str(told["phone"]), call.text("phone")):
        told["phone"] = _ending(call.text("phone"), str(told["phone"]).replace(" ", ""))
    call.arguments |= {name: one for name, one in told.items() if name != "phone" or not ended}
    return bool(ended or told)


def _fitting(name: str, value: str, wish: str, call: Call) -> str:
    """Return the field for a value that was taken for that of another; "" where there is none.

    A number has figures and an address its sign: what has neither tells what somebody does.
    """
    sign = {"phone": r"\d.*\d", "email": "@"}.get(name, "")
    if re.search(sign, value):
        return name
    return "title" if _WORKS.search(wish) and call.has("title") else ""


def _by_form(wish: str, call: Call) -> dict[str, Json]:
    """Return the only address or number that a wish says, whatever stands around it."""
    said = [one for one in values_in(wish) if not is_out(wish, one.start, one.end)]
    told = {kind: [one.text for one in said if one.kind == kind] for kind in _FORMED}
    found = {_FORMED[kind]: texts[0] for kind, texts in told.items() if len(texts) == 1}
    return {name: value for name, value in found.items() if call.has(name)}


def _field(said: Said, pair: Pair, call: Call) -> str:
    """Return the field a value goes into: the one named, that of its form or place, or the only."""
    name = pair.field or ("" if pair.called else told_by_itself(said, pair))
    if name or pair.called:
        return name if call.has(name) else ""
    set_so = [one for one in _ONE if call.text(one)]
    return set_so[0] if len(set_so) == 1 else ""


def _is_ending(tail: str, number: str) -> bool:
    """Whether so few figures are said that they can only be the last ones of a number."""
    count, whole = (sum(map(str.isdigit, one)) for one in (tail, number))
    return 0 < count <= _MOST_OF_ENDING < whole


def _ending(number: str, tail: str) -> str:
    """Return a number whose last digits are others, written as it was."""
    digits = [at for at, one in enumerate(number) if one.isdigit()]
    if len(tail) >= len(digits):
        raise CannotRevise("What is the whole number?")
    letters = list(number)
    for at, digit in zip(digits[-len(tail) :], tail, strict=True):
        letters[at] = digit
    return "".join(letters)


def _answer(wish: str, call: Call) -> bool:
    """Answer an invitation otherwise; the last answer that is not ruled out counts."""
    found = ""
    for said in _ANSWER.finditer(wish):
        if not _RULED_OUT.search(wish[: said.start()]):
            found = (said.lastgroup or "").removesuffix("2")
    return bool(found) and call.set("response", found)


def _cells(wish: str, call: Call) -> bool:
    """Change the cells that a wish names by their columns, or by their kind where it is but one.

    Where it names another row, that one is changed instead.
    """
    cells = cells_of(call.arguments)
    if _fewer(wish, call, cells):
        return True
    key = fold(str(call.arguments.get("key") or call.text("row")))
    named = {
        at: one for at, one in _named(wish, cells).items() if not key or key not in fold(str(one))
    }
    row = _another_row(wish, call, cells)
    row = "" if any(fold(row) in fold(str(value)) for value in named.values()) else row
    apart = ", ".join(one for one in _PART.split(wish) if not _columns(one, cells))
    if not row:
        named = _by_kind(apart, cells) | named
    if not (named or row):
        return False
    for at, value in named.items():
        cells[at] = (cells[at][0], value)
    _keep(call, cells)
    if row:
        call.arguments |= {"row": row, "number": 0, "key_column": 0, "key": None, "cells": []}
    return True


def _fewer(wish: str, call: Call, cells: list[tuple[str, Json]]) -> bool:
    """Leave out cells that are not to change; False for any other wish."""
    heads = [name for name, _ in cells]
    left = _staying(
        wish, heads, lambda word: next((cells[at][0] for at in _columns(word, cells)), "")
    )
    if _row(call.arguments) or len(left) == len(heads):
        return False
    _keep(call, [one for one in cells if one[0] in left])
    worked_out = cast("list[dict[str, Json]]", call.arguments.get("cells") or [])
    call.arguments["cells"] = [one for one in worked_out if one.get("name") in left]
    return True


def _another_row(wish: str, call: Call, cells: list[tuple[str, Json]]) -> str:
    """Return the row that a wish names in the place of the one that is shown; "" for none."""
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
    new = [rest[start:end] for start, end in names_in(rest)]
    said = fold(" ".join((key, *(str(value) for _, value in cells))))
    new = [one for one in new if fold(one) not in said and not _columns(one, cells)]
    return new[0] if len(new) == 1 and _OTHER_ROW.search(wish) else ""


def cells_of(arguments: Mapping[str, Json]) -> list[tuple[str, Json]]:
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


def _keep(call: Call, cells: list[tuple[str, Json]]) -> None:
    if _row(call.arguments):
        call.arguments["row"] = [value for _, value in cells]
    else:
        call.arguments["values"] = [{"column": name, "value": value} for name, value in cells]
    if worked_out := cast("list[dict[str, Json]]", call.arguments.get("cells") or []):
        new = dict(cells)
        call.arguments["cells"] = [
            {**one, "after": new.get(str(one.get("name")), one.get("after"))} for one in worked_out
        ]


def _named(wish: str, cells: list[tuple[str, Json]]) -> dict[int, Json]:
    """Return new values by the cells whose columns stand beside them: "actual 5400"."""
    found: dict[int, Json] = {}
    values = values_in(wish)
    for before, one, after in zip((None, *values), values, (*values[1:], None), strict=False):
        ahead = _PART.split(wish[before.end if before else 0 : one.start])[-1]
        behind = _PART.split(wish[one.end : after.start if after else len(wish)])[0]
        ahead_of, of = _columns(ahead, cells)[-1:], _columns(behind, cells)[:1]
        beside = _columns(" ".join(behind.split()[:1]), cells) and not _columns(
            " ".join(ahead.split()[-1:]), cells
        )
        for at in of if beside else ahead_of or of:
            found[at] = typed(one.text)
    for part in _parts(wish, cells):
        told = part.strip(" .!")
        said = None if values_in(part) else _SAYS.fullmatch(told)
        at = _columns(said["column"], cells) if said else []
        if said and _APPROVED.fullmatch(said["value"]) and _IS.search(told[: said.start("value")]):
            continue
        if said and len(at) == 1:
            found[at[0]] = said["value"].strip("\"'")
        elif len(cells) == 1 and (put := _PUT.fullmatch(told)) and not _OWN.fullmatch(put["value"]):
            found[0] = typed(put["value"].strip("\"'"))
    return found


def _parts(wish: str, cells: list[tuple[str, Json]]) -> list[str]:
    """Return the parts of a wish; after "and" one begins that names another cell."""
    found = list[str]()
    for part in _PART.split(wish):
        first, *more = part.split(" and ")
        found.append(first)
        for one in more:
            if _columns(one, cells):
                found.append(one)
            else:
                found[-1] += f" and {one}"
    return found


def ahead_of(wish: str, at: int, call: Call) -> str:
    """Return what stands ahead of a value in its clause, where that names a column."""
    ahead = _PART.split(wish[:at])[-1].lstrip()
    return ahead if _columns(ahead, cells_of(call.arguments)) else ""


def _columns(words: str, cells: list[tuple[str, Json]]) -> list[int]:
    """Return the cells whose columns some words name, in the order of the words."""
    found: list[int] = []
    for word in _WORDS.findall(fold(words)):
        heads = [
            at
            for at, (name, _) in enumerate(cells)
            if len(word) >= _LEAST_LETTERS
            and any(head.startswith(word) for head in _WORDS.findall(fold(name)))
        ]
        found += heads if len(heads) == 1 else []
    return found


def _by_kind(wish: str, cells: list[tuple[str, Json]]) -> dict[int, Json]:
    """Return new values by the only cells of their kind; raise CannotRevise where it is not one.

    Of several it is the one whose value the wish names as well: "4000 was wrong, 4100".
    """
    found: dict[int, Json] = {}
    said = {fold(one.text) for one in values_in(wish)}
    old = {at for at, (_, value) in enumerate(cells) if fold(str(value)) in said}
    known = {fold(str(cells[at][1])) for at in old}
    for one in put_right(wish) or _only(wish, cells):
        if fold(one.text) in known:
            continue
        like = [at for at, (_, value) in enumerate(cells) if _kind(value) == one.kind]
        like = [at for at in like if at in old] or [at for at in like if at not in found]
        if not like:
            return {}
        if len(like) > 1:
            among = " or ".join(f"{cells[at][0]} ({cells[at][1]})" for at in like)
            raise CannotRevise(f"Which should be {one.text}: {among}? Name the column.")
        found[like[0]] = typed(one.text)
    return found


def _only(wish: str, cells: list[tuple[str, Json]]) -> list[Value]:
    """Return the only value of a wish that is of the kind of the only cell."""
    kind = _kind(cells[0][1]) if len(cells) == 1 else ""
    found = [one for one in values_in(wish) if one.kind == kind and not _ORDERS.search(wish)]
    return found if len(found) == 1 else []


def _kind(value: Json) -> str:
    written = tidy(str(value))
    only = values_in(written)
    whole = len(only) == 1 and _UNIT.fullmatch(written.removeprefix(only[0].text))
    return only[0].kind if whole else ""
