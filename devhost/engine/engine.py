"""The durable engine as its callers see it: start, tell, ask, wait."""

import asyncio
import json
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Any

from devhost.engine import limits
from devhost.engine.clock import Clock, WallClock
from devhost.engine.dispatcher import Dispatcher
from devhost.engine.errors import AlreadyExists, EngineStopped, InstanceNotFound, UnknownFunction
from devhost.engine.fault import Fault
from devhost.engine.instance import (
    Counts,
    FunctionRan,
    Instance,
    InstanceStatus,
    Message,
    Reception,
    RuntimeStatus,
)
from devhost.engine.journal import Journal
from devhost.engine.turn import create
from devhost.functions import Functions
from devhost.history import Event, EventType, event


class Engine:
    """Runs the orchestrators and activities of one app against one journal.

    After a simulated crash, or when the engine itself breaks, every call raises what stopped it.
    """

    def __init__(
        self,
        functions: Functions,
        journal: str,
        *,
        client_binding: str = "{}",
        observer: Callable[[FunctionRan], None] | None = None,
        fault: Fault | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Open nothing yet.

        `journal` is a path or ":memory:"; `client_binding` is handed to activities that ask for a
        durable client; `observer` is called after every function run.
        """
        self.counters: defaultdict[str, Counts] = defaultdict(Counts)
        """By orchestrator name."""
        self._functions = functions
        self._path = journal
        self._client_binding = client_binding
        self._observer = observer
        self._fault = fault
        self._clock = clock or WallClock()

    async def start(self) -> None:
        """Open the journal and take up everything unfinished in it."""
        self._journal = Journal(self._path)
        self._dispatcher = Dispatcher(
            self._functions,
            self._journal,
            self._client_binding,
            self._observer or (lambda _: None),
            self._fault,
            self._clock,
            self.counters,
        )
        self._dispatcher.start()

    async def stop(self) -> None:
        """Stop where it stands; what is unfinished goes on after the next start."""
        await self._dispatcher.stop(EngineStopped("the engine was stopped"))

    async def start_new(
        self,
        name: str,
        instance_id: str | None = None,
        input_json: str | None = None,
        *,
        version: str | None = None,
    ) -> str:
        """Start an instance, replacing a finished one of the same id; return its id.

        Raises UnknownFunction, InvalidInstanceId, PayloadTooLarge or AlreadyExists.
        """
        self._dispatcher.check_running()
        if name not in self._functions.orchestrators:
            raise UnknownFunction(name, "orchestrator")
        instance_id = instance_id or uuid.uuid4().hex
        limits.check_instance_id(instance_id)
        limits.check_payload(input_json, "input of the orchestrator")
        if (live := self._dispatcher.live.get(instance_id)) is not None:
            status = live.instance.status.value
            message = f"An Orchestration instance with the status {status} already exists."
            raise AlreadyExists(message)
        now = self._clock.now()
        self._dispatcher.begin(create(name, instance_id, input_json, now, version))
        return instance_id

    async def raise_event(self, instance_id: str, name: str, data_json: str) -> Reception:
        """Deliver an external event; `data_json` is what the orchestrator's SDK decodes.

        Raises PayloadTooLarge.
        """
        limits.check_payload(data_json, f"data of event '{name}'")
        return self._tell(instance_id, EventType.EVENT_RAISED, Name=name, Input=data_json)

    async def terminate(self, instance_id: str, reason: str) -> Reception:
        """End an instance; activities already handed out finish unheard."""
        return self._tell(instance_id, EventType.EXECUTION_TERMINATED, Input=json.dumps(reason))

    async def suspend(self, instance_id: str, reason: str) -> Reception:
        """Hold an instance; its messages wait."""
        return self._tell(instance_id, EventType.EXECUTION_SUSPENDED, Reason=reason)

    async def resume(self, instance_id: str, reason: str) -> Reception:
        """Let a suspended instance go on."""
        return self._tell(instance_id, EventType.EXECUTION_RESUMED, Reason=reason)

    def _tell(self, instance_id: str, kind: EventType, **fields: Any) -> Reception:
        self._dispatcher.check_running()
        live = self._dispatcher.live.get(instance_id)
        if live is None:
            known = self._journal.find(instance_id) is not None
            return Reception.GONE if known else Reception.NOT_FOUND
        suspended = live.instance.status is RuntimeStatus.SUSPENDED
        if (kind is EventType.EXECUTION_SUSPENDED and suspended) or (
            kind is EventType.EXECUTION_RESUMED and not suspended
        ):
            return Reception.REFUSED
        told = event(kind, self._clock.now(), **fields)
        self._dispatcher.deliver(Message(instance_id, None, told))
        return Reception.ACCEPTED

    async def purge(self, instance_id: str) -> int:
        """Delete an instance, be it finished or not; return how many were deleted.

        As Azure Storage does: nobody is asked whether it still runs, and what was under way for it
        reaches nobody any more.
        """
        self._dispatcher.check_running()
        if self._journal.find(instance_id) is None:
            return 0
        with self._journal.transaction():
            self._journal.close_instance(instance_id)
            self._journal.delete(instance_id)
        self._dispatcher.forget(instance_id)
        return 1

    async def status(
        self,
        instance_id: str,
        show_history: bool = False,  # noqa: FBT001, FBT002 - reads like the SDK's get_status
        show_input: bool = True,  # noqa: FBT001, FBT002
    ) -> InstanceStatus | None:
        """Describe an instance; None if there is none."""
        self._dispatcher.check_running()
        instance = self._journal.find(instance_id)
        if instance is None:
            return None
        history = tuple(self.history(instance_id)) if show_history else None
        return _describe(instance, history, show_input=show_input)

    async def query(self, statuses: Collection[str] = (), prefix: str = "") -> list[InstanceStatus]:
        """Describe instances by status (none given: any) and prefix of the id, oldest first."""
        self._dispatcher.check_running()
        found = self._journal.query(statuses, prefix)
        return [_describe(instance, None, show_input=True) for instance in found]

    async def wait_for(
        self,
        instance_id: str,
        timeout: float | None = None,  # noqa: ASYNC109 - a convenience of tests and the CLI
    ) -> InstanceStatus:
        """Return once the instance has finished.

        Raises InstanceNotFound, or TimeoutError after `timeout` seconds.
        """
        if instance_id in self._dispatcher.live:
            await asyncio.wait_for(self._dispatcher.finished(instance_id), timeout)
        status = await self.status(instance_id)
        if status is None:
            raise InstanceNotFound(f"No instance with ID {instance_id} found.")
        return status

    def history(self, instance_id: str) -> list[Event]:
        """Read the history of the current execution, as the orchestrator function gets it."""
        self._dispatcher.check_running()
        return [json.loads(text) for text in self._journal.history(instance_id)]

    async def idle(self) -> None:
        """Return when no turn is queued, no activity runs and no timer is due."""
        await self._dispatcher.idle()


def _describe(
    instance: Instance, history: tuple[Event, ...] | None, *, show_input: bool
) -> InstanceStatus:
    return InstanceStatus(
        name=instance.name,
        instance_id=instance.id,
        runtime_status=instance.status,
        input=instance.input if show_input else None,
        custom_status=_decode(instance.custom_status),
        output=_decode(instance.output),
        created_time=instance.created,
        last_updated_time=instance.updated,
        history=history,
    )


def _decode(text: str | None) -> Any:
    return None if text is None else json.loads(text)
