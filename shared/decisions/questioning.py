"""Whether a message asks for something to be told, rather than orders something."""

import re

from shared.words import fold

_WH = r"who|whom|whose|what|which|when|where|why|how"
_OF_WH = r"about|at|by|for|from|in|of|on|since|till?|to|under|until|up to|with"
_LAST = r"^\W*\w+(?: \w+){1,5}(?<!\bknow)(?<!\bme)(?<!\bsay) (?:when|where|how (?:much|many))\W*$"
_ASKS = re.compile(
    rf"^\W*(?:(?:and|so|but|ok|n) )?(?:(?:{_OF_WH}) )?(?:{_WH})\b"
    rf"|^\W*(?:(?:and|so|but|ok|then) )?(?:{_OF_WH}|after|before|besides)"
    rf" (?:that|this|it|them|those|him|her),? (?:{_WH})\b"
    rf"|(?:^\W*|[,.;:!?] *|\b(?:and|so|but|hey|hi|ok|please|remind me|tell me) )(?:{_WH}"
    r"|did|was|were|is|are|has|have|had|do|does|(?:until|by|since|from) when)"
    r"(?:['\u2019]?(?:s|re|d|ll))?\b|\?\s*$"
    rf"|{_LAST}"
    r"|\b(?:who|whose|what|where|when|which(?: (?:one|of \w+))?|how (?:much|many))"
    r" (?:is|are|was|were) (?:it|that|this|they|those|he|she)(?: one)?(?: again)?\W*$"
)
_PLACED = re.compile(r"\bwhere (?:it|that) (?:\w+ )?(?:says|reads)\b")
"""What tells where in a text something stands, and asks nothing."""
_POLITE = re.compile(r"\W*(?:(?:please|hey|hi|ok|so|and),? )*(?:can|could|would|will) (?:you|u)\b")
"""How an order is put that looks like a question."""
_WONDERS = re.compile(
    r"\bi (?:(?:am|was) )?wonder(?:ing|ed)? (?:if|whether) you (?:could|can|might|would)\b"
    r"(?! (?:please |kindly |possibly )?(?:tell|say|remind|let me|show|explain|find|look|check))"
    r"|\b(?:can|could|might|may|shall) we (?:(?:please|perhaps|possibly|not|rather) ){0,2}"
    r"(?:change|swap|switch|move|put|make|rename|replace|update|shift|push|take|add|have it)\b"
)
"""How an order is put that tells before it what it is about."""
_TOLD = re.compile(rf"\b(?:{_WH})\b")


_THINGS = r"e-?mails|mails|messages|invitations|invites|meetings|events|appointments|newsletters"
_WHICH_ONES = re.compile(
    r"\b(?:what|which|how many)(?: of)?"
    r"(?: (?:the|my|our|these|those|other|all|more|new|open|\w+ed|\w+ing|\d+))*?"
    rf" (?:them|these|those|ones|{_THINGS}|(?:e-?)?mail (?=(?:do|did|have) (?:i|we)\b))\b"
)
"""How it is asked which things there are; "which mail" asks for the one that says something."""
_TELL = re.compile(
    rf"^.*\b(?:(?:tell|remind) (?:me|us)|let (?:me|us) know) (?=(?:{_WH})\b)", re.DOTALL
)
"""What leads to what is asked, and tells what of: "Ann wrote about it, could you tell me when"."""
_SENTENCES = re.compile(r"(?<=[.!?]) +")
_LISTS = re.compile(
    r"\b(?:e-?mails?|messages?|inbox|mailbox|threads?|conversations?|newsletters?"
    r"|notifications|notification(?= (?:from|about|on|for)\b)"
    r"|meetings?|events?|calendar|diary|schedule|send|sends|sent|wr[io]tes?|written|mailed|emailed"
    r"|hear|heard|get|(?<!should )(?<!to )(?<!will )received?"
    r"|respon\w+|new|newest|news|latest|unread|repl\w+|answer\w*|forward\w*"
    r"|attach\w*|starred|flagged|a (?:star|flag)|says?|said|tells?|told|asks?|asked)\b"
)
"""What is said of mails and meetings themselves, and hardly of what stands in them."""


def wants_told(text: str) -> bool:
    """Whether a question wants to know something, and not which mails or meetings there are."""
    parts = (_TELL.sub("", fold(one)) for one in _SENTENCES.split(text) if asks(one))
    return any(_TOLD.search(_WHICH_ONES.sub("", one)) and not lists(one) for one in parts)


def asks_last(text: str) -> bool:
    """Whether a few words end in what they ask: "doors open when"."""
    return re.search(_LAST, fold(text)) is not None


def lists(text: str) -> bool:
    """Whether a question asks which mails, messages or meetings there are."""
    return _LISTS.search(fold(text)) is not None


def asks(text: str) -> bool:
    """Whether a message is a question; "could you open it?" is none, "could you say who" is."""
    said = _PLACED.sub("", fold(text))
    ordered = _POLITE.match(said) is not None and _TOLD.search(said) is None
    ordered = ordered or _WONDERS.search(said) is not None
    return _ASKS.search(said) is not None and not ordered
