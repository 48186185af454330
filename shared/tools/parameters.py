"""Parameters that tools of several services take."""

from typing import Annotated, Any

from pydantic import BeforeValidator


def _one_or_many(value: Any) -> Any:
    return (value,) if isinstance(value, str) and value else value or ()


Several = Annotated[tuple[str, ...], BeforeValidator(_one_or_many)]
"""A list of texts; one text alone is a list of one."""
