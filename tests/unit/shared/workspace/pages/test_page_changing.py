"""What a page says is changed: the passage is found, shown, and changed as it was shown."""

import pytest

from shared.errors import ToolFailed
from shared.tools.tool import Made
from shared.workspace.pages.port import Page, PageEntry, Pages, Written
from tests.unit.shared.tools.accounts import desk, profile, said
from tests.unit.shared.tools.test_tools import TOOLS

CHANGE = TOOLS["pages_change"]
ENTRY = PageEntry(id="p1", title="Offsite", parent="Documents")
TEXT = """
# Offsite
Parking is behind the hall. The gate closes at 22:00.

## Equipment
- [ ] Bring cables
- [x] Book the venue

## Steps
1. Acknowledge the alarm within five minutes.
2. Tell the client.
3. Tell the press.

## Phones
On-call: 0161 496 0111
Office: 0161 496 0222
Three ways of getting here
"""


class Wiki:
    """One page; each reading of it counts."""

    def __init__(self, text=TEXT):
        self.text, self.looked, self.done = text, 0, []

    async def search(self, text, limit):
        self.looked += 1
        return (ENTRY,) if text in {"offsite", "p1"} else ()

    async def read(self, page_id):
        self.looked += 1
        return Page(entry=ENTRY, text=self.text)

    async def change(self, page_id, passage, becomes, effect):
        self.done.append((page_id, passage, becomes, effect.id))
        return Written(entry=ENTRY)


async def shown(wiki=None, **arguments):
    """Prepare a change; preparing what was shown gives the same again."""
    at = desk(ports={Pages: wiki or Wiki()})
    prepared = await CHANGE.preview(at, {"page": "offsite", **arguments})
    assert await CHANGE.preview(at, prepared.arguments) == prepared
    return prepared


@pytest.mark.parametrize(
    ("wanted", "label", "before", "after"),
    [
        (
            {"old": "The gate closes at 22:00."},
            "Offsite",
            TEXT.splitlines()[2],
            "Parking is behind the hall.",
        ),
        (
            {"line": "telling the press", "text": "Laura speaks with the press"},
            "Steps",
            "Tell the press.",
            "Laura speaks with the press.",
        ),
        (
            {"old": "acknowledge it 'five minutes', and nobody does", "text": "ten minutes"},
            "Steps",
            "Acknowledge the alarm within five minutes.",
            "Acknowledge the alarm within ten minutes.",
        ),
        (
            {"old": "ways of getting in the last line", "text": "days of being"},
            "Phones",
            "Three ways of getting here",
            "Three days of being here",
        ),
        (
            {"line": "nobody manages that out here", "text": "ten minutes"},
            "Steps",
            "Acknowledge the alarm within five minutes.",
            "Acknowledge the alarm within ten minutes.",
        ),
        (
            {"line": "If you please, the office one is old. Ann asked", "text": "0161 496 0333"},
            "Phones",
            "Office: 0161 496 0222",
            "Office: 0161 496 0333",
        ),
        (
            {"old": "Parking is behind the hall", "text": "beside the hall"},
            "Offsite",
            TEXT.splitlines()[2],
            "Beside the hall. The gate closes at 22:00.",
        ),
        (
            {"old": "The gate closes at 22:00", "text": "at 23:00"},
            "Offsite",
            TEXT.splitlines()[2],
            "Parking is behind the hall. The gate closes at 23:00.",
        ),
        (
            {"old": "behind", "text": "beside"},
            "Offsite",
            TEXT.splitlines()[2],
            "Parking is beside the hall. The gate closes at 22:00.",
        ),
        (
            {"old": "three ways", "text": "four"},
            "Phones",
            "Three ways of getting here",
            "Four ways of getting here",
        ),
        (
            {"old": "five minutes", "text": "ten"},
            "Steps",
            "Acknowledge the alarm within five minutes.",
            "Acknowledge the alarm within ten minutes.",
        ),
        (
            {"line": "step 1", "old": "five", "text": "it should be three minutes"},
            "Steps",
            "Acknowledge the alarm within five minutes.",
            "Acknowledge the alarm within three minutes.",
        ),
        (
            {"old": "the acknowledgement time", "text": "ten minutes"},
            "Steps",
            "Acknowledge the alarm within five minutes.",
            "Acknowledge the alarm within ten minutes.",
        ),
        (
            {"old": "the on-call number", "text": "020 7946 0991"},
            "Phones",
            "On-call: 0161 496 0111",
            "On-call: 020 7946 0991",
        ),
        ({"old": "the heading Phones", "text": "Numbers"}, "Phones", "Phones", "Numbers"),
        (
            {"line": "the line about parking", "text": "Parking is free"},
            "Offsite",
            TEXT.splitlines()[2],
            "Parking is free.",
        ),
        ({"line": "the line about parking"}, "Offsite", TEXT.splitlines()[2], ""),
        (
            {"line": "the sentence about the gate"},
            "Offsite",
            TEXT.splitlines()[2],
            "Parking is behind the hall.",
        ),
        ({"line": "the third step"}, "Steps", "Tell the press.", ""),
        (
            {"line": "the equipment section"},
            "Offsite",
            "Equipment / [ ] Bring cables / [x] Book the venue",
            "",
        ),
        (
            {"line": "bring cables", "old": "[ ]", "text": "[x]"},
            "Equipment",
            "[ ] Bring cables",
            "[x] Bring cables",
        ),
        (
            {"line": "Equipment", "text": "Order badges", "place": "below"},
            "Equipment",
            "",
            "[ ] Order badges",
        ),
        ({"line": "step 1", "text": "Breathe", "place": "below"}, "Steps", "", "Breathe"),
        ({"line": "the press", "text": "Breathe", "place": "above"}, "Steps", "", "Breathe"),
    ],
)
async def test_the_passage_that_is_meant_is_shown_as_it_is_and_will_be(
    wanted, label, before, after
):
    card = (await shown(**wanted)).card
    [difference] = card.differences
    assert card.title == "Change the page Offsite"
    assert ("In", "Documents") in card.fields
    told = (difference.label, difference.before, difference.after)
    assert told == (label if label != before else "Steps", before, after)


@pytest.mark.parametrize(
    ("wanted", "passage", "becomes"),
    [
        ({"old": "Office", "text": "Desk"}, "Office: 0161 496 0222", "Desk: 0161 496 0222"),
        (
            {"line": "step 2"},
            "1. Acknowledge the alarm within five minutes.\n2. Tell the client.",
            "1. Acknowledge the alarm within five minutes.",
        ),
        (
            {"line": "the third step is, as things stand, of no use", "text": "Sleep"},
            "3. Tell the press.",
            "3. Sleep.",
        ),
        (
            {"line": "step 3", "text": "Sleep", "place": "below"},
            "3. Tell the press.",
            "3. Tell the press.\n4. Sleep",
        ),
    ],
)
async def test_the_call_carries_the_exact_passage_and_undoing_turns_it_round(
    wanted, passage, becomes
):
    wiki = Wiki()
    prepared = await shown(wiki, **wanted)
    looked = wiki.looked
    result = await CHANGE.run(desk(ports={Pages: wiki}), prepared.arguments)
    assert (wiki.looked, wiki.done) == (looked, [("p1", passage, becomes, "e" * 32)])
    assert CHANGE.rules.assess({}, profile()) == "medium"
    undo = CHANGE.undo(Made(prepared.arguments, result))
    assert undo.arguments == {"page": "p1", "passage": becomes, "becomes": passage}
    wiki.text = TEXT.replace(passage, becomes)
    again = await CHANGE.preview(desk(ports={Pages: wiki}), undo.arguments)
    assert (again.arguments["passage"], again.arguments["becomes"]) == (becomes, passage)


async def test_a_line_that_is_there_twice_is_told_by_those_around_it():
    wiki = Wiki("- One\n- Same\n- Two\n- Same")
    prepared = await shown(wiki, line="the last item", text="Other")
    assert prepared.arguments["passage"] == "- Two\n- Same"
    assert prepared.arguments["becomes"] == "- Two\n- Other"


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"line": "the line about lunch"}, "No line of the page is about lunch"),
        ({"line": "the line on tell"}, "Several lines fit tell. Which one"),
        ({"old": "0161", "text": "020"}, "Several lines fit 0161. Which one"),
        ({"old": "dogs"}, "does not say dogs"),
        ({"old": "behind", "text": "behind"}, "reads that way already"),
        ({"old": "the gate time thing", "text": "whenever"}, "Which words of"),
        ({"line": "book the venue", "old": "[ ]", "text": "[x]"}, "reads that way already"),
        ({"line": "Equipment", "place": "below"}, "The text is empty"),
        ({"line": "Food", "text": "Soup", "place": "below"}, "No line of the page is about Food"),
        ({"passage": "Not there.", "becomes": "There."}, "not on the page"),
    ],
)
async def test_nothing_is_changed_where_it_is_not_clear(wanted, why):
    with pytest.raises(ToolFailed, match=why) as failed:
        await shown(**wanted)
    assert failed.value.kind == "params"


async def test_without_a_box_nothing_is_ticked():
    with pytest.raises(ToolFailed, match="no boxes at all"):
        await shown(Wiki("- Book"), line="book", old="[ ]", text="[x]")


@pytest.mark.parametrize(
    ("passage", "becomes", "words"),
    [
        ("- One", "- Two", "Changed the page **Offsite**: One → Two"),
        ("- One\n- Two", "- One", "Taken out of the page **Offsite**: Two"),
        ("- One", "- One\n- [ ] Two", "Added to the page **Offsite**: [ ] Two"),
    ],
)
def test_what_was_changed_is_told(passage, becomes, words):
    told = said({"page": {"title": "Offsite"}}, passage=passage, becomes=becomes, title="Offsite")
    assert CHANGE.say(told) == words


async def test_a_long_line_is_shown_to_its_end():
    long = f"Call the desk first. {'Then wait for the bell. ' * 40}Leave by the door."
    prepared = await shown(
        Wiki(f"# Fire\n{long}"), old="Leave by the door.", text="Leave by gate 4."
    )

    [difference] = prepared.card.differences
    assert difference.before == long
    assert difference.after.endswith("bell. Leave by gate 4.")


async def test_what_stands_in_the_middle_of_a_line_is_no_mark_of_it():
    prepared = await shown(Wiki("# Phones\nDesk - Ann > Bo"), old="Ann", text="Eve")

    [difference] = prepared.card.differences
    assert (difference.before, difference.after) == ("Desk - Ann > Bo", "Desk - Eve > Bo")
