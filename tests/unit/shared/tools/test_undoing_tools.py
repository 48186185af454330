"""Every change declares what takes it back, or says in its own words why nothing does."""

import pytest

from shared.errors import ToolFailed
from shared.models.effect import About, EffectRecord, Undo
from shared.models.profile import Policy, Profile
from shared.tools.tool import Desk, Made, Said, Tool
from shared.tools.workspace import Workspace
from shared.workspace.calendar.restoring import undo_answered, undo_changed
from shared.workspace.contacts.tools import undo_update
from shared.workspace.email.restoring import put_back
from shared.workspace.registry import INVERSE, TOOLS
from shared.workspace.sheets.removing import undo_append
from tests.support.fakes import NOON

UNDO = TOOLS["undo"]
CHANGING = [tool for tool in (*TOOLS.values(), *INVERSE.values()) if tool.rules.changes]
NO_UNDO = Tool.__dataclass_fields__["undo"].default


@pytest.mark.parametrize("tool", CHANGING, ids=[tool.name for tool in CHANGING])
def test_every_change_says_what_takes_it_back_or_why_nothing_does(tool):
    assert tool.undo is not NO_UNDO


@pytest.mark.parametrize(("gone", "again"), [("inbox", True), ("trash", False)])
def test_what_came_out_of_the_bin_goes_back_only_where_it_is_asked_for(gone, again):
    item = {"id": "1", "subject": "A", "from": "Bo", "added": ["starred"], "removed": [gone]}
    undone = INVERSE["gmail_restore"].undo(Made({}, {"items": [item]}))
    assert isinstance(undone, Undo) is again


def test_nobody_plans_what_only_takes_back():
    assert not set(INVERSE) & set(TOOLS)


def test_what_became_of_each_mail_is_reversed_and_not_what_was_asked_for():
    items = [
        {"id": "1", "subject": "A", "from": "Bo", "added": ["starred"], "removed": []},
        {"id": "2", "subject": "B", "from": "Bo", "added": [], "removed": []},
    ]

    undo = put_back(Made({"starred": True}, {"changed": 1, "items": items, "failed": []}))

    assert undo.told == 'Put "A" back as before'
    (only,) = undo.arguments["items"]
    assert (only["id"], only["add"], only["remove"]) == ("1", [], ["starred"])


@pytest.mark.parametrize(
    ("undo", "made"),
    [
        (put_back, Made({}, {"items": []})),
        (put_back, Made({}, {"changed": 0})),
        (undo_changed, Made({}, {"event": {}})),
        (undo_answered, Made({}, {}, "none")),
        (undo_append, Made({}, {"table": {"rows": [[1]]}})),
        (undo_update, Made({}, {})),
    ],
)
def test_what_is_not_on_record_is_not_guessed(undo, made):
    assert isinstance(undo(made), str)


class Kept:
    """A history of one change."""

    def __init__(self, record):
        self.record = record

    async def find(self, _effect):
        return self.record

    async def recent(self):
        return (self.record,)


def desk(record, policy=None):
    profile = Profile(policy=policy or Policy())
    return Desk(Workspace({}), profile, NOON, history=Kept(record))


def record(**fields):
    given = {
        "key": "k1",
        "tool": "calendar_create_event",
        "hash": "h",
        "state": "done",
        "owner": "me",
        "until": NOON,
        "begun_at": NOON,
        "about": About(told="Made Budget", thread="t", turn=1),
        "undo": Undo(tool="calendar_delete_event", arguments={"event_id": "e1"}),
    }
    return EffectRecord(**(given | fields))


def exact(risk):
    """What taking back looks like once it was prepared."""
    call = {"event_id": "e1", "scope": "this", "title": "Budget", "attendees": []}
    return {"effect": "k1", "risk": risk, "tool": "calendar_delete_event", "call": call}


async def test_a_risk_that_is_understated_is_not_run():
    with pytest.raises(ToolFailed, match="has to be shown"):
        await UNDO.run(desk(record()), exact(risk="low"))


@pytest.mark.parametrize(("named", "risk"), [("low", "low"), ("medium", "medium"), ("no", "high")])
def test_who_names_no_risk_is_shown_it_first(named, risk):
    assert UNDO.rules.assess({"effect": "k1", "risk": named}, Profile()) == risk


async def test_the_list_says_how_risky_each_is_and_the_organisation_may_tighten_that():
    both = (record(), record(undo=Undo(tool="gmail_restore")))
    found = [
        (await TOOLS["changes_made"].run(desk(one, policy), {}))["changes"][0]["risk"]
        for one in both
        for policy in (Policy(), Policy(at_least="medium"))
    ]

    assert found == ["high", "high", "low", "medium"]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"undo": None, "why_not": "It was sent."}, "It was sent. That was: Made Budget"),
        ({"undo": None, "about": About()}, "That can't be undone."),
        ({"undone_at": NOON}, "taken back already"),
        ({"state": "unknown"}, "no such change"),
    ],
)
async def test_what_cannot_be_taken_back_says_why(fields, says):
    with pytest.raises(ToolFailed, match=says):
        await UNDO.run(desk(record(**fields)), exact(risk="high"))


GONE = "The tool that was"
LEFT = Undo(tool=GONE, arguments={"event_id": "e1"})
SENTENCE = f"That can't be undone any more: the tool {GONE}, which would take it back, is gone."


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: TOOLS["changes_made"].run(desk(record(undo=LEFT)), {}),
        lambda: UNDO.preview(desk(record(undo=LEFT)), {"effect": "k1", "risk": "low"}),
        lambda: UNDO.run(desk(record(undo=LEFT)), exact("high") | {"tool": GONE}),
    ],
    ids=["listed", "shown", "done"],
)
async def test_what_would_take_it_back_may_be_gone_and_that_is_said(attempt):
    with pytest.raises(ToolFailed) as refused:
        await attempt()
    assert (str(refused.value), refused.value.kind) == (SENTENCE, "params")


def test_what_was_taken_back_with_a_tool_that_is_gone_is_told_and_stays_so():
    done = {"undone": {"id": "k1", "told": "Made Budget"}, "tool": GONE, "arguments": {}}
    result = done | {"result": {}}

    assert UNDO.say(Said(result, {}, Profile(), NOON)) == "Undone: Made Budget"
    assert UNDO.undo(Made({}, result)) == SENTENCE
