"""Whether a message asks for something to be told, rather than orders something."""

import re

from shared.words import fold

_WH = r"who|whom|whose|what|which|when|where|why|how"
_ASKS = re.compile(
    rf"(?:^\W*|[,.;:!?] *|\b(?:and|so|but|hey|hi|ok|please|remind me|tell me) )(?:{_WH}"
    r"|did|was|were|is|are|has|have|had|do|does|(?:until|by|since|from) when)"
    r"(?:['\u2019]?(?:s|re|d|ll))?\b|\?\s*$"
)
_POLITE = re.compile(r"\W*(?:(?:please|hey|hi|ok|so|and),? )*(?:can|could|would|will) (?:you|u)\b")
"""How an order is put that looks like a question."""
_TOLD = re.compile(rf"\b(?:{_WH})\b")


def asks(text: str) -> bool:
    """Whether a message is a question; "could you open it?" is none, "could you say who" is."""
    said = fold(text)
    ordered = _POLITE.match(said) is not None and _TOLD.search(said) is None
    return _ASKS.search(said) is not None and not ordered
