"""Cells of a sheet as people write them: a row, columns with what they say, B5, row 12."""

import re
from dataclasses import replace

from shared.models.base import Json
from shared.models.cell import typed
from shared.understanding.numbers import SPOKEN
from shared.understanding.said import Said

_PARTS = re.compile(r'(?:"[^"]*"|(?<=\d),(?=\d{3}(?!\d))|[^,;|\n"])+|"')
_NAMED = re.compile(
    r"(?P<column>[^\W\d][^:=]{0,60}?)\s*(?:=|:(?=\s|[^\W\d]))\s*(?P<value>.*)", re.DOTALL
)
_PLACE = re.compile(r"(?:the )?(?:cell )?(?P<column>[A-Za-z]{1,2}) ?(?P<row>[1-9]\d{0,4})")
_ROW = re.compile(r"(?:the )?(?:(?:row|line)(?: no\.?| number)?|number|no\.?) ?#?(?P<at>\d{1,5})")
_ANY = "|".join(SPOKEN)
_WORDS = re.compile(rf"\b(?:{_ANY})(?:[ -](?:{_ANY}))?\b", re.IGNORECASE)


_AS_IT_IS = (
    r"(?:alone|as (?:it|they|that) (?:is|are|was|were|stands?)|blank|empty|unchanged|untouched"
    r"|the same|in peace)"
)
_LEFT = re.compile(
    r"(?:(?<=[.;!?])\s+|,\s*(?:and |but )?|\s+but\s+)(?:please |just |and |but )*(?:"
    rf"(?:leave|keep)\b[^.;!?]*?\b{_AS_IT_IS}\b"
    r"|(?:leave|skip)(?: out)? (?:the |its )?(?:\w+ ){0,3}(?:column|field|cell|figure)s?"
    r"(?=[,.;!?]|$)"
    r"|(?:don['\u2019]?t|do not|never|no need to) (?:touch|change|fill|alter)\b"
    r"|[^.;!?,]*\b(?:stays?|remains?|(?:can|should|must|is to|has to) (?:stay|be left))"
    rf" {_AS_IT_IS}\b"
    r"|[^.;!?,\d]*\b(?:i|we|nobody|no ?one) (?:(?:do|does)(?: not|n['\u2019]?t) )?(?:yet )?knows?\b"
    r"|[^.;!?,]*\b(?:i|we|he|she|they)\b[^.;!?,]*\b(?:my|him|her)self\b"
    r"|[^.;!?,]*\b(?:we|they)\b[^.;!?,]*\b(?:our|them)selves\b"
    r"|(?:touch|change|alter) (?:no other|nothing else|none of the other)\b"
    r")[^.;!?]*",
    re.IGNORECASE,
)
"""What is said of a column that is to be left as it is, or to somebody else."""


def without_left(said: Said) -> Said:
    """Return a command without what it says of columns that it leaves alone.

    "The actual is 9. Leave the difference alone, Ann does that herself" changes one of them.
    """
    text, spans = said.text, said.spans
    for found in _LEFT.finditer(said.text):
        kept = tuple(one for one in spans if one.end <= found.start() or one.start >= found.end())
        if any(one.kind in {"value", "count", "topic"} for one in kept):
            text = f"{text[: found.start()]}{' ' * len(found[0])}{text[found.end() :]}"
            spans = kept
    return replace(said, text=text.rstrip(), spans=spans)


def cells(written: str) -> list[Json]:
    """Return the cells of a row written with commas, numbers as numbers."""
    return [typed(part) for part in _parts(written)]


def named_cells(written: str) -> list[Json]:
    """Return the cells of a row that name their columns; empty unless all of them do."""
    found = [_NAMED.fullmatch(part) for part in _parts(written)]
    named: list[Json] = [held(one["column"], typed(unquoted(one["value"]))) for one in found if one]
    return named if len(named) == len(found) else []


def held(column: str, value: Json) -> Json:
    """Return what a column is to say, as an argument."""
    return {"column": column_in(column), "value": value}


def column_in(text: str) -> str:
    """Return what a column is called: "Status" of "the Status column", K of "column k"."""
    article = re.sub(r"^(?:the|my|our|its) ", "", unquoted(text), flags=re.IGNORECASE)
    name = unquoted(re.sub(r"^col(?:umn)?s? | col(?:umn)?s?$", "", article, flags=re.IGNORECASE))
    return name.upper() if len(name) == 1 else name


def place_of(text: str) -> tuple[str, int] | None:
    """Return the column and row of a cell given by both, as B5 or "b five"; None for no such."""
    found = _PLACE.fullmatch(_figures(unquoted(text)))
    return (found["column"].upper(), int(found["row"])) if found else None


def row_number(text: str) -> int:
    """Return the number of "row 12" or "line seven"; 0 where none is given."""
    found = _ROW.fullmatch(_figures(text).casefold())
    return int(found["at"]) if found else 0


def unquoted(text: str) -> str:
    """Return a text without quotes and stops around it."""
    return text.strip(" .,").strip("\"'“” ")


def _parts(written: str) -> list[str]:
    parts = (re.sub(r"^and ", "", part.strip()).strip() for part in _PARTS.findall(written))
    bare = [one.strip('"') if one.count('"') in {0, 2} else one for one in parts]
    return [one for one in bare if one and one != '"']


def _figures(text: str) -> str:
    """Return a text with its spoken numbers in figures."""
    return _WORDS.sub(
        lambda found: str(sum(SPOKEN[word] for word in re.split(r"[ -]", found[0].casefold()))),
        text,
    )
