"""Accounts a person has connected, and sign-ins that are under way."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from shared.models.base import Payload
from shared.models.principal import Principal


class Connection(Payload):
    """One connected account. `grant` is what opens it, sealed; `domains` are what it is used for.

    `needs_reauth`: the provider takes the grant no longer, and wants the person to sign in again,
    with `claims` where it said so.
    """

    id: str
    provider: str
    email: str
    name: str = ""
    domains: tuple[str, ...]
    state: Literal["connected", "needs_reauth"] = "connected"
    claims: str = ""
    grant: str = Field(repr=False)
    connected_at: datetime


class Beginning(Payload):
    """A sign-in that has begun, for whom, and until when it can be finished.

    `secret` is what finishing takes, sealed. `browser` is a hash of what the browser keeps that
    began it.
    """

    provider: str
    domains: tuple[str, ...]
    tenant: str
    user: str
    secret: str = Field(repr=False)
    browser: str
    until: datetime


class Reach(Payload):
    """What is to be connected: an account of a provider, anew if `account` names one.

    Without `domains` it is everything the account was used for, or the provider offers.
    """

    provider: str
    domains: tuple[str, ...] = ()
    account: str = ""


class Ticket(Reach):
    """Leave to begin one sign-in for a person without being signed in, for a short while.

    `name` is the person's, as far as that is known.
    """

    tenant: str
    user: str
    name: str = ""
    until: datetime


class Offer(Payload):
    """A provider whose accounts can be connected, and what for.

    `by_token`: the token that a caller brings opens their account; they need not go there.
    """

    id: str
    name: str
    domains: tuple[str, ...]
    by_token: bool = False


class Wish(Reach):
    """What a person wants to connect in a browser.

    `back` is where the provider sends it to, `browser` a secret that this browser alone keeps.
    """

    back: str
    browser: str = Field(repr=False)


class Ticketed(Payload):
    """A ticket that is good, and what its provider is called."""

    ticket: Ticket
    provider: str


class Begun(Payload):
    """Where to send the person, and the `state` they come back with."""

    url: str
    state: str


class Finished(Payload):
    """An account that has just been connected, and whose it is."""

    person: Principal
    connection: Connection
