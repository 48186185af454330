"""What is on record of a change of the outside world."""

from datetime import datetime
from typing import Literal

from shared.models.base import Json, Payload

EffectState = Literal["intended", "done", "failed", "unknown"]


class EffectRecord(Payload):
    """One change that must happen at most once.

    `key` names it within what one person does; `hash` is the fingerprint of the call. `owner` may
    work on it until `until`, the end of its lease. `handle` is what the connector noted before the
    call that cannot be repeated. `result` is what the call gave, `message` why it did not, and
    `left` the id of a draft that an attempt which failed has left. `refused`: it failed, and surely
    nothing was made. `version` counts the contents it was wanted with after one before had failed:
    each is a change of its own for the provider.
    """

    key: str
    tool: str
    hash: str
    state: EffectState = "intended"
    owner: str
    until: datetime
    handle: str = ""
    result: Json = None
    message: str = ""
    left: str = ""
    refused: bool = False
    version: int = 0
    begun_at: datetime
