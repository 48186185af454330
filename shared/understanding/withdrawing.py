"""What of a message still stands after its writer took back what it began with."""

import re
from collections.abc import Set as AbstractSet

from shared.understanding.folding import fold, word_set
from shared.understanding.reader import Reader
from shared.understanding.tasks import SERVICES, service_of
from shared.words import stem, stems, telling

_TAKES_BACK = re.compile(
    r"(?<!\w)(?:(?:scrap|scratch|forget|drop|ignore|strike|don['\u2019]?t do)"
    r" (?:it|that|this|them|all that|all of (?:it|that))|never ?mind(?: that| it)?)(?!\w)",
    re.IGNORECASE,
)
_UNDOES = re.compile(
    r"(?<!\w)(?:do not|don['\u2019]?t) (?:send|post|write|mail|book|add|invite|tell|move|cancel)"
    r"(?: (?:it|that|this|them|him|her))?(?= *(?:[,.;!?\u2026-]|$|i\b|i['\u2019]?ll\b))",
    re.IGNORECASE,
)
"""How it is forbidden what was ordered, which behind the order alone may say how it is done."""
_TAKES_OUT = re.compile(
    r"(?<![\s,;.\u2026-])(?:[\s,;.\u2026-]{1,8}(?:no|nope|nah|wait|actually|h{1,4}m{1,4}|oh|uh|um"
    r"|sorry|hang on|hold on|on second thoughts?)){1,4}"
    r"[\s,;.\u2026-]{1,8}(?P<wish>(?:scrap|scratch|forget|drop|skip"
    r"|strike|lose|ditch|leave out|take out)(?: about)?(?: (?:the|that|those|my|any))?"
    r" (?P<what>\w+))(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
"""How something that was said is named and taken out of it again."""
_STOPS = word_set("no nope nah wait stop on thoughts actually")
"""What plainly leads up to that."""
OWN_PLAN = re.compile(
    r"\W*(?:i(?:['\u2019]?ll| will| shall| (?:need|want|have) to)\b|let me\b)"
    r"|\W*i(?:['\u2019]?d| would)(?: much)? (?:like|love|prefer|rather)\b.*\bfirst\W*$"
    r"|\W*first,? i\b|\W*i (?:\w+ ){1,6}first\W*$",
    re.IGNORECASE,
)
"""How it is said what the person does without us."""
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
    back = [(one, _LEADS) for one in _TAKES_BACK.finditer(text)]
    back += [(one, _STOPS) for one in _UNDOES.finditer(text)]
    for found, leads in sorted(back, key=lambda one: -one[0].start())[:_LATEST]:
        before, after = text[: found.start()], text[found.end() :]
        if not _said_instead(before, leads):
            continue
        rest = after.strip(" \t\n,.;:!?\u2026-")
        if OWN_PLAN.match(rest):
            return ""
        reading = reader.read(rest) if rest else None
        if (
            reading is None
            or _CLAUSE.match(rest)
            or (service_of(reading.task) in SERVICES and reading.sure >= _CLEAR)
        ):
            return rest
    return text


def second_thought(text: str) -> tuple[str, str]:
    """Return what a message orders first, and what its writer takes out of it again, if anything.

    "Mail Bo that lunch is on us and there is cake, no scrap the cake" says what goes: a word of it.
    """
    for found in reversed(list(_TAKES_OUT.finditer(text))):
        before, rest = text[: found.start()].rstrip(" ,;.-"), found["rest"].strip(" ,;.")
        if stem(fold(found["what"])) in stems(before):
            anew = _CLAUSE.match(rest) and telling(rest) & telling(before)
            return before, f"{found['wish']}{', say ' if anew else ' '}{rest}".strip()
    return text, ""


def _said_instead(before: str, leads: AbstractSet[str]) -> bool:
    """Whether words order something, and then begin to say something else."""
    ordered = before.rstrip(" \t\n,;:-")
    last = fold((ordered.split() or [""])[-1])
    led = last.rpartition(".")[2] in leads  # "archive it...no"
    stopped = leads is _LEADS and last[-1:] in {".", "!", "?", "\u2026"}
    return len(ordered.split()) > 1 and (led or stopped)
