"""What was done, wanted once more of another: "same for Friday", "the one on Friday as well"."""

import re

_OPENING = r"\W*(?:(?:and|n|ok|okay|now|then|please|pls|do|plus|oh|also)\W+)*"
_SAME = re.compile(
    rf"{_OPENING}(?:the )?(?:very )?same(?: (?:thing|change|edit|move|fix|treatment|deal))?"
    r"(?: again)? (?:for|with|from|about|to|on|in)\b",
    re.IGNORECASE,
)
_TOO = re.compile(
    r"\b(?:as well|also|too|likewise)(?:,? (?:please|pls|thanks|thx))*\W*$", re.IGNORECASE
)


def asked_likewise(text: str) -> bool:
    """Whether the same is plainly wanted of another: "the same for Bo"."""
    return _SAME.match(text) is not None


def wants_too(text: str) -> bool:
    """Whether something is wanted besides what was done: "the one on Friday as well"."""
    return _TOO.search(text) is not None
