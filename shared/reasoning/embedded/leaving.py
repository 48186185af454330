"""Messages that say that nothing is to be done: "leave it as it is", "no action at this stage"."""

import re

from shared.decisions.questioning import asks, wants_told
from shared.queries.cues import topics
from shared.queries.reading import plain as as_asked
from shared.reasoning.embedded.planning.command import AGENT_OF
from shared.understanding.folding import words
from shared.understanding.reader import Reader
from shared.understanding.tasks import CHANGING
from shared.understanding.withdrawing import OWN_PLAN

_CLAUSES = re.compile(r"(?<=[,.;:!?])\s+")
_LEAVES = re.compile(
    r"(?:.*\bthat is (?:all|it|enough) )?(?:(?:please|do|just|and|but|so|then|well|no|ok|okay|right"
    r"|fine|actually|oh|ah|sorry|hm+|never ?mind|hang on|hold on|wait) )*"
    r"(?:(?:leave|keep|let|forget|scrap|scratch|drop|ignore|strike|do not|never ?mind|nvm|no)\b"
    r"|(?:\w+ ){1,6}?(?:stays?|remains?|not needed|does not matter)\b|nothing\b)"
)
"""How a clause begins that says that nothing is to be done, and is no words for somebody."""
_MORE = re.compile(r"\W*(?:and|but|then|just)\b")
_ALL = re.compile(r"\b(?:anything(?! else)|any of)\b")
"""What is left, where all is that was, or may be taken for, an order."""
_LIKELY = 0.5


def without_left(text: str, reader: Reader) -> str:
    """Return what is asked beside that nothing is to be done; "" for nothing besides.

    What orders something besides stays in its own words, and so does any other message.
    """
    leaves, besides, everything = topics()["dropped"].search, list[str](), False
    clauses = [one for one in _CLAUSES.split(text) if words(one)]
    for one in clauses:
        plain = as_asked(one, ())
        left = leaves(plain) if _LEAVES.match(plain) else None
        rest = plain[left.end() :] if left else one
        everything = everything or (left is not None and _ALL.search(left[0]) is not None)
        besides += [rest] if left is None or _MORE.match(rest) else []
    if besides == clauses:
        return text
    besides = [one for one in besides if not everything or asks(one)]
    asked = [reader.read(one) for one in besides if not OWN_PLAN.match(one)]
    tasks = {one.task for one in asked if one.sure >= _LIKELY and one.task in AGENT_OF}
    if tasks & CHANGING:
        return text
    return " ".join(besides) if tasks or any(map(wants_told, besides)) else ""
