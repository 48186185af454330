"""How a message follows the one before it: what it tells of whether that was met."""

import re

from shared.models.routed import Follows

_CORRECTS = re.compile(
    r"\A\W*(?:(?:no|nope|nah|wrong|incorrect|undo)\b(?! (?:problem|worries|rush|need))"
    r"|not (?:that|this|what|the|him|her|them)\b|(?:actually|sorry)\W+(?:no|i meant|not)\b"
    r"|(?:(?:but|hm+|oh|well|sorry),? )*(?:i (?:meant|said|asked|wanted)\b"
    r"|(?:that|this|it)(?:'s| is|s| was| isn't| wasn't)? (?:not|wrong|n't|incorrect|isn't|wasn't"
    r"|the wrong)\b|(?:that|this) (?:isn't|wasn't|didn't|doesn't|did not|does not)\b"
    r"|you (?:misunderstood|got (?:that|it|me) wrong)\b))",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_ASIDE = frozenset(
    re.split(" ", "a an the please again me my i you can could would to of for and from in on at")
)
_ALIKE = 0.6
"""Share of their words, from which two wishes count as the same one said again."""


def follows(before: str, text: str) -> Follows:
    """Return what a message says of the one answered before it, in the same conversation."""
    if _CORRECTS.match(text):
        return "corrects"
    one, other = _words(before), _words(text)
    shared = len(one & other)
    return "repeats" if shared and shared >= _ALIKE * len(one | other) else ""


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _ASIDE
