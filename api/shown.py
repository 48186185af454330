"""What answers are made of: values with a schema, which the API's description is written from."""

from collections.abc import Mapping

from azurefunctions.extensions.http.fastapi import Response
from pydantic import BaseModel, ConfigDict


class Shown(BaseModel):
    """A part of an answer. What is None is there, as null."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def shown(
    answer: BaseModel, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer with a value as JSON."""
    return Response(answer.model_dump_json(), status, headers, media_type="application/json")
