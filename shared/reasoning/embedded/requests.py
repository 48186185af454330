"""What a message asks of the product's own agents, as orders with what they name."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from shared.decisions.questioning import asks
from shared.english import asked_at, find_rule, read_when
from shared.english.away import by_date
from shared.models.intent import Command, Entities, Risk
from shared.models.reasoning import IntentRequest
from shared.models.world import ThingKind
from shared.reasoning.embedded.planning.command import AGENT_OF, command_for, planned
from shared.reasoning.embedded.reminders import reminder_in
from shared.understanding.clauses import commands_in, with_them
from shared.understanding.drafts import about_draft
from shared.understanding.followed import goes_on_likely
from shared.understanding.marking import TIMES
from shared.understanding.reader import Reader
from shared.understanding.said import Said, pronoun, said_in
from shared.understanding.stating import follow_clause
from shared.understanding.tasks import CHANGING, service_of
from shared.workspace.across.frames.theirs import (
    TOLD,
    asked_anywhere,
    asked_of_theirs,
    doubted,
    goes_on,
    in_table_shown,
    of_the_world,
)
from shared.workspace.sheets.asking.onward import of_tables

_REMIND = "remind"
_GOES_ON = re.compile(
    r"\b(?:it|its|them|they|their|that|this|those|these|then|there|ones?|same|he|him|his|she|hers?)\b",
    re.IGNORECASE,
)
"""What a command says that goes on from one before it."""
_LOOKS = frozenset(
    {"page_read", "page_find", "sheet_read", "sheet_find", "slack_read", "slack_unread"}
    | {"slack_summary"}
)
"""Tasks that are done much alike: which of a service's it is matters less than that it is one."""
_OF: Mapping[ThingKind, str] = {
    "channel": "slack",
    "event": "cal",
    "file": "sheet",
    "page": "page",
}
"""The service of a kind of thing: a message that names one is hardly about anything else."""
_REMINDS = re.compile(
    r"\b(?:remind(?:er|ed)?|nudge|ping|poke|prod|buzz|remember me|note to (?:self|myself))\b",
    re.IGNORECASE,
)
_OF_PEOPLE = frozenset({"contact_update"})
_KEEPS = _OF_PEOPLE | {"contact_add"}
_SENTENCE = re.compile(r"(?<=[.;!?])\s+")
_AND = re.compile(r"(?:and|also|then|plus)\b[, ]*", re.IGNORECASE)
_LIKELY, _EVEN, _NAMED = 0.4, 0.6, 0.95
SURE = 0.78
"""A task this likely is taken on, whatever else a message may look like."""


@dataclass(frozen=True)
class Understood:
    """One order to one of the product's agents; how sure that is, and what it names."""

    command: Command
    said: Said
    confidence: float
    entities: Entities = field(default_factory=Entities)

    @property
    def intent(self) -> str:
        """The order in short."""
        return self.said.text[:1].upper() + self.said.text[1:]

    @property
    def skill(self) -> str:
        """What the agent has to be able to do."""
        return self.said.task


class Requests(NamedTuple):
    """Orders to the product's agents, and the wish to be reminded that was said with them.

    A reminder is for none of the agents: it has to be asked for by itself.
    """

    orders: tuple[Understood, ...] = ()
    later: str = ""


def requests_in(text: str, request: IntentRequest, reader: Reader) -> Requests:
    """Return what is asked of the product's agents, in order; nothing if a part is not for them."""
    alone = follow_clause(text, request.context, reader)
    if (tabled := of_tables(alone, request, reader.revisions, request.text)) is not None:
        named = frozenset[ThingKind]()
        return Requests((_understood(tabled, 1, named, request),))
    cut = commands_in(text, request.context, reader, (*AGENT_OF, _REMIND))
    read = _going_on(_completed(cut, text, request, reader), request, reader)
    orders = (one for one in read if one.task in CHANGING and not asks(one.text))
    one_question = not any(orders) and reader.told(text, doubted(alone)) >= TOLD
    if one_question:  # with what leads to it
        read = (follow_clause(text, request.context, reader),)
    told = {one.text: _told(one, read, reader) for one in read}
    every = [
        one if about_draft(one) else _asked_for(one, request, told[one.text], reader)
        for one in read
    ]
    found = [one for one in every if one.task != _REMIND]
    if not found or any(one.task not in AGENT_OF for one in found):
        return Requests()
    wish = next((one.text.strip(" .!") for one in every if one.task == _REMIND), "")
    later = reminder_in(wish, request, reader) or wish
    found = [one for at, one in enumerate(found) if not (at and _asks_more(one, found[at - 1]))]
    found = _looks_first(found)
    named: frozenset[ThingKind] = frozenset(link.kind for link in request.links)
    orders = (_understood(one, order, named, request) for order, one in enumerate(found, 1))
    return Requests(tuple(orders), later)


def _asks_more(said: Said, last: Said) -> bool:
    """Whether a part only asks more of what the one before it shows: "from when to when?"."""
    same = said.task == last.task and said.task not in CHANGING and bool(last.spans)
    return same and not said.spans and not said.carried and asks(said.text)


def _going_on(read: Sequence[Said], request: IntentRequest, reader: Reader) -> list[Said]:
    """Return commands with what those before tell in place of what only points at it.

    That is the day of "the same day", and the two of "with both".
    """
    found, now, day = list[Said](), asked_at(request), None
    for one in read:
        said, text = one, one.text
        for span in reversed(said.spans):
            dated = by_date(span.text, day) if day and span.kind in TIMES else span.text
            if dated != span.text:
                text = f"{text[: span.start]}{dated}{text[span.end :]}"
        if found and all(pronoun(span) for span in said.spans if span.kind == "person"):
            people = dict.fromkeys(found[-1].all("person"))
            text = with_them(text, [*people]) if len(people) > 1 else text
        if text != said.text:
            reading = replace(reader.read_as(said.task, text), tasks=((said.task, said.sure),))
            said = replace(said_in(reading), near=said.near)
        told = [read_when(" ".join(said.all(kind)), now) for kind in ("newtime", "time")]
        day = next((when.first for when in told if when.day_named and when.one_day), day)
        found.append(said)
    return found


def _asked_for(said: Said, request: IntentRequest, told: float, reader: Reader) -> Said:
    """Return a command that asks for what is theirs, wherever that may be, as such."""
    onward = goes_on_likely(said.text, request.context, reader)
    of_shown = onward >= _LIKELY or goes_on(said, request.context)
    if not of_shown and of_the_world(said, request.links, request.familiar):
        return said
    theirs = asked_of_theirs(said, request.links, request.context, told=told, onward=onward)
    found = theirs or asked_anywhere(said, request.familiar, told=told) or said
    return in_table_shown(found, request.links, request.context)


def _told(said: Said, read: Sequence[Said], reader: Reader) -> float:
    """Return how likely a command wants something told; what only names a thing leads to others."""
    return reader.told(said.text, doubted(said)) if len(read) == 1 or asks(said.text) else 0.0


def _completed(
    read: Sequence[Said], text: str, request: IntentRequest, reader: Reader
) -> Sequence[Said]:
    """Return commands in which one that lacks something has the part behind it that tells it.

    "Ann's number has changed. The new one is 0117 496 0188." is one change of a contact.
    """
    found: list[Said] = []
    for said in read:
        last = found[-1] if found else None
        whole = _as_one(last, said, text, reader) if last else None
        joins = last and whole and (_lacks(last, request) or _tells_more(last, said, whole))
        if whole and joins and not _lacks(whole, request):
            found[-1] = whole
        elif not (last and _orders_it(said, last) and _lacks(said, request)):
            found.append(said)
    return found


def _tells_more(last: Said, said: Said, whole: Said) -> bool:
    """Whether a part tells more of whom the one before it is about: as one they name nobody else.

    "Put him in my contacts, company Acme; position, Buyer."
    """
    begins = len(whole.text) - len(said.text)
    behind = {one.kind for one in whole.spans if one.start >= begins}
    return {last.task, said.task} <= _KEEPS and "value" in behind and "person" not in behind


def _orders_it(said: Said, last: Said) -> bool:
    """Whether a part only orders what the one before it says: "Ann leads it now. Change her title".

    It names nobody else, and no value of its own.
    """
    alone = said.task in _OF_PEOPLE and all(
        one.kind == "field" or pronoun(one) for one in said.spans
    )
    return alone and said.task == last.task and last.has("value")


def _lacks(said: Said, request: IntentRequest) -> bool:
    """Whether a command by itself cannot be planned."""
    return said.task in AGENT_OF and bool(planned(said, command_for(said, request)).cannot)


def _as_one(last: Said, said: Said, text: str, reader: Reader) -> Said | None:
    """Return two parts of a message as one command of the first one's task, if they may be one."""
    goes_on = service_of(last.task) == service_of(said.task)
    start = text.find(last.text)
    end = text.find(said.text, start + len(last.text)) + len(said.text)
    if not goes_on or start < 0 or end < start + len(last.text) + len(said.text):
        return None
    reading = reader.read_as(last.task, text[start:end])
    return replace(said_in(replace(reading, tasks=((last.task, last.sure),))), near=last.near)


def orders_beside_reminder(text: str, request: IntentRequest, reader: Reader) -> bool:
    """Whether sentences of their own order something besides a reminder that is asked for.

    Within its sentence, what comes after is most likely what to be reminded of.
    """
    if _REMINDS.search(text) is None or len(sentences := _SENTENCE.split(text)) == 1:
        return False
    found = requests_in(text, request, reader)
    begins = tuple(_AND.sub("", one).rstrip(" .;!?") for one in sentences)
    often = find_rule(text, asked_at(request))
    when = often.said if often else ""  # "The first time should be next week"
    orders = (one for one in found.orders if max(one.confidence, one.said.near) >= _EVEN)
    clear = (one.said.text for one in orders)
    own = [one for one in clear if one.strip(" .!") not in when]
    return bool(found.later and own) and all(one.startswith(begins) for one in own)


def _looks_first(found: Sequence[Said]) -> list[Said]:
    """Return commands with those before the others that only look, and go on from none of them.

    What is asked for need not wait for a card to be agreed to; within a service, order may matter.
    """
    changing = [one for one in found if one.task in CHANGING]
    changed = {AGENT_OF[one.task] for one in changing}
    first = [
        one
        for one in found
        if one not in changing
        and AGENT_OF[one.task] not in {*changed, "action"}
        and _GOES_ON.search(one.text) is None
    ]
    return [*first, *(one for one in found if one not in first)]


def _understood(
    said: Said, order: int, named: frozenset[ThingKind], request: IntentRequest
) -> Understood:
    risk: Risk = "medium" if said.task in CHANGING else "low"
    command = Command(agent=AGENT_OF[said.task], command=said.text, order=order, risk=risk)
    sure = said.near if said.task in _LOOKS else said.sure
    if sure >= _LIKELY and any(_OF.get(kind) == service_of(said.task) for kind in named):
        sure = max(sure, SURE if said.sure < _EVEN else _NAMED)
    return Understood(command, said, sure, _entities(said, request))


def _timeframe(said: Said, request: IntentRequest) -> str:
    """Return the time that is talked about: of "and at three?", with the day it goes on from."""
    told, carried = said.one("time"), [one.text for one in said.carried if one.kind == "time"]
    if not (said.has("time") and carried):
        return told
    now = asked_at(request)
    day = read_when(" ".join(carried), now).first
    return told if read_when(told, now).day_named or day is None else f"{day} {told}"


def _entities(said: Said, request: IntentRequest) -> Entities:
    return Entities(
        topic=said.one("topic") or None,
        timeframe=_timeframe(said, request) or None,
        people=said.all("person"),
        target=said.one("channel") or said.one("file") or None,
    )
