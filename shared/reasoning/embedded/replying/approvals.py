"""What is said to a card: yes, no, differently, later, a question about it, or something else."""

import re
from collections.abc import Callable

from shared.decisions.agreement import plainly_agrees
from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.replying.rules import UNCLEAR
from shared.reasoning.embedded.replying.saying import spoken
from shared.reasoning.embedded.replying.terms import telling
from shared.reasoning.embedded.replying.verdicts import (
    asking,
    chooses_asking,
    split_none,
    split_verdict,
    unsure,
)
from shared.reasoning.embedded.replying.waiting import about_waiting
from shared.reasoning.embedded.replying.wishes import (
    after_calling_off,
    asks_else,
    called_off,
    wishes_change,
)
from shared.reasoning.embedded.revising.fields import names_a_column, opens_correction
from shared.reasoning.embedded.revising.values import put_right
from shared.understanding.cards import said_over
from shared.understanding.folding import tidy
from shared.understanding.reader import Reader
from shared.understanding.said import Said

_WAITING = re.compile(
    r"\b(?:wait|hang on|hold (?:on|off|it|that)|not (?:just )?(?:yet|now)|h+m+"
    r"|(?:one|just a|a|give me a|in a) (?:sec(?:ond)?|moment|minute|bit|mo)"
    r"|let me (?:think|check|see|look|read|ask)\b.*"
    r"|(?:need|want|have) to (?:think|check|ask|see|look)\b.*"
    r"|(?:don't|do not) (?:\w+ ){1,3}yet)\b[\s,.!;-]*"
)
_PARTS = re.compile(r"(?<=[^\d\s])[,.;!:]\s+|\s+-\s+")
_SET = re.compile(
    r"(?:so |then )?(?:make|change|set|put|say|write|use|add|remove|drop|lose|cut|leave|take out)\b"
)
_POINTING = re.compile(r"\b(?:it|this|them|those|these|then|you)\b|\bthat\W*$")
"""Words that point at what is shown: whoever uses them talks about it."""
_SHOWN = re.compile(r"(?:that|it|this) is\b")
_YET = re.compile(r"\b(?:yet|now|for the moment|until|till)\b")
_STATED = re.compile(
    r"(?:because |since |as )?(?:i|we|he|she|they|it|that|this|there)\b(?! (?:want|need))"
)
_VALUES = ("time", "newtime", "duration", "place", "value", "label", "channel")
"""Kinds of span that say how something should be, whoever wants it so."""
_FIGURED = re.compile(
    r"(?<![\w.])[$£€-]?\d[\d.,]*%?(?! ?(?:sec|min|hour|h\b|day|week|o'clock|am\b|pm\b))",
    re.IGNORECASE,
)
"""A number that is no time: with a card of a sheet open, one for a cell of it."""
_TOLD_BY = re.compile(
    r"(?:because |since |as )?(?:the )?\w+(?: \w+)?"
    r" (?:says?|said|told|thinks?|thought|wants|wanted|prefers|already)\b"
)
"""How a reason begins that somebody else has given."""


def read_verdict(request: ReplyRequest) -> ReplyReading | None:
    """Read a plain yes (the closed list) or a plain no; None when it says more than that."""
    if plainly_agrees(request.text, request.action):
        return ReplyReading(meaning="accept")
    verdict, rest = split_verdict(spoken(request.text))
    if verdict is False and not rest and "?" not in request.text and not _waits(request.text):
        return ReplyReading(meaning="reject")
    return None


def read_approval(
    request: ReplyRequest, wants: Callable[[str], bool], reader: Reader
) -> ReplyReading:
    """Read a reply to a card. `wants` tells whether a text is a request of its own."""
    said = spoken(request.text)
    settled = about_waiting(request, said, reader) or _by_the_card(request, said, reader)
    if settled:
        return settled
    if _waits(said) and not _wishes(_WAITING.sub(" ", said).strip()):
        return ReplyReading(meaning="hold", confidence=0.9)
    verdict, besides = split_verdict(said)
    elsewhere = verdict is not True and _POINTING.search(said) is None
    asks = asking(said if _SHOWN.match(said) else besides or said, request.text)
    if elsewhere and (asks_else(besides) or (asks and len(telling(said)) > 1 and wants(said))):
        return ReplyReading(meaning="new", confidence=0.85)
    if chooses_asking(said) or (_wishes(said) and not asks):
        return _wish(request)
    if asks:
        return ReplyReading(meaning="aside", confidence=0.85)
    kind, rest = split_none(said)
    if (kind and not telling(rest)) or called_off(said):
        return ReplyReading(meaning="reject", confidence=0.85)
    correcting = opens_correction(said) or bool(put_right(besides))
    stated = correcting or _STATED.match(besides)
    if elsewhere and len(telling(besides)) > 1 and not stated and wants(besides):
        return ReplyReading(meaning="new", confidence=0.85)
    if verdict is False and not correcting:
        return ReplyReading(meaning="reject", confidence=0.85)
    return UNCLEAR if unsure(said) or not telling(said) else _wish(request)


def _wishes(said: str) -> bool:
    """Whether a reply, or what it says after a reason, says how it should be different."""
    parts = _PARTS.split(said)
    return wishes_change(said) or any(_SET.match(one) and wishes_change(one) for one in parts[1:])


def _by_the_card(request: ReplyRequest, said: str, reader: Reader) -> ReplyReading | None:
    """Read a reply that clearly says something of the call shown, or wants something else."""
    over, read = said_over(request, reader) if request.tool else ("", None)
    wished = over == "wish" or (read is not None and _corrects(request, read))
    valued = read is not None and read.has(*_VALUES)
    if _drops(said, request.action) or (_why_not(said) and not valued):
        return ReplyReading(meaning="reject", confidence=0.85)
    if wished and not asking(said, request.text) and not _refuses(said):
        return _wish(request)
    if over == "new" and _POINTING.search(said) is None and not _wishes(said):
        return ReplyReading(meaning="new", confidence=0.9)
    return None


def _corrects(request: ReplyRequest, said: Said) -> bool:
    """Whether a reply names a value that belongs in the place of one that is shown."""
    setting = request.tool.startswith(("contacts_", "sheets_")) and said.has("value")
    figured = request.tool.startswith("sheets_") and _FIGURED.search(request.text) is not None
    told = setting and opens_correction(request.text)
    told = told or names_a_column(request.text, request.arguments)
    return bool(put_right(tidy(request.text))) or told or figured


def _refuses(said: str) -> bool:
    """Whether it is a no, and says nothing of how it should be instead."""
    verdict, rest = split_verdict(said)
    return called_off(said) or (verdict is False and not any(c.isalnum() for c in rest))


def _drops(said: str, action: str) -> bool:
    """Whether it says not to do it, and neither how it should be instead nor only not yet.

    "Keep it, and send it" says to do it.
    """
    rest = after_calling_off(said)
    if rest and plainly_agrees(rest, action):
        return False
    parts = _PARTS.split(said)
    plainly = any(after_calling_off(one) == "" for one in parts[1:])
    if plainly and not any(wishes_change(one) for one in parts if not called_off(one)):
        return True
    if rest is None or _YET.search(said):
        return False
    return not wishes_change(rest) and (not rest or rest[0] in ",.;!-")


def _why_not(said: str) -> bool:
    """Whether it is a no with its reason, which asks for nothing: "no, Bo says it can wait"."""
    verdict, rest = split_verdict(said)
    return verdict is False and _TOLD_BY.match(rest) is not None


def _waits(text: str) -> bool:
    return _WAITING.search(spoken(text)) is not None


def _wish(request: ReplyRequest) -> ReplyReading:
    """Whatever says yes and more, or how it should be: applied, and shown again."""
    return ReplyReading(meaning="text", confidence=0.9) if request.free_text else UNCLEAR
