"""What it says of a message that it names things the person has."""

import pytest

from shared.models.world import Link
from shared.understanding.linked import (
    asked_about,
    of_channel,
    with_channels,
    with_named,
    with_tabs,
)
from tests.support.marked import plain


def linked(text, kind, name):
    at = text.index(name)
    return (Link(kind=kind, start=at, end=at + len(name), things=()),)


def ranked(task):
    others = [("mail_search", 0.06), ("cal_list", 0.02), ("page_read", 0.01), ("sheet_read", 0.01)]
    return [(task, 0.9), *others]


@pytest.mark.parametrize(
    ("text", "kind", "name", "task"),
    [
        ("when is the spring fair again", "event", "spring fair", "cal_list"),
        ("the spring fair, where's that?", "event", "spring fair", "cal_list"),
        ("what does the fire plan say", "page", "fire plan", "page_read"),
        ("how much of the hall rent is paid", "tab", "hall rent", "sheet_read"),
        ("how much is in the rent tab", "tab", "rent", "sheet_read"),
        ("the boat plan please", "tab", "boat plan", "sheet_read"),
        ("let me have a look at the harbour notes again", "page", "harbour notes", "page_read"),
        ("let me burn the harbour notes", "page", "harbour notes", "other"),
    ],
)
def test_a_question_that_names_what_is_theirs_is_about_it(text, kind, name, task):
    found = asked_about(text, linked(text, kind, name), ranked("other"))

    assert found[0] == (task, 0.9)
    assert dict(found)["other"] == dict(ranked("other"))[task]
    assert dict(found)["mail_search"] == 0.06


@pytest.mark.parametrize(
    ("task", "marked", "channels"),
    [
        ("slack_mark_read", "mark {person:general} and random as read", ["general", "random"]),
        ("slack_mark_read", "random too", ["random"]),
        ("slack_unread", "over in random, is there anything new", ["random"]),
        ("slack_read", "what did general say in {channel:#ops}", ["#ops"]),
        ("slack_mark_read", "mark {channel:#ops} read, random chatter only", ["#ops"]),
        ("slack_read", "a random thought", []),
        ("slack_post", "tell {person:general}: {body:random thoughts}", ["general"]),
        ("slack_post", "say a general {body:hello}", []),
        ("slack_dm", "tell {person:general} {body:hello}", []),
    ],
)
def test_words_are_the_channels_that_they_name_where_it_is_done_in_channels(task, marked, channels):
    text, spans = plain(marked)
    named = [
        link
        for one in ("general", "random")
        if one in text
        for link in linked(text, "channel", one)
    ]
    found = with_channels(task, text, spans, named)

    assert [one.text for one in found if one.kind == "channel"] == channels


@pytest.mark.parametrize(
    ("marked", "only"),
    [
        ("mark all of {person:random} as read", True),
        ("the rest of {topic:random} counts as read", True),
        ("mark {person:Ann's} in {person:random} as read", False),
        ("mark the mails from {person:random} as read", False),
        ("mark random ones as read", False),
    ],
)
def test_what_is_named_may_be_channels_alone(marked, only):
    text, spans = plain(marked)
    assert of_channel(text, spans, linked(text, "channel", "random")) is only


@pytest.mark.parametrize(
    ("text", "kind", "name", "taken", "task"),
    [
        (
            "Tool stock: mean number of drills a week",
            "file",
            "Tool stock",
            "sheet_set",
            "sheet_read",
        ),
        ("Tool stock: drills 4", "file", "Tool stock", "sheet_set", "sheet_set"),
        ("The fair: mail Ann the plan", "event", "fair", "mail_send", "mail_send"),
        ("Ask about the fair. Total paid.", "event", "fair", "sheet_read", "sheet_read"),
        ("Fire plan: drills are in May", "page", "Fire plan", "page_write", "page_write"),
        ("Fire plan: add drills, can you?", "page", "Fire plan", "page_write", "page_write"),
        ('Fire plan: "drills a year?"', "page", "Fire plan", "page_write", "page_write"),
        ("#ops: Ann's question is settled.", "channel", "#ops", "slack_post", "slack_post"),
        ("#ops: open question: red or blue?", "channel", "#ops", "slack_post", "slack_post"),
        ("#ops: anybody seen my mug?", "channel", "#ops", "slack_post", "slack_post"),
        ("Ann: unread mails from her, all.", "person", "Ann", "mail_mark_read", "mail_search"),
        ("Ann. Archived mails this week", "person", "Ann", "mail_archive", "mail_search"),
        ("Ann: all unread mails read", "person", "Ann", "mail_mark_read", "mail_mark_read"),
        ("Ann: mark unread mails", "person", "Ann", "mail_mark_read", "mail_mark_read"),
        ("Ann: her mails unread", "person", "Ann", "mail_mark_read", "mail_mark_read"),
    ],
)
def test_what_is_ordered_stays_so_whatever_a_message_begins_with_by_name(
    text, kind, name, taken, task
):
    unsure = [(taken, 0.6), ("mail_search", 0.2), ("cal_conflicts", 0.1)]

    assert asked_about(text, linked(text, kind, name), unsure)[0][0] == task


@pytest.mark.parametrize(
    ("text", "taken", "task"),
    [
        ("rent: mean number of vans per week", "create_agent", "sheet_read"),
        ("rent. Vans, the total", "sheet_set", "sheet_read"),
        ("make an agent that sets the total of rent", "create_agent", "create_agent"),
        ("every Monday I want the total of rent", "create_agent", "create_agent"),
        ("put a total under rent", "sheet_append", "sheet_append"),
        ("rent: vans total 5", "sheet_set", "sheet_set"),
    ],
)
def test_a_sheet_that_alone_is_named_tells_what_is_wanted_of_its_figures(text, taken, task):
    assert asked_about(text, linked(text, "tab", "rent"), ranked(taken))[0][0] == task


@pytest.mark.parametrize(
    ("taken", "kinds", "task"),
    [
        ("page_read", ("file",), "sheet_read"),
        ("page_find", ("file",), "sheet_read"),
        ("sheet_read", ("page",), "page_read"),
        ("page_read", ("page",), "page_read"),
        ("page_read", ("file", "page"), "page_read"),
        ("sheet_read", ("file", "page"), "sheet_read"),
        ("page_write", ("file",), "page_write"),
    ],
)
def test_what_is_wanted_is_of_the_kind_that_goes_by_its_name(taken, kinds, task):
    text = "what does the fire plan say"
    links = tuple(one for kind in kinds for one in linked(text, kind, "fire plan"))

    found = asked_about(text, links, [(taken, 0.6), ("find", 0.2), ("sheet_read", 0.1)])

    assert found[0][0] == task


@pytest.mark.parametrize(
    ("taken", "kind", "other", "share", "task"),
    [
        ("page_write", "file", "sheet_set", 0.15, "sheet_set"),
        ("page_write", "file", "sheet_append", 0.08, "sheet_append"),
        ("page_write", "file", "sheet_append", 0.04, "page_write"),
        ("sheet_append", "page", "page_write", 0.06, "page_write"),
        ("sheet_set", "file", "page_write", 0.2, "sheet_set"),
    ],
)
def test_what_is_changed_is_what_goes_by_the_name_if_that_is_likely_at_all(
    taken, kind, other, share, task
):
    text = "let the status of Bath in the fire plan say done"

    found = asked_about(text, linked(text, kind, "fire plan"), [(taken, 0.7), (other, share)])

    assert found[0][0] == task


@pytest.mark.parametrize(
    "text",
    [
        "anything in the ops channel I've no read yet?",
        "is there something I haven't seen in the ops channel",
        "Have I read everything in the ops channel?",
        "what did I miss in the ops channel?",
        "whats still to read in the ops channel",
    ],
)
def test_what_is_not_read_in_a_channel_is_unread_there(text):
    links = linked(text, "channel", "ops")

    found = asked_about(text, links, ranked("catch_up"))
    _, marked = plain(text.replace("ops", "{organisation:ops}"))
    spans = with_named("slack_unread", text, links, marked)

    assert [one for one, _ in found].count("slack_unread") == 1
    assert found[0] == ("slack_unread", 0.9)
    assert [(one.kind, one.text) for one in spans] == [("channel", "ops")]
    assert asked_about(text, (), ranked("catch_up"))[0] == found[0]


@pytest.mark.parametrize(
    ("marked", "channels"),
    [
        ("mark {channel:ops} as read {channel:m8}, cba", ["ops"]),
        ("mark {channel:ops} and {channel:design} as read", ["ops", "design"]),
        ("mark {channel:ops}, no, {channel:design} as read", ["ops", "design"]),
        ("mark {channel:design} as read", ["design"]),
    ],
)
def test_beside_a_channel_that_there_is_no_other_word_is_one(marked, channels):
    text, spans = plain(marked)
    links = linked(text, "channel", "ops") if "ops" in text else ()

    found = with_named("slack_mark_read", text, links, spans)

    assert [one.text for one in found if one.kind == "channel"] == channels


def test_nor_need_a_channel_be_named_on_slack():
    text = "just off a call, did I miss anything on slack"
    assert asked_about(text, (), ranked("catch_up"))[0] == ("slack_unread", 0.9)


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("mark the ops channel as read, I have not looked at it", "slack_mark_read"),
        ("tell the ops channel that nobody has read it", "slack_post"),
        ("which mails about the ops channel have I not read", "mail_search"),
        ("who runs the ops channel?", "slack_read"),
        ("who in the ops channel has not seen the plan?", "slack_search"),
    ],
)
def test_what_is_done_or_asked_otherwise_of_a_channel_is_not(text, task):
    assert asked_about(text, linked(text, "channel", "ops"), [(task, 0.9)])[0][0] == task


@pytest.mark.parametrize(
    ("kind", "shares", "task"),
    [
        ("event", (0.6, 0.3), "cal_respond"),
        ("event", (0.8, 0.2), "other"),
        ("event", (0.6, 0.1), "other"),
        ("page", (0.6, 0.3), "other"),
    ],
)
def test_an_order_about_what_is_theirs_is_not_about_nothing(kind, shares, task):
    text = "the fair, accept it please"
    unsure = list(zip(("other", "cal_respond"), shares, strict=True))

    found = asked_about(text, linked(text, kind, "fair"), unsure)

    assert found[0] == (task, pytest.approx(0.75 if task == "cal_respond" else shares[0]))


@pytest.mark.parametrize(
    ("text", "kind", "name", "task"),
    [
        ("sing of the spring fair", "event", "spring fair", "other"),
        ("how tall is Ann Lee", "person", "Ann Lee", "other"),
        ("move the spring fair, why not", "event", "spring fair", "cal_update"),
    ],
)
def test_nothing_else_is(text, kind, name, task):
    assert asked_about(text, linked(text, kind, name), ranked(task)) == ranked(task)


def test_what_is_asked_about_is_named_though_nothing_marks_it():
    text, spans = plain("who comes to the spring fair with {person:Ann}")
    links = linked(text, "event", "spring fair")

    found = with_named("cal_list", text, links, spans)

    assert [(one.kind, one.text) for one in found] == [("topic", "spring fair"), ("person", "Ann")]
    assert with_named("mail_search", text, links, spans) == list(spans)
    marked = plain("who comes to {topic:the spring fair}")[1]
    assert with_named("cal_list", text, links, marked) == list(marked)


@pytest.mark.parametrize(
    ("marked", "task", "spans"),
    [
        (
            "the {organisation:spring} fair is too short",
            "cal_update",
            [("topic", "spring fair")],
        ),
        ("{topic:the spring fair} is too short", "cal_update", [("topic", "the spring fair")]),
        ("move {which:it} before the spring fair", "cal_update", [("which", "it")]),
        ("is the spring {newtime:fair today}", "cal_update", [("newtime", "fair today")]),
        ("the {time:spring} fair", "cal_cancel", [("topic", "spring fair")]),
        ("the {organisation:spring} fair", "cal_create", [("organisation", "spring")]),
    ],
)
def test_a_name_is_one_though_a_part_of_it_is_marked(marked, task, spans):
    text, read = plain(marked)

    found = with_named(task, text, linked(text, "event", "spring fair"), read)

    assert [(one.kind, one.text) for one in found] == spans


def test_whose_contact_is_meant_is_named_though_nothing_marks_it():
    text, spans = plain("Ann Lee got promoted, her {field:title} is {value:CFO}")
    links = linked(text, "person", "Ann Lee")

    found = with_named("contact_update", text, links, spans)

    assert [one.kind for one in found] == ["person", "field", "value"]
    assert with_named("contact_add", text, links, spans) == list(spans)


@pytest.mark.parametrize(
    ("text", "shares", "task"),
    [
        ("what helps at the fair, call it X", {"create_agent": 0.9, "other": 0.1}, "create_agent"),
        ("an hour at two, call it fair", {"cal_create": 0.9, "cal_update": 0.1}, "cal_create"),
        ("a page on goats, call it fair", {"page_write": 0.9, "other": 0.1}, "page_write"),
        ("no point in the fair. Call it off", {"cal_cancel": 0.9, "cal_update": 0.1}, "cal_cancel"),
        ("mail Bo of the fair, call it Cake", {"mail_send": 0.8, "cal_update": 0.1}, "mail_send"),
        ("the fair needs a mop", {"update_agent": 0.5, "cal_update": 0.3}, "cal_update"),
        ("the fair needs a mop", {"update_agent": 0.5, "cal_update": 0.05}, "update_agent"),
        ("rename the fair agent", {"update_agent": 0.5, "cal_update": 0.3}, "update_agent"),
        ("the fair at nine", {"other": 0.5, "cal_create": 0.2, "cal_update": 0.1}, "cal_update"),
        ("the fair at nine", {"other": 0.5, "cal_create": 0.3}, "other"),
        ("the fair for Bo", {"other": 0.6, "cal_update": 0.1, "cal_cancel": 0.1}, "cal_update"),
    ],
)
def test_what_is_there_by_its_name_is_changed_and_not_made(text, shares, task):
    found = asked_about(text, linked(text, "event", "fair"), list(shares.items()))

    assert found[0][0] == task


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        (
            "set it in the {file:tools} table of {file:the shed list}",
            [("place", "tools"), ("file", "the shed list")],
        ),
        (
            "a row in {file:tools of the shed list}",
            [("place", "tools"), ("file", "shed list")],
        ),
        ("a row in {file:tools}", [("file", "tools")]),
        ("a row in {file:the shed list} for {value:tools}", None),
    ],
)
def test_a_tab_is_no_sheet_where_that_is_named(marked, spans):
    text, read = plain(marked)
    wanted = [(one.kind, one.text) for one in read] if spans is None else spans

    found = with_tabs(text, linked(text, "tab", "tools"), read)

    assert [(one.kind, one.text) for one in found] == wanted
    assert all(text[one.start : one.end] == one.text for one in found)


def test_a_thing_is_asked_about_before_who_spoke_of_it():
    text = "when did Ann Lee say the spring fair is"
    links = (*linked(text, "person", "Ann Lee"), *linked(text, "event", "spring fair"))
    assert asked_about(text, links, ranked("other"))[0] == ("cal_list", 0.9)


@pytest.mark.parametrize("text", ["what was it Ann Lee wanted of us", "did Ann Lee mind the delay"])
def test_what_somebody_said_is_looked_for_in_their_mail(text):
    found = asked_about(text, linked(text, "person", "Ann Lee"), ranked("other"))
    assert found[0] == ("mail_search", 0.9)


@pytest.mark.parametrize(
    ("marked", "name", "spans"),
    [
        (
            "a line in {topic:Delivery} {value:spend} of {file:Finance}, {value:Tea}",
            "Delivery spend",
            [("place", "Delivery spend"), ("file", "Finance"), ("value", "Tea")],
        ),
        (
            "set {field:actual} in {file:Delivery} spend to {value:3}",
            "Delivery spend",
            [("field", "actual"), ("file", "Delivery spend"), ("value", "3")],
        ),
        ("say {body:Delivery spend} is up", "Delivery spend", [("body", "Delivery spend")]),
        ("who is {topic:Delivery} spend", "Delivery spend", [("topic", "Delivery")]),
    ],
)
def test_a_tab_is_called_by_all_of_its_name(marked, name, spans):
    text, given = plain(marked)
    found = with_tabs(text, linked(text, "tab", name), given)

    assert [(one.kind, one.text) for one in found] == spans


@pytest.mark.parametrize(
    ("text", "taken", "share", "task"),
    [
        ("which mails have I put a star on", "mail_star", 0.96, "mail_search"),
        ("what messages did we archive on Monday", "mail_archive", 0.9, "mail_search"),
        ("the gates open when", "cal_update", 0.9, "cal_list"),
        ("all that Bo ever sent, have mercy", "mail_delete", 0.3, "mail_search"),
        ("all that Bo ever sent, out with it", "mail_delete", 0.7, "mail_delete"),
        ("star the mails that I had from Bo", "mail_star", 0.9, "mail_star"),
    ],
)
def test_what_only_asks_or_is_hardly_read_as_deleting_changes_nothing(text, taken, share, task):
    likely = ((taken, share), ("mail_search", 0.02), ("cal_list", 0.01))
    assert asked_about(text, (), likely)[0][0] == task
