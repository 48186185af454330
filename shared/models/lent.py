"""Servers whose tools an organisation lets its agents use (Model Context Protocol)."""

from datetime import datetime

from shared.models.base import Json, Payload


class Hints(Payload):
    """What a server says of one of its tools; None where it says nothing. Nobody checks that."""

    reads: bool | None = None
    destroys: bool | None = None


class Offered(Payload):
    """A tool as its server lists it. `takes` is whatever it says its arguments are."""

    name: str
    title: str = ""
    description: str = ""
    takes: dict[str, Json] = {}
    hints: Hints = Hints()
    digest: str


class LentTool(Payload):
    """A tool that was looked at and can be used, as it was then.

    `name` is what its server calls it. `parameters` is its schema as we check and offer it.
    `digest` stands for all that its server said of it: once that is another, so is the tool.
    """

    name: str
    title: str = ""
    description: str = ""
    parameters: dict[str, Json]
    hints: Hints = Hints()
    digest: str


class Unusable(Payload):
    """A tool that cannot be used, and why, in words."""

    name: str
    why: str


class ToolServer(Payload):
    """A server that lends tools to an organisation's agents. `id` is unique in the organisation.

    It is reached at `url` or, on somebody's own machine, started as `command`. `sealed` is the
    credential it is shown ("": none). `tools` are those that were accepted at `accepted_at`,
    `offer` stands for everything it offered then.
    """

    id: str
    name: str
    url: str = ""
    command: tuple[str, ...] = ()
    sealed: str = ""
    tools: tuple[LentTool, ...] = ()
    unusable: tuple[Unusable, ...] = ()
    offer: str = ""
    accepted_at: datetime
