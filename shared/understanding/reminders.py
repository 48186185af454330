"""Wishes to be reminded, in the plain words that reminders are made and moved by."""

import re
from collections.abc import Sequence

from shared.english import asked_at, find_rule, find_timing
from shared.models.reasoning import IntentRequest, PlanRequest
from shared.understanding.calendar_times import read
from shared.understanding.marking import Span
from shared.understanding.reader import Before, Reader
from shared.understanding.said import TAKEN_BACK, Said, before_in, follow, said_in
from shared.understanding.work import Work

_SURE = 0.7
_OPEN = re.compile(r"\s+(?:at|on|by)$", re.IGNORECASE)
_MAY_MOVE = frozenset({"cal_update", "remind", "other"})
"""What a message that only says another time is read as."""
_TIMES = frozenset({"time", "newtime", "repeat"})


def reminder_in(text: str, request: IntentRequest, reader: Reader) -> str:
    """Return "remind me ...", or "move the reminder ...", for what asks for that; else ""."""
    said = follow(text, request.context, reader)
    if said.task == "remind" and said.sure >= _SURE:
        what = said.joined("body") or _about(said)
        return " ".join(f"remind me {_when(said.spans, request)} {what}".split())
    before = before_in(request.context)
    if before is None or before.answered != "done" or said.task not in _MAY_MOVE:
        return ""
    return _moved(text, before, request, reader)


def _moved(text: str, before: Before, request: IntentRequest, reader: Reader) -> str:
    """Return how the reminder that was just set is moved where a message only says when."""
    earlier = said_in(reader.read(before.text))
    if earlier.task != "remind" or earlier.sure < _SURE or not TAKEN_BACK.search(text):
        return ""
    spans = reader.read_as("cal_update", text, before).spans
    when = _when(spans, request) if spans else _dated(text, _plan(request))
    if not when or any(one.kind not in _TIMES for one in spans):
        return ""
    what = re.sub(r"^(?:to|about) ", "", earlier.joined("body") or _about(earlier))
    return f"move the reminder {what} to {when}"


def _when(spans: Sequence[Span], request: IntentRequest) -> str:
    """Return the words for when, as whoever sets the reminder reads them."""
    often = [_OPEN.sub("", one.text) for one in spans if one.kind == "repeat"]
    times = [one.text for one in spans if one.kind in {"time", "newtime"}]
    words = " ".join((*often, *map(_at, times)))
    plan = _plan(request)
    now = asked_at(plan)
    if often or not words or find_rule(words, now) or find_timing(words, now, once=True):
        return words
    return _dated(" ".join(times), plan) or words


def _plan(request: IntentRequest) -> PlanRequest:
    return PlanRequest(
        agent="calendar",
        command=request.text,
        today=request.today,
        tools=(),
        profile=request.profile,
        now=request.now,
    )


def _dated(words: str, plan: PlanRequest) -> str:
    """Return the date and time that words say; "" where that is no single day."""
    when = read(Work(Said("cal_update", 1, words, ()), plan), words)
    at = f"at {when.at:%H:%M}" if when.at and when.exact else ""
    if when.first is None or not when.one_day:
        return ""
    if not when.day_named or when.first == asked_at(plan).date():
        return at
    return f"on {when.first.day} {when.first:%B %Y} {at}".strip()


def _about(said: Said) -> str:
    topic = " ".join(said.all("topic", "person", "which"))
    return f"about {topic}" if topic else ""


def _at(time: str) -> str:
    """Return a time with the preposition that tells it from an amount ("at 9")."""
    return f"at {time}" if time[:1].isdigit() else time
