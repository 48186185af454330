"""Parameters that tools of several services take."""

from typing import Annotated

from pydantic import BeforeValidator, ConfigDict

from shared.models.base import Payload
from shared.models.people import Person

FILLED_IN = "Filled in before it is shown; leave empty"
"""What is said of a parameter that nobody plans."""


def _single(value: object) -> bool:
    return value not in ("", {}) and isinstance(value, str | dict | Person)


def _one_or_many(value: object) -> object:
    return (value,) if _single(value) else value or ()


Several = Annotated[tuple[str, ...], BeforeValidator(_one_or_many)]
"""A list of texts; one text alone is a list of one."""

People = Annotated[tuple[str | Person, ...], BeforeValidator(_one_or_many)]
"""Whom somebody means: names, addresses, or those that are known already."""


class Exact(Payload):
    """What a call that changes something is made with: it leaves nothing to be looked up.

    The arguments it is read from may hold more: what it was worked out from, for whoever changes
    the call before agreeing to it.
    """

    model_config = ConfigDict(extra="ignore")
