"""What the network of choices tells, and what it is given."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shared.understanding.choosing import offered, tokens_of
from shared.understanding.reader import Reader
from shared.understanding.revision import pair_tokenizer, sides
from training.replies import LISTS, REPLIES, answered

CHOICES = Reader().choices
CUTTER = pair_tokenizer()
MAILS = (
    "Paula Renner: Lease renewal Dock Street 14 (3 March)",
    "Tobias Wynn: Re: Lease renewal Dock Street 14 (5 March)",
    "Paula Renner: Signed lease attached (11 March)",
)


def test_options_are_numbered_behind_their_question():
    shown = offered("Which one? ", ["a cat", "a dog"])
    assert shown.text == "Which one? 1. a cat 2. a dog"
    assert [shown.text[start:end] for start, end in shown.places] == ["1. a cat", "2. a dog"]


def test_a_long_option_is_read_by_its_beginning():
    shown = offered("Which one?", ["so " * 500, "short"])
    assert len(shown.text) < 200
    assert shown.text.endswith("2. short")


def test_a_long_question_is_read_by_its_end_and_many_options_by_fewer_words():
    shown = offered("well " * 500 + "which one?", ["so " * 50] * 10)
    assert shown.text.count("well") < 60
    assert "which one? 1. so" in shown.text
    assert shown.text.count("so") == 120


def test_where_not_all_options_can_be_read_nothing_is_told():
    found = CHOICES.read("Which one?", [f"number {n} of them" for n in range(90)], "number 80")
    assert (found.unclear, set(found.options)) == (1.0, {0.0})


def test_each_option_has_the_tokens_of_its_words():
    shown = offered("Which one?", ["a cat", "an unbelievably long-haired dog"])
    given_ = sides(shown.text, "the cat", CUTTER)
    (first, middle), (again, last) = tokens_of(shown, given_)
    assert CUTTER.decode(given_.ids[first:middle]) == "1. a cat"
    assert middle == again
    assert CUTTER.decode(given_.ids[again:last]).startswith("2. an unbelievably")


@settings(max_examples=40, deadline=None)
@given(
    st.text(max_size=80),
    st.lists(st.text(max_size=60), min_size=1, max_size=6),
    st.text(max_size=200),
)
@example("Which?", ["a"] * 60, "the last")
@example("Which?", ["x " * 400] * 8, "the last")
@example("Which?", ["a", "b"], "x " * 5000)
@example("Which?", ["\ud800", ""], "\ud800")
def test_whatever_is_said_all_it_may_mean_shares_one_probability(question, options, reply):
    found = CHOICES.read(question, options, reply)
    assert len(found.options) == len(options)
    assert sum(found.options) + found.none + found.new + found.unclear == pytest.approx(1)


@pytest.mark.parametrize(
    ("reply", "place"),
    [
        ("the one with the signature on it", 2),
        ("Not the signed one, and not the one from Tobias.", 0),
        ("his answer of the fifth, I mean", 1),
    ],
)
def test_an_option_is_meant_wherever_it_stands(reply, place):
    for turned in range(len(MAILS)):
        options = [*MAILS[turned:], *MAILS[:turned]]
        likely = CHOICES.read("Which one should I open?", options, reply).options
        assert options[likely.index(max(likely))] == MAILS[place]


def test_words_that_two_options_have_leave_it_open():
    found = CHOICES.read("Which one should I open?", MAILS, "the one from Paula, please")
    assert found.unclear > max(*found.options, found.none, found.new)


def test_of_replies_nobody_learnt_from_so_many_are_right_and_so_few_silently_wrong():
    counts = {"right": 0, "wrong": 0}
    replies = answered(REPLIES, "unseen")
    for one in replies:
        found = CHOICES.read(one.question, one.options, one.reply)
        likely = [*found.options, found.none, found.new, found.unclear]
        told = likely.index(max(likely)) if max(likely) >= 0.9 else len(likely) - 1
        if told == one.target:
            counts["right"] += 1
        elif told != len(likely) - 1:
            counts["wrong"] += 1
    assert counts["right"] >= 0.55 * len(replies)
    assert counts["wrong"] <= 0.04 * len(replies)


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("archive everything from Paula", {0, 2}),
        ("forward the signed one to Ida", {2}),
        ("delete them all", {0, 1, 2}),
        ("all but the one from Tobias can go", {0, 2}),
        ("what's the weather in Kiel tomorrow?", set()),
    ],
)
def test_any_number_of_things_in_a_list_may_be_meant(said, places):
    found = CHOICES.meant(MAILS, said)
    assert {at for at, likely in enumerate(found.each) if likely >= 0.5} == places
    assert found.unclear < 0.5


def test_of_messages_about_lists_nobody_learnt_from_so_many_are_right_and_so_few_wrong():
    counts = {"right": 0, "wrong": 0}
    messages = answered(LISTS, "held_back")
    for one in messages:
        found = CHOICES.meant(one.options, one.reply)
        sure = all(max(likely, 1 - likely) >= 0.85 for likely in found.each)
        if sure and found.unclear <= 0.15:
            told = tuple(likely >= 0.85 for likely in found.each)
            counts["right" if told == one.meant else "wrong"] += 1
    assert counts["right"] >= 0.45 * len(messages)
    assert counts["wrong"] <= 0.04 * len(messages)
