"""What opens people's accounts, as it is kept: sealed, for one account of one person each."""

from collections.abc import Sequence
from functools import cached_property

from shared.backoff import pause
from shared.errors import Conflict, Misconfigured
from shared.models.connection import Connection
from shared.models.principal import Principal
from shared.naming import digest, user_key
from shared.security.sealing import NotOpened, Sealer
from shared.storage.connections import StoredConnections


class Grants:
    """Seals and opens with the operator's `keys`, which are looked at when first needed."""

    def __init__(self, connections: StoredConnections, keys: Sequence[str]) -> None:
        self._connections = connections
        self._keys = keys

    @cached_property
    def sealer(self) -> Sealer:
        """What seals; raises Misconfigured."""
        try:
            return Sealer(self._keys)
        except Misconfigured as error:
            raise Misconfigured(f"TOKEN_KEYS needs a change: {error}") from error

    def seal_sign_in(self, state: str, secret: str) -> str:
        """Return what only finishing this very sign-in opens."""
        return self.sealer.seal(secret, f"sign-in/{digest(state)}")

    def open_sign_in(self, state: str, sealed: str) -> str:
        """Return the secret; raise NotOpened."""
        return self.sealer.open(sealed, f"sign-in/{digest(state)}")

    def seal(self, principal: Principal, connection: str, grant: str) -> str:
        """Return what opens only as this account of this person."""
        return self.sealer.seal(grant, _whose(principal, connection))

    def held(self, principal: Principal, connection: Connection) -> "HeldGrant":
        """Return an account's grant as it was read."""
        return HeldGrant(self, self._connections, principal, connection)


class HeldGrant:
    """One account's grant. What is written back never goes over what others wrote meanwhile."""

    def __init__(
        self,
        grants: Grants,
        connections: StoredConnections,
        principal: Principal,
        connection: Connection,
    ) -> None:
        self._grants = grants
        self._connections = connections
        self._principal = principal
        self._id = connection.id
        self.sealed = connection.grant

    def opened(self) -> str:
        """Return the grant; raise NotOpened when no key of ours fits."""
        return self._grants.sealer.open(self.sealed, _whose(self._principal, self._id))

    async def renew_seal(self) -> None:
        """Seal the grant with the newest key, unless it is; raise NotOpened."""
        if self._grants.sealer.stale(self.sealed):
            await self.keep(self.opened())

    async def keep(self, grant: str) -> None:
        """Keep another grant, unless the account is gone or was connected anew."""
        sealed = self._grants.seal(self._principal, self._id, grant)
        if await self._change({"grant": sealed}):
            self.sealed = sealed

    async def reload(self) -> str:
        """Return the grant that is kept now; "" when there is none that can be read."""
        stored = await self._connections.get(self._principal, self._id)
        if stored is None:
            return ""
        self.sealed = stored.value.grant
        return self._read(self.sealed)

    async def lost(self, claims: str) -> None:
        """Note that the person has to sign in again, unless they have."""
        await self._change({"state": "needs_reauth", "claims": claims})

    async def _change(self, update: dict[str, str]) -> bool:
        """Change the account if its grant still is this one, however it is sealed by now."""
        tried = 0
        while True:
            stored = await self._connections.get(self._principal, self._id)
            if stored is None or not self._is_ours(stored.value.grant):
                return False
            changed = stored.value.model_copy(update=update)
            if changed == stored.value:
                return True
            try:
                await self._connections.put(self._principal, changed, stored.etag)
            except Conflict:
                tried += 1
                await pause(tried)
                continue
            return True

    def _is_ours(self, sealed: str) -> bool:
        if sealed == self.sealed:
            return True
        grant = self._read(sealed)
        return grant != "" and grant == self._read(self.sealed)

    def _read(self, sealed: str) -> str:
        try:
            return self._grants.sealer.open(sealed, _whose(self._principal, self._id))
        except NotOpened:
            return ""


def _whose(principal: Principal, connection: str) -> str:
    return f"grant/{user_key(principal.tenant, principal.user)}/{connection}"
