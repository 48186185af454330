"""What a cell is to say, where a message changes one: it is read as a reply to a card of that."""

from dataclasses import replace

from shared.understanding.folding import PREPOSITIONS, fold
from shared.understanding.marking import Span, meets
from shared.understanding.reader import Reader
from shared.understanding.said import Said
from shared.understanding.widening import counted
from shared.understanding.words import words_of


def with_cell(said: Said, reader: Reader) -> Said:
    """Return a change of a cell with all of what that is to say, as a reply to a card marks it."""
    row = said.one("topic") or said.one("person")
    shown = f"cell: {said.one('file')}, {row}: -"
    columns, told = said.held("field"), said.held("value", "count")
    read = reader.revisions.read(shown, said.text).all("value")
    marked = counted([Span("value", *one[1:]) for one in read], said.text)
    marks = [_without_file(one, said) for one in marked]
    marks = [one for one in marks if not any(meets(one, column) for column in columns)]
    if len(marks) != 1:
        return said
    [value] = marks
    within = [one for one in said.spans if meets(one, value)]
    beside = [one for one in told if one not in within]
    if beside and not (value in told and len(columns) == 1 and said.has("topic", "person")):
        return said  # several are said, or the row is marked as one
    kept = (one for one in said.spans if one not in (*within, *beside))
    return replace(said, spans=tuple(sorted((*kept, value), key=lambda one: one.start)))


def _without_file(value: Span, said: Said) -> Span:
    """Return a value without the sheet that is named behind it: "In progress in Tasks"."""
    for file in said.held("file"):
        before = words_of(said.text[value.start : file.start])
        if len(before) > 1 and file.end == value.end and fold(before[-1].text) in PREPOSITIONS:
            end = value.start + before[-2].end
            return Span("value", said.text[value.start : end], value.start, end)
    return value
