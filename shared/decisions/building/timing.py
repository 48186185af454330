"""When an agent is to run, out of what was said about it so far."""

import re
from zoneinfo import ZoneInfo

from shared.decisions import recurring
from shared.english import split_times
from shared.english.clocks import HALF_TOLD
from shared.english.spelled import CARDINALS
from shared.models.building import AgentDraft, Known
from shared.models.schedule import Recurrence

NEVER = "never"
MAX_SAID_CHARACTERS = 100

_HINT = re.compile(
    r"(?:every|each|once an?|once per) (?:day|week|month)|daily|weekly|monthly",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"(?:on )?(?=(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)(?!.*\b(?:this|next)\b)",
    re.IGNORECASE,
)
_DATE = re.compile(r"(?:on )?(?:the )?(?P<date>\d{1,2}(?:st|nd|rd|th))", re.IGNORECASE)
_MONDAYS = re.compile(r"(?:every|each) (\w+day)\b(?! (?:of|in)\b)", re.IGNORECASE)
_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE)
_SHORT = re.compile(r"\bev\.?(?= )", re.IGNORECASE)
_HOUR = re.compile(r"\bBYHOUR=(\d+)\b")
_EVERY = re.compile(r"\b(?:every|each)$", re.IGNORECASE)
_NOON, _EVENING, _EARLIEST = 12, 18, 7
_WORD = re.compile(r"[a-z]+|\d+")
_OPENING = re.compile(r"^(?:Every|Each|On|At|Daily|Weekly|Weekdays)\b")


def timed_by(draft: AgentDraft, said: str, known: Known, *, answering: bool) -> AgentDraft | None:
    """Return the draft with what was said about its schedule; None when that is no rule.

    A rule may leave out what was said before: a day keeps the time, a time the day. A bare "weekly"
    is an answer to the question, but otherwise only a hint that leads to it.
    """
    said = _SHORT.sub("every", " ".join(said.split()).strip(" .!?,"))[:MAX_SAID_CHARACTERS]
    if said.casefold() == NEVER:
        gone = {"recurrence": None, "recurrence_said": "", "scheduled": True}
        return draft.model_copy(update=gone)
    if _HINT.fullmatch(said) and not answering:
        if draft.recurrence is not None:
            return None
        return draft.model_copy(update={"recurrence_said": said, "scheduled": False})
    ways = _ways(draft.recurrence_said or known.running, said)
    if draft.recurrence is not None:
        ways = [*_of_the_same_half(draft.recurrence, draft.recurrence_said, said), *ways]
    for words in ways:
        if (rule := _read(words, known)) is not None:
            settled = {"recurrence": rule, "recurrence_said": words, "scheduled": True}
            return draft.model_copy(update=settled)
    return None


def _ways(before: str, said: str) -> list[str]:
    """Return what may be meant, the likeliest first."""
    day, date = _DAY.match(said), _DATE.fullmatch(said)
    whole = f"every {said[day.end() :]}" if day else said
    whole = f"on the {date['date']} of every month" if date else whole
    ways = [whole]
    days, earlier = split_times(before)
    days = _EVERY.sub(r"\g<0> day", days)
    _, clock = split_times(said)
    if earlier and not clock:
        ways.insert(0, f"{whole} {earlier}")
    elif clock and before:
        ways += [f"{days} {whole}", f"{days} at {whole}"]
    if clock and not HALF_TOLD.search(clock):
        ways += [f"{way} in the {half}" for way in ways for half in _usual_half(clock)]
    return [way[:MAX_SAID_CHARACTERS] for way in ways]


def _usual_half(clock: str) -> tuple[str, ...]:
    """Return the half of the day in which people work at an hour: "at four" is no hour of night."""
    said = [str(CARDINALS.get(word, word)) for word in _WORD.findall(clock.casefold())]
    hours = [int(one) for one in said if one.isdecimal()]
    return tuple("afternoon" if hour < _EARLIEST else "morning" for hour in hours[-1:])


def _of_the_same_half(rule: Recurrence, before: str, said: str) -> list[str]:
    """Return an hour that leaves the half of the day open as one of the half it ran in so far.

    After "every evening at six", "at seven" is in the evening.
    """
    days, clock = split_times(said)
    hour = _HOUR.search(rule.rrule)
    if days or not clock or hour is None or HALF_TOLD.search(clock):
        return []
    at = int(hour[1])
    half = "morning" if at < _NOON else "afternoon" if at < _EVENING else "evening"
    which = _EVERY.sub(r"\g<0> day", split_times(before)[0])
    return [f"{which} {clock} in the {half}"[:MAX_SAID_CHARACTERS]]


def _read(words: str, known: Known) -> Recurrence | None:
    if known.now is None:
        return None
    return recurring.read(words, known.now.astimezone(ZoneInfo(known.zone)))


def told(draft: AgentDraft) -> str:
    """Return when it runs: "Scheduled (Mondays at 9am)", in the words it was said in if they do."""
    if draft.recurrence is None:
        return "When you ask for it"
    said = draft.recurrence_said
    if not split_times(said)[1] or not _plain(draft.recurrence):
        return f"Scheduled ({recurring.told(draft.recurrence)})"
    plural = _MONDAYS.sub(r"\1s", said)
    named = _WEEKDAY.sub(lambda found: found[0].capitalize(), plural)
    return f"Scheduled ({_OPENING.sub(lambda found: found[0].lower(), named)})"


def _plain(rule: Recurrence) -> bool:
    """Tell whether all there is to a rule are its days and times."""
    return rule.start is None and "SETPOS" not in rule.rrule and "MONTH" not in rule.rrule
