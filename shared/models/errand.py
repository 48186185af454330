"""Something to be done with an agent that exists, or with a reminder: shown first, then done."""

from typing import Literal

from shared.models.base import Payload
from shared.models.schedule import Recurrence

ErrandKind = Literal[
    "remind", "move", "forget", "delete", "restore", "pause", "resume", "undo", "share", "export"
]


class Errand(Payload):
    """What was asked for. `subject` is the id of the agent or the reminder, once it is known.

    `name` is what it is called, or the words it was named with. For a reminder, `text` is what it
    says, and `when` and `said` are its time, once that is known. `people` are who it is shared
    with; nobody means everyone. `version` is that of the agent as it was seen. `problem`
    is why it cannot be done. `passed` counts how often something else was asked for while it was
    shown. `then` are the words of another that was asked for along with it: that is shown next.
    """

    kind: ErrandKind
    subject: str = ""
    name: str = ""
    text: str = ""
    when: Recurrence | None = None
    said: str = ""
    people: tuple[str, ...] = ()
    version: int = 0
    problem: str = ""
    passed: int = 0
    then: str = ""
