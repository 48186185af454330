"""Everything that is kept of a person, handed to them line by line."""

import json
from collections.abc import AsyncGenerator
from typing import TypeVar

from azurefunctions.extensions.http.fastapi import Request, Response, StreamingResponse

from shared.models.base import Json, Payload
from shared.models.principal import Principal
from shared.models.rows import TRANSCRIPT, TURN, Kind
from shared.ports import Engine
from shared.services import Services

NDJSON = "application/x-ndjson"
_PAGE = 100

P = TypeVar("P", bound=Payload)


async def get_data(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Stream everything that is kept of the caller: an object a line, the last one counts them."""
    del request, engine
    name = 'attachment; filename="my-data.ndjson"'
    headers = {"Content-Disposition": name, "X-Accel-Buffering": "no"}
    return StreamingResponse(_lines(services, caller), media_type=NDJSON, headers=headers)


async def _lines(services: Services, who: Principal) -> AsyncGenerator[str, None]:
    count = 0
    async for kind, value in everything(services, who):
        count += 1
        yield json.dumps({"kind": kind, "value": value}, ensure_ascii=False) + "\n"
    yield json.dumps({"kind": "end", "value": {"count": count}}) + "\n"


async def everything(services: Services, who: Principal) -> AsyncGenerator[tuple[str, Json], None]:
    """Yield all that is kept of a person, each with what kind of thing it is."""
    yield "directory", {"id": who.user, "name": who.name, "roles": list(who.roles)}
    async for kept in services.belongings.of(who):
        yield kept
    for conversation in await services.conversations.of(who):
        for kind in (TRANSCRIPT, TURN):
            async for value in _numbered(services, conversation.thread, kind):
                yield kind.prefix, {"thread_id": conversation.thread_id, **value}
    for schedule in await services.schedules.of(who.tenant, who.user):
        yield "schedules", schedule.model_dump(mode="json")
    for agent in await services.agents.list(who.tenant):
        if agent.owner == who.user:
            yield "agents", agent.model_dump(mode="json")
    since = services.clock.now() - services.limits.retention
    for routed in await services.routings.since(who.tenant, since):
        if routed.user == who.user:
            yield "routings", routed.model_dump(mode="json")


async def _numbered(
    services: Services, thread: str, kind: Kind[P]
) -> AsyncGenerator[dict[str, Json], None]:
    first = 1
    while True:
        page = await services.threads.page(thread, kind, first, _PAGE)
        for value in page:
            yield value.model_dump(mode="json")
        if len(page) < _PAGE:
            return
        first += _PAGE
