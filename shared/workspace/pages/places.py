"""Which page somebody means."""

from collections import Counter

from shared.errors import ToolFailed
from shared.tools.wording import one_line
from shared.words import tells
from shared.workspace.pages.port import PageEntry, Pages

_FOUND = 20
_SHOWN = 5
_LISTED = 100


async def id_of(wanted: str, pages: Pages) -> str:
    """Return the id of a page given by id or by title; raise ToolFailed if several fit."""
    found = await _fitting(wanted, pages, named=False)
    return found[0].id if found else wanted


async def page_of(wanted: str, pages: Pages) -> PageEntry:
    """Return the page given by id or by title; raise ToolFailed if there is none, or several."""
    found = await _fitting(wanted, pages, named=True)
    return found[0] if found else (await pages.read(wanted)).entry


async def usual_place(pages: Pages) -> PageEntry:
    """Return the page that most others are in, of several the one changed last.

    Raise ToolFailed if there is no page.
    """
    found = [page for page in await pages.search("", _LISTED) if not page.table]
    if not found:
        raise ToolFailed("Which page should it be in? I see none.", "params")
    within = Counter(page.parent for page in found)
    return max(found, key=lambda page: within[page.title])


async def _fitting(wanted: str, pages: Pages, *, named: bool) -> list[PageEntry]:
    """Return the one page that fits, if any; one that only mentions it does where not `named`."""
    found = await pages.search(wanted, _FOUND)
    title = wanted.strip().casefold()
    by_id = [page for page in found if page.id == wanted]
    exact = [page for page in found if page.title.casefold() == title]
    within = [page for page in found if title in page.title.casefold()]
    fitting = by_id or exact or within or ([] if named else list(found))
    if not fitting:  # "the runbook for incidents" is called "Incident runbook"
        listed = await pages.search("", _LISTED)
        fitting = [page for page in listed if tells(wanted, page.title)]
    if len(fitting) > 1:
        titles = ", ".join(one_line(page.title) for page in fitting[:_SHOWN])
        raise ToolFailed(f"Several pages fit {one_line(wanted)}: {titles}.", "params")
    return fitting
