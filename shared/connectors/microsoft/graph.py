"""What all requests to Microsoft Graph have in common: ids that stay, pages, and shapes."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import quote

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from shared.connectors import wire
from shared.connectors.rest import Request, Rest
from shared.errors import ToolFailed
from shared.models.base import Json

NAME = "Microsoft 365"
API = "https://graph.microsoft.com/v1.0"
PREFER = {
    "Prefer": 'IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="text"'
}
"""Ids that survive a move to another folder, times in UTC, and bodies as text."""
EFFECT_PROPERTY = "String {6f1a7c52-4b0e-4d35-9c0f-8a2f8f3d7e91} Name OmniForgeEffect"
"""The extended property that says which effect made an item."""
AT_ONCE = 4
"""Requests that Graph answers at a time for one mailbox."""
MAX_PAGES = 20
"""Pages read for one question at the most; the links that lead from page to page are Graph's."""


class Shape(BaseModel):
    """A value as Graph sends it; what is not named is passed over."""

    model_config = ConfigDict(
        frozen=True, alias_generator=to_camel, extra="ignore", hide_input_in_errors=True
    )


def _text(value: Any) -> Any:
    return "" if value is None else value


def _many(value: Any) -> Any:
    return () if value is None else value


S = TypeVar("S", bound=Shape)
Text = Annotated[str, BeforeValidator(_text)]
"""A string; null is an empty one."""
MANY = BeforeValidator(_many)
"""For a list: null is an empty one."""
Texts = Annotated[tuple[str, ...], MANY]


@dataclass(frozen=True)
class Page(Generic[S]):
    """Part of an answer. `total` counts all parts, if Graph was asked to; `more` may follow."""

    values: tuple[S, ...]
    total: int | None
    more: bool


class _Collection(Shape):
    value: tuple[Any, ...]
    next_link: str = Field("", alias="@odata.nextLink")
    count: int | None = Field(None, alias="@odata.count")


def shaped(shape: type[S], answer: Json) -> S:
    """Return an answer as a value; raise ToolFailed if it is not of that shape."""
    return wire.shaped(shape, answer, NAME)


def made(shape: type[S], answer: Json) -> S:
    """Return the answer to a change as a value; raise OutcomeUnknown if it has not that shape."""
    return wire.made(shape, answer, NAME)


async def pages(rest: Rest, request: Request, shape: type[S]) -> AsyncIterator[Page[S]]:
    """Read page after page, as long as the caller wants more; raise as `Rest.read` does.

    A link that leads away from Graph is not followed: the token would go with it.
    """
    for number in range(1, MAX_PAGES + 1):
        found = shaped(_Collection, await rest.read(request))
        values = tuple(shaped(shape, value) for value in found.value)
        yield Page(values, found.count, more=bool(found.next_link))
        if not found.next_link or number == MAX_PAGES:
            return
        if not found.next_link.startswith(f"{API}/"):
            raise ToolFailed(f"{NAME} answered with a link that leads elsewhere.")
        request = replace(request, path=found.next_link.removeprefix(API), params={})


async def everything(rest: Rest, request: Request, shape: type[S]) -> tuple[S, ...]:
    """Return the values of all pages."""
    return tuple([value async for page in pages(rest, request, shape) for value in page.values])


def below(path: str, item: str, *more: str) -> str:
    """Return the address of an item, its id quoted: ids hold slashes and equals signs."""
    if not item.strip():
        raise ToolFailed("There is no such thing: the id is empty.", "params")
    return "/".join((path, quote(item, safe=""), *more))


def literal(value: str) -> str:
    """Return a string as `$filter` writes it."""
    return "'" + value.replace("'", "''") + "'"


def made_by(effect_id: str) -> str:
    """Return the `$filter` that finds what an effect made."""
    return (
        f"singleValueExtendedProperties/any(p: p/id eq {literal(EFFECT_PROPERTY)}"
        f" and p/value eq {literal(effect_id)})"
    )


def mark_of(effect_id: str) -> list[dict[str, str]]:
    """Return the extended property that lets `made_by` find an item again."""
    return [{"id": EFFECT_PROPERTY, "value": effect_id}]


def instant(moment: datetime) -> str:
    """Return a moment as `$filter` and query parameters write it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def selected(fields: Sequence[str]) -> dict[str, str | int | bool | list[str]]:
    """Return the parameter that asks for these fields only."""
    return {"$select": ",".join(fields)}
