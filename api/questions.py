"""Questions and approvals as clients see them, and all that wait for somebody."""

import asyncio
from datetime import datetime
from typing import Literal

from azurefunctions.extensions.http.fastapi import Request, Response

from api import links
from api.shown import Shown, shown
from shared import activity
from shared.decisions.agui import response_schema
from shared.decisions.handoffs import BUILDER
from shared.models.base import Json
from shared.models.intent import Risk
from shared.models.principal import Principal
from shared.models.rows import REQUEST
from shared.models.run import Card
from shared.models.thread import HumanRequest, Thread
from shared.models.waiting import Waiting
from shared.ports import Engine
from shared.services import Services


class Choice(Shown):
    """One of the answers a question offers."""

    id: str
    label: str
    description: str


class QuestionView(Shown):
    """A question, or an approval with exactly what will be done, while it takes answers.

    `response_schema` is the JSON schema of what an AG-UI `resume` may carry.
    """

    id: str
    kind: Literal["clarification", "approval"]
    question: str
    options: list[Choice]
    free_text: bool
    arguments: dict[str, Json] | None
    card: Card | None
    risk: Risk
    role: str
    tool_call_id: str | None
    message_id: str
    response_schema: dict[str, Json]
    created_at: datetime
    expires_at: datetime


class Asker(Shown):
    """Who wants something done that takes the approval of somebody else."""

    id: str
    name: str


class QuestionLinks(Shown):
    """Where a question is answered, and the conversation that asks it, if it is the caller's."""

    thread: str | None
    answer: str


class WaitingView(Shown):
    """What waits, in which conversation; `told` is what it is about, in a line.

    `title` is what the conversation is called, "" where it is not the caller's. What somebody
    else asked for, to be approved by the caller, has `asked_by`: their conversation stays theirs.
    `agent` is who asks where that is not the assistant: to turn its question down is to leave it.
    """

    thread_id: str | None
    title: str
    told: str
    question: QuestionView
    asked_by: Asker | None
    agent: str | None
    links: QuestionLinks


class QuestionList(Shown):
    """Everything that waits for somebody, oldest first."""

    questions: list[WaitingView]


def question_view(asked: HumanRequest) -> QuestionView:
    """Return a question as clients see it."""
    return QuestionView(
        id=asked.id,
        kind=asked.kind,
        question=asked.question,
        options=[
            Choice(id=option.id, label=option.label, description=option.description)
            for option in asked.options
        ],
        free_text=asked.free_text,
        arguments=asked.arguments,
        card=asked.card,
        risk=asked.risk,
        role=asked.role,
        tool_call_id=asked.tool_call_id,
        message_id=asked.message_id,
        response_schema=response_schema(asked),
        created_at=asked.created_at,
        expires_at=asked.expires_at,
    )


async def open_question(services: Services, thread: Thread) -> QuestionView | None:
    """Return the question that a conversation waits with; None when nobody can answer it now."""
    asked = await open_request(services, thread)
    return question_view(asked) if asked is not None else None


async def open_request(services: Services, thread: Thread) -> HumanRequest | None:
    """Return the question that a conversation waits with, as it is kept."""
    name = thread.request or thread.asked
    return await _request(services, thread.key, name) if name is not None else None


async def get_questions(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return what waits for the caller, scheduled runs too, and what takes a role they have."""
    del request, engine
    own, others = await asyncio.gather(
        activity.waiting_for(services, caller), activity.to_approve(services, caller)
    )
    names = (
        {one.id: one.name for one in await services.directory.of(caller.tenant)} if others else {}
    )
    views = await asyncio.gather(
        *(_waiting(services, one) for one in own),
        *(_to_approve(services, one, names.get(one.asker, one.asker)) for one in others),
    )
    found = [view for view in views if view is not None]
    return shown(QuestionList(questions=sorted(found, key=lambda view: view.question.created_at)))


async def _waiting(services: Services, noted: Waiting) -> WaitingView | None:
    question, head = await asyncio.gather(
        _question(services, noted.thread, noted.request), services.threads.head(noted.thread)
    )
    if question is None:
        return None
    return WaitingView(
        thread_id=noted.thread_id,
        title=head.value.title if head is not None else "",
        told=noted.told,
        question=question,
        asked_by=None,
        agent=BUILDER if head is not None and head.value.asked == noted.request else None,
        links=QuestionLinks(
            thread=links.thread(noted.thread_id),
            answer=links.interrupt(noted.thread_id, noted.request),
        ),
    )


async def _to_approve(services: Services, noted: Waiting, name: str) -> WaitingView | None:
    question = await _question(services, noted.thread, noted.request)
    if question is None:
        return None
    return WaitingView(
        thread_id=None,
        title="",
        told=noted.told,
        question=question,
        asked_by=Asker(id=noted.asker, name=name),
        agent=None,
        links=QuestionLinks(thread=None, answer=links.approval(noted.id)),
    )


async def _question(services: Services, key: str, name: str) -> QuestionView | None:
    asked = await _request(services, key, name)
    return question_view(asked) if asked is not None else None


async def _request(services: Services, key: str, name: str) -> HumanRequest | None:
    asked = await services.threads.get(key, REQUEST, name)
    return asked.value if asked is not None and asked.value.takes_answers else None
