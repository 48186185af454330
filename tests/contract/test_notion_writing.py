"""Text added to Notion's pages and pages made there, each at most once; every exchange is held."""

import pytest

from shared.connectors.notion.blocks import blocks_of
from shared.errors import ToolFailed
from shared.tools.effect import OutcomeUnknown
from shared.workspace.pages.port import PageEntry
from tests.support.wire.crashes import Ledger, cut_off
from tests.support.wire.notion import (
    block,
    listed,
    notion_pages,
    notion_peer,
    page,
    refused,
    source,
    text,
    title_property,
)

TEXT = "## Returns\n- In spring"
TASKS = source("Tasks", 5)


class Account:
    """One page with its blocks, and a data source whose rows nobody can look for."""

    def __init__(self, *blocks):
        self.page = page("Roadmap", 1)
        self.pages = {self.page["id"]: self.page}
        self.blocks, self.rows = [*blocks], []
        self.peer = notion_peer()
        plain = self.page["id"].replace("-", "")
        either = f"({self.page['id']}|{plain})"
        self.peer.on("GET", "/v1/pages/.*", self._page)
        self.peer.on("GET", f"/v1/blocks/{either}/children", lambda _: listed(*self.blocks))
        self.peer.on("PATCH", f"/v1/blocks/{either}/children", self._append)
        self.peer.on("POST", "/v1/pages", self._create)

    def _page(self, seen):
        wanted = seen.path.rpartition("/")[2].replace("-", "")
        found = [one for one in self.pages.values() if one["id"].replace("-", "") == wanted]
        return found[0] if found else refused(404, "object_not_found")

    def _append(self, seen):
        added = [_kept(one) for one in seen.json["children"]]
        self.blocks += added
        return listed(*added)

    def _create(self, seen):
        told = seen.json
        words = told["properties"]["title"]["title"][0]["text"]["content"]
        made = page("", parent=told["parent"]) | {"properties": {"Name": title_property(words)}}
        self.pages[made["id"]] = made
        if told["parent"]["type"] == "page_id":
            self.blocks.append(block("child_page", title=words) | {"id": made["id"]})
        else:
            self.rows.append(words)
        return made


def _kept(sent):
    kind = sent["type"]
    said = [text(one["text"]["content"]) for one in sent[kind].get("rich_text", [])]
    return block(kind, *said)


def filled():
    return Account(block("paragraph", "Goals"))


PARENT = PageEntry(id=Account().page["id"], title="Roadmap")
TABLE = PageEntry(id=TASKS["id"], title="Tasks", table=True)


async def append(there, effect):
    return await notion_pages(there.peer).append(there.page["id"], TEXT, effect)


async def create(there, effect):
    return await notion_pages(there.peer).create(PARENT, "Retro", "Well", effect)


async def create_row(there, effect):
    return await notion_pages(there.peer).create(TABLE, "Retro", "Well", effect)


async def test_text_is_added_as_blocks_at_the_end():
    there, ledger = filled(), Ledger()
    written = await append(there, ledger.effect())
    assert written.entry.title == "Roadmap"
    assert written.blocks == tuple(one["id"] for one in there.blocks[1:])
    assert (await notion_pages(there.peer).read(there.page["id"])).text == (
        "Goals\n\n## Returns\n\n- In spring"
    )
    assert ledger.notes == [there.blocks[0]["id"]]


@pytest.mark.parametrize("world", [Account, filled])
async def test_text_is_added_once_wherever_an_attempt_is_cut_off(world):
    ways, before = [], len(world().blocks)
    async for way, there, ledger, outcome in cut_off(world, append):
        ways.append(way)
        if isinstance(outcome, ToolFailed) and not isinstance(outcome, OutcomeUnknown):
            assert len(there.blocks) == before, way
        assert len((await append(there, ledger.effect(again=True))).blocks) == 2, way
        assert len(there.blocks) == before + 2, way
    assert len(ways) > 15


@pytest.mark.parametrize(
    "since",
    [
        lambda there: there.blocks.append(block("paragraph", "Other")),
        lambda there: there.blocks.clear(),
    ],
    ids=["somebody else's", "gone"],
)
async def test_what_cannot_be_told_from_the_blocks_is_unknown(since):
    there, ledger = filled(), Ledger()
    await ledger.effect().note(there.blocks[0]["id"])
    since(there)
    count = len(there.blocks)
    for again in (append, create):
        with pytest.raises(OutcomeUnknown, match="cannot tell"):
            await again(there, ledger.effect(again=True))
    assert len(there.blocks) == count


async def test_a_page_is_made_below_another_one_once():
    async for way, there, ledger, outcome in cut_off(filled, create):
        if isinstance(outcome, ToolFailed) and not isinstance(outcome, OutcomeUnknown):
            assert len(there.pages) == 1, way
        made = (await create(there, ledger.effect(again=True))).entry
        assert (made.title, made.parent) == ("Retro", "Roadmap"), way
        assert len(there.pages) == 2, way


async def test_a_row_of_a_data_source_is_made_once_or_unknown():
    there = filled()
    made = await create_row(there, Ledger().effect())
    assert (made.entry.title, made.entry.parent, there.rows) == ("Retro", "Tasks", ["Retro"])
    (sent,) = there.peer.calls("POST", "/v1/pages")
    assert sent.json["parent"] == {
        "type": "data_source_id",
        "data_source_id": TASKS["id"].replace("-", ""),
    }
    async for way, there, ledger, _ in cut_off(filled, create_row):
        again = create_row(there, ledger.effect(again=True))
        if ledger.handle:
            with pytest.raises(OutcomeUnknown):
                await again
            assert len(there.rows) <= 1, way
        else:
            assert (await again).entry.title == "Retro", way
            assert there.rows == ["Retro"], way


async def test_a_row_that_was_refused_may_be_made_by_another_attempt():
    there, ledger = filled(), Ledger()
    there.peer.on("POST", "/v1/pages", refused(400, "validation_error"))
    with pytest.raises(ToolFailed, match="refused"):
        await create_row(there, ledger.effect())
    assert ledger.notes == ["-", ""]


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("# A\n## B\n### C\n#### D", ["heading_1", "heading_2", "heading_3", "heading_3"]),
        ("One\ntwo\n\nthree", ["paragraph", "paragraph"]),
        (
            "- a\n* b\n1. c\n- [ ] d\n- [x] e",
            ["bulleted_list_item"] * 2 + ["numbered_list_item"] + ["to_do"] * 2,
        ),
        ("> a\n\n---", ["quote", "divider"]),
        ("a\n```py\n# no heading\n```\nb", ["paragraph", "code", "paragraph"]),
        ("", []),
    ],
)
def test_markdown_becomes_blocks(said, kinds):
    assert [one["type"] for one in blocks_of(said)] == kinds


def test_long_lines_come_in_pieces_and_too_many_are_refused():
    (one,) = blocks_of("x" * 4_500)
    assert [len(p["text"]["content"]) for p in one["paragraph"]["rich_text"]] == [2000, 2000, 500]
    with pytest.raises(ToolFailed, match="at most 100"):
        blocks_of("- a\n" * 101)
