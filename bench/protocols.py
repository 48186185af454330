"""What a call costs by the open protocols beside a direct one: of us, and from us to others.

Whatever is compared is done in turns, so that a busy machine is as busy for each.
"""

import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any, cast

import httpx
import httpx2
from a2a.types import Task
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from evals.report import table
from evals.scores import percentile
from shared.connectors.a2a_agents import A2aAgents
from shared.connectors.mcp_servers import McpServers
from shared.models.lent import ToolServer
from shared.models.remote import Letter, RemoteAgent
from shared.security.sealing import Sealer
from shared.tools.lent.offers import looked_at
from tests.support.a2a_peer import Peer, peer, words
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client, spoken
from tests.support.remote_agents import Traveller, Work
from tests.support.tool_servers import Tracker

CALLS = 50
ASKED = "help"
_SECONDS = 60.0
_ANSWER = "10 issues about lamps: the printer is on fire"

_Call = Callable[[], Awaitable[str]]


@dataclass(frozen=True)
class Taken:
    """How long each call of a kind took, in milliseconds. A group's first is the direct one."""

    group: str
    name: str
    key: str
    taken: list[float] = field(default_factory=list[float])


async def protocols(data: Path, calls: int = CALLS) -> tuple[Taken, ...]:
    """Measure on a dev host of its own, and against servers of this process."""
    return (*await _of_us(data, calls), *await _of_others(calls))


async def _of_us(data: Path, calls: int) -> tuple[Taken, ...]:
    """Ask the master agent the same in as many new conversations, in three ways."""
    group = "the master agent is asked for help"
    async with AsyncExitStack() as opened:
        host = opened.enter_context(RunningHost(ROOT, data, {"REASONER": "embedded"}))
        client = await opened.enter_async_context(http_client(host.url))
        agent = await opened.enter_async_context(peer(client))
        http = await opened.enter_async_context(
            httpx2.AsyncClient(timeout=_SECONDS, trust_env=False)
        )
        transport = streamable_http_client(f"{host.url}/api/v1/mcp", http_client=http)
        mcp = await opened.enter_async_context(Client(transport))
        return await _in_turns(
            [
                (
                    Taken(group, "directly (messages, streamed)", "us_direct"),
                    lambda: _plainly(client),
                ),
                (Taken(group, "A2A (SendMessage)", "us_a2a"), lambda: _by_a2a(agent)),
                (Taken(group, "MCP (the tool ask)", "us_mcp"), lambda: _by_mcp(mcp)),
            ],
            calls,
        )


async def _plainly(client: httpx.AsyncClient) -> str:
    talk = Conversation(client)
    body = {"message": ASKED}
    async with talk.stream("POST", f"{talk.path}/messages", json=body) as frames:
        return spoken([frame async for frame in frames])


async def _by_a2a(agent: Peer) -> str:
    agent.context = f"ctx-{uuid.uuid4().hex}"
    task: Task = await agent.say(ASKED)
    return words(task)


async def _by_mcp(client: Client) -> str:
    answer = await client.call_tool("ask", {"message": ASKED})
    found = cast("dict[str, str]", answer.structured_content or {})
    return found["text"]


async def _of_others(calls: int) -> tuple[Taken, ...]:
    """Ask somebody else for a sentence: by one plain request, and as our agents do."""
    group = "somebody else is asked for a sentence"

    async def answers(work: Work) -> None:
        await work.answers(_ANSWER)

    async with AsyncExitStack() as opened:
        card = opened.enter_context(Traveller(answers).served())
        tools = opened.enter_context(Tracker().served())
        plain = await opened.enter_async_context(httpx.AsyncClient(trust_env=False))
        envoy = A2aAgents(_sealer, loopback=True)
        remote = RemoteAgent(
            id="travel", url=card, card=await envoy.card(card), accepted_at=datetime.now(UTC)
        )
        lender = McpServers(_sealer, loopback=True, stdio=False)
        server = ToolServer(id="tracker", name="Tracker", url=tools, accepted_at=datetime.now(UTC))
        known, _ = looked_at(await lender.offers("acme", server))
        [finds] = [one for one in known if one.name == "find_issues"]

        async def directly() -> str:
            return (await plain.get(card)).json()["name"]

        async def a2a() -> str:
            letter = Letter(id=uuid.uuid4().hex, text="Find issues about lamps")
            return (await envoy.say("acme", remote, letter)).text

        async def mcp() -> str:
            answer = await lender.call("acme", server, finds, {"query": "lamps"})
            return str(answer["text"])

        return await _in_turns(
            [
                (Taken(group, "one plain request", "others_direct"), directly),
                (Taken(group, "A2A (message, streamed)", "others_a2a"), a2a),
                (Taken(group, "MCP (session, listing, call)", "others_mcp"), mcp),
            ],
            calls,
        )


def _sealer() -> Sealer:
    raise LookupError("nothing is sealed here")


async def _in_turns(ways: Sequence[tuple[Taken, _Call]], calls: int) -> tuple[Taken, ...]:
    """Make each call once unmeasured, then all of them in turns; raise ValueError for no answer."""
    for number in range(calls + 1):
        for noted, call in ways:
            began = time.perf_counter()
            if not await call():
                raise ValueError(f"{noted.name} answered nothing")
            if number:
                noted.taken.append((time.perf_counter() - began) * 1000)
    return tuple(noted for noted, _ in ways)


def report(measured: Sequence[Taken]) -> str:
    """Return the table; what is more than by the direct call is of the medians."""
    rows: list[tuple[str, ...]] = []
    for one in measured:
        direct = next(other for other in measured if other.group == one.group)
        more = "" if one is direct else f"{median(one.taken) - median(direct.taken):+,.1f}"
        figures = (percentile(one.taken, 0.5), percentile(one.taken, 0.95))
        heads = (one.group if one is direct else "", one.name, str(len(one.taken)))
        rows.append((*heads, *(f"{figure:,.1f}" for figure in figures), more))
    return table(("what", "how", "n", "p50 ms", "p95 ms", "more ms"), rows)


def summary(measured: Sequence[Taken]) -> dict[str, Any]:
    """Return the medians, for whoever compares."""
    return {one.key: round(percentile(one.taken, 0.5), 1) for one in measured}
