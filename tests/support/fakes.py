"""One conversation over rows in memory, with every port scripted, and time that does not pass."""

import asyncio
import hashlib
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import numpy as np

from activities.ask import ask
from activities.follow_decision import follow_decision
from activities.open_turn import open_turn
from activities.prepare_step import prepare_step
from activities.take_reply import take_reply
from shared.agents.domain import DOMAIN_AGENTS
from shared.connectors.accounts import ConnectedAccounts
from shared.connectors.grants import Grants
from shared.connectors.tickets import Tickets
from shared.conversation.transact import transact
from shared.decisions import lifecycle
from shared.errors import StorageUnavailable
from shared.models.intent import Decision
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.models.rows import AGENT_RUN, EVENT, REQUEST, RUN_TICKET, TRANSCRIPT, TURN, Change
from shared.models.steps import FollowRequest, Progress, TakeReply, ThreadStart, TurnRef
from shared.models.thread import Stop, Thread
from shared.models.threads_in import NewMessage
from shared.services import Services
from shared.storage.agents import StoredAgents
from shared.storage.belongings import StoredBelongings
from shared.storage.catalogue import StoredCatalogue
from shared.storage.connections import StoredConnections
from shared.storage.conversations import StoredConversations
from shared.storage.directory import StoredDirectory
from shared.storage.due import StoredDue
from shared.storage.erasures import StoredErasures
from shared.storage.gaps import StoredGaps
from shared.storage.keys import thread_key
from shared.storage.ledger import StoredLedger
from shared.storage.memory import MemoryFiles, MemoryRows
from shared.storage.people import StoredPeople
from shared.storage.policies import StoredPolicies
from shared.storage.records import StoredRecords
from shared.storage.results import StoredResults
from shared.storage.routings import StoredRoutings
from shared.storage.rows import Delete
from shared.storage.schedules import StoredSchedules
from shared.storage.skills import StoredSkills
from shared.storage.threads import StoredThreads
from shared.storage.traces import StoredTraces
from shared.storage.waiting import StoredWaitingList
from shared.tools.workspace import Workspace
from shared.workspace.registry import TOOLS
from tests.support.scripted_reasoner import ScriptedReasoner

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
TENANT, OWNER, THREAD = "acme", "ada", "holiday plans"


class ManualClock:
    """Stands still until it is moved."""

    def __init__(self, now=NOON):
        self._now = now

    def now(self):
        return self._now

    def advance(self, **duration):
        self._now += timedelta(**duration)


class RacedThreads:
    """Threads where someone else acts right before commits: one of `rivals` (or None) each.

    With `lose_answer`, the next commit is stored and then reported as failed.
    """

    def __init__(self, threads):
        self._threads = threads
        self.rivals = []
        self.lose_answer = False

    async def commit(self, head, change):
        if self.rivals:
            rival = self.rivals.pop(0)
            if rival is not None:
                await rival()
        written = await self._threads.commit(head, change)
        if self.lose_answer:
            self.lose_answer = False
            raise StorageUnavailable("the connection was lost")
        return written

    def __getattr__(self, name):
        return getattr(self._threads, name)


@dataclass
class OneWorkspace:
    """The same accounts for everyone."""

    workspace: Workspace = field(default_factory=lambda: Workspace({}))
    domains: frozenset = frozenset({"email", "contacts"})
    opened: list = field(default_factory=list)

    async def connected(self, principal):
        return self.domains

    async def open(self, principal):
        self.opened.append(principal)
        return self.workspace


class HashedWords:
    """An encoder for tests: a sentence is the sum of its words, each in a direction of its own."""

    space = "words"

    def encode(self, texts):
        vectors = np.zeros((len(texts), 384), np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                seed = int.from_bytes(hashlib.sha256(word.strip(".,!?:").encode()).digest()[:8])
                vectors[row] += np.random.default_rng(seed).standard_normal(384)
            vectors[row] /= max(float(np.linalg.norm(vectors[row])), 1e-9)
        return vectors


class PerfectSpeller:
    """Finds nothing to put right."""

    def repair(self, text, known=()):
        return text


def no_accounts(table, clock):
    """Connected accounts where no provider is offered."""
    connections = StoredConnections(table())
    tickets = Tickets(connections, clock)
    return ConnectedAccounts({}, connections, Grants(connections, ()), tickets, clock)


def remembering(table, clock, domain_agents, encoder=None):
    """The ports that keep agents and what is learned of them, over one table each."""
    encoder = encoder or HashedWords()
    agents = table()
    own = {name: table() for name in ("people", "effects", "conversations", "waiting")}
    others = defaultdict(table, {**own, "agents": agents})
    return {
        "belongings": StoredBelongings(own),
        "traces": StoredTraces(others.__getitem__),
        "erasures": StoredErasures(others["erasures"]),
        "files": MemoryFiles(),
        "agents": StoredAgents(agents, encoder),
        "catalogue": StoredCatalogue(agents, encoder, clock, domain_agents),
        "records": StoredRecords(table(), clock),
        "people": StoredPeople(own["people"]),
        "routings": StoredRoutings(table(), timedelta(days=30)),
        "gaps": StoredGaps(table(), timedelta(days=30)),
        "skills": StoredSkills(table()),
        "schedules": StoredSchedules(table()),
        "directory": StoredDirectory(table(), clock),
        "policies": StoredPolicies(table()),
        "ledger": StoredLedger(own["effects"]),
        "waiting": StoredWaitingList(own["waiting"]),
        "conversations": StoredConversations(own["conversations"]),
        "results": StoredResults(table(), clock),
        "accounts": no_accounts(table, clock),
        "encoder": encoder,
        "speller": PerfectSpeller(),
    }


class Conversation:
    """One thread, moved on by the real transitions, with a look at all of its rows."""

    def __init__(self, reasoner=None, domain_agents=DOMAIN_AGENTS, **changes):
        self.rows, self.due_rows = MemoryRows(), MemoryRows()
        self.unraced = StoredThreads(self.rows)
        self.threads = RacedThreads(self.unraced)
        self.clock = ManualClock()
        self.key = thread_key(TENANT, OWNER, THREAD)
        self.reasoner = reasoner or ScriptedReasoner()
        self.services = Services(
            threads=self.threads,
            due=StoredDue(self.due_rows),
            **remembering(MemoryRows, self.clock, domain_agents),
            workspaces=OneWorkspace(),
            reasoner=self.reasoner,
            clock=self.clock,
            tools=TOOLS,
            domain_agents=domain_agents,
            pause=self.pause,
        )
        self.services = replace(self.services, **changes)

    async def pause(self, seconds):
        """Let time pass instead of waiting."""
        self.clock.advance(seconds=seconds)
        await asyncio.sleep(0)

    def script(self, **scripts):
        """Replace the reasoner by one with these scripts."""
        self.reasoner = ScriptedReasoner(scripts=scripts)
        self.services = replace(self.services, reasoner=self.reasoner)

    async def say(self, text="Show me the mail", message_id="m1", **options):
        """Take a message in, as a handler does."""
        head = await self.threads.head(self.key)
        now = self.clock.now()
        thread = head.value if head else new_thread(self.key, now)
        asked = None
        if thread.request is not None:
            asked = await self.threads.get(self.key, REQUEST, thread.request)
        message = NewMessage(
            text=text,
            message_id=message_id,
            run_id=f"run-{message_id}",
            digest=text,
            due_at=now + self.services.limits.rescue,
            **{"roles": ("builder",), **options},
        )
        await self.unraced.commit(head, lifecycle.accept(thread, message, asked, now))

    async def open(self, execution="e1"):
        """Open the turn of the oldest message."""
        opened = await open_turn(ThreadStart(thread=self.key, execution=execution), self.services)
        return TurnRef(thread=self.key, turn=opened.turn)

    async def turn_for(self, text="Show me the mail", message_id="m1", **options):
        """Take a message in and open its turn."""
        await self.say(text, message_id, **options)
        return await self.open()

    async def follow(self, ref, decision):
        request = FollowRequest(thread=ref.thread, turn=ref.turn, decision=decision)
        return await follow_decision(request, self.services)

    async def shown(self, ref):
        """Bring a planned turn to where its approval is open; return what was asked."""
        assert await prepare_step(ref, self.services) == Progress(move="ask")
        return await ask(ref, self.services)

    async def reply(self, ref, asked, text="yes", message_id="m2", **options):
        """Say something to what was asked, and have it read; return where the turn stands."""
        await self.say(text, message_id, **options)
        said = TakeReply(thread=ref.thread, turn=ref.turn, request=asked.request, timed_out=False)
        return (await take_reply(said, self.services)).progress

    async def lose(self, row):
        """Remove a row, with a change made by another process, as every change shows."""
        await self.rows.commit(self.key, [Delete(row)])
        elsewhere = StoredThreads(self.rows)
        head = await elsewhere.head(self.key)
        await elsewhere.commit(head, Change(head.value))

    async def change(self, **update):
        """Change the thread row as somebody else would."""
        await self.transact(lambda head: Change(head.value.model_copy(update=update)))

    async def transact(self, transition):
        async def step(head):
            return transition(head), None

        await transact(self.unraced, self.key, step)

    async def delete(self):
        await self.transact(lambda head: lifecycle.tombstone(head.value, self.clock.now()))

    async def stop(self, kind="cancel"):
        await self.change(stop=Stop(kind=kind, run="run-m1"))

    async def head(self) -> Thread:
        return (await self.threads.head(self.key)).value

    async def turn(self, number=1):
        return (await self.threads.get(self.key, TURN, number)).value

    async def run(self, number=1):
        return (await self.threads.get(self.key, AGENT_RUN, number)).value

    async def ticket(self, run="run-m1"):
        return (await self.threads.get(self.key, RUN_TICKET, run)).value

    async def request(self, name="q-1-1"):
        return (await self.threads.get(self.key, REQUEST, name)).value

    async def events(self):
        logged = await self.threads.page(self.key, EVENT, 1, 10_000)
        assert [event.id for event in logged] == list(range(1, len(logged) + 1))
        return [event.event for event in logged]

    async def transcript(self):
        said = await self.threads.page(self.key, TRANSCRIPT, 1, 10_000)
        return [(message.role, message.text) for message in said]

    async def stored(self):
        """Return every row of the thread but its counts of deliveries, to compare two moments."""
        rows = await self.rows.range(self.key, " ", "~", 10_000)
        return [row for row in rows if not row.key.startswith("delivered-")]

    async def due(self):
        """Return the kinds of everything that will be looked at, whenever that is."""
        return await self.services.due.ripe(NOON + timedelta(days=1000), 1000)


def new_thread(key, now=NOON, **changes):
    row = {"tenant": TENANT, "owner": OWNER, "id": THREAD, "created_at": now, "updated_at": now}
    return Thread(key=key, **{**row, **changes})


def read_as_a_client(events):
    """Return the assistant's messages as a client shows them, complete or not, in order.

    Fails when an event does not fit what came before it.
    """
    shown, still_open = {}, set()
    for event in events:
        match event["type"]:
            case "TEXT_MESSAGE_START":
                assert event["messageId"] not in shown
                shown[event["messageId"]] = ""
                still_open.add(event["messageId"])
            case "TEXT_MESSAGE_CONTENT":
                assert event["messageId"] in still_open
                shown[event["messageId"]] += event["delta"]
            case "TEXT_MESSAGE_END":
                still_open.remove(event["messageId"])
            case "MESSAGES_SNAPSHOT":
                assert not still_open
                said = [m for m in event["messages"] if m["role"] == "assistant"]
                shown = {m["id"]: m["content"] for m in said}
    return list(shown.values())


def one_call(tool="contacts_search", **arguments):
    """A plan of one tool call."""
    return ToolPlan(steps=(PlannedStep(tool=tool, arguments=arguments),))


def to_agent(agent="contacts"):
    return Decision(kind="run", agent=agent)
