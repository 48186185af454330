"""What one person, and one organisation, may have of what all share."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from shared.models.base import Payload

Kind = Literal["requests", "streams", "turns", "tools", "tokens"]
"""Streams and turns are counted in seconds that they last, the others one by one."""


class Bucket(Payload):
    """What is left of a limit, and was at `at`. It may be below 0: that has to come back first.

    `spent` is what each day (UTC, ISO) took, of the last days.
    """

    left: float
    at: datetime
    spent: dict[str, float] = {}


@dataclass(frozen=True)
class Limit:
    """So much at once, and as much again in every `seconds`; 0 is no limit."""

    most: float
    seconds: float


@dataclass(frozen=True)
class Allowance:
    """The limit of each person and of all people of an organisation together."""

    person: Limit
    tenant: Limit
