"""Where a text says when an agent is to run."""

import re
from datetime import UTC, datetime
from typing import NamedTuple

from shared.decisions.building.timing import NEVER
from shared.english import find_rule, find_timing, split_times
from shared.english.clocks import IN_FIGURES
from shared.english.spelled import CARDINALS, figures

_HINT = re.compile(r"\b(?P<hint>daily|weekly|monthly|hourly)\b", re.IGNORECASE)
_NO_TIME = (
    r"(?:without|drop|remove|delete|not on|no(?: need (?:for|of))?)"
    r"(?: (?:an?|the|any|fixed|set|particular|special))*"
    r" (?:schedul(?:e|ing)|time ?table|tim(?:e|es|er|ing)|clock|hours?|days?|alarm)\b"
)
_RUN = r"(?:start|run|call|push|trigger|launch|press|fire|kick|set)"
_I_RUN = (
    r"(?:(?:which|that|and) )?i(?:['\u2019]ll| will| shall|['\u2019]d| would)?(?: just| rather)?"
    rf" {_RUN}(?: (?:it|for it|on it|them))?(?: off| up| going)?"
)
_ASKED = (
    rf"(?:ask|say|want|need|tell|like|feel like|wish|please|do(?=,)|{_RUN}(?= (?:it|for|on)\b))"
)
_EVENT = r"(?:get|got|receive|have|had|am|was|see|miss|hear|find|write|send|meet|read)"
_NEVER = re.compile(
    rf"\b(?:(?:(?:it|which|that) (?:has|needs) |with )?{_NO_TIME}(?:,? (?:(?:and|or"
    rf"|nor) )?{_NO_TIME})*(?: on it| for it)?|{_I_RUN} (?:myself|by hand|on my own)"
    rf"|(?:{_I_RUN} )?(?:only |just )?(?:w?h?en(?:ever)?|if|whom) i (?:can )?{_ASKED}"
    r"(?: (?:for it|on it|upon it|it|you(?: to)?|so|to))*"
    rf"|(?:only|just)(?: \w+)? w?h?en(?:ever)? i (?!{_EVENT}\b)\w+(?: (?:(?:for|on|upon|at) )?it)?"
    r"(?=[,.;:!?]|$| (?:and|or|then|no|not|so|it)\b)|(?:only )?on[- ](?:demand|request)"
    r"|manual(?:ly)?|by hand|(?:not?|nothing) (?:automatic(?:ally)?|scheduled)|(?:just "
    r"|only )?when asked|(?:it|shall|should|must) never|never(?=\W*$| (?:\w+ )?(?:run|by it)))",
    re.IGNORECASE,
)
_CRON = re.compile(r"(?<!\S)(?:[\d*/,-]+ ){2}[\d*/,L-]+ [\d*/,-]+ [\d*/,#L-]+(?!\S)")
_PART = re.compile(r"\bin the (?:morning|afternoon|evening)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?;]\s+")
_LEAD = re.compile(
    r"(?:(?<![\s,;.])[\s,;.]+)?\b(?:(?:and|but|please|then|also|run|runs|it|should|to|make|change"
    r"|set|move|switch|the|schedule|scheduled|trigger|time|timing|frequency|instead|that|this|do"
    r"|have|starting|for)\b\s*){1,12}$",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:(?:schedule|trigger|timing|frequency|run (?:it|this|that)|it runs?|to run)\b.*?\b(?:to"
    r"|on|at|for)|(?:make|move|set|change|do|shift) (?:it|that|(?:the|its) time)(?: to| on| at"
    r"| for)?) (?P<said>.+)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r",\s+")
_CLAUSES = re.compile(r"[,;!?]\s+|\.\s+|(?<!\s)\s+(?=not\b|instead of\b|rather than\b)")
_NOT = re.compile(r"\b(?:not|instead of|rather than|no longer)\W*$", re.IGNORECASE)
_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?)"
)
_DAY = re.compile(rf"\b(?P<day>{_WEEKDAY}s?)\b(?!['\u2019]s)", re.IGNORECASE)
_EXACT = re.compile(r"\d|noon|midday|\bat\b|past|half|quarter", re.IGNORECASE)
_TAKEN = re.compile(
    r",? (?:is (?!(?:much |far |a )?(?:better|best|good|fine|ok|right|more|preferable))"
    r"|i['\u2019]?m|i am|i have|nobody|no one|everybody|we |they |he |she |there |it['\u2019]?s )",
    re.IGNORECASE,
)
"""What goes on about a day that is no day to run on: "Friday is opening night"."""
_FEW = 9
"""Words of a clause that says hardly more than when."""
_DAY_AND_HOUR = re.compile(
    rf"\b(?:on )?(?P<days>{_WEEKDAY}(?:(?:,| and| &) {_WEEKDAY})*),? (?:at "
    rf"|@ ?)?(?P<clock>{IN_FIGURES}|\d{{1,2}}|noon|midday)(?![\w%])",
    re.IGNORECASE,
)
"""A day of the week with an hour: the agent runs then each week."""
_BESIDE = re.compile(
    r"(?:(?<![\s,])[\s,]+)?\b(?:departure|trigger|schedule|when|runs?|starts?|of an"
    r"|first thing)\b:?\s*$",
    re.IGNORECASE,
)
"""What only leads to a time, or says again that it is early."""
_ANY_DAY = datetime(2001, 1, 1, tzinfo=UTC)
"""Which words say when does not depend on the day."""


class Timed(NamedTuple):
    """When a text says to run, and the text without that."""

    said: str
    rest: str


def schedule_in(text: str) -> Timed:
    """Return the rule a text names; "" when there is none."""
    if found := _CRON.search(text):
        return _without(text, found.span(), found[0])
    if found := find_rule(text, _ANY_DAY):
        return _without(text, found.span, found.said)
    if found := _DAY_AND_HOUR.search(text):
        return _without(text, found.span(), f"every {found['days']} at {found['clock']}")
    if found := _NEVER.search(text):
        timed = _without(text, found.span(), NEVER)
        return Timed(
            NEVER, schedule_in(timed.rest).rest if _NEVER.search(timed.rest) else timed.rest
        )
    if found := _CHANGED.search(text):
        said = found["said"].strip(" .!")
        said = f"at {said}" if said.isdecimal() or said.casefold() in CARDINALS else said
        timed = find_timing(said, _ANY_DAY, once=True)
        if timed and timed.span == (0, len(said)):
            return Timed(said, "")
    return Timed("", text)


def last_schedule_in(text: str) -> Timed:
    """Return the rule that the last of several sentences names: "Fridays are full. Thursdays".

    A day and an hour, or an hour alone, may be all it says: "better at quarter to seven".
    """
    *before, last = [one for one in _SENTENCE.split(text) if one.strip()] or [""]
    ways = [schedule_in(text), _hour_in(last), *(_hour_in(one) for one in reversed(before))]
    ways = [schedule_in(last), _hour_in(last), *ways] if before else ways
    return next((timed for timed in ways if timed.said), Timed("", text))


def _hour_in(sentence: str) -> Timed:
    """Return the hour, and the day if any, that the beginning of a sentence hardly goes beyond."""
    clause = figures(_ASIDE.split(sentence)[0]).text
    found = find_timing(clause, _ANY_DAY, once=True)
    if found is None or len(clause.split()) > _FEW or not split_times(found.said)[1]:
        return Timed("", "")
    return _without(clause, found.span, found.said)


def hour_in(text: str, before: str) -> str:
    """Return another hour of the part of the day that was said before: "make it five"."""
    found, part = _CHANGED.search(text), _PART.search(before)
    said = found["said"].strip(" .!").casefold() if found else ""
    if part is None or not (said in CARDINALS or said.isdecimal()):
        return ""
    return f"at {CARDINALS.get(said, said)} {part[0]}"


def day_in(text: str) -> str:
    """Return the one day of the week that a text says first and does not rule out; "" for none.

    "Tuesday would be better, on Monday nobody buys", "I want it on Thursday, Friday is full".
    """
    for clause in _CLAUSES.split(text):
        for found in _DAY.finditer(clause):
            before, behind = clause[: found.start()], clause[found.end() :]
            if _NOT.search(before) or _TAKEN.match(behind):
                continue
            clock = clock_in(text)
            at = clock if _EXACT.search(clock) else ""
            return " ".join(f"every {found['day'].removesuffix('s')} {at}".split())
    return ""


def speaks_of_time(text: str) -> bool:
    """Whether a text names a day of the week or a time of day."""
    return bool(_DAY.search(text) or split_times(text)[1])


def clock_in(text: str) -> str:
    """Return the one hour that a text says first and does not rule out; "" for none."""
    for clause in _CLAUSES.split(text):
        if (said := split_times(clause)[1]) and not _NOT.search(clause[: clause.find(said)]):
            return said
    return ""


def hint_in(text: str) -> str:
    """Return a word such as "weekly" that a text uses, if it uses one."""
    found = _HINT.search(text)
    return found["hint"].casefold() if found else ""


def only_a_time(text: str) -> bool:
    """Whether a text says when, and nothing else: "8am", "at noon", "Fridays"."""
    said = text.strip(" .!?")
    found = find_rule(said, _ANY_DAY) or find_timing(said, _ANY_DAY, once=True)
    return found is not None and found.span == (0, len(said))


def timely(text: str) -> bool:
    """Whether a text says anything about when."""
    return (
        find_timing(text, _ANY_DAY, once=True) is not None
        or find_rule(text, _ANY_DAY) is not None
        or _HINT.search(text) is not None
        or _NEVER.search(text) is not None
    )


def _without(text: str, span: tuple[int, int], said: str) -> Timed:
    before = _BESIDE.sub("", _LEAD.sub(" ", text[: span[0]]))
    left = f"{before} {text[span[1] :]}"
    left = re.sub(
        r"\s*,(?:\s*,)+|(?<=\w)\s+,(?= (?:in|at|on|from|through|into|over)\b)", "", left
    )  # "looks, each morning, at the mail"
    return Timed(said.strip(" ,"), " ".join(left.split()).strip(" ,;."))
