"""Text added to pages and pages made: shown first, then in exactly the page that was shown."""

import pytest

from shared.errors import ToolFailed
from shared.workspace.pages.port import Page, PageEntry, Pages, Written
from tests.unit.shared.tools.accounts import desk, profile, said
from tests.unit.shared.tools.test_tools import TOOLS

PLAN = PageEntry(id="p1", title="Launch *plan*", parent="Projects")
NOTES = PageEntry(id="p2", title="Launch notes")
TASKS = PageEntry(id="t1", title="Tasks", table=True)
APPEND, CREATE = TOOLS["pages_append"], TOOLS["pages_create"]


class Wiki:
    """Pages by title; looking for one counts."""

    def __init__(self, *entries):
        self.entries, self.searched, self.done = entries, 0, []

    async def search(self, text, limit):
        self.searched += 1
        return tuple(e for e in self.entries if text.casefold() in e.title.casefold())

    async def read(self, page_id):
        self.searched += 1
        for entry in self.entries:
            if entry.id == page_id:
                return Page(entry=entry, text="")
        raise ToolFailed("There is no such page.", "params")

    async def append(self, page_id, text, effect):
        self.done.append((page_id, text, effect.id))
        return Written(entry=PLAN, blocks=("b1",))

    async def create(self, parent, title, text, effect):
        self.done.append((parent.id, parent.table, title, text))
        return Written(entry=PageEntry(id="new", title=title, parent=parent.title))


async def shown(tool, wiki, **arguments):
    at = desk(ports={Pages: wiki})
    prepared = await tool.preview(at, arguments)
    assert await tool.preview(at, prepared.arguments) == prepared
    return prepared


async def done(tool, wiki, prepared):
    before = wiki.searched
    result = await tool.run(desk(ports={Pages: wiki}), prepared.arguments)
    assert wiki.searched == before
    return result, tool.say(said(result, **prepared.arguments))


async def test_what_is_added_is_shown_and_goes_to_that_page():
    wiki = Wiki(PLAN, NOTES)
    prepared = await shown(APPEND, wiki, page="launch *plan*", text=" - On Monday\n")
    assert prepared.arguments == {"page": "p1", "text": "- On Monday", "title": "Launch *plan*"}
    assert prepared.card.title == "Add to the page Launch plan"
    assert (prepared.card.fields, prepared.card.body) == ((("In", "Projects"),), "- On Monday")
    result, words = await done(APPEND, wiki, prepared)
    assert wiki.done == [("p1", "- On Monday", "e" * 32)]
    assert (result["page"]["id"], result["blocks"]) == ("p1", ["b1"])
    assert words == "Added to the page **Launch plan**: - On Monday"
    assert APPEND.rules.assess({}, profile()) == "medium"


@pytest.mark.parametrize(("parent", "entry"), [("Launch notes", NOTES), ("tasks", TASKS)])
async def test_a_page_is_made_where_it_was_shown(parent, entry):
    wiki = Wiki(PLAN, NOTES, TASKS)
    prepared = await shown(CREATE, wiki, parent=parent, title=" Retro\n2 ", text="Well")
    assert prepared.card.fields == (("Title", "Retro 2"), ("In", entry.title))
    result, words = await done(CREATE, wiki, prepared)
    assert wiki.done == [(entry.id, entry.table, "Retro 2", "Well")]
    assert result["page"]["id"] == "new"
    assert words == f"Made the page **Retro 2** in {entry.title}."


async def test_a_page_that_belongs_nowhere_yet_is_shown_where_most_are():
    inside = [PageEntry(id=f"n{n}", title=f"Note {n}", parent="Launch notes") for n in range(2)]
    wiki = Wiki(PLAN, TASKS, *inside, NOTES)
    prepared = await shown(CREATE, wiki, title="Retro")
    assert prepared.card.fields == (("Title", "Retro"), ("In", "Launch notes"))
    assert prepared.arguments["parent"] == NOTES.id
    assert (await shown(CREATE, Wiki(PLAN, NOTES), title="Retro")).arguments["parent"] == PLAN.id


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        (APPEND, {"page": "launch", "text": "x"}, "Several pages fit launch"),
        (APPEND, {"page": "zzz", "text": "x"}, "no such page"),
        (APPEND, {"page": "p1", "text": "  "}, "The text is empty"),
        (APPEND, {"page": "Tasks", "text": "x"}, "Tasks is a table of pages"),
        (CREATE, {"parent": "zzz", "title": "x"}, "no such page"),
        (CREATE, {"parent": "p1", "title": " "}, "What should the page be called"),
    ],
)
async def test_nothing_is_written_where_it_is_not_clear(tool, arguments, why):
    with pytest.raises(ToolFailed, match=why) as failed:
        await tool.preview(desk(ports={Pages: Wiki(PLAN, NOTES, TASKS)}), arguments)
    assert failed.value.kind == "params"


async def test_without_any_page_there_is_no_place_for_another():
    with pytest.raises(ToolFailed, match="I see none") as failed:
        await CREATE.preview(desk(ports={Pages: Wiki(TASKS)}), {"title": "x"})
    assert failed.value.kind == "params"
