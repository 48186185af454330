"""What of a message still stands after its writer took back what it began with."""

import re

from shared.understanding.folding import fold, word_set
from shared.understanding.reader import Reader
from shared.understanding.tasks import SERVICES, service_of

_TAKES_BACK = re.compile(
    r"(?<!\w)(?:(?:scrap|scratch|forget|drop|ignore|strike|don['\u2019]?t do)"
    r" (?:it|that|this|them|all that|all of (?:it|that))|never ?mind(?: that| it)?)(?!\w)",
    re.IGNORECASE,
)
_LEADS = word_set(
    "no nope nah oh ah eh hm hmm wait sorry actually stop on thoughts but please just well"
)
"""The last words of what leads up to it: "no wait", "hang on", "on second thoughts"."""
_CLAUSE = re.compile(
    r"(?:i|we|he|she|it|they|let|leave|keep|nothing|never)(?:['\u2019]\w+)?\b", re.IGNORECASE
)
"""How what follows begins that puts no part right, whatever it asks for."""
_CLEAR, _LATEST = 0.8, 3
"""How sure a request has to be; so many of the last takings back are looked at."""


def standing(text: str, reader: Reader) -> str:
    """Return what a message asks for after it took back what it began with; "" for nothing.

    Of "archive it... no, scrap that" nothing is left. All stands where nothing comes before that,
    or where what follows is no request of its own but puts a part right: "if he signs by Friday, no
    scratch that, by Monday".
    """
    for found in list(_TAKES_BACK.finditer(text))[: -_LATEST - 1 : -1]:
        before, after = text[: found.start()], text[found.end() :]
        if not _said_instead(before):
            continue
        rest = after.strip(" \t\n,.;:!?\u2026-")
        reading = reader.read(rest) if rest else None
        if (
            reading is None
            or _CLAUSE.match(rest)
            or (service_of(reading.task) in SERVICES and reading.sure >= _CLEAR)
        ):
            return rest
    return text


def _said_instead(before: str) -> bool:
    """Whether words order something, and then begin to say something else."""
    ordered = before.rstrip(" \t\n,;:-")
    last = fold((ordered.split() or [""])[-1])
    leads = last.rpartition(".")[2] in _LEADS  # "archive it...no"
    return len(ordered.split()) > 1 and (leads or last[-1:] in {".", "!", "?", "\u2026"})
