"""What a person says behind words that are to be sent, of how they go out: none of those words.

"Keep it as a draft." and "Mr Lee in copy, please." change what is done; "no more than that." says
only where the words end.
"""

import re

from shared.english.spelled import CARDINALS
from shared.understanding.copied import only_copies
from shared.understanding.drafts import KEEPING

_BREAK = re.compile(r"(?<=[.!?;])\s+(?=\S)")
_CIVIL = (
    r"(?:[\s,.!]*\b(?:please|pls|thanks|thank you|thx|for now|for today|from me|and)\b)*[\s.!]*"
)
_ENOUGH = re.compile(
    r"(?:(?:ok(?:ay)?|right|so|and|please|just)\b[\s,]*)*"
    r"(?:that(?:['\u2019]?s| is| will be|['\u2019]ll be)"
    r" (?:all|it|everything|the (?:whole )?(?:message|e?-?mail|text|note|letter))"
    r"|end of (?:the )?(?:message|e?-?mail|text|note|letter|dictation)"
    r"|(?:leave|keep) it (?:at that|to that|short|brief)"
    r"|(?:use )?(?:exactly|just) (?:these|those) words"
    r"|(?P<more>(?:no|nothing|not a word) (?:more|else|further)(?: than (?:that|this))?))"
    rf"{_CIVIL}",
    re.IGNORECASE,
)
"""How it is said that nothing is to be added; of a figure, `more` may be said as well."""
_OBLIGED = re.compile(
    r"(?:i(?:['\u2019]d| would| should|['\u2019]ll) be|(?:very |so )?much) (?:\w+ ){0,2}"
    r"(?:grateful|obliged|thankful|appreciated|indebted)(?: (?:to you|if you (?:would|could)))?"
    r"[\s.!]*|(?:thank you|thanks)(?: (?:so|ever so|very) much| kindly)?[\s.!]*",
    re.IGNORECASE,
)
"""How one is thanked for what one is asked to do, where that is asked in words of one's own."""
_DICTATED = re.compile(r"[:\"\u201c]\s")
_FIGURE = re.compile(rf"\d|\b(?:{'|'.join(CARDINALS)})\b", re.IGNORECASE)
_KEEPING = re.compile(rf"(?:{KEEPING})(?:,\s*(?:{KEEPING}))*{_CIVIL}", re.IGNORECASE)


def without_closing(text: str) -> str:
    """Return a message without sentences at its end that only say where its words end."""
    *rest, last = _BREAK.split(text.rstrip())
    if rest and _OBLIGED.fullmatch(last) and not _DICTATED.search(text):
        return text[: len(text.rstrip()) - len(last)].rstrip()
    found = _ENOUGH.fullmatch(last) if rest and "\n" not in text and '"' not in last else None
    if found is None:
        return text
    left = text[: len(text.rstrip()) - len(last)].rstrip(" ;")
    return text if found["more"] and _FIGURE.search(left) else without_closing(left)


def only_how(text: str) -> bool:
    """Whether a text says nothing but how something goes out: as a draft, with whom in copy."""
    return all(_KEEPING.fullmatch(one) or only_copies(one) for one in _BREAK.split(text.strip()))
