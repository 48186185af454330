"""What the revision network marks in a reply, put together as it is to be used."""

import re

from shared.reasoning.embedded.revising.mentions import without_civil
from shared.understanding.revision import Marked, side_by_side

LIKELY = 0.5
"""How likely the network finds something that is done."""
EDGES = " \n\"'\u201c\u201d"


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
    if apart or not marks:
        return [one.text for one in side_by_side(wish, marks)]
    return [wish[marks[0].start : marks[-1].end]]


def named_in(marks: list[Marked]) -> list[str]:
    """Return who is marked, each once."""
    parts = (part for one in marks for part in re.split(r",? (?:and|&) |, ", one.text))
    names = (without_civil(part.removesuffix("'s").strip(EDGES)) for part in parts)
    return list(dict.fromkeys(filter(None, names)))
