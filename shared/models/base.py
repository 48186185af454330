"""The base of every value, and the field types they share."""

import unicodedata
from typing import Annotated, Any, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict

MAX_ID_CHARACTERS = 255
MAX_MESSAGE_CHARACTERS = 32_000

_UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
_LAYOUT = frozenset("\n\r\t")

Json = Any
"""Decoded JSON: None, bool, int, float, str, list or dict of these."""


class Payload(BaseModel):
    """Frozen, closed JSON value; the only thing allowed through a durable boundary.

    Closed to whoever writes one now. What is in rows and histories may have been written by another
    version of this app: `stored` and `recorded` drop what this one does not know, at any depth.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", hide_input_in_errors=True, allow_inf_nan=False
    )

    @classmethod
    def field_names(cls) -> frozenset[str]:
        """Return the names it has values under."""
        return frozenset(cls.model_fields)

    @classmethod
    def stored(cls, text: str) -> Self:
        """Return the value a row holds; raise ValidationError where it lacks something."""
        return cls.model_validate_json(text, extra="ignore")

    @classmethod
    def recorded(cls, value: Json) -> Self:
        """Return the value a durable history holds; raise ValidationError as `stored` does."""
        return cls.model_validate(value, extra="ignore")


def printable(value: str) -> str:
    """Return a caller-given id unchanged; raise ValueError unless 1-255 printable characters.

    Zero-width joiners count as printable, since emoji are made of them.
    """
    if not 1 <= len(value) <= MAX_ID_CHARACTERS:
        msg = f"must have 1 to {MAX_ID_CHARACTERS} characters"
        raise ValueError(msg)
    if value.isspace() or any(unicodedata.category(c) in _UNPRINTABLE for c in value):
        msg = "must consist of printable characters"
        raise ValueError(msg)
    return value


def message_text(value: str) -> str:
    """Return what a person wrote, unchanged.

    Raises ValueError when it is empty, too long, or has control characters other than layout.
    """
    if not value.strip():
        msg = "must not be empty"
        raise ValueError(msg)
    if len(value) > MAX_MESSAGE_CHARACTERS:
        msg = f"must have at most {MAX_MESSAGE_CHARACTERS:,} characters"
        raise ValueError(msg)
    if any(unicodedata.category(c) in {"Cc", "Cs"} and c not in _LAYOUT for c in value):
        msg = "must not contain control characters"
        raise ValueError(msg)
    return value


def zone_name(value: str) -> str:
    """Return the name of a time zone unchanged; raise ValueError unless there is such a zone."""
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        msg = "must be the name of a time zone, e.g. Europe/Berlin"
        raise ValueError(msg) from error
    return value


PrintableId = Annotated[str, AfterValidator(printable)]
ZoneName = Annotated[str, AfterValidator(zone_name)]
MessageText = Annotated[str, AfterValidator(message_text)]
