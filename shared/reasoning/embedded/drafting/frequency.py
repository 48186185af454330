"""Where a text says when an agent is to run."""

import re
from typing import NamedTuple

from shared.decisions.building.timing import NEVER

_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?(?![a-z])"
_CLOCK = r"(?:noon|midnight|\d{1,2}(?:[:.]\d{2})?(?: ?(?:[ap]\.?m\b\.?|o'clock))?)"
_TOKEN = (
    rf"(?:{_WEEKDAY}|{_CLOCK}|(?:the )?\d{{1,2}}(?:st|nd|rd|th)|other|second|first|third|fourth|"
    rf"last|"
    r"days?|weeks?|months?|quarters?|years?|hours?|minutes?|mornings?|afternoons?|evenings?|"
    r"nights?|"
    r"weekdays?|work(?:ing)? ?days?|business days?|weekends?|half(?: past| an)?|two|three|four|six)"
)
_GLUE = r"(?:,? ?\b(?:and|at|on|in|of|the|from|between|to|until|each|every|an?)\b|,|-| )"
_CHAIN = rf"{_TOKEN}(?:(?:{_GLUE} ?)*{_TOKEN}\b)*"
_RULES = tuple(
    re.compile(rf"(?<![\w#-]){form}", re.IGNORECASE)
    for form in (
        rf"on the (?:first|last|\d{{1,2}}(?:st|nd|rd|th))\b(?:(?:{_GLUE} ?)*{_CHAIN})",
        rf"(?:on )?(?:every|each)(?: single)? {_CHAIN}",
        (
            rf"(?:on )?(?:(?:{_WEEKDAY[:-9]})s\b|weekdays\b|workdays\b|weekends\b)(?:(?:{_GLUE} "
            rf"?)*{_CHAIN})?"
        ),
        rf"(?:daily|weekly|monthly|hourly|twice a day)(?:(?:{_GLUE} ?)+{_CHAIN})",
        rf"once an? (?:day|week|month|hour)(?:(?:{_GLUE} ?)*{_CHAIN})?",
    )
)
_ONLY_TIMES = re.compile(
    rf"(?:on |at |every )?{_CHAIN}|(?:tomorrow|today|next \w+)\b.*", re.IGNORECASE
)
_HINT = re.compile(r"\b(?P<hint>daily|weekly|monthly|hourly)\b", re.IGNORECASE)
_NEVER = re.compile(
    r"\b(?:only )?(?:when(?:ever)? i (?:ask|say|want|tell|need)(?: (?:it|for it|you(?: to)?|so|"
    r"to))*|"
    r"on[- ]demand|manual(?:ly)?|by hand|no schedule|not? (?:automatic(?:ally)?|scheduled)|"
    r"(?:without|drop|remove|delete|no) (?:a |the )?schedul(?:e|ing)|just when asked|when asked|"
    r"never)\b",
    re.IGNORECASE,
)
_CRON = re.compile(r"(?<!\S)(?:[\d*/,-]+ ){2}[\d*/,L-]+ [\d*/,-]+ [\d*/,#L-]+(?!\S)")
_TIMELY = re.compile(
    r"\d|\b(?:every|each|daily|weekly|monthly|hourly|noon|midnight|morning|evening|weekdays?|"
    r"(?:mon|tues"
    r"|wednes|thurs|fri|satur|sun)days?|mon|tue|wed|thu|fri|tomorrow|month|week)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"[\s,;.]*\b(?:(?:and|but|please|then|also|run|runs|it|should|to|make|change|set|move|switch|"
    r"the|"
    r"schedule|scheduled|trigger|time|timing|frequency|instead|that|this|do|have|starting|"
    r"for)\b\s*)+$",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:(?:schedule|trigger|timing|frequency|run (?:it|this|that)|it runs?|to run)\b.*?"
    r"\b(?:to|on|at|for)"
    r"|(?:make|move|set|change|do|shift) (?:it|that|(?:the|its) time)(?: to| on| at| for)?) (?P<said>.+)",
    re.IGNORECASE,
)


class Timed(NamedTuple):
    """When a text says to run, and the text without that."""

    said: str
    rest: str


def schedule_in(text: str) -> Timed:
    """Return the rule a text names; "" when there is none."""
    if found := _CRON.search(text):
        return _without(text, found, found[0])
    for rule in _RULES:
        if found := rule.search(text):
            return _without(text, found, found[0])
    if found := _NEVER.search(text):
        return _without(text, found, NEVER)
    if (found := _CHANGED.search(text)) and _ONLY_TIMES.fullmatch(found["said"].strip(" .!")):
        return Timed(found["said"].strip(" .!"), "")
    return Timed("", text)


def hint_in(text: str) -> str:
    """Return a word such as "weekly" that a text uses, if it uses one."""
    found = _HINT.search(text)
    return found["hint"].casefold() if found else ""


def only_a_time(text: str) -> bool:
    """Whether a text says when, and nothing else: "8am", "at noon", "Fridays"."""
    return _ONLY_TIMES.fullmatch(text.strip(" .!?")) is not None


def timely(text: str) -> bool:
    """Whether a text says anything about when."""
    return _TIMELY.search(text) is not None or _NEVER.search(text) is not None


def _without(text: str, found: re.Match[str], said: str) -> Timed:
    before = _LEAD.sub(" ", text[: found.start()])
    return Timed(
        said.strip(" ,"), " ".join(f"{before} {text[found.end() :]}".split()).strip(" ,;.")
    )
