"""What Notion answers (API version 2025-09-03), as far as it is used."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, TypeVar, cast

from pydantic import Field, model_validator

from shared.connectors.rest import as_list, as_object
from shared.connectors.wire import Wire, shaped
from shared.models.base import Json

Uuid = Annotated[str, Field(pattern=r"^[0-9a-fA-F-]{32,36}$")]


class Annotations(Wire):
    """How a piece of text looks."""

    bold: bool = False
    italic: bool = False
    strikethrough: bool = False
    code: bool = False


class RichText(Wire):
    """A piece of text that looks the same throughout."""

    type: str = "text"
    plain_text: str = ""
    href: str = ""
    annotations: Annotations = Annotations()


class Parent(Wire):
    """What a page or data source is part of."""

    page_id: str = ""
    data_source_id: str = ""


class Entry(Wire):
    """A page, or a data source of a database.

    Of a data source `title` is the name and `properties` describe the columns.
    """

    object: str
    id: Uuid
    url: str = ""
    last_edited_time: datetime | None = None
    parent: Parent = Parent()
    title: tuple[RichText, ...] = ()
    properties: dict[str, dict[str, Any]] = Field(default_factory=dict)

    @property
    def is_table(self) -> bool:
        """Whether this is a data source, whose rows are pages."""
        return self.object == "data_source"


class Source(Wire):
    """A data source, as its database names it."""

    id: Uuid
    name: str = ""


class Database(Wire):
    """What holds one or more data sources, each with columns and rows of its own."""

    id: Uuid
    url: str = ""
    last_edited_time: datetime | None = None
    title: tuple[RichText, ...] = ()
    data_sources: tuple[Source, ...] = ()


class Block(Wire):
    """A piece of a page; `content` is what its type says of it."""

    id: Uuid
    type: str
    has_children: bool = False
    archived: bool = False
    in_trash: bool = False
    content: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _with_content(cls, value: Json) -> Json:
        if not isinstance(value, Mapping):
            return value
        fields = cast("Mapping[str, Any]", value)
        content = fields.get(str(fields.get("type")))
        return {**fields, "content": as_object(content)}


class Listed(Wire):
    """A part of a list."""

    next_cursor: str = ""


class Entries(Listed):
    """What search and database queries answer."""

    results: tuple[Entry, ...]


class Blocks(Listed):
    """What the children of a block are answered as."""

    results: tuple[Block, ...]


class Person(Wire):
    """What only the people among the users have."""

    email: str = ""


class User(Wire):
    """A person or an app."""

    name: str = ""
    person: Person = Person()


class Owner(Wire):
    """Who let the app in."""

    user: User = User()


class Bot(Wire):
    """What only the apps among the users have."""

    owner: Owner = Owner()
    workspace_name: str = ""


class Me(Wire):
    """The app, as one person let it in."""

    name: str = ""
    bot: Bot = Bot()


W = TypeVar("W", bound=Wire)


def parsed(model: type[W], value: Json) -> W:
    """Return an answer, or part of one, as a model of it; raise ToolFailed when it is none."""
    return shaped(model, value, "Notion")


def rich_text(value: Json) -> tuple[RichText, ...]:
    """Return a list of pieces of text; empty for anything else."""
    return tuple(parsed(RichText, piece) for piece in as_list(value))


def plain(pieces: tuple[RichText, ...]) -> str:
    """Return just the words."""
    return "".join(piece.plain_text for piece in pieces)
