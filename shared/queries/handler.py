"""What a query handler is: who asks what, and how an answer is given."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Protocol

from shared.agents.roster import Reach
from shared.models.agent import Agent
from shared.models.intent import IntentAnalysis
from shared.models.principal import Principal
from shared.models.reasoning import ConversationContext, Usage
from shared.models.upload import Upload
from shared.ports import TextStream
from shared.queries.cues import says
from shared.queries.reading import plain
from shared.services import Services

SURE = 0.45
"""How sure it has to be that a text names an agent: less than for a task, since agents are what
questions are about, and "what does trip planner do" means the agent even in lower case."""


@dataclass(frozen=True)
class Asked:
    """A question, who asks it, and the agents they can reach."""

    text: str
    principal: Principal
    intent: IntentAnalysis
    context: ConversationContext
    reach: Reach
    files: tuple[Upload, ...] = ()
    """What came with it."""
    thread: str = ""
    """The opaque key of the conversation that they are in."""
    broke_off: str = ""
    """Why the model that began an answer before is not asked again; "" where it is."""

    @cached_property
    def named(self) -> tuple[Agent, ...]:
        """The agents it names, in its order; switched off ones too, never one out of reach."""
        found = (self.reach.index.get(agent) for agent, _, _ in self._mentions)
        return tuple(dict.fromkeys(agent for agent in found if agent is not None))

    @cached_property
    def plain(self) -> str:
        """The question in lower case, typing slips put right, each agent's name an `X`."""
        return plain(self.text, [(start, end) for _, start, end in self._mentions])

    @cached_property
    def latest(self) -> Agent | None:
        """The agent used last in this conversation: the one that "it" may stand for."""
        routes = self.context.memory.routes
        agent = self.reach.index.get(routes[-1]) if routes else None
        return agent if agent is not None and self.may_know(agent) else None

    def meant(self, it: str) -> tuple[Agent, ...]:
        """Return the agents it names, or the one used last where a cue asks about "it"."""
        if self.named or self.latest is None or not says(self.plain, it):
            return self.named
        return (self.latest,)

    def may_know(self, agent: Agent) -> bool:
        """Tell whether the person may run it, or could if it were switched on."""
        return self.reach.allowed(agent.model_copy(update={"enabled": True}))

    @cached_property
    def _mentions(self) -> tuple[tuple[str, int, int], ...]:
        sure = [m for m in self.reach.index.named(self.text) if m.sure >= SURE]
        known = ((m, self.reach.index.get(m.agent_id)) for m in sure)
        return tuple(
            (mention.agent_id, mention.start, mention.end)
            for mention, agent in known
            if agent is not None and self.may_know(agent)
        )


class QueryHandler(Protocol):
    """Answers one kind of question. Keeps no state: one instance serves everyone."""

    @property
    def id(self) -> str:
        """Unique in a registry."""
        ...

    @property
    def priority(self) -> int:
        """The higher, the earlier it is asked; `CATCH_ALL` is the one that takes everything."""
        ...

    def can_handle(self, asked: Asked) -> bool:
        """Tell whether it answers this; quick and without effects."""
        ...

    def answer(self, asked: Asked, services: Services) -> TextStream:
        """Answer; an error raised before the first piece leaves it to the next handler."""
        ...


CATCH_ALL = 0


class Worded:
    """A text that is written when it is first read, and costs no model call."""

    def __init__(self, write: Callable[[], Awaitable[str]]) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._write = write

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the text as one piece."""
        yield await self._write()


class InOnePiece(ABC):
    """A handler that gives all of its answer at once."""

    def answer(self, asked: Asked, services: Services) -> TextStream:
        """Answer; an error raised in writing it leaves it to the next handler."""
        return Worded(partial(self.text, asked, services))

    @abstractmethod
    async def text(self, asked: Asked, services: Services) -> str:
        """Return the answer."""
