"""Timer triggers: each runs at its times, never twice at once, and learns when it missed one."""

import asyncio
import json
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from azure.functions.timer import TimerRequest

from devhost.functions import TimerFunction
from devhost.invocation import invoke
from devhost.runs import TriggerRan
from devhost.schedules import Schedule, parse_schedule


class Clock(Protocol):
    """Where timers take the time from."""

    def now(self) -> datetime:
        """Return the current instant, in UTC."""
        ...

    async def sleep_until(self, due: datetime) -> None:
        """Return when `now()` has reached the instant."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current instant, in UTC."""
        return datetime.now(UTC)

    async def sleep_until(self, due: datetime) -> None:
        """Sleep, waking on the way: the loop's clock stands still while the machine sleeps."""
        while (left := (due - self.now()).total_seconds()) > 0:  # noqa: ASYNC110 - time, no event
            await asyncio.sleep(min(left, 60))


class TimerLog:
    """Remembers across restarts when each timer ran and was to run next; one small file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: dict[str, dict[str, str]] = (
            json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        )

    def status(self, name: str) -> dict[str, str]:
        """Return `Last`, `Next`, `LastUpdated` as the host shows them; empty at first."""
        return self._rows.get(name, {})

    def missed(self, name: str, now: datetime) -> bool:
        """Whether an occurrence passed while nobody was there to run it."""
        due = self._rows.get(name, {}).get("Next")
        return due is not None and datetime.fromisoformat(due) <= now

    def record(self, name: str, *, last: datetime | None, due: datetime) -> None:
        """Note the run that ended (None: none yet) and the next occurrence."""
        before = self._rows.get(name, {}).get("Last", "")
        ran = last.isoformat() if last else before
        self._rows[name] = {"Last": ran, "Next": due.isoformat(), "LastUpdated": ran}
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps(self._rows), encoding="utf-8")
        fresh.replace(self._path)


class Timers:
    """Keeps the timers of one app running."""

    def __init__(
        self,
        timers: Iterable[TimerFunction],
        log: TimerLog,
        client_binding: str,
        report: Callable[[TriggerRan], None],
        clock: Clock,
    ) -> None:
        self._timers = tuple(timers)
        self._log = log
        self._client_binding = client_binding
        self._report = report
        self._clock = clock

    async def run(self) -> None:
        """Run every timer at its times until cancelled."""
        async with asyncio.TaskGroup() as group:
            for timer in self._timers:
                group.create_task(self._keep(timer), name=f"timer {timer.name}")

    async def _keep(self, timer: TimerFunction) -> None:
        schedule = parse_schedule(timer.schedule)
        missed = self._log.missed(timer.name, self._clock.now())
        if missed or timer.run_on_startup:
            await self._fire(timer, schedule, past_due=missed)
        while True:
            # Counted from now, so occurrences that passed during a long run are skipped.
            due = schedule(self._clock.now())
            self._log.record(timer.name, last=None, due=due)
            await self._clock.sleep_until(due)
            await self._fire(timer, schedule, past_due=False)

    async def _fire(self, timer: TimerFunction, schedule: Schedule, *, past_due: bool) -> None:
        request = TimerRequest(
            past_due=past_due,
            schedule_status=self._log.status(timer.name),
            schedule={"AdjustForDST": True},
        )
        clients = dict.fromkeys(timer.clients, self._client_binding)
        began, started = self._clock.now(), time.perf_counter()
        detail = ""
        try:
            result = await invoke(timer.run, {timer.parameter: request, **clients})
            if result is not None:
                detail = f"a timer returns None, not {type(result).__name__}"
        except Exception as error:  # noqa: BLE001 - a failed run must not end the timer
            detail = f"{type(error).__name__}: {error}"
        self._log.record(timer.name, last=began, due=schedule(self._clock.now()))
        self._report(
            TriggerRan(
                kind="timer",
                name=timer.name,
                occasion="past due" if past_due else "",
                duration_ms=(time.perf_counter() - started) * 1000,
                outcome="failed" if detail else "ok",
                detail=detail,
            )
        )
