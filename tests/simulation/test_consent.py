"""Nothing is done without a plain yes, whatever is said and whatever a reasoner makes of it."""

import pytest

from shared.models.reasoning import ReplyReading
from shared.ports import Reasoned
from tests.support.consent import begun, opened, replies, shown, told
from tests.support.simulation import embedded


class Misled:
    """A reasoner that takes every reply for a yes."""

    def __init__(self, reasoner):
        self._reasoner = reasoner

    def __getattr__(self, name):
        return getattr(self._reasoner, name)

    async def interpret_reply(self, request):
        return Reasoned(ReplyReading(meaning="accept"))


@pytest.fixture(params=["embedded", "misled"])
async def office(request):
    office = await opened(embedded() if request.param == "embedded" else Misled(embedded()))
    yield office
    await office.engine.stop()


async def test_no_reply_that_says_more_than_yes_is_taken_for_consent(office):
    for number, said in enumerate(replies()):
        thread = f"t{number}"
        assert (await shown(office, said.card, thread)).kind == "approval"

        await office.say(said.text, f"{thread}-reply", thread=thread)

        assert begun(office) == [], said


async def test_a_plain_yes_does_what_is_shown(office):
    await shown(office)

    await office.say("yes please, send it", "m2")

    assert begun(office) == ["gmail_send_email"]


@pytest.mark.parametrize(
    ("card", "said", "field", "now"),
    [
        ("mail", "yes send it to Grace", "to", "grace"),
        ("mail", "yes, subject: Friday slides", "subject", "Friday slides"),
        ("meeting", "yes at 10:30", "start", "T10:30"),
        ("meeting", "yep, and invite Grace", "attendees", "grace"),
    ],
)
async def test_yes_with_a_change_is_applied_and_shown_again(card, said, field, now):
    office = await opened(embedded())
    before = await shown(office, card)
    await office.say(said, "m2")
    after = (await office.request()).value

    assert now not in str(before.arguments[field]).casefold() + str(before.arguments[field])
    assert now in str(after.arguments[field]).casefold() + str(after.arguments[field])
    assert begun(office) == []
    await office.engine.stop()


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("who is it going to?", "- To: "),
        ("what's in it?", "> I'll bring the slides on Friday"),
        ("hmm wait", "I'm waiting: nothing happens until you say so."),
        ("don't send it yet", "I'm waiting: nothing happens until you say so."),
    ],
)
async def test_a_question_or_a_hold_leaves_the_card_standing(said, answer):
    office = await opened(embedded())
    before = await shown(office)

    for number in range(5):
        await office.say(said, f"m{number}")
        assert answer in await told(office)
        assert "“Send this email” still waits" in await told(office)

    after = (await office.request()).value
    assert (after.arguments_hash, after.card) == (before.arguments_hash, before.card)
    assert begun(office) == []
    await office.say("ok, send it", "yes")
    assert begun(office) == ["gmail_send_email"]
    await office.engine.stop()


async def test_what_replaces_a_card_says_that_it_was_not_done():
    office = await opened(embedded())
    await shown(office)

    await office.say("archive the newsletter", "m2")

    assert (await told(office)).startswith("I set aside “Send this email”: it was not done.")
    await office.say("show me emails from Sarah", "m3")
    assert "set aside" not in await told(office)
    assert begun(office) == ["gmail_archive"]
    await office.engine.stop()


async def test_a_question_that_replaces_a_card_says_it_first():
    office = await opened(embedded())
    await shown(office)

    await office.say("archive the mail from John", "m2")

    assert (await told(office)).startswith("I set aside “Send this email”: it was not done.")
    await office.say("hmm", "m3")
    assert "set aside" not in await told(office)
    await office.engine.stop()


async def test_three_replies_that_say_nothing_leave_it_undone():
    office = await opened(embedded())
    await shown(office)
    for number in range(3):
        assert (await office.head()).phase == "waiting"
        await office.say("um", f"m{number}")

    assert "nothing was done" in await told(office)
    assert (await office.head()).phase == "parked"
    assert begun(office) == []
    await office.engine.stop()
