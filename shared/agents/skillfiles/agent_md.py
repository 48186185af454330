"""What an agent is besides its skills, as an AGENT.md file."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from shared.agents.skillfiles.document import closed, opened
from shared.agents.skillfiles.faults import Report
from shared.agents.skillfiles.fields import (
    DESCRIPTION,
    ID,
    NAME,
    TAGS,
    instructions_of,
    tools_field,
)
from shared.agents.skillfiles.hooks import hook_fields, hooks_of, written_hooks
from shared.agents.skillfiles.kinds import Choice, Fields, Flag, Several, Text, Whole, one_of
from shared.agents.skillfiles.spelling import hyphened, snaked
from shared.decisions.building.naming import slug
from shared.models.agent import Agent
from shared.models.base import Json

FILE_NAME = "AGENT.md"
MAX_PEOPLE = 500
MAX_SKILLS = 200

_NAMELESS = "agent"
_CAPABILITIES = Fields(
    {
        "streaming": Flag(),
        "handoff": Fields(
            {
                "supports-handoff": Flag(),
                "handoff-triggers": Several(Text(200), 50),
                "workflow-states": Several(Text(64), 50),
                "requires-exclusive-control": Flag(),
                "max-session-duration-seconds": Whole(1, 2_592_000),
            }
        ),
        "orchestration": Fields(
            {
                "can-orchestrate": Flag(),
                "can-be-orchestrated": Flag(),
                "supported-delegation-strategies": Several(
                    Choice(("parallel", "sequential", "first_success")), 3
                ),
                "max-concurrent-delegations": Whole(1, 5),
            }
        ),
    }
)


@dataclass(frozen=True)
class AgentFile:
    """An AGENT.md: an agent without its skills, and the folders of those in their order.

    `tools_said`: the file says which tools the agent has, be it none.
    """

    agent: Agent
    folders: tuple[str, ...]
    tools_said: bool


def read_agent(
    text: str, path: str, tools: Collection[str] | None, folders: Collection[str]
) -> AgentFile:
    """Read an AGENT.md; raise SkillFileError with all of its mistakes.

    `tools` are the names of those there are (None: not checked), `folders` of the skills' folders.
    """
    report = Report(path)
    document = opened(text, report)
    values = _fields(tools, folders).read(document.fields, "", report) or {}
    instructions = instructions_of(document, report)
    report.settle()
    return AgentFile(
        _agent(values, instructions), values.get("skills", ()), "allowed-tools" in values
    )


def written_agent(agent: Agent, folders: Sequence[str]) -> str:
    """Return an agent as an AGENT.md, its skills being in these folders."""
    fields: dict[str, Json] = {
        "id": agent.id,
        "name": agent.name,
        "description": agent.description,
        "allowed-tools": list(agent.tools),
    }
    said: dict[str, Json] = {
        "skills": list(folders),
        "domain": agent.domain,
        "tags": list(agent.tags),
        "examples": list(agent.examples),
        "users": list(agent.users),
        "editors": list(agent.editors),
        "hooks": written_hooks(agent.hooks),
        "capabilities": hyphened(agent.capabilities.model_dump(exclude_defaults=True)),
    }
    fields.update((name, value) for name, value in said.items() if value)
    if not agent.enabled:
        fields["enabled"] = False
    if agent.public:
        fields["public"] = True
    return closed(fields, agent.instructions)


def _fields(tools: Collection[str] | None, folders: Collection[str]) -> Fields:
    return Fields(
        {
            "id": ID,
            "name": NAME,
            "description": DESCRIPTION,
            "allowed-tools": tools_field(tools),
            "skills": Several(Text(255, wrong=one_of("skill folder", folders)), MAX_SKILLS),
            "domain": Text(100),
            "tags": TAGS,
            "examples": Several(Text(500), 50),
            "users": Several(Text(255), MAX_PEOPLE),
            "editors": Several(Text(255), MAX_PEOPLE),
            "enabled": Flag(),
            "public": Flag(),
            "hooks": hook_fields(tools),
            "capabilities": _CAPABILITIES,
        },
        needed=frozenset({"name", "description"}),
    )


def _agent(values: dict[str, Any], instructions: str) -> Agent:
    return Agent.model_validate(
        {
            "id": values.get("id") or slug(values["name"]) or _NAMELESS,
            "name": values["name"],
            "description": values["description"],
            "domain": values.get("domain", ""),
            "tags": values.get("tags", ()),
            "tools": values.get("allowed-tools", ()),
            "examples": values.get("examples", ()),
            "instructions": instructions,
            "hooks": hooks_of(values.get("hooks", {})),
            "capabilities": snaked(values.get("capabilities", {})),
            "enabled": values.get("enabled", True),
            "public": values.get("public", False),
            "users": values.get("users", ()),
            "editors": values.get("editors", ()),
        }
    )
