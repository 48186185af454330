"""One organisation of the product, in memory: agents saved and messages understood as it does."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from shared.agents.domain import DOMAIN_AGENTS
from shared.agents.roster import analysis_of, candidates_for, discover
from shared.connectors.accounts import ConnectedAccounts
from shared.connectors.grants import Grants
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.connectors.tickets import Tickets
from shared.decisions import routing
from shared.language.spelling import Spelling
from shared.models.agent import Agent
from shared.models.intent import Candidate, Decision, IntentAnalysis
from shared.models.principal import Principal
from shared.models.reasoning import ConversationContext, IntentRequest, Memory
from shared.ports import Encoder, Reasoner
from shared.services import Services
from shared.storage.agents import StoredAgents
from shared.storage.catalogue import StoredCatalogue
from shared.storage.connections import StoredConnections
from shared.storage.conversations import StoredConversations
from shared.storage.directory import StoredDirectory
from shared.storage.due import StoredDue
from shared.storage.erasures import StoredErasures
from shared.storage.gaps import StoredGaps
from shared.storage.ledger import StoredLedger
from shared.storage.memory import MemoryFiles, MemoryRows
from shared.storage.people import StoredPeople
from shared.storage.policies import StoredPolicies
from shared.storage.records import StoredRecords
from shared.storage.results import StoredResults
from shared.storage.routings import StoredRoutings
from shared.storage.schedules import StoredSchedules
from shared.storage.skills import StoredSkills
from shared.storage.threads import StoredThreads
from shared.storage.traces import StoredTraces
from shared.storage.waiting import StoredWaitingList
from shared.workspace.registry import TOOLS

TODAY = datetime(2026, 1, 5, 12, tzinfo=UTC)
"""What an utterance wants does not depend on the day, so figures should not either."""
SPELLING = Spelling()
_PERSON = Principal(tenant="evaluation", user="ada")


class _Standstill:
    def now(self) -> datetime:
        return TODAY


class Remembering:
    """An encoder that computes each text once, however many organisations use it."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.space = encoder.space
        self._known: dict[str, NDArray[np.float32]] = {}

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector a text, shape (n, 384)."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._encoder.encode(new), strict=True))
        return np.stack([self._known[text] for text in texts])


@dataclass(frozen=True)
class Understood:
    """Where a message goes, what it was understood to ask for, and what that took.

    `intent` is None for a message to an `@name`, which is not analysed.
    """

    decision: Decision
    intent: IntentAnalysis | None
    milliseconds: float


@dataclass(frozen=True)
class World:
    """An organisation with its agents, and one person of it who has connected no accounts."""

    services: Services

    async def candidates(self, text: str, memory: Memory | None = None) -> tuple[Candidate, ...]:
        """Return the agents a message could be for, most likely first."""
        return await candidates_for(self.services, _PERSON, text, memory or Memory())

    async def analyze(self, text: str, context: ConversationContext) -> IntentAnalysis:
        """Understand a message as the activity does; raise Upstream."""
        request = IntentRequest(
            text=text,
            today=TODAY.date().isoformat(),
            context=context,
            agents=await self.candidates(text, context.memory),
        )
        return (await self.services.reasoner.analyze_intent(request)).value

    async def understand(self, text: str, context: ConversationContext | None = None) -> Understood:
        """Analyse, discover, decide: what an orchestrator makes of a message; raise Upstream."""
        before = context or ConversationContext()
        began = time.perf_counter()
        name, wanted = routing.mention(text), routing.without_mention(text)
        intent = await self.analyze(wanted, before) if name is None else None
        found = await discover(self.services, _PERSON, wanted, before.memory, name=name)
        analysis = analysis_of(intent) if name is None else None
        decision = routing.decide(analysis, found, name)
        return Understood(decision, intent, (time.perf_counter() - began) * 1000)


async def organisation(
    agents: Sequence[Agent], reasoner: Reasoner, encoder: Encoder, saving: Encoder | None = None
) -> World:
    """Save agents and return their organisation.

    `saving` encodes the agents' texts, so that `encoder` meets only messages.
    """
    clock, rows, points = _Standstill(), MemoryRows(), saving or encoder
    connections = StoredConnections(MemoryRows())
    services = Services(
        threads=StoredThreads(MemoryRows()),
        files=MemoryFiles(),
        due=StoredDue(MemoryRows()),
        agents=StoredAgents(rows, points),
        catalogue=StoredCatalogue(rows, points, clock, DOMAIN_AGENTS),
        records=StoredRecords(MemoryRows(), clock),
        people=StoredPeople(MemoryRows()),
        routings=StoredRoutings(MemoryRows(), timedelta(days=30)),
        gaps=StoredGaps(MemoryRows(), timedelta(days=30)),
        skills=StoredSkills(MemoryRows()),
        schedules=StoredSchedules(MemoryRows()),
        workspaces=SandboxWorkspaces(MemoryRows(), clock, frozenset()),
        directory=StoredDirectory(MemoryRows(), clock),
        policies=StoredPolicies(MemoryRows()),
        ledger=StoredLedger(MemoryRows()),
        waiting=StoredWaitingList(MemoryRows()),
        conversations=StoredConversations(MemoryRows()),
        results=StoredResults(MemoryRows(), clock),
        traces=StoredTraces(lambda _: MemoryRows()),
        erasures=StoredErasures(MemoryRows()),
        accounts=ConnectedAccounts(
            {}, connections, Grants(connections, ()), Tickets(connections, clock), clock
        ),
        reasoner=reasoner,
        encoder=encoder,
        speller=SPELLING,
        clock=clock,
        tools=TOOLS,
        domain_agents=DOMAIN_AGENTS,
    )
    for agent in agents:
        await services.agents.save(_PERSON.tenant, agent, None)
    return World(services)
