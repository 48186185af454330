"""Google's answers taken apart: what is used of them is checked, the rest ignored."""

from typing import TypeVar
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from shared.connectors import wire
from shared.connectors.rest import NotThere
from shared.models.base import Json

GOOGLE = "Google"


class Resource(BaseModel):
    """A part of Google's JSON, by the names Google gives it in camel case."""

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel)


R = TypeVar("R", bound=Resource)


def taken(resource: type[R], answer: Json) -> R:
    """Return an answer as a resource; raise ToolFailed when it lacks what that must have."""
    return wire.shaped(resource, {} if answer is None else answer, GOOGLE)


def made(resource: type[R], answer: Json) -> R:
    """Return what a change answered; raise OutcomeUnknown when it lacks what that must have."""
    return wire.made(resource, {} if answer is None else answer, GOOGLE)


def segment(value: str) -> str:
    """Return an id as one segment of a path; raise NotThere when it cannot be anything's id."""
    if value.strip(".") == "":
        raise NotThere(f"{GOOGLE} has nothing with the id “{value}”.")
    return quote(value, safe="")
