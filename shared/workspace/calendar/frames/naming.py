"""What a new event is called, where it is, and what is noted."""

import re
from collections.abc import Sequence
from itertools import pairwise

from shared.english.zones import find_zone
from shared.understanding.folding import fold
from shared.understanding.letters import worded
from shared.understanding.marking import Span
from shared.understanding.pointing import MAIL_KINDS
from shared.understanding.said import Said
from shared.understanding.times import kept, when_of
from shared.understanding.work import Work
from shared.words import telling
from shared.workspace.calendar.frames.guests import Guests

SLOT_KINDS = frozenset({"slot"})
BLOCKS = r"block\w*|hold|reserv\w+|keep|focus|deep work|out of office|ooo|clear|set aside|busy"
"""Words for time that is only kept free."""
ONLINE = re.compile(r"\b(?:video|online|phone|zoom|teams|meet|call|remote|virtual)\b")
"""Where those are who are in no one place."""
_ABSENT = re.compile(r"\b(?:off|away|out of office|ooo|holidays?|vacation|leave)\b")
_NAMES_IT = re.compile(
    r"\b(?:called|titled|entitled|named|call it|name(?: it)?|title(?: it)?|subject|as)"
    r"[\s:]*(?:is |just )?$"
)
_CALLED = re.compile(
    r"(?:\b(?:(?:call|name|title) it|called|titled|entitled)"
    r"|(?:^|[,.;!?] )(?:the )?title(?: is)?:?)"
    r" (?P<name>[^,.;:!?\n]{2,60}?)\s*(?:[.!,]|\b(?:please|pls|thanks)\b"
    r"|\band (?:invite|add|put|send|block|bring)\b|$)",
    re.IGNORECASE,
)
"""What it is called, where nothing of it is marked."""
_QUOTED = re.compile(
    r"(?:^|(?<=[\s(,:]))(?:'([^'\n]{3,60})'|[\"\u201c]([^\"\u201d\n]{3,60})[\"\u201d]"
    r"|\u2018([^\u2019\n]{3,60})\u2019)(?=$|[\s.,;:!?)])"
)
"""A name in quotation marks, which is one whatever is said around it."""
_ABOUT = re.compile(
    r"\b(?:about|regarding|re|on|discuss|concerning|covering)[\s:]*(?:(?:the|a|an|our|my) )?$"
)
_ARTICLE = re.compile(
    r"^(?:the|an?|our|my|his|her|their|some|this|that|these|those) (?=\w)", re.IGNORECASE
)
_MOST_CHARACTERS = 120
_WHOSE = frozenset({"organisation", "person"})
_NEAR = re.compile(r"(?:['\u2019]s?)? ")
_BECAUSE = re.compile(r"\bbecause\b[^.;:!?]*\Z", re.IGNORECASE)
"""What leads to why somebody is to come, which is no note."""
_LEADS_ON = re.compile(r" (?:with|for|of|at)\Z", re.IGNORECASE)
"""What a topic ends with that leads to who comes, or where it is."""
_OF_THEIRS = re.compile(r" (?P<what>[^,.;!?]+)")
"""What somebody has, behind their name."""
_AMONG = frozenset({"with", "w", "and", "invite", "for", "n", "from"})
"""Words before those who are to be there, and not before whose it is."""
_WITH = frozenset({"with", "w"})
_BEFORE_IT = frozenset({"time", "person", "organisation", "duration", "place", "repeat"})
_BEHIND = re.compile(
    r"\s*[,:;\u2013-]\s*(?:(?:topic|subject|title|about|concerning|regarding|re|on)\b:? ?)?"
    r"(?P<what>[^,:;.!?\n]{3,60}?)\s*[.!]*\s*$"
)
_LEADS_TO = re.compile(
    r"\b(?:about|regarding|concerning|because of"
    r"|to (?:discuss|go (?:through|over)|talk (?:about|through|over)"
    r"|look at|plan|prepare|sort out|work on|review))\s+(?P<what>[^,:;.!?\n]{2,60}?)"
    r"\s*(?:[,:;.!?\n]|\b(?:please|pls|thanks|thx|with|before|so|because|while|whenever)\b|$)",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"\b(?:i|i'm|im|you|he|she|we|they|it|it's|its|me|us|him|her|them|please|pls|plz|thanks|thx|ta"
    r"|cheers|ok|okay|sorry|let|lets|make|send|say|tell|ask|check|see|do|does|don't|can|could|would"
    r"|should|will|is|are|was|be|if|because|since|so|but|then|also|too|maybe|perhaps|possible|asap"
    r"|now|again|that|this|same|usual|invite|include|add|book|put|yes|no|not|nobody|everyone)\b"
    r"|^(?:in|at|on|for|with|from|by|until|till?|via|over|after|before|and|or)\b"
    r"|^(?:room|floor|building|office)\b|\d|@|^\w+day\b"
)
"""What is no name of a meeting: courtesy, whole sentences, a place or a time."""
_THING = re.compile(
    r" (?P<thing>(?!(?:please|pls|plz|thanks|thx|now|asap|soon|today|tomorrow|tonight|too|also"
    r"|again|then|there|here|with|for|him|her|them|first|instead|only|alone|together|later|daily|weekly"
    r"|monthly)\b)[a-z]{3,}\b)(?=[,.;:!?]|$)"
)
"""The word of what a topic is that stands right behind it: the "page" of "the board page"."""
_ORDERED = re.compile(
    r"\b(?:an?|our) (?P<what>(?:[\w'\u2019-]+ ){1,3}[\w'\u2019-]+)"
    r",? (?:(?:for|on|in|at|with|from|this|next) )?$",
    re.IGNORECASE,
)
_DOING = re.compile(
    r"(?:^|[.!?;,] )(?P<what>(?:[\w'\u2019-]+ )?(?!(?:\w*th|go|com|look|hav|even|morn|do)ing\b)"
    r"\w{3,}ing) (?:w|with|on|at|from|next|this) ",
    re.IGNORECASE,
)
"""What is done then: "swimming with Al on Friday"."""
_MEETING = re.compile(
    r"\b(?:meeting|mtg|call|event|appointment|slot|hour|hours|minutes?|mins?|time|session|bit"
    r"|invit\w+|calendar|entry|diary|half|quarter|one-hour|short|quick)\b"
)
"""What says of a meeting no more than that it is one."""
_TELLS = r"tell|ask|remind|let|note|notes|say|saying|write"
_TALKS = re.compile(
    r"(?<!\bto )\b(?:(?:video|phone|zoom|teams) )?(?:call(?! it)|chat|talk|catch-?up|sync|1:1"
    r"|interview|lunch|dinner|breakfast|coffee|drinks?|brunch|tea|walk)\b"
)
_ASKED_WHERE = re.compile(r"(?:the )?(?:location|place|venue|where|room)", re.IGNORECASE)
"""What leads to where it is, and is no place: "location Online"."""


def anew(work: Work) -> bool:
    """Whether what is said is a new event altogether, and goes on from nothing before.

    One of the times on offer may be taken with a name for it; another day is none of them.
    """
    said = work.said
    if not (said.has("topic") and said.has("time")):
        return False
    if not work.known(SLOT_KINDS):
        return True
    before = when_of(work, [one for one in said.carried if one.kind == "time"])
    own = when_of(work, [one for one in said.spans if one.kind == "time"], before)
    if not (own.first and own.day_named and before.first and before.last):
        return False
    return not before.first <= own.first <= before.last


def title_of(work: Work, found: Guests) -> str:
    """Return what it is called; "" where nothing tells."""
    said = work.said
    spans = [one for one in kept(said, "topic") if one.text.strip()]
    whom = (one for one in kept(said, "organisation") if _ABOUT.search(_lead(work, one)))
    spans = spans or list(whom)
    if name := _given(work, spans):
        return _clean(name)
    thing = _TALKS.search(said.rest)
    noun = "" if thing is None else thing[0]
    if not spans and (name := _unread_name(said) or _theirs(said)):
        return _clean(name)
    if len(spans) < 2 and (told := _subject(said, spans)):  # noqa: PLR2004
        if noun and not spans:
            return _clean(f"{noun} about {told.text}")
        spans = [told]
    if not spans:
        if said.has("which") and (mails := work.pointed(MAIL_KINDS)):
            return _clean(mails[0].label)
        return with_people(noun or "meeting", found) if found.names else _untitled(work, noun)
    first, *more = [_clean(_whole(said, one).text) for one in spans]
    if more and _ABOUT.search(_lead(work, spans[1])):
        return f"{first} about {more[0][:1].lower() + more[0][1:]}"[:_MOST_CHARACTERS]
    if noun and _ABOUT.search(_lead(work, spans[0])):
        return _clean(f"{noun} about {_ARTICLE.sub('', spans[0].text)}")
    return with_people(first, found) if _TALKS.fullmatch(fold(first)) else first


def _given(work: Work, topics: Sequence[Span]) -> str:
    """Return the name it is plainly given; "" where there is none."""
    said = work.said
    named = [one for each in topics if _NAMES_IT.search(_lead(work, one := _whole(said, each)))]
    quoted = _QUOTED.search(said.text)
    if quoted and quoted[quoted.lastindex or 0] not in said.joined("body"):
        return quoted[quoted.lastindex or 0]
    called = _CALLED.search(said.text)
    own = [one for one in named or topics if one in said.spans]
    if called and (not topics or any(_within(called.span(), one) for one in own)):
        return called["name"]
    return named[-1].text if named else said.one("value") if said.has("value") else ""


def _within(whole: tuple[int, int], span: Span) -> bool:
    """Whether a span is within the limits of a whole."""
    start, end = whole
    return start <= span.start and span.end <= end


def only_named(said: Said, person: Span) -> bool:
    """Whether somebody is only in what it is called: "title Notes for Laura", "Ben's leaving do".

    A 1:1 or a lunch of theirs is one with them.
    """
    if _in_name(said, person):
        return said.before(person) not in _WITH
    thing = _OF_THEIRS.match(said.text, person.end) if person.text.endswith("'s") else None
    with_them = thing and _TALKS.search(fold(thing["what"]))
    return bool(thing and not with_them) and said.before(person) not in _AMONG


def _in_name(said: Said, span: Span) -> bool:
    """Whether a span is of what it is called: "call it Room plan" names no room."""
    called = _CALLED.search(said.text) if span in said.spans else None
    return called is not None and _within(called.span("name"), span)


def _whole(said: Said, topic: Span) -> Span:
    """Return a topic with whose or what it is, named at its side: "the Acme contract"."""
    if topic not in said.spans:
        return topic
    start, end = topic.start, topic.end
    spans = sorted(said.spans, key=lambda span: span.start)
    for one in reversed(spans):
        near = one.end <= start and _NEAR.fullmatch(said.text[one.end : start])
        if one.kind in _WHOSE and near and said.before(one) not in _AMONG:
            start = one.start
    for one, after in pairwise(spans):
        near = one.start >= end and _NEAR.fullmatch(said.text[end : one.start])
        if near and one.kind in _WHOSE and after.kind == "topic" and after.start == one.end + 1:
            end = after.end
    thing = _THING.match(said.text, end)
    if thing and not any(one.start <= thing.start("thing") < one.end for one in spans):
        end = thing.end()
    return Span(topic.kind, said.text[start:end], start, end)


def _unread_name(said: Said) -> str:
    """Return what is ordered, right before when or with whom: "lock in a squad debrief on Friday".

    Or what is done then: "swimming with Al on Friday". "" where that is only said to be a meeting.
    """
    common = {one for one in said.spans if one.kind == "place" and said.before(one) == "the"}
    first = min((one.start for one in said.spans if one not in common), default=0)
    for found in (_ORDERED.search(said.text[:first]), _DOING.search(said.text)):
        name = found["what"] if found else ""
        if name and not _NO_NAME.search(fold(name)) and not _MEETING.search(fold(name)):
            return name
    return ""


def _theirs(said: Said) -> str:
    """Return what somebody has that nothing is marked of: "Dr Osei's lecture"; "" for nothing."""
    for one in said.spans:
        if one.kind == "person" and only_named(said, one):
            behind = min((o.start for o in said.spans if o.start >= one.end), default=None)
            named = said.text[one.start : behind]
            return re.sub(r"[,.;:!?].*| (?:on|at|for|in|from|this|next)\W*$", "", named).strip()
    return ""


def _subject(said: Said, marked: Sequence[Span]) -> Span | None:
    """Return what a meeting is about where less of it, or nothing, is marked.

    That is what "it's about" leads to, or what is told last, after a comma: "Monday at 9 with Ann,
    the budget of the fair".
    """
    own = [one for one in marked if one in said.spans]
    if len(own) != len(marked):
        return None
    ends = [one.end for one in said.spans if one.kind in _BEFORE_IT]
    behind = _BEHIND.match(said.text[max(ends, default=len(said.text)) :])
    found = [*_LEADS_TO.finditer(said.text)]
    if behind and not _NO_NAME.search(fold(behind["what"])):
        found.append(behind)
    for one in reversed(found):
        by = max(ends, default=len(said.text)) if one is behind else 0
        start, end = by + one.start("what"), by + one.end("what")
        inside = [
            span
            for span in said.spans
            if span.kind != "body" and span.start < end and start < span.end
        ]
        if inside == own and all(start <= span.start and span.end <= end for span in own):
            return Span("topic", said.text[start:end].removeprefix("to "), start, end)
    return None


def _lead(work: Work, span: Span) -> str:
    return fold(work.said.text[: span.start]) + " " if span not in work.said.carried else ""


def with_people(thing: str, found: Guests) -> str:
    """Return what something is called that somebody comes to."""
    return _clean(f"{thing} with {found.spoken()}" if found.spoken() else thing)


def _untitled(work: Work, noun: str) -> str:
    """Return a name for time that is only kept free, or spent away, or in a room."""
    if organisation := work.said.one("organisation"):
        return _clean(f"{noun or 'meeting'} with {organisation}")
    if noun:
        return _clean(noun)
    about = fold(work.said.rest + work.said.joined("flag"))
    if _ABSENT.search(about):
        return "Out of office"
    if "focus" in about:
        return "Focus time"
    if re.search(rf"\b(?:{BLOCKS})\b", about):
        return "Busy"
    return _clean(place_of(work))


def _clean(topic: str) -> str:
    plain = _ARTICLE.sub("", _LEADS_ON.sub("", topic.strip(' ,.;:!?"“”')))
    return (plain[:1].upper() + plain[1:])[:_MOST_CHARACTERS].strip()


def place_of(work: Work) -> str:
    """Return where it is; a place whose clocks a time is by is none ("9am Tokyo time")."""
    said = work.said
    zone = find_zone(said.text)
    begin, end = zone.span if zone else (0, 0)
    new = anew(work)  # all is said again: nothing comes over
    own = [one for one in kept(said, "place") if one in said.spans or not new]
    own = [one for one in own if not _in_name(said, one)]
    flag = next((one for one in kept(said, "flag") if ONLINE.search(fold(one.text))), None)
    if flag and not own:
        return flag.text[:1].upper() + flag.text[1:]
    own = [one for one in own if not _ASKED_WHERE.fullmatch(one.text)]
    told = [one.text for one in own if one in said.carried or not begin <= one.start < end]
    return ", ".join(one for one in told if not any(telling(one) < telling(more) for more in told))


def notes_of(work: Work, title: str) -> str:
    """Return what is noted: the words to those invited, and none of what it is called."""
    said = work.said
    body = said.one("body").strip(' "“”') if said.has("body") else ""
    own = [one.start for one in said.spans if one.kind == "body"]
    why = own and _BECAUSE.search(said.text, 0, own[0] + len("because"))
    if why or telling(body) <= telling(title):
        return ""
    if not body.startswith("to "):
        return body
    return worded("tell", body) if said.says(_TELLS) else ""  # else it is what the time is for
