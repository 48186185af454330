"""The durable client behind the Engine port."""

from datetime import datetime

import azure.durable_functions as df
from azure.durable_functions.models.DurableOrchestrationStatus import (
    DurableOrchestrationStatus,
)

from shared.errors import StorageUnavailable
from shared.models.base import Payload

_ALIVE = frozenset(
    {
        df.OrchestrationRuntimeStatus.Running,
        df.OrchestrationRuntimeStatus.Pending,
        df.OrchestrationRuntimeStatus.ContinuedAsNew,
        df.OrchestrationRuntimeStatus.Suspended,
    }
)
_TAKEN = ("already exists", "alreadyexists")
_UNKNOWN_OR_ENDED = ("no instance with id", "is gone")


class DurableEngine:
    """Engine over the SDK's client, whose errors are untyped: told apart by their text."""

    def __init__(self, client: df.DurableOrchestrationClient) -> None:
        self._client = client

    async def start(self, orchestrator: str, instance: str, start: Payload) -> bool:
        """Start an instance; False when one with this id is still running or ending."""
        try:
            await self._client.start_new(orchestrator, instance, start.model_dump(mode="json"))
        except Exception as error:
            if _says(error, _TAKEN):
                return False
            raise StorageUnavailable("the durable runtime did not start the work") from error
        return True

    async def raise_event(self, instance: str, name: str) -> bool:
        """Raise an event without payload; False when the instance is unknown or has ended."""
        try:
            await self._client.raise_event(instance, name, None)
        except Exception as error:
            if _says(error, _UNKNOWN_OR_ENDED):
                return False
            raise StorageUnavailable("the durable runtime did not take the event") from error
        return True

    async def alive(self, instance: str) -> bool:
        """Return whether the instance is pending or running."""
        return (await self._status(instance)).runtime_status in _ALIVE

    async def stalled(self, instance: str, since: datetime) -> bool:
        """Return whether the instance is pending or running, and has not moved on since then."""
        status = await self._status(instance)
        moved = status.last_updated_time
        return status.runtime_status in _ALIVE and moved is not None and moved < since

    async def terminate(self, instance: str) -> None:
        """End an instance, whatever it waits for; it has ended a little later."""
        try:
            await self._client.terminate(instance, "it did not move on")
        except Exception as error:
            raise StorageUnavailable("the durable runtime did not answer") from error

    async def purge(self, instance: str) -> None:
        """Remove the history of an instance that has ended."""
        try:
            await self._client.purge_instance_history(instance)
        except Exception as error:
            raise StorageUnavailable("the durable runtime did not answer") from error

    async def ping(self) -> None:
        """Raise StorageUnavailable unless the runtime answers."""
        await self.alive("health")

    async def _status(self, instance: str) -> DurableOrchestrationStatus:
        try:
            return await self._client.get_status(instance)
        except Exception as error:
            raise StorageUnavailable("the durable runtime did not answer") from error


def _says(error: Exception, signs: tuple[str, ...]) -> bool:
    text = str(error).lower()
    return any(sign in text for sign in signs)
