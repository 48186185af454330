"""Our own replies to questions, and messages about lists."""

import random

import pytest

from shared.understanding.choosing import OUTCOMES
from training.replies import LISTS, REPLIES, UNLEARNT, Answered, answered, files

MEASURED = [(where, name) for where, names in UNLEARNT.items() for name in names]
ALL = [(where, name) for where in (REPLIES, LISTS) for name in files(where)]


@pytest.mark.parametrize(("where", "name"), ALL, ids=lambda one: getattr(one, "name", one))
def test_every_line_means_what_there_is_or_what_else_it_may(where, name):
    for line in answered(where, name):
        if isinstance(line.gold, str):
            assert line.gold in OUTCOMES
        else:
            assert {*line.gold} <= {*range(1, len(line.options) + 1)}
            assert where == LISTS or len(line.gold) == 1
        assert line.reply.strip()


def test_what_is_measured_on_shares_no_question_with_what_is_learnt():
    learnt = {
        (one.question, one.options)
        for where, name in ALL
        if name not in UNLEARNT[where]
        for one in answered(where, name)
    }
    for where, name in MEASURED:
        assert not learnt & {(one.question, one.options) for one in answered(where, name)}


@pytest.mark.parametrize(
    ("gold", "target", "meant"),
    [
        ((1,), 0, (True, False, False)),
        ((3,), 2, (False, False, True)),
        ((1, 3), 5, (True, False, True)),  # which one it is can't be told
        ((), None, (False, False, False)),
        ("none", 3, (False, False, False)),
        ("unclear", 5, None),
    ],
)
def test_what_is_meant_has_a_place_behind_the_options(gold, target, meant):
    line = Answered("Which one?", ("a", "b", "c"), "that", gold)
    assert (line.target, line.meant) == (target, meant)


@pytest.mark.parametrize("gold", [(3,), (1, 3), (), "none"])
def test_options_in_another_order_mean_the_same(gold):
    one = Answered("Which one?", ("Ann", "Bo", "Cy", "Di"), "those, please", gold)
    for seed in range(20):
        other = one.shuffled(random.Random(seed))
        assert sorted(other.options) == list(one.options)
        meant = {name for name, is_meant in zip(one.options, one.meant, strict=True) if is_meant}
        again = zip(other.options, other.meant, strict=True)
        assert {name for name, is_meant in again if is_meant} == meant


@pytest.mark.parametrize("said", ["the second one", "all below Ann's", "option b", "the last, no?"])
def test_what_is_chosen_by_its_place_stays_there(said):
    one = Answered("Which one?", ("Ann", "Bo", "Cy", "Di"), said, (2,))
    assert all(one.shuffled(random.Random(seed)) == one for seed in range(20))
