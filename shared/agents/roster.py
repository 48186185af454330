"""The agents a person can reach, and which of them a message could be for."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, islice
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from shared.agents.lending import equipped
from shared.decisions import habits
from shared.decisions.procedures import work_of
from shared.decisions.routing import alike
from shared.errors import AgentDiscoveryError, NotFound
from shared.matching import (
    AgentIndex,
    AgentText,
    Entry,
    Match,
    available,
    first_order,
    request_after_citing,
    score,
)
from shared.models.agent import Agent
from shared.models.intent import Candidate, IntentAnalysis
from shared.models.person import Person, Taught
from shared.models.principal import Principal
from shared.models.reasoning import Memory
from shared.models.steps import Analysis, Discovery
from shared.naming import aside
from shared.services import Services, records_of
from shared.tools.tool import Toolbox

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_CANDIDATES = 20
_REMEMBERED = 32
_RECENT: WeakKeyDictionary[AgentIndex, OrderedDict[object, tuple[Match, ...]]] = WeakKeyDictionary()
"""What was searched lately in each index; gone with it."""
_PERSONAL: WeakKeyDictionary[AgentIndex, OrderedDict[object, AgentIndex]] = WeakKeyDictionary()
"""Each index as it is to people who said what agents are for; gone with it."""
_USUAL = 10
"""Agents looked through for suggestions."""


@dataclass(frozen=True)
class Reach:
    """The agents of one person's organisation, and which of them they may run now."""

    index: AgentIndex
    allowed: Callable[[Agent], bool]
    connected: frozenset[str] = frozenset()
    """The workspace domains whose accounts they have connected."""

    def agents(self) -> Iterator[Agent]:
        """Yield those that may be run, by id, the domain sub-agents last."""
        return (entry.agent for entry in self.index.entries if self.allowed(entry.agent))

    def get(self, agent: str) -> Agent | None:
        """Return the agent of this id, if it may be run."""
        found = self.index.get(agent)
        return found if found is not None and self.allowed(found) else None

    def born(self, agent: str) -> datetime | None:
        """Return when an agent was made; None for those of the product, or that are gone."""
        found = self.index.get(agent)
        return found.created_at if found is not None else None

    def called(self, handle: str, user: str) -> Agent | None:
        """Return the agent that a person means by an id or a name, if it may be run."""
        own = self.get(aside(handle, user)) or self.get(handle)
        return own or self.index.resolve(handle, self.allowed)

    def usual(self, person: Person, limit: int) -> tuple[Agent, ...]:
        """Return the first agents of a list for this person: those used most often lead."""
        used = (self.get(agent) for agent in habits.favourites(person))
        often = {agent.id: agent for agent in used if agent is not None}
        others = (agent for agent in self.agents() if agent.id not in often)
        return tuple(islice(chain(often.values(), others), limit))


async def reach(services: Services, principal: Principal, *, fresh: bool = False) -> Reach:
    """Return the agents a person can reach: their tenant's, and the domain ones connected.

    They may have changed up to 30 seconds ago, unless they have to be `fresh`.
    """
    connected = await services.workspaces.connected(principal)
    index = await services.catalogue.index(principal.tenant, workspace=bool(connected), fresh=fresh)
    domain = {agent.id for agent in services.domain_agents}

    def allowed(agent: Agent) -> bool:
        there = agent.id not in domain or agent.domain in connected
        return there and agent.enabled and services.may_run(principal, agent)

    return Reach(index, allowed, connected)


async def reached(services: Services, principal: Principal, agent: str) -> Agent | None:
    """Return an agent that a person may run at this moment, by what is stored and not by an index.

    Whoever was shut out a second ago does not run it any more.
    """
    ours = next((one for one in services.domain_agents if one.id == agent), None)
    if ours is not None:
        connected = await services.workspaces.connected(principal)
        there = ours.domain in connected
        return ours if there and services.may_run(principal, ours) else None
    try:
        found, _ = await services.agents.get(principal.tenant, agent)
    except NotFound:
        return None
    return found if found.enabled and services.may_run(principal, found) else None


async def candidates_for(
    services: Services, principal: Principal, text: str, memory: Memory
) -> tuple[Candidate, ...]:
    """Return the agents a message could be for, most likely first; domain ones all of them."""
    return await _rank(services, principal, await reach(services, principal), text, memory)


async def discover(
    services: Services,
    principal: Principal,
    text: str,
    memory: Memory,
    *,
    name: str | None = None,
    rounds: int = 0,
) -> Discovery:
    """Find who could do what a text asks for; with `name`, only the agent of that name."""
    within, person = await asyncio.gather(
        reach(services, principal), services.people.get(principal)
    )
    if name is not None:
        return await _named(services, principal, within, person, name, rounds)
    person = habits.of_today(person, within.born)
    within = await personal(within, person)
    ranked = await _rank(services, principal, within, text, memory)
    usual = within.usual(person, _USUAL)
    return Discovery(
        candidates=ranked,
        favourites=_marked(services, map(plain, usual[: habits.MAX_SUGGESTIONS])),
        suggestions=habits.suggestions(usual),
        preferred=_preferred(services, person, text, ranked),
        latest=_latest(memory),
        rounds=rounds,
    )


def analysis_of(intent: IntentAnalysis | None) -> Analysis:
    """Return what deciding needs to know of an intent; None is one that could not be analysed."""
    if intent is None:
        return Analysis(failed=True)
    return Analysis(
        action=intent.action,
        confidence=intent.confidence,
        ambiguity_reason=intent.ambiguity_reason or "",
        missing=intent.missing,
        recurring=intent.recurring,
        agents=tuple(dict.fromkeys(c.agent for c in intent.commands if c.agent)),
        strategy=intent.strategy,
        reads=bool(intent.commands) and all(c.risk == "low" for c in intent.commands),
    )


def plain(agent: Agent) -> Candidate:
    """Return an agent as a candidate that nothing speaks for yet."""
    return Candidate(agent=agent.id, name=agent.name, description=agent.description, score=0)


async def _rank(
    services: Services, principal: Principal, within: Reach, text: str, memory: Memory
) -> tuple[Candidate, ...]:
    repaired = services.speller.repair(text)
    said = first_order(request_after_citing(repaired, within.index.named))
    vector = encoded(services, said)
    prefer = _latest(memory)
    matches = _searched(principal, within, said, vector, prefer)
    records = await records_of(services, principal.tenant, [m.agent for m in matches])
    ranked = score(matches, records, services.clock.now(), prefer=prefer)
    found = {candidate.agent for candidate in ranked}
    domain = (agent for agent in services.domain_agents if agent.id not in found)
    others = (plain(agent) for agent in domain if within.allowed(agent))
    tools = [tool for match in matches for tool in match.agent.tools]
    known = (await equipped(services, principal.tenant, tools)).tools
    changing = {m.agent.id for m in matches if _changes(known, m.agent)}
    told = (c.model_copy(update={"changes": c.agent in changing}) for c in ranked)
    return _marked(services, (*told, *others))


def _changes(known: Toolbox, agent: Agent) -> bool:
    """Tell whether an agent does the same each time, and changes something by it."""
    tools = (known.get(tool) for tool in agent.tools)
    changing = any(tool is not None and tool.rules.changes for tool in tools)
    return changing and bool(work_of(agent))


async def personal(within: Reach, person: Person) -> Reach:
    """Return the agents as they are to a person who said what some of them are for."""
    if not person.taught:
        return within
    known = _PERSONAL.setdefault(within.index, OrderedDict())
    index = known.get(person.taught)
    if index is None:
        index = await asyncio.to_thread(_with_examples, within.index, person.taught)
        known[person.taught] = index
        while len(known) > _REMEMBERED:
            known.popitem(last=False)
    return replace(within, index=index)


def _with_examples(index: AgentIndex, taught: Sequence[Taught]) -> AgentIndex:
    import numpy as np  # noqa: PLC0415 - 0.1 s to import

    entries: list[Entry] = []
    for entry in index.entries:
        own = [one for one in taught if one.agent == entry.agent.id]
        if own:
            points = [habits.unpacked(one.point) for one in own]
            texts = (*entry.texts, *(AgentText("learned", one.text) for one in own))
            entry = Entry(entry.agent, texts, np.vstack([entry.vectors, *points]))  # noqa: PLW2901
        entries.append(entry)
    return AgentIndex.build(entries, before=index)


def _marked(services: Services, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Return candidates with those that come with the product told from the others."""
    ours = {agent.id for agent in services.domain_agents}
    return tuple(c.model_copy(update={"workspace": c.agent in ours}) for c in candidates)


def _searched(
    principal: Principal, within: Reach, said: str, vector: "NDArray[np.float32]", prefer: str
) -> tuple[Match, ...]:
    """Search, or return what the same search found a moment ago.

    Intent and discovery each want it, in activities of their own. Permission is asked anew.
    """
    recent = _RECENT.setdefault(within.index, OrderedDict())
    key = (principal.user, within.connected, said, prefer)
    known = recent.get(key)
    if known is None:
        known = within.index.search(
            said, vector, limit=MAX_CANDIDATES, allowed=within.allowed, prefer=prefer
        )
        recent[key] = known
        while len(recent) > _REMEMBERED:
            recent.popitem(last=False)
    return tuple(match for match in known if within.allowed(match.agent))


async def _named(
    services: Services,
    principal: Principal,
    within: Reach,
    person: Person,
    name: str,
    rounds: int,
) -> Discovery:
    agent = within.called(name, principal.user)
    if agent is None:
        within = await reach(services, principal, fresh=True)
        agent = within.called(name, principal.user)
    if agent is None:
        near = (near for near in within.index.closest(name) if within.allowed(near))
        usual = within.usual(person, habits.MAX_SUGGESTIONS)
        return Discovery(
            closest=tuple(map(plain, near)), favourites=tuple(map(plain, usual)), rounds=rounds
        )
    records = await records_of(services, principal.tenant, [agent])
    usable = available(records.get(agent.id), services.clock.now())
    found = plain(agent).model_copy(update={"score": 1.0, "named": True, "available": usable})
    return Discovery(candidates=(found,), rounds=rounds)


def _preferred(services: Services, person: Person, text: str, ranked: Sequence[Candidate]) -> str:
    """Return the agent chosen before among those that are about equally likely now, or the one."""
    close = [c.agent for c in alike(tuple(c for c in ranked if c.available))]
    if not person.preferences:
        return ""
    return habits.preferred(person, encoded(services, text), close)


def encoded(services: Services, text: str) -> "NDArray[np.float32]":
    """Encode a message: some milliseconds, less than handing it to a thread takes under load.

    Raises AgentDiscoveryError when the encoder does not work.
    """
    try:
        return services.encoder.encode([text])[0]
    except (OSError, RuntimeError) as error:
        raise AgentDiscoveryError("the sentence encoder does not work") from error


def _latest(memory: Memory) -> str:
    return memory.routes[-1] if memory.routes else ""
