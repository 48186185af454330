"""What is done with agents and reminders by talking: read, shown, agreed to, told."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from shared.decisions import errands, scheduling
from shared.models.building import BuildSession
from shared.models.errand import Errand
from shared.models.schedule import Recurrence, Schedule

NOW = datetime(2026, 3, 4, 12, tzinfo=ZoneInfo("UTC"))
DELETE = Errand(kind="delete", subject="x", name="X")


def reminder(text="call Bob"):
    return Schedule(
        id="r",
        kind="reminder",
        tenant="t",
        owner="o",
        agent="reminder",
        request=text,
        recurrence=Recurrence(once=NOW, zone="UTC"),
        thread="t",
        created_at=NOW,
        updated_at=NOW,
    )


@pytest.mark.parametrize(
    ("said", "kind", "name", "people"),
    [
        ("please delete my Weekly Report agent", "delete", "Weekly Report", ()),
        ("can you pause x-1?", "pause", "x-1", ()),
        ("undo that", "undo", "", ()),
        ("undo the last change to x", "undo", "x", ()),
        ("share x with Ann and Bob", "share", "x", ("Ann", "Bob")),
        ("share x with everyone", "share", "x", ()),
        ("stop reminding me about the rent", "forget", "the rent", ()),
        ("move my reminder to write to Ann to 5pm", "move", "write to Ann", ()),
        ("postpone the reminder for the rent until tomorrow at 9", "move", "the rent", ()),
        ("change that reminder", "move", "", ()),
    ],
)
def test_an_operation_and_a_name_are_read(said, kind, name, people):
    errand = errands.errand_in(said, NOW)
    assert (errand.kind, errand.name, errand.people) == (kind, name, people)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("remind me, when is the offsite", "when is the offsite"),
        ("remind me again who is in the audit", "who is in the audit"),
        ("Please remind me when the fair is", "when the fair is"),
        ("remind me please, at what time is the lunch?", "at what time is the lunch?"),
        ("remind me again in which hotel we stay", "in which hotel we stay"),
        ("remind me in an hour which file to send", ""),
        ("remind me when I get home to water the plants", ""),
        ("remind me at 5 what to buy", ""),
        ("remind me to ask who is in", ""),
    ],
)
def test_what_is_asked_once_more_is_no_reminder(said, asked):
    assert errands.once_more(said) == (asked or said)
    assert (errands.errand_in(said, NOW) is None) == bool(asked)


@pytest.mark.parametrize("said", ["show my mail", "remind me what the budget is", "deleted"])
def test_anything_else_is_no_errand(said):
    assert errands.errand_in(said, NOW) is None


@pytest.mark.parametrize(
    ("said", "text", "told"),
    [
        ("remind me tomorrow at 9 to call Bob", "call Bob", "on Thursday 5 March at 9:00 (UTC)"),
        ("remind me to call Bob in 20 minutes", "call Bob", "on Wednesday 4 March at 12:20 (UTC)"),
        (
            "remind me tomorrow at 6am to catch the bus, I hate mornings",
            "catch the bus, I hate mornings",
            "on Thursday 5 March at 6:00 (UTC)",
        ),
        ("set a reminder for the rent", "the rent", ""),
        ("remind me every now and then to rest", "every now and then to rest", ""),
    ],
)
def test_a_reminder_has_a_time_only_where_one_is_plain(said, text, told):
    errand = errands.errand_in(said, NOW)
    assert text in errand.text
    assert (errands.moment(errand.when) if errand.when else "") == told


def test_a_rule_is_told_with_its_zone():
    errand = errands.errand_in("remind me every Friday to rest", NOW)
    assert errands.moment(errand.when) == "every Friday at 9:00, UTC"


@pytest.mark.parametrize(
    ("said", "meant"), [("delete it", True), ("undo", True), ("delete x", False)]
)
def test_it_is_the_agent_talked_about(said, meant):
    assert errands.means_latest(errands.errand_in(said, NOW)) is meant


@pytest.mark.parametrize(
    ("said", "agent"),
    [("delete the x agent", True), ("delete x", False), ("undo", False), ("show mail", False)],
)
def test_a_message_can_say_that_it_names_an_agent(said, agent):
    assert errands.speaks_of_agents(said) is agent


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("what reminders do I have?", True),
        ("my reminders", True),
        ("please check my reminders", True),
        ("i want to know my reminder list", True),
        ("show me the payment reminders", False),
        ("list all the reminders please", True),
        ("have I got a reminder for the dentist?", True),
        ("did I set a reminder to ring Ann on Friday?", True),
        ("when is my reminder about the rent", True),
        ("is there a reminder about the rent in my inbox", False),
        ("did I send a reminder to Ann?", False),
        ("set a reminder for the dentist", False),
    ],
)
def test_reminders_are_asked_for(said, asks):
    assert errands.asks_for_reminders(said) is asks


def test_a_problem_and_an_export_are_told_at_once():
    problem = errands.begun(DELETE.model_copy(update={"problem": "No."}), BuildSession())
    export = errands.begun(DELETE.model_copy(update={"kind": "export"}), BuildSession())
    assert (problem.text, problem.session.state, problem.act) == ("No.", "done", "")
    assert "/api/v1/agents/x/export" in export.text
    assert export.session.state == "done"


@pytest.mark.parametrize("kind", ["delete", "restore", "pause", "resume", "undo", "share"])
def test_what_is_to_be_done_is_shown_and_told_by_name(kind):
    errand = DELETE.model_copy(update={"kind": kind})
    shown = errands.begun(errand, BuildSession())
    assert "**X**" in shown.text
    assert shown.suggestions == (errands.AGREE, errands.CANCEL)
    assert "**X**" in errands.told(errand)


@pytest.mark.parametrize(
    ("said", "state", "act"),
    [
        ("yes", "apply", "update"),
        ("Yes, do it", "apply", "update"),
        ("no", "cancelled", "leave"),
        ("hm", "confirm", "leave"),
        ("yes but not today", "confirm", "leave"),
    ],
)
def test_only_plain_agreement_does_it(said, state, act):
    session = errands.begun(DELETE, BuildSession()).session
    response = errands.respond(session, DELETE, said, NOW)
    assert (response.session.state, response.act) == (state, act)


def test_what_was_agreed_to_is_done_whatever_is_said_then_and_what_is_done_is_over():
    applying = BuildSession(state="apply", errand=DELETE)
    assert errands.respond(applying, DELETE, "wait", NOW).act == "update"
    done = BuildSession(state="done", errand=DELETE)
    assert errands.respond(done, DELETE, "yes", NOW).act == "leave"


def test_only_what_is_whole_and_open_stands_and_how_often_it_was_passed_is_counted():
    whole = errands.begun(DELETE, BuildSession()).session
    again = errands.ready(whole)
    assert again == DELETE.model_copy(update={"passed": 1})
    assert errands.ready(errands.begun(again, BuildSession()).session).passed == 2
    often = DELETE.model_copy(update={"passed": errands.MOST_SHOWN_AGAIN})
    assert errands.ready(errands.begun(often, BuildSession()).session) is None
    reminder = errands.errand_in("remind me tomorrow at 9 to rest", NOW)
    assert errands.ready(errands.begun(reminder, BuildSession()).session) is not None
    for lacking in ("remind me tomorrow at 9", "remind me to rest"):
        session = errands.begun(errands.errand_in(lacking, NOW), BuildSession()).session
        assert errands.ready(session) is None
    assert errands.ready(whole.model_copy(update={"state": "cancelled"})) is None
    assert errands.ready(BuildSession(state="confirm")) is None


def test_what_a_reminder_lacks_is_asked_for_one_by_one():
    empty = errands.errand_in("set a reminder", NOW)
    session = errands.begun(empty, BuildSession()).session
    second = errands.respond(session, empty, "call Bob", NOW)
    assert second.text.startswith("When should I remind you: call Bob?")
    text = second.session.errand
    assert errands.respond(second.session, text, "yes", NOW).act == "leave"
    assert errands.respond(second.session, text, "show mail today of Ann Lee please", NOW).act
    third = errands.respond(second.session, text, "tomorrow at 9", NOW)
    assert "5 March at 9:00" in third.text
    assert errands.told(third.session.errand).startswith("I'll remind you on Thursday 5 March")


@pytest.mark.parametrize(
    ("said", "what", "at"),
    [
        ("not that Thursday, the Friday, same hour", "", "2026-03-06T12:00"),
        ("sorry, at 5", "", "2026-03-05T17:00"),
        ("make it 5pm", "", "2026-03-05T17:00"),
        ("the Friday of that week", "", "2026-03-06T12:00"),
        ("Call the bank", "Call the bank", "2026-03-05T12:00"),
        ("sorry, to ring Ann", "sorry, to ring Ann", "2026-03-05T12:00"),
    ],
)
def test_a_time_that_takes_back_another_is_no_text_of_a_reminder(said, what, at):
    shown = errands.begun(errands.errand_in("remind me on Thursday at 12", NOW), BuildSession())
    after = errands.respond(shown.session, shown.session.errand, said, NOW).session.errand
    assert (after.text, f"{after.when.once.astimezone(NOW.tzinfo):%Y-%m-%dT%H:%M}") == (what, at)


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("move the reminder call Bob to at 7:30", "2026-03-08T07:30"),
        ("move the reminder call Bob to tomorrow at 7:30", "2026-03-05T07:30"),
        ("move the reminder call Bob to tomorrow", "2026-03-05T12:30"),
        ("move the reminder call Bob to Saturday", "2026-03-07T12:30"),
        ("move the reminder call Bob to Tuesday", "2026-03-10T12:30"),
    ],
)
def test_a_reminder_is_moved_to_another_time_of_its_own_day_or_of_one_that_is_named(said, at):
    sunday = Recurrence(once=NOW + timedelta(days=4, minutes=30), zone="UTC")
    errand = errands.on_its_day(errands.errand_in(said, NOW), sunday, NOW)

    assert f"{errand.when.once:%Y-%m-%dT%H:%M}" == at
    shown = errands.begun(errand, BuildSession())
    assert f"at {errand.when.once.hour}:30" in shown.text
    assert "instead: call Bob" in shown.text
    assert "instead: call Bob" in errands.told(errand)


def test_a_time_for_a_reminder_that_repeats_is_its_own():
    errand = errands.errand_in("move the reminder call Bob to at 7:30", NOW)
    assert errands.on_its_day(errand, Recurrence(cron="0 9 * * *", zone="UTC"), NOW) == errand


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("sorry, noon is silly, 5pm", "on Friday 6 March at 17:00"),
        ("no at noon im still on the road make it half past five pm", "on Friday 6 March at 17:30"),
        ("no, tomorrow at 10", "on Thursday 5 March at 10:00"),
        ("sorry, it's thursday they swim, same time", "on Thursday 5 March at 12:00"),
        ("better on Monday", "on Monday 9 March at 12:00"),
        ("four would be better than three", "on Friday 6 March at 16:00"),
        ("10am is better for the reminder", "on Friday 6 March at 10:00"),
        ("the other one please, that is not what I said at 5pm", ""),
        ("not at 5pm", ""),
        ("no, half past four", "on Friday 6 March at 16:30"),
        ("four of them come", ""),
        (
            "ah, Thursday rather than Friday for the reminder, I'm away",
            "on Thursday 5 March at 12:00",
        ),
        ("it should say stretch my legs, else I forget why", "at 12:00 (UTC)**: stretch my legs."),
        ("make it 10", "on Friday 6 March at 10:00"),
        ("hm make it 10, I'm in meetings after", "on Friday 6 March at 10:00"),
        ("better half past seven, at 12 I'm on my bike", "on Friday 6 March at 7:30"),
        ("12 is too late, make it 10", "on Friday 6 March at 10:00"),
        ("rather ten, twelve is too late", "on Friday 6 March at 10:00"),
        ("12 is fine", "on Friday 6 March at 12:00"),
        ("no, make that half past four", "on Friday 6 March at 16:30"),
        ("the Thursday of that week, same time", "on Thursday 5 March at 12:00"),
        ("half past ten, the same day", "on Friday 6 March at 10:30"),
        (
            "Friday noons I eat. Thursday of that week, ten in the morning, that is much better.",
            "on Thursday 5 March at 10:00",
        ),
        ("it should say call Ann on Monday", "at 12:00 (UTC)**: call Ann on Monday."),
        ("no, lunch is at twelve. quarter to twelve then", "on Friday 6 March at 11:45"),
        ("fri is no good. thu, same time", "on Thursday 5 March at 12:00"),
        ("one day later please", "on Saturday 7 March at 12:00"),
        ("half an hour earlier", "on Friday 6 March at 11:30"),
        ("swim, not rest", ""),
        ("and stretch as well", ""),
        ("tea, not coffee", ""),
        ("also, what is the weather?", ""),
        ("and thanks", ""),
        ("book a room tomorrow at 9", ""),
        ("what's on on Tuesday at 4pm?", ""),
        ("and tell Ann tomorrow at 9", ""),
        ("no thanks", ""),
    ],
)
def test_a_reminder_is_put_right_before_it_is_set(said, told):
    shown = errands.begun(
        errands.errand_in("remind me on Friday at 12 to rest", NOW), BuildSession()
    )
    after = errands.respond(shown.session, shown.session.errand, said, NOW)
    assert (told in after.text) if told else (after.act == "leave")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no, seven, I'm home by then", "on Friday 6 March at 19:00"),
        ("make it half seven", "on Friday 6 March at 19:30"),
        ("no, at quarter past", "on Friday 6 March at 18:15"),
        ("7am is better", "on Friday 6 March at 7:00"),
    ],
)
def test_an_hour_is_of_the_half_of_the_day_that_a_reminder_is_in(said, told):
    ordered = errands.errand_in("remind me on Friday at 6pm to rest", NOW)
    shown = errands.begun(ordered, BuildSession())
    after = errands.respond(shown.session, shown.session.errand, said, NOW)
    assert told in after.text


@pytest.mark.parametrize(
    ("said", "act"),
    [
        ("Thank you. And on Saturday, at six, remind me to read it to the cat", "leave"),
        ("another reminder on Saturday at 9, for the dentist", "leave"),
        ("no, remind me to rest at 10", "ask"),
    ],
)
def test_a_reminder_of_something_else_moves_none_that_is_shown(said, act):
    shown = errands.begun(
        errands.errand_in("remind me on Friday at 12 to rest", NOW), BuildSession()
    )
    after = errands.respond(shown.session, shown.session.errand, said, NOW)
    assert (after.act == "leave") == (act == "leave")
    assert after.session.errand.text == "rest"


def test_what_was_shown_is_asked_for_again_in_words_of_its_own():
    shown = errands.errand_in("remind me on Friday at 12 to rest", NOW)
    words = errands.asked_again(shown)
    assert words == "remind me on Friday 6 March at 12:00: rest"
    assert errands.errand_in(words, NOW).when == shown.when
    assert errands.asked_again(DELETE) == "delete X"


def test_when_a_reminder_is_to_be_instead_is_asked_for():
    empty = errands.errand_in("move the reminder to call Bob", NOW)
    asked = errands.begun(empty, BuildSession())
    assert asked.text.startswith("When should I remind you: call Bob?")
    told = errands.respond(asked.session, empty, "tomorrow at 9", NOW)
    assert "Thursday 5 March at 9:00" in told.text


def test_reminders_are_found_by_their_words():
    there = (reminder(), reminder("pay the rent"))
    assert errands.matching(there, "rent") == there[1:]
    assert errands.matching(there, "") == there


def test_a_reminder_that_comes_late_says_when_it_was_due():
    planned = NOW.astimezone(UTC)
    assert scheduling.reminder(reminder(), planned, planned) == "Reminder: call Bob"
    late = scheduling.reminder(reminder(), planned, planned + timedelta(hours=1))
    assert late == "Reminder (missed on Wednesday 4 March at 12:00): call Bob"


def test_a_time_said_in_several_parts_is_the_answer_whole():
    asked = errands.begun(errands.errand_in("remind me to rest", NOW), BuildSession())
    said = "Ah yes, when, of course: Monday 9 March, eleven thirty."
    after = errands.respond(asked.session, asked.session.errand, said, NOW)
    assert "on Monday 9 March at 11:30" in after.text
