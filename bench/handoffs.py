"""How soon an agent speaks: when a conversation is handed to it, and when several are asked."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evals.report import table
from evals.scores import percentile
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client

THREADS = 50
"""Conversations handed over at once, and then as many one after another."""
WANTED = "I need an agent that posts the finished tasks of our Google Sheet to Slack every Monday"
ANSWER = "It's called 'Weekly Metrics'"
ASKED = "What do Notion and finance say about Q4?"
_ENVIRONMENT = {
    "REASONER": "embedded",
    "SANDBOX_DOMAINS": "email,calendar,contacts,slack,sheets,pages",
}
_AGENTS: tuple[dict[str, Any], ...] = (
    {
        "id": "notion-reporter",
        "name": "Notion Reporter",
        "description": "Project summaries from Notion",
        "tools": ["pages_search", "pages_read"],
        "skills": [
            {
                "id": "read",
                "name": "Notion reader",
                "description": "Summarizes projects",
                "instructions": "1. Summarize the projects from the pages",
            }
        ],
    },
    {
        "id": "financial-reporter",
        "name": "Financial Reporter",
        "description": "Revenue and expenses",
        "tools": ["sheets_search", "sheets_read"],
        "skills": [
            {
                "id": "read",
                "name": "Figures",
                "description": "Reads revenue",
                "instructions": '1. Read the sheet "Finance"',
            }
        ],
    },
)


@dataclass(frozen=True)
class Waited:
    """What was waited for after a message, and how long each time, in milliseconds."""

    name: str
    key: str
    taken: list[float] = field(default_factory=list[float])


async def handoffs(data: Path, threads: int = THREADS) -> tuple[Waited, ...]:
    """Measure on a dev host of its own, over HTTP; all threads begin at the same time."""
    event = Waited("handed over, all at once: first event", "handoff_event_ms")
    token = Waited("handed over, all at once: first words", "handoff_token_ms")
    alone_event = Waited("handed over, one by one: first event", "alone_event_ms")
    alone_token = Waited("handed over, one by one: first words", "alone_token_ms")
    within = Waited("within a handoff, all at once: first words", "within_token_ms")
    branch = Waited("several asked: first event of one", "delegation_event_ms")
    answer = Waited("several asked: first words", "delegation_token_ms")
    with RunningHost(ROOT, data, _ENVIRONMENT) as host:
        async with http_client(host.url) as client:
            for agent in _AGENTS:
                (await client.post("/api/v1/agents", json=agent)).raise_for_status()
            await _said(Conversation(client), WANTED, "handoff", Waited("", ""), Waited("", ""))
            talks = [Conversation(client) for _ in range(threads)]
            await asyncio.gather(*(_said(talk, WANTED, "handoff", event, token) for talk in talks))
            await asyncio.gather(
                *(_said(talk, ANSWER, "", Waited("", ""), within) for talk in talks)
            )
            for _ in range(threads):
                await _said(Conversation(client), WANTED, "handoff", alone_event, alone_token)
                await _said(Conversation(client), ASKED, "delegation", branch, answer)
    return event, token, alone_event, alone_token, within, branch, answer


async def _said(talk: Conversation, text: str, event: str, first: Waited, words: Waited) -> None:
    """Say something and note when that event, and the first words of the answer, came."""
    began = time.perf_counter()
    seen, heard = False, False
    body = {"message": text}
    async with talk.stream("POST", f"{talk.path}/messages", json=body) as frames:
        async for frame in frames:
            waited = (time.perf_counter() - began) * 1000
            if not seen and frame.event.get("name") == event:
                seen = True
                first.taken.append(waited)
            if not heard and frame.type == "TEXT_MESSAGE_CONTENT":
                heard = True
                words.taken.append(waited)


def report(measured: Sequence[Waited]) -> str:
    """Return the table."""
    rows = [
        (
            one.name,
            str(len(one.taken)),
            f"{percentile(one.taken, 0.5):,.0f}",
            f"{percentile(one.taken, 0.95):,.0f}",
        )
        for one in measured
    ]
    return table(("after a message", "n", "p50 ms", "p95 ms"), rows)


def summary(measured: Sequence[Waited]) -> dict[str, float]:
    """Return the 95th percentiles, for whoever compares."""
    return {one.key: round(percentile(one.taken, 0.95)) for one in measured}
