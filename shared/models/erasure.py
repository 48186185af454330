"""The erasure of a person: how far it has come, and what it leaves of itself."""

from datetime import datetime
from typing import Literal

from shared.models.base import Payload

By = Literal["person", "administrator", "operator", "absence"]
"""Who asked: the person, an administrator of theirs, an operator, or nobody: they were away for as
long as things are remembered."""
State = Literal["running", "erased", "done"]


class Erasure(Payload):
    """One erasure. While it runs it names whom it is about; the receipt has a hash (`person`) only.

    `erased`: everything was gone through once, and is once more at `again`, when no step that was
    under way can write any more. `stage` is the next of `shared/erasing`'s; `counted` what that was
    found to have before it began, by table, and `gone` the same of the stages that are over.
    """

    id: str
    person: str
    tenant: str = ""
    user: str = ""
    by: By
    asked_by: str = ""
    """The administrator."""
    asked_at: datetime
    state: State = "running"
    stage: int = 0
    counted: dict[str, int] | None = None
    gone: dict[str, int] = {}
    kept: dict[str, str] = {}
    """What stays, and why, by table."""
    again: datetime | None = None
    done_at: datetime | None = None
