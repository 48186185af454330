"""Dates, times, ranges, lengths and repetitions in a text, relative to now.

What is chosen where people are vague is said in `days` (which Friday) and `clocks` (which 3).
"""

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from shared.english.clocks import Hours, take_hours
from shared.english.counting import first_day
from shared.english.dates import Around, Days
from shared.english.days import take_days
from shared.english.lengths import ALL_DAY, length_of_days, take_length
from shared.english.moments import take_moment, take_now, take_past
from shared.english.myself import Myself, read_myself
from shared.english.oddities import oddity
from shared.english.repeats import take_repeat, with_days
from shared.english.rules import Rule
from shared.english.scanning import TAKEN, Scan, rule
from shared.english.schedules import Found, Timing, find_rule, find_timing, read_timing, split_times
from shared.english.zones import find_zone
from shared.models.profile import WorkingHours
from shared.models.reasoning import IntentRequest, PlanRequest

__all__ = [
    "Found",
    "Myself",
    "Named",
    "Timing",
    "When",
    "asked_at",
    "find_rule",
    "find_timing",
    "local",
    "named_days",
    "oddity",
    "read_length",
    "read_myself",
    "read_timing",
    "read_when",
    "split_times",
]

USUAL_MINUTES = 30

_SINCE = rule(r"\bsince (?P<rest>\S+(?: \S+){0,5})")
_LED_ON = rule(r"[,;.!?] |\w (?:and|or|with|about|on|from|in|to|by|for|please)\b")
_NOTHING_LEFT = rule(rf"(?:[\s,.;!?{TAKEN}]|\b(?:at|the)\b)*")
_PREPOSITION = re.compile(
    r"(?:^|\s)(?:starting |beginning )?(?:on|at|from|by|for|in|during|until|between)"
    r"(?: about| around)?(?=\s*$)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class When:
    """What a text says about time; nothing at all if `spans` is empty.

    `first` and `last` are days, both included; `day_named` unless they follow from the time alone.
    `at` and `until` are times of day, `exact` where a clock was named and not a part of the day.
    `from_now`: what is already over does not count. `since` is a moment in the past ("the last two
    hours"). `recurrence` is an iCalendar rule. Where another `zone` is named, `there` is what was
    said by its clocks, and all else by the person's own. `spans` are where all that stands in the
    text.
    """

    first: date | None = None
    last: date | None = None
    at: time | None = None
    until: time | None = None
    exact: bool = False
    minutes: int | None = None
    all_day: bool = False
    recurrence: str = ""
    from_now: bool = False
    day_named: bool = False
    since: datetime | None = None
    zone: str = ""
    there: "When | None" = None
    spans: tuple[tuple[int, int], ...] = ()

    @property
    def dated(self) -> bool:
        """Whether a day was named, or a time which tells the day."""
        return self.first is not None

    @property
    def one_day(self) -> bool:
        """Whether it is about a single day."""
        return self.first is not None and self.first == self.last

    @property
    def start(self) -> str:
        """The local time it starts; "" unless day and time are named."""
        return local(self.first, self.at) if self.first and self.at else ""

    @property
    def end(self) -> str:
        """The local time it ends; "" unless one is named."""
        if self.first is None or self.until is None or self.at is None:
            return ""
        return local(self.first, self.until)

    def window(self, now: datetime) -> tuple[str, str] | None:
        """Return from when to when to look; None where no time was named, or one that repeats.

        Whole days are dates; the end of a time without one is that of `minutes` or half an hour.
        """
        if self.since is not None:
            return local(self.since.date(), self.since.time()), local(now.date(), now.time())
        if self.first is None or self.last is None or self.recurrence:
            return None
        if self.at is not None and self.one_day:
            length = timedelta(minutes=self.minutes or USUAL_MINUTES)
            ends = datetime.combine(self.first, self.at) + length
            end = self.end or local(ends.date(), ends.time())
            return local(self.first, self.at), end
        if self.from_now and self.first <= now.date():
            return local(now.date(), now.time()), self.last.isoformat()
        return self.first.isoformat(), self.last.isoformat()

    def rest_of(self, text: str) -> str:
        """Return the text it was read from without what it says about time."""
        left = ""
        at = 0
        for start, end in sorted(self.spans):
            left = f"{_PREPOSITION.sub('', left + text[at:start])} "
            at = max(at, end)
        return " ".join((left + text[at:]).split()).strip(" ,;")


def asked_at(request: PlanRequest | IntentRequest) -> datetime:
    """Return what time it is for the person: without a clock, the beginning of the day."""
    return request.now or datetime.combine(date.fromisoformat(request.today), time())


def local(day: date, at: time) -> str:
    """Return a day and time as arguments carry it: "2026-11-27T15:00"."""
    return f"{day.isoformat()}T{at:%H:%M}"


def read_when(
    text: str,
    now: datetime,
    hours: WorkingHours | None = None,
    *,
    past: bool = False,
) -> When:
    """Read what a text says about time. `past`: it is about what has been."""
    zone = find_zone(text)
    if zone is None or not isinstance(now.tzinfo, ZoneInfo):
        return _read(text, now, hours, past=past)
    begin, end = zone.span
    blank = f"{text[:begin]}{TAKEN * (end - begin)}{text[end:]}"
    said = _read(blank, now.astimezone(ZoneInfo(zone.name)), hours, past=past)
    spans = tuple(sorted((*said.spans, zone.span)))
    return _here(replace(said, zone=zone.name, spans=spans), now.tzinfo)


def _here(said: When, zone: ZoneInfo) -> When:
    """Return a time of day in another zone by the person's clocks, beside what was said."""
    if said.first is None or said.at is None or not said.exact:
        return said
    there = ZoneInfo(said.zone)
    starts = datetime.combine(said.first, said.at, there).astimezone(zone)
    ends = datetime.combine(said.first, said.until, there).astimezone(zone) if said.until else None
    later = starts.date() - said.first
    minutes = said.minutes
    if ends and ends.date() > starts.date():
        minutes, ends = (ends - starts) // timedelta(minutes=1), None
    return replace(
        said,
        first=starts.date(),
        last=said.last + later if said.last else None,
        at=starts.time(),
        until=ends.time() if ends else None,
        minutes=minutes,
        there=said,
    )


def _read(text: str, now: datetime, hours: WorkingHours | None, *, past: bool) -> When:
    kept = hours or WorkingHours()
    scan = Scan(text)
    around = Around(now.date(), max(kept.days, default=4), past=past)
    if moment := _moment(scan, now):
        return replace(moment, minutes=take_length(scan), spans=scan.places)
    if since := _since(scan, now, kept):
        return When(since=since, minutes=take_length(scan), spans=scan.places)
    repeat = take_repeat(scan, around, known=False)
    all_day = scan.take(ALL_DAY) is not None
    length = take_length(scan)
    days = take_days(scan, around)
    clock = take_hours(scan, kept)
    repeat = with_days(repeat, days) if repeat else None
    day_named = days is not None or repeat is not None
    days = _settled(days, clock, repeat, now, past=past)
    return When(
        first=days.first if days else None,
        last=days.last if days else None,
        at=clock.at if clock else None,
        until=clock.until if clock else None,
        exact=clock.exact if clock else False,
        minutes=length or (clock.minutes if clock else None),
        all_day=all_day,
        recurrence=f"RRULE:{repeat.text}" if repeat else "",
        from_now=days.from_now if days else False,
        day_named=day_named,
        spans=scan.places,
    )


@dataclass(frozen=True)
class Named:
    """Days that a text names, both included, and where.

    `ago` is how far back ("7d") what ends now begins.
    """

    first: date
    last: date
    ago: str
    span: tuple[int, int]


def named_days(text: str, today: date, *, past: bool) -> Named | None:
    """Return the first day or run of days a text names."""
    scan = Scan(text)
    days = take_days(scan, Around(today, past=past))
    if days is None:
        return None
    # "tonight" names a day and stays, since it says the time of day as well
    places = scan.places or ((0, len(text)),)
    return Named(days.first, days.last, days.ago, (places[0][0], places[-1][1]))


def read_length(text: str) -> int | None:
    """Return the length of time a text names, in minutes."""
    scan = Scan(text)
    return length_of_days(scan.left) or take_length(scan)


def _settled(
    days: Days | None, clock: Hours | None, repeat: Rule | None, now: datetime, *, past: bool
) -> Days | None:
    """Return the days meant once the time of day is known: one that has passed is a later one."""
    over = clock is not None and (clock.until or clock.at) <= now.time() and not past
    try:
        if repeat is not None and (days is None or repeat.days):
            start = days.first if days and not days.floating else now.date()
            first = first_day(
                repeat, start + timedelta(days=1 if over and start == now.date() else 0)
            )
            return Days(first, first)
        if days is None and clock is not None:
            day = now.date() + timedelta(days=1 if over else 0)
            return Days(day, day)
        if days and days.floating and over and days.first == now.date() and clock and clock.exact:
            return Days(days.first + timedelta(days=7), days.last + timedelta(days=7))
    except OverflowError:
        return None
    return days


def _moment(scan: Scan, now: datetime) -> When | None:
    """Read a moment counted from now."""
    try:
        if then := take_moment(scan, now):
            return When(then.date(), then.date(), _minute(then), exact=True, day_named=True)
        if since := take_past(scan, now):
            return When(since=since)
    except OverflowError:
        return None
    if take_now(scan):
        return When(now.date(), now.date(), _minute(now), exact=True, day_named=True)
    return None


def _since(scan: Scan, now: datetime, hours: WorkingHours) -> datetime | None:
    """Read a time of day in the past: "since seven", "since last night", "since Monday at 9"."""
    found = _SINCE.search(scan.left)
    words = found["rest"].split(" ") if found else []
    today = now.replace(tzinfo=None)
    for count in range(len(words), 0, -1):
        said = " ".join(words[:count])
        inner = Scan(f"at {said}")
        days = take_days(inner, Around(now.date(), past=True))
        clock = take_hours(inner, hours)
        led_on = count == len(words) or _LED_ON.match(f"{said[-1]} {words[count]}")
        if clock is None or not led_on or not _NOTHING_LEFT.fullmatch(inner.left):
            continue
        since = datetime.combine(days.first if days else today.date(), clock.at)
        if days is None and since > today:
            since -= timedelta(days=1)
        if found and since <= today:
            scan.cut(found.start(), found.start("rest") + len(said))
            return since
    return None


def _minute(moment: datetime) -> time:
    return moment.time().replace(second=0, microsecond=0)
