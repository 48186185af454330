"""Who asks for something to be taken back, which change is meant, and what is kept of it."""

import pytest

from shared.decisions import undoing
from shared.decisions.undoing import Wish
from shared.models.effect import About, EffectRecord, Undo
from shared.models.reasoning import Clarified
from shared.models.run import AgentRun, Card, Step
from tests.unit.shared.decisions.values import NOW, thread, turn


@pytest.mark.parametrize(
    ("text", "about", "last"),
    [
        ("undo that", (), False),
        ("Undo", (), False),
        ("Oops, undo it please!", (), False),
        ("pls undo that", (), False),
        ("undo it plz", (), False),
        ("could you undo the last one?", (), True),
        ("undo what you just did", (), False),
        ("put it back", (), False),
        ("put that back the way it was", (), False),
        ("move it back to where it was", (), False),
        ("restore that email", ("email",), False),
        ("Restore the Budget mail", ("budget", "mail"), False),
        ("undo Sarah's invitation", ("sarah's", "invitation"), False),
        ("revert the last label", ("label",), True),
        ("take back the meeting", ("meeting",), False),
        ("turn everything back just as it was", (), False),
        ("make it like it was before", (), False),
        ("I didn\u2019t mean to do that", (), False),
        ("omg wait no undo that i havent actually read it yet", (), False),
        ("Hm, undo that please, IT might want to see it", (), False),
        ("undo the archiving, I still need them", ("archiving",), False),
        ("put it back because Tom asks for it", (), False),
    ],
)
def test_who_wants_something_taken_back_says_so_in_many_ways(text, about, last):
    assert undoing.asked(text) == Wish(about, last)


@pytest.mark.parametrize(
    "text",
    [
        "how do I undo that",
        "Return?",
        "restore?",
        "undo the last change to my report agent",
        "roll back the agent",
        "revert it to version 3",
        "restore the backup",
        "move it back to Tuesday",
        "put it back in the inbox",
        "what did you undo",
        "archive it",
    ],
)
def test_other_wishes_are_not_taken_for_it(text):
    assert undoing.asked(text) is None


def record(number, turn, tool="gmail_archive", told="", **update):
    about = About(told=told or f"Archived mail {number}", thread="t", turn=turn)
    made = EffectRecord(
        key=f"k{number}",
        tool=tool,
        hash="h",
        state="done",
        owner="me",
        until=NOW,
        begun_at=NOW,
        about=about,
        undo=Undo(tool="gmail_restore"),
    )
    return made.model_copy(update=update)


ARCHIVED = record(4, 3)
STARRED = record(3, 3, "gmail_star", "Starred Budget")
SENT = record(2, 2, "gmail_send_email", "Sent Hi", undo=None)
MOVED = record(1, 2, "calendar_update_event", "Changed Standup")
RECORDS = (
    record(6, 4, undone_at=NOW),
    record(5, 4, state="failed"),
    ARCHIVED,
    STARRED,
    SENT,
    MOVED,
)


@pytest.mark.parametrize(
    ("records", "wish", "found"),
    [
        (RECORDS, Wish(), (ARCHIVED, STARRED)),
        (RECORDS, Wish(last=True), (ARCHIVED,)),
        (RECORDS[4:], Wish(), (MOVED,)),
        (RECORDS[4:5], Wish(), (SENT,)),
        ((), Wish(), ()),
        (RECORDS, Wish(("meeting",)), (MOVED,)),
        (RECORDS, Wish(("archiving",)), (ARCHIVED,)),
        (RECORDS, Wish(("email",)), (ARCHIVED, STARRED, SENT)),
        (RECORDS, Wish(("email",), last=True), (ARCHIVED,)),
        (RECORDS, Wish(("budget's", "star")), (STARRED,)),
        (RECORDS, Wish(("invoice",)), ()),
        (RECORDS, Wish(("hi",)), (SENT,)),
    ],
)
def test_the_latest_is_meant_or_what_the_words_say(records, wish, found):
    assert undoing.meant(records, wish) == found


def test_what_was_said_last_counts_be_it_an_answer_to_a_question():
    answer = Clarified(question="What do you mean?", answer="undo that")
    picked = Clarified(question="Which?", answer="Email", told=False)

    assert undoing.said(turn(text="@email undo that")) == "undo that"
    asked = turn(text="yes", clarified=(answer, picked))
    assert undoing.said(asked) == "undo that"


def test_the_plan_looks_first_which_change_is_meant():
    look, take_back = undoing.plan("undo the last label").steps

    assert (look.tool, look.arguments) == ("changes_made", {"about": "label", "last": True})
    assert take_back.arguments == {"effect": "{1.changes.0.id}", "risk": "{1.changes.0.risk}"}
    assert undoing.plan("go on").steps[0].arguments == {"about": "", "last": False}


@pytest.mark.parametrize(
    ("step", "told", "approved", "undoes"),
    [
        (Step(tool="gmail_archive", reason="Archive"), "Archive", "not needed", ""),
        (
            Step(tool="send", card=Card(title="**Send** it"), approved="h", agreed="words"),
            "Send it",
            "words",
            "",
        ),
        (Step(tool="undo", arguments={"effect": "k1"}), "", "not needed", "k1"),
    ],
)
def test_a_change_is_kept_with_who_asked_for_it_and_how_it_was_agreed_to(
    step, told, approved, undoes
):
    run = AgentRun(id="r", agent="email", request="x", steps=(step,))

    kept = undoing.about(run, thread(), turn(number=7))

    assert kept == About(
        told=told,
        agent="email",
        thread="t",
        turn=7,
        approved=approved,
        undoes=undoes,
    )


def test_what_was_done_is_kept_in_a_line_with_what_reverses_it():
    before, undo = About(told="Archive"), Undo(tool="gmail_restore")

    assert undoing.learnt(before, "Archived **Hi**\nand more", undo) == {
        "about": About(told="Archived Hi"),
        "undo": undo,
    }
    assert undoing.learnt(before, "", "It can't.") == {"about": before, "why_not": "It can't."}
    assert len(undoing.plain("x" * 500)) == 200
