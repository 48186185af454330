"""One activity run: JSON in, JSON out, errors worded as the worker and the extension word them."""

import asyncio
import inspect
import traceback
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from azure.functions.durable_functions import ActivityTriggerConverter
from azure.functions.meta import Datum

from devhost.engine.errors import UnknownFunction
from devhost.engine.limits import check_payload
from devhost.functions import ActivityFunction
from devhost.history import Event, EventType, event


@dataclass(frozen=True)
class Succeeded:
    """`result` is JSON text."""

    result: str

    def completion(self, task_id: int, at: datetime) -> Event:
        """Make the event that tells the orchestrator."""
        return event(EventType.TASK_COMPLETED, at, TaskScheduledId=task_id, Result=self.result)


@dataclass(frozen=True)
class Failed:
    """`reason` is what the orchestrator's exception says first."""

    reason: str
    details: str

    def completion(self, task_id: int, at: datetime) -> Event:
        """Make the event that tells the orchestrator."""
        fields: dict[str, Any] = {"Reason": self.reason, "Details": self.details}
        return event(EventType.TASK_FAILED, at, TaskScheduledId=task_id, **fields)


async def run_activity(
    functions: Mapping[str, ActivityFunction],
    name: str,
    input_json: str,
    client_binding: str,
    pool: Executor,
) -> Succeeded | Failed:
    """Run an activity: a coroutine function on the loop, a plain one in `pool`."""
    try:
        function = functions.get(name)
        if function is None:
            raise UnknownFunction(name, "activity")  # noqa: TRY301 - reported like any failure
        arguments = {function.parameter: _decode(input_json)}
        arguments |= dict.fromkeys(function.clients, client_binding)
        if inspect.iscoroutinefunction(function.run):
            value = await function.run(**arguments)
        else:
            loop = asyncio.get_running_loop()
            value = await loop.run_in_executor(pool, partial(function.run, **arguments))
        result: str = ActivityTriggerConverter.encode(value, expected_type=None).value
        check_payload(result, f"result of activity '{name}'")
    except Exception as failure:  # noqa: BLE001 - a failed activity is the orchestrator's business
        kind = type(failure).__name__
        reason = f"Activity function '{name}' failed:  {kind}: {failure}"
        return Failed(reason, "".join(traceback.format_exception(failure)))
    return Succeeded(result)


def _decode(input_json: str) -> object:
    datum = Datum(input_json, "json")
    return ActivityTriggerConverter.decode(datum, trigger_metadata=None)  # pyright: ignore[reportUnknownMemberType]
