"""What a recurrence consists of: rules, and the times by the clocks of its zone that they give."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from heapq import merge
from itertools import dropwhile

from shared.decisions.recurring.cron import parse as parse_cron
from shared.english.counting import times
from shared.english.rules import Rule, parse
from shared.models.schedule import Recurrence

_HORIZON = timedelta(days=41 * 366)
"""A fifth Monday in February comes every 28 years, 40 around a year like 2100."""


def written(rules: tuple[Rule, ...]) -> str:
    """Return rules as a recurrence keeps them: each in a line of iCalendar."""
    return "\n".join(f"RRULE:{rule.text}" for rule in rules)


@lru_cache(maxsize=1024)
def rules_in(lines: str) -> tuple[Rule, ...]:
    """Read such lines; raise ValueError for what is no rule, or has no day that comes."""
    rules = tuple(parse(line) for line in lines.splitlines())
    if not all(rule.hours and rule.minutes for rule in rules) or not rules:
        raise ValueError("must say at what time of day")
    return rules


def rules_of(recurrence: Recurrence) -> tuple[Rule, ...]:
    """Return the rules of a recurrence: its own, or those its cron expression stands for."""
    return rules_in(recurrence.rrule) if recurrence.rrule else parse_cron(recurrence.cron).rules


def local_times(recurrence: Recurrence, after: datetime) -> Iterator[datetime]:
    """Yield its (naive) local times from one on, in order, for as long as any can be far away."""
    return merge(*(_times(rule, recurrence.start, after) for rule in rules_of(recurrence)))


def _times(rule: Rule, start: date | None, after: datetime) -> Iterator[datetime]:
    begins = datetime.combine(start, time()) if start else after.replace(hour=0, minute=0)
    counted = rule.interval > 1 or bool(rule.count)
    found = times(rule, begins if counted else max(begins, after), after + _HORIZON)
    return dropwhile(lambda at: at < after, found)
