"""Notion pages as an ingredient: they can be read, not written."""

import re

from shared.decisions.building.ingredient import Ingredient, Mode, Slot, one_line, rereading
from shared.models.building import Part

_PAGE = re.compile(r"the page (?P<name>.+)", re.IGNORECASE)
_PAGES = Slot(
    "pages",
    "What should I read in Notion: a page, or everything about a topic?",
    default="my projects",
    asked=False,
)


def _page(part: Part) -> str:
    found = _PAGE.fullmatch(part.slot("pages"))
    return found["name"].strip(" '") if found else ""


def _topic(part: Part) -> str:
    return part.slot("pages") or _PAGES.default


def _line(part: Part, _how: Mode) -> str:
    if name := _page(part):
        return f'Read the page "{name}"'
    return f"Summarize {_topic(part)} from the pages"


def _reread(line: str) -> dict[str, str] | None:
    if found := rereading(r'Read the page "(?P<name>[^"]+)"')(line):
        return {"pages": f"the page {found['name']}"}
    found = rereading(r"Summarize (?P<pages>.+) from the pages")(line)
    return dict(found) if found else None


def _does(part: Part, _how: Mode) -> str:
    if name := _page(part):
        return f'Reads the page "{name}" in Notion'
    return f"Summarizes {one_line(_topic(part))} from Notion"


READ = Ingredient(
    service="pages",
    verb="read",
    product="Notion",
    short="notion",
    skill="notion-reader",
    name="Notion reader",
    description="Finds, reads and summarizes Notion pages",
    tools=("pages_search", "pages_read"),
    slots=(_PAGES,),
    line=_line,
    reread=_reread,
    does=_does,
    examples=lambda part: (_line(part, "line"),),
    place=("pages",),
)
