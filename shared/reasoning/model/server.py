"""A model server as this process knows it: how it is reached and asked, and how it does."""

import logging
import re
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from shared.errors import Upstream, UpstreamRejected, UpstreamUnavailable
from shared.models.reasoning import Usage
from shared.reasoning.model.breaker import Breaker
from shared.reasoning.model.capabilities import Capabilities, learnt
from shared.reasoning.model.failing import too_long, upstream_errors

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI

T = TypeVar("T")

PATIENCE_SECONDS = 30.0
_WHOLE_TEXT = 4
"""A text may take so many times as long as an answer that comes at once."""
_MOST_LESSONS = 4
"""How often one call is made anew because the server does not understand it."""
_MAY_TEACH = frozenset({400, 404, 405, 422, 500, 501})
_ABSENT = frozenset({404, 405})
_NO_MODEL = re.compile(r"model|deployment", re.IGNORECASE)
_THOUGHT = {"minimal": 1_024, "low": 2_048, "medium": 8_192}
_MOST_THOUGHT = 24_576
_UNASKED = _THOUGHT["medium"]
"""Tokens for a model that thinks though no effort is set: local ones do, unless they are told."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Habits:
    """How a server is asked: how long it has; temperature and effort, if they are set.

    `seconds` are for a whole answer, or the beginning of a text; `kinds` differ from them: calls by
    the name of their skill, `token` (the longest silence within a text) and `text` (all of it).
    `context` is how many tokens a call and its answer may have together; 0: unknown. `can` is what
    is told of its capabilities, as `told` reads it.
    """

    seconds: float = PATIENCE_SECONDS
    kinds: Mapping[str, float] = field(default_factory=dict[str, float])
    temperature: float | None = None
    effort: str = ""
    context: int = 0
    can: str = ""

    def patience(self, kind: str) -> float:
        """Return the seconds that a kind of call has."""
        return self.kinds.get(kind, self.seconds)

    @property
    def whole_text(self) -> float:
        """The seconds that a text has from its beginning to its end."""
        return self.kinds.get("text", _WHOLE_TEXT * self.seconds)

    @property
    def thought(self) -> int:
        """The tokens that a model may think in before it answers."""
        return _THOUGHT.get(self.effort, _MOST_THOUGHT) if self.effort not in {"", "none"} else 0


class Server:
    """A server. Its client is made on first use; what it refuses is remembered for each model."""

    def __init__(
        self,
        client: "Callable[[], AsyncOpenAI]",
        can: Capabilities | None = None,
        habits: Habits | None = None,
    ) -> None:
        self.habits = habits or Habits()
        self.breaker = Breaker()
        self.context = self.habits.context
        self._make_client = client
        self._made: AsyncOpenAI | None = None
        self._can = can or Capabilities()
        self._learnt: dict[str, Capabilities] = {}
        self._thinking: set[str] = set()

    @property
    def client(self) -> "AsyncOpenAI":
        """What requests are sent with; it does not try again."""
        if self._made is None:
            longest = max([self.habits.seconds, *self.habits.kinds.values()])
            self._made = self._make_client().with_options(timeout=longest, max_retries=0)
        return self._made

    def teach(self, model: str, can: Capabilities) -> None:
        """Remember what a model of the server was seen to understand."""
        _log.warning("model %r is asked otherwise from now on: %s", model, can)
        self._learnt[model] = can

    def can(self, model: str) -> Capabilities:
        """Return what is known to be understood for a model."""
        return self._learnt.get(model, self._can)

    def saw_thinking(self, model: str) -> None:
        """Remember that a model thinks before it answers: what it thinks counts as its answer."""
        self._thinking.add(model)

    def thinks(self, model: str) -> bool:
        """Return whether a model was seen to think."""
        return model in self._thinking

    def thought(self, model: str) -> int:
        """Return the tokens that a model may think in before it answers."""
        asked = self.habits.thought if self.can(model).effort else 0
        return asked or (_UNASKED if self.thinks(model) else 0)

    @contextmanager
    def calling(self, model: str) -> Generator[None]:
        """Raise an Upstream error that knows its cost for what goes wrong in a call, and note it.

        Raises UpstreamUnavailable at once while the server is left alone.
        """
        condition = self.breaker.enter()
        if condition.state == "resting":
            left = UpstreamUnavailable(f"model {model!r} is left alone: {condition.reason}")
            left.cost = Usage()
            raise left
        try:
            with upstream_errors(model):
                yield
        except Upstream as failure:
            failure.cost = failure.cost or Usage(calls=1, model=model)
            if isinstance(failure, UpstreamRejected):
                self.breaker.refused(str(failure))
            else:
                self.breaker.failed(str(failure), failure.retry_after)
            raise
        self.breaker.succeeded()

    async def asked(
        self, model: str, send: Callable[[Capabilities], Awaitable[T]]
    ) -> tuple[Capabilities, T]:
        """Return what `send` does, and with which capabilities it did it.

        Where the server refuses something that can be left out or said otherwise, that is done.
        """
        import openai  # noqa: PLC0415 - importing openai costs half a second, paid on first use

        for _ in range(_MOST_LESSONS):
            can = self.can(model)
            try:
                return can, await send(can)
            except openai.APIStatusError as refusal:
                lesson = _lesson(can, refusal)
                if lesson is None:
                    raise
                self.teach(model, lesson)
        can = self.can(model)
        return can, await send(can)

    async def close(self) -> None:
        """Close the client's connections, if it was ever used."""
        if self._made is not None:
            await self._made.close()


def _lesson(can: Capabilities, refusal: "APIStatusError") -> Capabilities | None:
    said = refusal.message
    if refusal.status_code not in _MAY_TEACH or too_long(f"{refusal.code} {said}"):
        return None
    absent = refusal.status_code in _ABSENT and not _NO_MODEL.search(said)
    if can.api == "responses" and absent:
        return Capabilities(api="chat", limit=can.limit)
    return learnt(can, refusal.param or "", said)
