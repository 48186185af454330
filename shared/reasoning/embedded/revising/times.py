"""Wishes about when: "at 4pm instead", "an hour later", "make it 45 minutes", "to Friday"."""

import re
from dataclasses import replace
from datetime import datetime, time, timedelta

from shared.english import When, local, oddity, read_length, read_when
from shared.english.scanning import NUMBER, number
from shared.reasoning.embedded.revising.call import Call, CannotRevise
from shared.reasoning.embedded.revising.values import put_right, says_nothing

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
_LENGTH = re.compile(
    r"(?:.*\b(?:make it|only|just|last(?:ing)?|long|length|duration|for|shorten|extend|to))?.*"
    r"(?<![a-z])(?:minutes?|mins?|hours?|hrs?|m|h)\b.*",
    re.IGNORECASE,
)
_FULL = re.compile(r"\b(?:an? |one )?(?:full|whole) (?:one|hour)\b", re.IGNORECASE)
"""An hour, of which so far it is only a part."""
_CLOCK = re.compile(
    r"\b(?P<lead>(?:starts?|from|at|to|until) )?(?P<hour>[01]?\d|2[0-3])(?(lead)h?|h)"
    r"(?P<past>[0-5]\d)\b",
    re.IGNORECASE,
)
"""The time of day as 11h30, or as 1130 where only a time can stand."""
_END_STAYS = re.compile(
    r",?\s*(?:and |but )?(?:(?:the )?end(?:ing)?(?: time)? (?:stays|remains|is|as) ?"
    r"(?:the same|it is|as (?:it )?is|put)?|same end(?: time)?|still (?:ends|until)[^,.]*)\s*$",
    re.IGNORECASE,
)
"""That only the start is another."""
_PARTS = re.compile(r"[,;.!?]\s+|\s+(?:[-\u2013]|but)\s+")
_NO_GOOD = re.compile(
    r"\btoo (?:early|late|short|long|soon|tight|much|little)\b"
    r"|\b(?:won't|doesn't|don't|can't|not) (?:do|work|suit|make|enough|good)\b"
    r"|(?:\bis|'s) (?:\w+ )?(?:bad|awful|full|taken|busy|silly|tight|impossible|no good)\b",
    re.IGNORECASE,
)
"""That a time is not the one."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_END = re.compile(
    r"\b(?:until|till|(?:goes|runs|lasts) to|end(?:s|ing)?(?: it)?(?: at)?"
    r"|finish(?:es|ing)?(?: at)?)\b",
    re.IGNORECASE,
)
_ENOUGH = re.compile(
    r"(?:is|'s|will be|would be) (?:\w+ )?(?:enough|plenty|sufficient)\b|\bwill do\b", re.IGNORECASE
)
"""What makes a time by itself the end of what is longer so far."""
_RANGE = re.compile(
    r"\d.*\b(?:(?:un)?till?|to)\b.*\d"
    r"|(?<![\d-])\d{1,2}(?::\d\d)?\s?[-\u2013]\s?\d{1,2}(?![\d-])"
)
_FROM_TO = re.compile(
    r"(?:(?:change|move|shift|reschedule|switch|replace)\b.*? |from (?!\d|noon).+? )(?:to|with"
    r"|into) (?P<new>.+)",
    re.IGNORECASE,
)
_RATHER = re.compile(r",? (?:instead of|than|not) .+$", re.IGNORECASE)
_DATE_ONLY = 10
_HOURS = ("count", "figure")
"""Kinds of value that are an hour, where nothing but a time can stand."""
_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)
_WHICH_ONE = re.compile(
    r"\b(?:next|this|coming|last|today|tomorrow|week|\d{1,2}(?:st|nd|rd|th))\b", re.IGNORECASE
)


def revise_times(wish: str, call: Call) -> bool:
    """Change when it is or how long it takes; False if the wish is about something else."""
    name = call.first(("start", "until"))
    if not name:
        return False
    wish = _good(_FULL.sub("one hour", _CLOCK.sub(_as_clock, wish)))
    if odd := oddity(wish):
        raise CannotRevise(odd)
    if found := _SHIFT.fullmatch(_HALF_AN.sub("half an hour", wish)):
        return _shift(name, _span(found) - _so_far(wish, call), call)
    if name == "start" and (found := _END_STAYS.search(wish)):
        return _started(wish[: found.start()], call)
    said = _SENTENCE.split(wish)
    if len(said) > 1 and read_length(said[0]) and read_length(said[-1]):
        wish = said[-1]  # what was too long or too short was said first
    ranges = _RANGE.search(wish) is not None
    if name == "start" and _ENOUGH.search(wish) and not ranges and _shortened(wish, call):
        return True
    ends = _END.search(wish) is not None and not ranges
    if ends and "from" not in wish and call.has("end") and name == "start":
        return _ended(wish, call)
    wish = _wished(wish, name)
    when = read_when(wish, call.now, call.profile.preferred.working_hours)
    counts = [] if when.spans else [one.text for one in put_right(wish) if one.kind in _HOURS]
    if len(counts) == 1 and name == "start":
        wish = f"at {counts[0]}"
        when = read_when(wish, call.now, call.profile.preferred.working_hours)
    length = read_length(wish)
    if length and not when.at and not when.first and name == "start":
        return _LENGTH.fullmatch(wish) is not None and _lasting(length, call)
    return _moved(name, _beside(when, wish, _read(call.text(name)), call), call)


def _good(wish: str) -> str:
    """Return a wish without what it says will not do, where it says something else besides."""
    parts = _PARTS.split(wish)
    good = [one for one in parts if not _NO_GOOD.search(one)]
    return good[-1] if good and len(good) < len(parts) else wish


def only_when(wish: str, call: Call) -> bool:
    """Whether a wish says when, and no more, of a call that is at some time."""
    if not any(call.arguments.get(name) for name in ("start", "until")):
        return False
    when = read_when(wish, call.now, call.profile.preferred.working_hours)
    said = wish
    for start, end in sorted(when.spans, reverse=True):
        said = f"{said[:start]} {said[end:]}"
    return bool(when.spans) and says_nothing(said)


def _beside(when: When, wish: str, before: datetime | None, call: Call) -> When:
    """Take a weekday by itself for that of the week it is in, unless that is over."""
    alone = when.first is not None and _WEEKDAY.search(wish) and not _WHICH_ONE.search(wish)
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
    return _RATHER.sub("", wish)


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
    if before is None:
        call.arguments[name] = when.start or (when.first.isoformat() if when.first else "")
        return True
    day = when.first if when.first and (when.day_named or not when.at) else before.date()
    at = when.at or before.time()
    after = datetime.combine(day, at)
    whole = len(call.text(name)) == _DATE_ONLY and when.at is None
    if (end := _read(call.text("end"))) is not None:
        finish = datetime.combine(day, when.until) if when.until else end + (after - before)
        call.arguments["end"] = _written(finish, call.text("end"))
    elif when.until and call.has("end"):
        call.arguments["end"] = local(day, when.until)
    call.arguments[name] = day.isoformat() if whole else local(day, at)
    return True


def _as_clock(found: re.Match[str]) -> str:
    return f"{found['lead'] or ''}{found['hour']}:{found['past']}"


def _started(wish: str, call: Call) -> bool:
    """Let it start at another time and end when it does so far."""
    start, before = _read(call.text("start")), call.arguments.get("minutes")
    when = read_when(re.sub(r"\bstarts?\b", "at", wish, flags=re.IGNORECASE), call.now)
    if start is None or when.at is None:
        return False
    begins = datetime.combine(start.date(), when.at)
    minutes = before if isinstance(before, int) else 0
    end = _read(call.text("end")) or start + timedelta(minutes=minutes)
    if end <= begins:
        raise CannotRevise("Then it would end before it starts. Say when it should end, too.")
    call.arguments["start"] = local(begins.date(), begins.time())
    if minutes:
        call.arguments["minutes"] = int((end - begins).total_seconds() // 60)
    return True


_HALF_DAY, _NOON = timedelta(hours=12), 12
_MORNING = re.compile(r"\b(?:a\.?m|morning)\b", re.IGNORECASE)


def _ended(wish: str, call: Call) -> bool:
    """Let it end at the time named, in the afternoon where only that lies after its start."""
    when = read_when(_END.sub("at", wish, count=1), call.now)
    start = _read(call.text("start"))
    if when.at is None or start is None:
        return False
    end = datetime.combine(start.date(), when.at)
    if end <= start < end + _HALF_DAY and end.hour < _NOON and not _MORNING.search(wish):
        end += _HALF_DAY
    call.arguments["end"] = local(end.date(), end.time())
    return True


def _shortened(wish: str, call: Call) -> bool:
    """Let it end at a time it names within it; False where it names none."""
    when, start = read_when(f"at {wish}", call.now), _read(call.text("start"))
    if when.at is None or when.day_named or start is None:
        return False
    minutes = call.arguments.get("minutes")
    lasts = timedelta(minutes=minutes if isinstance(minutes, int) else 0)
    end = _read(call.text("end")) or start + lasts
    finish = datetime.combine(start.date(), when.at)
    return start < finish < end and _lasting(int((finish - start).total_seconds() // 60), call)


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
