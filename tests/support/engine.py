"""An Engine that remembers what it was asked and runs nothing."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from shared.models.base import Payload


@dataclass
class RecordingEngine:
    """Takes every start and event, except of instances in `ending`; `broken` fails each call."""

    ending: set[str] = field(default_factory=set)
    broken: Exception | None = None
    started: list[tuple[str, str, Payload]] = field(default_factory=list)
    raised: list[tuple[str, str]] = field(default_factory=list)
    purged: list[str] = field(default_factory=list)
    terminated: list[str] = field(default_factory=list)
    moved: dict[str, datetime] = field(default_factory=dict)
    """When instances last moved on; those not here have just now."""

    async def start(self, orchestrator: str, instance: str, start: Payload) -> bool:
        self._check()
        if instance in self.ending:
            return False
        self.started.append((orchestrator, instance, start))
        return True

    async def raise_event(self, instance: str, name: str) -> bool:
        self._check()
        if not await self.alive(instance):
            return False
        self.raised.append((instance, name))
        return True

    async def alive(self, instance: str) -> bool:
        self._check()
        known = {one for _, one, _ in self.started}
        return instance in known and instance not in self.ending

    async def stalled(self, instance: str, since: datetime) -> bool:
        self._check()
        return self.moved.get(instance, datetime.max.replace(tzinfo=UTC)) < since

    async def terminate(self, instance: str) -> None:
        self._check()
        self.terminated.append(instance)

    async def purge(self, instance: str) -> None:
        self._check()
        self.purged.append(instance)

    async def ping(self) -> None:
        self._check()

    def _check(self) -> None:
        if self.broken is not None:
            raise self.broken
