"""Which event a command means: one an earlier answer listed, or one to look up first."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from shared.english import When, local
from shared.english.dates import WEEKDAY
from shared.english.expressions import expressions
from shared.models.reasoning import Reference
from shared.understanding.changed_event import line_of
from shared.understanding.folding import content_words, fold, word_set, words
from shared.understanding.marking import TIMES, Span
from shared.understanding.numbers import number_in
from shared.understanding.people import name_in
from shared.understanding.pointing import person_meant, place_named, pointed_references
from shared.understanding.said import Said
from shared.understanding.times import read_apart, says_when, when_of
from shared.understanding.work import Asked, Work
from shared.words import telling
from shared.workspace.calendar.wording import ANSWERS

LIST = "calendar_list_events"
EVENT_KINDS = frozenset({"event"})
_OWNERS = frozenset({"person", "organisation"})
DESCRIBING = frozenset({"topic", "person", "organisation", "place", "time", "which"})
WHICH = (
    "Which meeting do you mean? Say its name or its time, for example “the budget review on "
    "Friday”."
)
MOST = 9
"""So many events are shown, or something is done to, by one command."""
_UNANSWERED = f", {ANSWERS['none']}"
"""How a line ends that shows an invitation which waits for an answer."""
_ENOUGH = 3
"""Words from which one event may be told by what is said of it, without its name."""
_AHEAD = timedelta(days=30)
_RECKONED = re.compile(r"\b(?:w(?:ee)?ks?|fortnights?|(?P<months>months?))\b")
_DATE = re.compile(r"\b\d{1,2} [A-Z][a-z]{2}\b(?! \d{4})")
"""In what it is reckoned when something is, which is seldom on that very day."""
_DAY = re.compile(rf"day|\bdate\b|\b{WEEKDAY}\b")
_DAYS_OFF, _DAYS_OFF_MONTHS = timedelta(days=3), timedelta(days=10)
_MOMENT = timedelta(minutes=15)
_POINTED_NOUN = re.compile(
    r"\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|1st|2nd|3rd|\dth)"
    r" (?:meeting|event|appointment|call|invitation|invite|entry|session|slot|time|option"
    r"|suggestion|proposal|date)\b",
    re.IGNORECASE,
)
NEXT = re.compile(
    r"\b(?:next|nxt)\b(?! (?:to|few|two|three|four|\d+|day|week|wk|month|year"
    r"|mon|tue|wed|thu|fri|sat|sun))"
)
_BY_PLACE = re.compile(
    r"\b(?:(?P<first>first|1st|earlier|earliest|former)|(?P<last>last|later|latest|latter|final)"
    r"|second|2nd|third|3rd|fourth|4th|fifth|5th)\b"
)
"""A place among those of a kind: "the later review", "the second sync"."""
_JUST_IT = re.compile(r"(?:just|only) (?:this|that|the) one|(?:this|that) one only", re.IGNORECASE)
_AT_A_TIME = re.compile(
    r"(?:(?:the|that) )?(?:(?P<when>.+?) (?:one|thing|meeting)|(?:\w+ )?one in the (?P<part>.+))",
    re.IGNORECASE,
)
"""How one of those listed is told by when it is: "the afternoon one", "the big one in the ..."."""
THIS_TIME = re.compile(r"(?:this|that) (?:very )?(?:hour|time|slot|one|gap)", re.IGNORECASE)
"""How the time that was found is pointed at."""
_NOUN = re.compile(r" (\w+)\b")
"""What may be pointed at by a word: "that sync"."""
_ONE = re.compile(r"(?:['\u2019]s?)? ones?\b", re.IGNORECASE)
_SERIES = re.compile(
    r"\b(?:series|occurrences|instances|for good|(?:every|each) (?:time|occurrence|instance)"
    r"|from now on)\b"
)
_ONE_OF_THEM = re.compile(
    r"\b(?:only|just) (?:(?:this|that|the)(?! (?:whole |entire )?series)|one|\w*week)\b|\bonly\s*$"
    r"|\b(?:this|that|the) (?:single|one|particular|specific)\b"
    r"|\b(?:not|keep|leave) (?:the )?(?:rest of the |other |whole )?(?:series|occurrences"
    r"|instances)"
    r"|\bseries (?:itself )?(?:(?:can|should|shall|must|may|will|is to) )?"
    r"(?:stay|keep|continue|go(?:es)? on|remain|run)"
)
"""That of what repeats it is one event alone."""
_PERSONAL = re.compile(r"(?:him|her|them|he|she|they|me|myself|i|us|everyone|everybody|all)")
_GENERIC = word_set(
    """
    meeting meetings event events appointment appointments invite invites invitation invitations
    calendar call calls entry one ones thing things everything all any next nxt upcoming please
    time start length duration title name location room place notes agenda description occurrence
    occurrences series whole entire every future first last new again today tomorrow also now
    attendance presence attendees guest guests weekly daily monthly this these those mtg appt
    something booking
    two three four five six both rest other others number second third fourth fifth 1st 2nd 3rd
    wait better rather same instead half hour hours minute minutes change set tight enough
    single particular specific side client clients mr mrs ms miss dr prof
    """
)


@dataclass(frozen=True)
class Meant:
    """An event: its id or a reference to it, and the time said to tell it apart.

    That time may not be the whole truth about it. `label` is what it was listed as, if it was.
    """

    event: str
    when: When = field(default_factory=When)
    label: str = ""


def events_meant(
    work: Work, spans: Sequence[Span], question: str = WHICH, *, apart: bool = False
) -> tuple[Meant, ...]:
    """Return the events that a command is about: of those listed, or as spans describe them."""
    told = tuple(Meant(one.id, label=one.label) for one in work.said.listed)
    return told or events_told(work, spans, question, apart=apart)


def events_told(
    work: Work, spans: Sequence[Span], question: str = WHICH, *, apart: bool = False
) -> tuple[Meant, ...]:
    """Return the events that spans describe; with `apart` each topic is one of its own.

    Where they describe none, it is what was talked about last, or what the command before this
    one was about. Raises Asked, also where they are too many.
    """
    found = _meant(work, spans, question, apart=apart)
    if len(found) > MOST:
        raise Asked(f"That is more than {MOST} meetings: say which of them you mean.")
    return found


def _meant(work: Work, spans: Sequence[Span], question: str, *, apart: bool) -> tuple[Meant, ...]:
    meant = [one for one in spans if one.kind in DESCRIBING]
    if not any(_words_in(work, meant)) and not any(one.kind in {"time", "which"} for one in meant):
        if found := listed(work, "it"):
            return found
        meant = [one for one in work.said.carried if one.kind in DESCRIBING]
        if known := labelled(work, query_of(work, meant)):
            return (known,)
        if not meant and len(_telling_words(work.said)) >= _ENOUGH:
            return (Meant(_by_its_words(work)),)
    elif not any(_words_in(work, meant)):  # "just the one on Friday", of what was said before
        names = {"topic", "person", "organisation"}
        names |= set() if any(map(says_when, meant)) else {"time"}
        more = [one for one in work.said.carried if one.kind in names]
        meant += [] if listed(work, _which(meant)) else more
    pointing = [one for one in meant if one.kind == "which" and not says_when(one)]
    if any(one.kind == "topic" and words_of(one.text) for one in meant):
        pointing = [one for one in pointing if not _only_it(work.said, one)]
        meant = [one for one in meant if one.kind != "which" or one in pointing]
    if pointing:
        every = (found for one in pointing for found in _pointed(work, one, meant, question))
        return tuple(dict.fromkeys(every))
    each = by_topic(meant) if apart else [meant]
    return tuple(_described(work, one, question) for one in each)


def _only_it(said: Said, span: Span) -> bool:
    """Whether words only say again that it is the one that is named: "the sync, just that one"."""
    return span in said.spans and _JUST_IT.fullmatch(f"{said.before(span)} {span.text}") is not None


def _which(spans: Sequence[Span]) -> str:
    return " ".join(one.text for one in spans if one.kind == "which") or "-"


def by_topic(spans: Sequence[Span]) -> list[list[Span]]:
    """Return each of several topics with what is said of it; a time said once is that of all."""
    starts = [_whose_first(spans, one) for one in spans if one.kind == "topic"]
    if not starts[1:]:
        return [list(spans)]
    groups = [
        [one for one in spans if start <= one.start < end]
        for start, end in zip(starts, [*starts[1:], float("inf")], strict=True)
    ]
    before = [one for one in spans if one.start < starts[0]]
    times = [one for one in (*before, *groups[-1]) if says_when(one)]
    return [group if any(map(says_when, group)) else [*group, *times] for group in groups]


def _whose_first(spans: Sequence[Span], topic: Span) -> int:
    """Return where a topic begins with whose it is: "Hannah's strategy day"."""
    owners = (one for one in spans if one.kind in _OWNERS and one.end + 1 == topic.start)
    return next((one.start for one in owners), topic.start)


def of_series(said: Said) -> bool:
    """Whether it is all of what repeats that is to be changed or cancelled."""
    words = f"{said.rest} {said.joined('which')} {said.joined('repeat')}".casefold()
    every = any(
        one.kind == "topic" and said.before(one) in {"all", "every", "each"} for one in said.spans
    )
    return (every or bool(_SERIES.search(words))) and not _ONE_OF_THEM.search(words)


def listed(work: Work, said: str) -> tuple[Meant, ...]:
    """Return the listed events that words point at: "both", "all of them", "the first two"."""
    known = work.known(EVENT_KINDS)
    told = singular(said)
    found = pointed_references(told, known, EVENT_KINDS) if known else ()
    found = found or _of_its_kind(said, known)
    return tuple(Meant(one.id, label=one.label) for one in found)


def awaited(work: Work) -> tuple[Meant, ...]:
    """Return the one event of those just listed that was shown without an answer; else nothing."""
    known = [one for one in work.known(EVENT_KINDS) if one.ordinal]
    last = next((one.text for one in reversed(work.request.context.exchanges)), "")
    lines = [one for one in last.splitlines() if one.endswith(_UNANSWERED)]
    found = {one.id: one for one in known if any(f"**{one.label}**" in line for line in lines)}
    meant = tuple(Meant(one.id, label=one.label) for one in found.values())
    return meant if len(meant) == 1 else ()


def when_shown(work: Work) -> When:
    """Return when the event is that was talked about last, as it was shown."""
    (shown, *others) = listed(work, "it") or (None,)
    if shown is None or others:
        return When()
    return shown_at(work, shown.label)


def shown_at(work: Work, label: str) -> When:
    """Return when an event is, as it was shown last; a date without a year is of this one."""
    line = line_of(label, work.request.context)
    return work.read(_DATE.sub(rf"\g<0> {work.now.year}", line["when"])) if line else When()


def _of_its_kind(said: str, known: Sequence[Reference]) -> tuple[Reference, ...]:
    """Return the listed event that is the first, the later, ... of those called so."""
    place = _BY_PLACE.search(fold(said))
    if place is None:
        return ()
    wanted = telling(words_of(_BY_PLACE.sub(" ", fold(said))))
    among = sorted(
        (one for one in known if one.ordinal and wanted <= telling(one.label)),
        key=lambda one: one.ordinal,
    )
    called = "first" if place["first"] else "last" if place["last"] else place[0]
    at = place_named(called, len(among))
    return (among[at - 1],) if at and len(among) > bool(wanted) else ()


def ahead(now: datetime) -> tuple[str, str]:
    """Return the days in which an event is looked for by its name alone."""
    return now.date().isoformat(), (now + _AHEAD).date().isoformat()


def as_pointed(work: Work) -> Said:
    """Return a command in which what points at one of those listed is marked so.

    "The first" and "review" are one thing; "the later review" is no event of that name.
    """
    spans: list[Span] = []
    offered = any(one.kind == "slot" for one in work.request.context.references)
    own = (_with_noun(work, one) for one in work.said.spans)
    for span in sorted(own, key=lambda one: one.start):
        last = spans[-1] if spans else None
        between = work.said.text[last.end : span.start] if last else ""
        if last and last.kind == "which" and span.kind == "topic" and between == " ":
            text = work.said.text[last.start : span.end]
            spans[-1] = replace(last, text=text, end=span.end)
        else:
            offer = span.kind in TIMES and offered and THIS_TIME.fullmatch(span.text)
            told = _when_it_is(span)
            place = told.kind == "topic" and _of_its_kind(told.text, work.known(EVENT_KINDS))
            spans.append(replace(told, kind="which") if offer or place else told)
    return replace(work.said, spans=tuple(spans))


def _with_noun(work: Work, span: Span) -> Span:
    """Return what only points, with the word behind it that is in the name of one event listed."""
    noun = _NOUN.match(work.said.text, span.end)
    if span.kind != "which" or noun is None or " " in span.text:
        return span
    found = labelled(work, noun[1])
    return Span("topic", noun[1], *noun.span(1)) if found else span


def _when_it_is(span: Span) -> Span:
    """Return what tells one of a list by its time of day as that time: "the afternoon one"."""
    found = _AT_A_TIME.fullmatch(span.text) if span.kind in {"which", "topic", "time"} else None
    when = found["when"] or found["part"] if found else ""
    told = expressions(when)
    whole = len(told) == 1 and (told[0].start, told[0].end) == (0, len(when))
    return replace(span, kind="time", text=when) if whole and not told[0].says - {"clock"} else span


def singular(said: str) -> str:
    """Return words in which a meeting or a time of a list is "one" of it."""
    return _POINTED_NOUN.sub(r"\1 one", said)


def search(work: Work, when: When, query: str) -> str:
    """Look an event up by its time and words; return the reference to it."""
    start, end = _window(when, work.now, named=bool(query))
    found = work.add(LIST, "Find the event", start=start, end=end, query=query)
    within = (start[:10], end[:10]) if when.day_named else ()
    work.seek(found, _telling_of(work.said, query), within=within)
    return f"{{{found}.events.0.id}}"


def _telling_of(said: Said, query: str) -> str:
    """Return the words that may tell what is looked up by a query: not who has to do with why."""
    named, words = set(query.split()), said.describing
    for one in said.spans:
        if named and one.kind in _OWNERS and not named & set(words_of(one.text).split()):
            words = words.replace(one.text, " ")
    return words


def _telling_words(said: Said) -> set[str]:
    """Return the words that may tell an event though nothing in them is marked as its name."""
    return {fold(word) for word in words_of(said.describing).split() if word.isalpha()}


def _by_its_words(work: Work) -> str:
    """Look among all events to come for the one that the words of the command mean."""
    today = work.now.date()
    end = (today + _AHEAD).isoformat()
    found = work.add(LIST, "Find the event", start=today.isoformat(), end=end)
    work.seek(found)
    return f"{{{found}.events.0.id}}"


def query_of(work: Work, spans: Sequence[Span]) -> str:
    """Return the words to search events by that spans say: their names, people and places."""
    return " ".join(dict.fromkeys(" ".join(_words_in(work, spans)).split()))[:200]


def words_of(said: str) -> str:
    """Return the words of an event's name or people, to search by."""
    plain = re.sub(r"[\"“”]", " ", re.sub(r"'s?\b", "", said))
    words = (word.strip(".,:") for word in re.findall(r"[\w@.+:&/-]+", plain))
    telling = (one for one in words if content_words(one) or ":" in one)
    return " ".join(one for one in telling if fold(one) not in _GENERIC and one.strip("-/&"))


def _words_in(work: Work, spans: Sequence[Span]) -> list[str]:
    said = [one for one in spans if one.kind in {"topic", "person", "organisation", "place"}]
    named = any(one.kind == "topic" and words_of(one.text) for one in said)
    if named or any(_the_one(work.said, one) or _with_them(work.said, one) for one in said):
        said = [one for one in said if _telling(work.said, one)]
    return [found for one in said if (found := _words(work, one))]


def _telling(said: Said, span: Span) -> bool:
    """Whether a span tells the event, beside its name: a person may only be why it changes."""
    own = span.kind in {"person", "organisation"} and span in said.spans
    with_it = said.before(span) in {"with", "w", "from", "of", "by", "and", "n"}
    theirs = any(
        one.kind == "topic" and span.end < one.start and said.before(one) in {"his", "her", "their"}
        for one in said.spans
    )
    after = said.text[span.end :]
    whose = any(one.kind == "topic" and one.start == span.end + 1 for one in said.spans)
    its = re.match("['\u2019]s? ", after) is not None or _the_one(said, span)
    return not own or with_it or whose or theirs or its


def _with_them(said: Said, span: Span) -> bool:
    """Whether it is told with whom it is; whoever else is named may only be why it changes."""
    return span in said.spans and span.kind == "person" and said.before(span) in {"with", "w"}


def _the_one(said: Said, span: Span) -> bool:
    """Whether a span tells which one by whose it is: "decline the Acme one"."""
    return span in said.spans and _ONE.match(said.text, span.end) is not None


def _words(work: Work, span: Span) -> str:
    """Return what a span gives to search by; a pronoun that of the person it stands for."""
    if _PERSONAL.fullmatch(fold(span.text)):
        who = person_meant(span.text, work.request)
        return name_in(who) if "@" in who else words_of(who)
    return words_of(span.text)


def _pointed(work: Work, which: Span, spans: Sequence[Span], question: str) -> tuple[Meant, ...]:
    """Return the events that pointing words mean, by their place in a list or by what they say."""
    said = fold(which.text)
    if NEXT.search(said):
        return (_next(work, number_in(said.replace("one", "")) or 1, spans),)
    if found := listed(work, which.text):
        return found
    bare = re.sub(r"\bones?\b", " ", which.text)
    known = _talked_of(work)
    when, rest = (When(), bare) if _points_only(said) else read_apart(work, bare, known)
    when = _on_the_day(when, known)
    query = words_of(rest)
    if query and not when.spans and (known_so := labelled(work, query)):
        return (known_so,)
    others = [one for one in spans if one.kind != "which"]
    if not query and not when.spans:
        if not others:
            raise Asked(question, "which")
        return (_described(work, others, question),)
    if not when.spans:  # "the sync on Friday ... cancel the Alpha one"
        when = _on_the_day(when_of(work, [one for one in others if says_when(one)], known), known)
    query = " ".join(dict.fromkeys(f"{query} {query_of(work, others)}".split()))
    return (Meant(search(work, when, query), when),)


def _points_only(said: str) -> bool:
    """Whether words point at a place in a list, which reads like a date: "the 2nd"."""
    return " on the " not in said and place_named(said, 20) is not None


def _described(work: Work, spans: Sequence[Span], question: str) -> Meant:
    """Return the event that names, people and times tell."""
    timed = [one for one in spans if says_when(one)]
    known = _talked_of(work)
    when = _on_the_day(when_of(work, timed, known), known)
    query = query_of(work, spans)
    when = around(when, " ".join(one.text for one in timed)) if query else when
    if not query and not when.spans:
        raise Asked(question, "which")
    if query and not timed:
        if NEXT.search(work.said.rest):
            return _next(work, 1, spans)
        if known := labelled(work, query):
            return known
    return Meant(search(work, when, query), when)


def around(when: When, told: str) -> When:
    """Return the days around one that was only reckoned: "in three weeks" is in that week."""
    unit, day = _RECKONED.search(fold(told)), when.first
    if unit is None or _DAY.search(fold(told)) or day is None or not when.one_day or when.at:
        return when
    off = _DAYS_OFF_MONTHS if unit["months"] else _DAYS_OFF
    monday = day - timedelta(days=day.weekday())
    first, last = min(monday, day - off), max(monday + timedelta(days=6), day + off)
    return replace(when, first=first, last=last)


def _on_the_day(when: When, known: When) -> When:
    """Return a time of day on the day that was talked about, if it names none itself."""
    if when.day_named or when.at is None or not (known.one_day and known.day_named):
        return when
    return replace(when, first=known.first, last=known.last, day_named=True)


def _talked_of(work: Work) -> When:
    """Return the time that the command before was about."""
    before = [one for one in work.said.carried if one.kind in {"time", "newtime"}]
    return when_of(work, before) if before else When()


def _next(work: Work, count: int, spans: Sequence[Span]) -> Meant:
    """Return the next event to come."""
    now = work.now
    found = work.add(
        LIST,
        "Find the next one",
        start=local(now.date(), now.time()),
        end=(now + _AHEAD).date().isoformat(),
        query=query_of(work, spans),
        limit=count,
    )
    return Meant(f"{{{found}.events.0.id}}")


def labelled(work: Work, query: str) -> Meant | None:
    """Return the listed event whose name says all of these words, if it is but one."""
    wanted = set(words(query))
    if not wanted:
        return None
    known: dict[str, Reference] = {
        one.id: one
        for one in work.known(EVENT_KINDS)
        if wanted <= {*words(one.label), *re.findall(r"\w+", fold(one.who))}
    }
    found = next(iter(known.values())) if len(known) == 1 else None
    return Meant(found.id, label=found.label) if found else None


def _window(when: When, now: datetime, *, named: bool) -> tuple[str, str]:
    """Return where to look: around a moment, on the days named, or in the weeks to come."""
    if when.first and when.at and when.one_day:
        ends = datetime.combine(when.first, when.at) + _MOMENT
        return when.start, when.end or local(ends.date(), ends.time())
    if when.day_named and (window := when.window(now)):
        return window
    if not named:
        return now.date().isoformat(), now.date().isoformat()
    return ahead(now)
