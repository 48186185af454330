"""The same conversation as a LangGraph graph with its SQLite checkpointer, in one process.

Its nodes ask the same reasoner and read the same demo accounts; it has no HTTP, no event log, no
questions and no roles. That is what is compared: the cost of keeping a conversation's state.
"""

# pyright: basic, reportMissingImports=false
# It is not installed with the rest, so its types are not known.

import asyncio
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypedDict

from bench.load.crowd import TEXT, Level
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.models.principal import Principal
from shared.models.reasoning import IntentRequest
from shared.storage.memory import MemoryRows
from shared.workspace.email.port import Mailbox

INSTALL = "pip install -r requirements-bench.txt"


class State(TypedDict):
    """What a checkpoint keeps."""

    messages: list[tuple[str, str]]
    action: str
    found: list[str]


def missing() -> bool:
    """Tell whether it is not installed."""
    return find_spec("langgraph") is None


async def langgraph(data: Path, levels: Any, turns: int, thinking: Any, clock: Any) -> list[Level]:
    """Measure each level after another, as `crowd` does."""
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver  # noqa: PLC0415

    async with AsyncSqliteSaver.from_conn_string(str(data / "langgraph.sqlite")) as saver:
        graph = _graph(thinking, clock, saver)
        await _level(graph, 1, 3, "warm")
        return [await _level(graph, threads, turns, "at") for threads in levels]


def _graph(thinking: Any, clock: Any, saver: Any) -> Any:
    from langgraph.graph import END, START, StateGraph  # noqa: PLC0415

    workspaces = SandboxWorkspaces(MemoryRows(), clock, frozenset({"email", "contacts"}))
    person = Principal(tenant="bench", user="bench")

    async def understand(state: State) -> Any:
        text = state["messages"][-1][1]
        asked = IntentRequest(text=text, today="2026-03-04")
        return {"action": (await thinking.analyze_intent(asked)).value.action}

    async def search(state: State) -> Any:  # noqa: ARG001 - by this name it is given
        workspace = await workspaces.open(person)
        page = await workspace[Mailbox].search("from:sarah.chen@company.com budget", 5)
        return {"found": [mail.subject for mail in page.mails]}

    async def answer(state: State) -> Any:
        words = "\n".join(f"{n}. {subject}" for n, subject in enumerate(state["found"], 1))
        return {"messages": [*state["messages"], ("assistant", words)][-20:]}

    made = StateGraph(State)
    for name, node in (("understand", understand), ("search", search), ("answer", answer)):
        made.add_node(name, node)
    for one, other in (
        (START, "understand"),
        ("understand", "search"),
        ("search", "answer"),
        ("answer", END),
    ):
        made.add_edge(one, other)
    return made.compile(checkpointer=saver)


async def _level(graph: Any, threads: int, turns: int, name: str) -> Level:
    level, each = Level(threads), max(2, turns // threads)
    began, spent = time.perf_counter(), time.process_time()

    async def talk(number: int) -> None:
        config = {"configurable": {"thread_id": f"{name}-{threads}-{number}"}}
        said: list[tuple[str, str]] = []
        for _ in range(each):
            asked, first = time.perf_counter(), 0.0
            async for state in graph.astream(
                {"messages": [*said, ("user", TEXT)]}, config, stream_mode="values"
            ):
                first = first or (time.perf_counter() - asked) * 1000
                said = state["messages"]
            level.first.append(first)
            level.answer.append((time.perf_counter() - asked) * 1000)

    await asyncio.gather(*map(talk, range(threads)))
    level.seconds, level.host = time.perf_counter() - began, time.process_time() - spent
    return level
