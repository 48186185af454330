"""When an event is to be instead, and how long: the new start, end or length of a change."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise

from shared.english import When, read_length, read_when
from shared.english.away import SHIFT, find_away
from shared.english.clocks import CLOCK
from shared.english.dates import WEEKDAY
from shared.english.scanning import NUMBER, number, rule
from shared.models.base import Json
from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.said import PUT_THERE, Said
from shared.understanding.times import is_why, length, read, ruled_out, said_again, when_of
from shared.understanding.work import Asked, Work

MOVES = (
    r"mov\w+|reschedul\w*|resched|rebook|shift\w*|push\w*|postpon\w*|delay\w*|bring|advance|pull"
    r"|prepone|drag|bump|defer|put (?:off|back)|rearrange|later|earlier|shove|slide|run\w* late"
)
_TIMES = frozenset({"time", "newtime", "duration"})
_TO = re.compile(r"\b(?:to|until|till?|for|2|into|->)\s*$", re.IGNORECASE)
_UNTIL = re.compile(r"(?:to|until|till?)\b", re.IGNORECASE)
_LEADING = re.compile(r"^\s*(?:to|until|till?)\b", re.IGNORECASE)
_TO_DAY = re.compile(r" (?:to|onto) ", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|of)\s*$", re.IGNORECASE)
_HANGING = re.compile(r"\b(?:at|on|by|to|half|an?|next|the|for|in)$", re.IGNORECASE)
_EARLIER = re.compile(r"\b(?:earlier|forwards?|sooner|ahead|up|bring|pull|advance|prepone)\b")
_LATER = re.compile(r"\b(?:later|back|push|postpone|delay|late)\b")
_STRETCH = re.compile(r"\b(?:longer|shorter|more|less|extra|another|by|off)\b")
_STRETCHES = (
    r"extend|lengthen\w*|prolong|shorten|reduce|trim|cut|add|append|tack"
    r"|needs? (?:more|another|longer)|on top"
)
_LESS = re.compile(r"\b(?:shorter|less|shorten|reduce|trim|cut|off|too (?:long|much))\b")
_SHIFT = re.compile(
    r"(?:back|forwards?|up|out)?\s*(?P<by>by\s+)?(?:about\s+|like\s+)?"
    rf"(?P<count>half an?|(?:a )?quarter of an|three quarters of an|{NUMBER})[ -]?"
    r"(?:(?:full|whole) )?(?P<unit>min|hour|hr|day|week|month|h\b|m\b)\w*(?P<half> and a half)?"
    r"\s*(?P<way>later|earlier|forwards?|back|sooner|ahead|up|out|on)?",
    re.IGNORECASE,
)
_HOUR = rule(NUMBER)
_TO_BEGIN = rule(
    r"\b(?:to|should|must|shall|can|could|may|might|will|let (?:it|us|that))"
    rf" (?:begin|start|commence) at (?P<at>{CLOCK})(?![\w:])"
)
_SAME_DAY = re.compile(r"(?:week|wk)\b.*\bsame (?:week ?)?day", re.IGNORECASE)
STAYS = re.compile(
    r",? ?\b(?:but |and )?(?:(?:on |at |in |for |with )?(?:exactly )?(?:the )?(?:very )?same"
    r"|(?:keep|leave)(?:ing)?(?: the| its)?(?: (?:full|whole))?)"
    r" (?:day|date|place|room|people|length|duration|time|hour|start|beginning)s?\b",
    re.IGNORECASE,
)
_THAT_DAY = re.compile(
    r"(?:(?:on|in|for|just|only) )*that (?:very )?(?:day|date|week)(?: only)?", re.IGNORECASE
)
_END_STAYS = re.compile(
    r"\b(?:end|finish)(?:s|ing|es)?(?: time)? (?:(?:may|can|should|must|shall|will|is to) )?"
    r"(?:stays?|remains?|is unchanged|(?:just )?as (?:it is|planned|before)|like planned"
    r"|when it (?:already )?does|where it is)"
    r"|\b(?:keep|leave|same) (?:the )?(?:end|finish)\b",
    re.IGNORECASE,
)
_SMALL = re.compile(r"[\s,]*(?:\b(?:that|the|of|in|on|at)\b\s*)*", re.IGNORECASE)
_WEEKDAY = rule(rf"(?<!this )\b{WEEKDAY}\b")
_BY = re.compile(r"\b(?:by|another|extra|more|further)\s*$", re.IGNORECASE)
_AFTER_IT = re.compile(r"\s*(?:longer|shorter|more|less|extra|off)\b", re.IGNORECASE)
_IT_AT = re.compile(
    r"\b(?:it|(?:that|this)(?: one)?|them|begins?|starts?) (?:at|on|for|from|by|in)\s*$",
    re.IGNORECASE,
)
"""What stands before the time that something there is put at."""
_END = r"\b(?:ends?|ending|finish\w*|over{})(?: (?:it|at|by|is|now))*\s*$"
_ENDS = re.compile(_END.format("|till?|until"), re.IGNORECASE)
_PLAINLY_ENDS = re.compile(_END.format(""), re.IGNORECASE)
"""What stands before when something ends; "move it until four" is when it is to begin."""
_LET_IT = re.compile(
    r"\b(?:let|have|make) (?:it|that|this|them) (?:end|finish|stop|start|begin)"
    r"(?: (?:at|by|only))*\s*$",
    re.IGNORECASE,
)
_MADE = re.compile(
    r"\b(?:make|keep)\b(?!.*\b(?:longer|shorter|more|less|extra|off)\b)[^.,;]*$", re.IGNORECASE
)
"""What stands before how long something is to be, though it was "too long" before."""
_MORE = re.compile(r"\s*(?:more|extra|further|additional)\s*", re.IGNORECASE)
_TOO_SHORT = re.compile(
    r"[^,.;:!?]* (?:(?:is|are|was) )?(?:too|not|never|hardly) "
    r"(?:little|short|long|much|tight|enough)\b",
    re.IGNORECASE,
)
"""What stands behind how long something is now: "half an hour with her is too little"."""
_DAYS = re.compile(rf"(?:a|an|{NUMBER}) (?:full |whole )?(?:day|week)s?\b", re.IGNORECASE)
_WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Times:
    """What is said of time: when the event is known to be, when it is to be, and how long."""

    old: tuple[Span, ...] = ()
    new: tuple[Span, ...] = ()
    lasting: Span | None = None
    ends: Span | None = None


def times_said(work: Work, *, timed: bool = True) -> Times:
    """Tell the new time of an event from the one it is known by; without `timed` there is none."""
    said = work.said
    spans = _with_shift(said, [part for one in _whole(work) for part in _from_to(work, one)])
    clocks = [one for one in spans if one.kind in {"time", "newtime"}]
    clocks = [one for one in clocks if not is_why(said, one)] or clocks
    clocks = [one for one in clocks if _tells(work, one)] or ([] if len(spans) > 1 else clocks)
    out = [one for one in clocks if ruled_out(said, one) or _FROM.search(said.text[: one.start])]
    new = [one for one in clocks if one.kind == "newtime" and one not in out]
    if not new and timed:
        new = _unmarked(work, [one for one in clocks if one not in out], ruled=bool(out))
    if not new:
        new = [one for one in clocks if one not in out and _put_at(work, one)]
    if new and said.has("newtime"):  # "starts at one and ends at five"
        new += [one for one in clocks if one not in [*new, *out] and _ends_after(said, one, new)]
    if len(new) > 1 and _SHIFT.fullmatch(new[-1].text.strip()) and not _described(said):
        new = new[-1:]  # "push the 4pm half an hour": the other is when it is
    if len(new) == 2 and said.says(MOVES) and _is_on(work, new[0]):  # noqa: PLR2004
        between = said.text[new[0].end : new[1].start]
        new = new[1:] if _UNTIL.fullmatch(between.strip()) else new  # "move the 10am to 3"
    if till := _till(work, clocks):
        new = [clocks[clocks.index(till) - 1]]
        clocks.remove(till)
    lengths = [one for one in spans if one.kind == "duration" and not _counts(said, one)]
    lengths = [one for one in lengths if not _TOO_SHORT.match(said.text, one.end)]
    lengths = [one for one in lengths if not ruled_out(said, one)] or lengths
    lengths = [one for one in lengths if _STRETCH.search(fold(one.text))] or lengths
    if new and said.says(MOVES):  # "by one day, from Thursday to Friday" says one thing twice
        lengths = [one for one in lengths if not _DAYS.match(said.text[one.start :])]
    if lengths and not new and said.says(MOVES):
        return Times(tuple(replace(one, kind="time") for one in clocks), (lengths[-1],))
    described = _described(said)
    exact = any(read(work, one.text).exact for one in new)
    old = tuple(
        replace(one, kind="time")
        for one in clocks
        if one not in new
        and not (described and one in out and not _day(work, one))
        and not (described and exact and _vague(work, one))
    )
    new = _put_there(work, new)
    return Times(old, tuple(new), lengths[-1] if lengths else None, till)


def _put_at(work: Work, span: Span) -> bool:
    """Whether an hour is when something is to begin, or to end: "let it end at 10:30"."""
    ordered = _LET_IT.search(work.said.text[: span.start]) is not None
    return ordered and read(work, _LEADING.sub("", span.text)).exact


def _is_on(work: Work, first: Span) -> bool:
    """Whether the first of two times may be when something is: "the review on Friday", to 11.

    "Move the review to Friday 2 to 3" says when it is to be.
    """
    day = not read(work, first.text).exact and work.said.before(first) != "to"
    return day or not _described(work.said)


def _put_there(work: Work, new: list[Span]) -> list[Span]:
    """Return new times with the day that was asked about, where something is moved "there"."""
    found = PUT_THERE.search(work.said.text)
    asked = [one for one in work.said.carried if one.kind == "time"] if found else []
    when = when_of(work, asked)
    told = [replace(one, text=_THAT_DAY.sub("", one.text)) for one in new]
    named = work.said.has("place") or any(_day(work, one) for one in told)
    if not found or named or not (when.first and when.one_day):
        return new
    clock = told[-1].text if told else f"at {when.at:%H:%M}" if when.exact and when.at else ""
    at = told[-1] if told else Span("newtime", "", found.end(), found.end())
    return [replace(at, text=f"{when.first:%-d %B %Y}, {clock}".strip(" ,"))]


def _till(work: Work, clocks: Sequence[Span]) -> Span | None:
    """Return till when an event is to be that is put at an hour: "put it at 11, to 12"."""
    said = work.said
    for one, other in pairwise(clocks):
        lead = said.text[one.end : other.start]
        ends = _UNTIL.fullmatch(said.before(other)) or _UNTIL.match(other.text.strip())
        put = _IT_AT.search(said.text[: one.start]) and read(work, one.text).exact
        if put and (ends or _ENDS.search(lead)) and not said.says(MOVES):
            return other
    return None


def stays_so_long(said: Said, times: Times) -> bool:
    """Whether a length that is said is the one there is: "still 30 min"."""
    return times.lasting is not None and said.before(times.lasting) in {"still", "stays"}


def at_clock(work: Work, times: Times) -> Times:
    """Return times in which the hour said of an event is its new one: "begin it on Friday at nine".

    That is meant where nothing else says what is to be changed.
    """
    for one in reversed(times.old):
        for begin, end in read_when(one.text, work.now).spans:
            clock = one.text[begin:end]
            when = read(work, clock)
            if (when.exact or _UNTIL.match(clock)) and not when.day_named:
                rest = f"{one.text[:begin]}{one.text[end:]}".strip(" ,")
                kept = (replace(one, text=rest),) if rest else ()
                old = tuple(
                    part for each in times.old for part in (kept if each is one else (each,))
                )
                return Times(old, (Span("newtime", clock, one.start + begin, one.start + end),))
    return times


def timing(work: Work, times: Times, known: When) -> dict[str, Json]:
    """Return the arguments that say the new time and length of an event."""
    lasting = _lasting(work.said, times.lasting) if times.lasting else {}
    moved = _both(work, times.new, known) if times.new else {}
    if times.ends:
        day = str(moved["start"]).partition("T")[0]
        until = read(work, _LEADING.sub("", times.ends.text))
        moved["end"] = f"{day}T{until.at:%H:%M}" if until.at else ""
    if (
        "start" in moved
        and not moved.keys() & {"end", "minutes"}
        and _END_STAYS.search(work.said.text)
    ):
        moved["end"] = "+PT0M"
    return {**lasting, **moved}


def _both(work: Work, fresh: Sequence[Span], known: When) -> dict[str, Json]:
    """Return the new start and end, each where it is said apart: "starts at 9, ends at 10"."""
    text = work.said.text
    ends = [one for one in fresh if _PLAINLY_ENDS.search(text[: one.start])]
    starts = [one for one in fresh if one not in ends]
    if not (starts and ends):
        return _moved(work, fresh, known)
    moved, end = _moved(work, starts, known), _moved(work, ends, known)
    return {**moved, "end": end.get("end", end.get("start"))}


def _stays(said: Said, span: Span) -> bool:
    """Whether a time is that of something there: "same day", or "that week" of nothing said."""
    told = f"{said.before(span)} {span.text}".strip()
    pointing = not said.carried and _THAT_DAY.fullmatch(told) is not None
    return pointing or any(
        one.start() <= span.start and span.end <= one.end() for one in STAYS.finditer(said.text)
    )


def _without_stays(said: Said, span: Span) -> Span:
    """Return a time without what of it, or of the words beside it, says that something stays."""
    for one in () if _SAME_DAY.search(span.text) else STAYS.finditer(said.text):
        if span.start < one.start() < span.end:
            text = said.text[span.start : one.start()].rstrip(" ,")
            return replace(span, text=text, end=span.start + len(text))
        if one.start() <= span.start < one.end() < span.end:
            text = said.text[one.end() : span.end].lstrip(" ,")
            return replace(span, text=text, start=span.end - len(text))
    return span


def _begins(said: Said) -> list[Span]:
    """Return the hour at which something is to begin, where nothing of it is marked."""
    found = [Span("newtime", one["at"], *one.span("at")) for one in _TO_BEGIN.finditer(said.text)]
    return [
        one
        for one in found
        if not any(each.start < one.end and one.start < each.end for each in said.spans)
    ]


def _as_new(said: Said, span: Span) -> Span:
    """Return an hour that was taken for a length as one: "start at one"."""
    hour = span.kind == "duration" and _HOUR.fullmatch(span.text) and said.before(span) == "at"
    return replace(span, kind="newtime") if hour else span


def _ends_after(said: Said, span: Span, new: Sequence[Span]) -> bool:
    """Whether a time is when something is to end, behind when it is to start."""
    ends = _PLAINLY_ENDS.search(said.text[: span.start]) is not None
    return ends and all(one.end <= span.start for one in new)


def _from_to(work: Work, span: Span) -> list[Span]:
    """Return a time as when something is, and when it is to be, if both were marked as one.

    "The week after next to the Thursday of the same week" is no time from one to the other.
    """
    for joint in _TO_DAY.finditer(span.text) if span.kind in {"time", "newtime"} else ():
        old, new = span.text[: joint.start()], span.text[joint.end() :]
        first, second = read(work, old), read(work, new)
        days = find_away(new) is not None or second.day_named
        if first.day_named and first.at is None and days and work.said.says(MOVES):
            begin = span.start + joint.end()
            was = Span("time", old, span.start, span.start + len(old))
            return [was, replace(span, kind="newtime", text=new, start=begin)]
    return [span]


def _counts(said: Said, span: Span) -> bool:
    """Whether a bare number counts no minutes: "just that one time", "in one piece"."""
    return fold(span.text) == "one" and said.before(span) in {"that", "this", "the", "only", "in"}


def _with_shift(said: Said, spans: list[Span]) -> list[Span]:
    """Return spans with by how much an event is to move, if less of it is marked: "1h later"."""
    found = SHIFT.search(said.text)
    if found is None:
        return spans
    shift = Span("newtime", found[0], found.start(), found.end())
    own = [one for one in spans if one.start < shift.end and shift.start < one.end]
    others = [one for one in spans if one not in own]
    pieces = all(
        one.kind == "duration"
        or (one.kind == "newtime" and one.text.removeprefix("one ") in shift.text)
        for one in own  # "Ann's one half an hour later"
    )
    new = any(one.kind == "newtime" for one in others)
    if new or not pieces or not (own or said.says(MOVES)):
        return spans
    return sorted([*others, shift], key=lambda one: one.start)


def _whole(work: Work) -> list[Span]:
    """Return the spans that say times, put together where a time was marked in pieces."""
    whole: list[Span] = []
    said = work.said
    spans = sorted((*said.spans, *_begins(said)), key=lambda span: span.start)
    for one in (_as_new(said, _without_stays(said, span)) for span in spans):
        if one.kind not in _TIMES:
            continue
        last = whole[-1] if whole else None
        if last and said_again(said, one) and not find_away(f"that {one.text}"):
            continue  # "Friday, same time"
        if _stays(said, one):
            continue
        if last and _together(work, last, one):
            text = said.text[last.start : one.end]
            whole[-1] = Span(_kind(said, {last.kind, one.kind}, text), text, last.start, one.end)
        else:
            whole.append(one)
    return whole


def _together(work: Work, one: Span, other: Span) -> bool:
    """Whether two spans are a single time: side by side, or told by another day together."""
    said = work.said
    between = said.text[one.end : other.start]
    if not between.strip() or (one.kind == other.kind == "duration" and _MORE.fullmatch(between)):
        return _pieces(work, one, other)
    if not _SMALL.fullmatch(between):
        return False
    alone = find_away(one.text)
    if alone is None:
        told = find_away(said.text[one.start : other.end])
        return told is not None and told[0].weekday is not None and not told[1]
    told = alone[0].weekday is not None and not read(work, alone[1]).exact
    return told and not read(work, other.text).day_named


def _pieces(work: Work, one: Span, other: Span) -> bool:
    """Whether two texts side by side only make sense together."""
    if _HANGING.search(one.text) or _SHIFT.fullmatch(f"{one.text} {other.text}"):
        return True
    if "duration" not in {one.kind, other.kind}:
        if any(_SHIFT.fullmatch(x.text.strip()) for x in (one, other)):
            return False
        first, second = read(work, one.text), read(work, other.text)
        if first.day_named != second.day_named and (first.at is None) != (second.at is None):
            return True
    return any(length(x.text) is None and not read(work, x.text).spans for x in (one, other))


def _tells(work: Work, span: Span) -> bool:
    """Whether a time can be read at all: "same time" beside a length tells nothing."""
    shift = _SHIFT.fullmatch(span.text.strip()) or find_away(span.text)
    return shift is not None or bool(read(work, span.text).spans)


def _day(work: Work, span: Span) -> bool:
    """Whether a time names a day."""
    return read(work, span.text).day_named


def _vague(work: Work, span: Span) -> bool:
    """Whether a time is only a part of no day in particular: why it is to be at another hour."""
    when = read(work, span.text)
    return when.at is not None and not (when.exact or when.day_named)


def _kind(said: Said, kinds: set[str], text: str) -> str:
    """Return what a text is that was marked as several kinds."""
    shift = _SHIFT.fullmatch(text.strip())
    if shift and not (shift["by"] or shift["way"] or said.says(MOVES)):
        return "duration"
    return "newtime" if "newtime" in kinds else "time" if "time" in kinds else "duration"


def _described(said: Said) -> bool:
    return said.has("topic", "which", "person", "organisation")


def _unmarked(work: Work, times: Sequence[Span], *, ruled: bool) -> list[Span]:
    """Return the time that is a new one though it isn't marked so: another is ruled out, or "to".

    A follow-up that names nothing else says the new time, too ("no wait, Saturday").
    """
    said = work.said
    to = [
        one
        for one in times
        if _TO.search(said.text[: one.start])
        or _IT_AT.search(said.text[: one.start])
        or _UNTIL.match(one.text.strip())
    ]
    if ruled or (said.carried and not _described(said)):
        return list(times[-1:])
    told = _described(said) or len(times) > len(to)
    return to[-1:] if told or said.carried or said.says(MOVES) else []


def _lasting(said: Said, span: Span) -> dict[str, Json]:
    """Return the new length, or by how much the end moves."""
    minutes = length(_STRETCH.sub(" ", span.text))
    if minutes is None:
        raise Asked("How long should it be?", "duration")
    words = fold(f"{said.rest} {span.text}")
    by = _BY.search(said.text[: span.start]) or _AFTER_IT.match(said.text, span.end)
    stretched = by or _STRETCH.search(fold(span.text))
    made = said.before(span) in {"to", "be", "is"} or _MADE.search(said.text[: span.start])
    if not stretched and (made or not said.says(_STRETCHES)):
        return {"minutes": minutes}
    return {"end": f"{'-' if _LESS.search(words) else '+'}PT{minutes}M"}


def _moved(work: Work, fresh: Sequence[Span], known: When) -> dict[str, Json]:
    """Return the new start, or end, as far as it is said: what is not said stays as it is.

    A date alone keeps the time of day, a time alone ("T16:00") the date; the weekday it is on
    already is that of the next week.
    """
    text = fresh[-1].text.strip()
    if shift := _shifted(work.said, text, clock=work.said.before(fresh[-1]) in {"at", "on"}):
        return shift
    if _SAME_DAY.search(text):
        return {"start": "+P7D"}
    if (not known.dated or _same_week(text)) and (start := _by_its_own(work, text)):
        return {"start": start}
    until = _UNTIL.match(text) is not None
    bare = [replace(one, text=_LEADING.sub("", one.text)) for one in fresh]
    new = when_of(work, bare, known)
    if new.all_day:
        raise Asked("I can't make it a whole day: cancel it, and make a new event that is one.")
    today = work.now.date()
    if known.first and new.first == today < known.first and _WEEKDAY.search(text):
        new = replace(new, first=today + _WEEK, last=today + _WEEK)
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
    told = known.one_day and (known.day_named or not _described(work.said))
    day = new.first if new.day_named else known.first if told else None
    date = day.isoformat() if day else ""
    ends = _ENDS.search(work.said.text[: fresh[0].start]) or until
    if ends and not work.said.says(MOVES):
        return {"end": f"{date}T{new.at:%H:%M}"}
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


def _shifted(said: Said, text: str, *, clock: bool) -> dict[str, Json]:
    """Return by how much it moves: "half an hour later", "a week earlier"; empty for a time."""
    found = _SHIFT.fullmatch(" ".join(text.split()))
    if found is None or (clock and not found["way"]):
        return {}
    way = fold(found["way"] or "")  # "push it an hour earlier"
    words = way if way in {"earlier", "sooner", "later"} else fold(f"{said.rest} {text}")
    sooner = _EARLIER.search(words) is not None and _LATER.search(words) is None
    sign, unit = "-" if sooner else "+", found["unit"].casefold()
    if unit in {"day", "week"}:
        return {"start": f"{sign}P{number(found['count'])}{unit[0].upper()}"}
    if unit == "month":
        raise Asked("On which day? Say the date, for example “Move it to 3 December”.", "newtime")
    named = f"{found['count']} {'hour' if unit[0] == 'h' else 'minute'}{found['half'] or ''}"
    hours, minutes = divmod(read_length(named) or 0, 60)
    return {"start": f"{sign}PT{hours * 60 + minutes}M" if minutes else f"{sign}PT{hours}H"}
