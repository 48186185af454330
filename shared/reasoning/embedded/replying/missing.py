"""What is said when something was asked for that a command cannot do without."""

from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.replying.refusing import refuses
from shared.reasoning.embedded.replying.rules import UNCLEAR
from shared.reasoning.embedded.replying.saying import spoken
from shared.reasoning.embedded.replying.terms import clock, sort_of, telling
from shared.reasoning.embedded.replying.verdicts import split_none, split_verdict
from shared.understanding.reader import Before, Reader
from shared.understanding.tasks import IN_WORDS

_ELSEWHERE = 0.9
"""So sure it has to be, read by itself, that something else is wanted."""
_WORDED = frozenset({"body", "topic", "value"})
"""What is told in free words, which may read like a request of their own ("call me tomorrow")."""


def read_missing(request: ReplyRequest, reader: Reader) -> ReplyReading:
    """Read a reply: almost anything answers, but a refusal and a clearly different request."""
    said = spoken(request.text)
    if not any(letter.isalnum() for letter in said):
        return UNCLEAR
    kind, instead = split_none(said)
    if request.options and kind and any(clock(t) or sort_of(t) for t in telling(instead)):
        return ReplyReading(meaning="text", confidence=0.85)
    verdict, rest = split_verdict(said)
    if refuses(said) or (verdict is False and not rest):
        return ReplyReading(meaning="none", confidence=0.95)
    if _elsewhere(request, reader):
        return ReplyReading(meaning="new", confidence=0.85)
    return ReplyReading(meaning="text", confidence=0.85)


def _elsewhere(request: ReplyRequest, reader: Reader) -> bool:
    wanted = reader.read(request.command).task
    alone = reader.read(request.text)
    after = reader.read(request.text, Before(request.command, "question"))
    if wanted in {alone.task, after.task} or alone.task not in IN_WORDS or not alone.spans:
        return False
    least = _ELSEWHERE if request.lacks not in _WORDED else (1 + _ELSEWHERE) / 2
    return alone.sure >= least and after.sure >= least
