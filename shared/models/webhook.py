"""Where a client of A2A wants to be told how a task stands."""

from typing import Literal

from shared.models.base import Payload


class Webhook(Payload):
    """One address, and what it was told.

    `scheme` names the credentials that it is shown, which are sealed with the client's own token
    ("" in `sealed`: neither was given). `dialect` is the version of the protocol that its client
    speaks, and `issuer` what this product was called by it. `told` marks what it was told last, or
    was given up with; `missed` what it could not be told so far, `failed` times.
    """

    id: str
    url: str
    scheme: str = ""
    sealed: str = ""
    dialect: Literal["1.0", "0.3"]
    issuer: str
    told: str = ""
    missed: str = ""
    failed: int = 0


class Secrets(Payload):
    """What a client gave to be shown to it: its own token, and credentials."""

    token: str = ""
    credentials: str = ""


class Webhooks(Payload):
    """Those of one task, by the place of its message in the conversation's line."""

    seq: int
    task: str
    hooks: tuple[Webhook, ...] = ()
