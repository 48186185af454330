"""About how many tokens a text is, for budgets: no server tells before it is asked."""

import re

_PIECE = re.compile(r"[^\r\n\w]?[^\W\d_]+|\d{1,3}| ?[^\s\w]+[\r\n]*|_+|\s+")
"""As the tokenizers of most models cut text before they look pieces up."""
_LONG = 12
"""Letters of a word that is most likely one token."""


def tokens_in(text: str) -> int:
    """Return about how many tokens a text is to a model."""
    return sum(1 + (len(piece[0]) - 1) // _LONG for piece in _PIECE.finditer(text))
