"""A person's conversations: listed, searched, and called something else."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import AfterValidator

from api import links, sse
from api.agent_bodies import line
from api.ids import path_id
from api.parsing import Body, parse, refuse
from api.questions import QuestionView, open_question
from api.shown import Shown, shown
from shared.conversation.attempts import Plan, attempt
from shared.conversation.whereabouts import key_of
from shared.decisions import lifecycle
from shared.decisions.titles import UNTITLED, title_of
from shared.errors import NotFound
from shared.models.conversation import Conversation
from shared.models.principal import Principal
from shared.models.rows import TRANSCRIPT, Stored
from shared.models.thread import Phase, Thread, TranscriptMessage
from shared.naming import digest
from shared.ports import Engine
from shared.services import Services

MAX_PAGE = 100
_PAGE = "30"
_READ_AT_ONCE = 20
_SEARCHED_MESSAGES = 200
"""Of each conversation, from its beginning."""
_LAST_CHARACTERS = 200
_MAX_TITLE = 100
_MAX_SEARCH = 200
_PLACE = re.compile(r"([0-9]{16})-([a-z2-7]{32})")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _title(value: str) -> str:
    return line(value, _MAX_TITLE).strip()


class ThreadChange(Body):
    """What of a conversation may be changed."""

    title: Annotated[str, AfterValidator(_title)]


class LastWords(Shown):
    """What was said last, cut to a few lines."""

    role: Literal["user", "assistant"]
    text: str
    at: datetime


class ThreadSummary(Shown):
    """One conversation in a list. `said_at` is when the latest message came in."""

    id: str
    title: str
    last: LastWords | None
    phase: Phase
    question: QuestionView | None
    said_at: datetime
    created_at: datetime
    updated_at: datetime
    links: links.ThreadLinks


class ThreadList(Shown):
    """Conversations, newest first; `next` leads to older ones, `previous` to newer, "" nowhere."""

    threads: list[ThreadSummary]
    next: str
    previous: str


class Renamed(Shown):
    """What a conversation is called now."""

    id: str
    title: str


async def get_threads(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the caller's conversations, newest first; with `q` those in which that was said.

    `after` (the `next` of a page) goes on to older ones, `before` (its `previous`) to newer ones.
    """
    del engine
    limit = sse.number("limit", request.query_params.get("limit") or _PAGE)
    if not 1 <= limit <= MAX_PAGE:
        refuse("limit", f"must be between 1 and {MAX_PAGE}")
    wanted = (request.query_params.get("q") or "").strip().casefold()
    if len(wanted) > _MAX_SEARCH:
        refuse("q", f"must have at most {_MAX_SEARCH} characters")
    after, before = _place(request, "after"), _place(request, "before")
    if after is not None and before is not None:
        refuse("before", "does not go with after")
    noted = await services.conversations.of(caller)
    newer = [one for one in noted if before is not None and _rank(one) > before]
    older = [one for one in noted if after is None or _rank(one) < after]
    backwards = before is not None
    order = newer[::-1] if backwards else older
    found: list[tuple[Conversation, Thread]] = []
    async for one in _alive(services, caller, order, wanted):
        found.append(one)
        if len(found) > limit:
            break
    more, found = len(found) > limit, found[:limit]
    found = found[::-1] if backwards else found
    return shown(
        ThreadList(
            threads=await asyncio.gather(*(_summary(services, *one) for one in found)),
            next=_cursor(found[-1][0]) if found and (more or backwards) else "",
            previous=_cursor(found[0][0])
            if found and (more if backwards else after is not None)
            else "",
        )
    )


async def patch_thread(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Call a conversation something else."""
    del engine
    thread_id = path_id(request, "thread_id")
    title = (await parse(request, ThreadChange)).title
    key = await key_of(services, caller, thread_id)

    async def plan(head: Stored[Thread] | None) -> Plan[None]:
        if head is None:
            raise NotFound("There is no such conversation.")
        return Plan(None, lifecycle.rename(head.value, title))

    await attempt(services, key, plan)
    return shown(Renamed(id=thread_id, title=title))


async def _alive(
    services: Services, caller: Principal, noted: Sequence[Conversation], wanted: str
) -> AsyncIterator[tuple[Conversation, Thread]]:
    """Yield the conversations that are still there and were wanted; strike out the others."""
    for start in range(0, len(noted), _READ_AT_ONCE):
        some = noted[start : start + _READ_AT_ONCE]
        heads = await asyncio.gather(*(services.threads.head(one.thread) for one in some))
        pairs = list(zip(some, heads, strict=True))
        gone = [one for one, head in pairs if head is None or head.value.deleted]
        await asyncio.gather(*(services.conversations.remove(caller, one.thread) for one in gone))
        there = [(one, head.value) for one, head in pairs if head and not head.value.deleted]
        fits = await asyncio.gather(*(_says(services, thread, wanted) for _, thread in there))
        for one, fit in zip(there, fits, strict=True):
            if fit:
                yield one


async def _says(services: Services, thread: Thread, wanted: str) -> bool:
    if not wanted or wanted in thread.title.casefold():
        return True
    said = await services.threads.page(thread.key, TRANSCRIPT, 1, _SEARCHED_MESSAGES)
    return any(wanted in message.text.casefold() for message in said)


async def _summary(services: Services, noted: Conversation, thread: Thread) -> ThreadSummary:
    last, question = await asyncio.gather(
        services.threads.get(thread.key, TRANSCRIPT, thread.messages),
        open_question(services, thread),
    )
    said = last.value if last is not None else None
    return ThreadSummary(
        id=thread.id,
        title=title_shown(thread, said),
        last=_last(said) if said is not None else None,
        phase=thread.phase,
        question=question,
        said_at=noted.at,
        created_at=thread.created_at,
        updated_at=thread.updated_at,
        links=links.of_thread(thread.id),
    )


def title_shown(thread: Thread, said: TranscriptMessage | None = None) -> str:
    """Return what a conversation is called; one nobody began, as a reminder does, by its words."""
    return thread.title or (title_of(said.text) if said is not None else UNTITLED)


def _last(said: TranscriptMessage) -> LastWords:
    return LastWords(role=said.role, text=said.text[:_LAST_CHARACTERS], at=said.at)


def _rank(one: Conversation) -> tuple[int, str]:
    return (one.at - _EPOCH) // timedelta(microseconds=1), digest(one.thread)


def _cursor(one: Conversation) -> str:
    passed, name = _rank(one)
    return f"{passed:016d}-{name}"


def _place(request: Request, name: str) -> tuple[int, str] | None:
    given = request.query_params.get(name)
    if not given:
        return None
    found = _PLACE.fullmatch(given)
    if found is None:
        refuse(name, "must be what an earlier page gave as next or previous")
    return int(found[1]), found[2]
