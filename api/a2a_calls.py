"""What every method of A2A begins with: a caller's tasks, and errors as the protocol has them."""

from abc import ABC
from collections.abc import Generator
from contextlib import contextmanager

from a2a.server.request_handlers.request_handler import RequestHandler
from a2a.utils.errors import A2AError
from a2a.utils.proto_utils import validate_proto_required_fields
from google.protobuf.message import Message as AnyMessage

from api import a2a_tasks
from api.a2a_errors import as_a2a, ours
from api.a2a_taking import Visit
from shared.decisions import a2a
from shared.models.thread import Thread


class Calls(RequestHandler, ABC):
    """Answers one request.

    `took` says whether a message was taken in. `failed` is what went wrong on our side, if
    something did: the protocol's errors are for what callers can put right.
    """

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.services = visit.services
        self.took = False
        self.failed: Exception | None = None

    async def found(self, name: str) -> tuple[Thread, a2a.Task]:
        """Return a task of the caller; raise NotFound."""
        return await a2a_tasks.find(self.services, self.visit.caller, name, self.visit.handle)

    @contextmanager
    def telling(self, params: AnyMessage) -> Generator[None]:
        """Check what has to be there, and let what goes wrong be one of the protocol's errors."""
        try:
            validate_proto_required_fields(params)
            yield
        except A2AError:
            raise
        except Exception as error:
            self.failed = error if ours(error) else None
            raise as_a2a(error) from error
