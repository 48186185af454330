"""The answer put together from what each step says."""

from hypothesis import given
from hypothesis import strategies as st

from shared.models.reasoning import Earlier, StepOutcome, SynthesisRequest
from shared.reasoning.embedded.wording import answer_from, pieces


def answer(*done, earlier=()):
    return answer_from(
        SynthesisRequest(text="x", today="2025-11-19", agent="email", done=done, earlier=earlier)
    )


def said(tool, text="", **more):
    return StepOutcome(tool=tool, text=text, **more)


def test_what_only_looked_something_up_is_not_told():
    found = said("contacts_search", "I found 1 contact.")
    sent = said("gmail_send_email", "Sent to **Sarah Chen**.")
    assert answer(found, sent) == "Sent to **Sarah Chen**."
    assert answer(found) == "I found 1 contact."


def test_everything_that_was_done_is_told():
    sent = said("gmail_send_email", "Sent.")
    status = said("gmail_get_delivery_status", "It was accepted.")
    assert answer(sent, status) == "Sent.\n\nIt was accepted."


def test_earlier_commands_of_the_message_come_first():
    earlier = Earlier(agent="email", command="archive", success=True, text="Archived 3 emails.")
    assert answer(said("x", "No meetings today."), earlier=(earlier,)) == (
        "Archived 3 emails.\n\nNo meetings today."
    )


def test_a_failure_is_told_after_what_was_done_before_it():
    sent = said("gmail_send_email", "Sent.")
    failed = said("gmail_archive", error="the mailbox\nis away")
    assert answer(sent, failed) == "Sent.\n\nI couldn't finish that: the mailbox is away"


def test_there_is_always_an_answer():
    assert answer() == "There was nothing to do for that."
    assert answer(said("ping", result=3)) == "Done."


@given(st.text())
def test_pieces_are_the_text_again(text):
    assert "".join(pieces(text)) == text
