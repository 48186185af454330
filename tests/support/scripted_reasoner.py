"""A Reasoner that plays a script."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from shared.models.base import Payload
from shared.models.reasoning import Usage
from shared.ports import Reasoned, Reasoner, TextStream
from shared.thinking import thinks

METHODS = (
    "analyze_intent",
    "plan_tools",
    "reassess",
    "revise",
    "synthesize",
    "answer",
    "interpret_reply",
    "draft_agent",
)


@dataclass(frozen=True)
class Text:
    """A text to stream, in these pieces; with `error` it breaks off after the last of them.

    `thoughts` are what its model thinks before.
    """

    pieces: tuple[str, ...]
    error: Exception | None = None
    usage: Usage = Usage()
    thoughts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """One request as it was received."""

    method: str
    request: Any


@dataclass
class ScriptedReasoner:
    """Answers each method from its script; without one it asks `inner`.

    A script is a sequence of values, `Reasoned` values, `Text`s, or exceptions to raise. A callable
    is given the request and returns one of these.
    """

    inner: Reasoner | None = None
    scripts: dict[str, Sequence[Any]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def __post_init__(self) -> None:
        if unknown := set(self.scripts) - set(METHODS):
            msg = f"a Reasoner has no {sorted(unknown)}"
            raise ValueError(msg)
        self._left = {method: list(script) for method, script in self.scripts.items()}

    def requests(self, method: str) -> list[Any]:
        """Return the requests one method received, in order."""
        return [asked.request for asked in self.asked if asked.method == method]

    def assert_used_up(self) -> None:
        """Fail when part of a script was not played."""
        left = {method: script for method, script in self._left.items() if script}
        assert not left, f"not played: {left}"

    async def analyze_intent(self, request: Payload) -> Reasoned[Any]:
        return await self._value("analyze_intent", request)

    async def plan_tools(self, request: Payload) -> Reasoned[Any]:
        return await self._value("plan_tools", request)

    async def reassess(self, request: Payload) -> Reasoned[Any]:
        return await self._value("reassess", request)

    async def revise(self, request: Payload) -> Reasoned[Any]:
        return await self._value("revise", request)

    async def interpret_reply(self, request: Payload) -> Reasoned[Any]:
        return await self._value("interpret_reply", request)

    async def draft_agent(self, request: Payload) -> Reasoned[Any]:
        return await self._value("draft_agent", request)

    def synthesize(self, request: Payload) -> TextStream:
        return self._text("synthesize", request)

    def answer(self, request: Payload) -> TextStream:
        return self._text("answer", request)

    async def _value(self, method: str, request: Payload) -> Reasoned[Any]:
        self.asked.append(Asked(method, request))
        if method not in self._left:
            return await getattr(self._fallback(method), method)(request)
        line = self._next(method, request)
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, Reasoned) else Reasoned(line)

    def _text(self, method: str, request: Payload) -> TextStream:
        self.asked.append(Asked(method, request))
        if method not in self._left:
            return getattr(self._fallback(method), method)(request)
        line = self._next(method, request)
        if isinstance(line, Exception):
            return ScriptedText(Text((), line))
        return ScriptedText(line if isinstance(line, Text) else Text((line,)))

    def _next(self, method: str, request: Payload) -> Any:
        assert self._left[method], f"{method} was asked once more than its script says"
        line = self._left[method].pop(0)
        return line(request) if isinstance(line, Callable) else line

    def _fallback(self, method: str) -> Reasoner:
        assert self.inner is not None, f"{method} was asked and has no script"
        return self.inner


class ScriptedText:
    """A text stream that plays a `Text`; `usage` is set when it ends, also when it breaks off."""

    def __init__(self, text: Text) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._text = text

    async def __aiter__(self) -> AsyncIterator[str]:
        for thought in self._text.thoughts:
            thinks(thought)
        for piece in self._text.pieces:
            yield piece
        self.usage = self._text.usage
        if self._text.error is not None:
            raise self._text.error
