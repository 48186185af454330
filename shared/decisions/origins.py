"""Where what a change says, and whom and what it reaches, comes from: the person, or others' text.

Foreign is what others wrote: mail, messages, pages, and whatever else a tool found; not what the
person said, nor who is in their contacts. A change with anything foreign in it is high risk, and
its card tells where that came from. A time, a number or a choice may come from anywhere.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, cast

from shared.decisions.binding import Pointer, pointers
from shared.decisions.grounding import facts_of
from shared.decisions.risk import ToolRules
from shared.decisions.sources import (
    FOUND,
    RUN_OF_WORDS,
    Seen,
    cut,
    seen_in,
    source_of,
    spaced,
    texts,
)
from shared.models.base import Json
from shared.models.people import RECIPIENTS
from shared.models.profile import Profile
from shared.models.reasoning import ConversationContext
from shared.models.run import AgentRun, Origin, Step
from shared.models.thread import Turn

Part = Literal["recipient", "target", "text"]
Rules = Mapping[str, ToolRules]

_PARTS: Mapping[Part, str] = {
    "recipient": f"{' '.join(RECIPIENTS)} user email",
    "target": """
        message_id message_ids draft_id event_id contact_id thread_id reply_to_message_id
        channel sheet tab page parent line old passage attachments besides remove_attendees
    """,
    "text": """
        subject body note title notes location comment name company phone text quoted
        row named values cells columns where key words add remove message becomes
    """,
}
PARTS: Mapping[str, Part] = {name: part for part, names in _PARTS.items() for name in names.split()}
"""What the arguments of tools are for."""
ANSWERS = "an earlier answer in this conversation"
_FEW = 3
"""A whole text of so many words, or more, may be taken over as well."""
_BEFORE, _KEPT = 5, 4000
"""Messages before this one that are looked at, and characters of each."""
_MOST = 3
"""Origins that are told of one call."""
_NAMED = re.compile(r"(?:.*_)?ids?|channel|name|tabs?|email|user")
"""Fields that say which thing is meant, and are no text of somebody's."""


@dataclass(frozen=True)
class _Known:
    """What a call is judged by: the person's own words, who they are, and what others wrote."""

    words: Sequence[str]
    profile: Profile
    seen: Sequence[Seen]
    names: Collection[str] = ()
    """What the things that were found are called by: their ids, channels and names."""
    theirs: Collection[str] = ()
    """Those of them that the person's own directories gave, in lower case."""

    @cached_property
    def own(self) -> Seen:
        """The person's own words."""
        return Seen("", "\n".join(self.words))


def said(
    turn: Turn, run: AgentRun, context: ConversationContext, instructions: str
) -> tuple[str, ...]:
    """Return what the person said in the last hour, and what the agent was made to do."""
    told = (one.answer for one in (*turn.clarified, *run.clarified) if one.told)
    before = [one.text[:_KEPT] for one in context.exchanges if one.role == "user"]
    return tuple(one for one in (turn.text, *told, *before[-_BEFORE:], instructions) if one)


def answers(context: ConversationContext) -> tuple[str, ...]:
    """Return what was said to the person in the last hour: a planner may have seen that.

    But for what a card showed, which was worked out for them.
    """
    said = (one.text for one in context.exchanges if one.role == "assistant")
    return tuple("\n".join(x for x in text.splitlines() if x[:1] != ">") for text in said)


def planned(
    arguments: Mapping[str, Json], words: Sequence[str], told: Sequence[str], profile: Profile
) -> tuple[Origin, ...]:
    """Return what of a planned call comes from earlier answers, which hold what was found."""
    known = _Known(words, profile, [Seen(ANSWERS, text) for text in told if text])
    # what things are called stands in any answer that lists them, so it says nothing
    rest = {name: value for name, value in arguments.items() if PARTS.get(name) != "target"}
    return _once(o for o in _written(rest, known) if o.source and (o.part == "text" or o.address))


def bound(run: AgentRun, arguments: Mapping[str, Json], rules: Rules) -> tuple[Origin, ...]:
    """Return what is foreign in the current call, whose references are filled in."""
    step = run.steps[run.cursor]
    if not rules[step.tool].changes:
        return ()
    taken = tuple(_taken(run, step, rules))
    told = {one.argument for one in taken}
    rest = {name: value for name, value in arguments.items() if name not in told}
    return _once((*taken, *step.origins, *_written(rest, _known(run, run.said, rules))))


def changed(run: AgentRun, arguments: Mapping[str, Json], rules: Rules) -> tuple[Origin, ...]:
    """Return what is foreign in the current call once it is changed as the person wished."""
    step = run.steps[run.cursor]
    if not rules[step.tool].changes:
        return ()
    new = {name: one for name, one in arguments.items() if one != step.arguments.get(name)}
    known = _known(run, (*run.said, step.wish), rules)
    return _once((*without(step.origins, new), *_written(new, known)))


def without(origins: Sequence[Origin], arguments: Collection[str]) -> tuple[Origin, ...]:
    """Return what is still foreign where some arguments are replaced."""
    return tuple(one for one in origins if one.argument not in arguments)


def beside(origins: Sequence[Origin], contacts: Collection[str]) -> tuple[Origin, ...]:
    """Return what is foreign but for those who are contacts."""
    return tuple(o for o in origins if not (o.part == "recipient" and o.value in contacts))


def told_of(origins: Sequence[Origin]) -> Sequence[Origin]:
    """Return those that a card tells of: one for each part and source, a few at most."""
    apart = {(o.part, o.source or o.value): o for o in reversed(origins)}
    return list(reversed(apart.values()))[:_MOST]


def _known(run: AgentRun, words: Sequence[str], rules: Rules) -> _Known:
    before = run.steps[: run.cursor]
    seen = [one for s in before if _foreign(s, rules) for one in seen_in(s, rules[s.tool])]
    seen += [Seen(FOUND, one.text) for one in run.earlier]
    names = frozenset(name for step in before for name in _names(step.result))
    own = (step for step in before if step.tool in rules and rules[step.tool].own)
    theirs = frozenset(name.casefold() for step in own for name in _names(step.result))
    return _Known(words, run.profile, seen, names, theirs)


def _foreign(step: Step, rules: Rules) -> bool:
    return step.result is not None and step.tool in rules and not rules[step.tool].own


def _taken(run: AgentRun, step: Step, rules: Rules) -> Iterator[Origin]:
    """Yield what references take of others' text: any text, and what names nothing."""
    for name, value in step.arguments.items():
        part = PARTS.get(name)
        for pointer in pointers(value) if part is not None else ():
            made = run.steps[pointer.step - 1] if 0 < pointer.step <= run.cursor else None
            if made is None or not _foreign(made, rules):
                continue
            if part == "text" or not _names_something(pointer):
                source = source_of(made, rules[made.tool], pointer)
                yield Origin(argument=name, part=cast("Part", part), source=source)


def _written(arguments: Mapping[str, Json], known: _Known) -> Iterator[Origin]:
    """Yield what stands in others' texts, and not in the person's own words."""
    for name, value in arguments.items():
        part = PARTS.get(name)
        for text in texts(value) if part is not None else ():
            if part == "text":
                yield from _copied(name, text, known)
            elif part == "recipient" and (addresses := facts_of(text).addresses):
                yield from _addressed(name, addresses, known)
            else:
                yield from _named(name, cast("Part", part), text, known)


def _addressed(name: str, addresses: Collection[str], known: _Known) -> Iterator[Origin]:
    """Yield the addresses that the person did not name; nothing may say where one is from.

    What a deployment before this one kept does not say what the person said.
    """
    for address in sorted(addresses):
        if not known.words or known.profile.own(address):
            continue
        if address in known.own.lower or address in known.theirs:
            continue
        source = next((seen.source for seen in known.seen if address in seen.lower), "")
        yield Origin(argument=name, part="recipient", value=address, source=source)


def _named(name: str, part: Part, text: str, known: _Known) -> Iterator[Origin]:
    wanted = spaced(text)
    if text in known.names or not wanted.strip() or wanted in known.own.spaced:
        return
    source = next((seen.source for seen in known.seen if wanted in seen.spaced), "")
    if source:
        yield Origin(argument=name, part=part, value=cut(text), source=source)


def _copied(name: str, text: str, known: _Known) -> Iterator[Origin]:
    """Yield a text that has words in a row, an address, a link or an id of somebody else's."""
    written, facts = Seen("", text), facts_of(text)
    length = min(RUN_OF_WORDS, len(written.spaced.split()))
    runs = written.runs_of(length if length >= _FEW else 0) - known.own.runs_of(length)
    things = [one for one in facts.addresses | facts.ids if one not in known.own.lower]
    for seen in known.seen:
        there = seen.runs if length == RUN_OF_WORDS else seen.runs_of(length)
        if not runs.isdisjoint(there) or any(one in seen.lower for one in things):
            yield Origin(argument=name, part="text", source=seen.source)
            return


def _once(found: Iterable[Origin]) -> tuple[Origin, ...]:
    """Return each origin once; for one address, that which says where it stands."""
    once: dict[tuple[str, str], Origin] = {}
    for one in found:
        known = once.setdefault((one.argument, one.value), one)
        if one.source and not known.source:
            once[one.argument, one.value] = one
    return tuple(once.values())


def _names_something(pointer: Pointer) -> bool:
    keys = [part for part in pointer.path.split(".") if part != "*" and not part.isdecimal()]
    return bool(keys) and _NAMED.fullmatch(keys[-1]) is not None


def _names(value: Json, key: str = "") -> Iterator[str]:
    """Yield the values in a result that say which thing is meant."""
    if isinstance(value, Mapping):
        for name, each in cast("Mapping[str, Json]", value).items():
            yield from _names(each, name)
    elif isinstance(value, list | tuple):
        for each in cast("Sequence[Json]", value):
            yield from _names(each, key)
    elif isinstance(value, str) and _NAMED.fullmatch(key):
        yield value
