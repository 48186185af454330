"""What the revision network marks in a reply, put together as it is to be used."""

import re
from dataclasses import replace

from shared.reasoning.embedded.revising.mentions import without_civil
from shared.understanding.revision import Marked, Wished
from shared.understanding.said import Said

LIKELY = 0.5
"""How likely the network finds something that is done."""
EDGES = " \n\"'\u201c\u201d"
_ROOM = re.compile(r"(?:the )?(?:\w+ )?room\b", re.IGNORECASE)


def placed(found: Wished, said: Said | None) -> Wished:
    """Return what is found, with those who come that the reader takes for a place as that."""
    places = [one for one in said.spans if one.kind == "place"] if said else []
    marks = tuple(
        one._replace(role="place")
        if one.role == "who"
        and (
            _ROOM.match(one.text) or any(one.start < at.end and at.start < one.end for at in places)
        )
        else one
        for one in found.marks
    )
    if marks == found.marks:
        return found
    ops = dict(found.ops) | {"place": max(found.ops["place"], found.ops["who+"])}
    if not any(one.role == "who" for one in marks):
        ops["who+"] = 0.0
    return replace(found, ops=ops, marks=marks)


def typed(wish: str, mark: Marked) -> str:
    """Return what is marked with all that is typed together with it, whatever it looks like."""
    before, behind = wish[: mark.start].split(), wish[mark.end :].split()
    led = wish[: mark.start][-1:].strip() and before[-1]
    followed = wish[mark.end :][:1].strip() and behind[0]
    return f"{led}{mark.text}{followed}"


def joined(marks: list[Marked], wish: str, *, apart: bool = False) -> list[str]:
    """Return marked words, those as one that nothing but marks of the same kind lies between.

    Where they need not be `apart`, they are all one, with what stands between them.
    """
    found: list[tuple[int, int]] = []
    for one in marks:
        between = wish[found[-1][1] : one.start] if found else ""
        if found and (not apart or not any(c.isalnum() for c in between)):
            found[-1] = (found[-1][0], one.end)
        else:
            found.append((one.start, one.end))
    return [wish[start:end] for start, end in found]


def named_in(marks: list[Marked]) -> list[str]:
    """Return who is marked, each once."""
    parts = (part for one in marks for part in re.split(r",? (?:and|&) |, ", one.text))
    names = (without_civil(part.removesuffix("'s").strip(EDGES)) for part in parts)
    return list(dict.fromkeys(filter(None, names)))
