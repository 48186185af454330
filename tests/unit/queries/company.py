"""An organisation of a few agents, and ports that answer from memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace

import numpy as np

from shared.agents.roster import reach
from shared.matching import AgentIndex, Entry, texts_of
from shared.models.agent import Agent, AgentRecord, Skill
from shared.models.intent import ActionType, IntentAnalysis
from shared.models.person import Person
from shared.models.principal import Principal
from shared.models.reasoning import ConversationContext, Memory
from shared.models.routed import Routed
from shared.models.schedule import Schedule
from shared.queries import QUERIES, Asked
from shared.services import Limits, listed

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
ADA = Principal(tenant="acme", user="ada")


def agent(name, description, *examples, **fields):
    skills = tuple(
        Skill(id=skill, name=skill, description=f"{skill} for people")
        for skill in fields.pop("skills", ())
    )
    agent_id = name.lower().replace(" ", "-")
    return Agent(
        id=agent_id, name=name, description=description, examples=examples, skills=skills, **fields
    )


AGENTS = (
    agent(
        "Fleet Tracker",
        "Follows the vans by GPS data and reports where each vehicle is",
        "Where is van 12?",
        skills=("vehicle tracking",),
    ),
    agent(
        "Invoice Scanner",
        "Reads invoices and receipts from suppliers and books them",
        "Book the receipt from the hardware store",
        skills=("read receipts", "book invoices"),
        version=3,
        updated_at=datetime(2026, 10, 1, tzinfo=UTC),
    ),
    agent(
        "Leave Desk",
        "Requests holidays and reports sick days",
        "I'd like next Friday off",
        skills=("holiday requests",),
    ),
    agent("Newsletter Writer", "Writes and sends the monthly email newsletter", "Draft the issue"),
    agent("Night Audit", "Checks the books at night", "Audit last night", enabled=False),
    agent(
        "Payroll Vault",
        "Knows every salary in the company",
        "What does Bob earn?",
        users=("eve",),
    ),
    agent("Press Desk", "Answers journalists and writes press releases", "Answer the Gazette"),
    agent(
        "Social Studio",
        "Writes and plans social media posts",
        "Post our new van on Instagram",
        users=("ada", "bob"),
        skills=("social media posts",),
    ),
    agent("Trip Planner", "Books flights, trains and hotels for business trips", "Fly me to Rome"),
)
OTHERS = (agent("Rival Plans", "Keeps the plans of another organisation", "Show the plans"),)


class HashedWords:
    """Vectors that are near when texts share words."""

    space = "words"

    def encode(self, texts):
        rows = np.zeros((len(texts), 384), np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().replace("?", " ").split():
                seed = sum(ord(letter) * 31**place for place, letter in enumerate(word[:5]))
                rows[row, seed % 384] += 1
            rows[row] /= np.linalg.norm(rows[row]) or 1
        return rows


def indexed(agents, encoder):
    entries = []
    for one in agents:
        texts = texts_of(one)
        entries.append(Entry(one, texts, encoder.encode([text.text for text in texts])))
    return AgentIndex.build(entries)


class Written:
    """A reasoner's answer; `error` is raised instead of the pieces after `first`."""

    def __init__(self, pieces, usage, error=None):
        self.usage = usage
        self.fallback = ""
        self._pieces = pieces
        self._error = error

    async def __aiter__(self):
        for piece in self._pieces:
            yield piece
        if self._error is not None:
            raise self._error


@dataclass
class World:
    """Services as far as query handlers use them."""

    tenants: Mapping[str, AgentIndex]
    encoder: HashedWords
    person: Person = field(default_factory=Person)
    runs: dict[str, AgentRecord] = field(default_factory=dict)
    routed: list[Routed] = field(default_factory=list)
    answers: list[object] = field(default_factory=list)
    requests: list[object] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    schedules: list[Schedule] = field(default_factory=list)

    @property
    def services(self):
        return SimpleNamespace(
            catalogue=SimpleNamespace(index=self._index, withdraw=self._withdraw),
            workspaces=SimpleNamespace(connected=self._connected),
            people=SimpleNamespace(get=self._get, change=self._change),
            records=SimpleNamespace(of=self._of),
            routings=SimpleNamespace(since=self._since),
            schedules=SimpleNamespace(of=self._schedules),
            reasoner=SimpleNamespace(answer=self._answer),
            encoder=self.encoder,
            clock=SimpleNamespace(now=lambda: NOON),
            domain_agents=(),
            limits=Limits(),
            may_run=listed,
        )

    async def _schedules(self, tenant, owner):
        assert (tenant, owner) == ("acme", "ada")
        return tuple(self.schedules)

    async def _withdraw(self, tenant, agent, by, point):
        pass

    async def _index(self, tenant, *, workspace, fresh):
        assert not workspace, "nobody here has connected anything"
        assert not fresh, "a question needs no agent made a moment ago"
        return self.tenants[tenant]

    async def _connected(self, principal):
        return frozenset()

    async def _get(self, principal):
        return self.person

    async def _change(self, principal, how):
        self.person = how(self.person)

    async def _of(self, tenant, agents):
        self.read += agents
        return {agent: self.runs[agent] for agent in agents if agent in self.runs}

    async def _since(self, tenant, first):
        return [routed for routed in self.routed if routed.at >= first]

    def _answer(self, request):
        self.requests.append(request)
        return self.answers.pop(0)

    async def ask(self, text, principal=ADA, routes=()):
        return Asked(
            text=text,
            principal=principal,
            intent=IntentAnalysis(action=ActionType.QUERY, primary_intent=text, confidence=1),
            context=ConversationContext(memory=Memory(routes=routes)),
            reach=await reach(self.services, principal),
        )

    async def answered(self, text, principal=ADA, routes=()):
        """Return who answered, and what."""
        asked = await self.ask(text, principal, routes)
        stream = QUERIES.answer(asked, self.services)
        return QUERIES.find(asked).id, "".join([piece async for piece in stream])
