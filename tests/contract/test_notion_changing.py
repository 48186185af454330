"""Passages of Notion's pages that come to read otherwise, at most once; every exchange is held."""

import pytest

from shared.errors import ToolFailed
from shared.tools.effect import OutcomeUnknown
from shared.workspace.pages.passages import lines_of
from tests.support.wire.crashes import Ledger, cut_off
from tests.support.wire.notion import block, listed, notion_pages, notion_peer, page, refused, text


class Account:
    """One page with its blocks, some of them in others, and the trash."""

    def __init__(self, *blocks):
        self.page = page("Offsite", 9_000)
        self.inside = {self.page["id"]: [*blocks]}
        self.trash = []
        self.peer = notion_peer()
        self.peer.on("GET", "/v1/pages/.*", self.page)
        self.peer.on("GET", "/v1/blocks/[^/]+/children", lambda seen: listed(*self._in(seen, -2)))
        self.peer.on("PATCH", "/v1/blocks/[^/]+/children", self._append)
        self.peer.on("GET", "/v1/blocks/[^/]+", self._block)
        self.peer.on("PATCH", "/v1/blocks/[^/]+", self._update)
        self.peer.on("DELETE", "/v1/blocks/[^/]+", self._delete)

    def nest(self, parent, *blocks):
        parent["has_children"] = True
        self.inside[parent["id"]] = [*blocks]
        return self

    @property
    def text(self):
        return self.pages.read(self.page["id"])

    @property
    def pages(self):
        return notion_pages(self.peer)

    def _in(self, seen, at):
        wanted = seen.path.split("/")[at].replace("-", "")
        found = [key for key in self.inside if key.replace("-", "") == wanted]
        return self.inside[found[0]] if found else []

    def _block(self, seen):
        every = [one for blocks in self.inside.values() for one in blocks]
        found = [one for one in [*every, *self.trash] if one["id"] == seen.path.rpartition("/")[2]]
        return found[0] if found else refused(404, "object_not_found")

    def _append(self, seen):
        added = [_kept(one) for one in seen.json["children"]]
        blocks = self._in(seen, -2)
        at = [one["id"] for one in blocks].index(seen.json["after"]) + 1
        blocks[at:at] = added
        return listed(*added)

    def _update(self, seen):
        there = self._block(seen)
        [(kind, content)] = seen.json.items()
        if "rich_text" in content:
            content = content | {"rich_text": [_read(one) for one in content["rich_text"]]}
        there[kind] |= content
        return there

    def _delete(self, seen):
        there = self._block(seen)
        if there.get("archived"):
            return refused(400, "validation_error")
        for blocks in self.inside.values():
            blocks[:] = [one for one in blocks if one is not there]
        there["archived"] = True
        self.trash.append(there)
        return there


def _read(sent):
    if sent["type"] != "text":
        kind = sent["type"]
        return sent | {"plain_text": str(sent[kind].get("expression", "Ann")), "href": None}
    look = sent.get("annotations", {})
    link = sent["text"].get("link", {}).get("url")
    return text(sent["text"]["content"], link, **look) | {"text": {**sent["text"]}}


def _kept(sent):
    kind = sent["type"]
    said = [text(one["text"]["content"]) for one in sent[kind].get("rich_text", [])]
    more = {key: value for key, value in sent[kind].items() if key != "rich_text"}
    return block(kind, *said, **more)


def offsite():
    """Return a page with a paragraph of two lines, a heading, boxes, and items within an item."""
    parent = block("bulleted_list_item", "Ann brings")
    return Account(
        block("paragraph", "Parking is ", text("behind", bold=True), " the hall.\nGate at 22:00."),
        block("heading_2", "Equipment"),
        block("to_do", "Bring cables", checked=False),
        block("to_do", "Book the venue", checked=True),
        parent,
        block("quote", "Be there"),
        block("table", table_width=1),
    ).nest(parent, block("bulleted_list_item", "Pens"), block("bulleted_list_item", "Paper"))


CHANGES = [
    ("Parking is **behind** the hall.", "Parking is **beside** the hall."),
    ("Parking is **behind** the hall.", "Parking is free."),
    ("Parking is **behind** the hall.\nGate at 22:00.", "Parking is **behind** the hall."),
    ("Gate at 22:00.", "Gate at 23:00."),
    ("## Equipment", "## Things to bring"),
    ("- [ ] Bring cables", "- [x] Bring cables"),
    ("- [x] Book the venue", "- [ ] Book the hall"),
    ("## Equipment", "## Equipment\n- [ ] Order badges\n- Water"),
    ("  - Pens", "  - Pens\n  - Ink"),
    ("  - Pens\n  - Paper", "  - Pens"),
    ("  - Paper", "  - Paper\n- Bo brings nothing"),
    ("## Equipment\n- [ ] Bring cables\n- [x] Book the venue", "## Equipment"),
    ("- Ann brings\n  - Pens\n  - Paper\n> Be there", "> Be there"),
    ("> Be there", "> Be here"),
]


def lines(*texts):
    return [line for one in texts for line in lines_of(one)]


async def change(there, effect, passage, becomes):
    return await there.pages.change(there.page["id"], passage, becomes, effect)


@pytest.mark.parametrize(("passage", "becomes"), CHANGES)
async def test_a_passage_reads_otherwise_and_nothing_else_does(passage, becomes):
    there = offsite()
    before = "\n".join(lines((await there.text).text))
    written = await change(there, Ledger().effect(), passage, becomes)
    assert written.entry.title == "Offsite"
    assert "\n".join(lines((await there.text).text)) == before.replace(passage, becomes)


@pytest.mark.parametrize(("passage", "becomes"), CHANGES[2:12:3])
async def test_it_happens_once_wherever_an_attempt_is_cut_off(passage, becomes):
    ways = []

    async def attempt(there, effect):
        return await change(there, effect, passage, becomes)

    before = "\n".join(lines((await offsite().text).text))
    async for way, there, ledger, _ in cut_off(offsite, attempt):
        ways.append(way)
        await attempt(there, ledger.effect(again=True))
        after = "\n".join(lines((await there.text).text))
        assert after == before.replace(passage, becomes), way
    assert len(ways) > 15


async def test_what_somebody_else_changed_meanwhile_is_unknown():
    there, ledger = offsite(), Ledger()
    await change(there, ledger.effect(), *CHANGES[4])
    there.inside[there.page["id"]][1]["heading_2"]["rich_text"] = [text("Other")]
    with pytest.raises(OutcomeUnknown, match="cannot tell"):
        await change(there, ledger.effect(again=True), *CHANGES[4])


@pytest.mark.parametrize(
    ("passage", "becomes", "why"),
    [
        ("Parking is dear.", "Parking is free.", "not on the page"),
        ("- [ ] Bring cables", "- Bring cables", "kind of line"),
        ("- Ann brings\n  - Pens\n  - Paper", "  - Pens\n  - Paper", "more than those lines"),
        ("- Ann brings\n  - Pens", "- Ann brings\n- Bo\n  - Pens", "between those lines"),
    ],
)
async def test_what_cannot_be_done_is_said_and_nothing_is_written(passage, becomes, why):
    there = offsite()
    with pytest.raises(ToolFailed, match=why) as failed:
        await change(there, Ledger().effect(), passage, becomes)
    assert failed.value.kind == "params"
    assert not [one for one in there.peer.seen if one.method != "GET"]


async def test_links_mentions_and_formulas_beside_the_words_stay():
    mention = text("Ann") | {
        "type": "mention",
        "mention": {"type": "user", "user": {"object": "user", "id": "u1"}},
    }
    linked = text("map", "https://x.test") | {
        "text": {"content": "map", "link": {"url": "https://x.test"}}
    }
    there = Account(block("paragraph", mention, " has the ", linked, text("E=1", kind="equation")))
    before = (await there.text).text
    await change(there, Ledger().effect(), before, before.replace("has", "knows"))
    [sent] = there.peer.calls("PATCH", "/v1/blocks/.*")
    pieces = sent.json["paragraph"]["rich_text"]
    assert [one["type"] for one in pieces] == ["mention", "text", "text", "equation"]
    assert pieces[0]["mention"] == {"user": {"id": "u1"}}
    assert pieces[2]["text"]["link"] == {"url": "https://x.test"}
    there.inside[there.page["id"]][0] = block("paragraph", mention, " knows")
    with pytest.raises(ToolFailed, match="besides words"):
        await change(there, Ledger().effect(), "Ann knows", "Bo knows")
