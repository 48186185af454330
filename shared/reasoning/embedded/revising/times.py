"""When an event of a card is to be and how long it takes, put where that belongs."""

import re
from collections.abc import Mapping
from datetime import datetime, time, timedelta

from shared.english import When, local, oddity, read_length
from shared.english.away import by_date, in_week
from shared.english.near import read_near
from shared.english.scanning import NUMBER, number
from shared.reasoning.embedded.revising.call import Call, CannotRevise
from shared.understanding.folding import fold
from shared.understanding.heads import TimeRole
from shared.understanding.reader import Reader

_DAYS = re.compile(rf"\b(?P<count>{NUMBER}) (?P<unit>day|week)s?\b", re.IGNORECASE)
_FURTHER = re.compile(
    r"\b(?:another|more|further|again|even|still|yet|on top|besides)\b", re.IGNORECASE
)
"""That it is to be moved by so much once more."""
_EARLIER = re.compile(r"earlier|sooner|before|forward", re.IGNORECASE)
_FULL = re.compile(r"\b(?:full|whole) one\b", re.IGNORECASE)
_WAY = re.compile(r"\b(?:by|later|earlier|sooner|before|after|back|forwards?)\b", re.IGNORECASE)
_LED_BY = re.compile(r"^(?:from|between|at|on|to|until|till?)\s+", re.IGNORECASE)
_MORNING = re.compile(r"\b(?:a\.?m|morning)\b", re.IGNORECASE)
_CLOCK = re.compile(r"\b(?P<hour>[01]?\d|2[0-3])h(?P<past>[0-5]\d)\b", re.IGNORECASE)
"""The time of day as 11h30."""
_SAME = re.compile(
    r"(?:,? (?:at|of|but|on))? (?:(?:the|that) (?:very )?)?same (?:time|hour|length)\b",
    re.IGNORECASE,
)
"""What stays as it is."""
_DATE_ONLY = 10
_HALF_DAY, _NOON = timedelta(hours=12), 12
_LENGTHS: Mapping[TimeRole, int] = {"longer": 1, "shorter": -1}
_WAYS: Mapping[TimeRole, str] = {"later": "later", "earlier": "earlier"}


def times_alone(wish: str, reader: Reader) -> dict[str, str]:
    """Return what a wish says of time by itself, by role; nothing where one is said twice."""
    told = dict[str, str]()
    for one in reader.revisions.alone(wish).times:
        role = "shift" if one.role in _WAYS else one.role
        if role not in {"start", "end", "length", "shift", *_LENGTHS}:
            continue
        if role in told:
            return {}
        told[role] = f"{one.text} {_WAYS[one.role]}" if one.role in _WAYS else one.text
    return told


def retime(told: Mapping[str, str], call: Call, reader: Reader) -> bool:
    """Put what is said of time, by role, where it belongs; False where it belongs nowhere."""
    name = call.first(("start", "until"))
    if not name or not told:
        return False
    if odd := oddity(" ".join(told.values())):
        raise CannotRevise(odd)
    if "end" in told and (until := _when(f"at {told['end']}", call)).day_named and not until.at:
        told = {**{role: told[role] for role in told if role != "end"}, "start": told["end"]}
    done = True
    if shift := told.get("shift"):
        done = _shift(name, shift, call, reader)
    if start := told.get("start"):
        done = _moved(name, start, told.get("end", ""), call) and done
    elif end := told.get("end"):
        done = (_ended(end, call) if name == "start" else _moved(name, end, "", call)) and done
    if length := told.get("length"):
        done = _lasting(_minutes(length), call) and done
    for role, sign in _LENGTHS.items():
        if role in told:
            done = _lasting(_lasts(call) + sign * _minutes(told[role]), call) and done
    return done


def end_ordered(start: str, call: Call, reader: Reader) -> bool:
    """Whether a time by itself is when it ends: it was the end that was ordered otherwise."""
    roles = {one.role for one in reader.revisions.alone(call.ordered).times}
    ends = "event_id" in call.arguments and "end" in roles and "start" not in roles
    return ends and not _when(f"at {start}", call).day_named


def _minutes(text: str) -> int:
    """Return how many minutes a length is; 0 where none is said."""
    if length := read_length(_FULL.sub("one hour", text)):
        return length
    plain = text.strip().casefold()
    return number(plain) if plain.isdecimal() or number(plain) > 1 else 0


def _when(text: str, call: Call) -> When:
    """Read when something is to be: an hour is of the half of the day that is nearest to it now."""
    written, shown = _CLOCK.sub(r"\g<hour>:\g<past>", text), call.text("start")
    start = _read(shown) if len(shown) > _DATE_ONLY else None
    hours = call.profile.preferred.working_hours
    return read_near(written, call.now, start and start.time(), hours)


def _lasts(call: Call) -> int:
    """Return how many minutes it takes so far; 0 where that is not known."""
    start, end = _read(call.text("start")), _read(call.text("end"))
    minutes = call.arguments.get("minutes")
    if start and end:
        return int((end - start).total_seconds() // 60)
    return minutes if isinstance(minutes, int) else 0


def _span(text: str) -> timedelta:
    """Return by how much something is moved."""
    days = _DAYS.search(text)
    span = (
        timedelta(**{f"{fold(days['unit'])}s": number(days["count"])})
        if days
        else timedelta(minutes=_minutes(_WAY.sub("", text).strip()))
    )
    return -span if _EARLIER.search(text) else span


def _shift(name: str, text: str, call: Call, reader: Reader) -> bool:
    """Move it by some time; said again after an order to move it so, by that much in all."""
    span = _span(text)
    if "event_id" in call.arguments and not _FURTHER.search(text):
        ordered = times_alone(call.ordered, reader).get("shift")
        span -= _span(ordered) if ordered else timedelta()
    if call.has("event_id") and _read(call.text(name)) is None:  # it is moved from where it is
        way, minutes = "-" if span < timedelta() else "+", int(abs(span).total_seconds() // 60)
        return call.set(name, f"{way}PT{minutes}M")
    shown = {one: at for one in (name, "end") if (at := _read(call.text(one)))}
    call.arguments |= {one: _written(at + span, call.text(one)) for one, at in shown.items()}
    return bool(shown)


def _moved(name: str, start: str, end: str, call: Call) -> bool:
    """Move to another day, another time of day, or both; what lasts keeps its length."""
    before = _read(call.text(name))
    told = start
    if before:  # a weekday by itself is that of the week it is in
        told = in_week(by_date(start, before.date()), before.date(), call.now.date())
    plain = _SAME.sub("", _LED_BY.sub("", told))
    ranged = _when(f"from {plain} to {end}" if end else f"from {plain}", call)
    when = ranged if ranged.until else _when(f"at {plain}", call)
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
    if (ends := _read(call.text("end"))) is not None:
        finish = datetime.combine(day, when.until) if when.until else ends + (after - before)
        call.arguments["end"] = _written(finish, call.text("end"))
    elif when.until and call.has("end"):
        call.arguments["end"] = local(day, when.until)
    call.arguments[name] = day.isoformat() if whole else local(day, at)
    return not (when.minutes and when.at and not when.until) or _lasting(when.minutes, call)


def _ended(text: str, call: Call) -> bool:
    """Let it end at the time named, in the afternoon where only that lies after its start."""
    when, start = _when(f"at {text}", call), _read(call.text("start"))
    if when.at and start is None and call.has("event_id"):
        return call.set("end", f"T{when.at:%H:%M}")
    if when.at is None or start is None:
        return False
    end = datetime.combine(start.date(), when.at)
    if end <= start < end + _HALF_DAY and end.hour < _NOON and not _MORNING.search(text):
        end += _HALF_DAY
    return call.set("end", local(end.date(), end.time()))


def _lasting(minutes: int, call: Call) -> bool:
    if minutes <= 0:
        return False
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
