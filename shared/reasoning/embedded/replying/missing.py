"""What is said when something was asked for that a command cannot do without."""

import re

from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.planning.which import TASK
from shared.reasoning.embedded.replying.rules import UNCLEAR
from shared.reasoning.embedded.replying.saying import spoken
from shared.reasoning.embedded.replying.stances import calls_off
from shared.reasoning.embedded.replying.terms import clock, sort_of, telling
from shared.reasoning.embedded.replying.verdicts import asking, split_none, split_verdict
from shared.understanding.marking import TIMES, Span
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.said import takes_up
from shared.understanding.tasks import IN_WORDS

_ELSEWHERE = 0.9
"""So sure it has to be, read by itself, that something else is wanted."""
_WORDED = frozenset({"body", "topic", "value"})
"""What is told in free words, which may read like a request of their own ("call me tomorrow")."""
_SENTENCE = re.compile(r"(?<=[.!])\s+")
_SAID = frozenset({"body", "text", "topic"})
_ASKED, _ASKS = 0.5, 0.8
"""How sure a task is to be chosen by its verb, and how plainly something else is asked: a question
tells nothing unless it is to be said to somebody."""
_TIMED = frozenset({"cal_create", "cal_update"})
"""What an answer that says when reads like by itself: "Friday at nine, and put it in Room Tyne"."""
_WHOLE = frozenset({"topic", "which"})
"""Kinds of span by which such an order names what it is about itself."""


def read_missing(request: ReplyRequest, reader: Reader) -> ReplyReading:
    """Read a reply: almost anything answers, but a refusal and a clearly different request."""
    said = spoken(request.text)
    if not any(letter.isalnum() for letter in said):
        return UNCLEAR
    kind, instead = split_none(said)
    if request.options and kind and any(clock(t) or sort_of(t) for t in telling(instead)):
        return ReplyReading(meaning="text", confidence=0.85)
    verdict, rest = split_verdict(said)
    no = verdict is False and (not rest or calls_off(request.text, request.command, reader))
    if no or (kind and not telling(instead)):
        return ReplyReading(meaning="none", confidence=0.95)
    after = reader.read(request.text, Before(request.command, "question"))
    if request.lacks == TASK:
        off = calls_off(request.text, request.command, reader)
        plain = UNCLEAR if verdict and not rest else _of_tasks(request, after)
        return ReplyReading(meaning="none", confidence=0.85) if off else plain
    if _elsewhere(request, after, reader):
        return ReplyReading(meaning="new", confidence=0.85)
    free = request.lacks in _WORDED or any(_tells(one, request.lacks) for one in after.spans)
    off = calls_off(request.text, request.command, reader)
    if off and (not free or _refused_first(request.text)):
        return ReplyReading(meaning="none", confidence=0.85)
    return ReplyReading(meaning="text", confidence=0.85)


def _refused_first(text: str) -> bool:
    """Whether a sentence that only refuses stands before others: "Scrap that. I found it."."""
    first, *more = _SENTENCE.split(spoken(text))
    verdict, rest = split_verdict(first)
    kind, instead = split_none(first)
    return bool(more) and ((verdict is False and not rest) or bool(kind and not telling(instead)))


def _of_tasks(request: ReplyRequest, after: Reading) -> ReplyReading:
    """Read the choice of a task by its verb alone: "send it"; all else is for itself."""
    meant = next((one.id for one in request.options if one.value == after.task), None)
    alone = after.sure >= _ASKED and all(takes_up(one) for one in after.spans)
    if meant is None or not alone:
        return ReplyReading(meaning="new", confidence=0.85)
    return ReplyReading(meaning="option", option=meant, confidence=0.85)


def _tells(span: Span, lacks: str) -> bool:
    """Whether a span of an answer tells what was asked for."""
    return (span.kind == lacks or {span.kind, lacks} <= TIMES) and not takes_up(span)


def _elsewhere(request: ReplyRequest, after: Reading, reader: Reader) -> bool:
    told = any(_tells(one, request.lacks) for one in after.spans)
    asked = request.lacks not in _SAID and asking(spoken(request.text), request.text)
    if asked and not told and reader.revisions.sentences([request.text])[0]["ask"] >= _ASKS:
        return True
    wanted, alone = reader.read(request.command).task, reader.read(request.text)
    if wanted in {alone.task, after.task} or alone.task not in IN_WORDS or not alone.spans:
        return False
    if request.lacks in TIMES and _says_when(alone):
        return False
    least = _ELSEWHERE if request.lacks not in _WORDED else (1 + _ELSEWHERE) / 2
    return alone.sure >= least and after.sure >= least


def _says_when(alone: Reading) -> bool:
    """Whether what reads like an order says when something is to be, and not what that is."""
    kinds = {one.kind for one in alone.spans if not takes_up(one)}
    return alone.task in _TIMED and bool(kinds & TIMES) and not kinds & _WHOLE
