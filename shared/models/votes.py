"""What people say an agent is for, before enough of them say so for it to count for everybody."""

from datetime import datetime

from shared.models.base import Payload


class Vote(Payload):
    """A person's one vote for an agent: the request they want to go to it.

    `by` is who (hashed), `point` the request as an encoded vector.
    """

    by: str
    text: str
    point: str
    at: datetime


class Agreed(Payload):
    """A request that a quorum wants to go to an agent, so that it is an example for everybody."""

    text: str
    point: str
    by: tuple[str, ...]


class Votes(Payload):
    """All votes for one agent, a person at most one, oldest first; and what came of them."""

    votes: tuple[Vote, ...] = ()
    agreed: tuple[Agreed, ...] = ()
