"""What somebody said of an agent that no reading accounts for.

A reader returns what it understood. The words that matter and are in none of it are asked about,
whoever read: an agent that does only half of what was said is never made in silence.
"""

import re
from collections.abc import Sequence

from shared.decisions.building.asking import question_of
from shared.decisions.building.composing import asks_for_agent
from shared.decisions.building.ingredient import JOB
from shared.decisions.building.modes import modes_of
from shared.decisions.building.table import ingredient_of
from shared.decisions.building.timing import NEVER
from shared.models.building import AgentDraft, DraftReading, Part

MAX_PHRASES = 3
_WHY = re.compile(
    r"^\W*(?:(?:hi|hey|hello|ok|okay|so|well)\W+)*(?:i|we|you|he|she|they|it|there|this|that|my|our"
    r"|the|an?|some|no|nobody|people|when|as|(?:every|each)(?! (?:\w+ )?(?:\w*day|morning|evening"
    r"|night|week|month|quarter|year|hour|time)s?\b))(?:['\u2019]\w+)?\b"
    r"[^.:;!?]*?(?:[.:;!?]|,?\s+so\b|,)(?=[^.;!?]{0,200}\b(?:agent|bot|assistant)\b)",
    re.IGNORECASE,
)
"""What somebody says before they ask for an agent: "I keep losing track, so ..."."""
_WISH = re.compile(
    r"^\W*(?:i|we|it|what|that|there|how)(?:['\u2019]\w+)?(?: [\w'\u2019]+){1,7}?"
    r"(?= (?:an?|some|my|our)(?: [\w-]+){0,3}? (?:agent|bot|assistant)\b)",
    re.IGNORECASE,
)
"""How it is put that one would be welcome, and nothing it does: "It'd be a joy to have ..."."""
_BECAUSE = re.compile(
    r"(?<![\s,;.])[\s,;.]+(?:(?:because|cos|coz|cuz|['\u2019]?cause"
    r"|since(?= (?:i|we|he|she|they|it|there|no|nobody|people|that|this|my|our)\b))\b"
    r"|(?:i|we) (?:\w+ )?(?:never|always|hardly|seldom|rarely|keep|often|usually|tend|forget|miss"
    r"|can['\u2019]?t|cannot|(?:don['\u2019]?t|do not)(?! (?:want|need|like"
    r"|care)))\b)[^.:;!?]*?(?=[.:;!?]|$|,? (?:and|then) (?:then )?[a-z]+s? "
    r"(?:it|them|that|this|the|me|us|to)\b)",
    re.IGNORECASE,
)
"""The same behind what is asked for: "the mails too, I never get round to them"."""
_AGENT = re.compile(r"\b(?:agents?|bots?|assistants?)\b", re.IGNORECASE)


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(words.split())


SMALL = word_set(
    """
    a about again all also always an and any anythin anything are as at be been being both but by
    can cannot could did do does each either every everything everyone for from had has have he here
    him his her how i i'd i'll i'm i've in into is it it's its just let lets let's like me mine my n
    nd need new now of ok okay on one ones only onto or our ours own please pls plz she should shall
    so some something than thanks that that's the their them then there these they this those to too
    us via want was we were what what's which who whom whose will with would you your
    """
)
OF_AGENTS = word_set(
    """
    require requires required
    agent agents assistant automate automated automatic automatically automation bot build create
    creates creating duty duties else help helper job little make makes making nothing purpose set
    setup simple single small sole spec specification task up workflow
    """
)
_OF_NAMES = word_set(
    "call called christen christened dub dubbed name named names rename renamed style styled titled"
)
_OF_CHANGES = word_set(
    "add adds another as change edit existing extend instead keep more put run runs update well"
)
_OF_TIMES = word_set(
    """
    ask asked daily day days demand drop fixed hourly manually monthly month remove run runs
    schedule scheduled time times timetable trigger week weekly weekday weekdays when whenever
    without
    """
)
_OF_RESULTS = word_set(
    """
    content contents data digest digests figures findings highlights info information know list
    lists news numbers output overview paragraph paragraphs recap report reports result results
    sentence sentences short summaries summary update updates
    """
)
_READS = word_set(
    """
    check checks checking collect collects collecting extract extracts extracting fetch fetches
    fetching find finds finding gather gathers gathering get gets getting give gives go goes going
    listing look
    looks looking monitor monitors monitoring out over pull pulls pulling read reads reading review
    reviews scan scans scanning search searches searching show shows showing shown summarise
    sum summing sums summarises summarising summarize summarizes summarizing take takes tell tells
    through watch watches watching whisper whispers write writes
    """
)
_WRITES = word_set(
    """
    announce announces deliver delivers posting post posts publish publishes publishing put puts
    send sends sending share shares sharing write writes writing
    """
)
_NAMED: dict[str, frozenset[str]] = {
    service: word_set(words)
    for service, words in (
        ("sheets", "google sheet sheets spreadsheet spreadsheets excel row rows column columns"),
        ("pages", "notion page pages project projects status wiki"),
        (
            "slack",
            """slack channel channels message messages decided decision decisions discussed
            discussion discussions happened happening said talked written""",
        ),
        (
            "email",
            """email emails e-mail e-mails mail mails mailbox inbox gmail outlook message messages
            newsletter newsletters subject team""",
        ),
        (
            "calendar",
            """calendar diary meeting meetings appointment appointments agenda event events next
            following coming""",
        ),
        ("contacts", "contact contacts address book details number phone"),
    )
}
_WRITES_TO: dict[str, frozenset[str]] = {
    service: word_set(words)
    for service, words in (
        ("sheets", "add adds adding append appends log logs logging record records save saves"),
        ("email", "emailing mailing notify notifies"),
        ("slack", "notify notifies"),
        ("calendar", "add adds book books booking schedule schedules scheduling"),
        ("contacts", "add adds change changes edit edits update updates updating"),
    )
}
_WORD = re.compile(r"[#@]?[\w&+-]+(?:[.'\u2019@][\w-]+)*")


def accounted_for(said: str, reading: DraftReading, draft: AgentDraft) -> DraftReading:
    """Return a reading with what of a message is in nothing that was read.

    What only says why an agent is wanted is asked about by nobody, but told to be left out.
    """
    said = reading.said or said
    why, wanted = without_why(said) if not draft.parts and draft.base is None else ("", said)
    wanted = _WISH.sub("", wanted)
    because, wanted = without_reason(wanted)
    aside = unread(f"{why} {because}", reading, draft)
    left = {"unread": unread(wanted, reading, draft), "aside": aside, "said": ""}
    return reading.model_copy(update=left)


def unread(said: str, reading: DraftReading, draft: AgentDraft) -> tuple[str, ...]:
    """Return the phrases of a message that matter and are in nothing that was read."""
    known = _accounted(reading, draft)
    spans: list[list[int]] = []
    joined = False
    for found in _WORD.finditer(said):
        word = found[0].casefold().replace("\u2019", "'").removesuffix("'s")
        if word in known or word.lstrip("#") in known:
            joined = joined and word in SMALL
        elif joined:
            spans[-1][1] = found.end()
        else:
            spans.append([found.start(), found.end()])
            joined = True
    return tuple(dict.fromkeys(said[start:end] for start, end in spans))[:MAX_PHRASES]


def without_why(said: str) -> tuple[str, str]:
    """Return why somebody asks for an agent, and what they ask for; "" for no such reason.

    What names an agent itself is what they ask for.
    """
    why = _WHY.match(said)
    why = None if why and _AGENT.search(why[0]) else why
    wanted = said[why.end() :] if why else said
    return why[0] if why else "", wanted


def without_reason(said: str) -> tuple[str, str]:
    """Return the reason that stands behind what somebody asks for, and the rest; "" for none."""
    because = _BECAUSE.search(said)
    if because is None:
        return "", said
    return because[0], f"{said[: because.start()]}{said[because.end() :]}"


def _accounted(reading: DraftReading, draft: AgentDraft) -> frozenset[str]:
    """Return all words that need no further understanding."""
    parts = (*draft.parts, *reading.parts)
    timed = bool(reading.schedule or draft.recurrence_said)
    name = "" if reading.said else reading.name  # whose words say nothing of what it does
    told = [name, reading.schedule, draft.name, draft.recurrence_said]
    told += [
        _taken(part, name, value)
        for part in _lasting(parts, draft, timed=timed)
        for name, value in part.slots
    ]
    told += [_answered(draft, key, value) for key, value in reading.slots]
    base = draft.base
    if base is not None:
        told += [base.id, base.name]
    words = {word for each in told for word in _words(each)}
    jobs = [part.slot(JOB.name).partition(" ")[0].casefold() for part in parts]
    words |= {f"{verb}{ending}" for verb in jobs if verb for ending in ("s", "es")}
    return SMALL.union(
        OF_AGENTS,
        words,
        _OF_CHANGES if base is not None or draft.parts else (),
        _OF_NAMES if reading.name else (),
        _OF_TIMES if timed else (),
        {"no", "never"} if reading.schedule == NEVER or reading.dropped else (),
        *(_of(part) for part in parts),
    )


def _lasting(parts: Sequence[Part], draft: AgentDraft, *, timed: bool) -> list[Part]:
    """Return the parts whose values the agent will keep to.

    Where each request says what to do, a value named once is lost; who asks for an agent with it
    has to know that.
    """
    if not asks_for_agent(draft):
        return list(parts)
    ordered = sorted(parts, key=lambda part: part.verb)
    return [
        p
        for p, mode in zip(ordered, modes_of(ordered, timed=timed), strict=True)
        if mode != "asked"
    ]


def _taken(part: Part, name: str, value: str) -> str:
    """Return a value as the part takes it."""
    ingredient = ingredient_of(part)
    slot = ingredient.slot(name) if ingredient is not None else None
    return slot.read(value) if slot is not None else value


def _answered(draft: AgentDraft, key: str, value: str) -> str:
    question = question_of(draft, key)
    return question.slot.read(value) if question is not None else ""


def _of(part: Part) -> frozenset[str]:
    """Return the words that a part accounts for by being there."""
    named = _NAMED.get(part.service, frozenset())
    if ingredient_of(part) is None:
        return named | _READS | _WRITES | _OF_RESULTS
    if part.verb == "read":
        return named | _READS | _OF_RESULTS
    return named | _WRITES | _OF_RESULTS | _WRITES_TO.get(part.service, frozenset())


def _words(text: str) -> list[str]:
    plain = text.casefold().replace("\u2019", "'")
    return [
        piece
        for word in _WORD.findall(plain)
        for piece in (word, word.lstrip("#"), *word.split("-"), word.removesuffix("'s"))
    ]
