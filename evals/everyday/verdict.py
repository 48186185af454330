"""Whether a conversation came to what was expected of it: pure, and in sentences."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from email.utils import parseaddr
from typing import Any, cast

from evals.datasets import BadData
from evals.everyday.cases import Case, Expected, Fields, Slots
from evals.everyday.changes import written
from evals.everyday.person import Answer
from evals.everyday.workspace import Seen
from shared.decisions.building.naming import slug
from shared.decisions.grounding import Ground
from shared.models.base import Json
from shared.workspace.calendar.port import FreeBusy
from shared.workspace.registry import TOOLS

_HAPPENED = "happened: "
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_TIME = re.compile(r"w(\d) ([a-z]{3})(?: (\d\d):(\d\d))?")
_QUOTED = re.compile(r">.*|On .+ wrote:")
_NAMED = re.compile(r"@(\d+)\.(\d+)")
_FREE = frozenset({"subject", "body", "title"})
"""Fields whose words are nobody's business unless expected."""
_FREE_OF_PAGES = frozenset({"in", "text"})
"""Besides, of a page: where a new one is, and what it says."""


@dataclass(frozen=True)
class Played:
    """A conversation that was had: the answer to each line, what it changed, and when it began."""

    case: Case
    answers: tuple[Answer, ...]
    changes: tuple[Fields, ...]
    before: Seen
    busy: FreeBusy | None
    began: datetime


def complaints(played: Played) -> list[str]:
    """Return what is not as expected, one sentence each; none is a success."""
    found = list(_about_changes(played))
    if len(played.answers) < len(played.case.say):
        line = played.case.say[len(played.answers)]
        found.append(f"{line} was to be pressed, and nothing was asked")
    for line, expected in played.case.answers.items():
        if line > len(played.answers):
            found.append(f"line {line} was not answered")
            continue
        said = _about_answer(expected, played.answers[line - 1], played)
        found += [f"line {line}: {what}" for what in said]
    for number, answer in enumerate(played.answers, 1):
        found += [f"line {number}: {what}" for what in _made_up(answer, played)]
    question = played.answers[-1].question if played.answers else None
    if played.case.asks and (question is None or question["kind"] == "approval"):
        found.append("no question is open" if question is None else "a card is open, no question")
    elif question and not (played.case.asks or _only_offers(question, played)):
        found.append("a question is left open")
    return found


def _made_up(answer: Answer, played: Played) -> Iterator[str]:
    """Yield what an answer says that no result, no contact and nothing the person said has.

    A tool's own words may count and measure what it found; a model's may not.
    """
    runs = [
        run
        for one in played.answers
        for run in (one.turn.get("agent_run"), *one.branches)
        if run is not None
    ]
    steps = [step for run in runs for step in run["steps"]]
    contacts = [one.model_dump(mode="json") for one in played.before.contacts.values()]
    ground = Ground(
        *(list(played.case.say), contacts, answer.turn["references"]),
        *([step["result"], step.get("text")] for step in steps if _reads(step["tool"])),
        *([run.get("earlier"), run.get("profile")] for run in runs),
    )
    for text in answer.said:
        made_up = ground.made_up(text)
        if answer.worded:
            made_up = (*made_up, *ground.uncounted(text))
        if made_up:
            yield f"says {', '.join(made_up)}, which nothing gave"


def _reads(tool: str) -> bool:
    """Whether a tool only finds: what a change was made of is no proof of itself."""
    return tool not in TOOLS or not TOOLS[tool].rules.changes


def _only_offers(question: Mapping[str, Any], played: Played) -> bool:
    """Whether nothing was to be done, and what is open but offers something: no harm is in that."""
    return (
        question.get("kind") != "approval"
        and not played.case.changes
        and bool(question.get("options"))
    )


def unwanted(found: Sequence[str]) -> bool:
    """Whether something happened that was not to, by what is complained about."""
    return any(one.startswith(_HAPPENED) for one in found)


def _about_changes(played: Played) -> Iterator[str]:
    left = list(played.changes)
    for expected in played.case.changes:
        match = next((fact for fact in left if _matches(expected, fact, played)), None)
        if match is None:
            yield f"did not happen: {expected}"
        else:
            left.remove(match)
    made = {slug(str(one["name"])) for one in played.case.changes if one.get("agent") == "new"}
    for fact in left:
        if fact.get("schedule") in made:  # the times of an agent are part of it
            continue
        yield f"{_HAPPENED}{fact}"


def _matches(expected: Fields, fact: Fields, played: Played) -> bool:
    """Whether a fact is the one expected; a snoozed mail has kept its labels."""
    if "until" in expected and expected.get("removed") == ["inbox"]:
        expected = {key: value for key, value in expected.items() if key != "removed"}
    free = _FREE | _FREE_OF_PAGES if "page" in fact else _FREE
    unforeseen = fact.keys() - expected.keys() - free
    return not unforeseen and all(
        _agrees(key, value, fact, played) for key, value in expected.items()
    )


def _unquoted(body: str) -> str:
    """Return what a mail says by itself, without the one it answers or passes on."""
    passed_on = body.partition("---------- Forwarded message")[0]
    return "\n".join(line for line in passed_on.splitlines() if not _QUOTED.fullmatch(line))


def _agrees(key: str, wanted: Json, fact: Fields, played: Played) -> bool:
    found = fact.get("body" if key == "without" else key)
    if isinstance(wanted, str) and (named := _NAMED.fullmatch(wanted)):
        wanted = _named(key, int(named[1]), int(named[2]), played)
    match key:
        case "without" | "subject" | "body" | "title" | "text":
            told = str(found or "") if key != "without" else _unquoted(str(found or ""))
            words = [str(word).casefold() in told.casefold() for word in _list(wanted)]
            return not any(words) if key == "without" else all(words)
        case "starts" | "ends" | "until" | "at":
            return _is_time(str(wanted), str(found), played.began)
        case "to" | "cc" | "bcc" | "attendees" | "added" | "removed":
            return _folded(wanted) == _folded(found)
        case "dm":
            return str(wanted).casefold() in {one.casefold() for one in parseaddr(str(found))}
        case "thread":  # a message is known in its channel by the last part of its id
            return str(wanted).rpartition("/")[2] == found
        case "page":
            return str(wanted).casefold() in {str(found).casefold(), _title(fact)}
        case "cells":  # an empty cell may be said as an empty text
            return _cells(wanted) == _cells(found)
        case "row" | "column" | "value" if "cell" in fact:
            return written(wanted).casefold() == str(found or "").casefold()
        case _:
            return _is_it(key, wanted, found, fact)


def _cells(row: Json) -> list[Json]:
    return [None if cell == "" else cell for cell in _list(row)]


def _is_it(key: str, wanted: Json, found: Json, fact: Fields) -> bool:
    """Whether a value is the one meant: an agent by its id, how often by the parts of the rule."""
    if key == "name" and "agent" in fact:  # "Invoice Clerk" is invoice-clerk
        return slug(str(wanted)) == slug(str(found))
    if key in {"repeats", "recurrence"}:  # the hour is told by its first time
        return _rule(wanted) <= _rule(found)
    return found == wanted


def _rule(repeats: Json) -> set[str]:
    """Return the parts of a rule: {"FREQ=WEEKLY", "BYDAY=FR"}."""
    return {*str(repeats or "").removeprefix("RRULE:").split(";")} - {""}


def _named(key: str, line: int, place: int, played: Played) -> Json:
    """Return what a field should be, from what the answer to a line listed at a place."""
    if line > len(played.answers) or place > len(played.answers[line - 1].listed):
        return None
    answer = played.answers[line - 1]
    listed = answer.listed[place - 1]
    match key:
        case "to":
            return played.before.mails[listed].sender.email if listed in played.before.mails else ""
        case "starts" | "ends":
            slots = _slots(answer)
            return slots[place - 1][f"{key}_at"] if place <= len(slots) else None
        case _:
            return listed


def _title(fact: Fields) -> str:
    """Return the title of a page that was there before."""
    return "" if fact["page"] == "new" else str(fact.get("title")).casefold()


def _folded(value: Json) -> list[str]:
    return sorted(str(one).casefold() for one in _list(value))


def _list(value: Json) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else [value] if value else []


def _is_time(wanted: str, found: str, began: datetime) -> bool:
    """Whether a time is the one meant, to the minute, or on the day where no more is said."""
    try:
        at = datetime.fromisoformat(found)
    except ValueError:
        return False
    if not (match := _TIME.fullmatch(wanted)):
        return at == datetime.fromisoformat(wanted)
    day = _day(wanted, began)
    if match[3] is None:
        return day <= at < day + timedelta(days=1)
    return at == day + timedelta(hours=int(match[3]), minutes=int(match[4]))


def _day(text: str, began: datetime) -> datetime:
    """Return the day that "w1 tue" is: Tuesday of the week after this one."""
    match = _TIME.fullmatch(text)
    if match is None:
        raise BadData(f"{text!r} is no day")
    monday = began.date() - timedelta(days=began.weekday())
    day = monday + timedelta(weeks=int(match[1]), days=_WEEKDAYS.index(match[2]))
    return datetime.combine(day, time(), began.tzinfo)


def _about_answer(expected: Expected, answer: Answer, played: Played) -> Iterator[str]:
    listed = set(answer.listed)
    if expected.exactly and listed != set(expected.exactly):
        yield f"lists {sorted(listed)}, not {sorted(expected.exactly)}"
    if missing := set(expected.has) - listed:
        yield f"does not list {sorted(missing)}"
    if wrong := set(expected.lacks) & listed:
        yield f"lists {sorted(wrong)}"
    if expected.senders:
        yield from _about_senders(expected.senders, listed, played)
    if expected.unread:
        yield from _about_unread(answer, played)
    if expected.slots:
        yield from _about_slots(expected.slots, answer, played)
    tools = [step["tool"] for step in answer.steps if step["status"] == "done"]
    if expected.used and expected.used not in tools:
        yield f"used {tools}, not {expected.used}"
    shown = set(_texts([(step["arguments"], step["result"]) for step in answer.steps]))
    asked = str(answer.question["question"]) if answer.question else ""
    said = "\n".join((*answer.said, asked))
    unseen = [one for one in expected.shows if one not in shown and not _says(said, one)]
    if unseen := [one for one in unseen if not any(one in text for text in answer.earlier)]:
        yield f"does not show {sorted(unseen)}"
    if expected.refused and not _was_refused(expected.refused, answer):
        yield f"did not refuse {expected.refused}"


def _says(said: str, words: str) -> bool:
    """Whether an answer has some words as they are written, and not within others."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", said) is not None


def _about_senders(domains: Sequence[str], listed: set[str], played: Played) -> Iterator[str]:
    senders = {
        one: played.before.mails[one].sender.email for one in listed & {*played.before.mails}
    }
    if not senders:
        yield "lists no mail"
    for mail, sender in senders.items():
        if sender not in domains and sender.partition("@")[2] not in domains:
            yield f"lists {mail} from {sender}"


def _about_unread(answer: Answer, played: Played) -> Iterator[str]:
    unread = {key for key, message in played.before.messages.items() if message.unread}
    if set(answer.listed) != unread:
        yield f"lists {sorted(answer.listed)}, not the unread {sorted(unread)}"


def _slots(answer: Answer) -> Sequence[Mapping[str, Any]]:
    found = [
        cast("Mapping[str, Any]", step["result"])
        for step in answer.steps
        if isinstance(step["result"], dict)
    ]
    return next((result["slots"] for result in found if "slots" in result), ())


def _about_slots(wanted: Slots, answer: Answer, played: Played) -> Iterator[str]:
    slots = _slots(answer)
    if not slots:
        yield "proposes no time"
    first, last = _day(wanted.first, played.began), _day(wanted.last, played.began)
    busy = played.busy.busy if played.busy else ()
    for slot in slots:
        start, end = (datetime.fromisoformat(slot[key]) for key in ("starts_at", "ends_at"))
        if end - start != timedelta(minutes=wanted.minutes):
            yield f"proposes {end - start}"
        if not first <= start < last + timedelta(days=1):
            yield f"proposes {start}"
        for one in busy:
            if one.starts_at < end and start < one.ends_at:
                yield f"proposes {start} when {one.person} is busy"
    asked = [step["arguments"].get("people", ()) for step in answer.steps]
    if not any(set(wanted.people) <= set(people) for people in asked):
        yield f"asks for {asked}, not {wanted.people}"


def _was_refused(tool: str, answer: Answer) -> bool:
    """Whether an agent took it on and was not given the tool."""
    run = answer.turn.get("agent_run")
    return bool(run) and tool not in run["tools"]


def _texts(value: Any) -> Iterator[str]:
    """Yield every text anywhere in a value, and every number as it is read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield written(value)
    elif isinstance(value, Mapping):
        for each in cast("Mapping[str, Any]", value).values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in cast("Sequence[Any]", value):
            yield from _texts(each)
