"""Whether a question wants things listed, or something told that stands in them."""

import pytest

from shared.decisions.questioning import asks, wants_told


@pytest.mark.parametrize(
    "text",
    [
        "Please, which mails from Ann have I still not opened?",
        "which mails have a star right now?",
        "what mail do I have from the printers",
        "Which ones have I left open?",
        "which of them are open?",
        "which of my mails mention the brochure?",
        "which of the other three meetings are with Ann?",
        "how many messages did Ann leave?",
        "what invitations are still open",
        "what have I starred?",
    ],
)
def test_which_things_there_are_is_told_by_the_list(text):
    assert not wants_told(text)


@pytest.mark.parametrize(
    "text",
    [
        "what does the corner stand cost?",
        "which mail has the price of the stand?",
        "which mails mention the stand and what does it cost?",
        "Ann has the price. How much is it?",
        "Ann wrote to us about it, could you tell me when they begin and who should receive it?",
        "what mail server do the printers use",
    ],
)
def test_what_stands_in_them_is_not(text):
    assert wants_told(text)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("on the page, where it says three ways, make it four", False),
        ("you have read it, where does it say three?", True),
        ("and after that where do you open the thread", True),
        ("and the point with Bo whose is that one", True),
        ("it is loud there; might we change the place to The Oak instead?", False),
        ("can we afford the place?", True),
        ("shop closes when", True),
        ("n which gate has it", True),
        ("the badges are where?", True),
        ("let me know when", False),
    ],
)
def test_a_question_may_begin_with_what_it_goes_on_from_and_where_it_says_is_none(text, asked):
    assert asks(text) is asked
