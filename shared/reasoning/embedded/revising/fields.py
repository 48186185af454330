"""Wishes about what a call sets: a contact's fields, the cells of a row, an answer."""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.models.base import Json
from shared.reasoning.embedded.revising.call import Call
from shared.reasoning.embedded.revising.cells import revise_cells, staying
from shared.reasoning.embedded.revising.mentions import is_out
from shared.reasoning.embedded.revising.spans import seen
from shared.reasoning.embedded.revising.values import values_in
from shared.understanding.cards import TASK_OF
from shared.understanding.folding import fold
from shared.understanding.parties import bare
from shared.understanding.reader import Reader
from shared.understanding.revision import Marked
from shared.understanding.said import Said, said_in
from shared.understanding.spoken import spoken_number
from shared.words import similar
from shared.workspace.calendar.frames import answer_in
from shared.workspace.contacts.frames.changing import whole_name
from shared.workspace.contacts.frames.facts import in_form
from shared.workspace.contacts.frames.values import Pair, pairs_in, told_by_itself

_ENDS = re.compile(r"\b(?:end|finish|last|digits?)", re.IGNORECASE)
_TAIL = re.compile(r"(?<![\w@.+-])(?:\d(?: \d|\d){0,5}|[a-z]+)(?![\w@%-])", re.IGNORECASE)
"""That a number ends otherwise, and in what: figures, or one digit as a word."""
_WORD = re.compile(r"[^\W\d]{2,}")
_LETTERS = re.compile(r"[^\W\d_]+")
_ADDRESS = re.compile(r"\b(?:address|e?-?mail)\b", re.IGNORECASE)
_SHORT = 3
_ONE = ("title", "company", "notes", "relation")
"""Fields whose value may be any words."""
_RULED_OUT = re.compile(
    r"(?:\bnot|n['\u2019]t|instead of|rather than)(?: (?:an?|the|to|as|say))?"
    r" (?:accept|declin|tentativ|reject|yes\b|no\b|maybe\b)\w*",
    re.IGNORECASE,
)
"""An answer that is not to be given."""
_TO_THE_CARD = re.compile(
    r"(?:^|(?<=[.!?;,]))\s*(?:no|nope|nah|yes|yeah|yep)\b\s*(?=[.,!;]|$)", re.IGNORECASE
)
"""A yes or no that stands by itself: it is said to what is shown, and answers no invitation."""
_WORKS = re.compile(r"\b(?:he|she|they)(?:'?s|'?re| is| are| works as)\b", re.IGNORECASE)
"""How it begins what somebody does."""
_FORMED = {"address": "email", "phone": "phone"}
_SET = ("title", "company", "phone", "email", "relation", "notes")
"""What may be set of somebody besides the name."""
_MOST_OF_ENDING = 6
"""Figures that are too few for the number of a telephone, beside one that has more."""


def _tail(wish: str, number: str, marks: Sequence[Marked]) -> str:
    """Return the figures that a number is to end in, as they are marked or told; "" for none."""
    told = [one for one in marks if one.role == "value"]
    ends = _ENDS.search(wish) is not None
    found = {
        one[0]: written
        for one in (_TAIL.finditer(wish) if number else ())
        if (written := spoken_number(one[0]).replace(" ", "")).isdigit()
        and not is_out(wish, *one.span())
        and (ends or any(one.start() < mark.end and mark.start < one.end() for mark in told))
    }
    figures = {said: tail for said, tail in found.items() if said[0].isdigit()} or found
    tail = next(iter(figures.values()), "")
    return tail if len(figures) == 1 and _is_ending(tail, number) else ""


def revise_fields(wish: str, call: Call, reader: Reader, marks: Sequence[Marked] = ()) -> bool:
    """Change, or add, what a call sets; False if the wish is about nothing it has."""
    if call.tool.startswith("contacts_"):
        return _contact(wish, call, _said(wish, call, reader), marks)
    if call.text("response"):
        return answered(wish, call)
    if call.has("row") and (call.arguments.get("row") or call.arguments.get("values")):
        return revise_cells(wish, call, marks)
    return False


def _said(wish: str, call: Call, reader: Reader) -> Said:
    said, task = seen(wish, call, reader), TASK_OF.get(call.tool)
    ordered = said_in(reader.read_as(task, call.ordered)) if task else said
    fields = tuple(one for one in ordered.spans if one.kind == "field")
    return in_form(replace(said, carried=fields))


def _contact(wish: str, call: Call, said: Said, marks: Sequence[Marked]) -> bool:
    """Set all that a wish says of somebody: by the names of the fields, and by its form."""
    set_so = [one for one in _SET if call.text(one)]
    if gone := {*set_so} - staying(wish, set_so, lambda word: Pair(fold(word), "").field):
        for one in gone:
            del call.arguments[one]
        return True
    if renamed(wish, call) or _exchanged(wish, set_so, marks, call):
        return True
    number = call.text("phone")
    pairs = [_whole(one, marks) for one in pairs_in(said, said.spans)] or _marked(marks)
    named = [(_field(said, pair, call), pair) for pair in pairs]
    told = {
        fits: _written(said, pair, fits, call)
        for name, pair in named
        if name and pair.value and (fits := _fitting(name, pair.value, wish, call))
    }
    companies = said.held("organisation")
    if len(companies) == 1 and call.has("company"):
        told = {"company": bare(companies[0].text)} | told
    told = _by_form(wish, call) | _called(marks, told, call)
    tail = "" if "notes" in told else _tail(wish, number, marks)
    tail = tail or str(told.get("phone", "")).replace(" ", "")
    if _is_ending(tail, number):
        told["phone"] = _ending(number, tail)
    call.arguments |= told
    return bool(told)


def renamed(wish: str, call: Call) -> bool:
    """Put a word of a name right, in the address too where that is said, or has it already.

    "It's Maier, with an a, in the address too", "Ekberg, so lars.ekberg@nordhaus.se".
    """
    name, mail = call.text("name").split(), call.text("email")
    given = [one.text for one in values_in(wish) if one.kind == "address"]
    plain = wish.replace(given[0], " ") if given else wish
    fresh, had = (
        {*_LETTERS.findall(fold(one.split("@")[0]))} for one in ("".join(given[:1]), mail)
    )
    for at, old in enumerate(map(fold, name)):
        moved = fresh - had if old in had - fresh else set[str]()
        said = {one for one in _WORD.findall(plain) if len(one) > _SHORT and fold(one) != old}
        near = [one for one in said if similar(fold(one), old) or fold(one) in moved]
        if len(near) != 1 or len(given) > 1:
            continue
        new = near[0].title() if near[0].islower() and name[at].istitle() else near[0]
        if given or (old in had and _ADDRESS.search(plain)):
            call.arguments["email"] = given[0] if given else mail.replace(old, fold(new))
        return call.set("name", " ".join((*name[:at], new, *name[at + 1 :])))
    return False


def _exchanged(wish: str, fields: Sequence[str], marks: Sequence[Marked], call: Call) -> bool:
    """Put the one value that is marked in the place of the word of a field that it rules out."""
    new = [one.text for one in marks if one.role == "value"]
    out = [
        (field, word)
        for field in fields
        for word in _WORD.finditer(call.text(field))
        for said in re.finditer(rf"(?<!\w){re.escape(word[0])}(?!\w)", wish, re.IGNORECASE)
        if is_out(wish, *said.span())
    ]
    if len(new) != 1 or len(out) != 1:
        return False
    [(field, word)], text = out, call.text(out[0][0])
    if {*map(fold, _WORD.findall(new[0]))} & {*map(fold, _WORD.findall(text))}:
        return False  # "Head of Sales, not Head of Marketing" is all of it
    call.arguments[field] = f"{text[: word.start()]}{new[0]}{text[word.end() :]}"
    return True


def _written(said: Said, pair: Pair, field: str, call: Call) -> str:
    """Return a value as it is written in a field; a part of a name is put into the one there is."""
    text, name = pair.written(field), call.text("name") if field == "name" else ""
    return whole_name(said, pair.called, text, name) if " " in name else text


def _called(marks: Sequence[Marked], told: dict[str, Json], call: Call) -> dict[str, Json]:
    """Return what is told, with a name that has a word of the one there is, or is another of one.

    It is marked, or a word that may be what somebody does.

    "It's Lou Baxter" of Lou Baker, "the surname is Hargreaves" of Wendy Hargreave.
    """
    old = call.text("name").split() if call.has("name") else []
    job = str(told.get("title", ""))
    for new in (*(one.text for one in marks if one.role == "title"), job):
        if " " in new and new != job and {*map(fold, old)} & {*map(fold, new.split())}:
            return told | {"name": new}
        whole = map(fold, old)
        near = [at for at, one in enumerate(whole) if one == fold(new) or similar(one, fold(new))]
        if len(near) == 1:
            told = {name: value for name, value in told.items() if value != new}
            return told | {"name": " ".join((*old[: near[0]], new, *old[near[0] + 1 :]))}
    return told


def _marked(marks: Sequence[Marked]) -> list[Pair]:
    """Return the values that are marked, each with its field where as many of those are."""
    fields, values = ([one.text for one in marks if one.role == r] for r in ("field", "value"))
    named = fields if len(fields) == len(values) else [""] * (len(values) == 1 and not fields)
    return [Pair(*one) for one in zip(named, values, strict=False)]


def _whole(pair: Pair, marks: Sequence[Marked]) -> Pair:
    """Return a value as far as it is marked: "Project" of "Project Manager" is all of it."""
    whole = (one.text for one in marks if one.role == "value" and pair.value in one.text)
    return pair._replace(value=next(whole, pair.value)) if pair.value and not pair.form else pair


def _fitting(name: str, value: str, wish: str, call: Call) -> str:
    """Return the field for a value that was taken for that of another; "" where there is none.

    A number has figures and an address its sign: what has neither tells what somebody does.
    """
    word = r"[^\W\d]{2}"
    sign = {"phone": r"\d.*\d", "email": "@", "title": word, "company": word}.get(name, "")
    if re.search(sign, value) and (name != "title" or not spoken_number(value).isdigit()):
        return name
    works = _WORKS.search(wish) and call.has("title")
    return "title" if works and not spoken_number(value).isdigit() else ""


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
    letters = list(number)
    for at, digit in zip(digits[-len(tail) :], tail, strict=True):
        letters[at] = digit
    return "".join(letters)


def answered(wish: str, call: Call) -> bool:
    """Answer an invitation otherwise; the last answer that is not ruled out counts."""
    found = answer_in(_TO_THE_CARD.sub("", _RULED_OUT.sub("", wish)))
    return bool(found and call.text("response")) and call.set("response", found)
