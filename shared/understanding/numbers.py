"""Small numbers as people write them: "5", "five", "a couple"; and what is asked of many."""

import re

from shared.english.spelled import CARDINALS

_WORDS = CARDINALS | {
    "a": 1,
    "an": 1,
    **dict.fromkeys(("couple", "a couple"), 2),
    **dict.fromkeys(("few", "a few"), 3),
    "half a dozen": 6,
    **dict.fromkeys(("dozen", "a dozen"), 12),
    "twenty": 20,
}
_NUMBER = re.compile(rf"\d{{1,4}}|\b(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})\b")


def number_in(text: str) -> int | None:
    """Return the first number in a text; None for none."""
    found = _NUMBER.search(text.casefold())
    if found is None:
        return None
    return int(found[0]) if found[0].isdigit() else _WORDS[found[0]]
