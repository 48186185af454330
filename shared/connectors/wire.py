"""What a provider answers, as far as it is used: checked, and the rest ignored."""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.tools.effect import OutcomeUnknown

M = TypeVar("M", bound=BaseModel)


class Wire(Payload):
    """An object of a provider's: fields not listed are ignored, and null is the same as absent."""

    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, value: Json) -> Json:
        if not isinstance(value, Mapping):
            return value
        fields = cast("Mapping[str, Any]", value)
        return {name: field for name, field in fields.items() if field is not None}


def shaped(model: type[M], answer: Json, provider: str) -> M:
    """Return an answer, or part of one, as a model of it; raise ToolFailed when it is none."""
    try:
        return model.model_validate(answer)
    except ValidationError as error:
        raise ToolFailed(_unexpected(provider), recoverable=True) from error


def made(model: type[M], answer: Json, provider: str) -> M:
    """Return what a change answered as a model of it; raise OutcomeUnknown when it is none."""
    try:
        return model.model_validate(answer)
    except ValidationError as error:
        raise OutcomeUnknown(_unexpected(provider)) from error


def _unexpected(provider: str) -> str:
    return f"{provider} answered in an unexpected form."
