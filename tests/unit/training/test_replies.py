"""Our own replies to questions."""

import random

import pytest

from shared.understanding.choosing import OUTCOMES
from training.replies import UNLEARNT, Answered, answered, files

NOT_FOR_WEIGHTS = ("held_back", *UNLEARNT)


@pytest.mark.parametrize("name", files())
def test_every_reply_means_an_option_or_what_else_it_may(name):
    for reply in answered(name):
        assert reply.gold in {*OUTCOMES, *range(1, len(reply.options) + 1)}
        assert reply.reply.strip()


def test_what_is_measured_on_shares_no_question_with_what_is_learnt():
    learnt = {
        (one.question, one.options)
        for name in files()
        if name not in NOT_FOR_WEIGHTS
        for one in answered(name)
    }
    for name in NOT_FOR_WEIGHTS:
        assert not learnt & {(one.question, one.options) for one in answered(name)}


@pytest.mark.parametrize(("gold", "target"), [(1, 0), (3, 2), ("none", 3), ("unclear", 5)])
def test_what_is_meant_has_a_place_behind_the_options(gold, target):
    assert Answered("Which one?", ("a", "b", "c"), "that", gold).target == target


def test_options_in_another_order_mean_the_same():
    one = Answered("Which one?", ("Ann", "Bo", "Cy", "Di"), "Cy's, please", 3)
    for seed in range(20):
        other = one.shuffled(random.Random(seed))
        assert sorted(other.options) == list(one.options)
        assert other.options[other.target] == "Cy"


def test_what_is_chosen_by_its_place_stays_there():
    one = Answered("Which one?", ("Ann", "Bo", "Cy", "Di"), "the second one", 2)
    assert all(one.shuffled(random.Random(seed)) == one for seed in range(20))
