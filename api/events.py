"""A thread's event log: as a stream that goes on, or a page at a time."""

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from api import sse
from api.access import readable
from api.ids import path_id
from api.tail import PAGE, Watch, shown
from shared.errors import NotFound
from shared.models.principal import Principal
from shared.models.rows import EVENT, RUN_TICKET
from shared.ports import Engine
from shared.services import Services


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
        return sse.stream(services.threads, watch)
    seen = max(after or 0, first - 1)
    page = await services.threads.page(key, EVENT, seen + 1, PAGE)
    content = {
        "events": [{"id": e.id, "event": shown(e)} for e in page if run in {None, e.run}],
        "next": page[-1].id if page else seen,
    }
    return JSONResponse(content)
