"""Every route that takes somebody's id, called by everybody who may not have what it names.

Each probe is a pair: the id of something that is there and somebody else's, and an id that nothing
has, written in the same way. Whatever tells the two answers apart is an oracle; a word of what the
other person said in either is a leak; a row of theirs that is not what it was is a change.
"""

import base64
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast
from urllib.parse import quote, unquote

from azurefunctions.extensions.http.fastapi import Request, Response

from api.edge import Edge
from api.routes import ROUTES, Route
from shared import schedules
from shared.agents.domain import DOMAIN_AGENTS
from shared.models.agent import Agent, Skill
from shared.models.effect import About, EffectRecord, Undo
from shared.models.erasure import Erasure
from shared.models.lent import ToolServer
from shared.models.principal import Principal
from shared.models.remote import Interface, RemoteAgent, RemoteCard
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
from shared.taking import take_message
from shared.tools.registry import TOOLS
from tests.support.engine import RecordingEngine
from tests.support.fakes import (  # pyright: ignore[reportUnknownVariableType]
    NOON,
    ManualClock,
    OneWorkspace,
    remembering,  # pyright: ignore[reportUnknownVariableType]
)

ROLES = ("owner", "admin", "builder", "approver", "member")
TENANTS = ("acme", "globex")
ANN = Principal(tenant="acme", user="ann", roles=("member",))
SECRET = "zanzibar"  # noqa: S105 - the word that nobody else may read
SPELLINGS: Mapping[str, Callable[[str], str]] = {
    "plain": lambda name: name,
    "encoded": lambda name: "~" + base64.urlsafe_b64encode(name.encode()).decode().rstrip("="),
    "percent": lambda name: "".join(f"%{ord(letter):02X}" for letter in name),
    "percent twice": lambda name: quote(quote(f"{name}/")),
    "capitals": str.upper,
    "space": lambda name: f"{name}%20",
    "slash": lambda name: f"{name}%2F",
    "null": lambda name: f"{name}%00",
}
_THERE, _ABSENT = "salary-talks", "cinema-plans"
_USED, _FREE = "sums-of-some", "sums-of-none"
_BODIES: Mapping[str, Mapping[str, Any]] = {
    "chat": {"runId": "r9", "messages": [{"id": "m9", "role": "user", "content": "Hi"}]},
    "messages": {"message": "Hi", "message_id": "m9"},
    "feedback": {"verdict": "good"},
    "interrupt": {"action": "accept"},
    "handoff": {"target": "agent-builder"},
    "agent": {"name": "Other", "description": "Something else"},
    "agent_run": {"message": "Hi", "message_id": "m8"},
    "agent_rollback": {"version": 1},
    "skill": {"name": "Other", "description": "Something else"},
    "tool_server_accept": {"offer": "what it was"},
    "remote_agent_accept": {"offer": "what it was"},
    "schedule": {"paused": True},
    "schedule_approvals": {"run": "r1"},
    "approval": {"action": "accept"},
    "agents": {"id": "", "name": "Other", "description": "Something else"},
    "agent_import": {"files": {"AGENT.md": "---\nname: {}\ndescription: Something else\n---\n"}},
}
_REFUSED: tuple[Mapping[str, Any], ...] = ({"unheard": "of"}, {"": []})
OTHER_PARAMETERS = {
    "turn": "1",
    "run_id": "run-m1",
    "interrupt_id": "q-1-1",
    "version": "1",
    "file_id": "f1",
    "connection": "c1",
    "provider": "google",
}
"""What is named within something that is probed, or can only ever be one's own."""
_ZIP = b"PK"
_PASSING = re.compile(r"[0-9a-f]{32}|[a-z2-7]{32}|\b[a-z2-7]{20}\b")
"""What is made up anew for each answer, or is the hash of something in the request."""


@dataclass
class Findings:
    """What came of the probes."""

    probes: int = 0
    statuses: Counter[int] = field(default_factory=Counter[int])
    leaks: list[str] = field(default_factory=list[str])
    oracles: list[str] = field(default_factory=list[str])
    changed: list[str] = field(default_factory=list[str])


@dataclass(frozen=True)
class _Target:
    """A parameter that routes take, what it names, and who may not have that."""

    parameter: str
    there: str
    of_organisation: bool = False
    """Whether colleagues may see it."""
    of_administrators: bool = False
    """Whether administrators may."""
    beside: str = ""
    """What anybody may see, and must not be told apart from it; "" is an id that nothing has."""

    def hidden_from(self, who: Principal) -> bool:
        """Tell whether somebody must not learn that it is there."""
        if who.tenant != ANN.tenant:
            return True
        above = self.of_administrators and not {"owner", "admin"}.isdisjoint(who.roles)
        return not self.of_organisation and not above


class Building:
    """Two organisations over memory, of which one has a person with secrets."""

    def __init__(self) -> None:
        self._tables: list[MemoryRows] = []
        clock = ManualClock()
        kept = cast("dict[str, Any]", remembering(self._table, clock, DOMAIN_AGENTS))
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
        )
        self.engine = RecordingEngine()
        self.caller = ANN
        self._edge = Edge(self)

    def _table(self) -> MemoryRows:
        self._tables.append(MemoryRows())
        return self._tables[-1]

    async def authenticate(self, call: Call) -> Principal:  # noqa: ARG002 - the port's signature
        """Return whoever is probing."""
        return self.caller

    async def furnish(self) -> tuple[_Target, ...]:
        """Give Ann a conversation, an agent of her own, a schedule, a skill, and some elsewhere."""
        said = NewMessage(
            text=f"Talk about {SECRET}",
            message_id="m1",
            run_id="run-m1",
            digest="m1",
            due_at=NOON + timedelta(minutes=1),
        )
        await take_message(self.services, ANN, _THERE, said)
        agent = Agent(
            id=_THERE,
            name=f"{SECRET} desk",
            description=f"Does {SECRET}",
            owner=ANN.user,
            users=(ANN.user,),
        )
        await self.services.agents.save(ANN.tenant, agent, None)
        skill = Skill(id=_THERE, name=SECRET, description=f"Does {SECRET}")
        await self.services.skills.save(ANN.tenant, skill, None)
        lent = ToolServer(id=_THERE, name=SECRET, url="https://a.example", accepted_at=NOON)
        await self.services.tool_servers.put(ANN.tenant, lent, None)
        card = RemoteCard(
            name=SECRET,
            description=f"Does {SECRET}",
            interfaces=(Interface(url="https://a.example", binding="JSONRPC", version="1.0"),),
            digest="d1",
        )
        remote = RemoteAgent(id=_THERE, url="https://a.example", card=card, accepted_at=NOON)
        await self.services.remote_agents.put(ANN.tenant, remote, None)
        wish = schedules.Wish(agent=_THERE, request=f"report {SECRET}", when="every hour")
        schedule = await schedules.create(self.services, ANN, wish)
        return (
            _Target("thread_id", _THERE),
            _Target("agent", _THERE, of_administrators=True),
            _Target("schedule", schedule.id),
            _Target("skill", _THERE, of_organisation=True),
            _Target("skill", await self._shared(), of_administrators=True, beside=_FREE),
            _Target("server", _THERE, of_organisation=True),
            _Target("remote", _THERE, of_organisation=True),
            _Target("approval", await self._approval()),
            _Target("erasure", await self._erasure(), of_administrators=True),
            _Target("person", await self._colleague(), of_administrators=True),
            _Target("effect", await self._effect()),
        )

    async def _approval(self) -> str:
        """Have Ann wait for somebody with a role that only the organisation's heads could give."""
        head = await self.services.threads.head(thread_key(ANN.tenant, ANN.user, _THERE))
        if head is None:
            raise LookupError(_THERE)
        noted = Waiting(
            thread=head.value.key,
            thread_id=_THERE,
            request="q-1-1",
            kind="approval",
            told=f"Send {SECRET}",
            at=NOON,
            asker=ANN.user,
            role="treasurer",
        )
        await self.services.waiting.add(ANN, noted)
        return noted.id

    async def _shared(self) -> str:
        """Have two skills in the library that differ in what nobody else may know."""
        for name in (_USED, _FREE):
            skill = Skill(id=name, name="Sums", description="Sums up")
            await self.services.skills.save(ANN.tenant, skill, None)
        agent = Agent(
            id=f"{_THERE}-2",
            name=SECRET,
            description=SECRET,
            owner=ANN.user,
            users=(ANN.user,),
            skills=(skill.model_copy(update={"shared": _USED}),),
        )
        await self.services.agents.save(ANN.tenant, agent, None)
        return _USED

    async def _colleague(self) -> str:
        """Have somebody else of the organisation been here."""
        who = Principal(tenant=ANN.tenant, user=f"{_THERE}-{SECRET}", name=SECRET)
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
            about=About(told=f"Sent {SECRET}", thread=_THERE),
            undo=Undo(tool="gmail_trash", told=SECRET),
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

    def rows(self) -> dict[tuple[int, str, str], object]:
        """Return every row there is, but for those that count an organisation's agents."""
        return {
            (number, partition, key): row
            for number, table in enumerate(self._tables)
            for partition, rows in table.partitions()
            for key, row in rows.items()
            if key != VERSION
        }

    async def call(
        self, route: Route, method: str, given: Mapping[str, str], body: Any
    ) -> Response:
        """Call a route as a host does, which decodes everything in a path but the slash."""
        named = {name: _decoded(value) for name, value in given.items()}
        sent = json.dumps(body).encode()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": sent, "more_body": False}

        scope = {
            "type": "http",
            "method": method,
            "path": route.path,
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"if-match", b'"1"')],
            "client": ("127.0.0.1", 50_000),
            "path_params": named,
        }
        request = Request(scope, receive)
        return await self._edge.handle(route, request, self.engine, lambda: self.services)


def _decoded(value: str) -> str:
    return "%2F".join(map(unquote, re.split("%2F", value, flags=re.IGNORECASE)))


async def probing(most: int | None = None, building: Building | None = None) -> Findings:
    """Probe every route, at most so often for each caller and each of what is not theirs."""
    found, building = Findings(), building or Building()
    targets = await building.furnish()
    before = building.rows()
    for tenant in TENANTS:
        for role in ROLES:
            who = Principal(tenant=tenant, user=f"mallory-{role}", roles=(role,))
            building.caller = who
            for target in targets:
                if target.hidden_from(who):
                    await _probe(building, target, found, most)
    after = building.rows()
    found.changed += [str(key) for key, row in before.items() if after.get(key) != row]
    return found


async def _probe(building: Building, target: _Target, found: Findings, most: int | None) -> None:
    first = found.probes
    for spelling, spelled in SPELLINGS.items():
        absent = _ABSENT[: len(target.there)].ljust(len(target.there), "x")
        names = (target.there, target.beside or absent)
        for route, method, body in _requests(target):
            if most is not None and found.probes - first >= most:
                return
            told: list[tuple[Any, ...]] = []
            for name in names:
                parameters = {**OTHER_PARAMETERS, target.parameter: spelled(name)}
                filled = _filled(body, target, name)
                response = await building.call(route, method, parameters, filled)
                found.probes += 1
                found.statuses[response.status_code] += 1
                told.append(_told(response, name, spelled(name)))
            where = (
                f"{building.caller.tenant}/{building.caller.user} {method} {route.name} {spelling}"
            )
            if any(SECRET in str(answer) for answer in told):
                found.leaks.append(where)
            if told[0] != told[1]:
                found.oracles.append(f"{where}: {told[0]} {told[1]}"[:600])


def _requests(target: _Target) -> Iterator[tuple[Route, str, Any]]:
    """Yield what to call, with a body that is taken and with two that are not."""
    for route in ROUTES:
        in_path = f"{{{target.parameter}}}" in route.path
        if not (in_path or _in_body(route, target)):
            continue
        for method in route.handlers:
            for body in (_BODIES.get(route.name, {}), *_REFUSED):
                if in_path or method == "POST":
                    yield route, method, body


def _in_body(route: Route, target: _Target) -> bool:
    named = {"thread_id": {"chat"}, "agent": {"schedules", "agents", "agent_import"}}
    return route.name in named.get(target.parameter, set())


def _filled(body: Any, target: _Target, name: str) -> Any:
    if target.parameter == "thread_id":
        return {**body, "threadId": name} if "runId" in body else body
    if body.get("message_id") == "m8":
        return {**body, "message_id": f"m8-{name}"}
    if "files" in body:
        files = {path: text.format(name) for path, text in body["files"].items()}
        return {**body, "files": files}
    if target.parameter == "agent" and "id" in body:
        return {**body, "id": name}
    if target.parameter == "agent" and not body:
        return {"agent": name, "request": "report", "when": "every hour"}
    return body


def _told(response: Response, *names: str) -> tuple[Any, ...]:
    """Return all that an answer tells, without what the caller said and what is always new."""
    body = bytes(getattr(response, "body", b""))
    packed = body.startswith(_ZIP)
    text = _unpacked(body) if packed else body.decode(errors="replace")
    # how well a name packs is no secret
    sent = {**response.headers, **({"content-length": "PACKED"} if packed else {})}
    headers = str(sorted(sent.items()))
    spelled = {form for name in names for form in (name, _decoded(name), quote(name))}
    spelled |= {SPELLINGS["encoded"](_decoded(form)) for form in tuple(spelled)}
    for form in sorted(spelled, key=len, reverse=True):
        text, headers = text.replace(form, "ID"), headers.replace(form, "ID")
    return response.status_code, _PASSING.sub("NEW", text), _PASSING.sub("NEW", headers)


def _unpacked(body: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return str([(name, archive.read(name)) for name in archive.namelist()])


def report(found: Findings) -> str:
    """Return a table of what came of the probes."""
    lines = [
        f"{found.probes:>7,} probes: {dict(sorted(found.statuses.items()))}",
        f"{len(found.leaks):>7,} leaks",
        f"{len(found.oracles):>7,} oracles",
        f"{len(found.changed):>7,} rows changed",
    ]
    return "\n".join((*lines, *found.leaks[:20], *found.oracles[:20], *found.changed[:20]))


def summary(found: Findings) -> dict[str, int]:
    """Return the figures."""
    return {
        "probes": found.probes,
        "leaks": len(found.leaks),
        "oracles": len(found.oracles),
        "changed": len(found.changed),
    }
