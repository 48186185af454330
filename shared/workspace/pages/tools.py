"""The page tools that find pages of a knowledge base and read them, and all of them together."""

from pydantic import Field

from shared.decisions.risk import ToolRules, reads
from shared.models.base import Json, Payload
from shared.tools.tool import Desk, Tool
from shared.workspace.pages import words
from shared.workspace.pages.changing import CHANGE_TOOL
from shared.workspace.pages.places import id_of
from shared.workspace.pages.port import Pages
from shared.workspace.pages.writing import APPEND, CREATE

MAX_TEXT_CHARACTERS = 50_000


class PagesSearch(Payload):
    """What to look for."""

    query: str = Field(default="", description="Words of the title or fields; empty: the newest")
    limit: int = Field(default=10, ge=1, le=50)
    by: str = Field(
        default="",
        max_length=100,
        description="To sum them up: the field to count them by, such as Status; empty: a list",
    )


class PagesRead(Payload):
    """What to read."""

    page: str = Field(description="The id or the title of a page", min_length=1)


async def search(desk: Desk, wanted: PagesSearch) -> Json:
    """Find pages."""
    found = await desk.workspace[Pages].search(wanted.query, wanted.limit)
    return {"pages": [page.model_dump(mode="json") for page in found[: wanted.limit]]}


async def read(desk: Desk, wanted: PagesRead) -> Json:
    """Read a page."""
    pages = desk.workspace[Pages]
    page = await pages.read(await id_of(wanted.page, pages))
    cut = page.cut or len(page.text) > MAX_TEXT_CHARACTERS
    shown = page.model_copy(update={"text": page.text[:MAX_TEXT_CHARACTERS], "cut": cut})
    return {"page": shown.model_dump(mode="json")}


TOOLS = (
    Tool(
        "pages_search",
        "Find pages of the knowledge base: notes, projects, documentation",
        PagesSearch,
        ToolRules(
            reads,
            items="pages",
            item_kind="page",
            item_label="title",
            describe=words.describe,
        ),
        search,
        words.found,
        suggest=words.after_search,
    ),
    Tool(
        "pages_read",
        "Read a page, to show or summarize it or to look something up",
        PagesRead,
        ToolRules(reads, about="page", about_kind="page", digest=True),
        read,
        words.one_page,
    ),
    APPEND,
    CHANGE_TOOL,
    CREATE,
)
