"""Everything that is kept of a person, handed to them line by line."""

import json
from base64 import b64encode
from collections.abc import AsyncGenerator, Collection

from azurefunctions.extensions.http.fastapi import Request, Response, StreamingResponse

from shared.models.base import Json, Payload
from shared.models.principal import Principal
from shared.models.rows import (
    AGENT_RUN,
    BRANCH,
    HANDOFF,
    REQUEST,
    TRANSCRIPT,
    TURN,
    UPLOAD,
    WEBHOOKS,
    Kind,
)
from shared.models.upload import Upload
from shared.models.webhook import Webhooks
from shared.ports import Engine
from shared.services import Services

NDJSON = "application/x-ndjson"
TALK: tuple[Kind[Payload], ...] = (
    *(TRANSCRIPT, TURN, REQUEST, AGENT_RUN, BRANCH, HANDOFF, UPLOAD, WEBHOOKS),
)
"""What is told of a conversation; the other rows only drive it, or show the same."""
_MOST_GAPS = 10_000


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
    threads: set[str] = set()
    for conversation in await services.conversations.of(who):
        threads.add(conversation.thread)
        async for kind, value in _talked(services, conversation.thread):
            yield kind, {"thread_id": conversation.thread_id, **value}
    async for kind, value in _of_organisation(services, who, threads):
        yield kind, value.model_dump(mode="json")


async def _of_organisation(
    services: Services, who: Principal, threads: Collection[str]
) -> AsyncGenerator[tuple[str, Payload], None]:
    """Yield what an organisation has of a person, whose conversations are `threads`."""
    for schedule in await services.schedules.of(who.tenant, who.user):
        yield "schedules", schedule
    for agent in await services.agents.list(who.tenant):
        if agent.owner == who.user:
            yield "agents", agent
    since = services.clock.now() - services.limits.retention
    for routed in await services.routings.since(who.tenant, since):
        if routed.user == who.user:
            yield "routings", routed
    for gap in await services.gaps.since(who.tenant, since, _MOST_GAPS):
        if gap.id.rpartition("/")[0] in threads:
            yield "gaps", gap


async def _talked(
    services: Services, thread: str
) -> AsyncGenerator[tuple[str, dict[str, Json]], None]:
    """Yield what was said, asked, done and brought in one conversation, files whole."""
    for kind in TALK:
        async for row in services.threads.every(thread, kind):
            value = row.model_dump(mode="json")
            if isinstance(row, Upload):
                data = await services.files.get(thread, row.id)
                value["content"] = None if data is None else b64encode(data).decode()
            if isinstance(row, Webhooks):
                value["hooks"] = [hook.model_dump(exclude={"sealed"}) for hook in row.hooks]
            yield kind.prefix, value
