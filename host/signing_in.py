"""Who may come in, by the settings: what tells callers, and what clients are told."""

import httpx2

from host.settings import Settings
from shared.models.signing_in import SignInWith
from shared.ports import Clock
from shared.security.claims import SCOPE, Admission
from shared.security.easy_auth import PlatformTold
from shared.security.identity import Authenticator, LoopbackDeveloper, Nobody

_SECONDS = 5
"""The identity provider has this long to give its keys."""


def missing(chosen: Settings) -> tuple[str, ...]:
    """Return the settings without which nobody can sign in."""
    if chosen.auth_mode == "dev":
        return () if chosen.local_secret or chosen.peer_shown else ("LOCAL_SECRET",)
    wanted = {"ENTRA_CLIENT_ID": chosen.entra_client_id, "ENTRA_TENANTS": chosen.entra_tenants}
    return tuple(name for name, value in wanted.items() if not value)


def way_in(chosen: Settings) -> SignInWith:
    """Return what clients are told."""
    if lacking := missing(chosen):
        return SignInWith(mode="closed", missing=lacking)
    if chosen.auth_mode == "dev":
        return SignInWith(mode="secret" if chosen.local_secret else "open")
    several = len(chosen.entra_tenants) > 1
    return SignInWith(
        mode="entra" if chosen.auth_mode == "entra" else "platform",
        authority=f"{chosen.entra_authority}/"
        f"{'organizations' if several else chosen.entra_tenants[0]}",
        client_id=chosen.entra_spa_client_id or chosen.entra_client_id,
        scope=f"api://{chosen.entra_client_id}/{SCOPE}",
    )


def brings_tokens_of(chosen: Settings, client_id: str) -> bool:
    """Return whether callers bring tokens that were given for this registration."""
    return chosen.auth_mode == "entra" and chosen.entra_client_id == client_id.lower() != ""


def authenticator(chosen: Settings, clock: Clock) -> Authenticator:
    """Return what tells who is calling."""
    if chosen.auth_mode == "dev":
        return LoopbackDeveloper(
            in_azure=chosen.in_azure,
            origins=chosen.cors_origins,
            peer_shown=chosen.peer_shown,
            secret=chosen.local_secret,
        )
    if lacking := missing(chosen):
        names = " and ".join(lacking)
        return Nobody(f"Nobody can sign in here yet: the operator has to set {names}.")
    admission = Admission(
        audience=chosen.entra_client_id,
        tenants=frozenset(chosen.entra_tenants),
        authority=chosen.entra_authority,
        guests=chosen.entra_guests,
    )
    if chosen.auth_mode == "easyauth":
        return PlatformTold(admission, clock, switched_on=chosen.platform_signs_in)
    from shared.security.keys import PublishedKeys  # noqa: PLC0415 - imports cryptography
    from shared.security.tokens import BearerTokens  # noqa: PLC0415

    url = f"{chosen.entra_authority}/common/discovery/v2.0/keys"
    keys = PublishedKeys(url, httpx2.AsyncClient(timeout=_SECONDS), clock)
    return BearerTokens(admission, keys, clock)
