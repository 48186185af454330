"""What is ordered in the place of what is shown: "don't bin it, forward it to Omar"."""

import re

from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.replying.saying import spoken
from shared.reasoning.embedded.replying.stances import stances_of
from shared.reasoning.embedded.replying.verdicts import split_verdict
from shared.understanding.cards import AS_SHOWN, TASK_OF, family_of
from shared.understanding.reader import Reader, Reading

_SURELY = 0.85
"""So sure an order has to be by itself: it sets aside what is shown."""
_REFUSES = 0.5
"""How likely a clause has to refuse what is shown to turn it down."""
_AWAY = frozenset({"mail_delete", "mail_archive", "cal_cancel"})
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\s+-+\s+")
_CLAUSE = re.compile(r",\s+|\s+(?:but|so)\s+")
_STATED = re.compile(
    r"(?:(?:because|since|as|and|so|but|oh|ah|no)\s+)*(?:not\b|(?:i|we|he|she|they|it|that|there)\b"
    r"(?!'d| (?:would|want|need|prefer|put|do|make)\b)"
    r"|(?:the|my|our|his|her|their) \w+ \w+s\b"
    r"|(?:(?:the|my|our|his|her|their) )?\w+"
    r"(?:['\u2019]s| (?:is|are|was|were|has|have|does|will|can)(?:n't)?)\b)",
    re.IGNORECASE,
)
"""How it begins what somebody does, or what is so: that is why, and no order."""


def orders_instead(request: ReplyRequest, reader: Reader) -> bool:
    """Whether a reply orders what no change of what is shown comes to, and not that.

    It has to turn down what is shown, but where that can be changed in no way at all.
    """
    task = TASK_OF.get(request.tool, "")
    if not task or split_verdict(spoken(request.text))[0]:
        return False
    turned_down, orders = _apart(request, reader)
    family = family_of(task)
    return bool(turned_down or task in AS_SHOWN) and any(
        read.task in TASK_OF.values() and read.task not in family and read.sure >= _SURELY
        for read in map(reader.read, orders)
        if task in AS_SHOWN or not _throws_away(read)
    )


def _throws_away(read: Reading) -> bool:
    """Whether an order is to do away with what it does not name: "bin that" is what is shown."""
    return read.task in _AWAY and all(one.kind == "which" for one in read.spans)


def _apart(request: ReplyRequest, reader: Reader) -> tuple[bool, list[str]]:
    """Return whether some clause turns down what is shown, and what else may be an order."""
    turned_down, orders = False, list[str]()
    for sentence in _SENTENCE.split(request.text):
        clauses = [one for one in _CLAUSE.split(sentence) if split_verdict(spoken(one))[1]]
        kept = [one for one in clauses if not _refuses(one, request, reader)]
        turned_down = turned_down or len(kept) < len(clauses)
        while kept and _STATED.match(kept[0]):
            kept = kept[1:]
        if kept:
            orders.append(", ".join(kept))
    return turned_down, orders


def _refuses(clause: str, request: ReplyRequest, reader: Reader) -> bool:
    """Whether a clause by itself says to leave what is shown undone."""
    shares = stances_of(request.model_copy(update={"text": clause}), reader)
    return shares["refuse"] >= _REFUSES
