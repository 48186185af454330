"""What a message wants to be different of an event: it is read as a reply to a card of that.

The event was just shown, or the message names it. Read by itself, "take Al off" is an order about
contacts, and "Saigon Corner instead" nothing at all.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from shared.decisions.questioning import asks, asks_last
from shared.models.reasoning import ConversationContext, Reference
from shared.understanding.heads import Op, Role
from shared.understanding.marking import TIMES, Span, meets
from shared.understanding.pointing import pointed_references
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.revision import Marked, Wished, event_card
from shared.understanding.said import WHO, Said, said_in
from shared.understanding.shown_table import last_answer
from shared.understanding.tasks import CHANGING, service_of

CHANGE = "cal_update"
WISHED = frozenset({CHANGE, "cal_cancel", "cal_create"})
"""Tasks in which it may be told what is to be different of an event."""
LIKELY = 0.5
"""How likely a message is about the event just shown, and wants something of it different."""
_SURE, _ELSEWHERE, _PLAINLY = 0.8, 0.7, 0.9
"""How sure a change is then. What is more surely read as something else changes no event, or not
unless that is plain."""
FOR_NOBODY = frozenset({"other", "product", "smalltalk", "update_agent", "create_agent"})
_OF_PEOPLE: tuple[Op, ...] = ("who+", "who-", "who=")
_TELLS: Mapping[tuple[Op, ...], frozenset[Role]] = {
    _OF_PEOPLE: frozenset({"who", "gone"}),
    ("title",): frozenset({"title"}),
    ("place",): frozenset({"place"}),
    ("when", "length"): frozenset({"start", "end", "shift", "length"}),
}
"""What a reply does to an event, and what it marks that says so."""
_TIME: tuple[Op, ...] = ("when", "length")
_TELLS_TIME: Mapping[tuple[Op, ...], frozenset[Role]] = {_TIME: _TELLS[_TIME]}
SNOOZE = "mail_snooze"
SLEEPS = re.compile(
    r"^Snoozed \*\*(?P<label>[^*\n]+)\*\*[^\n]* until (?P<until>[^\n]+?)\.?\Z", re.MULTILINE
)
"""How it was told until when one mail is away, at the end of an answer."""
_KINDS: Mapping[Role, str] = {
    "who": "person",
    "gone": "person",
    "title": "value",
    "place": "place",
    "start": "newtime",
    "end": "newtime",
    "shift": "newtime",
    "length": "duration",
}
"""What the words that are marked say of a change."""
_TIMED = TIMES | {"duration"}
_EVENTS, _NOWHERE = frozenset({"event"}), Span("which", "", 0, 0)
_ROOM = re.compile(r"(?:the )?(?:\w+ )?room\b", re.IGNORECASE)
_DATE = re.compile(r" \d{1,2} [A-Z][a-z]{2}(?: \d{4})?,?")
_AND = re.compile(r" and ")
_OFF_OR_ON = re.compile(
    r"(?: (?:comes?|go(?:es)?|drops?))? (?P<way>(?:off|out)(?! (?:to|with|for)\b)"
    r"|(?:on|in)(?=\W*$|[,.;!?]| (?:instead|too|as well|and)\b))",
    re.IGNORECASE,
)
"""How it is said of somebody, behind the name, that they leave or join: "Al off, Bo on"."""


def event_shown(context: ConversationContext) -> Reference | None:
    """Return the one event that was shown last; None where it is none, or one of several."""
    events = [one for one in context.references if one.kind == "event"]
    latest = [one for one in events if one.ordinal == 0] or [one for one in events if one.told]
    found = latest or events
    return found[0] if len({one.id for one in found}) == 1 else None


def _pointing_at_several(
    reading: Reading, context: ConversationContext, reader: Reader
) -> tuple[Span, str]:
    """Return words that point at several of the events listed last, and a card of those, or ""."""
    read = (*reading.spans, *reader.read(reading.text).spans)
    for span in (one for one in read if one.kind == "which"):
        found = pointed_references(span.text, context.references, _EVENTS)
        if len(found) > 1:
            return span, event_card(", ".join(one.label for one in found))
    return _NOWHERE, ""


def card_of(context: ConversationContext) -> str:
    """Return the event just shown as a card of it, as the network learned them; "" for none."""
    event = event_shown(context)
    if event is None:
        return ""
    found = line_of(event.label, context)
    if found is None:
        return event_card(event.label)
    when, who = _DATE.sub("", found["when"]), _AND.sub(", ", found["who"] or "")
    return event_card(event.label, when, found["place"] or "", who)


def line_of(label: str, context: ConversationContext) -> re.Match[str] | None:
    """Return when, where and with whom an event is as it was shown last; None for several."""
    name = re.escape(label)
    line = re.compile(
        rf"\*\*{name}\*\*, "
        r"(?P<when>[A-Z][a-z]{2} \d[^()\n]{1,60}?)(?:, with (?P<who>[^()\n]{1,400}?))?"
        r"(?: \((?P<place>[^)\n]+)\)|[.(\n]|$)"
    )
    card = re.compile(
        rf"\"{name}\"\*\*\n- When: (?P<when>[^\n\u2192]{{1,60}})$(?P<who>(?!))?(?P<place>(?!))?",
        re.MULTILINE,
    )
    told = (
        [*line.finditer(one.text), *card.finditer(one.text)] for one in reversed(context.exchanges)
    )
    last = next((lines for lines in told if lines), list[re.Match[str]]())
    return last[0] if len({one["when"] for one in last}) == 1 else None


def wished_of(said: Said, context: ConversationContext, reader: Reader) -> Wished:
    """Return what a command wants different of the event it names, or else of the one shown."""
    name = " ".join(said.all("topic"))
    shown = "" if said.has("topic") else card_of(context)
    found = placed(reader.revisions.read(shown or event_card(name), said.text), said.spans)
    if changes_people(found) or not _leaving(said):
        return found
    return replace(found, ops={**found.ops, "who-": 1.0})


def _leaving(said: Said) -> list[Span]:
    return [one for one in said.spans if one.kind in WHO and stays_away(said, one)]


def with_wished(said: Said, context: ConversationContext, reader: Reader) -> Said:
    """Return a command with what it wants different of an event, if it is about one.

    Who is to leave it does not cancel it.
    """
    taken_off = bool(_leaving(said)) and said.has("topic") and service_of(said.task) == "cal"
    if said.task not in WISHED and not taken_off:
        return said
    found = wished_of(said, context, reader)
    things = [one for one in said.spans if one.kind not in WHO]
    people = [mark for mark in _people(found) if not any(meets(mark, one) for one in things)]
    ends = found.all("end") and found.ops.get("when", 0.0) + found.ops.get("length", 0.0) >= LIKELY
    removed = said.task == "cal_cancel" and (people or (ends and said.sure < _SURE))
    if removed or taken_off:
        changed = said_in(reader.read_as(CHANGE, said.text))
        said = replace(said, task=CHANGE, spans=changed.spans)
    return replace(said, wished=found)


def stays_away(said: Said, person: Span) -> bool | None:
    """Whether somebody is said to be off an event, or (False) on it; None for neither."""
    if said.before(person) in {"with", "of"}:
        return None
    told = _OFF_OR_ON.match(said.text, person.end)
    return told["way"].casefold() in {"off", "out"} if told else None


def goes_on_with(said: Said, rest: Said, cut: int) -> bool:
    """Whether what stands behind a cut says who else comes to the event, or leaves it."""
    sides = {one.start < cut for one in _people(said.wished)}
    same = said.task == CHANGE and service_of(rest.task) in {"cal", "contact"}
    return same and len(sides) > 1 and not rest.has("topic")


def _people(found: Wished) -> list[Marked]:
    """Return who is marked as coming, or not any more, where that is wanted."""
    return found.all("who", "gone") if changes_people(found) else []


def changes_people(found: Wished) -> bool:
    """Whether others are to come, or not to come any more."""
    return _likely(found, _OF_PEOPLE) >= LIKELY


def _likely(found: Wished, ops: Sequence[Op]) -> float:
    """Return how likely a reply does any of some things, of which it does but one."""
    return min(1.0, sum(found.ops.get(op, 0) for op in ops))


def placed(found: Wished, spans: Sequence[Span]) -> Wished:
    """Return what is found, with what is marked as somebody, or as a name, but is a place as that.

    It is one where the reader takes it for one, or where that is what surely changes.
    """
    places = [one for one in spans if one.kind == "place"]
    ops = dict(found.ops)
    unmarked = not found.all("place") and ops.get("place", 0) >= LIKELY
    marks = tuple(
        one._replace(role="place")
        if (one.role == "who" and (_ROOM.match(one.text) or any(meets(one, at) for at in places)))
        or (one.role in {"who", "title"} and unmarked)
        else one
        for one in found.marks
    )
    if marks == found.marks:
        return found
    ops["place"] = max(ops["place"], ops["who+"])
    if not any(one.role == "who" for one in marks):
        ops["who+"] = 0.0
    return replace(found, ops=ops, marks=marks)


def of_event(
    reading: Reading, before: Before, context: ConversationContext, reader: Reader
) -> Reading | None:
    """Read a message as a change of the event just shown; None where it is none.

    Likewise of until when the mail stays away that was just snoozed.
    """
    card, change, tells = card_of(context), CHANGE, _TELLS
    them, several = (_NOWHERE, "") if card else _pointing_at_several(reading, context, reader)
    card = card or several
    if not card and (asleep := SLEEPS.search(last_answer(context))):
        card, change, tells = event_card(asleep["label"], asleep["until"]), SNOOZE, _TELLS_TIME
    named = any(one.kind in {"topic", *WHO} for one in reading.spans)
    if not card or (change == SNOOZE and (named or asks(reading.text))):
        return None
    share = reader.revisions.about("list" if several else "one", card, reading.text)
    found = placed(reader.revisions.read(card, reading.text), reading.spans)
    shares = {ops: _likely(found, ops) for ops in tells}
    likely = (roles for ops, roles in tells.items() if shares[ops] >= LIKELY)
    told: set[Role] = {role for roles in likely for role in roles}
    kinds = {one.kind for one in reading.spans}
    comes = "person" in kinds and found.ops.get("who+", 0) >= LIKELY
    told &= {one.role for one in found.marks} | ({"who"} if comes else set())
    plainly = min(share["same"], max(shares.values())) >= _SURE
    nobodys = kinds == {"person"} and service_of(reading.task) == "contact"  # with nothing new
    own = service_of(reading.task) == "cal" or nobodys or reading.task in FOR_NOBODY
    elsewhere = not own and reading.sure >= (_PLAINLY if plainly else _ELSEWHERE)
    cancels = reading.task == "cal_cancel" and not told & {"who", "gone"}
    answers = reading.task == "cal_respond" and reading.sure >= _PLAINLY
    if share["same"] < LIKELY or not told or elsewhere or cancels or answers:
        return None
    asked = asks_last(reading.text) or reader.revisions.alone(reading.text).asks >= _PLAINLY
    if reading.task not in CHANGING and asked:
        return None  # "and coming home, what time?"
    meant = reading
    if reading.task != change:
        read = reader.read_as(change, reading.text, before)
        meant = replace(read, spans=tuple(one for one in read.spans if one.kind != "body"))
    others = (one for one in reading.tasks if one[0] != change)
    tasks = ((change, max(reading.sure, _SURE)), *others)
    own = () if change == SNOOZE else meant.spans
    own = (*(one for one in own if not meets(one, them)), them) if several else own
    return replace(meant, tasks=tasks, spans=_marked(own, found, told))


def _marked(spans: Sequence[Span], found: Wished, told: set[Role]) -> tuple[Span, ...]:
    """Return spans with what is marked as new, where the reader has marked nothing of its kind.

    Nothing in such a message is the name of an event.
    """
    kept = [one for one in spans if one.kind not in {"topic", "file"}]
    for one in (mark for mark in found.marks if mark.role in told):
        kind = _KINDS[one.role]
        over = [span for span in kept if meets(one, span)]
        if any(span.kind == kind and len(span.text) >= len(one.text) for span in over):
            continue
        if kind in _TIMED and any(span.kind in _TIMED for span in kept):
            continue
        kept = [span for span in kept if span not in over]
        kept.append(Span(kind, one.text, one.start, one.end))
    return tuple(sorted(kept, key=lambda one: one.start))
