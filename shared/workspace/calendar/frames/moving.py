"""What of an event's time is to change, and what it becomes: the new start, end or length.

The reader says which words tell a time, the network that reads messages by themselves what each is
for (`heads.TIME_ROLES`); where that marks nothing, a time is for what the reader took it for.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from shared.english import When, read_length
from shared.english.away import SHIFT, find_away
from shared.english.scanning import NUMBER, number
from shared.models.base import Json
from shared.understanding.folding import fold
from shared.understanding.heads import TimeRole
from shared.understanding.marking import Span, meets
from shared.understanding.said import PUT_THERE, Said
from shared.understanding.times import length, read, ruled_out, said_again, when_of
from shared.understanding.work import Asked, Work

MOVES = (
    r"mov\w+|reschedul\w*|resched|rebook|shift\w*|push\w*|postpon\w*|delay\w*|bring|advance|pull"
    r"|prepone|drag|bump|defer|put (?:off|back)|rearrange|later|earlier|shove|slide|run\w* late"
)
_KINDS: Mapping[str, TimeRole] = {"newtime": "start", "time": "which", "duration": "length"}
"""What the reader takes a time for that the network marks as nothing."""
NEW: tuple[TimeRole, ...] = ("start", "end", "length", "later", "earlier", "longer", "shorter")
"""What a time may be for that says how something is to be, the first of which counts."""
_SIGNS: Mapping[TimeRole, str] = {"longer": "+", "shorter": "-"}
_WAYS: tuple[TimeRole, ...] = ("later", "earlier")
_UNTIL = re.compile(r"^\s*(?:to|until|till?)\b\s*", re.IGNORECASE)
_JOINT = re.compile(r" (?:to|onto|until|till?) ", re.IGNORECASE)
_ENDS = re.compile(
    r"\b(?:un?till?|til|ends?|ending|finish\w*|over|done|stop\w*)"
    r"(?: (?:it|at|by|is|now|only|about|already|sharp|exactly))*\s*$",
    re.IGNORECASE,
)
"""What stands before when something ends."""
STAYS = {
    role: re.compile(
        rf"\b(?:{named})\w*(?: \w+){{0,3}} (?:stays?|remains?|unchanged|same|planned|before|is|was"
        rf"|does)\b|\b(?:keep|leave|same) (?:the )?(?:{named})\b",
        re.IGNORECASE,
    )
    for role, named in (("start", "start|begin"), ("end", "end|finish"))
}
"""How it is said that the start or the end stays."""
_EARLIER = re.compile(r"\b(?<!-)(?:earlier|forwards?|sooner|ahead|up|bring|pull|advance|prepone)\b")
_LATER = re.compile(r"\b(?:later|back|push|postpone|delay|late)\b")
_WAY = re.compile(rf"\b(?:{MOVES}|{_EARLIER.pattern}|{_LATER.pattern})\b", re.IGNORECASE)
"""Words for moving something, or which way."""
_SHIFT = re.compile(
    r"(?:back|forwards?|up|out)?\s*(?P<by>by\s+)?(?:about\s+|like\s+)?"
    rf"(?P<count>half(?: an?)?|(?:a )?quarter of an|three quarters of an|{NUMBER})[ -]?"
    r"(?:(?:full|whole) )?(?P<unit>min|hour|hr|day|week|month|h\b|m\b)\w*(?P<half> and a half)?"
    r"\s*(?P<way>later|earlier|forwards?|back|sooner|ahead|up|out|on)?",
    re.IGNORECASE,
)
_STAYS = re.compile(
    r",? ?\b(?:but |and )?(?:(?:on |at |in |for |with )?(?:exactly )?(?:the )?(?:very )?same"
    r"|(?:keep|leave)(?:ing)?(?: the| its)?(?: (?:full|whole))?)"
    r" (?:day|date|place|room|people|length|duration|time(?: of (?:the )?day)?|hour|start|beginning"
    r")s?\b",
    re.IGNORECASE,
)
_THAT_DAY = re.compile(
    r"(?:(?:on|in|for|just|only) )*that (?:very )?(?:day|date|week)(?: only)?", re.IGNORECASE
)
_TOO = re.compile(
    r"[^,.;:!?]* (?:(?:is|are|was) )?(?:too|not|never|hardly) "
    r"(?:little|short|long|much|tight|enough)\b",
    re.IGNORECASE,
)
"""What stands behind how long something is now: "half an hour with her is too little"."""
_MORE = re.compile(r" (?:more|extra|longer)\b", re.IGNORECASE)
"""What stands behind by how much something gets longer: "15 minutes more at the end"."""
_OWN = frozenset({"my", "our", "his", "her", "their"})
"""What stands before the hour that something is known by: "my 3pm"."""
_ONE_OF = frozenset({"that", "this", "the", "only", "in"})
"""What stands before "one" where it counts nothing: "just that one time", "in one piece"."""
_WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Times:
    """What is said of time: when the event is known to be, and by role what is to be new of it."""

    old: tuple[Span, ...] = ()
    new: Mapping[TimeRole, tuple[Span, ...]] = field(
        default_factory=dict[TimeRole, tuple[Span, ...]]
    )
    end_stays: bool = False


def times_said(work: Work, *, alone: bool = True) -> Times:
    """Tell what is to be new of an event's time from the time that it is known by.

    Where that is not `alone`, but who comes or where changes, a day is new only if the reader takes
    it for new.
    """
    said = work.said
    told: list[tuple[TimeRole, Span]] = _told(work)
    if not alone:
        told = [("which" if _is_day(work, one) else role, one) for role, one in told]
    if not any(role in NEW for role, _ in told):  # what the reader takes for new counts
        told = [
            (role if one.kind == "time" else _KINDS[one.kind], one)
            for role, one in told
            if role != "why"
        ]
    told = _starting(said, _from_to(work, told))
    roles = {role for role, _ in told}
    if "start" in roles:  # "half an hour earlier, at 12:30"
        told = [one for one in told if one[0] not in _WAYS]
    elif roles & {*_WAYS}:  # "20 minutes later, so till 15:20"
        told = [one for one in told if one[0] != "end"]
    old = [replace(one, kind="time") for role, one in told if role == "which"]
    new: dict[TimeRole, tuple[Span, ...]] = {
        role: tuple(one for each, one in told if each == role)
        for role in NEW
        if role in {each for each, _ in told}
    }
    if there := _put_there(work, new.get("start", ())):
        new["start"] = there
    begins = bool(new.keys() & {"start", *_WAYS})
    return Times(tuple(old), new, begins and STAYS["end"].search(said.text) is not None)


def _is_day(work: Work, span: Span) -> bool:
    """Whether a time is a day that the reader does not take for a new one."""
    when = read(work, span.text)
    return span.kind == "time" and when.day_named and not when.exact


def _described(said: Said) -> bool:
    return said.has("topic", "which", "person", "organisation")


def _from_to(work: Work, told: Sequence[tuple[TimeRole, Span]]) -> list[tuple[TimeRole, Span]]:
    """Return times with what something is moved from as what it is known by.

    Of several days it is put on the last; another may be taken back. What is pushed by some time
    is there now: "push the 4pm half an hour".
    """
    said = work.said
    new = [one for role, one in told if role in {"start", "end"}]
    days = [one for one in new if read(work, one.text).day_named]
    by = [one.start for role, one in told if role in _WAYS]
    found: list[tuple[TimeRole, Span]] = []
    for role, one in told:
        if one in days[:-1] and one.end <= days[-1].start:
            back = said.corrects(one.end, days[-1].start)
            found.append(("dropped" if back else "which", one))
        elif one in new and any(one.start < at for at in by) and _is_on(work, one):
            found.append(("which", one))
        else:
            found.append(("start" if one in days[1:] else role, one))
    return found


def _is_on(work: Work, span: Span) -> bool:
    """Whether a time that stands before by how much something moves is when that is now."""
    bare = not _described(work.said) and work.said.before(span) not in {"to", "at"}
    return bare or read(work, span.text).at is None


def _told(work: Work) -> list[tuple[TimeRole, Span]]:
    """Return the times of a command in order, each with what it is for."""
    said = work.said
    spans = [
        part
        for one in said.spans
        if one.kind in _KINDS and not _stays(said, one)
        for part in _parts(work, _widened(said, one))
    ]
    others = [*spans, *(one for one in said.spans if one.kind != "body" and one.kind not in _KINDS)]
    spans += [  # what the reader took for words of a note, or for nothing
        Span("time" if mark.role == "which" else "newtime", mark.text, mark.start, mark.end)
        for mark in said.times
        if mark.role in {*NEW, "stays"}
        or (mark.role == "which" and read(work, mark.text).day_named)
        if not any(meets(one, mark) for one in others)
    ]
    told: list[tuple[TimeRole, Span]]
    told = [(_role(work, one), one) for one in spans if _tells(work, one)]
    return sorted(told, key=lambda one: one[1].start)


def _widened(said: Said, span: Span) -> Span:
    """Return a time with all that is marked with it: "the Thursday of that week"."""
    for one in said.times:
        if one.start <= span.start and span.end <= one.end and one.role in NEW:
            return replace(span, text=one.text, start=one.start, end=one.end)
    return span


def _parts(work: Work, span: Span) -> list[Span]:
    """Return a time as those in it, if one tells which event is meant and another is new."""
    marks = [one for one in work.said.times if meets(one, span)]
    if {"which"} < {one.role for one in marks}:
        return [replace(span, text=one.text, start=one.start, end=one.end) for one in marks]
    for joint in (*SHIFT.finditer(span.text), *_JOINT.finditer(span.text)):
        was, rest = span.text[: joint.start()].strip(), span.text[joint.start() :].strip()
        old, new = read(work, was), read(work, rest)
        by = joint.re is SHIFT and old.spans
        if by or (old.day_named and old.at is None and new.spans):
            return [
                Span("time", was, span.start, span.start + len(was)),
                Span("newtime", rest, span.end - len(rest), span.end),
            ]
    return [span]


def _role(work: Work, span: Span) -> TimeRole:
    """Return what a time is for: as it is marked, or by what the reader took it for.

    Of several marks in it the first of `NEW` counts: a range has a start and an end.
    """
    said = work.said
    marked: list[TimeRole] = [one.role for one in said.times if meets(one, span)]
    if _TOO.match(said.text, span.end):
        return "why"
    if ruled_out(said, span):
        return "dropped" if _described(said) and not read(work, span.text).day_named else "which"
    if said.before(span) in _OWN and span.kind == "time":
        return "which"
    hour = span.kind == "duration" and said.before(span) in {"at", "on"}
    own: TimeRole = _KINDS["newtime" if hour else span.kind]
    role = min(marked, key=_rank) if marked else own
    if role in {"start", "end"} and own == "length" and not read(work, span.text).exact:
        role = own
    if role == "start" and own == "which" and _wide(work, span):
        role = own
    shift = _SHIFT.fullmatch(_plain(span.text))
    if role == "until":
        return "end"
    led = marked or not said.says(MOVES) or said.before(span) in {"at", "on", "to"}
    if shift and role in {"start", "which", "length"} and (shift["by"] or shift["way"] or not led):
        return "later"
    if role in _WAYS and not (_WAY.search(said.text) or said.before(span) == "by"):
        role = "length"
    if role == "length" and _MORE.match(said.text, span.end):
        role = "longer"
    return "length" if role in _SIGNS and said.before(span) == "to" else role


def _rank(role: TimeRole) -> int:
    return NEW.index(role) if role in NEW else len(NEW)


def _starting(said: Said, told: Sequence[tuple[TimeRole, Span]]) -> list[tuple[TimeRole, Span]]:
    """Return times with each as an end that the words before it say to be one, or else a start.

    "We still finish at two" is one, too; "move it until four" is when it is to begin.
    """
    found: list[tuple[TimeRole, Span]] = []
    begun = any(role == "start" for role, _ in told)
    for role, one in told:
        ends = _ENDS.search(said.text[: one.start]) or _UNTIL.match(one.text)
        if role == "end" and not begun and not (ends and not said.says(MOVES)):
            found.append(("start", one))
        elif ends and (
            (role == "stays" and not any(each == "end" for each, _ in found))
            or (role == "start" and ((found and found[-1][0] == "start") or not said.says(MOVES)))
        ):
            found.append(("end", one))
        else:
            found.append((role, one))
    return found


def _stays(said: Said, span: Span) -> bool:
    """Whether words of time say nothing new: "same day", "that week" of nothing said."""
    one = fold(span.text) == "one" and said.before(span) in _ONE_OF
    pointing = _THAT_DAY.fullmatch(f"{said.before(span)} {span.text}".strip())
    again = said_again(said, span) and not find_away(f"that {span.text}")
    stays = any(
        each.start() <= span.start and span.end <= each.end() for each in _STAYS.finditer(said.text)
    )
    return one or again or stays or bool(pointing and not said.carried)


def _plain(text: str) -> str:
    """Return a time without what of it says that something stays."""
    return _STAYS.sub("", text).strip(" ,")


def _tells(work: Work, span: Span) -> bool:
    """Whether a time can be read at all."""
    if span.kind == "duration":
        return "-" not in span.text or length(span.text) is not None  # "the half-year talk"
    shift = _SHIFT.fullmatch(_plain(span.text)) or find_away(span.text)
    return shift is not None or bool(read(work, span.text).spans)


def _wide(work: Work, span: Span) -> bool:
    """Whether a time is more than a day, where nothing can be put."""
    when = read(work, span.text)
    return when.day_named and when.at is None and not when.one_day


def _put_there(work: Work, new: Sequence[Span]) -> tuple[Span, ...]:
    """Return the new start on the day that was asked about, where something is moved "there"."""
    found = PUT_THERE.search(work.said.text)
    asked = [one for one in work.said.carried if one.kind == "time"] if found else []
    when = when_of(work, asked)
    told = [replace(one, text=_THAT_DAY.sub("", one.text)) for one in new]
    named = work.said.has("place") or any(read(work, one.text).day_named for one in told)
    if not found or named or not (when.first and when.one_day):
        return ()
    clock = told[-1].text if told else f"at {when.at:%H:%M}" if when.exact and when.at else ""
    at = told[-1] if told else Span("newtime", "", found.end(), found.end())
    return (replace(at, text=f"{when.first:%-d %B %Y}, {clock}".strip(" ,")),)


def timing(work: Work, times: Times, known: When) -> dict[str, Json]:
    """Return the arguments that say the new time and length of an event."""
    new = times.new
    changes: dict[str, Json] = {}
    if lasting := new.get("length"):
        changes["minutes"] = _minutes(lasting[-1])
    for role, sign in _SIGNS.items():
        if by := new.get(role):
            changes["end"] = f"{sign}PT{_minutes(by[-1])}M"
    for role in _WAYS:
        if by := new.get(role):
            plain = [one for one in by if _SHIFT.search(one.text)]
            changes |= _shifted(work, [*by, *plain][-1], role)
    if start := new.get("start"):
        changes |= _moved(work, start, known)
    if end := new.get("end"):
        day = str(changes.get("start", "")).partition("T")[0] or _day_of(work, known)
        changes["end"] = f"{day}T{_clock(work, end[-1])}"
        changes.pop("minutes", None)
    elif times.end_stays and not changes.keys() & {"end", "minutes"}:
        changes["end"] = "+PT0M"
    return changes


def _minutes(span: Span) -> int:
    minutes = length(span.text)
    if minutes is None:
        raise Asked("How long should it be?", "duration")
    return minutes


def _clock(work: Work, span: Span) -> str:
    when = read(work, _UNTIL.sub("", span.text))
    if when.at is None or not when.exact:
        raise Asked(f"At what time? Say for example “Let it end at 3pm” instead of “{span.text}”.")
    return f"{when.at:%H:%M}"


def _day_of(work: Work, known: When) -> str:
    """Return the day an event is on, as far as that is said."""
    told = known.one_day and (known.day_named or not _described(work.said))
    told = told and not known.from_now  # "in three weeks" is about then
    return known.first.isoformat() if told and known.first else ""


def _moved(work: Work, fresh: Sequence[Span], known: When) -> dict[str, Json]:
    """Return the new start, and the end of a range, as far as it is said.

    A date alone keeps the time of day, a time alone ("T16:00") the date; the weekday it is on
    already is that of the next week.
    """
    text = _plain(" ".join(one.text for one in fresh))
    if (not known.dated or _same_week(text)) and (start := _by_its_own(work, text)):
        return {"start": start}
    bare = [replace(one, text=_UNTIL.sub("", _plain(one.text))) for one in fresh]
    new = when_of(work, bare, known)
    if new.all_day:
        raise Asked("I can't make it a whole day: cancel it, and make a new event that is one.")
    if new.first is None or not new.one_day:
        raise Asked(
            f"On which day? Say for example “Move it to Tuesday” instead of “{text}”.", "newtime"
        )
    if new.at is not None and not new.exact:
        raise Asked(
            f"At what time? Say for example “Move it to 3pm” instead of “{text}”.", "newtime"
        )
    lasting: dict[str, Json] = {"minutes": new.minutes} if new.minutes else {}
    if new.at is None:
        clock = f"T{known.at:%H:%M}" if known.exact and known.at else ""
        same = known.one_day and known.first == new.first
        return {
            "start": f"{(new.first + _WEEK if same else new.first).isoformat()}{clock}",
            **lasting,
        }
    date = new.first.isoformat() if new.day_named else _day_of(work, known)
    end: dict[str, Json] = {"end": f"{date}T{new.until:%H:%M}"} if new.until else {}
    return {"start": f"{date}T{new.at:%H:%M}", **end, **lasting}


def _same_week(text: str) -> bool:
    """Whether a text says a day of the week that something is in now."""
    found = find_away(text)
    return found is not None and found[0].weeks == 0


def _by_its_own(work: Work, text: str) -> str:
    """Return a new start told by the day it is on now, as the tool reads it; "" for any other."""
    found = find_away(text)
    if found is None:
        return ""
    away, rest = found
    new = read(work, rest) if rest else When()
    if new.day_named or (rest and not new.exact):
        return ""
    clock = f"T{new.at:%H:%M}" if new.at else ""
    if away.weeks is not None and away.weekday is not None:
        return f"W{away.weeks:+d}-{away.weekday + 1}{clock}"
    if away.weekday is not None and away.days > 0:
        return f">{away.weekday + 1}{clock}"
    days = away.days if away.weeks is None else 7 * away.weeks
    if away.weekday is not None or not (days or clock):
        return ""
    return f"D{days:+d}{clock}" if clock else f"{'-' if days < 0 else '+'}P{abs(days)}D"


def _shifted(work: Work, span: Span, role: TimeRole) -> dict[str, Json]:
    """Return by how much it moves: "half an hour later", "a week earlier"."""
    text = " ".join(_plain(span.text).split())
    found = _SHIFT.search(text)
    if found is None:
        return _moved(work, [span], When())  # "to the day after"
    way = fold(found["way"] or "")  # "push it an hour earlier"
    words = way if way in {"earlier", "sooner", "later"} else fold(f"{work.said.rest} {text}")
    sooner, later = _EARLIER.search(words), _LATER.search(words)
    back = role == "earlier" if bool(sooner) == bool(later) else bool(sooner)
    sign, unit = "-" if back else "+", found["unit"].casefold()
    if unit in {"day", "week"}:
        return {"start": f"{sign}P{number(found['count'])}{unit[0].upper()}"}
    if unit == "month":
        raise Asked("On which day? Say the date, for example “Move it to 3 December”.", "newtime")
    named = f"{found['count']} {'hour' if unit[0] == 'h' else 'minute'}{found['half'] or ''}"
    hours, minutes = divmod(read_length(named) or 0, 60)
    return {"start": f"{sign}PT{hours * 60 + minutes}M" if minutes else f"{sign}PT{hours}H"}
