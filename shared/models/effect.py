"""What is on record of a change of the outside world, and how it is taken back."""

from datetime import datetime
from typing import Literal

from shared.models.base import Json, Payload

EffectState = Literal["intended", "done", "failed", "unknown"]
Approver = Literal["", "button", "words", "standing leave", "not needed"]
"""How the person whose change it is agreed to it; "" where that was not kept."""


class Undo(Payload):
    """The call that reverses a change, exactly, and what that will do in words.

    `left` is how the change left what it changed, to see whether it was changed since.
    """

    tool: str
    arguments: dict[str, Json] = {}
    told: str = ""
    left: Json = None


class About(Payload):
    """What a change is about: in words, and where and by whom it was asked for.

    `thread` is the conversation's own id; 0 is no turn. `undoes` is the change that it takes back.
    """

    told: str = ""
    agent: str = ""
    thread: str = ""
    turn: int = 0
    approved: Approver = ""
    approver: str = ""
    """Who approved it, where that was somebody else."""
    undoes: str = ""


class EffectRecord(Payload):
    """One change that must happen at most once.

    `key` names it within what one person does; `hash` is the fingerprint of the call. `owner` may
    work on it until `until`, the end of its lease. `handle` is what the connector noted before the
    call that cannot be repeated. `result` is what the call gave, `message` why it did not, and
    `left` the id of a draft that an attempt which failed has left. `refused`: it failed, and surely
    nothing was made. `version` counts the contents it was wanted with after one before had failed:
    each is a change of its own for the provider. `undo` takes it back, or `why_not` says why
    nothing can; `undone_at` is when that was done.
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
    about: About = About()
    undo: Undo | None = None
    why_not: str = ""
    undone_at: datetime | None = None


class EffectPage(Payload):
    """Changes, newest first, without their results; `after` goes on from there, "" at the end."""

    records: tuple[EffectRecord, ...] = ()
    after: str = ""
