"""The page tool that changes what stands on a page: words, lines taken out, lines put between.

When it is shown the page is read, and which passage is meant is worked out from it. What is agreed
on then has that passage, exactly as it stands, and as it will be: a page that no longer has it,
once, is left as it is.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

from pydantic import Field

from shared.decisions.risk import ToolRules, always
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.effect import Undo
from shared.models.run import Card, Difference
from shared.tools.parameters import FILLED_IN, SETTLED, Exact
from shared.tools.tool import Desk, Made, Prepared, Tool
from shared.tools.wording import field, one_line
from shared.workspace.pages import words
from shared.workspace.pages.exchanging import (
    ONE_OF_IT,
    exchanged,
    of_kind,
    said_most,
    said_on,
    sentence_most,
    told_anew,
    without,
)
from shared.workspace.pages.meant import (
    NoLine,
    bare,
    body_of,
    item_end,
    lead_of,
    level_of,
    lines_meant,
    section_of,
    several,
)
from shared.workspace.pages.passages import Edit, edit_of, lines_of
from shared.workspace.pages.places import page_of
from shared.workspace.pages.port import Pages

CHANGE = "pages_change"
_MOST = 20_000
_UNMARKED = {"[ ]": "No box to tick is there.", "[x]": "Nothing that is ticked is there."}
_NUMBERED = re.compile(r"(?P<before>\s*)(?P<number>\d{1,3})(?P<after>[.)] )")
_BOX = re.compile(r"\[[ xX]\]")
_CLAUSES = re.compile(r"[,;.!?]\s+")


class PagesChange(Payload):
    """What of a page is to read otherwise."""

    page: str = Field(
        min_length=1, description="The id or the title of a page", json_schema_extra=SETTLED
    )
    line: str = Field(
        default="",
        max_length=2000,
        description="Which line: words it says or is about, its heading, or its place ('step 2')",
        json_schema_extra=SETTLED,
    )
    old: str = Field(
        default="",
        max_length=2000,
        description="Words of the page to replace; empty: what `line` tells",
        json_schema_extra=SETTLED,
    )
    text: str = Field(
        default="", max_length=_MOST, description="What stands there then; empty: nothing"
    )
    place: Literal["instead", "below", "above"] = Field(
        default="instead", description="below, above: as lines of their own beside that line"
    )
    passage: str = Field(
        default="", max_length=_MOST, description=FILLED_IN, json_schema_extra=SETTLED
    )
    becomes: str = Field(
        default="", max_length=_MOST, description=FILLED_IN, json_schema_extra=SETTLED
    )


class ExactChange(Exact):
    """The passage of the page with this id, as it stands, and as it will be (see `passages`)."""

    page: str = Field(min_length=1)
    passage: str = Field(min_length=1)
    becomes: str
    title: str


async def prepare(desk: Desk, wanted: PagesChange) -> Prepared:
    """Read the page, work out which passage is meant, and show it as it is and as it will be."""
    pages = desk.workspace[Pages]
    entry = await page_of(wanted.page, pages)
    lines = lines_of((await pages.read(entry.id)).text)
    told = bool(wanted.line or wanted.old)
    edit = _edit(lines, wanted) if told else edit_of(lines, wanted.passage, wanted.becomes)
    passage, becomes = _passage(lines, edit) if told else (wanted.passage, wanted.becomes)
    arguments: dict[str, Json] = {
        **wanted.model_dump(mode="json"),
        "page": entry.id,
        "passage": passage,
        "becomes": becomes,
        "title": entry.title,
    }
    card = Card(
        title=f"Change the page {one_line(entry.title)}",
        fields=(
            *((("In", one_line(entry.parent)),) if entry.parent else ()),
            *_beside(lines, edit),
        ),
        differences=(_difference(lines, edit),),
    )
    return Prepared(arguments, card)


async def change(desk: Desk, wanted: ExactChange) -> Json:
    """Let the very passage that was shown read as it was shown."""
    written = await desk.workspace[Pages].change(
        wanted.page, wanted.passage, wanted.becomes, desk.effect
    )
    return {"page": written.entry.model_dump(mode="json")}


def _edit(lines: Sequence[str], wanted: PagesChange) -> Edit:
    """Return what is to be changed; raise ToolFailed where it is not clear, or there already."""
    new = wanted.text.strip()
    if wanted.place != "instead":
        if not new:
            raise ToolFailed("What should I write there? The text is empty.", "params")
        return _beside_line(lines, wanted, new)
    if wanted.old in _UNMARKED:
        return _ticked(lines, wanted, new)
    at, end, after = _changed(lines, wanted, new)
    if after == lines[at] and end == at + 1:
        raise ToolFailed(f"It reads that way already: {one_line(body_of(after))}", "params")
    return Edit(at, tuple(lines[at:end]), lines_of(after))


def _changed(lines: Sequence[str], wanted: PagesChange, new: str) -> tuple[int, int, str]:
    """Return the lines that change, from and up to which, and what they become."""
    hinted = _hinted(lines, wanted.line, new) if wanted.line else (0, len(lines))
    if not wanted.old and not new:
        return _taken_out(lines, wanted.line, *hinted)
    on_page = said_on(lines, wanted.old) or (said_most(lines, wanted.old, new) if new else [])
    found = [one for one in on_page if hinted[0] <= one.at < hinted[1]]
    items = [one for one in found if not level_of(lines[one.at])]
    found = items if len(items) == 1 else found
    if len(found) > 1:
        raise several(lines, sorted({one.at for one in found}), wanted.old)
    if found:
        at, start, stop = found[0]
        line = lines[at]
        return at, at + 1, exchanged(line, start, stop, new) if new else without(line, start, stop)
    if not new:
        raise ToolFailed(f"The page does not say {one_line(wanted.old)}.", "params")
    at, told = hinted[0], wanted.line
    if wanted.old:
        at, told = lines_meant(lines, wanted.old, of_kind(lines, new))[0], wanted.old
    after = told_anew(lines[at], told, new)
    if not after:
        shown = one_line(body_of(lines[at]))
        asked = f"Which words of “{shown}” should become {one_line(new)}?"
        raise ToolFailed(asked, "params")
    return at, at + 1, after


def _hinted(lines: Sequence[str], said: str, new: str) -> tuple[int, int]:
    """Return the lines that are described; by one clause of it, where the rest says something else.

    Only one line may have a value of the kind that a new one is: then it is that.
    """
    try:
        return lines_meant(lines, said)
    except NoLine:
        among = of_kind(lines, new) if new else []
        for clause in _CLAUSES.split(said) if among else []:
            with suppress(ToolFailed):
                return lines_meant(lines, clause, among)
        if len(among) != 1:
            raise
        return among[0], among[0] + 1


def _taken_out(lines: Sequence[str], said: str, at: int, end: int) -> tuple[int, int, str]:
    """Return the lines without the one that is meant, or without one sentence of it."""
    wanted = bare(said)
    verbatim = " " in wanted and bool(said_on(lines[at:end], wanted))
    sentence = sentence_most(lines[at], wanted) if end == at + 1 else None
    if sentence and (ONE_OF_IT.search(said) or verbatim):
        return at, end, without(lines[at], *sentence)
    return at, max(end, item_end(lines, at)), ""


def _ticked(lines: Sequence[str], wanted: PagesChange, new: str) -> Edit:
    boxes = [at for at, line in enumerate(lines) if _BOX.search(line[:12])]
    if not boxes:
        raise ToolFailed(f"{_UNMARKED[wanted.old]} The page has no boxes at all.", "params")
    at, _ = lines_meant(lines, wanted.line, boxes)
    after = _BOX.sub(new, lines[at], count=1)
    if after.lower() == lines[at].lower():
        raise ToolFailed(f"It reads that way already: {one_line(lines[at])}", "params")
    return Edit(at, (lines[at],), (after,))


def _beside_line(lines: Sequence[str], wanted: PagesChange, new: str) -> Edit:
    """Return lines put above or below the one that is meant; below a heading, behind its section.

    They are items where those beside them are.
    """
    said = wanted.line or wanted.old
    headings = [at for at in range(len(lines)) if level_of(lines[at])]
    try:
        at, _ = lines_meant(lines, said, headings)
    except ToolFailed:
        at, _ = lines_meant(lines, said)
    if wanted.place == "above":
        return Edit(at, (), _marked(lines[at], new, 0))
    end = item_end(lines, at)
    if not level_of(lines[at]):
        return Edit(end, (), _marked(lines[at], new, 1))
    end = next((n for n in range(at + 1, section_of(lines, at)) if level_of(lines[n])), 0)
    end = end or section_of(lines, at)
    tops = [n for n in range(at + 1, end) if not lines[n].startswith(" ")]
    return Edit(end, (), _marked(lines[tops[-1]] if tops else "", new, 1))


def _marked(beside: str, new: str, step: int) -> tuple[str, ...]:
    """Return lines with the mark of the one beside them, where they have none of their own."""
    mark = "" if level_of(beside) else lead_of(beside)
    if number := _NUMBERED.fullmatch(mark):
        before, first, after = number["before"], int(number["number"]) + step, number["after"]
        counted = enumerate(lines_of(new), first)
        return tuple(f"{before}{count}{after}{body_of(line)}" for count, line in counted)
    own = _BOX.sub("[ ]", mark)
    return tuple(line if lead_of(line) else f"{own}{line}" for line in lines_of(new))


def _passage(lines: Sequence[str], edit: Edit) -> tuple[str, str]:
    """Return a passage and what becomes of it, with as much around it as tells where it is."""
    start, end = edit.at, edit.at + len(edit.taken)
    after = (*lines[:start], *edit.put, *lines[end:])
    first, last = start - (not (edit.taken and edit.put)), end
    while True:
        first = max(first, 0)
        before, becomes = lines[first:last], (*lines[first:start], *edit.put, *lines[end:last])
        told = before and becomes and _once(lines, before) and _once(after, becomes)
        if told or (first, last) == (0, len(lines)):
            return "\n".join(before), "\n".join(becomes)
        first, last = (first - 1, last) if first > 0 else (first, last + 1)


def _once(lines: Sequence[str], some: Sequence[str]) -> bool:
    size = len(some)
    places = range(len(lines) - size + 1)
    return sum(tuple(lines[at : at + size]) == tuple(some) for at in places) == 1


def _difference(lines: Sequence[str], edit: Edit) -> Difference:
    above = [at for at in range(min(edit.at, len(lines))) if level_of(lines[at])]
    label = body_of(lines[above[-1]]) if above else "Text"
    before, after = (
        " / ".join(words.shown(line, _MOST) for line in some) for some in (edit.taken, edit.put)
    )
    return Difference(label=one_line(label), before=before, after=after)


def _beside(lines: Sequence[str], edit: Edit) -> tuple[tuple[str, str], ...]:
    """Return what lines that are put between others stand behind."""
    if edit.taken or not edit.at:
        return ()
    return (("After", words.shown(lines[edit.at - 1])),)


def _undo(made: Made) -> Undo | str:
    """Let the passage read again as it did."""
    passage, becomes = str(made.arguments["passage"]), str(made.arguments["becomes"])
    title = one_line(made.arguments.get("title"))
    if not becomes:
        return "Nothing is left on the page to tell where it stood."
    arguments: dict[str, Json] = {
        "page": field(field(made.result, "page"), "id"),
        "passage": becomes,
        "becomes": passage,
    }
    return Undo(tool=CHANGE, arguments=arguments, told=f"Change the page {title} back")


CHANGE_TOOL = Tool(
    CHANGE,
    "Change what a page of the knowledge base says: replace words, take a line out, tick an item, "
    "or put lines below or above one",
    PagesChange,
    ToolRules(always("medium"), item="page", item_kind="page", item_label="title", changes=True),
    change,
    words.changed,
    prepare=prepare,
    exact=ExactChange,
    undo=_undo,
)
