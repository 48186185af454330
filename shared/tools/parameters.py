"""Parameters that tools of several services take."""

from collections.abc import Mapping
from typing import Annotated, cast

from pydantic import BeforeValidator, ConfigDict
from pydantic.config import JsonDict

from shared.models.base import Json, Payload
from shared.models.people import Person

FILLED_IN = "Filled in before it is shown; leave empty"
"""What is said of a parameter that nobody plans."""

SETTLED: JsonDict = {"readOnly": True}
"""Marks what a call is about, by ids and figures: whoever edits the call does not type that."""


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


def editable(parameters: Mapping[str, Json]) -> dict[str, Json]:
    """Return the schema of a call's arguments for whoever edits one that was shown to them.

    By then what is filled in before is there, and no longer to be left empty.
    """
    properties = cast("Mapping[str, Mapping[str, Json]]", parameters.get("properties", {}))
    return {
        **parameters,
        "properties": {name: _offered(each) for name, each in properties.items()},
    }


def _offered(schema: Mapping[str, Json]) -> dict[str, Json]:
    planned = schema.get("description") != FILLED_IN
    return {key: value for key, value in schema.items() if planned or key != "description"}
