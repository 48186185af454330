"""Push notifications of A2A: where a client wants to be told how its task stands."""

from abc import ABC
from typing import Annotated

from a2a.server.context import ServerCallContext
from a2a.types import (
    DeleteTaskPushNotificationConfigRequest,
    GetTaskPushNotificationConfigRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTaskPushNotificationConfigsResponse,
    TaskPushNotificationConfig,
)
from a2a.utils.errors import PushNotificationNotSupportedError
from pydantic import AfterValidator, Field

from api.a2a_calls import Calls
from api.a2a_card import address
from api.a2a_versions import older
from api.parsing import Body, checked
from api.tool_servers import credential_text
from shared import webhooks
from shared.decisions import a2a
from shared.errors import NotFound
from shared.models.base import PrintableId
from shared.models.thread import Thread
from shared.models.webhook import Secrets, Webhook

UNNAMED = "default"
"""What a webhook is called that its client did not name."""
_Secret = Annotated[str, AfterValidator(credential_text)]


class Wanted(Body):
    """What a client asks for. The scheme is a name as HTTP has them (RFC 9110, section 5.6.2)."""

    id: PrintableId | None
    url: str = Field(min_length=1)
    token: _Secret
    scheme: str = Field(pattern=r"^[A-Za-z0-9!#$%&'*+.^_`|~-]*$", max_length=100)
    credentials: _Secret


class WebhookCalls(Calls, ABC):
    """Sets, shows and gives up webhooks. What they are shown is never shown again."""

    async def on_create_task_push_notification_config(
        self, params: TaskPushNotificationConfig, context: ServerCallContext
    ) -> TaskPushNotificationConfig:
        """Set a webhook for a task, or one anew."""
        with self.telling(params):
            wanted = self.wanted(params)
            thread, task = await self.found(params.task_id)
            return _shown(task, await self.set(thread, task, wanted, context))

    async def on_get_task_push_notification_config(
        self, params: GetTaskPushNotificationConfigRequest, context: ServerCallContext
    ) -> TaskPushNotificationConfig:
        """Return a webhook; in 0.3 it need not be named, and is the first then."""
        named = params.id
        if older(context):
            params.id = named or params.task_id
        with self.telling(params):
            task, hooks = await self._kept(params.task_id)
            for hook in hooks:
                if named in {"", hook.id}:
                    return _shown(task, hook)
            raise NotFound("This task has no such webhook.")

    async def on_list_task_push_notification_configs(
        self, params: ListTaskPushNotificationConfigsRequest, context: ServerCallContext
    ) -> ListTaskPushNotificationConfigsResponse:
        """Return a task's webhooks: they are few, and all on one page."""
        del context
        with self.telling(params):
            task, hooks = await self._kept(params.task_id)
            return ListTaskPushNotificationConfigsResponse(
                configs=[_shown(task, hook) for hook in hooks]
            )

    async def on_delete_task_push_notification_config(
        self, params: DeleteTaskPushNotificationConfigRequest, context: ServerCallContext
    ) -> None:
        """Give a webhook up; one that is not there is gone already."""
        del context
        with self.telling(params):
            self._offered()
            thread, task = await self.found(params.task_id)
            await webhooks.remove(self.services, thread.key, task.opened.seq, params.id)

    def wanted(self, config: TaskPushNotificationConfig) -> Wanted:
        """Return what a client asks for; raise what says why that cannot be."""
        self._offered()
        given = {
            "id": config.id or None,
            "url": config.url,
            "token": config.token,
            "scheme": config.authentication.scheme,
            "credentials": config.authentication.credentials,
        }
        wanted = checked(Wanted, given, "pushNotificationConfig")
        self.services.notifier.check(wanted.url)
        return wanted

    async def set(
        self, thread: Thread, task: a2a.Task, wanted: Wanted, context: ServerCallContext
    ) -> Webhook:
        """Set a webhook."""
        name, seq = wanted.id or UNNAMED, task.opened.seq
        whose = webhooks.whose(thread.key, seq, name)
        secrets = Secrets(token=wanted.token, credentials=wanted.credentials)
        hook = Webhook(
            id=name,
            url=wanted.url,
            scheme=wanted.scheme,
            sealed=self.services.notifier.seal(whose, secrets),
            dialect="0.3" if older(context) else "1.0",
            issuer=address(self.visit.request, self.services),
        )
        await webhooks.put(self.services, thread.key, seq, task.id, hook)
        return hook

    async def _kept(self, name: str) -> tuple[a2a.Task, tuple[Webhook, ...]]:
        self._offered()
        thread, task = await self.found(name)
        return task, await webhooks.of(self.services, thread.key, task.opened.seq)

    def _offered(self) -> None:
        if not self.services.notifier.offered:
            raise PushNotificationNotSupportedError


def _shown(task: a2a.Task, hook: Webhook) -> TaskPushNotificationConfig:
    shown = TaskPushNotificationConfig(task_id=task.id, id=hook.id, url=hook.url)
    if hook.scheme:
        shown.authentication.scheme = hook.scheme
    return shown
