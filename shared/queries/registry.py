"""Query handlers by priority, and what happens when one fails."""

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress

from shared.errors import Fault, OmniForgeError, QueryHandlerError, StorageFailed
from shared.faults import noticed
from shared.models.reasoning import Usage
from shared.ports import TextStream
from shared.queries.handler import CATCH_ALL, Asked, QueryHandler
from shared.services import Services


class QueryHandlers:
    """Finds who answers a question. The handler of priority 0 takes what nobody else does."""

    def __init__(self, handlers: Iterable[QueryHandler]) -> None:
        self._handlers = tuple(sorted(handlers, key=lambda handler: -handler.priority))
        ids = [handler.id for handler in self._handlers]
        if len(set(ids)) < len(ids):
            raise ValueError(f"Two query handlers have the same id: {sorted(ids)}.")
        if not self._handlers or self._handlers[-1].priority != CATCH_ALL:
            raise ValueError("The last query handler must be one of priority 0 for everything.")

    def find(self, asked: Asked) -> QueryHandler:
        """Return the first handler for a question."""
        return next(self._willing(asked))

    def answer(self, asked: Asked, services: Services) -> TextStream:
        """Answer by the first handler that can; one that fails leaves it to the next.

        Iterating raises QueryHandlerError when all fail, what the handler raised when it broke off
        after it had begun, and StorageFailed at once.
        """
        return _FirstToAnswer(self._willing(asked), asked, services)

    def _willing(self, asked: Asked) -> Iterator[QueryHandler]:
        *special, catch_all = self._handlers
        yield from (handler for handler in special if _takes(handler, asked))
        yield catch_all


def _takes(handler: QueryHandler, asked: Asked) -> bool:
    with suppress(Fault), noticed(handler.id):
        return handler.can_handle(asked)
    return False


class _FirstToAnswer:
    """The answer of the first handler that begins one; `usage` counts the failed ones too."""

    def __init__(self, handlers: Iterator[QueryHandler], asked: Asked, services: Services) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._handlers = handlers
        self._asked = asked
        self._services = services

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the answer in pieces."""
        failure: OmniForgeError | None = None
        for handler in self._handlers:
            begun, spent = False, self.usage
            try:
                with noticed(handler.id):
                    stream = handler.answer(self._asked, self._services)
                    async for piece in stream:
                        begun = begun or bool(piece)
                        yield piece
                self.usage, self.fallback = spent + stream.usage, stream.fallback
            except OmniForgeError as error:
                # without storage no other handler knows better: the step is run again
                if begun or isinstance(error, StorageFailed):
                    raise
                failure = error
            if begun:
                return
        raise QueryHandlerError("No query handler could answer.") from failure
