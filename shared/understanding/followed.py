"""A message read as going on from what was said, listed and changed before it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from shared.decisions.agreement import plainly_agrees
from shared.english import read_when
from shared.models.reasoning import ConversationContext
from shared.understanding.changed_event import (
    FOR_NOBODY,
    event_shown,
    line_of,
    of_event,
    with_wished,
)
from shared.understanding.closing import only_how
from shared.understanding.folding import content_words
from shared.understanding.going_on import (
    about,
    asked_of_it,
    kinds_of,
    pointing_at_it,
    surely_the_same,
)
from shared.understanding.likewise import asked_likewise, wants_too
from shared.understanding.linked import CHANGES_PAGES
from shared.understanding.marking import TIMES, Cut, Span
from shared.understanding.pointing import place_named
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.recipients import SENDS
from shared.understanding.said import (
    NAMES,
    PLACES,
    PUT_THERE,
    TAKEN_BACK,
    TOGETHER,
    WHO,
    Said,
    pronoun,
    said_in,
    takes_up,
)
from shared.understanding.shown import about_shown
from shared.understanding.shown_contact import of_contact
from shared.understanding.shown_page import changes_it
from shared.understanding.tasks import CHANGING, IN_WORDS, service_of
from shared.understanding.timed import DATED
from shared.understanding.wanted import read_as_wanted

_ANY_TIME = datetime(2001, 1, 1)  # noqa: DTZ001 - what names a day does not depend on it
_OF_THOSE = re.compile(
    r"\b(?:which|what|how many|any|are)\b[^.;!?]*\b(?:of|from|among) (?:those|these|them)\b",
    re.IGNORECASE,
)
"""How it is asked for some of what was listed, which is looked for by what those were."""
_CARRIED = 3
"""So many commands back a follow-up may go."""
_ALONE = 0.6
"""Read without what was said before, a message of a surer task stands on its own."""
_AGAIN = re.compile(
    r"^(?:and|also|what about|how about|only|just|but|or|actually|no|instead|make (?:it|that)|same"
    r"|i meant?|sorry|then|now|ok|okay|wait|rather|better)\b",
    re.IGNORECASE,
)
"""How a message begins that takes up the one before."""
_ITS_DAY = re.compile(
    r"\b(?:that(?: very| same)?|(?:the|this) same) (?:day\b|(?=(?:morn|aftern|even)))",
    re.IGNORECASE,
)
"""How a time says that it is of the day that was talked about."""
_LEADS = frozenset({"cal_slots", "cal_availability", "cal_list", "cal_conflicts", "cal_create"})
"""Tasks from which others of the calendar go on: booking from slots, changing what was listed."""
_TALKED = frozenset({"message", "channel"})
_TO_SOMEBODY = frozenset({"mail_send", "mail_reply"})
"""What is to be written to nobody who is told is for the channel that was shown."""
_CHATS = frozenset({"slack_post", "slack_dm"})
_MAIL = re.compile(r"\b(?:e-?)?mails?\b|@|\bdrafts?\b", re.IGNORECASE)
_ANSWERS = re.compile(r"\b(?:reply|answer|respond)\b", re.IGNORECASE)
_THERE = re.compile(
    r"\b(?:threads?|channel|slack|posts?|under(?:neath)?|beneath|below|in (?:t?here))\b",
    re.IGNORECASE,
)
"""Where it is answered what was read in a channel, whoever wrote that."""
_UNDER = re.compile(r"\b(?:under(?:neath)?|beneath|below)\b", re.IGNORECASE)
"""Where what was shown is answered, wherever that stands."""
_IN_IT = re.compile(r"\bthere\b|\bin (?:it|that|this)\b", re.IGNORECASE)
_OPENED = frozenset({"sheet", "page"})
"""What is talked about once it was opened, though no list had it."""
_POINTS_AT_IT = re.compile(r"\b(?:it|them|this one|that one)\b", re.IGNORECASE)
_READS = ("mail_read", "page_read", "sheet_read")
"""Tasks that are said alike, whatever is read."""
_FEW, _SHOWN = 6, 20
"""Words of a message that does no more than point, and so many things it may point among."""
_POINTS = frozenset({"which", "count"})
_MORE = re.compile(r"\b(?:and|n|also|plus|too|as well)\b", re.IGNORECASE)
_BESIDES = 3
"""How something is wanted besides, and how few words it takes beside whose."""
_UNSURE = 0.5
_POSSIBLE = 0.15
"""How likely a task is to be by its words, where what was shown speaks for it."""
_CLEAR, _BARELY, _WHOLLY = 0.8, 0.05, 0.98
"""Likewise where a message takes something back, which is mostly what was just done; and how surely
one by itself asks for all that is on."""
_SAYS = SENDS - {"cal_create", "mail_reply"}
"""What goes to one more, who is named, in the words in which it went to others."""
_LATER = re.compile(r"\b(?:later|earlier|before)\b", re.IGNORECASE)
"""What counts from when another event is."""
_BECOMES = frozenset({"newtime", "duration", "place"})
"""What is to be different about an event, and not which one that is."""
_PLAIN_CUT = 0.9
"""So likely another command begins that what it says is none of the first one's."""


def before_in(context: ConversationContext) -> Before | None:
    """Return what was said before a message, and what kind of answer it got."""
    exchanges = context.exchanges
    for at in range(len(exchanges) - 1, -1, -1):
        if exchanges[at].role == "user" and not plainly_agrees(exchanges[at].text, ""):
            return Before(exchanges[at].text, _answered(context))
    return None


def goes_on_likely(text: str, context: ConversationContext, reader: Reader) -> float:
    """Return how likely a message is about what was just shown, or some of it."""
    before = before_in(context)
    if before is None or not context.references:
        return 0.0
    share = about(text, before, context, reader)
    return share["same"] + share["part"]


def _answered(context: ConversationContext) -> str:
    """Tell the kind of the last answer from what it left to point at."""
    last = context.exchanges[-1]
    if last.role == "user":
        return "none"
    if context.question:
        return "question"
    if not context.references:
        return "question" if last.text.rstrip().endswith("?") else "done"
    listed = {one.ordinal for one in context.references if one.ordinal}
    opened = any(one.kind in _OPENED and not one.ordinal for one in context.references)
    return "list" if len(listed) > 1 else "item" if listed or opened else "done"


_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=\S)")
"""Where the last sentence of several says what is wanted, and those before it why."""


def follow(text: str, context: ConversationContext, reader: Reader) -> Said:
    """Read a message as it goes on from what was said before.

    What stands on its own is read by itself; a message that only makes sense after the last one
    takes over what that one said and this one does not. Days that are told by the name of an
    event are those dates.
    """
    said = _follow(text, context, reader)
    if said.task in DATED and (told := reader.world.dated(text)) != text:
        said = _follow(told, context, reader)
    return with_wished(_on_its_day(said, context), context, reader)


def _on_its_day(said: Said, context: ConversationContext) -> Said:
    """Return what is asked of the day of the event just shown with its date: "that same morning".

    It is all that is on then, whoever that event was with.
    """
    event = event_shown(context) if said.task == "cal_list" else None
    line = line_of(event.label, context) if event else None
    times = [one for one in said.spans if one.kind == "time"]
    if line is None or len(times) != 1 or _names_day(times[0].text):
        return said
    date = line["when"].partition(",")[0]
    day = replace(times[0], text=_ITS_DAY.sub(f"{date} ", times[0].text).strip())
    kept = (one for one in said.spans if one not in times and not takes_up(one))
    return said if day == times[0] else replace(said, near=1.0, spans=(*kept, day), carried=())


def _follow(text: str, context: ConversationContext, reader: Reader) -> Said:
    said = _followed(text, context, reader, _CARRIED)
    *reasons, last = _SENTENCES.split(text.strip())
    if not reasons:
        return said
    wish = _followed(last, context, reader, _CARRIED)
    goes_on = bool(wish.carried or (context.exchanges and wish.has("which")))
    goes_on = goes_on and wish.sure >= _UNSURE and not only_how(last)
    elsewhere = said.task == "smalltalk" or (not said.carried and said.sure < _CLEAR)
    known = {one.kind for one in context.references}  # why may be said in words of another service
    elsewhere = elsewhere or bool(known & kinds_of(wish.task) and not known & kinds_of(said.task))
    if not (goes_on and (said.sure < _UNSURE or elsewhere)):
        return said
    if wish.task != "page_write":
        return wish
    by = len(text.rstrip()) - len(last)  # what stands before the order tells of what on the page
    spans = (replace(one, start=one.start + by, end=one.end + by) for one in wish.spans)
    return replace(wish, text=text.rstrip(), spans=tuple(spans))


def _followed(text: str, context: ConversationContext, reader: Reader, depth: int) -> Said:
    before = before_in(context)
    if before is None or depth == 0:
        return said_in(read_as_wanted(text, None, reader))
    alone, after = read_as_wanted(text, None, reader), read_as_wanted(text, before, reader)
    share = about(text, before, context, reader)
    same = context.references and surely_the_same(share)
    blurred = after.sure < _ALONE < alone.sure and not (same or _AGAIN.match(text))
    civil = alone.task == "smalltalk" and alone.sure >= _CLEAR  # "ok thanks" wants nothing more
    swallowed = after.task == alone.task in SENDS and (  # an order is no part of what it says
        said_in(alone).has(*WHO) and not said_in(after).has(*WHO)
    )
    clear = blurred or civil or swallowed
    clear = clear or text.casefold() == before.text.casefold()  # asked once more
    asked = asked_of_it(after, context, reader)
    if asked is not None:
        return said_in(asked)
    reading = _of_what_is_there(alone if clear else after, before, context, reader)
    reading = pointing_at_it(reading, before, context, reader, share)
    said = said_in(reading)
    earlier = _earlier(said.task, before, context, reader, depth)
    if (again := _of_another_event(text, earlier, before, context, reader)) is not None:
        return again
    of_another = asked_likewise(text) or _of_somebody_else(said, earlier, before, reader)
    if of_another and earlier.task in IN_WORDS:
        likely = max(reading.sure, _CLEAR)
        meant = reader.read_as(earlier.task, text, before)
        reading = replace(meant, tasks=((earlier.task, likely),))
        said = said_in(reading)
    onward = _goes_on(said.task, earlier.task)
    elliptic = alone.sure < _ALONE or alone.task != reading.task or _AGAIN.match(text)
    elliptic = elliptic or (said.task == "mail_search" and _OF_THOSE.search(text))
    elliptic = elliptic or (said.task in SENDS and not said.has("body") and _again(said))
    nameless = onward and not said.has("topic", "person", "organisation")
    back = onward and (_points_back(said) or any(pronoun(one) for one in said.spans))
    offered = any(one.kind == "slot" for one in context.references)
    taking = onward and offered and not said.has("person", "organisation")
    if not (elliptic or nameless or back or taking or said.has("which")):
        return _on_that_day(said, earlier)
    if onward or earlier.task == said.task:
        carried = _carried(said, earlier, onward=onward)
        if alone.task == said.task == "cal_list" and alone.sure >= _WHOLLY and said.has("time"):
            carried = tuple(one for one in carried if one.kind in TIMES)
        said = replace(said, carried=carried)
        named = earlier.task == said.task and said.has("person") and reader.world.links(text)
        return replace(said, near=max(said.near, _CLEAR)) if named else said
    return _about_the_same(_on_that_day(said, earlier, elliptic=bool(elliptic)), earlier)


def _earlier(
    task: str, before: Before, context: ConversationContext, reader: Reader, depth: int
) -> Said:
    """Read the message before as the one of its commands that another of a task goes on from."""
    part, whole = _part_for(task, before.text, reader), reader.read(before.text)
    earlier = _followed(part, _until(context, before), reader, depth - 1)
    *reasons, last = _SENTENCES.split(part.strip())
    if reasons and earlier.task == "other":
        earlier = _followed(last, _until(context, before), reader, depth - 1)
    if part == before.text:
        return _first_of(earlier, whole.cuts)
    if any(map(_names_day, earlier.all("time"))):
        return earlier
    return replace(earlier, carried=(*earlier.carried, *said_in(whole).held("time")))


def _of_another_event(
    text: str, earlier: Said, before: Before, context: ConversationContext, reader: Reader
) -> Said | None:
    """Read a change that is wanted of another event, too, with what the one before was to be.

    "The same for Ann" invites nobody: what is to be different is asked for, where no event is
    named. None for any other message.
    """
    if earlier.task != "cal_update":
        return None
    meant = reader.read_as(earlier.task, text, before)
    kinds, every = set(_kinds(meant)), (*earlier.carried, *earlier.spans)
    if not kinds or not (asked_likewise(text) or (kinds <= {*TIMES, "topic"} and wants_too(text))):
        return None
    spans = [replace(one, kind="topic") if one.kind in WHO else one for one in meant.spans]
    lead, times = f"{text.rstrip(' .!?')}. ", tuple[Span, ...]()
    events = {one.label for one in context.references if one.kind == "event"}
    if not kinds & NAMES and len(events) == 1:  # "one week later, too": from when that one is
        told, when = events.pop(), _LATER.sub("after that", " ".join(one.text for one in spans))
        end = len(told)
        spans = [Span("topic", told, 0, end), Span("time", when, end + 1, end + 1 + len(when))]
        lead, times = f"{told} {when}: ", tuple(one for one in every if one.kind == "time")
    elif not kinds & NAMES:
        return replace(earlier, text=text, spans=())
    left = earlier.text
    for one in earlier.spans:
        if one.kind in _BECOMES - kinds:
            start, end = one.start + len(lead), one.end + len(lead)
            spans.append(replace(one, start=start, end=end))
        else:
            left = f"{left[: one.start]}{' ' * (one.end - one.start)}{left[one.end :]}"
    return replace(earlier, sure=_CLEAR, text=lead + left, spans=tuple(spans), carried=times)


def _of_somebody_else(said: Said, earlier: Said, before: Before, reader: Reader) -> bool:
    """Whether a message that asks for nothing else by itself asks the same of somebody it names."""
    unclear = said.task in FOR_NOBODY or said.task == earlier.task
    more = unclear and earlier.task not in CHANGING and _MORE.search(said.text)
    if not more and not (earlier.task in _SAYS and wants_too(said.text)):
        return False
    meant = said_in(reader.read_as(earlier.task, said.text, before))
    few = len(content_words(meant.unmarked)) <= _BESIDES
    return meant.has(*WHO) and (few or said.task == earlier.task)


def _kinds(reading: Reading) -> list[str]:
    return [one.kind for one in reading.spans]


def _first_of(said: Said, cuts: Sequence[Cut]) -> Said:
    """Return a message as its first command, where it plainly goes on with another."""
    end = next((cut.start for cut in cuts if cut.likely >= _PLAIN_CUT), len(said.text) + 1)
    return replace(said, spans=tuple(one for one in said.spans if one.start < end))


def _part_for(task: str, text: str, reader: Reader) -> str:
    """Return the command of a message of several that another of its task goes on from."""
    parts, at = list[str](), 0
    for cut in reader.read(text).cuts:
        if cut.likely >= _UNSURE:
            parts.append(text[at : cut.start])
            at = cut.end
    every = [one.strip(" ,;.") for one in (*parts, text[at:]) if parts]
    return next((one for one in reversed(every) if one and reader.read(one).task == task), text)


def _of_what_is_there(
    reading: Reading, before: Before, context: ConversationContext, reader: Reader
) -> Reading:
    """Read what is about nothing there is to point at as the likeliest that is.

    "Read it to me" means the page just found, where no mail is known; and where it is unclear what
    is to be changed, it is what was just shown.
    """
    latest = {one.kind for one in context.references if one.ordinal == 0}
    known = latest or {one.kind for one in context.references}
    offered = "slot" in known and "event" not in known
    if offered and reading.task == "cal_create":
        return _at_its_hour(reading, reader)
    if offered and (_takes_a_time(reading, reader) or _only_points(reading)):
        booked = reader.read_as("cal_create", reading.text, before)  # a time on offer, or beside
        tasks = (("cal_create", max(reading.sure, _CLEAR)), *reading.tasks[1:])
        return replace(_at_its_hour(booked, reader), tasks=tasks)
    shown = _of_the_page(reading, before, known, context, reader)
    shown = shown or of_event(reading, before, context, reader)
    shown = shown or of_contact(reading, before, context, reader)
    shown = shown or about_shown(reading, before, context, reader)
    if shown:
        return shown
    if instead := _to_whom_was_read(reading, known, context):
        meant = reader.read_as(instead, reading.text, before)
        return replace(meant, tasks=((instead, max(reading.sure, _CLEAR)), *reading.tasks))
    if not known or known & kinds_of(reading.task):
        return reading
    for task, share in _likely_instead(reading):
        if known <= kinds_of(task):
            meant = reader.read_as(task, reading.text, before)
            return replace(meant, tasks=((task, reading.sure + share),))
    return reading


def _to_whom_was_read(reading: Reading, known: set[str], context: ConversationContext) -> str:
    """Return the task that writes, or marks, where was just read, where nothing else is named."""
    outside = Said(reading.task, reading.sure, reading.text, reading.spans).unmarked
    mail = _MAIL.search(outside) is not None
    channel = any(one.kind == "channel" for one in reading.spans)
    names = channel or any(one.kind == "person" and not takes_up(one) for one in reading.spans)
    best = next((one.kind for one in context.references if one.told or not one.ordinal), "")
    placed = (best in _TALKED and _IN_IT.search(outside)) or (bool(known) and known <= _TALKED)
    if reading.task == "mail_mark_read" and not mail and placed:
        return "slack_mark_read"
    if reading.task in {*_CHATS, *_TO_SOMEBODY} and not channel and _UNDER.search(outside):
        if best in kinds_of("mail_"):
            return "mail_reply"
        if best in _TALKED and not mail:
            return "slack_post"
    if reading.task == "slack_post" and _ANSWERS.search(outside):
        answered = not names and known and known <= kinds_of("mail_")
        return "mail_reply" if mail or answered else ""
    there = _THERE.search(outside) is not None
    talked = bool(known & _TALKED) if there else bool(known) and known <= _TALKED
    talked = talked and reading.task in _TO_SOMEBODY
    return "slack_post" if talked and not mail and (there or not names) else ""


def _takes_a_time(reading: Reading, reader: Reader) -> bool:
    """Whether a message after times were offered says one of them, or one beside them."""
    beside = reading.task in {"cal_slots", *FOR_NOBODY} and _hour(reading, reader) is not None
    return beside or reading.task == "cal_update"


def _hour(reading: Reading, reader: Reader) -> Span | None:
    """Return when something should begin, as the network marks it, or a bare number says it."""
    marked = reader.revisions.alone(reading.text).times
    starts = [Span("time", one.text, one.start, one.end) for one in marked if one.role == "start"]
    bare = (one for one in reading.spans if one.kind == "duration" and one.text.isdigit())
    return next(iter((*starts, *(replace(one, kind="time") for one in bare))), None)


def _only_points(reading: Reading) -> bool:
    """Whether a message for another service does no more than point at one of what is shown."""
    elsewhere = service_of(reading.task) != "cal"
    short = len(reading.text.split()) <= _FEW
    return elsewhere and short and place_named(reading.text, _SHOWN) is not None


def _of_the_page(
    reading: Reading,
    before: Before,
    known: set[str],
    context: ConversationContext,
    reader: Reader,
) -> Reading | None:
    """Read an order to change what is written, which names nothing, as one for the page shown."""
    if "page" not in known:
        return None
    elsewhere = {one.kind for one in reader.world.links(reading.text)} - {"page", "person"}
    sure = reading.sure >= _CLEAR and reading.task not in CHANGES_PAGES
    if sure or elsewhere or not changes_it(reading.text, context, reader.revisions):
        return None
    meant = reader.read_as("page_write", reading.text, before)
    return replace(meant, tasks=(("page_write", _CLEAR), *reading.tasks))


def _at_its_hour(reading: Reading, reader: Reader) -> Reading:
    """Return a message that takes a time with that marked, where it is not: "put us down for 2"."""
    hour = _hour(reading, reader)
    if hour is None or any(span.kind in TIMES for span in reading.spans):
        return reading
    kept = (one for one in reading.spans if one.end <= hour.start or hour.end <= one.start)
    return replace(reading, spans=(*kept, hour))


def _likely_instead(reading: Reading) -> Sequence[tuple[str, float]]:
    """Return the tasks a message may be for, each with what speaks for it besides its words."""
    if reading.task in _READS and {span.kind for span in reading.spans} <= _POINTS:
        return [(task, 0.0) for task in _READS]
    if reading.task == "other" and _POINTS_AT_IT.search(reading.text):
        return [one for one in reading.tasks[1:] if one[1] >= _BARELY]
    if reading.sure < _UNSURE:
        return [one for one in reading.tasks if one[1] >= _POSSIBLE]
    if TAKEN_BACK.search(reading.text) and reading.sure < _CLEAR:
        return [one for one in reading.tasks if one[1] >= _BARELY]
    return []


def _carried(said: Said, earlier: Said, *, onward: bool) -> tuple[Span, ...]:
    """Return what an earlier command said that a follow-up goes on from.

    Mail is looked for anew by what is said anew; in the calendar another hour is of the same day.
    """
    newer = {span.kind for span in earlier.spans}
    newer -= set() if any(map(_names_day, earlier.all("time"))) else {"time"}
    kept = (*(span for span in earlier.carried if span.kind not in newer), *earlier.spans)
    kept = tuple(span for span in kept if span.kind != "body" or _again(said))
    if onward or said.task in _LEADS:
        return kept
    own = {span.kind for span in said.spans if not takes_up(span)}
    own |= WHO if own & WHO else set()
    own -= {"flag"} if _OF_THOSE.search(said.text) else set()
    if service_of(said.task) == "mail" and said.task in CHANGING and own & NAMES:
        own |= NAMES  # it is done to another
    return tuple(span for span in kept if span.kind not in own)


def _names_day(time: str) -> bool:
    """Whether a time says on which day: "in the afternoon" is of the one that was talked about."""
    return read_when(time, _ANY_TIME).day_named


def _goes_on(task: str, earlier: str) -> bool:
    """Whether a task goes on from an earlier one: booking from slots, changing what was found."""
    if earlier == "contact_find":
        return task == "contact_update"
    return earlier in _LEADS and service_of(task) == "cal" and task not in {earlier, "cal_list"}


def _points_back(said: Said) -> bool:
    """Whether what is said of time only points at one that was talked about: "at that hour"."""
    times = [one.text for one in said.spans if one.kind in TIMES]
    pointing = bool(times) and not any(read_when(one, _ANY_TIME).spans for one in times)
    return pointing or PUT_THERE.search(said.text) is not None


def _on_that_day(said: Said, earlier: Said, *, elliptic: bool = False) -> Said:
    """Return what says an hour alone as of the day before it, and for those who were asked about.

    "Is Ann free on Friday? Then put lunch at one in for us." What is `elliptic` may say a day of
    the week that was talked about.
    """
    of_it = {said.task, earlier.task} <= _LEADS and said.has("time")
    if not of_it or not (elliptic or not any(map(_names_day, said.all("time")))):
        return said
    who = said.task in CHANGING and TOGETHER.search(said.text) and not said.has(*WHO)
    kinds = TIMES | WHO if who else TIMES
    kept = _carried(said, earlier, onward=True)
    return replace(said, carried=tuple(one for one in kept if one.kind in kinds))


def _again(said: Said) -> bool:
    """Whether the same words are to be said once more; else nobody's words are said twice."""
    again = said.says("same") or (said.task in _SAYS and wants_too(said.text))
    return again or any(takes_up(one) for one in said.spans if one.kind == "body")


def _about_the_same(said: Said, earlier: Said) -> Said:
    """Take over what an earlier command of the same service was about: its file or channel."""
    service = service_of(said.task)
    if service != service_of(earlier.task) or service in {"mail", "cal"} or said.has(*PLACES):
        return said
    if said.task == "slack_post":
        return said
    kept = (*earlier.carried, *earlier.spans)
    return replace(said, carried=tuple(span for span in kept if span.kind in PLACES))


def _until(context: ConversationContext, before: Before) -> ConversationContext:
    """Return what was known when the message before was said."""
    exchanges = context.exchanges
    at = max(
        place
        for place, one in enumerate(exchanges)
        if one.role == "user" and one.text == before.text
    )
    return ConversationContext(exchanges=exchanges[:at])
