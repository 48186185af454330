"""What is to be different of an event: of the one just shown, or the one that is named."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, Reference
from shared.understanding.changed_event import card_of, event_shown
from shared.understanding.followed import follow
from shared.understanding.reader import Reader


@pytest.fixture(scope="module")
def reader():
    return Reader()


LUNCH = Reference(kind="event", id="e1", label="Lunch with Mei Wong", ordinal=1)
SHOWN = "1. **Lunch with Mei Wong**, Thu 10 Dec, 12:30-14:00, with Mei Wong and Tom Fischer"


def after(*references, shown=f"{SHOWN} (The Garden)"):
    return ConversationContext(
        exchanges=(
            Exchange(role="user", text="When do I have lunch with Mei?"),
            Exchange(role="assistant", text=f"You have 1 event:\n{shown}"),
        ),
        references=references or (LUNCH,),
    )


def test_a_card_is_made_of_what_was_shown():
    lunch = "event: Lunch with Mei Wong"
    when = "when: Thu 12:30-14:00"

    assert card_of(after()) == f"{lunch} | {when} | place: The Garden | with: Mei Wong, Tom Fischer"
    assert card_of(after(shown=SHOWN)).endswith("place: - | with: Mei Wong, Tom Fischer")
    assert card_of(after(shown="Yes.")) == f"{lunch} | when: - | place: - | with: -"


def test_one_of_several_is_not_the_one_that_was_shown():
    other = Reference(kind="event", id="e2", label="Retro", ordinal=2)

    assert event_shown(after(LUNCH, other)) is None
    assert event_shown(after(LUNCH, other, other.model_copy(update={"ordinal": 0}))).id == "e2"
    assert card_of(ConversationContext()) == ""


@pytest.mark.parametrize(
    ("text", "task", "which"),
    [
        ("then both of those into Room Severn please", "cal_update", "both of those"),
        ("Move them both half an hour later", "cal_update", "them both"),
        ("And the last one, where do we all go for it?", "cal_list", "the last one"),
        ("the first one, who's in that?", "cal_list", "the first one"),
    ],
)
def test_what_points_at_some_of_those_listed_is_about_these(reader, text, task, which):
    other = Reference(kind="event", id="e2", label="Retro", ordinal=2)
    listed = after(
        LUNCH, other, shown=f"{SHOWN} (The Garden)\n2. **Retro**, Thu 10 Dec, 15:00-16:00"
    )

    said = follow(text, listed, reader)

    assert (said.task, said.one("which")) == (task, which)


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        ("Too noisy. Saigon Corner instead.", "place", "Saigon Corner"),
        ("let's rather go to The Anchor", "place", "The Anchor"),
        ("drop Tom, he's on leave", "person", "Tom"),
        ("Could Omar sit in?", "person", "Omar"),
        ("Omar should really be on that as well, add him", "person", "Omar"),
        ("it's gonna overrun innit make it go on till half three", "newtime", "till half three"),
    ],
)
def test_what_is_said_of_an_event_just_shown_changes_it(reader, text, kind, told):
    said = follow(text, after(), reader)

    assert said.task == "cal_update"
    assert told in said.all(kind)
    assert not said.has("topic", "body")


@pytest.mark.parametrize(
    "text",
    [
        "From when to when?",
        "Who else is coming?",
        "Cancel it",
        "Mail Tom that I can't come",
        "Where does Mei work?",
    ],
)
def test_what_changes_nothing_of_it_is_read_as_it_is(reader, text):
    assert follow(text, after(), reader).task != "cal_update"


def test_who_is_to_leave_what_is_named_does_not_cancel_it(reader):
    wanted = (
        "Priya wants to give the work to another person. So from the kick-off meeting, which is in "
        "three weeks, please take her out and invite Carlos in her place."
    )
    said = follow(wanted, ConversationContext(), reader)

    assert said.task == "cal_update"
    assert [(one.role, one.text) for one in said.wished.all("who", "gone")] == [
        ("gone", "her"),
        ("who", "Carlos"),
    ]
    assert follow("Cancel the lunch with Mei", ConversationContext(), reader).task == "cal_cancel"


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("take Mei off the roadmap review, just that one, she's away", "cal_update"),
        ("kick Omar out of the roadmap review next week", "cal_update"),
        ("take Tom off the budget call next week", "cal_update"),
        ("could Tom come off the list for the budget call and Mei go on instead?", "cal_update"),
        ("take the roadmap review off my calendar", "cal_cancel"),
        ("call off the lunch with Mei", "cal_cancel"),
        ("take my 1:1 with Mei off the calendar next week", "cal_cancel"),
    ],
)
def test_who_is_off_an_event_changes_it(reader, text, task):
    assert follow(text, ConversationContext(), reader).task == task


@pytest.mark.parametrize(
    ("text", "task", "times"),
    [
        ("Make it Tuesday rather, same hour", "mail_snooze", ("Tuesday",)),
        ("No wait, Monday at 8 will do", "mail_snooze", ("Monday at 8",)),
        ("An hour later would do", "mail_snooze", ("An hour later",)),
        ("Is Sunday free?", "cal_availability", None),
        ("book the dentist for Monday at 8", "cal_create", None),
    ],
)
@pytest.mark.parametrize("before", ["", "**Mum's birthday**\nFrom: Emma Morgan\n\n"])
def test_until_when_a_mail_is_away_is_changed_like_an_event(reader, text, task, times, before):
    mail = Reference(kind="email", id="m1", label="Mum's birthday", ordinal=1)
    told = "Snoozed **Mum's birthday** from Emma Morgan until Sat 5 Dec, 09:00."
    asleep = ConversationContext(
        exchanges=(
            Exchange(role="user", text="Snooze Emma's mail on mum's birthday until Saturday at 9"),
            Exchange(role="assistant", text=f"{before}{told}"),
        ),
        references=(mail,),
    )

    said = follow(text, asleep, reader)

    assert said.task == task
    assert times is None or said.all("newtime") == times
