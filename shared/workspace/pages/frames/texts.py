"""What is to stand on a new page, behind its title."""

import re
from dataclasses import replace

from shared.understanding.marking import Span
from shared.understanding.said import Said

_BEGINS = re.compile(r"(?<!\d):\s+(?=\S)")
_NAMED = re.compile(
    r"\b(?:title|heading|subject|name|called|named|titled|page|on it)\s*$", re.IGNORECASE
)
"""What stands before a colon behind which comes a name, or a text that is marked well enough."""
_COURTESY = re.compile(r"[\s,.]*\b(?:please|pls|plz|thanks|thank you|thx)[\s.!]*$", re.IGNORECASE)
_QUOTES = re.compile(r"[\"“]([^\"”]+)[\"”]")
_COUNTED = re.compile(
    r"(?:\band )?(?:\bthe )?\b(?:first|second|third|fourth|fifth|sixth|last)(?: line| point| one)?"
    r"(?: is|,|:)?(?= \S)",
    re.IGNORECASE,
)


def with_lines(said: Said, begins: int) -> Said:
    """Return a command for a new page in which what stands on it, behind its title, is its lines.

    They are in quotes, or each behind its number: "first line: ... second line: ...". Else it is
    all that stands behind a colon.
    """
    begins += said.text[begins : begins + 1] in {'"', "”"}
    quoted = [one.span(1) for one in _QUOTES.finditer(said.text, begins)]
    counted = [*_COUNTED.finditer(said.text, begins)]
    ends = [*(one.start() for one in counted[1:]), len(said.text)]
    pairs = zip(counted, ends, strict=True) if len(counted) > 1 else ()
    lines = quoted or [(one.end(), end) for one, end in pairs]
    colon = _BEGINS.search(said.text)
    if not lines and colon and not _NAMED.search(said.text[: colon.start()]):
        lines = [(colon.end(), len(_COURTESY.sub("", said.text)))]
    if not lines:
        return said
    first, *_ = lines[0]
    kept = [one for one in said.spans if one.end <= first and one.kind != "body"]
    bodies = (Span("body", said.text[a:b].strip(" ,;"), a, b) for a, b in lines)
    return replace(said, spans=(*kept, *bodies))
