"""The arguments of a lent tool as a form, as those of our own tools are: checked, or refused."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self, cast

from pydantic import ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from shared.models.base import Json, Payload
from shared.tools.lent.schemas import ACCEPTED

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError as Misfit

MAX_ARGUMENTS = 20_000
"""Characters of all arguments of one call."""
_MOST_FAULTS = 20


class Form(Payload):
    """The arguments of a call, which were held against what its tool takes."""

    arguments: dict[str, Json]


def form_of(name: str, schema: Mapping[str, Json]) -> type[Form]:
    """Return the form of arguments that a checked schema describes."""

    class Own(Form):
        @classmethod
        def field_names(cls) -> frozenset[str]:
            return frozenset(schema.get("properties", ()))

        @classmethod
        def model_json_schema(cls, *_given: Any, **_named: Any) -> dict[str, Any]:
            return dict(schema)

        @classmethod
        def model_validate(cls, obj: Any, *_given: Any, **_named: Any) -> Self:
            if faults := _faults(schema, obj):
                raise ValidationError.from_exception_data(name, faults, hide_input=True)
            return cls(arguments=obj)

    Own.__name__ = Own.__qualname__ = name
    return Own


def exactly(schema: Mapping[str, Json], digest: str) -> dict[str, Json]:
    """Return a schema of arguments that were made ready for one form of a tool, and no other."""
    accepted: Json = {"type": "string", "enum": [digest]}
    properties = {**schema["properties"], ACCEPTED: accepted}
    return {**schema, "properties": properties, "required": [*schema["required"], ACCEPTED]}


def _faults(schema: Mapping[str, Json], given: Any) -> list[InitErrorDetails]:
    if not isinstance(given, Mapping) or len(str(cast("Any", given))) > MAX_ARGUMENTS:
        return [_fault((), f"must be at most {MAX_ARGUMENTS:,} characters of arguments")]
    validator = _validator()
    checking = cast("Any", validator(dict(schema)))
    misfits: Iterable[Misfit] = checking.iter_errors(dict(cast("Mapping[str, Json]", given)))
    found = {fault.get("loc", ()): fault for misfit in misfits for fault in _told(misfit)}
    return list(found.values())[:_MOST_FAULTS]


@lru_cache(maxsize=1)
def _validator() -> "type[Draft202012Validator]":
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - 0.1 s to import

    return Draft202012Validator


def _told(misfit: "Misfit") -> list[InitErrorDetails]:
    """Return what is wrong, by where it is; nothing of what was given is repeated."""
    path, value = tuple(misfit.absolute_path), cast("Any", misfit.validator_value)
    instance = cast("Any", misfit.instance)
    match misfit.validator:
        case "required":
            return [_fault((*path, one), "is needed") for one in value if one not in instance]
        case "additionalProperties":
            known = cast("Mapping[str, Any]", misfit.schema)["properties"]
            odd = [one for one in instance if one not in known]
            return [_fault((*path, one), "is not among what it takes") for one in odd]
        case "enum":
            return [_fault(path, f"must be one of {', '.join(map(str, value))}")]
        case "type":
            return [_fault(path, f"must be of type {value}")]
        case "anyOf":
            return [_fault(path, "is none of the things it may be")]
        case _:
            return [_fault(path, f"does not keep to {misfit.validator} {value}")]


def _fault(path: tuple[int | str, ...], why: str) -> InitErrorDetails:
    return InitErrorDetails(
        type=PydanticCustomError("lent", "{why}", {"why": why}), loc=path, input=None
    )
