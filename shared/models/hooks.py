"""Declared policies on an agent's tool calls: data, never code."""

from typing import Literal

from pydantic import Field

from shared.models.base import Payload

Redaction = Literal["email", "card", "secret"]


class Hook(Payload):
    """What holds before (`pre`) or after (`post`) each call of the tools that `matcher` names.

    `matcher` is a tool's name, in which `*` stands for anything. Before a call: a person may have
    to agree (`require_approval`), it may only reach certain `recipients` (addresses, "@domain",
    "#channel"; empty: no restriction), and be made at most `max_calls` times in a run. After it,
    what is to be redacted is taken out of the result.
    """

    event: Literal["pre", "post"]
    matcher: str = Field(min_length=1, max_length=100)
    require_approval: bool = False
    recipients: tuple[str, ...] = ()
    max_calls: int | None = Field(default=None, ge=0)
    redact: tuple[Redaction, ...] = ()
