"""Wishes about when: "at 4pm instead", "an hour later", "make it 45 minutes", "to Friday"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import NamedTuple

from shared.english import When, local, oddity, read_length, read_when
from shared.english.clocks import CLOCK
from shared.english.scanning import NUMBER, number
from shared.reasoning.embedded.revising.call import Call, CannotRevise
from shared.reasoning.embedded.revising.values import clauses, says_nothing, values_in

_PARTS_OF_ONE = {"half an": 0.5, "a quarter of an": 0.25}
_COUNT = rf"(?P<count>{'|'.join(_PARTS_OF_ONE)}|{NUMBER})"
_SHIFT = re.compile(
    rf"(?:.*?\b)?(?:by )?{_COUNT} (?P<unit>minute|min|hour|day|week)s? (?P<way>later|earlier|sooner"
    r"|before|after|back|forward)(?:\W.*)?"
    rf"|(?:push|move|bring|shift|delay|postpone|put)(?: it| that| this)?(?P<way2> back| forward|)"
    rf"(?: by)? {_COUNT.replace('count', 'count2')} (?P<unit2>minute|min|hour|day|week)s?",
    re.IGNORECASE,
)
_HALF_AN = re.compile(
    r"\b(?:an)?other half(?: an)? hour\b|\bhalf (?:of )?an? hour\b", re.IGNORECASE
)
_FURTHER = re.compile(
    r"\b(?:another|more|further|again|even|still|yet|on top|besides)\b", re.IGNORECASE
)
"""That it is to be moved by so much once more."""
_EARLIER = re.compile(r"earlier|sooner|before|forward", re.IGNORECASE)
_FULL = re.compile(r"\b(?:an? |one )?(?:full|whole) (?:one|hour)\b", re.IGNORECASE)
"""An hour, of which so far it is only a part."""
_CLOCK = re.compile(
    r"\b(?P<lead>(?:starts?|from|at|to|until) )?(?P<hour>[01]?\d|2[0-3])(?(lead)h?|h)"
    r"(?P<past>[0-5]\d)\b",
    re.IGNORECASE,
)
"""The time of day as 11h30, or as 1130 where only a time can stand."""
_END = re.compile(
    r"\b(?:until|till|(?:goes|runs|lasts) to|end(?:s|ing)?(?: it)?(?: at)?"
    r"|finish(?:es|ing)?(?: at)?)\b",
    re.IGNORECASE,
)
_ENOUGH = re.compile(r"\b(?:enough|plenty|sufficient|will do)\b", re.IGNORECASE)
"""What makes a time by itself the end of what is longer so far."""
_BEGINS = re.compile(r"\b(?:start|begin)(?:s|ning|ing)?\b|\bfrom\b(?! \w+day)", re.IGNORECASE)
_NUMBERS = ("count", "figure")
_HOURS = 24
_RANGE = re.compile(
    r"\d.*\b(?:(?:un)?till?|to)\b.*\d"
    r"|(?<![\d-])\d{1,2}(?::\d\d)?\s?[-\u2013]\s?\d{1,2}(?![\d-])"
)
_FROM_TO = re.compile(
    r"(?:(?:change|move|shift|reschedule|switch|replace)\b.*? "
    rf"|from (?!{CLOCK}).+? )(?:to|with|into) (?P<new>.+)",
    re.IGNORECASE,
)
_RATHER = re.compile(r",? (?:instead of|than|not) .+$", re.IGNORECASE)
_STAYS = re.compile(
    r"\b(?:(?:let|have) it (?:stay|remain)|(?:keep|leave) it|it (?:stays|remains))\b", re.IGNORECASE
)
"""How it is said where it is to be left."""
_NOT_THEN = re.compile(r"\W*not (?!before|until|till|earlier|later)", re.IGNORECASE)
"""How a clause begins that says when it is not to be."""
_DATE_ONLY = 10
_SAME = re.compile(
    r"(?:,? (?:in|at|of|but|on))? (?:(?:the|that|this) (?:very )?)?same"
    r" (?:week|day|time|hour|length)\b|,? (?:of|in) that (?:very )?week\b",
    re.IGNORECASE,
)
"""What stays as it is."""
_WEEKDAY = re.compile(
    r"\b(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b", re.IGNORECASE
)
_WHICH_ONE = re.compile(
    r"\b(?:next|this|coming|last|today|tomorrow|week|\d{1,2}(?:st|nd|rd|th))\b", re.IGNORECASE
)


def revise_times(wish: str, call: Call, *, plainly: bool = False) -> bool:
    """Change when it is or how long it takes; False if the wish is about something else.

    `plainly`: only where a clause of it says no more than that.
    """
    name = call.first(("start", "until"))
    if not name:
        return False
    wish = _SAME.sub("", _FULL.sub("one hour", _CLOCK.sub(_as_clock, wish)))
    if odd := oddity(wish):
        raise CannotRevise(odd)
    if found := _SHIFT.fullmatch(_HALF_AN.sub("half an hour", wish)):
        return _shift(name, _span(found) - _so_far(wish, call), call)
    told = [_told(one.removeprefix("and "), name, call) for one in clauses(wish)]
    meant = [one for one in _meant(told) if one.bare or not plainly]
    return True in [_followed(one, _dropped(told, one), name, call) for one in meant]


class _Told(NamedTuple):
    """What a clause says of time: a moment, so many minutes, or a number by itself.

    `shown` are the arguments that say so already, `bare` that it says nothing besides.
    """

    text: str
    when: When
    minutes: int | None
    figure: int | None
    shown: frozenset[str]
    bare: bool

    @property
    def timed(self) -> bool:
        """Whether it says when, or how long."""
        return bool(self.when.spans or self.minutes or self.figure is not None)


def _told(clause: str, name: str, call: Call) -> _Told:
    text = _wished(clause, name)
    when = _when(text, call)
    minutes = None if when.at or when.first else read_length(text)
    numbers = (
        [] if when.spans or minutes else [one for one in values_in(text) if one.kind in _NUMBERS]
    )
    count = number(numbers[-1].text) if numbers and numbers[-1].text.isalnum() else None
    spans = [*when.spans, *((one.start, one.end) for one in numbers)]
    told = _Told(text, when, minutes, count, frozenset(), says_nothing(_without(text, spans), call))
    return told._replace(shown=_shown(told, call))


def _meant(told: Sequence[_Told]) -> list[_Told]:
    """Return what is to be: what is said by itself, or else all that is not so already.

    The start may become what is the end so far, where nothing else is said by itself.
    """
    told = [one for one in told if not _NOT_THEN.match(one.text)]
    new = [one for one in told if one.timed and not one.shown]
    others = [one for one in new if one.bare and not one.minutes]
    begins = not others or any("start" in one.shown for one in told)
    new += [one for one in told if one.bare and begins and one.shown == frozenset({"end"})]
    return (
        [one for one in new if one.bare] or [one for one in new if not one.when.recurrence] or new
    )


def _dropped(told: Sequence[_Told], wanted: _Told) -> frozenset[str]:
    """Return which arguments the other clauses speak of: it is for them that one is wanted."""
    return frozenset[str]().union(*(one.shown for one in told if one is not wanted))


def _shown(told: _Told, call: Call) -> frozenset[str]:
    """Return which arguments say already what a clause does: it is what they are dropped for."""
    start = _read(call.text("start")) or _read(call.text("until"))
    if start is None:
        return frozenset()
    end, when = _ends(start, call), told.when
    found = set[str]()
    if told.figure is not None and told.figure == _lasts(start, call):
        found.add("minutes")
    if told.minutes and told.minutes == _lasts(start, call):
        found.add("minutes")
    at = when.at or (time(told.figure % 24) if told.figure else None)
    other = when.day_named and when.first is not None and when.first.weekday() != start.weekday()
    if at and not other and not when.until:
        found |= {one for one, moment in (("start", start), ("end", end)) if _like(at, moment)}
    if when.at is None and when.first and when.one_day and not other:
        found.add("day")
    return frozenset(found) if not (when.at and when.day_named) or not other else frozenset()


def _like(at: time, moment: datetime | None) -> bool:
    """Whether a time of day may be that of a moment, said without which half of the day."""
    hours = 12
    return moment is not None and (at.hour % hours, at.minute) == (
        moment.hour % hours,
        moment.minute,
    )


def _followed(told: _Told, shown: frozenset[str], name: str, call: Call) -> bool:
    """Put what a clause says where it belongs."""
    when, minutes, start = told.when, told.minutes, _read(call.text(name))
    if told.figure is not None and name == "start" and ("minutes" in shown or told.figure > _HOURS):
        minutes = told.figure
    elif told.figure is not None:
        when = _when(f"at {told.figure}", call)
    if minutes and not when.at and not when.first:
        return name == "start" and _lasting(minutes, call)
    if name == "start" and start and when.at and not when.until and not when.day_named:
        finish = datetime.combine(start.date(), when.at)
        end = _ends(start, call)
        if _ENOUGH.search(told.text) and end and start < finish < end:
            return _lasting(int((finish - start).total_seconds() // 60), call)
    if name == "start" and call.has("end") and _of_the_end(told, when, shown, call):
        return _ended(f"at {told.figure}" if told.figure is not None else told.text, call)
    moved = _moved(name, _beside(when, told.text, start, call), call)
    lasts = when.minutes if name == "start" and when.at and not when.until else None
    return moved and (not lasts or _lasting(lasts, call))


def _of_the_end(told: _Told, when: When, shown: frozenset[str], call: Call) -> bool:
    """Whether a time is that of the end: it says so, or that is what is dropped or was ordered."""
    if _RANGE.search(told.text):
        return False
    if _END.search(told.text):
        return "from" not in told.text
    if when.at is None or when.day_named or _BEGINS.search(told.text):
        return False
    if {"start", "end"} & shown:
        return "start" not in shown
    clocks = [one for one in values_in(call.ordered) if one.kind == "clock"]
    ordered = _END.search(call.ordered) is not None and len(clocks) <= 1
    return "event_id" in call.arguments and ordered


def _when(text: str, call: Call) -> When:
    """Read when something is to be: an hour is of the half of the day that is nearest to it now."""
    hours, shown = call.profile.preferred.working_hours, call.text("start")
    start = _read(shown) if len(shown) > _DATE_ONLY else None
    if start and not hours.start <= start.time() <= hours.end:
        hours = hours.model_copy(update={"start": start.time(), "end": start.time()})
    return read_when(text, call.now, hours)


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text


def _lasts(start: datetime, call: Call) -> int:
    minutes, end = call.arguments.get("minutes"), _read(call.text("end"))
    if end is not None:
        return int((end - start).total_seconds() // 60)
    return minutes if isinstance(minutes, int) else 0


def _ends(start: datetime, call: Call) -> datetime | None:
    lasts = _lasts(start, call)
    return start + timedelta(minutes=lasts) if lasts else None


def _beside(when: When, wish: str, before: datetime | None, call: Call) -> When:
    """Take a weekday by itself for that of the week it is in, unless that is over."""
    alone = _WEEKDAY.search(wish) and not _WHICH_ONE.search(wish)
    if before is None or when.first is None or not alone:
        return when
    same = before.date() + timedelta(days=when.first.weekday() - before.weekday())
    return replace(when, first=same, last=same) if same >= call.now.date() else when


def _wished(wish: str, name: str) -> str:
    """Return the part of a wish that says what is to be, without what was."""
    if name == "until":
        wish = re.sub(r"\b(?:un)?till?\b", " ", wish, flags=re.IGNORECASE)
    if found := _FROM_TO.fullmatch(wish):
        return found["new"]
    return _RATHER.sub("", _STAYS.sub("it", wish))


def _span(found: re.Match[str]) -> timedelta:
    written = (found["count"] or found["count2"]).casefold()
    count = _PARTS_OF_ONE.get(written) or number(written)
    unit = (found["unit"] or found["unit2"]).casefold()
    span = {
        "day": timedelta(days=count),
        "week": timedelta(weeks=count),
        "hour": timedelta(hours=count),
    }.get(unit, timedelta(minutes=count))
    return -span if _EARLIER.search(found["way"] or found["way2"] or "") else span


def _so_far(wish: str, call: Call) -> timedelta:
    """Return by how much it was to be moved; a wish by how much says how much it is instead."""
    ordered = None if _FURTHER.search(wish) else _SHIFT.search(call.ordered)
    return _span(ordered) if ordered and "event_id" in call.arguments else timedelta()


def _shift(name: str, span: timedelta, call: Call) -> bool:
    if call.has("event_id") and _read(call.text(name)) is None:  # it is moved from where it is
        way, minutes = "-" if span < timedelta() else "+", int(abs(span).total_seconds() // 60)
        return call.set(name, f"{way}PT{minutes}M")
    changed = False
    for argument in (name, "end"):
        if at := _read(call.text(argument)):
            call.arguments[argument] = _written(at + span, call.text(argument))
            changed = True
    return changed


def _moved(name: str, when: When, call: Call) -> bool:
    """Move to another day, another time of day, or both; what lasts keeps its length."""
    before = _read(call.text(name))
    if not when.spans or (when.first is None and when.at is None):
        return False
    if before is None and call.has("event_id") and when.at and not when.day_named:
        if when.until:
            call.arguments["end"] = f"T{when.until:%H:%M}"
        return call.set(name, f"T{when.at:%H:%M}")
    if before is None:
        return call.set(name, when.start or (when.first.isoformat() if when.first else ""))
    day = when.first if when.first and (when.day_named or not when.at) else before.date()
    at = when.at or before.time()
    after = datetime.combine(day, at)
    whole = len(call.text(name)) == _DATE_ONLY and when.at is None
    if (end := _read(call.text("end"))) is not None:
        finish = datetime.combine(day, when.until) if when.until else end + (after - before)
        call.arguments["end"] = _written(finish, call.text("end"))
    elif when.until and call.has("end"):
        call.arguments["end"] = local(day, when.until)
    return call.set(name, day.isoformat() if whole else local(day, at))


def _as_clock(found: re.Match[str]) -> str:
    return f"{found['lead'] or ''}{found['hour']}:{found['past']}"


_HALF_DAY, _NOON = timedelta(hours=12), 12
_MORNING = re.compile(r"\b(?:a\.?m|morning)\b", re.IGNORECASE)


def _ended(wish: str, call: Call) -> bool:
    """Let it end at the time named, in the afternoon where only that lies after its start."""
    when = read_when(_END.sub("at", wish, count=1), call.now)
    start = _read(call.text("start"))
    if when.at and start is None and call.has("event_id"):
        return call.set("end", f"T{when.at:%H:%M}")
    if when.at is None or start is None:
        return False
    end = datetime.combine(start.date(), when.at)
    if end <= start < end + _HALF_DAY and end.hour < _NOON and not _MORNING.search(wish):
        end += _HALF_DAY
    return call.set("end", local(end.date(), end.time()))


def _lasting(minutes: int, call: Call) -> bool:
    start = _read(call.text("start"))
    if call.text("end") and start:
        call.arguments["end"] = _written(start + timedelta(minutes=minutes), "T")
    if call.has("minutes"):
        call.arguments["minutes"] = minutes
    return True


def _read(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None


def _written(at: datetime, like: str) -> str:
    """Return a time as it was written: a day alone, or with the time of day."""
    whole = len(like) == _DATE_ONLY and at.time() == time(0)
    return at.date().isoformat() if whole else local(at.date(), at.time())
