"""The page tools that write: add text to a page, and make a page in another one."""

from pydantic import Field

from shared.decisions.risk import ToolRules, always
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.run import Card
from shared.tools.parameters import SETTLED, Exact
from shared.tools.tool import Desk, Prepared, Tool, stays
from shared.tools.wording import one_line
from shared.workspace.pages import words
from shared.workspace.pages.places import page_of, usual_place
from shared.workspace.pages.port import PageEntry, Pages

MAX_TEXT = 20_000


class PagesAppend(Payload):
    """What to add, and to which page."""

    page: str = Field(
        min_length=1, description="The id or the title of a page", json_schema_extra=SETTLED
    )
    text: str = Field(min_length=1, max_length=MAX_TEXT, description="Markdown")


class ExactAddition(Exact):
    """What is added to the page with this id; `title` is what the card called it."""

    page: str = Field(min_length=1)
    text: str = Field(min_length=1)
    title: str


class PagesCreate(Payload):
    """What to write on a new page, and where it belongs."""

    parent: str = Field(
        default="",
        description="The id or title of the page or table it is in; empty: where most pages are",
        json_schema_extra=SETTLED,
    )
    title: str = Field(min_length=1, max_length=300)
    text: str = Field(default="", max_length=MAX_TEXT, description="Markdown; empty: no text yet")


class ExactPage(Exact):
    """The page that is made, in the page or (`table`) the table of pages with this id."""

    parent: str = Field(min_length=1)
    title: str = Field(min_length=1)
    text: str
    parent_title: str
    table: bool


async def prepare_append(desk: Desk, wanted: PagesAppend) -> Prepared:
    """Find the page, and show what will be added to it."""
    text = wanted.text.strip()
    if not text:
        raise ToolFailed("What should I write? The text is empty.", "params")
    page = await page_of(wanted.page, desk.workspace[Pages])
    if page.table:
        message = f"{one_line(page.title)} is a table of pages. Add a page to it instead."
        raise ToolFailed(message, "params")
    arguments: dict[str, Json] = {"page": page.id, "text": text, "title": page.title}
    title = one_line(page.title)
    card = Card(title=f"Add to the page {title}", fields=_within(page), body=text)
    return Prepared(arguments, card)


async def append(desk: Desk, wanted: ExactAddition) -> Json:
    """Add the text to the very page that was shown.

    The result has the `page` as lists show it, and the ids of the `blocks` that were added.
    """
    written = await desk.workspace[Pages].append(wanted.page, wanted.text, desk.effect)
    return {"page": written.entry.model_dump(mode="json"), "blocks": list(written.blocks)}


async def prepare_create(desk: Desk, wanted: PagesCreate) -> Prepared:
    """Find where the page belongs, and show it."""
    title = one_line(wanted.title)
    if not title:
        raise ToolFailed("What should the page be called?", "params")
    pages = desk.workspace[Pages]
    parent = await (page_of(wanted.parent, pages) if wanted.parent else usual_place(pages))
    arguments: dict[str, Json] = {
        "parent": parent.id,
        "title": title,
        "text": wanted.text.strip(),
        "parent_title": parent.title,
        "table": parent.table,
    }
    fields = (("Title", title), ("In", one_line(parent.title)))
    return Prepared(arguments, Card(title="Make a page", fields=fields, body=wanted.text.strip()))


async def create(desk: Desk, wanted: ExactPage) -> Json:
    """Make the page in the very one that was shown. The result has the `page` with its id."""
    parent = PageEntry(id=wanted.parent, title=wanted.parent_title, table=wanted.table)
    pages = desk.workspace[Pages]
    written = await pages.create(parent, wanted.title, wanted.text, desk.effect)
    return {"page": written.entry.model_dump(mode="json")}


def _within(page: PageEntry) -> tuple[tuple[str, str], ...]:
    return (("In", one_line(page.parent)),) if page.parent else ()


_STAYS = stays(
    "What was written on a page can't be removed from here: its history has the way back."
)
APPEND = Tool(
    "pages_append",
    "Add text at the end of a page of the knowledge base",
    PagesAppend,
    ToolRules(always("medium"), item="page", item_kind="page", item_label="title", changes=True),
    append,
    words.appended,
    prepare=prepare_append,
    exact=ExactAddition,
    undo=_STAYS,
)
CREATE = Tool(
    "pages_create",
    "Make a page in the knowledge base, below another page or as a row of a table",
    PagesCreate,
    ToolRules(always("medium"), item="page", item_kind="page", item_label="title", changes=True),
    create,
    words.created,
    prepare=prepare_create,
    exact=ExactPage,
    undo=_STAYS,
)
