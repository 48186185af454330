"""Limits of people and organisations: a row each, most of it counted in this process.

A process reads a row when it first needs it, counts in its memory what it lets through, and writes
that off now and then. So a request costs one operation here at most, and mostly none; what several
processes let through until they have written it off may be over the limit by their slices.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.decisions import budgets
from shared.errors import Conflict, LimitReached, StorageFailed
from shared.models.budget import Allowance, Bucket, Kind, Limit
from shared.models.principal import Principal
from shared.ports import Clock
from shared.storage.keys import digest
from shared.storage.rows import Insert, Replace, Rows

SLICE = 0.02
"""The part of a limit that a process lets through before it writes off what it let through."""
SETTLING = timedelta(minutes=5)
"""After so long anything that was let through is written off, when there is a reason to look."""
_REMEMBERED = 20_000


@dataclass(eq=False)
class _Account:
    """What is left as far as this process knows, and what it took that no row tells yet."""

    partition: str
    key: str
    kind: Kind
    limit: Limit
    everybody: bool
    seen_at: datetime
    here: Bucket | None = None
    etag: str = ""
    known: bool = False
    busy: bool = False
    spent: float = 0.0

    def overdue(self, now: datetime) -> bool:
        """Return whether it is time to read the row, or to write off what was taken."""
        if self.busy:
            return False
        large = self.limit.most * SLICE
        late = now - self.seen_at >= SETTLING
        return not self.known or (self.spent != 0 and (late or 0 < large <= abs(self.spent)))

    def wait(self, amount: float, now: datetime) -> float:
        """Return after how many seconds so much may be taken; 0 at once."""
        there = budgets.left(self.here, self.limit, now)
        return budgets.seconds_until(amount, there, self.limit) if self.limit.most else 0.0

    def spend(self, amount: float, now: datetime) -> None:
        """Take so much, or give it back."""
        self.here = budgets.settled(self.here, amount, self.limit, now)
        self.spent += amount


class StoredBudgets:
    """The `Budgets` port over one table, whose partitions are organisations."""

    def __init__(self, rows: Rows, clock: Clock, limits: Mapping[Kind, Allowance]) -> None:
        self._rows = rows
        self._clock = clock
        self._limits = limits
        self._accounts: OrderedDict[tuple[str, str], _Account] = OrderedDict()

    async def take(self, principal: Principal, wanted: Mapping[Kind, float]) -> None:
        """Take some of each kind, or none and raise LimitReached; 0 asks if anything is left."""
        accounts = [one for kind in wanted for one in self._of(principal, kind)]
        await self._settle_one(principal)
        now = self._clock.now()
        for one in accounts:
            wait = one.wait(wanted[one.kind], now)
            if wait:
                said = budgets.told(one.kind, one.limit, wait, everybody=one.everybody)
                raise LimitReached(said, one.kind, wait)
        for one in accounts:
            one.spend(wanted[one.kind], now)

    def charge(self, principal: Principal, kind: Kind, amount: float) -> None:
        """Count what was had already, or given back (below 0). Nothing is refused or asked."""
        for one in self._of(principal, kind):
            one.spend(amount, self._clock.now())

    def _of(self, principal: Principal, kind: Kind) -> tuple[_Account, _Account]:
        allowed = self._limits[kind]
        person = f"{kind}-{digest('user', principal.user)}"
        return (
            self._account(principal.tenant, person, kind, allowed.person),
            self._account(principal.tenant, kind, kind, allowed.tenant, everybody=True),
        )

    def _account(
        self, tenant: str, key: str, kind: Kind, limit: Limit, *, everybody: bool = False
    ) -> _Account:
        place = (digest(tenant), key)
        account = self._accounts.get(place)
        if account is None:
            account = _Account(*place, kind, limit, everybody, self._clock.now())
            self._accounts[place] = account
            while len(self._accounts) > _REMEMBERED:
                self._accounts.popitem(last=False)
        self._accounts.move_to_end(place)
        return account

    async def _settle_one(self, principal: Principal) -> None:
        """Read or write the one row that needs it most, of all that concern a person.

        Limits protect the product: where their table does not answer, what is known here counts.
        """
        now, tenant, user = (
            self._clock.now(),
            digest(principal.tenant),
            digest("user", principal.user),
        )
        keys = (key for kind in self._limits for key in (f"{kind}-{user}", kind))
        there = [self._accounts[tenant, key] for key in keys if (tenant, key) in self._accounts]
        overdue = [one for one in there if one.overdue(now)]
        if not overdue:
            return
        account = min(overdue, key=lambda one: (one.known, one.seen_at))
        account.busy = True
        try:
            await (self._write(account) if account.known else self._read(account))
        except StorageFailed:
            account.seen_at = now
        finally:
            account.busy = False

    async def _read(self, account: _Account) -> None:
        row = await self._rows.get(account.partition, account.key)
        there, now = None if row is None else Bucket.stored(row.body), self._clock.now()
        account.here = budgets.joined(there, account.here, account.spent, account.limit, now)
        account.known, account.seen_at = True, now
        account.etag = "" if row is None else row.etag

    async def _write(self, account: _Account) -> None:
        """Write off what was taken; where another process was faster, read again next time."""
        taken, key = account.spent, account.key
        now = self._clock.now()
        body = budgets.settled(account.here, 0, account.limit, now).model_dump_json()
        write = Replace(key, body, account.etag) if account.etag else Insert(key, body)
        try:
            etags = await self._rows.commit(account.partition, [write])
        except Conflict:
            account.known = False
            return
        account.etag, account.seen_at = etags[key], now
        account.spent -= taken
