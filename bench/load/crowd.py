"""Many threads at once on a dev host of its own, over HTTP: how long they wait, what they cost."""

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from devhost.azurite import Azurite
from evals.report import table
from evals.scores import percentile
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client

TEXT = "Show me emails from Sarah about the budget"
LEVELS = (1, 5, 20, 50, 200)
TURNS = 100
"""At each level; each thread says two things at least."""
MANY = "10000000/100000000"
ENVIRONMENT = {
    "REASONER": "embedded",
    "SANDBOX_DOMAINS": "email,calendar,contacts,slack,sheets,pages",
    **dict.fromkeys(("LIMIT_REQUESTS", "LIMIT_STREAMS", "LIMIT_TURNS", "LIMIT_TOOL_CALLS"), MANY),
}
"""No limit is met, and all are counted."""
_TICKS = os.sysconf("SC_CLK_TCK")
_WRITTEN_S = 0.6
"""Until the meter's file tells of what is over."""


@dataclass(frozen=True)
class Read:
    """What the meter showed at a moment: seconds of processor time, calls, and looks by cause."""

    host: float
    storage: float
    calls: Counter[str]
    seen: Counter[str]


@dataclass
class Level:
    """So many threads at once: what they waited, in milliseconds, and what all of it took."""

    threads: int
    first: list[float] = field(default_factory=list[float])
    answer: list[float] = field(default_factory=list[float])
    seconds: float = 0.0
    host: float = 0.0
    storage: float = 0.0
    calls: Counter[str] = field(default_factory=Counter[str])
    seen: Counter[str] = field(default_factory=Counter[str])

    @property
    def turns(self) -> int:
        """Turns that were answered."""
        return len(self.answer)


def app_with_meter(folder: Path) -> Path:
    """Write an app that is the product with a meter, and return its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "function_app.py").write_text("from tests.support.app_with_meter import app\n")
    for name in ("host.json", "local.settings.json.example"):
        (folder / name).write_text((ROOT / name).read_text())
    return folder


def metered_host(data: Path) -> RunningHost:
    """Return a host of that app, which writes nothing of its runs."""
    environment = {**ENVIRONMENT, "METER": str(data / "meter.json")}
    return RunningHost(app_with_meter(data / "app"), data, environment, verbose=False)


async def crowd(data: Path, levels: Sequence[int] = LEVELS, turns: int = TURNS) -> list[Level]:
    """Measure each level after another, on one host that is warm."""
    with metered_host(data) as host:
        async with http_client(host.url) as client:
            for _ in range(3):
                await _said(Conversation(client), Level(0))
            return [await _level(client, data, threads, turns) for threads in levels]


async def _level(client: Any, data: Path, threads: int, turns: int) -> Level:
    level, each = Level(threads), max(2, turns // threads)
    talks = [Conversation(client) for _ in range(threads)]
    before = await _read(data)
    began = time.perf_counter()

    async def talk(one: Conversation) -> None:
        for _ in range(each):
            await _said(one, level)

    await asyncio.gather(*map(talk, talks))
    level.seconds = time.perf_counter() - began
    after = await _read(data)
    level.host, level.storage = after.host - before.host, after.storage - before.storage
    level.calls, level.seen = after.calls - before.calls, after.seen - before.seen
    return level


async def _said(talk: Conversation, level: Level) -> None:
    """Say it and note when the first event, and the end of the answer, came."""
    began, first = time.perf_counter(), 0.0
    body = {"message": TEXT}
    async with talk.stream("POST", f"{talk.path}/messages", json=body) as frames:
        async for frame in frames:
            first = first or (time.perf_counter() - began) * 1000
            if frame.type == "RUN_ERROR":
                raise RuntimeError(f"a turn failed: {frame.event}")
    level.first.append(first)
    level.answer.append((time.perf_counter() - began) * 1000)


async def _read(data: Path) -> Read:
    await asyncio.sleep(_WRITTEN_S)
    told = json.loads(_written(data))
    storage = _spent(Azurite(data / "azurite").pid)
    return Read(told["cpu"], storage, Counter(told["calls"]), Counter(told["seen"]))


def _written(data: Path) -> str:
    return (data / "meter.json").read_text()


def _spent(pid: int) -> float:
    """Return the seconds of processor time that another process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]
    user, system = fields.split()[11:13]
    return (int(user) + int(system)) / _TICKS


def report(levels: Sequence[Level]) -> str:
    """Return what was waited and what a turn took, then what it was for."""
    return "\n\n".join((waits(levels), _costs(levels), _causes(levels), _tables(levels)))


def waits(levels: Sequence[Level]) -> str:
    """Return how fast it went, and what was waited."""
    rows = [
        (
            one.threads,
            one.turns,
            f"{one.turns / one.seconds:.1f}",
            f"{one.turns / one.host:.1f}",
            *(f"{percentile(w, s):,.0f}" for w in (one.first, one.answer) for s in (0.5, 0.95)),
        )
        for one in levels
    ]
    headings = ("threads", "turns", "turns/s", "turns per CPU s", "first event p50 ms", "p95 ms")
    return table((*headings, "answer p50 ms", "p95 ms"), rows)


def _costs(levels: Sequence[Level]) -> str:
    rows = [
        (
            one.threads,
            f"{sum(one.calls.values()) / one.turns:.1f}",
            f"{one.host / one.turns * 1000:.0f}",
            f"{one.storage / one.turns * 1000:.0f}",
        )
        for one in levels
    ]
    return table(("threads", "table calls", "CPU ms: app and host", "emulator"), rows)


def _causes(levels: Sequence[Level]) -> str:
    causes = sorted({cause for one in levels for cause in one.seen})
    rows = [(cause, *(f"{_share(one, cause):.0f}" for one in levels)) for cause in causes]
    return table(("CPU ms a turn, by cause", *(str(one.threads) for one in levels)), rows)


def _share(level: Level, cause: str) -> float:
    looks = sum(level.seen.values())
    return level.seen[cause] / max(looks, 1) * level.host / max(level.turns, 1) * 1000


def _tables(levels: Sequence[Level]) -> str:
    calls = sorted({call for one in levels for call in one.calls})
    rows = [(call, *(f"{one.calls[call] / one.turns:.2f}" for one in levels)) for call in calls]
    return table(("table calls a turn", *(str(one.threads) for one in levels)), rows)


def summary(levels: Sequence[Level]) -> dict[str, object]:
    """Return the figures for machines."""
    return {
        f"threads_{one.threads}": {
            "turns": one.turns,
            "turns_per_s": round(one.turns / one.seconds, 2),
            "turns_per_cpu_s": round(one.turns / one.host, 2),
            "first_event_p95_ms": round(percentile(one.first, 0.95)),
            "answer_p95_ms": round(percentile(one.answer, 0.95)),
            "table_calls": round(sum(one.calls.values()) / one.turns, 1),
        }
        for one in levels
    }
