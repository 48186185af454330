"""The methods of A2A for one caller, over what the rest of the API does."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import UTC

from a2a.server.context import ServerCallContext
from a2a.server.events import Event
from a2a.types import (
    AgentCard,
    CancelTaskRequest,
    GetExtendedAgentCardRequest,
    GetTaskRequest,
    ListTasksRequest,
    ListTasksResponse,
    Message,
    SendMessageRequest,
    SubscribeToTaskRequest,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatusUpdateEvent,
)
from a2a.utils.constants import DEFAULT_LIST_TASKS_PAGE_SIZE
from a2a.utils.errors import (
    ContentTypeNotSupportedError,
    InvalidParamsError,
    TaskNotCancelableError,
    UnsupportedOperationError,
)
from a2a.utils.task import (
    apply_history_length,
    decode_page_token,
    encode_page_token,
    validate_history_length,
    validate_page_size,
)
from google.protobuf.json_format import ParseDict

from api import a2a_tasks
from api.a2a_card import card, signs_in
from api.a2a_input import said
from api.a2a_taking import left_alone, take
from api.a2a_versions import older
from api.a2a_webhooks import WebhookCalls
from api.handoff import ReturnBody, hand_back
from api.runs import stop
from api.tail import Watch, follow
from shared.conversation.tasks import told
from shared.decisions import a2a
from shared.decisions.a2a_modes import ANSWERS_IN, Modes, modes_of
from shared.models.rows import RUN_TICKET
from shared.models.thread import LoggedEvent, Thread

PATIENCE = 200.0
"""Seconds that an answer is waited for: Azure cuts a request off after 230 without a word. What
goes on after that is asked for again, or followed."""
_ALL = Modes()
_NOT_TAKEN = f"Answers are {' or '.join(ANSWERS_IN)}: acceptedOutputModes has none of these."


class Tasks(WebhookCalls):
    """What a caller may do with their tasks."""

    # --- saying something -------------------------------------------------------------------------

    async def on_message_send(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> Task | Message:
        """Take a message in, and wait until the task has ended or asks something.

        In 1.0, what could be said without anybody's work is answered by a message, unless its
        client wants to follow a task. In 0.3, what is said to a task that is over is answered all
        the same: by a message, which names the task that it belongs to.
        """
        asked = params.configuration
        with self.telling(params):
            thread, task = await self._taken(params, context)
            if not asked.return_immediately:
                task = await self._settled(thread, task)
            modes = modes_of(asked.accepted_output_modes)
            answer = a2a.status(task).get("message")
            follows = asked.return_immediately or asked.HasField("task_push_notification_config")
            if task.talk and answer is not None and not (follows or older(context)):
                return ParseDict(modes.message(a2a.alone(answer)), Message())
            if answer is not None and params.message.task_id not in {"", task.id}:
                return ParseDict(modes.message(answer), Message())
            return apply_history_length(_as_task(task, modes), asked)

    async def on_message_send_stream(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Take a message in, and follow its task until it has ended or asks something."""
        with self.telling(params):
            thread, task = await self._taken(params, context)
            modes = modes_of(params.configuration.accepted_output_modes)
            yield apply_history_length(_as_task(task, modes), params.configuration)
            async for event in self._updates(thread, task, modes):
                yield event

    async def _taken(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> tuple[Thread, a2a.Task]:
        validate_history_length(params.configuration)
        asked = params.configuration
        if not modes_of(asked.accepted_output_modes).some:
            raise ContentTypeNotSupportedError(message=_NOT_TAKEN)
        watched = asked.HasField("task_push_notification_config")
        wanted = self.wanted(asked.task_push_notification_config) if watched else None
        name = await take(self.visit, said(params.message), reopens=older(context))
        self.took = True
        thread, task = await self.found(name)
        if wanted is not None:
            await self.set(thread, task, wanted, context)
        return thread, task

    # --- looking at what there is -----------------------------------------------------------------

    async def on_get_task(self, params: GetTaskRequest, context: ServerCallContext) -> Task:
        """Return how a task stands."""
        del context
        with self.telling(params):
            validate_history_length(params)
            _, task = await self.found(params.id)
            return apply_history_length(_as_task(task), params)

    async def on_list_tasks(
        self, params: ListTasksRequest, context: ServerCallContext
    ) -> ListTasksResponse:
        """Return the caller's tasks, what happened last first."""
        del context
        with self.telling(params):
            validate_history_length(params)
            size = params.page_size if params.HasField("page_size") else None
            if size is not None:
                validate_page_size(size)
            size = size or DEFAULT_LIST_TASKS_PAGE_SIZE
            found = await self._listed(params)
            first = _place([task.id for _, task in found], params.page_token)
            page, after = found[first : first + size], found[first + size : first + size + 1]
            shown = [
                apply_history_length(
                    _as_task(
                        await told(self.services, thread, task),
                        artifacts=params.include_artifacts,
                    ),
                    params,
                )
                for thread, task in page
            ]
            return ListTasksResponse(
                tasks=shown,
                next_page_token=encode_page_token(after[0][1].id) if after else "",
                page_size=size,
                total_size=len(found),
            )

    async def _listed(self, params: ListTasksRequest) -> list[tuple[Thread, a2a.Task]]:
        state = TaskState.Name(params.status).removeprefix("TASK_STATE_")
        since = (
            params.status_timestamp_after.ToDatetime(UTC)
            if params.HasField("status_timestamp_after")
            else None
        )
        visit = self.visit
        every = a2a_tasks.listed(visit.services, visit.caller, params.context_id, visit.handle)
        found = [
            (thread, task)
            async for thread, task in every
            if state in {"UNSPECIFIED", task.state} and (since is None or task.at >= since)
        ]
        return sorted(found, key=lambda pair: (pair[1].at, pair[1].id), reverse=True)

    async def on_subscribe_to_task(
        self, params: SubscribeToTaskRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Tell how a task stands, and follow it from the beginning of its run: nothing is missed.

        What its client had before is told again; the first piece of a text takes the place of all
        there was. In 1.0 one that asks something is waited for until somebody answers, for as long
        as a stream stays open without news, and one that is over is refused. In 0.3 that is told
        how it ended: it may have done so while its client was on the way.
        """
        with self.telling(params):
            thread, task = await self.found(params.id)
            if task.state in a2a.OVER and not older(context):
                raise UnsupportedOperationError(message="This task is over: there is no more news.")
            yield _as_task(task)
            if task.state not in a2a.UNDER_WAY:
                if not older(context):
                    thread, task = await self._taken_up(thread, task)
                if task.state in a2a.OVER:
                    for update in a2a.Updates(task).ended(task):
                        yield _as_event(update)
            async for event in self._updates(thread, task):
                yield event

    async def on_get_extended_agent_card(
        self, params: GetExtendedAgentCardRequest, context: ServerCallContext
    ) -> AgentCard:
        """Return the card with the agents that the caller may run.

        In 1.0 it is refused where nobody signs in, as the card that everybody reads says; and one
        agent has no more to say of itself.
        """
        with self.telling(params):
            services, caller = self.services, self.visit.caller
            if self.visit.agent is not None:
                raise UnsupportedOperationError(message="There is no more: read the public card.")
            if not signs_in(services) and not older(context):
                raise UnsupportedOperationError(
                    message="Nobody signs in here: read the public card."
                )
            own = await services.agents.list(caller.tenant)
            may = (agent for agent in own if agent.enabled and services.may_run(caller, agent))
            return card(self.visit.request, services, (*services.domain_agents, *may))

    # --- stopping ---------------------------------------------------------------------------------

    async def on_cancel_task(self, params: CancelTaskRequest, context: ServerCallContext) -> Task:
        """Stop a task; a call in flight finishes and is recorded.

        One that has come to its end by itself is returned as it is in 0.3, and an error in 1.0.
        """
        with self.telling(params):
            thread, task = await self.found(params.id)
            if task.state == "CANCELED":
                raise TaskNotCancelableError(message="This task was stopped before.")
            if task.state not in a2a.OVER:
                task = await self._stopped(thread, task)
            if task.state in a2a.OVER - {"CANCELED"} and not older(context):
                raise TaskNotCancelableError(message="This task is over: nothing can be stopped.")
            return _as_task(task)

    async def _stopped(self, thread: Thread, task: a2a.Task) -> a2a.Task:
        if task.state == "AUTH_REQUIRED":
            await left_alone(self.services, thread, task.turns[-1].turn.number)
            return (await self.found(task.id))[1]
        if task.question is not None and task.turns[-1].turn.status == "closed":
            # an agent that has the conversation asked: no run waits, the conversation is taken back
            back = ReturnBody(completion_status="cancelled")
            await hand_back(self.services, self.visit.caller, thread.id, back)
            return (await self.found(task.id))[1]
        await stop(self.visit.engine, self.services, self.visit.caller, thread.id, task.run)
        _, task = await self.found(task.id)
        watch = Watch(key=thread.key, after=thread.events)
        try:
            async with (
                asyncio.timeout(PATIENCE),
                aclosing(follow(self.services.threads, watch, self.services.pause)) as news,
            ):
                while task.state not in a2a.OVER:
                    await anext(news)
                    _, task = await self.found(task.id)
        except (TimeoutError, StopAsyncIteration):
            pass  # it is stopped at its next step, and is told as it stands
        return task

    # --- following --------------------------------------------------------------------------------

    async def _settled(self, thread: Thread, task: a2a.Task) -> a2a.Task:
        """Wait while a task is worked on, and return it as it stands then."""
        try:
            async with asyncio.timeout(PATIENCE), aclosing(self._events(thread, task)) as events:
                async for _ in events:
                    pass
        except TimeoutError:
            pass  # it goes on, and can be asked for
        return (await self.found(task.id))[1]

    async def _taken_up(self, thread: Thread, task: a2a.Task) -> tuple[Thread, a2a.Task]:
        """Wait until a task that asks something is worked on again, or over."""
        asked, watch = task, Watch(key=thread.key, after=thread.events)
        news = follow(self.services.threads, watch, self.services.pause)
        async with aclosing(news) as events:
            async for logged in events:
                if logged is not None:
                    thread, task = await self.found(task.id)
                if task.state != asked.state or task.run != asked.run:
                    break
        return thread, task

    async def _updates(
        self, thread: Thread, task: a2a.Task, modes: Modes = _ALL
    ) -> AsyncGenerator[Event, None]:
        """Yield what changes while a task is worked on; a quiet one is told of as it stands."""
        if task.state not in a2a.UNDER_WAY:
            return
        updates = a2a.Updates(task, words=modes.words)
        async with aclosing(self._events(thread, task)) as events:
            async for logged in events:
                update = updates.of(logged) if logged is not None else updates.working()
                if update is not None:
                    yield _as_event(update)
        _, task = await self.found(task.id)
        for update in map(modes.update, updates.ended(task)):
            if update is not None:
                yield _as_event(update)

    async def _events(
        self, thread: Thread, task: a2a.Task
    ) -> AsyncGenerator[LoggedEvent | None, None]:
        """Yield the events of the runs that work on a task, and None for a heartbeat."""
        followed = set[str]()
        while task.state in a2a.UNDER_WAY and task.run not in followed:
            followed.add(task.run)
            ticket = await self.services.threads.get(thread.key, RUN_TICKET, task.run)
            first = ticket.value.first_event if ticket is not None else 1
            watch = Watch(key=thread.key, first=first, run=task.run)
            async for logged in follow(self.services.threads, watch, self.services.pause):
                yield logged
            _, task = await self.found(task.id)


def _place(ids: list[str], token: str) -> int:
    """Return where a page begins; raise InvalidParamsError."""
    if not token:
        return 0
    wanted = decode_page_token(token)
    if wanted not in ids:
        raise InvalidParamsError(message="pageToken must be what an earlier page gave.")
    return ids.index(wanted)


def _as_task(task: a2a.Task, modes: Modes = _ALL, *, artifacts: bool = True) -> Task:
    return ParseDict(modes.task(a2a.shown(task, artifacts=artifacts)), Task())


def _as_event(update: a2a.Value) -> Event:
    if "statusUpdate" in update:
        return ParseDict(update["statusUpdate"], TaskStatusUpdateEvent())
    return ParseDict(update["artifactUpdate"], TaskArtifactUpdateEvent())
