"""The eight journeys of spec 001: what people say, word for word, their agents, what became."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from devhost.azurite import Azurite
from evals.everyday.workspace import SandboxTables, Seen
from host.wiring import SystemClock
from shared.models.agent import Agent, Skill
from shared.security.identity import DEVELOPER
from shared.storage.tables import Tables
from tests.support.building import NOTION_TO_SLACK, SHEETS_TO_SLACK
from tests.support.http import Frame, http_client, interrupt

CLEAR = "Generate my weekly Notion project summary"
CREATING = SHEETS_TO_SLACK
UPDATING = NOTION_TO_SLACK
SEVERAL = ("Generate a report", "The Notion one")
NOBODY = ("Send an email to my team about the project update", "Create the email agent")
BY_HANDLE = "@financial-reporter show me Q4 revenue"
ONCE_OR_FOR_GOOD = ("I want to set up a weekly report from Notion", "Create a new automated one")
VAGUE = ("I need a summary", "My projects", "Notion")

FINANCE = Agent(
    id="financial-reporter",
    name="Financial Reporter",
    description="Revenue, expenses and budget reports",
    skills=(
        Skill(
            id="figures",
            name="Figures",
            description="Reads revenue and expenses",
            instructions='1. Read the sheet "Finance"',
        ),
    ),
    tools=("sheets_search", "sheets_read"),
    tags=("finance", "reporting"),
    examples=("revenue report for Q3", "expenses by department", "budget report"),
)
SALES = Agent(
    id="sales-analyzer",
    name="Sales Analyzer",
    description="Sales trend and pipeline reports",
    skills=(Skill(id="report", name="Report", description="Sales and pipeline report"),),
    tags=("sales", "reporting"),
    examples=("pipeline report", "sales trend this month", "which deals are stuck"),
)
TRACKERS = tuple(
    Agent(
        id=f"{tool.lower()}-summarizer",
        name=f"{tool} Summarizer",
        description=f"Summaries of your projects in {tool}",
        skills=(Skill(id="sum", name="Summary", description=f"Summary of projects in {tool}"),),
        tags=(tool.lower(), "projects"),
        examples=(f"summarise my projects in {tool}", f"summary of the {tool} projects"),
    )
    for tool in ("Notion", "Linear", "Jira")
)
_MADE_OF = frozenset({"id", "name", "description", "skills", "tools", "tags", "examples"})


async def make(url: str, agents: Iterable[Agent]) -> None:
    """Have a host's organisation make these agents, over HTTP."""
    async with http_client(url) as client:
        for agent in agents:
            made = await client.post("/api/v1/agents", json=body_of(agent))
            assert made.status_code == 201, made.text


def body_of(agent: Agent) -> dict[str, Any]:
    """Return what makes an agent over HTTP."""
    return agent.model_dump(mode="json", include=set(_MADE_OF))


def offered(frames: list[Frame]) -> list[str]:
    """Return the options of the question that these frames end with."""
    return [option["label"] for option in interrupt(frames)["metadata"]["options"]]


async def sandbox(data: Path) -> tuple[Seen, Seen]:
    """Return what the sandbox of the host with this data folder held at first, and holds now."""
    kept = Tables.from_connection_string(Azurite(data / "azurite").connection_string, "omniforge")
    try:
        tables, now = SandboxTables(kept, DEVELOPER), SystemClock().now()
        return await tables.beginning(now), await tables.look(now)
    finally:
        await kept.aclose()


async def posted(data: Path, channel: str) -> list[str]:
    """Return what was posted in a channel of the sandbox besides what it began with."""
    before, after = await sandbox(data)
    new = after.messages.keys() - before.messages.keys()
    return [after.messages[name].text for name in new if after.messages[name].channel == channel]
