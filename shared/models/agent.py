"""Agents as data."""

from datetime import datetime

from shared.models.base import Payload, PrintableId


class Skill(Payload):
    """One thing an agent can do, in words."""

    id: str
    name: str
    description: str
    tags: tuple[str, ...] = ()


class Agent(Payload):
    """Identity, skills and allowed tools of one agent. `id` is unique in its tenant."""

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
    enabled: bool = True
    users: tuple[str, ...] = ()
    """Who may run it; empty: everyone in the organisation."""
    version: int = 1
    updated_at: datetime | None = None


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
