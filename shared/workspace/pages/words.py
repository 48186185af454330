"""What the page tools' results are called when a person reads them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, cast

from shared.decisions.links import without_links
from shared.models.base import Json
from shared.tools.tool import Said
from shared.tools.wording import count, field, listed, one_line, short_day
from shared.workspace.pages.meant import body_of
from shared.workspace.pages.passages import lines_of

MAX_SHOWN_CHARACTERS = 4000
_MAX_PROPERTIES = 3
_UNTITLED = "(untitled)"
_KINDS = {
    "on track": frozenset({"on track", "in progress", "active", "doing", "ongoing"}),
    "at risk": frozenset({"at risk", "blocked", "delayed", "off track", "overdue"}),
    "completed": frozenset({"completed", "complete", "done", "finished", "closed", "shipped"}),
}
"""What a state is called in a summary, and the words that are used for it."""


def describe(page: Mapping[str, Any], today: date) -> str:
    """Tell one page from others: "Projects, changed Nov 12"."""
    now = datetime(today.year, today.month, today.day, tzinfo=UTC)
    changed = str(page.get("updated_at") or "")
    parts = [one_line(page.get("parent"))]
    parts += [f"changed {short_day(changed, UTC, now)}"] if changed else []
    return ", ".join(part for part in parts if part)


def found(said: Said) -> str:
    """Word a search."""
    pages = cast("list[dict[str, Any]]", field(said.result, "pages") or [])
    wanted = one_line(said.arguments.get("query"))
    about = f" about {wanted}" if wanted else ""
    if not pages:
        return f"I found no pages{about}. You could try other words."
    if by := one_line(said.arguments.get("by")):
        return _summed_up(pages, by, about)
    lines = [_line(page, said) for page in pages]
    return f"I found {count(len(pages), 'page')}{about}:\n{listed(lines, len(pages))}"


def one_page(said: Said) -> str:
    """Word a page with its text."""
    page = field(said.result, "page")
    entry = field(page, "entry")
    title = one_line(field(entry, "title")) or _UNTITLED
    properties = [f"{one_line(name)}: {one_line(value)}" for name, value in _properties(entry)]
    text = str(field(page, "text") or "").strip()
    cut = field(page, "cut") is True or len(text) > MAX_SHOWN_CHARACTERS
    body = without_links(text[:MAX_SHOWN_CHARACTERS]) or "There is no text on this page."
    rest = "\n\n(The rest is left out.)" if cut else ""
    return "\n".join([f"**{title}**", *properties]) + f"\n\n{body}{rest}"


def appended(said: Said) -> str:
    """Word what was added, and to which page."""
    title = one_line(said.arguments.get("title")) or _title(said)
    text = one_line(said.arguments.get("text"), 100)
    return f"Added to the page **{title}**: {text}"


def changed(said: Said) -> str:
    """Word what of a page reads otherwise now."""
    title = one_line(said.arguments.get("title")) or _title(said)
    before = lines_of(str(said.arguments.get("passage") or ""))
    after = lines_of(str(said.arguments.get("becomes") or ""))
    gone = " / ".join(shown(line) for line in before if line not in after)
    new = " / ".join(shown(line) for line in after if line not in before)
    if not new:
        return f"Taken out of the page **{title}**: {gone}"
    added = "Added to" if not gone else "Changed"
    return f"{added} the page **{title}**: {f'{gone} → {new}' if gone else new}"


def shown(line: str, most: int = 200) -> str:
    """Return a line as it is told: a box is part of what it says, other marks are not.

    `most` is how many characters of it; whoever is to agree to it has to see all.
    """
    return one_line(body_of(line, box=True), most)


def created(said: Said) -> str:
    """Word which page was made, and where it is."""
    parent = one_line(said.arguments.get("parent_title"))
    return f"Made the page **{_title(said)}**{f' in {parent}' if parent else ''}."


def _title(said: Said) -> str:
    return one_line(field(field(said.result, "page"), "title")) or _UNTITLED


def after_search(said: Said) -> tuple[str, ...]:
    """Go on from a list of pages."""
    return ("Show me the first one",) if field(said.result, "pages") else ()


def _summed_up(pages: Sequence[Mapping[str, Any]], by: str, about: str) -> str:
    """Word how many pages there are of each kind, what needs attention after what goes well."""
    kinds: dict[str, list[str]] = {heading: [] for heading in _KINDS}
    for page in pages:
        said = {name.casefold(): one_line(value, 60) for name, value in _properties(page)}
        kind = said.get(by.casefold(), "")
        heading = next((h for h, same in _KINDS.items() if kind.casefold() in same), kind)
        kinds.setdefault(heading, []).append(one_line(page.get("title")) or _UNTITLED)
    without = kinds.pop("", [])
    lines = [
        f"- **{len(named)} {kind.lower()}**: {', '.join(named)}"
        for kind, named in kinds.items()
        if named
    ]
    if not lines:
        return f"None of the {count(len(pages), 'page')}{about} has a {by}."
    rest = [f"- {count(len(without), 'other page')} without a {by.lower()}"] if without else []
    total = len(pages) - len(without)
    return "\n".join([f"{count(total, 'page')}{about} by {by.lower()}:", *lines, *rest])


def _line(page: Mapping[str, Any], said: Said) -> str:
    title = one_line(page.get("title")) or _UNTITLED
    shown = [f"{one_line(name)}: {one_line(value, 60)}" for name, value in _properties(page)]
    fields = f", {', '.join(shown[:_MAX_PROPERTIES])}" if shown else ""
    changed = str(page.get("updated_at") or "")
    when = f" (changed {short_day(changed, said.zone, said.now)})" if changed else ""
    return f"**{title}**{fields}{when}"


def _properties(entry: Json) -> list[tuple[str, str]]:
    known = cast("list[list[str]]", field(entry, "properties") or [])
    return [(name, value) for name, value in known if value]
