"""When agents run by themselves: which do, on which day, when next, and what came of it."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from shared.agents import schedules
from shared.decisions.links import without_links
from shared.decisions.recurring import coming, told
from shared.decisions.run_results import failures
from shared.english.spelled import WEEKDAYS
from shared.errors import QueryHandlerError
from shared.models.agent import Agent
from shared.models.schedule import ResultState, RunResult, Schedule, ScheduledRun
from shared.queries import standing
from shared.queries.cues import says
from shared.queries.handler import Asked, InOnePiece
from shared.queries.phrases import and_more, one_line
from shared.services import Services
from shared.tools.wording import count
from shared.words import either

SHOWN = 10
_LOOKED_AT = 50
"""Runs whose results are read, at most, to find those that went wrong."""
_DAY = rf"(?:{'|'.join(WEEKDAYS)})s?"
_WHEN = rf"(?:on {_DAY}|{_DAY}|today|tonight|tomorrow|this week|next week)"
_WHAT = r"(?:what|which (?:of my |of our )?(?:agents|ones|schedules)|anything|which)"
_LISTS = re.compile(
    r"\b(?:list|show|which|what|any|do i have|are there|have i|see|view|tell me)\b"
    r".*\bschedul\w*"
    r"|^(?:all )?(?:my |our )?schedul\w*(?: (?:agents|runs|tasks|jobs))?$"
    r"|\bis X schedul\w*"
)
_COMING = re.compile(
    rf"\b{_WHAT} (?:will |is going to |is |are )?(?:be )?(?:runs?|running|scheduled|planned|due)\b"
    rf".*\b{_WHEN}\b"
)
_NEXT = re.compile(
    r"\bwhen (?:does|will|is|do|are) (?:X|it|they|my \w+) (?:\w+ )?(?:runs?|running|due|start)\b"
    r"|\b(?:next|coming) (?:schedul\w* )?runs?\b|\bruns? next\b(?! week)"
    r"|\bwhen (?:is|does) X\b.*\bnext\b"
)
_RAN = re.compile(
    r"\b(?:what|anything) (?:has |have )?(?:ran|run) (?:by itself |automatically )?"
    r"(?:today|tonight|yesterday|overnight|last night|this week)\b"
    r"|\bschedul\w*\b.*\b(?:ran|failed|fail|missed|skipped|went wrong)\b"
    r"|\b(?:ran|failed|fail|missed|skipped|went wrong)\b.*\bschedul\w*"
)
_WENT = re.compile(
    r"\bhow (?:did|do|have|are|is|was|were)\b.*\bschedul\w*"
    r".*\b(?:go|gone|going|do|done|doing|work|worked|working|end|ended)\b"
    r"|\b(?:did|do|have)\b.*\bschedul\w*.*\b(?:succeed(?:ed)?|work(?:ed)?|well)\b"
    r"|\bwhat (?:happened|became|came|has happened)\b.*\bschedul\w*"
)
_FAILED = re.compile(r"^did (?:anything|something) (?:\w+ )?(?:fail|go wrong)\b")
_TROUBLE = re.compile(r"\b(?:fail\w*|wrong|missed|skipped|problems?)\b")
_ABOUT = re.compile(r"\bschedul(?:es|ed)\b", re.IGNORECASE)
"""Of the text as it was written: "my schedule" is a person's calendar."""
_STATES: dict[ResultState, str] = {
    "running": "is still at work",
    "waiting": "is waiting for you",
    "succeeded": "did what it was asked",
    "failed": "failed",
    "stopped": "stopped",
    "skipped": "skipped",
    "missed": "missed",
    "unknown": "started",
}
_WAITS = {"approval": "is waiting for your approval", "answer": "is waiting for your answer"}
_WRONG = frozenset({"failed", "stopped", "skipped", "missed"})


class ScheduleQuestions(InOnePiece):
    """Says what is scheduled, what comes next, and what ran, in the person's own time zone."""

    id = "schedules"
    priority = 105

    def can_handle(self, asked: Asked) -> bool:
        """Take questions about schedules and about what ran without being asked to."""
        said = asked.plain
        if says(said, "how to", "what if"):
            return False
        if standing.about_leave(said):
            return True
        if (_LISTS.search(said) or _WENT.search(said)) and _ABOUT.search(asked.text):
            return True
        return any(cue.search(said) for cue in (_COMING, _NEXT, _RAN, _FAILED))

    async def text(self, asked: Asked, services: Services) -> str:
        """Answer; where there is no schedule and none was asked for, leave it to the next."""
        said, now = asked.plain, services.clock.now()
        own = await schedules.mine(services, asked.principal)
        found = tuple(one for one in own if one.kind == "agent")
        agents = asked.meant("its")
        if agents:
            found = tuple(one for one in found if one.agent in {agent.id for agent in agents})
        if standing.about_leave(said):
            named = [(_name(asked, one), one) for one in found]
            return await standing.answered(services, asked.principal, said, named)
        if not found:
            about = _ABOUT.search(asked.text) and not _COMING.search(said)
            if not about and not (agents and _NEXT.search(said)):
                raise QueryHandlerError("There is no schedule.")
            return _none(agents)
        local = now.astimezone(await schedules.zone_of(services, asked.principal))
        if any(cue.search(said) for cue in (_RAN, _WENT, _FAILED)):
            return await _ran(asked, found, local, services)
        if _NEXT.search(said):
            return "\n".join(_next(asked, one, local) for one in found[:SHOWN])
        if _COMING.search(said):
            return _coming(asked, found, local)
        return await _list(asked, found, local, services)


def _none(agents: Sequence[Agent]) -> str:
    if agents:
        names = either([f"**{agent.name}**" for agent in agents], "or")
        return f"You have no schedule for {names}."
    return "You have no schedules: your agents run when you ask for it."


async def _list(
    asked: Asked, found: Sequence[Schedule], local: datetime, services: Services
) -> str:
    shown = found[:SHOWN]
    went = await asyncio.gather(*(schedules.latest(services, one) for one in shown))
    lines = [
        f"- **{_name(asked, one)}**: {told(one.recurrence)}, {_state(one, local)}{_trouble(latest)}"
        f' ("{one_line(one.request)}")'
        for one, latest in zip(shown, went, strict=True)
    ]
    return "\n".join(
        [f"You have {count(len(found), 'schedule')}:", *lines, *and_more(len(found) - SHOWN)]
    )


def _trouble(latest: Sequence[RunResult]) -> str:
    """Return what is to be added of a schedule that does not work at the moment."""
    failed = failures(latest)
    if failed == 0:
        waits = next((one.waits_for for one in latest[:1] if one.waits_for), None)
        return f"; its last run {_WAITS[waits]}" if waits else ""
    return "; its last run failed" if failed == 1 else f"; its last {failed} runs failed"


def _next(asked: Asked, schedule: Schedule, local: datetime) -> str:
    return (
        f"**{_name(asked, schedule)}** runs {told(schedule.recurrence)}: {_state(schedule, local)}."
    )


def _state(schedule: Schedule, local: datetime) -> str:
    if schedule.paused:
        return "paused"
    if schedule.next_at is None:
        return "over"
    return f"next {_moment(schedule.next_at, local)}"


def _coming(asked: Asked, found: Sequence[Schedule], local: datetime) -> str:
    words, start, end = _window(asked.plain, local)
    times = sorted(
        (at, place, one)
        for place, one in enumerate(found)
        if not one.paused
        for at in _between(one, max(start, local), end)
    )
    if not times:
        return f"None of your schedules runs {words}."
    lines = [f"- {_moment(at, local)}: **{_name(asked, one)}**" for at, _, one in times[:SHOWN]]
    return "\n".join([f"This runs {words}:", *lines, *and_more(len(times) - SHOWN)])


def _between(schedule: Schedule, start: datetime, end: datetime) -> Iterator[datetime]:
    times = coming(schedule.recurrence, start - timedelta(microseconds=1))
    return takewhile(lambda at: at < end, times)


def _window(said: str, local: datetime) -> tuple[str, datetime, datetime]:
    """Return the time a question is about, in words and as its ends; without one, a week."""
    day = local.date()
    named = re.search(_DAY, said)
    if named is not None:
        ahead = (WEEKDAYS.index(named[0].removesuffix("s")) - day.weekday()) % 7
        words, first, days = f"on {named[0].removesuffix('s').capitalize()}", ahead, 1
    elif "tomorrow" in said:
        words, first, days = "tomorrow", 1, 1
    elif re.search(r"\b(?:today|tonight)\b", said):
        words, first, days = "today", 0, 1
    elif "next week" in said:
        words, first, days = "next week", 7 - day.weekday(), 7
    else:
        words, first, days = "in the next 7 days", 0, 7
    return words, _midnight(local, first), _midnight(local, first + days)


def _midnight(local: datetime, days: int) -> datetime:
    return datetime.combine(local.date() + timedelta(days=days), time(), local.tzinfo)


async def _ran(asked: Asked, found: Sequence[Schedule], local: datetime, services: Services) -> str:
    words, since, until = _past(asked.plain, local)
    trouble = bool(_TROUBLE.search(asked.plain))
    runs = sorted(
        (
            (run.planned, place, one, run)
            for place, one in enumerate(found)
            for run in one.runs
            if since <= run.at < until
        ),
        key=lambda row: row[:2],
        reverse=True,
    )
    looked_at = runs[: _LOOKED_AT if trouble else SHOWN]
    went = await asyncio.gather(
        *(schedules.results(services, one, (run,)) for _, _, one, run in looked_at)
    )
    rows = [
        (one, run, result)
        for (_, _, one, run), (result,) in zip(looked_at, went, strict=True)
        if not trouble or result.state in _WRONG
    ]
    if not rows:
        what = "failed or was missed" if trouble else "ran"
        return f"None of your schedules {what} {words}, as far as is recorded."
    lines = [_line(asked, *row, local) for row in rows[:SHOWN]]
    heading = "These did not work out" if trouble else "Your schedules"
    left = (len(rows) if trouble else len(runs)) - SHOWN
    return "\n".join([f"{heading} {words}:", *lines, *and_more(left)])


def _line(
    asked: Asked, schedule: Schedule, run: ScheduledRun, result: RunResult, local: datetime
) -> str:
    why = f": {one_line(without_links(result.why))}" if result.why else ""
    went = _WAITS.get(result.waits_for) or _STATES[result.state]
    return f"- {_moment(run.planned, local)}: **{_name(asked, schedule)}** {went}{why}"


def _past(said: str, local: datetime) -> tuple[str, datetime, datetime]:
    """Return the time a question about what was is limited to; without one, the last 7 days."""
    end = local.astimezone(UTC) + timedelta(seconds=1)
    if re.search(r"\b(?:tonight|overnight|last night)\b", said):
        evening = datetime.combine(local.date() - timedelta(days=1), time(18), local.tzinfo)
        return "since yesterday evening", evening, end
    if "today" in said:
        return "today", _midnight(local, 0), end
    if "yesterday" in said:
        return "yesterday", _midnight(local, -1), _midnight(local, 0)
    return "in the last 7 days", _midnight(local, -7), end


def _moment(at: datetime, local: datetime) -> str:
    """Return a time as people say it: the day, and the hour by their clock."""
    here = at.astimezone(local.tzinfo if isinstance(local.tzinfo, ZoneInfo) else UTC)
    days = (here.date() - local.date()).days
    day = {0: "today", 1: "tomorrow", -1: "yesterday"}.get(days, f"{here:%A} {here.day} {here:%B}")
    return f"{day} at {here.hour}:{here:%M}"


def _name(asked: Asked, schedule: Schedule) -> str:
    agent = asked.reach.index.get(schedule.agent)
    return agent.name if agent is not None else schedule.agent
