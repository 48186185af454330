"""Changing when an event is, and how long."""

import re
from datetime import timedelta

from shared.english import When, asked_at, read_length, read_when
from shared.english.scanning import NUMBER, number
from shared.models.base import Json
from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.calendar.finding import event_meant
from shared.reasoning.embedded.planning.calendar.updating import NO_SUCH, update_of, updated
from shared.reasoning.embedded.planning.steps import refused

_MOVES = (
    r"(?:move|reschedule|shift|push|postpone|bring|delay|defer|rebook|put off|put|change"
    r"|swap|switch|pull"
    r"|advance|set|update|make|start|drag|bump|rearrange)"
)
_MOVE = re.compile(rf"^{_MOVES}\b(?: (?:back|forward|up|out))? ?(?P<rest>.+)$", re.IGNORECASE)
_TIME_OF = re.compile(
    r"^(?:the )?(?:start(?:ing)? )?(?:time|date|day|start|slot)(?: and (?:time|date|day))"
    r"? (?:of|for) ",
    re.IGNORECASE,
)
_TO = re.compile(
    r",? (?:over |out |back |forward |up |instead )?(?:to|until|till?|for|on|at|from|\u2192|->) ",
    re.IGNORECASE,
)
_UNIT = r"(?P<unit>minutes?|mins?|hours?|hrs?|days?|weeks?|(?:(?<=\d)|(?<=\d ))[mh])"
_SHIFTS = (
    re.compile(
        rf",? ?\b(?P<way>back|forward|forwards|up|out|down|later|earlier)? ?(?:by )(?:about )"
        rf"?(?P<count>half an|{NUMBER})"
        rf"[ -]?{_UNIT}\b(?: (?P<late>later|earlier|back|forward|forwards|sooner))?",
        re.IGNORECASE,
    ),
    re.compile(
        rf",? ?\b(?P<way>(?<!\w))(?P<count>half an|{NUMBER})[ -]?{_UNIT} (?P<late>later|earlier"
        rf"|back|forwards?|sooner|ahead|up|out)\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<way>back|forward|out) (?P<count>half an|{NUMBER}) {_UNIT}(?P<late>)\b",
        re.IGNORECASE,
    ),
    re.compile(rf"(?P<way>)(?P<late>)\b(?P<count>half an|{NUMBER}) {_UNIT}$", re.IGNORECASE),
)
_SOONER = re.compile(
    r"^(?:bring|advance|pull)\b|\b(?:earlier|forwards?|sooner|ahead|up)"
    r"\b",
    re.IGNORECASE,
)
_SPAN = (
    rf"(?:about |only |just )?(?:(?:half an?|a quarter of an|three quarters of an|{NUMBER}"
    rf"|\d{{1,2}}[.,]\d)[ -]?"
    r"(?:and a half )?(?:hours?|hrs?|minutes?|mins?|(?:(?<=\d)|(?<=\d ))[mh])"
    r"\b(?:,? (?:and )?(?:a half|a quarter|\d{1,2} ?(?:minutes?|mins?)))?"
    r"|half[- ]hour|\d{1,2}h\d{0,2})"
)
_LENGTH = (
    re.compile(
        r"^(?:make|keep|set|limit|cut|change|turn|have|let) (?P<what>.+?)(?:,? (?:down |up )"
        r"?(?:to|into|at|last|be|take|run))?"
        rf"(?: for)? (?P<length>{_SPAN})(?: long| instead| only| meeting| call)?$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:change|set|adjust|update) (?:the )?(?:length|duration) (?:of|for) (?P<what>.+?) to "
        rf"(?P<length>{_SPAN})$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:shorten|extend|lengthen|prolong|reduce|trim|cut|expand|increase) (?P<what>.+?)"
        r" (?:down )?to "
        rf"(?P<length>{_SPAN})$",
        re.IGNORECASE,
    ),
)
_STRETCH = re.compile(
    r"^(?P<verb>shorten|extend|lengthen|prolong|reduce|trim|cut|expand|increase|make) (?P<what>.+?)"
    rf" (?:by )?(?:another |an extra )?(?P<length>{_SPAN})(?P<more> longer| shorter| more)?$",
    re.IGNORECASE,
)
_MAKES = re.compile(r"^make\b", re.IGNORECASE)
_MOST_CUTS = 8
_NO_TIME = (
    "When should it be instead? Say the new time, for example “Move the budget review to Thursday "
    "at 3pm”."
)
_WHAT_CHANGE = (
    "What should I change? Say for example “Move it to Thursday at 3pm” or “Add Tom to it”."
)


def stretched(said: str, request: PlanRequest, scope: str) -> ToolPlan | None:
    """Read "extend the sync by 15 minutes", "make it half an hour longer"."""
    found = _STRETCH.match(said)
    minutes = read_length(found["length"]) if found else None
    if found is None or minutes is None:
        return None
    verb, more = found["verb"].casefold(), (found["more"] or "").casefold()
    if (verb == "make" and not more) or re.search(r" (?:down )?to$", found["what"]):
        return None
    less = verb in {"shorten", "reduce", "trim", "cut"} or more == " shorter"
    changes: dict[str, Json] = {"end": f"{'-' if less else '+'}PT{minutes}M"}
    return updated(found["what"], changes, request, "Change its length", scope)


def shifted(said: str, request: PlanRequest, scope: str) -> ToolPlan | None:
    """Read "push it back by 30 minutes", "move the call an hour earlier"."""
    moved = _MOVE.match(said)
    if moved is None:
        return None
    for pattern in _SHIFTS:
        found = pattern.search(said)
        if found is None or found.start() < 4 or (_MAKES.match(said) and not found["late"]):  # noqa: PLR2004
            continue
        what = f"{said[: found.start()]} {said[found.end() :]}"
        subject = re.sub(
            rf"^{_MOVES}\b|\b(?:back|forwards?|up|out|off|ahead|down)"
            rf"\b",
            "",
            what,
            flags=re.IGNORECASE,
        )
        sooner = (
            _SOONER.search(said) is not None
            and re.search(r"\blater\b|\bback\b", said, re.IGNORECASE) is None
        )
        start = f"{'-' if sooner else '+'}{_duration(found['count'], found['unit'])}"
        return updated(" ".join(subject.split()), {"start": start}, request, "Move it", scope)
    return None


def _duration(count: str, unit: str) -> str:
    """Return a span of time as ISO 8601 writes it."""
    letter = unit.casefold()[0]
    if count.casefold().startswith("half"):
        return {"h": "PT30M", "d": "PT12H"}.get(letter, "P3D")
    amount = number(count)
    return f"P{amount}{letter.upper()}" if letter in "dw" else f"PT{amount}{letter.upper()}"


def lengthened(said: str, request: PlanRequest, scope: str) -> ToolPlan | None:
    """Read "make the sync an hour"."""
    for pattern in _LENGTH:
        found = pattern.match(said)
        if found is None:
            continue
        minutes = read_length(found["length"])
        if minutes is None or re.search(r"\b(?:to|until|from) .*\d", found["what"]):
            continue
        what = re.sub(
            r" (?:to|last|be|take|run|down|into|at)"
            r"$",
            "",
            found["what"],
            flags=re.IGNORECASE,
        )
        return updated(what, {"minutes": minutes}, request, "Change its length", scope)
    return None


def moved(said: str, request: PlanRequest, scope: str) -> ToolPlan | None:
    """Read "move my 3pm to Thursday": what is before a "to", and when is after it."""
    found = _MOVE.match(said)
    if found is None:
        return None
    rest = _TIME_OF.sub("", found["rest"])
    now, hours = asked_at(request), request.profile.preferred.working_hours
    for cut in _cuts(rest)[:_MOST_CUTS]:
        what, target = rest[: cut.start()], rest[cut.end() :]
        bare = re.sub(r"^(\d{1,2}(?:[:.]\d{2})?)(?=$|,| on | and )", r"at \1", target)
        new = read_when(bare, now, hours)
        if not new.dated or not _about_time(bare, new):
            continue
        meant = event_meant(what, request, now)
        if meant is None:
            return refused(NO_SUCH)
        timing = _new_time(new, meant.when)
        if timing is None:
            return refused(f"At what time? Say for example “Move it to {target.strip()} at 3pm”.")
        return update_of(meant, timing, "Move it", scope)
    if re.match(
        r"(?:move|reschedule|postpone|delay|rebook|push|shift|bring|rearrange)"
        r"\b",
        said,
        re.IGNORECASE,
    ):
        return refused(_NO_TIME)
    return refused(_WHAT_CHANGE) if re.match(r"(?:change|update)\b", said, re.IGNORECASE) else None


def _cuts(rest: str) -> list[re.Match[str]]:
    """Return where what is meant may end: at "to" and the like first, from the left."""
    cuts = list(_TO.finditer(f"{rest} "))

    def order(cut: re.Match[str]) -> bool:
        return re.search(r" (?:to|until|till?) $", cut[0]) is None

    return sorted(cuts, key=order)


def _about_time(target: str, new: When) -> bool:
    """Whether what follows "to" is a time and little else."""
    left = re.sub(
        r"\b(?:please|instead|the|a|same|time|slot|same time|on|at|and|or|so)\b",
        " ",
        new.rest_of(target),
    )
    return len(left.split()) <= 3  # noqa: PLR2004


def _new_time(new: When, known: When) -> dict[str, Json] | None:
    """Return the new start as far as it is said: what is not said stays as it is.

    A date alone keeps the time of day, a time alone ("T16:00") the date; the weekday it is on
    already is that of the next week. None where no more is
    named than a part of a day, or several days.
    """
    if not new.one_day or new.first is None:
        return None
    if new.at is not None and not new.exact:
        return None
    length: dict[str, Json] = {"minutes": new.minutes} if new.minutes else {}
    if new.at is None:
        clock = f"T{known.at:%H:%M}" if known.exact and known.at else ""
        same = known.one_day and known.first == new.first
        day = new.first + timedelta(days=7 if same else 0)
        return {"start": f"{day.isoformat()}{clock}", **length}
    day = new.first if new.day_named else known.first if known.one_day else None
    date = day.isoformat() if day else ""
    end: dict[str, Json] = {"end": f"{date}T{new.until:%H:%M}"} if new.until else {}
    return {"start": f"{date}T{new.at:%H:%M}", **end, **length}
