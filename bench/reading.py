"""What reading a message takes: its task and words, and then all that is planned from them."""

import gc
import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.organisations import organisation
from evals import world
from evals.crowd import FOLDER, ForService
from evals.datasets import load
from evals.report import table
from evals.scores import percentile
from shared.agents.domain import DOMAIN_AGENTS
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.models.principal import Principal
from shared.models.profile import Profile
from shared.models.reasoning import ConversationContext, IntentRequest, PlanRequest
from shared.ports import Encoder, Reasoner
from shared.profiles import profile_of
from shared.storage.memory import MemoryRows
from shared.understanding.reader import FILES, Before, Reader
from shared.workspace.registry import DOMAINS, TOOLS

SIZES = (10, 10_000)
MESSAGES = 300
_BEFORE = Before("show me the mails from Sarah about the budget", "list")
_WARMING = 20
_AGENTS = {agent.id: agent for agent in DOMAIN_AGENTS}
_SHARED = Path(__file__).parent.parent / "shared"
_MODELS = (".onnx", ".npz")
_PERSON = Principal(tenant="evaluation", user="ada")
_NO_AGENTS = 0
"""Stands for the size where no agents take part."""


@dataclass(frozen=True)
class Timed:
    """What was done, among how many agents, and what each message took, in milliseconds.

    `worked` is the time of the processor, which others on the same machine take nothing from.
    """

    name: str
    agents: int
    taken: list[float] = field(default_factory=list[float])
    worked: list[float] = field(default_factory=list[float])

    @property
    def p50(self) -> float:
        """The middle of the times."""
        return percentile(self.taken, 0.5)

    @property
    def p95(self) -> float:
        """The slow end of the times."""
        return percentile(self.taken, 0.95)

    def add(self, began: "_Instant", ended: "_Instant") -> None:
        """Add what lies between."""
        self.taken.append((ended.wall - began.wall) * 1000)
        self.worked.append((ended.processor - began.processor) * 1000)


class _Instant:
    """Now, by the clock and by the time this process has worked."""

    def __init__(self) -> None:
        self.wall, self.processor = time.perf_counter(), time.process_time()


@dataclass(frozen=True)
class Measured:
    """The times, what the process held in memory by stage, and the files that models ship in."""

    times: Sequence[Timed]
    memory: Sequence[tuple[str, int]]
    files: Sequence[tuple[str, int]]


async def reading(
    reasoner: Callable[[], Reasoner],
    encoder: Encoder,
    sizes: Sequence[int] = SIZES,
    messages: int = MESSAGES,
) -> Measured:
    """Measure on one core; memory is that of this process, with what the bench itself holds.

    Each size has a reasoner of its own, for one remembers what it has read.
    """
    lines = load(FOLDER / "services.jsonl", ForService).items[:messages]
    memory = [("before anything is loaded", resident())]
    with one_core():
        times = [_read(lines)]
        memory.append(("with the reader", resident()))
        saving = world.Remembering(encoder)
        for rounds, size in enumerate(sizes, start=1):
            agents = organisation(size, 1).agents
            there = await world.organisation(agents, reasoner(), encoder, saving)
            gc.collect()
            gc.freeze()  # tables in memory are the bench's own: no collection is to visit them
            times += await _planned(_connected(there), size, lines, " " * rounds)
            gc.unfreeze()
            memory.append((f"with everything, {size:,} agents", resident()))
    return Measured(times, memory, shipped())


def _read(lines: Sequence[ForService]) -> Timed:
    reader, timed = Reader(), Timed("reading (task and spans)", _NO_AGENTS)
    for line in lines[:_WARMING]:
        reader.read(f"{line.text} please", _BEFORE)
    for line in lines:
        began = _Instant()
        reader.read(line.text, _BEFORE)
        timed.add(began, _Instant())
    return timed


async def _planned(
    there: world.World, size: int, lines: Sequence[ForService], spaces: str
) -> list[Timed]:
    """Measure search, intent, plan and their sum; `spaces` make texts new that are remembered."""
    names = ("finding the agents", "analyze_intent", "plan_tools", "all of it")
    timed = [Timed(name, size) for name in names]
    services = there.services
    profile = await profile_of(services, _PERSON, await services.workspaces.open(_PERSON))
    warming = lines[:_WARMING]
    for number, line in enumerate([*warming, *lines]):
        text = line.text + (f" please{spaces}" if number < len(warming) else spaces)
        began = _Instant()
        candidates = await there.candidates(text)
        found = _Instant()
        intent = IntentRequest(
            text=text,
            today=world.TODAY.date().isoformat(),
            context=ConversationContext(),
            agents=candidates,
        )
        await services.reasoner.analyze_intent(intent)
        analyzed = _Instant()
        await services.reasoner.plan_tools(_request(line.service, text, profile))
        ended = _Instant()
        if number >= len(warming):
            between = ((began, found), (found, analyzed), (analyzed, ended), (began, ended))
            for one, (first, last) in zip(timed, between, strict=True):
                one.add(first, last)
    return timed


def _request(service: str, text: str, profile: Profile) -> PlanRequest:
    agent = _AGENTS[service]
    return PlanRequest(
        agent=agent.id,
        command=text,
        today=world.TODAY.date().isoformat(),
        tools=tuple(TOOLS[name].spec for name in agent.tools),
        profile=profile,
        now=world.TODAY,
        agent_name=agent.name,
    )


def _connected(there: world.World) -> world.World:
    """Return the organisation with every service of the sandbox."""
    services = there.services
    everything = SandboxWorkspaces(MemoryRows(), services.clock, frozenset(DOMAINS))
    return replace(there, services=replace(services, workspaces=everything))


@contextmanager
def one_core() -> Generator[None]:
    """Keep the process to one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def resident() -> int:
    """Return the bytes this process holds in memory; 0 where the system does not tell."""
    status = Path("/proc/self/statm")
    if not status.exists():
        return 0
    return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def shipped() -> list[tuple[str, int]]:
    """Return the files of fitted models that ship, the reader's own first, with their bytes."""
    own = [path for path in sorted(FILES.iterdir()) if path.is_file()]
    others = [
        path
        for path in sorted(_SHARED.rglob("*"))
        if path.suffix in _MODELS and path.parent != FILES
    ]
    return [(str(path.relative_to(_SHARED.parent)), path.stat().st_size) for path in own + others]


def report(measured: Measured) -> str:
    """Return the figures as tables."""
    times = [
        (
            f"{one.agents:,}" if one.agents else "",
            one.name,
            len(one.taken),
            f"{one.p50:.2f}",
            f"{one.p95:.2f}",
            f"{percentile(one.worked, 0.5):.2f}",
            f"{percentile(one.worked, 0.95):.2f}",
        )
        for one in measured.times
    ]
    headings = ("agents", "what", "n", "p50 ms", "p95 ms", "processor p50 ms", "processor p95 ms")
    files = [*measured.files, ("all", sum(size for _, size in measured.files))]
    return "\n\n".join(
        (
            table(headings, times),
            table(("memory", "MB"), [(name, _mega(size)) for name, size in measured.memory]),
            table(("file", "MB"), [(name, _mega(size)) for name, size in files]),
        )
    )


def summary(measured: Measured) -> dict[str, float]:
    """Return the figures for machines; memory and files in bytes."""
    found: dict[str, float] = {}
    for one in measured.times:
        what = one.name.partition(" (")[0].replace(" ", "_")
        name = f"{what}_{one.agents}" if one.agents else what
        worked = percentile(one.worked, 0.5)
        found |= {f"{name}_p50_ms": round(one.p50, 3), f"{name}_p95_ms": round(one.p95, 3)}
        found[f"{name}_processor_p50_ms"] = round(worked, 3)
    own = str(FILES.relative_to(_SHARED.parent))
    return {
        **found,
        "rss_bytes": max(size for _, size in measured.memory),
        "reader_bytes": sum(size for name, size in measured.files if name.startswith(own)),
        "model_bytes": sum(size for _, size in measured.files),
    }


def _mega(size: int) -> float:
    return round(size / 1_000_000, 1)
