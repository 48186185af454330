"""Everything an activity or handler may reach, handed over ready-made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from shared.models.agent import Agent
from shared.ports import Agents, Clock, Due, Reasoner, Threads, Workspaces
from shared.tools.tool import Tool


@dataclass(frozen=True)
class Limits:
    """How long things wait: a question, a thread without news, a turn before it is looked after."""

    question_ttl: timedelta = timedelta(days=1)
    retention: timedelta = timedelta(days=30)
    rescue: timedelta = timedelta(seconds=60)


@dataclass(frozen=True)
class Services:
    """The ports, each served by an adapter that only the composition root knows."""

    threads: Threads
    due: Due
    agents: Agents
    workspaces: Workspaces
    reasoner: Reasoner
    clock: Clock
    tools: Mapping[str, Tool]
    domain_agents: tuple[Agent, ...]
    limits: Limits = field(default=Limits())
