"""How far a walk through a table has come."""

from datetime import datetime

from shared.models.base import Payload
from shared.models.principal import Principal


class Walked(Payload):
    """A walk goes on at `again` from the partition `start` on ("": anew, from the first).

    `absent` are people who were away for so long that they are to be erased.
    """

    again: datetime
    start: str = ""
    absent: tuple[Principal, ...] = ()
