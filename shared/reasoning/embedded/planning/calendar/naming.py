"""What a new meeting is called, where it is, and what is noted: read from the command."""

import re
from dataclasses import dataclass

_QUOTED = re.compile(
    r"(?:\b(?:called|titled|named|entitled|title|with the title) )"
    r"?[\"“](?P<title>[^\"”]{1,200})[\"”]"
)
_CALLED = re.compile(
    r",? ?\b(?:and )?(?:called|titled|entitled|named|call it|title it|name it|with the title)[: ]+"
    r"(?P<title>[^,;?!]+?)(?=,| with | at | on | in | for |[;?!]|$)",
    re.IGNORECASE,
)
_PLACE = (
    re.compile(
        r",? ?\b(?:in|at) (?P<place>(?:the )?(?:(?:conference|meeting|board|big|small|large)"
        r" ?)?room"
        r" ?[\w.-]+|(?:the )?(?:boardroom|(?:\w+ )?(?:meeting|conference|board) room|office|canteen"
        r"|lobby|kitchen|auditorium|cafeteria|cafe|headquarters|hq)(?: in [A-Z]\w+)?)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r",? ?\b(?:on|via|over|using|by) (?P<place>(?:a )?(?:zoom|(?:ms |microsoft )?teams"
        r"|google meet"
        r"|meet|skype|webex|slack|facetime|video(?: call)?|(?:the )?phone)(?: call)?)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r",? ?\b(?:location|where|place|venue)[: ]+(?:is )?(?P<place>[^,;?!]+)", re.IGNORECASE
    ),
    re.compile(
        r"(?<!everyone)(?<!everybody)(?<!people)(?<!team)(?<!folks)(?<!guys)(?<! all)"
        r",? at (?P<place>(?:the )?[A-Z\u00c0-\u00de][\w'&.-]*(?: (?:[A-Z\u00c0-\u00de][\w'&.-"
        r"]*|of|de|la|the|\d+))*)"
    ),
)
_NOTES = re.compile(
    r",? ?\b(?:with (?:the |a )?)?(?:notes?|agenda|description)(?: saying| that says)?(?::| is) ?"
    r"(?P<notes>.+)$",
    re.IGNORECASE,
)
_TOPIC = re.compile(
    r",? ?\b(?:about|regarding|concerning|re:|re|on the (?:topic|subject) of|to (?:discuss"
    r"|talk about"
    r"|talk through|talk over|go over|go through|cover|speak about|chat about)|discussing|covering)"
    r" (?P<topic>[^;?!]+?)(?=[;?!]|$)",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r",? ?\b(?:for|to) (?:(?:a|an|the|some|my|our) )?(?P<topic>(?!me\b|us\b|it\b"
    r"|my (?:calendar|diary))"
    r"[^;?!]+?)(?=[;?!]|$)",
    re.IGNORECASE,
)
_DOES = re.compile(r"\bto (?P<topic>(?!me\b|us\b|my\b)[a-z][^;?!]+)$", re.IGNORECASE)
_VERB = re.compile(
    r"^(?:please |also |and |then )*(?:can (?:you|we) |could you |i (?:need|want"
    r"|would like) (?:you )?(?:to )?"
    r"|i'd like (?:you )?(?:to )?|i have |i've got |i(?:'m| am| will be|'ll be) "
    r"|there(?:'s| is) |let's |remind me (?:to |about |of )"
    r"|(?:schedule|reschedule|book|set(?: ?up)?|create|add|arrange|organi[sz]e|plan|put|make"
    r"|block(?: out| off)?"
    r"|reserve|mark|hold|pencil in|pencil|get|have|enter|fix|start|send (?:out )?(?:an? )"
    r"?(?:invite|invitation"
    r"|calendar invite)(?: for)?|invite|find|keep|save)(?: (?:me|us|in|down|out|off"
    r"|together))?\b ?)+",
    re.IGNORECASE,
)
_CALENDAR = re.compile(
    r",? ?\b(?:on|in|to|into|onto|from) (?:my|our|the) (?:\w+ )?(?:calendar|diary|schedule"
    r"|agenda)\b"
    r"|\b(?:my|the) (?:calendar|diary|schedule)\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:(?:a|an|the|some|my|our|new|quick|short|brief|regular|recurring|repeating"
    r"|repeated|weekly|daily"
    r"|monthly|biweekly|online|virtual|calendar|private|another|one|time|of|for|it|in|at"
    r"|on|as|by)\b ?)+",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"(?:meet|meetings?|events?|appointments?|slots?|times?|invites?|invitations?|entry|block"
    r"|hours?|session"
    r"|something|sometime|calendar|day|afternoon|morning|minutes?|that|this|them|it|one"
    r"|reminder|out|off)?",
    re.IGNORECASE,
)
_TALKS = re.compile(
    r"(?:video |phone |zoom |teams )?(?:call|chat|talk|catch-?up|sync|1:1|interview)", re.IGNORECASE
)
_MOST_CHARACTERS = 120
_DANGLING = re.compile(
    r"(?:^|\s)(?:with|at|on|in|for|to|and|from|by|about|of|the|a|an|up)\s*$", re.IGNORECASE
)


@dataclass(frozen=True)
class Naming:
    """A meeting's title as far as it is said, its place and notes, and the text without them."""

    title: str = ""
    place: str = ""
    notes: str = ""
    text: str = ""


def naming_in(text: str) -> Naming:
    """Take out a title said in so many words, the place, and notes."""
    title = place = notes = ""
    if found := _NOTES.search(text):
        notes, text = found["notes"].strip(' "'), text[: found.start()]
    if found := _QUOTED.search(text) or _CALLED.search(text):
        title, text = found["title"].strip(), _without(text, found)
    for pattern in _PLACE:
        if found := pattern.search(text):
            place, text = found["place"].strip(), _without(text, found)
            break
    return Naming(title, place, notes, text)


def title_of(text: str, whom: str) -> str:
    """Return what a meeting is called, from what is left of its command; `whom` it is with."""
    rest = _CALENDAR.sub(" ", text)
    rest = _VERB.sub("", " ".join(rest.split()))
    before, colon, after = rest.partition(":")
    if colon and after[:1].isspace() and _GENERIC.fullmatch(_thing(before)):
        return _capital(after.strip())[:_MOST_CHARACTERS]
    topic = ""
    if found := _TOPIC.search(rest):
        topic, rest = _clean(found["topic"]), _without(rest, found)
    thing = _thing(rest)
    if (
        not topic
        and (found := _DOES.search(rest))
        and _GENERIC.fullmatch(_thing(rest[: found.start()]))
    ):
        return _capital(_clean(found["topic"]))
    if not topic and _GENERIC.fullmatch(thing) and (found := _PURPOSE.search(f" {rest}")):
        topic, thing = _clean(found["topic"]), ""
    if _GENERIC.fullmatch(thing):
        if topic:
            return _capital(topic)
        return f"Meeting with {whom}" if whom else ""
    if topic:
        return _capital(f"{thing} about {topic}")
    return _capital(f"{thing} with {whom}" if whom and _meets(thing) else thing)


def _thing(rest: str) -> str:
    """Return the noun a command is about."""
    plain = rest.strip(" ,.;:!?")
    while (shorter := _DANGLING.sub("", _EMPTY.sub("", plain)).strip(" ,.;:!?")) != plain:
        plain = shorter
    return plain[:_MOST_CHARACTERS].strip()


def _meets(thing: str) -> bool:
    """Whether a thing's name wants to say with whom: a call or a lunch, unlike a review."""
    return (
        _TALKS.fullmatch(thing) is not None
        or re.fullmatch(
            r"(?:team |working )?(?:lunch|dinner|breakfast|coffee|drinks?|brunch|tea|walk)",
            thing,
            re.IGNORECASE,
        )
        is not None
    )


def _clean(topic: str) -> str:
    plain = re.sub(
        r"^(?:the|a|an|our|my|some) ", "", topic.strip(' ,.;:!?"“”'), flags=re.IGNORECASE
    )
    return _DANGLING.sub("", plain).strip(" ,")[:_MOST_CHARACTERS].strip()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _without(text: str, found: re.Match[str]) -> str:
    return " ".join(f"{text[: found.start()]} {text[found.end() :]}".split())
