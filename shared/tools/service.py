"""What a service brings: its domain, its port, its tools, and the agent that owns them."""

from dataclasses import dataclass

from shared.models.agent import Agent
from shared.tools.tool import Tool


@dataclass(frozen=True)
class Service:
    """One service of a workspace. `ports` are those its tools look up in a workspace.

    `inverse` are tools that nobody plans: they only take back what the others did.
    """

    domain: str
    ports: tuple[type, ...]
    tools: tuple[Tool, ...]
    agent: Agent
    inverse: tuple[Tool, ...] = ()
