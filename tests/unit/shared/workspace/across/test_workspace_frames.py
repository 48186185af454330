"""What commands across services come down to, from what is marked in them."""

import pytest

from shared.models.reasoning import Reference
from shared.models.world import Thing
from shared.understanding.work import Asked, Work
from shared.workspace.across.frames import FRAMES
from tests.support.marked import request, said

ANN = Reference(kind="contact", id="c1", label="Ann Lee", ordinal=1, who="ann@acme.com")
PITCH = Reference(kind="event", id="e1", label="Pitch", ordinal=1)
MAIL = Reference(kind="email", id="m1", label="Late", ordinal=1, who="ann@acme.com")
HERE = {"kind": "email", "id": "m1"}
LUNCH = Reference(kind="event", id="e2", label="Lunch with Bob", ordinal=2)


def calls(task, marked, *references, carried=""):
    command = said(task, marked, carried)
    work = Work(command, request("action", command.text, references))
    FRAMES[task](work)
    return [(step.tool.removeprefix("workspace_"), step.arguments) for step in work.plan().steps]


@pytest.mark.parametrize(
    ("marked", "topic", "days"),
    [
        ("catch me up on {topic:the Johnson project}", "Johnson project", 14),
        ("what happened with {organisation:Acme} {time:while I was away}", "Acme", 14),
        ("what did {person:Ann}'s people say about {topic:the move}", "move", 14),
        ("what is new with {person:Ann's}", "Ann", 14),
        ("where are we on {topic:the refit} and {topic:the move}", "refit move", 14),
        ("status of {topic:A}, no, {topic:B}", "B", 14),
        ("an update on {topic:it} from {organisation:Acme}", "Acme", 14),
        ("update on {topic:the budget} for {time:the last three weeks}", "budget", 21),
        ("what did I miss on {topic:the launch} {time:this week}", "launch", 3),
        ("{topic:launch}, {time:last 24 hours}", "launch", 1),
        ("{topic:launch}, {time:next week}", "launch", 14),
        ("away for {duration:a fortnight}, what of {topic:the launch}", "launch", 14),
        ("{topic:launch} {time:since 2026-01-01}", "launch", 90),
    ],
)
def test_catching_up_looks_everywhere_for_a_topic(marked, topic, days):
    assert calls("catch_up", marked) == [("catch_up", {"topic": topic, "days": days})]


@pytest.mark.parametrize(
    ("marked", "references", "carried", "topic", "days"),
    [
        ("and {person:Ann}?", [], "catch me up on {topic:the move}", "Ann", 14),
        ("and {time:yesterday}?", [], "catch me up on {topic:the move}", "move", 1),
        ("catch me up on {person:her}", [ANN], "", "Ann Lee", 14),
        ("more on {which:the second one}", [PITCH, LUNCH], "", "Lunch with Bob", 14),
    ],
)
def test_catching_up_goes_on(marked, references, carried, topic, days):
    found = calls("catch_up", marked, *references, carried=carried)
    assert found == [("catch_up", {"topic": topic, "days": days})]


@pytest.mark.parametrize(
    ("text", "about", "places"),
    [
        ("and on the way back?", "which seat have I and on the way back?", ["m1"]),
        ("how much was the ticket to Hull", "how much was the ticket to Hull", []),
        ("what is it?", "what is it?", ["m1"]),
    ],
)
def test_a_few_words_more_are_looked_for_in_what_was_shown(text, about, places):
    mail = Reference(kind="email", id="m1", label="Your booking", ordinal=1)
    told = (("user", "which seat have I"), ("assistant", "Coach C, seat 14"))
    work = Work(said("find", text), request("action", text, [mail], exchanges=told))
    FRAMES["find"](work)
    [step] = work.plan().steps
    assert step.arguments["about"] == about
    assert [one["id"] for one in step.arguments.get("inside", [])] == places


FELIX = Thing(kind="person", name="Felix Brandt", id="f")
TOM = Thing(kind="person", name="Tom Fischer", id="t")


@pytest.mark.parametrize(
    ("marked", "kind", "mentioned", "by", "places"),
    [
        ("what did {person:Emma} ask me to bring?", "event", (), "Emma", []),
        ("and when did {person:Emma} say she comes", "contact", (), "Emma", []),
        ("what did {person:Emma} ask about it?", "email", (), "Emma", ["x1"]),
        ("what room is it in?", "event", (), "", ["x1"]),
        ("how long did he say it takes?", "draft", (FELIX,), "Felix Brandt", []),
        ("when did he say the desks come?", "contact", (FELIX,), "Felix Brandt", []),
        ("when did he say the desks come?", "contact", (FELIX, TOM), "", []),
        ("how long does the delivery take?", "draft", (FELIX,), "", []),
    ],
)
def test_what_somebody_said_is_looked_for_where_they_may_have_said_it(
    marked, kind, mentioned, by, places
):
    asked, known = said("find", marked), [Reference(kind=kind, id="x1", label="Talk", ordinal=1)]
    work = Work(asked, request("action", asked.text, known, mentioned=mentioned))
    FRAMES["find"](work)
    [step] = work.plan().steps
    assert step.arguments.get("by", "") == by
    assert [one["id"] for one in step.arguments.get("inside", [])] == places


def test_the_firm_that_tells_who_somebody_is_says_nothing_of_what_they_say():
    command = said("find", "what is it {person:Ann} at Acme wants on the price?")
    work = Work(command, request("action", command.text))
    FRAMES["find"](work)

    [step] = work.plan().steps
    assert step.arguments["by"] == "Ann"
    assert step.arguments["about"] == "what is it Ann wants on the price?"


def test_who_is_meant_may_be_known_by_address_alone():
    mail = Reference(kind="email", id="m1", label="Hello", ordinal=0, who="ann@acme.com")
    ((_, arguments),) = calls("catch_up", "catch me up on {person:her}", mail)
    assert arguments["topic"] == "ann@acme.com"


@pytest.mark.parametrize(
    ("marked", "kind", "why"),
    [
        ("catch me up", "topic", "Johnson project"),
        ("what went on with {person:my team}", "topic", "Johnson project"),
        ("more about {which:the second thing}", "topic", "Johnson project"),
        ("catch me up on {person:her}", "person", "“her”"),
    ],
)
def test_a_topic_is_asked_for(marked, kind, why):
    with pytest.raises(Asked) as question:
        calls("catch_up", marked)
    assert question.value.kind == kind
    assert why in str(question.value)


@pytest.mark.parametrize(
    ("marked", "window"),
    [
        ("what meetings am I not prepared for", ("2026-11-26", "2026-12-03")),
        ("which of {time:tomorrow's} meetings need preparation", ("2026-11-27", "2026-11-27")),
        ("am I prepared for {time:next week}", ("2026-11-30", "2026-12-06")),
        ("meetings {time:this week} I have to prepare", ("2026-11-26T10:00", "2026-11-29")),
        ("meetings {time:today} without an agenda", ("2026-11-26", "2026-11-26")),
        ("anything to prep {time:before Monday}", ("2026-11-26T10:00", "2026-11-29")),
        ("unprepared meetings with {organisation:Acme}", ("2026-11-26", "2026-12-03")),
        ("what should I bring {time:tomorrow}", ("2026-11-27", "2026-11-27")),
        ("prep me for {which:it}", ("2026-11-26", "2026-12-03")),
    ],
)
def test_unprepared_meetings_are_looked_for(marked, window):
    expected = {"start": window[0], "end": window[1]}
    assert calls("unprepared", marked) == [("unprepared_meetings", expected)]


@pytest.mark.parametrize(
    ("marked", "references", "carried", "topic"),
    [
        ("prep me for {topic:the board meeting}", [], "", "board meeting"),
        ("brief me before I see {person:Ann} at {time:11}", [], "", "Ann"),
        ("help me with {which:the second one}", [PITCH, LUNCH], "", "Lunch with Bob"),
        ("what must I bring?", [], "when is {topic:the inspection}", "inspection"),
    ],
)
def test_who_prepares_for_one_meeting_is_caught_up_on_it(marked, references, carried, topic):
    found = calls("unprepared", marked, *references, carried=carried)
    assert found == [("catch_up", {"topic": topic, "days": 14})]


def test_what_was_said_on_slack_is_looked_for_there():
    (_, told), (_, anywhere) = (
        calls("find", marked)[0]
        for marked in ("did {person:Al} say on Slack who signs", "did {person:Al} say who signs")
    )
    assert told == {**anywhere, "about": "did Al say on Slack who signs", "only": "message"}


@pytest.mark.parametrize(
    ("text", "shown", "inside", "about", "after"),
    [
        ("when do they upgrade?", MAIL, [HERE], "when do they upgrade?", "what is late?"),
        ("and Leeds?", MAIL, [HERE], "what is late? and Leeds?", ""),
        ("what did she want to bring up?", PITCH, [], "Pitch. what did she want to bring up?",
         "what is late?"),
        ("and how long did he say", ANN, [], "and how long did he say", "what is new?"),
    ],
)  # fmt: skip
def test_what_goes_on_is_looked_for_by_its_own_words_in_what_was_shown(
    text, shown, inside, about, after
):
    asked = [("user", "what is new?"), ("assistant", "This:"), ("user", "what is late?")]
    exchanges = [*asked, ("assistant", "That: up to Friday.")]
    work = Work(said("find", text), request("action", text, [shown], exchanges=exchanges))
    FRAMES["find"](work)
    [step] = work.plan().steps
    told = [step.arguments.get(name) for name in ("inside", "about", "after")]
    assert told == [inside or None, about, after or None]
