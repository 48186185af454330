"""What counts as plain agreement: a closed list of words, and nothing besides."""

import re

_YES = r"(?:yes|yeah|yep|ok|okay|sure|go ahead|do it|looks good|create it|make it)"
_COURTESY = r"(?:please|thanks|thank you)"
_AGREES = re.compile(rf"(?:{_COURTESY}\W+)*{_YES}(?:\W+(?:{_YES}|{_COURTESY}))*\W*", re.IGNORECASE)


def plainly_agrees(text: str) -> bool:
    """Tell whether the whole of a reply agrees to what was shown, without any other word."""
    return _AGREES.fullmatch(text.strip()) is not None
