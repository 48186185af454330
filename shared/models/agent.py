"""Agents as data."""

from datetime import datetime, timedelta
from typing import Literal

from pydantic import Field

from shared.models.base import Payload, PrintableId
from shared.models.hooks import Hook

UNDO = timedelta(days=30)
"""How long a deleted agent can be restored."""


class Skill(Payload):
    """One thing an agent can do, in words.

    `instructions` is Markdown. Where it has a numbered list, that is the skill's procedure: one
    plain order an item, done in order. `tools` are those it needs (empty: any of the agent's).
    `context`: whether it works with the conversation so far (`inherit`) or on its own (`fork`).
    `user_invocable`: people may call for it by name; `model_invocable`: it may be chosen for a
    message. Of two skills that fit, the higher `priority` leads. `shared` is the id of the skill in
    the organisation's library that this is a copy of. `lacks` are tools of other products that its
    file names; `license`, `compatibility` and `metadata` are what its file says of itself.
    """

    id: str
    name: str
    description: str
    tags: tuple[str, ...] = ()
    instructions: str = ""
    tools: tuple[str, ...] = ()
    model: str = ""
    context: Literal["inherit", "fork"] = "inherit"
    user_invocable: bool = True
    model_invocable: bool = True
    priority: int = 0
    hooks: tuple[Hook, ...] = ()
    shared: str = ""
    lacks: tuple[str, ...] = ()
    license: str = ""
    compatibility: str = ""
    metadata: tuple[tuple[str, str], ...] = ()


class HandoffCapability(Payload):
    """Whether, and how, a conversation can be handed to an agent (spec 004)."""

    supports_handoff: bool = False
    handoff_triggers: tuple[str, ...] = ()
    workflow_states: tuple[str, ...] = ()
    requires_exclusive_control: bool = True
    max_session_duration_seconds: int = Field(default=3600, ge=1, le=2_592_000)


class OrchestrationCapability(Payload):
    """How an agent takes part in delegation (spec 004)."""

    can_orchestrate: bool = False
    can_be_orchestrated: bool = True
    supported_delegation_strategies: tuple[
        Literal["parallel", "sequential", "first_success"], ...
    ] = ("parallel", "sequential")
    max_concurrent_delegations: int = Field(default=5, ge=1, le=5)


class Capabilities(Payload):
    """What an agent can take part in."""

    streaming: bool = True
    handoff: HandoffCapability = HandoffCapability()
    orchestration: OrchestrationCapability = OrchestrationCapability()


class Agent(Payload):
    """Identity, skills and allowed tools of one agent. `id` is unique in its tenant.

    `owner` made it and, with `editors`, may change it; `users` may run it (empty: everyone in the
    organisation). `public`: anybody may read its card, which says what it is and can do; who may
    run it stays as it is. `origin` names what made it (a handoff, an import), so that whoever
    repeats itself finds its own work again.
    """

    id: PrintableId
    name: str
    description: str
    domain: str = ""
    """The workspace domain it needs connected (email, calendar, contacts, slack), if any."""
    skills: tuple[Skill, ...] = ()
    tags: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    instructions: str = ""
    hooks: tuple[Hook, ...] = ()
    capabilities: Capabilities = Capabilities()
    enabled: bool = True
    owner: str = ""
    editors: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    public: bool = False
    origin: str = ""
    version: int = 1
    created_at: datetime | None = None
    updated_at: datetime | None = None


class AgentPage(Payload):
    """Some of many agents; `next` goes on after them, "" at the end."""

    agents: tuple[Agent, ...]
    next: str = ""


class RunOutcome(Payload):
    """How one run of an agent ended. `turn` names the turn, so that it is counted once."""

    turn: str
    succeeded: bool
    milliseconds: int
    at: datetime


class AgentRecord(Payload):
    """An agent's last runs, newest last: at most `KEPT_OUTCOMES`."""

    agent: PrintableId
    outcomes: tuple[RunOutcome, ...] = ()
