"""Messages about the very things that were just shown or done."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, Reference
from shared.understanding.followed import follow
from shared.understanding.going_on import left_by, pointing_at_it
from shared.understanding.heads import ABOUT
from shared.understanding.pointing import place_named
from shared.understanding.reader import Before, Reader
from tests.support.readings import ReadBefore

BEFORE = Before("star Ann's mail", "done")
SURELY = {**dict.fromkeys(ABOUT, 0.0), "same": 1.0}
HARDLY = {**dict.fromkeys(ABOUT, 0.1), "same": 0.5}
PARTLY = {**dict.fromkeys(ABOUT, 0.0), "same": 0.45, "part": 0.5}
NEW = {**dict.fromkeys(ABOUT, 0.0), "new": 1.0}


def shown(count, kind="email"):
    """Return what came before: one thing talked about, or several that were listed."""
    ordinals = range(1, count + 1) if count > 1 else [0]
    return ConversationContext(
        exchanges=(Exchange(role="user", text=BEFORE.text), Exchange(role="assistant", text="ok")),
        references=tuple(
            Reference(kind=kind, id=f"m{at}", label="Quote", ordinal=at) for at in ordinals
        ),
    )


def read_after(marked, task, sure, share, count=1, kind="email"):
    """Return the task and the spans of a message after something was shown."""
    reader = ReadBefore({marked: (task, sure)})
    [text] = reader._lines
    found = pointing_at_it(reader.read(text), BEFORE, shown(count, kind), reader, share)
    return found.task, [(one.kind, one.text) for one in found.spans]


@pytest.mark.parametrize(
    ("marked", "task", "share", "count", "spans"),
    [
        ("needn't stay {flag:unread}", "mail_mark_read", SURELY, 1, [("which", "it")]),
        ("needn't stay {flag:unread}", "mail_mark_read", HARDLY, 1, [("which", "it")]),
        ("needn't stay {flag:unread}", "mail_mark_read", SURELY, 3, [("which", "all of them")]),
        ("that stinks, bin it", "mail_delete", SURELY, 3, [("which", "it")]),
        ("bin them, just do it", "mail_delete", SURELY, 3, [("which", "all of them")]),
        ("the {flag:unread} ones read", "mail_mark_read", PARTLY, 3, [("flag", "unread")]),
        ("now the {flag:unread} read", "mail_mark_read", NEW, 1, [("flag", "unread")]),
        ("bin {person:Bo}'s as well", "mail_delete", SURELY, 1, [("person", "Bo")]),
        ("bin {which:the second}", "mail_delete", SURELY, 3, [("which", "the second")]),
        (
            "away until {time:Monday}",
            "mail_snooze",
            SURELY,
            1,
            [("time", "Monday"), ("which", "it")],
        ),
        ("which are {flag:unread}?", "mail_mark_read", SURELY, 1, [("flag", "unread")]),
    ],
)
def test_what_names_nothing_points_at_what_was_shown(marked, task, share, count, spans):
    assert read_after(marked, task, 0.9, share, count) == (task, spans)


@pytest.mark.parametrize(
    ("task", "sure", "share", "kind", "read"),
    [
        ("slack_post", 0.5, SURELY, "event", "slack_post"),
        ("mail_delete", 0.5, SURELY, "email", "mail_delete"),
        ("mail_delete", 0.5, SURELY, "event", "mail_delete"),
    ],
)
def test_no_task_is_made_up_for_what_was_shown(task, sure, share, kind, read):
    assert read_after("away with it", task, sure, share, kind=kind)[0] == read


def test_what_is_unclear_is_what_can_be_done_with_what_was_shown():
    reader = ReadBefore({})
    unclear = reader.read("off with it")
    unclear = unclear.__class__(
        unclear.text, (("other", 0.4), ("mail_delete", 0.3), ("cal_cancel", 0.2)), ()
    )

    for share, task in ((SURELY, "mail_delete"), (HARDLY, "other"), (NEW, "other")):
        assert pointing_at_it(unclear, BEFORE, shown(1), reader, share).task == task


@pytest.mark.parametrize(
    ("text", "count", "left"),
    [
        ("star Ann's mail", 1, "done"),
        ("star Ann's mail", 3, "many"),
        ("show me Ann's mail", 3, "list"),
        ("show me Ann's mail", 1, "one"),
    ],
)
def test_what_is_left_to_go_on_from_is_told(text, count, left):
    reader = ReadBefore(
        {"star {person:Ann}'s mail": ("mail_star", 0.9), "show me Ann's mail": ("mail_read", 0.9)}
    )

    assert left_by(shown(count), Before(text, "done"), reader) == left


def after(question, answer, *labels):
    """Return what there is to go on from: a question, its answer and the events it shows."""
    return ConversationContext(
        exchanges=(
            Exchange(role="user", text=question),
            Exchange(role="assistant", text=answer),
        ),
        references=tuple(
            Reference(kind="event", id=f"e{at}", label=one, ordinal=at)
            for at, one in enumerate(labels, 1)
        ),
    )


@pytest.fixture(scope="module")
def reader():
    return Reader()


@pytest.mark.parametrize(
    "asked",
    [
        "From when to when?",
        "till when have I got it down for?",
        "which room is that in?",
        "and the room?",
        "wait, is anybody else coming?",
        "does anyone else join?",
        "And who else did I put in the invitation?",
        "did I accept?",
        "n who is coming to it from acmes side",
    ],
)
def test_whatever_is_asked_of_the_event_just_shown_shows_it_again(reader, asked):
    said = follow(asked, after("when is the kickoff", "...", "Kickoff"), reader)

    assert (said.task, said.one("which")) == ("cal_list", "it")


@pytest.mark.parametrize("asked", ["Where's each of them?", "and who is coming to those?"])
def test_what_is_asked_of_all_that_was_listed_shows_all_of_them(reader, asked):
    said = follow(asked, after("what is on on Monday", "...", "Kickoff", "Retro"), reader)

    assert (said.task, said.one("which")) == ("cal_list", "all of them")


@pytest.mark.parametrize(
    "asked", ["And that last one, where do we all have to go for it?", "the second one, who comes?"]
)
def test_what_is_asked_of_one_of_those_listed_shows_that_one(reader, asked):
    said = follow(asked, after("what is on on Monday", "...", "1:1 Priya", "All-hands"), reader)

    assert said.task == "cal_list"
    assert place_named(said.one("which"), 2) == 2


@pytest.mark.parametrize(
    ("asked", "time"),
    [
        ("And who have I straight before her that day?", "Fri 11 Dec"),
        ("what else have I got that same afternoon?", "Fri 11 Dec afternoon"),
    ],
)
def test_what_is_asked_of_its_day_is_all_that_is_on_then(reader, asked, time):
    answer = "1. **Review Bea**, Fri 11 Dec, 14:00-15:00, with Bea Duarte (Room Tyne)"
    said = follow(asked, after("when is Bea's review next week?", answer, "Review Bea"), reader)

    assert (said.task, said.one("time"), said.carried) == ("cal_list", time, ())
    assert not said.has("person", "which")


@pytest.mark.parametrize("asked", ["what's on?", "what else is on?", "what have I got on Friday?"])
def test_what_asks_for_all_that_is_on_is_not_about_the_event_just_shown(reader, asked):
    said = follow(asked, after("when is the kickoff", "...", "Kickoff"), reader)

    assert (said.task, said.has("which")) == ("cal_list", False)


ASKED = "Do Priya Patel and I both have a free hour on Thursday morning of next week?"


@pytest.mark.parametrize(
    ("asked", "then", "times", "people"),
    [
        (
            ASKED,
            "Reserve ten until eleven for the pair of us, under the heading Returns reading.",
            ("Thursday morning of next week",),
            ("Priya Patel",),
        ),
        (ASKED, "Put a Dentist from 9 to 10 on Monday in my diary", (), ()),
    ],
)
def test_a_day_and_people_that_were_asked_about_hold_on(reader, asked, then, times, people):
    said = follow(then, after(asked, "These times are taken."), reader)

    assert said.task == "cal_create"
    assert tuple(one.text for one in said.carried if one.kind == "time") == times
    assert tuple(one.text for one in said.carried if one.kind == "person") == people


def test_all_of_another_day_is_asked_for_without_the_event_that_was_talked_of(reader):
    before = after("Mum's birthday lunch in three weeks, what time?", "...", "Mum's birthday lunch")
    said = follow("And that same week, the Tuesday, what have I got?", before, reader)

    assert {one.kind for one in said.carried} == {"time"}


@pytest.mark.parametrize(
    ("asked", "task"),
    [
        ("Have I clear water on the Friday of the week after next, or is there anything down?", ""),
        ("need a Skate sesh in my cal, in 2 weeks on the saturday, 2pm til 5pm", "cal_create"),
        ("Acme quarterly review, 2 wks out: who from Acme is in?", "cal_list"),
        ("Could you move the retro to Friday at three?", "cal_update"),
    ],
)
def test_a_message_is_for_what_it_wants(reader, asked, task):
    told = {"cal_list", "cal_availability", "cal_conflicts"}
    read = follow(asked, ConversationContext(), reader).task

    assert read in ({task} if task else told)


@pytest.mark.parametrize("kind", ["contact", "email"])
def test_why_may_be_said_in_words_of_another_service(reader, kind):
    said = follow("They went bust in the spring. Delete.", one_shown(kind), reader)

    assert said.task == ("contact_delete" if kind == "contact" else "mail_delete")
    assert not said.has("person", "topic")


def test_some_of_those_listed_are_looked_for_by_what_those_were(reader):
    asked = one_shown("email", "Which of my mails have a star?")
    said = follow("how many of those are unread?", asked, reader)

    assert said.task == "mail_search"
    assert set(said.all("flag")) | {one.text for one in said.carried} == {"unread", "starred"}


def one_shown(kind, asked="who do we know at Printhaus?"):
    shown = Reference(kind=kind, id="c1", label="Ulla Berg", ordinal=1, who="ulla@printhaus.de")
    said = (Exchange(role="user", text=asked), Exchange(role="assistant", text="1. **Ulla Berg**"))
    return ConversationContext(exchanges=said, references=(shown,))
