"""When something is to be, or was: what the spans of a command about the calendar say of time.

A span is known to say when, so that "three on Sunday" or "fri 930" need no word that tells so.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from shared.english import When, local, read_length
from shared.english.away import find_away, find_shift
from shared.english.clocks import CLOCK
from shared.english.dates import WEEKDAY, WEEKDAYS, Around, weekday_number
from shared.english.days import take_days
from shared.english.lengths import take_length
from shared.english.scanning import NUMBER, TAKEN, Scan, rule
from shared.english.spelled import MONTH, figures
from shared.understanding.marking import Span
from shared.understanding.said import Said
from shared.understanding.work import Asked, Work

AHEAD = timedelta(days=7)

_TYPED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (rule(typed), meant)
    for typed, meant in (
        (r"\b(?:uh+|um+|erm?|let'?s say|like|the usual hour|sharp)\b,?", " "),
        (r"\b(\w+(?: \w+)?) \1\b", r"\1"),
        (r"(?<!day )\bafter tomorrow\b", "the day after tomorrow"),
        (r"\brn\b|^now (?=till?|until)", "right now "),
        (r"(?<!the )\bnext weeks\b(?! time)", "next week"),
        (r" ?\+ ?| n (?=\w{3})", " and "),
        (r"\bam\b(?= \d)", "morning"),
        (
            (
                r"\b(?:the )?(morning|afternoon|evening|night) (before|after)"
                r"((?: (?:it|that|this))?)(?=[\s,.]*$|,| at\b)"
            ),
            r"the day \2\3 in the \1",
        ),
        (r"\b(hours?|min(?:ute)?s?) before (?:it|that|this)\b", r"\1 earlier"),
        (r"\b(hours?|min(?:ute)?s?) after (?:it|that|this)\b", r"\1 later"),
        (r"(?<=^\d\d) hours\b", ":00"),
        (r"[\u2012-\u2015]", "-"),
        (r"(?<![\d.:])(\d{1,2})\.([0-5]\d)(?![\d.])", r"\1:\2"),
        (
            (
                r"(?<![\d./:-])(?!20[2-9]\d)([01]?\d|2[0-3])([0-5]\d) ?- ?"
                r"([01]?\d|2[0-3])([0-5]\d)(?![\d:/.-])"
            ),
            r"\1:\2-\3:\4",
        ),
        (r"(?<![\d./:-])(?!20[2-9]\d)([01]?\d|2[0-3])([0-5]\d)(?![\d:/.])", r"\1:\2"),
        (r"^(1?\d|2[0-3]) ([0-5][05])$", r"\1:\2"),
        (rf"\b({NUMBER}) and (?:a )?half\b", r"half past \1"),
        (r"\bthe whole of\b|\bmy\b", " "),
        (rf"\b(?:a|an|the)(?= (?:half|quarter|noon|{WEEKDAY}\b|\d[\d:]*))", " "),
        (r"\b(?:an?|any) (?=weekend)|^\s*(?=(?:coming )?(?:week|weekend|month)\s*$)", "the "),
        (r",? ?\b(?:at )?(?:the )?same (?:time|hour|slot)s?\b", " "),
        (  # several days of one week, which is said of all of them
            (
                rf"\b({WEEKDAY})(?:(?:,|,? or|,? and| ?/|,? maybe)? ?(?:on )?({WEEKDAY}))+"
                r"( (?:morning|afternoon|evening)s?)?"
                r" ((?:of )?(?:(?:the )?(?:next|this|following) week|the week after(?: next)?))\b"
            ),
            r"\1 \4 or \2\3",
        ),
    )
)
"""What people type or say shortly of a time alone, and what it is written out."""
_DAY = rule(r"\b(?:mon|fri|sat|sun|tues?|weds?|thu(?:r|rs)?)\b")
"""A weekday in short; "weds" would be read as every Wednesday."""
_DAYS_RUNNING = rule(rf"(?<=day) (?={WEEKDAY}\b)")
_DEADLINE = re.compile(r"\s*(?:by|before|ahead of|in time for|until after)\b", re.IGNORECASE)
"""How a time begins that is of what something is about, where it is said when it is to be."""
_HOUR = rule(r"(?<!in )(?<!for )\b([01]?\d|2[0-3]) ?h(?: ?([0-5]\d))?\b")
"""An hour as a clock shows it on the continent: "15h", "8 h 30"."""
_BARE = rule(
    rf"(?:^|[,{TAKEN}]) ?(?P<clock>{CLOCK})(?P<range> ?(?:-|to|till?|until) ?(?:{CLOCK}))?"
    r"(?! ?(?:min|hour|hr|day|week|month|year|of|more|of)\w*\b)"
)
"""A time of day without a word before it."""
_THEN = rule(r"\b(?:at |in )?(?:that|the same) (?:very )?(?:hour|time|slot)\b|^(?:by )?then$")
"""The time that was talked about."""
_THAT_DAY = rule(
    rf"\b(?:that(?: very| one)?(?: same)?|the(?: very)? same) (?P<day>{WEEKDAY}|day\b|date\b)\b"
)
_SHOWN = re.compile(r"\b(?P<day>[A-Z][a-z]{2}) (?P<date>\d{1,2} [A-Z][a-z]{2}(?: \d{4})?)\b")
"""A day as answers and cards write it."""
_AGAIN = rule(rf"hours?|time|slot|day|date|week|{WEEKDAY}")
"""What is meant once more after "that" or "same"."""
_REST_OF = rule(r"\b(?:rest|remainder) of\b")
_WEEKDAY_ALONE = rule(
    rf"(?:(?:on|and|of|the|that|my) )*{WEEKDAY}(?:'s)?(?:,? (?:morning|afternoon|evening|night))?"
    rf"(?:,? (?:at |from )?{CLOCK}(?: ?(?:-|to|until|till?) ?{CLOCK})?)?"
)
"""A day that may be of any week, with no more than the hour beside it."""
_MONTH = rule(rf"\b{MONTH}\b")
_OF_ONE_THERE = frozenset({"cal_update", "cal_cancel", "cal_respond"})
"""Tasks that must not be done to the event of another day than is meant."""
_NAMED = _OF_ONE_THERE | {"cal_list"}
"""Tasks about an event that its name tells without a time, if what seems one cannot be read."""
_WHENEVER = rule(r"\b(?:asap|soon|as soon as|sometime|whenever|any ?time|later|again|always)\b")
_NOT = re.compile(
    r"\b(?:not|no longer|(?<!earlier )(?<!later )(?<!more )than|instead of|isn't|without|except)"
    r"(?: (?:on|at|with|for|the|by|in|to|ending|finishing|starting|beginning))*\s*$",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\s*(?:,|and|or|&|n|/|to)?\s*(?:at |on (?:the )?|in )?", re.IGNORECASE)
_SPAN = rule(r"(?:minute|min|hour|hr)s?\b")
_WEEKS_ON = rule(rf"{NUMBER} weeks?\b")


def kept(said: Said, *kinds: str) -> tuple[Span, ...]:
    """Return the spans of some kinds but for what is ruled out ("not with Tom"), in order.

    Where the command says none, those of the command before.
    """
    own = tuple(one for one in standing(said) if one.kind in kinds)
    return own or tuple(one for one in said.carried if one.kind in kinds)


def standing(said: Said) -> tuple[Span, ...]:
    """Return the spans of a command but for what is ruled out; what is taken back is no more."""
    return tuple(one for one in said.spans if not ruled_out(said, one))


def said_again(said: Said, span: Span) -> bool:
    """Whether a span is of a time that was talked about: the "hour" of "that hour"."""
    own = span in said.spans and said.before(span) in {"that", "same"}
    return own and _AGAIN.fullmatch(span.text.strip()) is not None


def ruled_out(said: Said, span: Span) -> bool:
    """Whether a span says what is not meant."""
    return _NOT.search(said.text[: span.start]) is not None


def when_said(work: Work, *kinds: str, past: bool = False, clock: bool = True) -> When:
    """Return what the spans of some kinds say; the last comes first where two disagree.

    What they leave open, the command before may have said: the day, and with `clock` the time of
    day. Raises Asked where nothing of it can be read.
    """
    said = work.said
    known = when_of(work, [one for one in said.carried if one.kind in kinds], past=past)
    own = [one for one in kept(said, *kinds) if one in said.spans]
    own = own or [one for one in said.spans if one.kind == "which" and says_when(one)]
    if not (own or said.has("newtime")) and known.exact and (shift := find_shift(said.text)):
        return _shifted(known, shift[0]) or known
    if not own:
        return known
    return completed(when_of(work, own, known, past=past), known, clock=clock)


def says_when(span: Span) -> bool:
    """Whether a span says when: as a time, or by pointing at one ("that day")."""
    return span.kind == "time" or (span.kind == "which" and _points(span.text.strip()))


def _points(text: str) -> bool:
    away = find_away(text)
    return _THEN.fullmatch(text) is not None or (away is not None and not away[1])


def when_of(
    work: Work, spans: Sequence[Span], known: When | None = None, *, past: bool = False
) -> When:
    """Read spans about one time: the last of them says it, the others complete it."""
    texts = _groups(work.said, spans)
    whole = When()
    for text in texts:
        if whole.exact and whole.day_named and _DEADLINE.match(text):
            continue
        before = whole if whole.dated else known
        when = _in_its_week(read(work, text, before, past=past), text, before, work.now)
        whole = completed(when, whole) if when.spans else whole
    unread = texts and not whole.spans and not any(_WHENEVER.search(text) for text in texts)
    named = work.said.task in _NAMED and all(one.kind == "time" for one in spans)
    if unread and not (named and work.said.has("topic", "person", "organisation", "place")):
        raise Asked(f"I can't tell when “{texts[-1]}” is. Say the day, or the time.", "time")
    return whole


def _in_its_week(when: When, text: str, known: When | None, now: datetime) -> When:
    """Return a weekday by itself as that of the week that was talked about, if it is to come."""
    if known is None or not (known.first and known.last and when.first and when.one_day):
        return when
    monday = known.first - timedelta(days=known.first.weekday())
    there = monday + timedelta(days=when.first.weekday())
    if not weekday_alone(text) or known.last - monday >= AHEAD or there < now.date() <= known.last:
        return when
    return replace(when, first=there, last=there)


def weekday_alone(text: str) -> bool:
    """Whether words say a day that may be of any week, with no more than the hour beside it."""
    return _WEEKDAY_ALONE.fullmatch(text.strip(" ,.")) is not None


def read(work: Work, text: str, known: When | None = None, *, past: bool = False) -> When:
    """Read words that are known to say when."""
    return read_apart(work, text, known, past=past)[0]


def read_apart(
    work: Work, text: str, known: When | None = None, *, past: bool = False
) -> tuple[When, str]:
    """Read words that may say when; return what they say besides, too."""
    before = _remembered(work)
    known = completed(known, before, clock=False) if known and known.dated else before
    known = _shown(work, text, known) or known
    if known.dated and _THEN.search(text):
        rest = work.read(_led(_THEN.sub(" ", text), work.now.date()))
        return completed(rest, known), ""
    written = _written_out(text)
    if work.read(written, past=past).at is None:  # "2h from 8am" is a length
        written = _HOUR.sub(lambda found: f"{found[1]}:{found[2] or '00'}", written)
    if when := _told_by(work, written, known, past=past):
        return when, ""
    for lead in ("", "on ", "" if _SPAN.search(written) else "in "):
        clear = _led(f"{lead}{written}", work.now.date())
        when = work.read(clear, past=past)
        rest = when.rest_of(clear)
        if when.spans and not _MONTH.search(rest):  # "the second Saturday in May" is not Saturday
            return when, rest
    return When(), text


APART = re.compile(r"\s*(?:later|earlier|sooner)\b", re.IGNORECASE)
"""What makes a length the distance of two times."""


def minutes_said(work: Work) -> int | None:
    """Return how long something is to take, in minutes, if that is said."""
    after = work.said.text
    spans = kept(work.said, "duration")
    spans = [one for one in spans if one in work.said.carried or not APART.match(after, one.end)]
    if spans:
        return length(spans[-1].text)
    unmarked = work.said.task == "cal_create"
    return take_length(Scan(work.said.rest)) if unmarked else None


def length(text: str) -> int | None:
    """Return the length words name that are known to name one: "forty" is of minutes."""
    written = rule(r"\band half\b").sub("and a half", _written_out(text))
    bare = rule(rf"\b({NUMBER}) \w+ (?=hour|minute)").sub(r"\1 ", written)
    tries = (text, written, f"a {written}", bare, f"{written} minutes")
    return next(filter(None, map(read_length, tries)), None)


def window_for(when: When, now: datetime) -> tuple[str, str]:
    """Return from when to when free time is wanted: not before now, and at most a week ahead."""
    window = when.window(now)
    if window is None or not (when.day_named or when.at):
        return local(now.date(), now.time()), (now + AHEAD).date().isoformat()
    start, end = window
    present = local(now.date(), now.time())
    begun = start < present[: len(start)] or (start == present[: len(start)] and "T" not in start)
    return (present, end) if begun and end >= present[: len(end)] else (start, end)


def _groups(said: Said, spans: Sequence[Span]) -> list[str]:
    """Return what spans say, as one where nothing but "and" or the like is between them.

    A weekday comes behind the week it is of: "how is my Friday next week".
    """
    texts: list[str] = []
    for at, span in enumerate(spans):
        text = f"that {span.text}" if said_again(said, span) else span.text
        if span in said.spans and said.before(span) == "in" and _WEEKS_ON.match(text):
            text = f"in {text}"  # "three weeks on Friday" would be counted from that Friday
        own = at > 0 and {span, spans[at - 1]} <= set(said.spans)
        between = said.text[spans[at - 1].end : span.start] if own else ""
        if own and _TOGETHER.fullmatch(between):
            texts[-1] += f"{between.rstrip()} {text}"
        else:
            texts.append(text)
    return sorted(texts, key=weekday_alone)


def completed(when: When, known: When, *, clock: bool = True) -> When:
    """Return a time with what it leaves open: the day, or the time of day."""
    if not when.spans and not when.dated:
        return known
    if not when.day_named and known.day_named and when.since is None:
        when = replace(
            when, first=known.first, last=known.last, day_named=True, from_now=known.from_now
        )
    if clock and when.at is None and not when.all_day and known.at is not None:
        when = replace(when, at=known.at, until=known.until, exact=known.exact)
    return replace(when, recurrence=when.recurrence or known.recurrence)


def _remembered(work: Work) -> When:
    """Return the time that was talked about before the last command."""
    named = work.request.context.memory.entities.timeframe
    return work.read(_led(_written_out(named), work.now.date())) if named else When()


def _shown(work: Work, text: str, known: When) -> When | None:
    """Return the date that a weekday was shown with last, if words point at it: "that Friday".

    "That day" is any, where none is known.

    Raises Asked where it was shown with several, and one is to be changed.
    """
    that = _THAT_DAY.search(text)
    weekday = that["day"][:3].title() if that else ""
    any_day = weekday in {"Day", "Dat"}
    if that is None or (any_day and (known.dated or work.said.task == "cal_update")):
        return None  # of what is moved, "3pm that day" is on its own
    if known.one_day and known.first and f"{known.first:%a}" == weekday:
        return None  # the day that was asked about
    for exchange in reversed(work.request.context.exchanges):
        days = _SHOWN.finditer(exchange.text)
        dates = {one["date"] for one in days if any_day or one["day"] == weekday}
        if len(dates) > 1 and work.said.task in _OF_ONE_THERE:
            raise Asked(f"Which {that['day']} do you mean? Say the date.", "time")
        if dates:
            return work.read(dates.pop()) if len(dates) == 1 else None
    return None


def _told_by(work: Work, text: str, known: When, *, past: bool) -> When | None:
    """Return a time that words tell by another ("the Friday of that week"), or by today."""
    if known.exact and (shift := find_shift(text)):
        return _shifted(known, shift[0])
    found = find_away(text)
    if found is None:
        return None
    away, rest = found
    clock = work.read(_led(rest, work.now.date()))
    today = work.now.date()
    first, last = away.days_from(known.first or today, known.last or today)
    if clock.first and weekday_alone(rest) and away.weeks is not None and away.weekday is None:
        first = last = first + timedelta(days=clock.first.weekday())  # "Thu 2pm that week"
    unknown = not (known.dated or away.days or away.weeks)
    agrees = clock.first and clock.first.weekday() == first.weekday()  # "the day after, Friday"
    if unknown or (clock.day_named and not agrees) or clock.recurrence:
        return None
    if last < today and away.weekday is not None and not known.dated and not past:
        first, last = first + AHEAD, last + AHEAD
    if known.first and _REST_OF.search(text):
        first = min(max(first, known.first), last)
    return replace(clock, first=first, last=last, day_named=True, from_now=False, spans=((0, 1),))


def _shifted(known: When, minutes: int) -> When | None:
    """Return a time of day so many minutes later, or earlier."""
    if known.first is None or known.at is None:
        return None
    starts = datetime.combine(known.first, known.at) + timedelta(minutes=minutes)
    ends = known.until and datetime.combine(known.first, known.until) + timedelta(minutes=minutes)
    day = starts.date()
    until = ends.time() if ends and ends.date() == day else None
    return replace(known, first=day, last=day, at=starts.time(), until=until, spans=((0, 1),))


def _written_out(text: str) -> str:
    text = figures(text).text
    for typed, meant in _TYPED:
        text = typed.sub(meant, text)
    text = _DAY.sub(lambda found: WEEKDAYS[weekday_number(found[0])].capitalize(), text)
    text = _DAYS_RUNNING.sub(" and ", text)
    return " ".join(text.split()).strip(" ,")


def _led(text: str, today: date) -> str:
    """Put "at" or "from" before a time of day that stands by itself."""
    plain = figures(text).text
    scan = Scan(plain)
    take_days(scan, Around(today))
    found = _BARE.search(scan.left)
    if found is None:
        return plain
    at = found.start("clock")
    return f"{plain[:at]}{'from' if found['range'] else 'at'} {plain[at:]}"
