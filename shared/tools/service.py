"""What a service brings: its ports, its tools, the frames of its tasks, and its agent."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.models.agent import Agent
from shared.tools.tool import Tool
from shared.understanding.work import Frames


@dataclass(frozen=True)
class Service:
    """One service of a workspace. `ports` are those its tools look up in a workspace.

    `listed` are the tasks that may be about things an answer listed, with the kinds of those;
    `inverse` are tools that nobody plans: they only take back what the others did.
    """

    domain: str
    ports: tuple[type, ...]
    tools: tuple[Tool, ...]
    agent: Agent
    frames: Frames
    inverse: tuple[Tool, ...] = ()
    listed: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
