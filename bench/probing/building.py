"""Two organisations over memory, one of which has a person with secrets, behind the whole app."""

import json
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, cast
from urllib.parse import unquote, urlencode

from azurefunctions.extensions.http.fastapi import Request, Response

from api.edge import Edge
from bench.probing.asking import ABSENT, COMMON, FREE, THERE, USED, Asked
from shared.agents import schedules
from shared.agents.domain import DOMAIN_AGENTS
from shared.conversation.taking import take_message
from shared.conversation.uploads import take_file
from shared.decisions import lifecycle
from shared.errors import Gone
from shared.models.agent import Agent, Skill
from shared.models.connection import Connection
from shared.models.effect import About, EffectRecord, Undo
from shared.models.erasure import Erasure
from shared.models.lent import ToolServer
from shared.models.principal import Principal
from shared.models.remote import Interface, RemoteAgent, RemoteCard
from shared.models.rows import INBOX, RUN_TICKET, TURN
from shared.models.thread import Question
from shared.models.threads_in import NewMessage
from shared.models.waiting import Waiting
from shared.naming import thread_key
from shared.security.identity import Call
from shared.services import Limits, Services
from shared.storage.agents import VERSION
from shared.storage.due import StoredDue
from shared.storage.memory import MemoryRows
from shared.storage.registered import StoredRemoteAgents, StoredToolServers
from shared.storage.threads import StoredThreads
from shared.workspace.registry import TOOLS
from tests.support.engine import RecordingEngine
from tests.support.fakes import (  # pyright: ignore[reportUnknownVariableType]
    NOON,
    ManualClock,
    OneWorkspace,
    remembering,  # pyright: ignore[reportUnknownVariableType]
)

ANN = Principal(tenant="acme", user="ann", roles=("member",))
SECRET = "zanzibar"  # noqa: S105 - the word that nobody else may read
OTHER_PARAMETERS = {
    "turn": "1",
    "run_id": "run-m1",
    "interrupt_id": "q-1-1",
    "version": "1",
    "file_id": "f1",
    "provider": "google",
}
"""What is named within something that is probed, or is one of a few that everybody knows."""


@dataclass(frozen=True)
class Target:
    """A parameter that routes take, what it names, and who may not have that."""

    parameter: str
    there: str
    of_organisation: bool = False
    """Whether colleagues may see it."""
    of_administrators: bool = False
    """Whether administrators may."""
    beside: str = ""
    """What anybody may see, and must not be told apart from it; "" is an id that nothing has."""

    @property
    def absent(self) -> str:
        """An id as long as that, that nothing has."""
        return self.beside or ABSENT[: len(self.there)].ljust(len(self.there), "x")

    def hidden_from(self, who: Principal) -> bool:
        """Tell whether somebody must not learn that it is there."""
        if who.tenant != ANN.tenant:
            return True
        return not self.of_organisation and not (self.of_administrators and administers(who))


def administers(who: Principal) -> bool:
    """Tell whether somebody sees what is of administrators, in their organisation."""
    return not {"owner", "admin"}.isdisjoint(who.roles)


class Quiet(Gone, TimeoutError):
    """Nothing happens any more: whoever follows or waits has seen all there is."""


async def _no_news(seconds: float) -> None:
    raise Quiet(f"nothing happens for {seconds} s")


class Building:
    """Two organisations; Ann has something of every kind there is, once it is furnished."""

    def __init__(self) -> None:
        self._tables: list[MemoryRows] = []
        clock = ManualClock()
        kept = cast("dict[str, Any]", remembering(self._table, clock, DOMAIN_AGENTS))
        self._connections = kept["accounts"]._connections  # noqa: SLF001 - a fake's own
        self.services = Services(
            threads=StoredThreads(self._table()),
            due=StoredDue(self._table()),
            **kept,
            tool_servers=StoredToolServers(self._table()),
            remote_agents=StoredRemoteAgents(self._table()),
            workspaces=OneWorkspace(),
            reasoner=None,  # pyright: ignore[reportArgumentType] - no handler asks one
            clock=clock,
            tools=TOOLS,
            domain_agents=DOMAIN_AGENTS,
            limits=Limits(),
            pause=_no_news,
        )
        self.engine = RecordingEngine()
        self.caller = ANN
        self.others = dict(OTHER_PARAMETERS)
        """What is named within something that is probed."""
        self._edge = Edge(self)

    def _table(self) -> MemoryRows:
        self._tables.append(MemoryRows())
        return self._tables[-1]

    async def authenticate(self, call: Call) -> Principal:  # noqa: ARG002 - the port's signature
        """Return whoever is probing."""
        return self.caller

    async def furnish(self) -> tuple[Target, ...]:
        """Give Ann a conversation, an agent of her own, a schedule, a skill, and some elsewhere."""
        shared = await self.furnish_what_all_see()
        await self._talk()
        agent = Agent(
            id=THERE,
            name=f"{SECRET} desk",
            description=f"Does {SECRET}",
            owner=ANN.user,
            users=(ANN.user,),
        )
        await self.services.agents.save(ANN.tenant, agent, None)
        wish = schedules.Wish(agent=THERE, request=f"report {SECRET}", when="every hour")
        schedule = await schedules.create(self.services, ANN, wish)
        await self._use(USED)
        file = await take_file(self.services, ANN, THERE, f"{SECRET}.txt", SECRET.encode())
        self.others["file_id"] = file.id
        return (
            Target("thread_id", THERE),
            Target("agent", THERE, of_administrators=True),
            Target("schedule", schedule.id),
            *shared,
            Target("skill", USED, of_administrators=True, beside=FREE),
            Target("approval", await self._approval()),
            Target("erasure", await self._erasure(), of_administrators=True),
            Target("effect", await self._effect()),
            Target("connection", await self._connection()),
        )

    async def furnish_what_all_see(self) -> tuple[Target, ...]:
        """Give the organisation what is no secret among colleagues."""
        skill = Skill(id=COMMON, name=SECRET, description=f"Does {SECRET}")
        await self.services.skills.save(ANN.tenant, skill, None)
        for name in (USED, FREE):
            await self.services.skills.save(ANN.tenant, _sums(name), None)
        lent = ToolServer(id=COMMON, name=SECRET, url="https://a.example", accepted_at=NOON)
        await self.services.tool_servers.put(ANN.tenant, lent, None)
        card = RemoteCard(
            name=SECRET,
            description=f"Does {SECRET}",
            interfaces=(Interface(url="https://a.example", binding="JSONRPC", version="1.0"),),
            digest="d1",
        )
        remote = RemoteAgent(id=COMMON, url="https://a.example", card=card, accepted_at=NOON)
        await self.services.remote_agents.put(ANN.tenant, remote, None)
        return (
            *(Target(kind, COMMON, of_organisation=True) for kind in ("skill", "server", "remote")),
            Target("person", await self._colleague(), of_administrators=True),
        )

    async def _talk(self) -> None:
        """Have Ann say something, and be asked something back."""
        said = NewMessage(
            text=f"Talk about {SECRET}",
            message_id="m1",
            run_id="run-m1",
            digest="m1",
            due_at=NOON + timedelta(minutes=1),
        )
        await take_message(self.services, ANN, THERE, said)
        threads, key = self.services.threads, thread_key(ANN.tenant, ANN.user, THERE)
        head, message = await threads.head(key), await threads.get(key, INBOX, 1)
        ticket = await threads.get(key, RUN_TICKET, "run-m1")
        if head is None or message is None or ticket is None:
            raise LookupError(THERE)
        change, _ = lifecycle.open_turn(
            head.value, message.value, ticket, "e1", before=None, now=NOON
        )
        head, turn = await threads.commit(head, change), await threads.get(key, TURN, 1)
        ticket = await threads.get(key, RUN_TICKET, "run-m1")
        if turn is None or ticket is None:
            raise LookupError(THERE)
        question = Question(kind="approval", text=f"Send {SECRET}?", arguments={"to": SECRET})
        request = lifecycle.new_request(turn.value, question, now=NOON, ttl=timedelta(days=1))
        change, _ = lifecycle.ask(head.value, turn, ticket, request, NOON)
        await threads.commit(head, change)

    async def _approval(self) -> str:
        """Have Ann wait for somebody with a role that only the organisation's heads could give."""
        noted = Waiting(
            thread=thread_key(ANN.tenant, ANN.user, THERE),
            thread_id=THERE,
            request="q-1-1",
            kind="approval",
            told=f"Send {SECRET}",
            at=NOON,
            asker=ANN.user,
            role="treasurer",
        )
        await self.services.waiting.add(ANN, noted)
        return noted.id

    async def _use(self, skill: str) -> None:
        """Have one of two skills of the library be used where nobody else may look."""
        agent = Agent(
            id=f"{THERE}-2",
            name=SECRET,
            description=SECRET,
            owner=ANN.user,
            users=(ANN.user,),
            skills=(_sums(skill).model_copy(update={"shared": skill}),),
        )
        await self.services.agents.save(ANN.tenant, agent, None)

    async def _colleague(self) -> str:
        """Have somebody else of the organisation been here."""
        who = Principal(tenant=ANN.tenant, user=f"{THERE}-{SECRET}", name=SECRET)
        await self.services.directory.met(who)
        return who.user

    async def _effect(self) -> str:
        """Have something been changed for Ann, that can be taken back."""
        record = EffectRecord(
            key="salaryraised",
            tool="gmail_send_email",
            hash="h",
            state="done",
            owner="o",
            until=NOON,
            begun_at=NOON,
            about=About(told=f"Sent {SECRET}", thread=THERE),
            undo=Undo(tool="contacts_update", told=SECRET),
        )
        await self.services.ledger.put(ANN, record, None)
        return record.key

    async def _erasure(self) -> str:
        """Have Ann's erasure noted, as far as it can be read; nobody works on it here."""
        name, person = self.services.erasures.new_id(ANN)
        noted = Erasure(
            id=name,
            person=person,
            tenant=ANN.tenant,
            user=ANN.user,
            by="person",
            asked_at=NOON,
            kept={"agents": SECRET},
        )
        return (await self.services.erasures.begin(noted)).id

    async def _connection(self) -> str:
        """Have an account of Ann's be connected."""
        account = Connection(
            id="accountofann",
            provider="google",
            email=f"{SECRET}@a.example",
            domains=("email",),
            grant="sealed",
            connected_at=NOON,
        )
        await self._connections.put(ANN, account, None)
        return account.id

    def rows(self) -> dict[tuple[int, str, str], object]:
        """Return every row there is, but for those that count an organisation's agents."""
        return {
            (number, partition, key): row
            for number, table in enumerate(self._tables)
            for partition, rows in table.partitions()
            for key, row in rows.items()
            if key != VERSION
        }

    async def call(self, asked: Asked) -> Response:
        """Call as a host does, which decodes everything in a path but the slash."""
        sent = b"" if asked.body is None else json.dumps(asked.body).encode()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": sent, "more_body": False}

        headers = {"host": "localhost", "if-match": '"1"', **asked.headers}
        scope = {
            "type": "http",
            "method": asked.method,
            "path": asked.route.path,
            "query_string": urlencode(asked.query).encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 50_000),
            "path_params": {name: decoded(value) for name, value in asked.path.items()},
        }
        request = Request(scope, receive)
        return await self._edge.handle(asked.route, request, self.engine, lambda: self.services)


def _sums(name: str) -> Skill:
    return Skill(id=name, name="Sums", description="Sums up")


def decoded(value: str) -> str:
    """Return a part of a path as a host hands it on."""
    return "%2F".join(map(unquote, re.split("%2F", value, flags=re.IGNORECASE)))
