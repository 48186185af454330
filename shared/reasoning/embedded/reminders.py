"""Wishes to be reminded, in the plain words that reminders are made and moved by."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from shared.english import asked_at, find_rule, find_timing, read_when
from shared.english.away import by_date
from shared.models.reasoning import IntentRequest
from shared.reasoning.embedded.planning.command import AGENT_OF, command_for
from shared.understanding.clauses import with_them
from shared.understanding.folding import fold
from shared.understanding.followed import before_in, follow
from shared.understanding.marking import Span
from shared.understanding.pointing import pointed_references
from shared.understanding.reader import Before, Reader
from shared.understanding.said import TAKEN_BACK, Said, said_in
from shared.understanding.times import read_apart, when_of
from shared.understanding.work import Work
from shared.words import COURTESY
from shared.workspace.across.frames.theirs import TOLD
from shared.workspace.calendar.frames.events import when_shown

_REMIND, _SURE, _MAYBE, _EVEN = "remind", 0.7, 0.4, 0.5
"""How sure it is that a reminder is asked for, and may be where it is said of what and when; and
how likely another one begins somewhere."""
_OPEN = re.compile(r"(?:^|\s+)(?:(?:at|on|by|for)(?: the)?|the)$", re.IGNORECASE)
_MAY_MOVE = frozenset({"cal_update", _REMIND, "other"})
"""What a message that only says another time is read as."""
_TIMES = frozenset({"time", "newtime", "repeat"})
_ANY_TIME = datetime(2001, 1, 1)  # noqa: DTZ001 - what names a time does not depend on it
_ORDER = re.compile(
    r"(?:\b(?:please|pls|can|could|would|will|you|u|so|and|also|then|just|kindly|i want|i need"
    r"|i'd like|i would like|to|ok|okay|oh|hey|hi|ah|um|do|be so (?:kind"
    r"|good) as to)\b[, ]*)*\b(?:(?:remind|remember|nudge|ping|poke|prod|buzz|kick) me"
    r"|(?:(?:set|add|create|make|give|gimme|put|have|get|need|want|send|drop)\b(?: me| up| in)* )?"
    r"(?:a|an|another|the|one) (?:\w+ )?(?:reminder|nudge|ping|poke|heads[- ]up)"
    r"|(?:give me|gimme) an? (?:prod|buzz|kick|shout)"
    r"|(?:set|add|create|make|new)(?: up)? reminder|i(?:'d| would)?"
    r" (?:must|should|(?:want|like|need|have|ought) to) be reminded)\b",
    re.IGNORECASE,
)
"""What asks to be reminded, with the courtesy before it."""
_MAKES = re.compile(
    r"(?:please |pls )?(?:set|add|create|make|give(?= me\b)|new)(?: me| up)* (?:(?:an?|one) )?"
    r"(?:(?!e-?mail|mail|slack|calendar)\w+ )?reminder\b"
    r"(?! (?:agent|bot|automation|(?:e-?)?mail|message|letter|note|post)s?\b)",
    re.IGNORECASE,
)
"""What begins an order to set one, and not "a reminder email to Ann"."""
_BEGINS = (
    r"(?:^|[,.;:!\u2013-] |\b(?:so|(?:can|could|would|will|must|should|shall|may|might) you"
    r"|you (?:must|should|can|could|may|might|will|need to|have to|are to)|please|kindly) )"
    r"(?:(?:please|pls|kindly|can you|could you|and|so|then|just) )*"
)
_REMINDS = re.compile(
    rf"{_BEGINS}(?:maybe |perhaps )?(?:remind|remember|nudge|poke) me"
    r" (?:to|of|about|at|on|in|every|the|next|this|tomorrow|tonight|(?:mon|tue|wed|thu|fri|sat"
    r"|sun)[a-z]*) ",
    re.IGNORECASE,
)
"""What plainly orders it, whatever the reason before it makes of the whole."""
_TO_DO = re.compile(r"\bremind me to (?=[a-z])", re.IGNORECASE)
"""What is to be done, and not told."""
_CIVIL = (
    rf"(?:\s|[,.;:!?\u2013\u2014-]|\b(?:{COURTESY}|ta|will you|would you|can you"
    r"|could you|if you (?:can|could|please|will|would|don['\u2019]?t mind)|if (?:that|it)(?: is"
    r"|['\u2019]?s) (?:ok|okay|all ?right|possible)|for me|ok|okay|again|too|also|and)\b)+"
)
_COURTESY = re.compile(_CIVIL, re.IGNORECASE)
_BEFORE, _BEHIND = re.compile(f"^{_CIVIL}", re.IGNORECASE), re.compile(f"{_CIVIL}$", re.IGNORECASE)
_OWN = re.compile(
    r"^(?:(?:so )?that |so )?i(?:['\u2019]\w+)?(?: [\w'\u2019]+){0,3}? (?:must|should"
    r"|forget(?:ting)?(?: to| about)?|(?:ought|need|want|wanted|have|got|am) to) "
    r"|^so (?:that )?i (?:(?:will|can|really|actually|surely) )*",
    re.IGNORECASE,
)
"""What leads to what somebody has to do, or may forget."""
_BY_ANOTHER = re.compile(r"\b(?:before|after|earlier|later)\b", re.IGNORECASE)
"""What tells a time by another."""
_BESIDE = re.compile(r"\b(?:before|after)\b(?! next\b| tomorrow\b)", re.IGNORECASE)
"""What tells it by something that a day or a time beside it does not name."""
_BEFORE_EVENT = re.compile(
    r"\W*[\w' -]{1,24}?\b(?:hours?|hrs?|min(?:ute)?s?) (?:before|ahead of|prior to)\W+"
    r"(?!(?:that|this|it|then|noon|midnight|lunch)\b|\d)\w",
    re.IGNORECASE,
)
"""How it is told by so long before something that has a name."""
_EVENT_ENDS = re.compile(r"[,.;:!?](?!\w)| (?:begins|starts|on)\b", re.IGNORECASE)
_OCCASION = re.compile(rf"[\s,]*{_BESIDE.pattern}.*$", re.IGNORECASE | re.DOTALL)
_PART = re.compile(r"\b(?:morning|afternoon|evening|night)\b", re.IGNORECASE)
_SAME = re.compile(r"\b(?:at |the )*same(?: (?:time|hour|again))?\b", re.IGNORECASE)
"""What tells when by the reminder before."""
_SET = re.compile(r"I'(?:ll|d) remind you \**(?P<when>on \w+ \d{1,2} \w+ at \d{1,2}:\d\d)")
_POINTS = re.compile(
    r"\W*(?:of|about|(?:(?:of|about|to do) )?(?:it|this|that|them|these|those)(?: (?:all|again"
    r"|then))?)\W*",
    re.IGNORECASE,
)
"""What alone says nothing of what to be reminded of, which was told before or has to be asked."""
_STOP = re.compile(r"[.!?;,](?!\w)")
_LAST = re.compile(r"^.*[.!?;] (?=\w)", re.DOTALL)


def reminder_in(text: str, request: IntentRequest, reader: Reader) -> str:
    """Return "remind me ...", or "move the reminder ...", for what asks for that; else ""."""
    said = _ordered(follow(text, request.context, reader), reader)
    asks, what = said.task == _REMIND and said.sure >= _SURE, ""
    if asks:
        said = _wholly(said, request)
        what = _told(said) or _marked(said)
        what = _pointed_at(request) if _POINTS.fullmatch(what) else what
    before = before_in(request.context)
    when_alone = (asks and _order(text) is None) or TAKEN_BACK.search(text)
    may_move = not what and when_alone and said.task in _MAY_MOVE
    told = reader.told(text) >= TOLD and _TO_DO.search(text) is None
    if (asks or may_move) and told:  # "remind me what the plumber charges"
        return ""
    if before and may_move and (moved := _moved(text, before, request, reader)):
        return moved
    if not asks:
        return ""
    if told_by := _by_event(said, what):
        return f"remind me {told_by}"
    when = _asked_for(said, request)
    start = when.rpartition(", ")[2]
    if what.endswith(f" {start}"):
        what = what.removesuffix(start).rstrip(" ,;.")
    return " ".join(f"remind me {when} {what}".split())


def reminders_apart(text: str, reader: Reader) -> tuple[str, str]:
    """Return a wish to be reminded, and that of another thing at a time of its own; "" for none."""
    read = reader.read(text)
    for cut in read.cuts if read.task == _REMIND else ():
        first, then = text[: cut.start], text[cut.end :].strip()
        apart = first, then if _order(then) else f"remind me {then}"
        led = _order(then) or _led_by_time(then, reader)
        asks = cut.likely >= _EVEN and led and _order(first)
        if asks and all(_says_all(one, reader) for one in apart):
            return apart
    return text, ""


def _led_by_time(wish: str, reader: Reader) -> bool:
    """Whether a wish begins with when: behind it stands what one is reminded of, and no order."""
    times = [one.start for one in reader.read_as(_REMIND, wish).spans if one.kind in _TIMES]
    return bool(times) and not _OPEN.sub("", f" {wish[: min(times)]}".rstrip()).strip(" ,")


def _says_all(wish: str, reader: Reader) -> bool:
    """Whether a wish says what to be reminded of, and when."""
    kinds = {one.kind for one in reader.read_as(_REMIND, wish).spans}
    timed = bool(kinds & _TIMES) or find_timing(wish, _ANY_TIME, once=True) is not None
    return timed and bool(kinds & {"body", "topic"})


def _ordered(said: Said, reader: Reader) -> Said:
    """Return a message that has the order as one, unless a service surely has to do it.

    "Create a reminder for laundry at 8" is one, "add a reminder to my calendar" an event.
    """
    if said.sure >= _SURE and (said.task == _REMIND or said.task in AGENT_OF):
        return said
    whole = said.has("body", "topic") and said.has("time", "repeat")
    if said.task == _REMIND and said.sure >= _MAYBE and whole:
        return replace(said, sure=1.0)
    if not (_MAKES.match(said.text) or _REMINDS.search(said.text)):
        return said
    return replace(said, task=_REMIND, sure=1.0, spans=reader.read_as(_REMIND, said.text).spans)


def _wholly(said: Said, request: IntentRequest) -> Said:
    """Return a wish with how often it is said, all of it, where only a part was taken for that."""
    found = find_rule(said.text, asked_at(request))
    if found is None or found.timing is None:
        return said
    start, end = found.span
    inside = [one for one in said.spans if one.start < end and start < one.end]
    if not inside or any(one.kind not in _TIMES for one in inside):
        return said
    apart = found.said[end - start :].lstrip(", ")  # "the first time should be next week"
    at = said.text.find(apart, end) if apart else end
    rest = [one for one in said.spans if one not in inside]
    rest = [one for one in rest if not at <= one.start < at + len(apart)]
    begun = [Span("time", apart, at, at + len(apart))] if apart else []
    return replace(said, spans=(*rest, Span("repeat", found.said, start, end), *begun))


def _asked_for(said: Said, request: IntentRequest) -> str:
    """Return the words for when: what stands behind the order, at the day that is told before it.

    "I have a train at 17:40, remind me at five" is at five.
    """
    order = _order(said.text)
    times = [one for one in said.spans if one.kind == "time"]
    begins = order.start() if order else 0
    behind = [one for one in times if one.start > begins]
    before = [one for one in times if one.start < begins]
    if told := _often(said, request) or _by_the_last(said, request):
        return told
    if not (behind and before) or said.has("repeat"):
        return _when(said.spans, request)
    work = _work(said.text, request, tuple(times))
    asked = when_of(work, behind, when_of(work, before))
    if not asked.day_named and _BY_ANOTHER.search(" ".join(one.text for one in behind)):
        return ""
    if asked.day_named or not asked.exact:
        return _when(behind if asked.exact else said.spans, request)
    day = _dated(" ".join(one.text for one in before), request)
    return f"{day.partition(' at ')[0] if day.startswith('on ') else ''} at {asked.at:%H:%M}"


def _by_event(said: Said, what: str) -> str:
    """Return the words of a wish that tells when by the name of an event; "" for any other.

    Behind the order they are left as they are: what is the event's name is told by the calendar.
    Before it they lead to the day and to `what`.
    """
    order = _order(said.text)
    if order is None:
        return ""
    behind = said.text[order.end() :]
    if _BEFORE_EVENT.match(behind):
        return _bare(behind)
    found = _BEFORE_EVENT.search(said.text, 0, order.start())
    if found is None:
        return ""
    event = _EVENT_ENDS.split(said.text[found.start() : order.start()].strip(" ,.;"))[0]
    end = found.start() + len(event)
    days = [one.text for one in said.spans if one.kind == "time" and one.end <= found.start()]
    days += [one.text for one in said.spans if one.kind == "time" and one.start > end]
    return f"{event} {' '.join(days)}".rstrip() + f", {what}"


def _often(said: Said, request: IntentRequest) -> str:
    """Return how often, and from when on, as it is said around the order; "" for less than all.

    "From next week on, remind me each Friday at 4" says one thing in two places.
    """
    order = _order(said.text)
    around = f"{said.text[: order.start()]} {said.text[order.end() :]}" if order else said.text
    found = find_rule(around, asked_at(request))
    if found is None or found.timing is None:
        return ""
    told = [one.text for one in said.spans if one.kind in _TIMES]
    return found.said if told and all(_within(found.said, one) for one in told) else ""


def _within(said: str, time: str) -> bool:
    """Whether words say all that others do of a time, wherever those were taken to end."""
    when = read_when(time, _ANY_TIME)
    return time in said or all(time[start:end].strip() in said for start, end in when.spans)


def _by_the_last(said: Said, request: IntentRequest) -> str:
    """Return the date and time that are told by those of the reminder just set; "" for others.

    "The same time on Sunday", "on the Sunday of that week".
    """
    bodies = [one for one in said.spans if one.kind == "body"]
    outside = said.text[: bodies[0].start] if bodies else said.text
    answers = [one.text for one in request.context.exchanges if one.role == "assistant"]
    last, now = _SET.match(answers[-1]) if answers else None, asked_at(request)
    before = read_when(re.sub(r"at (?=\d:)", "at 0", last["when"]) if last else "", now)
    told = by_date(outside, before.first) if before.first else outside
    if before.first is None or (told == outside and _SAME.search(outside) is None):
        return ""
    when = read_when(_SAME.sub(" ", told), now)
    at, day = when.at if when.exact else before.at, when.first if when.day_named else None
    return f"on {day.day} {day:%B %Y} at {at:%H:%M}" if day and at and day >= now.date() else ""


def _told(said: Said) -> str:
    """Return what one wants to be reminded of in its own words; "" where its spans tell better.

    It stands behind the order, or before it: "I have to ring Ann on Sunday, remind me please".
    Behind it, a pronoun is whoever alone is named before it, and "of it" all that is told before.
    """
    order = _order(said.text)
    if order is None:
        return ""
    behind = _outside_times(said, order.end(), len(said.text))
    if _COURTESY.sub("", behind):
        ends = [one.end for one in said.spans if one.kind not in _TIMES]
        told = max(*ends, order.end()) if ends else order.end()
        stops = (told + one.start() for one in _STOP.finditer(said.text[told:]))
        end = next((at for at in stops if not _in_time(said, at)), len(said.text))
        first = _outside_times(said, order.end(), end)
        plain = _bare(first if _COURTESY.sub("", first) else behind)
        names = {one.text for one in said.spans if one.kind == "person" and one.end < order.end()}
        if not _POINTS.fullmatch(plain):
            return _OWN.sub("", with_them(plain, [*names]) if len(names) == 1 else plain)
    before = _LAST.sub("", _outside_times(said, 0, order.start()).rstrip(" .!?;,"))
    return _OWN.sub("", _bare(before))


def _order(text: str) -> re.Match[str] | None:
    """Return what asks to be reminded; "if nobody gives me a nudge" is none beside "remind me"."""
    found = [*_ORDER.finditer(text)]
    return next((one for one in found if fold(one[0]).endswith(" me")), next(iter(found), None))


def _marked(said: Said) -> str:
    """Return what one wants to be reminded of as it is marked: all from its first word on."""
    told = [one for one in said.spans if one.kind in {"body", "topic"}]
    if not said.has("body") or told[0].kind == "body":
        return said.joined("body") or _about(said)
    return f"about {_bare(_outside_times(said, told[0].start, told[-1].end))}"


def _pointed_at(request: IntentRequest) -> str:
    """Return the one thing that was shown before, by its name; "" for none, or several."""
    known = request.context.references
    shown = pointed_references("it", known, frozenset(one.kind for one in known))
    return f"about {shown[0].label}" if len(shown) == 1 else ""


def _in_time(said: Said, at: int) -> bool:
    return any(one.start <= at < one.end for one in said.spans if one.kind in _TIMES)


def _outside_times(said: Said, start: int, end: int) -> str:
    """Return the words of a part of a message that say no time."""
    left, at = "", start
    for span in sorted(said.spans, key=lambda one: one.start):
        if span.kind in _TIMES and span.start >= at and span.end <= end:
            left += f"{_OPEN.sub('', said.text[at : span.start].rstrip())} "
            at = span.end
    return f"{left}{said.text[at:end]}"


def _bare(words: str) -> str:
    """Return words without the courtesy around them."""
    plain = " ".join(words.split())
    for place in (_BEFORE, _BEHIND):
        plain = place.sub("", plain)
    return re.sub(r"\s+(?=[,.;:!?])", "", plain)


def _moved(text: str, before: Before, request: IntentRequest, reader: Reader) -> str:
    """Return how the reminder that was just set is moved where a message only says when."""
    earlier = said_in(reader.read(before.text))
    if before.answered != "done" or earlier.task != _REMIND or earlier.sure < _SURE:
        return ""
    spans = reader.read_as("cal_update", text, before).spans
    when = _when(spans, request) if spans else _dated(text, request)
    if not when or any(one.kind not in _TIMES for one in spans):
        return ""
    what = re.sub(r"^(?:to|about) ", "", _marked(earlier))
    return f"move the reminder {what} to {when}"


def _when(spans: Sequence[Span], request: IntentRequest) -> str:
    """Return the words for when, as whoever sets the reminder reads them."""
    often = [_OPEN.sub("", one.text) for one in spans if one.kind == "repeat"]
    times = [one.text for one in spans if one.kind in {"time", "newtime"}]
    words = " ".join((*often, *map(_at, times)))
    now = asked_at(request)
    in_order = " ".join(_at(_OPEN.sub("", one.text)) for one in _by_place(spans))
    if often and find_rule(words, now) is None and find_rule(in_order, now):
        return in_order
    found = find_rule(words, now) or find_timing(words, now, once=True)
    by_another = _BESIDE.search(found.rest if found else words) is not None
    if often or not words or (found and not by_another and not found.rest):
        return words
    exactly = _dated(_OCCASION.sub("", " ".join(times)), request) if by_another else ""
    if "at " in exactly:  # "at 8, before school": by what besides it is told, it says itself
        return exactly
    told = _dated(" ".join(times), request, by_another=by_another)
    return told or ("" if by_another else words)


def _by_place(spans: Sequence[Span]) -> list[Span]:
    timed = (one for one in spans if one.kind in _TIMES)
    return sorted(timed, key=lambda one: one.start)


def _work(words: str, request: IntentRequest, times: tuple[Span, ...] = ()) -> Work:
    """Return words as what an event is moved by, to read their times after what was shown."""
    said = Said("cal_update", 1, words, times)
    return Work(said, command_for(said, request))


def _dated(words: str, request: IntentRequest, *, by_another: bool = False) -> str:
    """Return the date and time that words say; "" where that is no single day.

    `by_another`: they tell it by what was shown, without which they tell none.
    """
    work = _work(words, request)
    shown = when_shown(work)
    (when, rest), today = read_apart(work, words, shown), asked_at(request).date()
    part = _PART.search(words)
    at = f"in the {part[0]}" if part and not when.exact else ""
    at = f"at {when.at:%H:%M}" if when.at and when.exact else at
    another = by_another and (not shown.dated or _BESIDE.search(rest))
    if another or when.first is None or not when.one_day or when.first < today:
        return ""
    if not when.day_named or when.first == today:
        return at
    return f"on {when.first.day} {when.first:%B %Y} {at}".strip()


def _about(said: Said) -> str:
    topic = " ".join(said.all("topic", "person", "which"))
    return f"about {topic}" if topic else ""


def _at(time: str) -> str:
    """Return a time with the preposition that tells it from an amount ("at 9")."""
    return f"at {time}" if time[:1].isdigit() else time
