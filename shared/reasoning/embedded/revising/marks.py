"""What the revision network marks in a reply, put together as it is to be used."""

import re

from shared.reasoning.embedded.revising.mentions import without_civil
from shared.understanding.revision import Marked

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
