"""A thread's event log: as a stream that goes on, or a page at a time."""

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import ConfigDict

from api import sse, tail
from api.access import readable
from api.ids import path_id
from api.shown import Shown, shown
from api.tail import PAGE, Watch
from shared.errors import NotFound
from shared.models.base import Json
from shared.models.principal import Principal
from shared.models.rows import EVENT, RUN_TICKET
from shared.models.thread import LoggedEvent
from shared.ports import Engine
from shared.services import Services


class EventView(Shown):
    """An event as AG-UI has it, with whatever its type has; `metadata` has its `run` and `turn`."""

    model_config = ConfigDict(extra="allow")

    type: str
    metadata: dict[str, Json]


class LoggedView(Shown):
    """One event of a thread's log; ids have no gaps."""

    id: int
    event: EventView


class EventPage(Shown):
    """Some of a log; `next` goes on after it."""

    events: list[LoggedView]
    next: int


async def get_events(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the events after a position: of the thread, or with `run` of that run to its end."""
    del engine
    after = sse.position(request)
    key = (await readable(services, caller, path_id(request, "thread_id"))).value.key
    run, first = request.query_params.get("run"), 1
    if run is not None:
        ticket = await services.threads.get(key, RUN_TICKET, run)
        if ticket is None:
            raise NotFound("There is no such run in this conversation.")
        first = ticket.value.first_event
    if sse.wanted(request):
        watch = Watch(key=key, after=after or 0, first=first, run=run)
        return sse.stream(services, watch)
    seen = max(after or 0, first - 1)
    page = await services.threads.page(key, EVENT, seen + 1, PAGE)
    logged = [_logged(e) for e in page if run in {None, e.run}]
    return shown(EventPage(events=logged, next=page[-1].id if page else seen))


def _logged(entry: LoggedEvent) -> LoggedView:
    return LoggedView(id=entry.id, event=EventView.model_validate(tail.shown(entry)))
