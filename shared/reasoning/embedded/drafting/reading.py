"""One message to the agent builder, read in the light of what it asked."""

import re
from collections.abc import Collection, Sequence

from shared.decisions.agreement import plainly_agrees
from shared.decisions.building.asking import (
    CONFIRM,
    DELIVER,
    HERE,
    PURPOSE,
    SCHEDULE,
    question_of,
)
from shared.decisions.building.extract import ALL_ROWS
from shared.models.building import (
    AgentDraft,
    BuildSession,
    DraftReading,
    DraftRequest,
    Part,
)
from shared.reasoning.embedded.drafting.contrasts import contrasts_in
from shared.reasoning.embedded.drafting.frequency import (
    clock_in,
    day_in,
    hint_in,
    hour_in,
    last_schedule_in,
    only_a_time,
    schedule_in,
    timely,
)
from shared.reasoning.embedded.drafting.mentions import (
    CUE,
    Mention,
    has_cue,
    masked,
    masked_channels,
    mentions_in,
)
from shared.reasoning.embedded.drafting.naming import name_in
from shared.reasoning.embedded.drafting.slots import (
    QUOTED,
    copied_in,
    data_in,
    only_channel,
    recipient_in,
    sheet_in,
    slots_in,
)
from shared.reasoning.embedded.drafting.wishes import wish_in
from shared.reasoning.embedded.replying.places import ordinal_number
from shared.understanding.folding import fold, tidy
from shared.understanding.linked import AGENTS

MAX_CHARACTERS = 2000
SURE, UNSURE = 1.0, 0.2

_NUMBER = re.compile(
    r"(?:option |number |no\. ?|the )?(?P<n>[1-9])(?:[.)]|st|nd|rd|th)?(?: one| option)?"
)
_MORE = re.compile(
    r"\b(?:also|too|as well|another|additional(?:ly)?|more|second|add|plus|besides|both)\b",
    re.IGNORECASE,
)
_OF_IT = re.compile(
    r"\b(?:also|cc|too|as well|instead|add|change|update|edit|rename|call(?: it|ed)|make it|let it|"
    r"have it|it (?:should|shall|must|can)|should (?:it|also)|(?:the|this|my|that) (?:new )?agent|"
    r"remove|drop|without|don't|do not|stop|no more|schedule|every|daily|weekly|monthly|"
    r"another|different|wrong|skill|step|trigger|filter|columns?)\b",
    re.IGNORECASE,
)
"""Words that speak of the agent that was made, rather than of something else to be done."""
_REMOVE = re.compile(
    r"\b(?:remove|drop|delete|leave out|take out|take away|get rid of|without|no more"
    r"|don't (?:want|need|use|post|send|read|add)|do not (?:post|send|read)|stop (?:posting"
    r"|sending|reading)|no(?= (?:slack|e-?mail|notion|sheet|calendar|filter)))\b(?P<what>[^,.;]*)",
    re.IGNORECASE,
)
_FILTER = re.compile(r"\b(?:filter(?:ing|s)?|conditions?|where|columns?)\b", re.IGNORECASE)
_HERE = re.compile(
    r"\b(?:here|in (?:the|this|our) (?:chat|conversation|thread)|just show|show (?:it|me)|"
    r"nowhere)\b",
    re.IGNORECASE,
)
_TO_ME = re.compile(
    r"\b(?:tells?|gives?|shows?|lets?|reads?|lists?|writes?|informs?|whispers?|reports?|says?)"
    r" (?:it |them |that )?(?:to )?me\b|\b(?:it|them|up|out) for me\b",
    re.IGNORECASE,
)
"""Who is told something has it in the conversation; nothing is to be sent anywhere."""
_LEAD = re.compile(
    r"^(?:(?:it's|it is|that's|that is|its name is|the name is|called|named|titled|use|take|try|no"
    r"|yes|ok|sorry|i meant?|please|well|just|the (?:google )?sheet(?: is)?"
    r"|the spreadsheet(?: is)?|our|should be|it should (?:be|say))\b[,:]?\s+)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s,;]*\b(?:and|then|to|post it|post|send it|it|run it|run|in|on|please|instead"
    r"|anyways?)\b)+[\s,.]*$|\s+(?:google )?(?:sheet|spreadsheet)$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(rf"[,;.]\s+(?:and |then )*|\s+(?:and|then) (?:then )?(?={CUE})", re.IGNORECASE)
_FREE = frozenset({"data", "query", "period", "when", "to", "person"})
_WORDING = frozenset({"text", "row", "title", "change"})
_SHEET_READ = ("sheets", "read")
_LONGEST_NAME = 10
_MAKING = "New agent"


def read_draft(request: DraftRequest) -> DraftReading:
    """Return what a message says about the agent, or about the conversation."""
    if (plain := read_plainly(request)) is not None:
        return plain
    session = request.session
    text = tidy(request.text[:MAX_CHARACTERS])
    text = _chosen(text, session.offered) or text
    if session.state in {"test", "done"} and not _of_it(text, session):
        return DraftReading(confidence=SURE)  # it is made; this is about something else
    question = question_of(session.draft, session.asking)
    if question is not None and question.slot.name in _WORDING:
        return DraftReading(slots=((session.asking, _unquoted(_LEAD.sub("", text))),))
    named = name_in(text, request.known, of_agent=question is not None)
    running = session.draft.recurrence is not None
    first = session.asking == PURPOSE and not running
    timed = (schedule_in if first else last_schedule_in)(named.rest)
    hour = "" if timed.said else hour_in(named.rest, session.draft.recurrence_said)
    hour = hour or (day_in(named.rest) if running and not timed.said else "")
    hour = hour or (clock_in(named.rest) if running and not timed.said else "")
    aside = session.asking != PURPOSE and bool(named.name or hour)
    beside = aside and not has_cue(named.rest)  # it answers nothing else
    found = DraftReading() if beside else _changes(timed.rest, session)
    turned = _turned_time(named.rest) if running else ""
    schedule = turned or timed.said or hour or _schedule(named.rest, session, found)
    if schedule and _only_told(found, text, session):
        found = found.model_copy(update={"slots": (*found.slots, (DELIVER, HERE))})
    given = bool(found.parts or found.slots or found.dropped)
    return found.model_copy(
        update={
            "name": named.name,
            "schedule": schedule,
            "confidence": SURE if given or schedule or named.name else UNSURE,
        }
    )


def _turned_time(text: str) -> str:
    """Return the time that is said to be right in the place of another one."""
    new = (contrast.new for contrast in contrasts_in(text) if timely(contrast.old))
    return next((one for one in new if only_a_time(one) or clock_in(one)), "")


def _only_told(found: DraftReading, text: str, session: BuildSession) -> bool:
    """Whether an agent is to look for something at set times, and no place is told for it.

    Its card says that the person is shown it, and is agreed to.
    """
    looks = any(part.verb == "read" for part in found.parts)
    new = session.asking == PURPOSE and not session.draft.parts and AGENTS.search(text)
    told = any(key == DELIVER for key, _ in found.slots)
    return bool(looks and new) and not told and not _writes(found.parts)


def _of_it(text: str, session: BuildSession) -> bool:
    """Whether something is said of the agent that was made; a name in it says nothing."""
    values = (value for part in session.draft.parts for _, value in part.slots)
    return only_a_time(text) or _OF_IT.search(masked(text, values)) is not None


def read_plainly(request: DraftRequest) -> DraftReading | None:
    """Return what a message says that needs no interpretation: a listed answer, a plain wish."""
    session, text = request.session, tidy(request.text[:MAX_CHARACTERS])
    chosen = _chosen(text, session.offered)
    if chosen and question_of(session.draft, session.asking) is not None:
        return DraftReading(slots=((session.asking, chosen),))
    agrees = session.asking == CONFIRM and plainly_agrees(text, _MAKING)
    wish = "yes" if agrees else wish_in(chosen or text)
    return DraftReading(wish=wish) if wish else None


def _chosen(text: str, offered: Sequence[str]) -> str:
    """Return the listed answer that a number, a place or its own words choose."""
    said = fold(text).strip(" .!")
    same = next((each for each in offered if fold(each) == said), "")
    found = _NUMBER.fullmatch(said)
    words = said.removeprefix("the ").removesuffix(" one").removesuffix(" option")
    place = int(found["n"]) if found else ordinal_number(words) or 0
    return same or (offered[place - 1] if 1 <= place <= len(offered) else "")


def _changes(text: str, session: BuildSession) -> DraftReading:
    draft, asking = session.draft, session.asking
    if asking == DELIVER and _HERE.search(text):
        return DraftReading(slots=((DELIVER, HERE),))
    dropped, cleared, text = _removed(text, draft)
    parts, slots = _told(text, session)
    given = {key for key, _ in (*cleared, *slots)}
    if question_of(draft, asking) is not None and asking not in given and not dropped:
        slots = (*slots, *_answer(text, session))
    if asking == PURPOSE and _TO_ME.search(text) and not _writes((*draft.parts, *parts)):
        slots = (*slots, (DELIVER, HERE))
    return DraftReading(parts=parts, dropped=dropped, slots=(*cleared, *slots))


def _writes(parts: Sequence[Part]) -> bool:
    return any(part.verb == "write" for part in parts)


def _removed(
    text: str, draft: AgentDraft
) -> tuple[tuple[int, ...], tuple[tuple[str, str], ...], str]:
    """Return what is not to be done any more, what is not to be known any more, and the rest."""
    found = _REMOVE.search(text)
    if found is None or not draft.parts:
        return (), (), text
    what = found["what"]
    rest = f"{text[: found.start()]} {text[found.end() :]}".strip(" ,.;")
    sheets = [place for place, p in enumerate(draft.parts) if (p.service, p.verb) == _SHEET_READ]
    if _FILTER.search(what) and sheets:
        return (), tuple((f"{place}.data", ALL_ROWS) for place in sheets), rest
    services = {mention.service for mention in mentions_in(what)}
    places = [place for place, part in enumerate(draft.parts) if part.service in services]
    exact = [p for p in places if (c := draft.parts[p].slot("channel")) and c in what.casefold()]
    return (tuple(exact or places), (), rest) if places else ((), (), text)


def _told(text: str, session: BuildSession) -> tuple[tuple[Part, ...], tuple[tuple[str, str], ...]]:
    """Return new parts a text names, and what it says of those there are."""
    draft, base = session.draft, session.draft.base
    question = question_of(draft, session.asking)
    mentions = mentions_in(text, (base.name, base.id) if base is not None else ())
    reads = any(each.verb == "read" for each in (*draft.parts, *mentions))
    parts: dict[tuple[str, str], Part] = {}
    slots: list[tuple[str, str]] = []
    for mention in mentions:
        if question is not None and question.part.service == mention.service:
            asked = Mention(mention.service, question.part.verb, mention.start, mention.end)
            found = slots_in(text, asked, alone=not reads)
            slots += [(f"{question.place}.{name}", value) for name, value in found]
            continue
        found = slots_in(text, mention, alone=not reads)
        place = _place_of(mention, draft)
        if place is not None and not _more(text, mention, found, draft.parts[place]):
            slots += [(f"{place}.{name}", value) for name, value in found]
        elif question is None or has_cue(text):
            part = Part(service=mention.service, verb=mention.verb, slots=found)
            parts.setdefault((mention.service, mention.verb), part)
    slots += _unmentioned(text, draft, {key for key, _ in slots})
    return tuple(parts.values()), tuple(slots)


def _place_of(mention: Mention, draft: AgentDraft) -> int | None:
    places = (
        place
        for place, part in enumerate(draft.parts)
        if (part.service, part.verb) == (mention.service, mention.verb)
    )
    return max(places, default=None)


def _more(text: str, mention: Mention, found: tuple[tuple[str, str], ...], there: Part) -> bool:
    """Whether something is to be done besides what is done with a service already."""
    if mention.verb == "read" and (there.slot("skill") or not found):
        return False
    if there.slot("skill"):
        return True
    return _MORE.search(text) is not None and set(found) != set(there.slots)


def _unmentioned(text: str, draft: AgentDraft, given: Collection[str]) -> list[tuple[str, str]]:
    """Return what is said of parts whose service is not named."""
    slots: list[tuple[str, str]] = []
    for place, part in enumerate(draft.parts):
        found = {}
        if (part.service, part.verb) == _SHEET_READ:
            found = {"data": data_in(text)[0], "sheet": sheet_in(text)}
        elif (part.service, part.verb) == ("email", "write") and (more := copied_in(text)):
            found = {"to": f"{part.slot('to')}, {more}"}
        elif (part.service, part.verb) == ("email", "write") and "@" in text:
            found = {"to": recipient_in(text)}
        slots += [
            (f"{place}.{name}", value)
            for name, value in found.items()
            if value and f"{place}.{name}" not in given
        ]
    return slots


def _answer(text: str, session: BuildSession) -> tuple[tuple[str, str], ...]:
    """Return the answer to the open question, if a text can be one."""
    question = question_of(session.draft, session.asking)
    if question is None or (question.part.service != "slack" and only_channel(text)):
        return ()
    said = text if question.slot.name == "data" else (data_in(text)[0] and data_in(text)[1]) or text
    if question.slot.name not in _FREE:
        clauses = [each for each in _CLAUSE.split(said) if each.strip()]
        said = next((each for each in clauses if not (has_cue(each) and mentions_in(each))), "")
        said = _TAIL.sub("", _unquoted(_LEAD.sub("", said)))
    said = said.strip(" ,;.")
    if not said or said.endswith("?"):
        return ()
    if question.slot.name not in _FREE and len(said.split()) > _LONGEST_NAME:
        return ()
    return ((session.asking, said),)


def _unquoted(text: str) -> str:
    found = QUOTED.search(text)
    return (found["double"] or found["single"]) if found else text


def _schedule(text: str, session: BuildSession, found: DraftReading) -> str:
    """Return a schedule that stands there without the words of one, or a hint at one."""
    draft = session.draft
    timing = session.asking == SCHEDULE or (session.state in {"test", "done"} and only_a_time(text))
    if timing and not found.parts and not found.slots and not found.dropped:
        return text.strip(" .!") if timely(text) else ""
    if not found.parts or session.asking != PURPOSE or draft.recurrence is not None:
        return ""
    reads = any(part.verb == "read" for part in (*found.parts, *draft.parts))
    return hint_in(text if reads and draft.base is None else masked_channels(text))
