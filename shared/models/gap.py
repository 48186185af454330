"""What people asked for that nobody here could do: what is missing in an organisation's agents."""

from datetime import datetime
from typing import Literal

from shared.models.base import Payload


class Gap(Payload):
    """One request that nobody here could do. `id` names the turn, so that it is counted once.

    `text` is what was said, without addresses, card numbers and secrets.
    `domain` is the workspace domain it would have needed, if that is all that was missing;
    `outcome`: what the person made of the offer that followed.
    """

    id: str
    at: datetime
    text: str
    domain: str = ""
    nearest: tuple[str, ...] = ()
    outcome: Literal["offered", "created", "alternative", "left"] = "offered"
