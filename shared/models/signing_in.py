"""How a client signs people in here."""

from typing import Literal

from shared.models.base import Payload


class SignInWith(Payload):
    """What anybody may know who wants to sign in.

    `entra`: get a token for `scope` as `client_id` from `authority`, by the authorization code flow
    with PKCE, and bring it as a bearer token. `platform`: the same, checked by the platform.
    `secret`: bring the operator's local secret as a bearer token. `open`: everybody on this machine
    is the developer. `closed`: nobody can, for the `missing` settings.
    """

    mode: Literal["entra", "platform", "secret", "open", "closed"]
    authority: str = ""
    client_id: str = ""
    scope: str = ""
    missing: tuple[str, ...] = ()
