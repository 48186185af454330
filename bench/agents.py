"""What keeping the agents of a large organisation takes: listing, searching, saving, indexing."""

import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bench.organisations import organisation
from evals import world
from evals.report import table
from evals.scores import percentile
from shared.agents.domain import DOMAIN_AGENTS
from shared.ports import Encoder
from shared.storage.agents import StoredAgents
from shared.storage.catalogue import FRESH, StoredCatalogue
from shared.storage.memory import MemoryRows

PAGE = 100
SAVES = 100
FEW = 5
"""How often what takes long is done: listing everybody, and indexing anew."""
_TENANT = "bench"
_WARMING = 20


@dataclass(frozen=True)
class Timed:
    """What was done, and what each time took, in milliseconds."""

    name: str
    key: str
    taken: list[float] = field(default_factory=list[float])

    @contextmanager
    def once(self) -> Generator[None]:
        """Take the time of what is done within."""
        began = time.perf_counter()
        yield
        self.taken.append((time.perf_counter() - began) * 1000)


class _Clock:
    def __init__(self) -> None:
        self._now = world.TODAY

    def now(self) -> datetime:
        return self._now

    def let_pass(self, duration: timedelta) -> None:
        self._now += duration


class _Kept:
    """The agents of one organisation in a table, and their index."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder, self._clock, self._rows = encoder, _Clock(), MemoryRows()
        self.agents = StoredAgents(self._rows, encoder)
        self._catalogue = StoredCatalogue(self._rows, encoder, self._clock, DOMAIN_AGENTS)

    async def index(self) -> None:
        """Index the agents as a process does that has just started."""
        await StoredCatalogue(self._rows, self._encoder, self._clock, DOMAIN_AGENTS).index(_TENANT)

    async def fill(self, size: int, messages: int) -> list[str]:
        """Save an organisation's agents, and return messages to them."""
        made = organisation(size, messages)
        filled = StoredAgents(self._rows, world.Remembering(self._encoder))
        for agent in made.agents:
            await filled.save(_TENANT, agent, None)
        return [text for text, _ in made.messages]

    async def search(self, text: str) -> None:
        """Find who could do what a message asks for."""
        index = await self._catalogue.index(_TENANT)
        index.search(text, self._encoder.encode([text])[0])

    async def save(self, agent_id: str, **changes: str) -> None:
        """Read an agent and save it with changes."""
        agent, etag = await self.agents.get(_TENANT, agent_id)
        update = {**changes, "version": agent.version + 1}
        await self.agents.save(_TENANT, agent.model_copy(update=update), etag)

    def outdate(self) -> None:
        """Let so much time pass that whether the index is the latest has to be looked at."""
        self._clock.let_pass(FRESH)


async def agents(encoder: Encoder, size: int, messages: int) -> list[Timed]:
    """Measure an organisation of `size` agents over rows in memory, warm."""
    kept = _Kept(encoder)
    asked = await kept.fill(size, messages)
    for text in asked[:_WARMING]:
        await kept.search(f"{text} please")
    search = Timed("search", "search_ms")
    for text in asked:
        with search.once():
            await kept.search(text)
    saved = [f"a{number:05}" for number in range(min(SAVES, size))]
    save, quiet = Timed("save, other words", "save_ms"), Timed("save, same words", "save_quiet_ms")
    for agent_id in saved:
        with save.once():
            await kept.save(agent_id, description=f"Looks after {agent_id}")
        with quiet.once():
            await kept.save(agent_id, instructions=f"You look after {agent_id}.")
    index = Timed("index from nothing", "index_ms")
    for _ in range(FEW):
        with index.once():
            await kept.index()
    reindex = Timed("search after a save", "reindex_ms")
    for text, agent_id in zip(asked[:FEW], saved, strict=False):
        await kept.save(agent_id, description=f"Looks after {text}")
        kept.outdate()
        with reindex.once():
            await kept.search(text)
    return [*await _listing(kept), search, save, quiet, index, reindex]


async def _listing(kept: _Kept) -> list[Timed]:
    page, everybody = Timed(f"list a page of {PAGE}", "list_page_ms"), Timed("list", "list_ms")
    after, last = "", False
    while not last:
        with page.once():
            found = await kept.agents.page(_TENANT, after, PAGE)
        after, last = found.next, not found.next
    for _ in range(FEW):
        with everybody.once():
            await kept.agents.list(_TENANT)
    return [page, everybody]


def report(measured: Sequence[Timed]) -> str:
    """Return the figures as a table."""
    figures = [(one, _figures(one)) for one in measured]
    rows = [(one.name, f["n"], f"{f['p50']:.2f}", f"{f['p95']:.2f}") for one, f in figures]
    return table(("what", "n", "p50 ms", "p95 ms"), rows)


def summary(measured: Sequence[Timed]) -> dict[str, dict[str, float]]:
    """Return the figures for machines, in milliseconds."""
    return {one.key: _figures(one) for one in measured}


def _figures(one: Timed) -> dict[str, float]:
    return {
        "n": len(one.taken),
        "p50": round(percentile(one.taken, 0.5), 3),
        "p95": round(percentile(one.taken, 0.95), 3),
    }
