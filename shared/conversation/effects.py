"""Making a change of the outside world at most once, whatever crashes and whoever else tries.

The ledger holds a row for each change before it is made and after it was. Whoever finds another's
row waits its lease out and then lets the connector ask the provider what became of it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import uuid4

from shared.backoff import pause
from shared.conversation import later
from shared.decisions.effects import LEASE, Claim, claim, effect_id
from shared.errors import Conflict, Fault, ToolFailed
from shared.faults import noticed
from shared.models.base import Json
from shared.models.effect import About, EffectRecord
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.naming import digest
from shared.services import Services
from shared.telemetry import UNKNOWN_EFFECTS
from shared.tools.effect import Effect, OutcomeUnknown, TakenOver
from shared.tools.tool import TIMEOUT_SECONDS

_POLL_SECONDS = 0.5
"""How often another's work is looked at while its lease lasts."""
UNKNOWN = "I don't know whether it was done: {reason} Please check before you ask me again."
_BROKEN_OFF = "an earlier attempt broke off."


def _nothing(_result: Json) -> Mapping[str, Json]:
    return {}


@dataclass(frozen=True)
class Change:
    """A change that is wanted: its key within what the person does, and the call it is.

    `about` is kept with it, and so is what `learn` makes of its result: fields of the record.
    """

    principal: Principal
    key: str
    tool: str
    hash: str
    about: About = field(default=About())
    learn: Callable[[Json], Mapping[str, Json]] = _nothing


async def once(
    services: Services, change: Change, call: Callable[[Effect], Awaitable[Json]]
) -> Json:
    """Make a change unless it was made already, and return what that gave.

    `call` makes it, or finds out what became of an earlier attempt. Raises ToolFailed as it does;
    OutcomeUnknown when nobody can tell, which stays on record.
    """
    owner = uuid4().hex
    while True:
        found, stored = await _claim(services, change, owner)
        match found.kind:
            case "make":
                return await _make(services, change, call, found, stored)
            case "done":
                return found.record.result
            case "unknown":
                raise OutcomeUnknown(_unknown(found.record))
            case "other":
                raise ToolFailed("Something else was done for this already.", "params")
            case "wait":
                await services.pause(_POLL_SECONDS)


async def nobody_at_it(services: Services, change: Change) -> None:
    """Return once no other attempt at a change holds it: at once, or when its lease is over."""
    while True:
        wanted = _wanted(services, change, owner="")
        known = await services.ledger.get(change.principal, wanted.key)
        if known is None or claim(known.value, wanted, wanted.begun_at).kind != "wait":
            return
        await services.pause(_POLL_SECONDS)


def _wanted(services: Services, change: Change, owner: str) -> EffectRecord:
    now = services.clock.now()
    return EffectRecord(
        key=digest(change.key),
        tool=change.tool,
        hash=change.hash,
        owner=owner,
        until=now + LEASE,
        begun_at=now,
        about=change.about,
    )


async def _claim(
    services: Services, change: Change, owner: str
) -> tuple[Claim, Stored[EffectRecord]]:
    """Take a change on if it is free; the stored record is the claimer's own, or what is known."""
    ledger, wanted = services.ledger, _wanted(services, change, owner)
    now, tried = wanted.begun_at, 0
    while True:
        known = await ledger.get(change.principal, wanted.key)
        found = claim(known.value if known is not None else None, wanted, now)
        if found.kind != "make" and known is not None:
            return found, known
        if known is None:
            await services.due.add(
                later.effects(ledger.owner(change.principal), now, services.limits.retention)
            )
        try:
            etag = known.etag if known is not None else None
            return found, await ledger.put(change.principal, found.record, etag)
        except Conflict:
            tried += 1
            await pause(tried)


class _Attempt:
    """The claimer's record as it moves on; every write must find it as it was left."""

    def __init__(self, services: Services, principal: Principal, own: Stored[EffectRecord]) -> None:
        self._services = services
        self._principal = principal
        self._own = own

    @property
    def handle(self) -> str:
        return self._own.value.handle

    @property
    def refused(self) -> bool:
        """Whether no earlier attempt can have made the change."""
        return self._own.value.refused

    async def note(self, handle: str) -> None:
        """Keep a handle; raises ToolFailed when another attempt has taken over."""
        await self._put(handle=handle)

    async def renew(self, until: datetime) -> None:
        await self._put(until=until)

    async def settle(self, **update: Json) -> None:
        """Write how it ended; that somebody took over meanwhile is for them to find out."""
        try:
            await self._put(**update)
        except ToolFailed:
            return

    async def _put(self, **update: Json | datetime) -> None:
        record = self._own.value.model_copy(update=update)
        try:
            self._own = await self._services.ledger.put(self._principal, record, self._own.etag)
        except Conflict as error:
            raise TakenOver from error


async def _make(
    services: Services,
    change: Change,
    call: Callable[[Effect], Awaitable[Json]],
    found: Claim,
    stored: Stored[EffectRecord],
) -> Json:
    principal = change.principal
    attempt = _Attempt(services, principal, stored)
    effect = Effect(
        id=effect_id(principal.tenant, principal.user, change.key, stored.value.version),
        again=found.again,
        handle=stored.value.handle,
        note=attempt.note,
    )
    try:
        result = await _attempted(services, attempt, effect, call)
    except OutcomeUnknown as error:
        message = UNKNOWN.format(reason=str(error))
        await attempt.settle(state="unknown", message=message, left=error.left)
        UNKNOWN_EFFECTS.add(1, {"tool": change.tool})
        raise OutcomeUnknown(message) from error
    except ToolFailed as error:
        await attempt.settle(state="failed", message=str(error), left=error.left, refused=True)
        raise
    await attempt.settle(state="done", result=result, **change.learn(result))
    return result


async def _attempted(
    services: Services,
    attempt: _Attempt,
    effect: Effect,
    call: Callable[[Effect], Awaitable[Json]],
) -> Json:
    """Make the call; when its outcome is open, ask the provider once what became of it."""
    if effect.again and not attempt.refused:
        return await _asked(effect, call, OutcomeUnknown(_BROKEN_OFF))
    try:
        return await _in_time(effect, call)
    except OutcomeUnknown as lost:
        await attempt.renew(services.clock.now() + LEASE)
        again = replace(effect, again=True, handle=attempt.handle)
        return await _asked(again, call, lost)


async def _asked(
    effect: Effect, call: Callable[[Effect], Awaitable[Json]], lost: OutcomeUnknown
) -> Json:
    """Find out what became of an earlier attempt; where that fails too, nobody knows.

    A draft that is left proves that nothing was sent: then it is a failure like any other.
    """
    try:
        return await _in_time(effect, call)
    except (OutcomeUnknown, TakenOver):
        raise
    except ToolFailed as error:
        if error.left:
            raise
        raise lost from error


def _unknown(record: EffectRecord) -> str:
    known = record.message if record.state == "unknown" else ""
    return known or UNKNOWN.format(reason=_BROKEN_OFF)


async def _in_time(effect: Effect, call: Callable[[Effect], Awaitable[Json]]) -> Json:
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            with noticed("a change"):
                return await call(effect)
    except TimeoutError as error:
        reason = f"there was no answer within {TIMEOUT_SECONDS} seconds."
        raise OutcomeUnknown(reason) from error
    except Fault as fault:
        raise OutcomeUnknown("something in me broke on the way.") from fault
