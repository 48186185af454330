"""Our own replies, and the weights that ship."""

import numpy as np

from shared.reasoning.embedded.replying.guessing import (
    OPTION_FEATURES,
    WHOLE_FEATURES,
    Features,
    Fitted,
    fitted,
    guess,
)
from training.replies import Weighed, fit, labelled


def test_every_reply_names_an_option_or_what_else_it_means():
    for reply in labelled("learnt") + labelled("held_back"):
        count = len(reply.request.options)
        assert reply.gold in {"none", "new", "unclear", *range(1, count + 1)}
        assert reply.request.text.strip()


def test_no_question_is_both_learnt_and_held_back():
    def questions(name):
        return {(r.request.question, r.request.options) for r in labelled(name)}

    assert not questions("learnt") & questions("held_back")
    assert len(questions("learnt") | questions("held_back")) > 40


def test_the_shipped_weights_fit_the_features():
    weights = fitted()
    assert len(weights.option) == len(OPTION_FEATURES)
    assert len(weights.new) == len(weights.none) == len(WHOLE_FEATURES)
    assert 0.5 < weights.least < 1


def measured(near):
    options = np.zeros((len(near), len(OPTION_FEATURES)))
    options[:, OPTION_FEATURES.index("near")] = near
    whole = np.zeros(len(WHOLE_FEATURES))
    whole[0] = 1
    return Features(options, whole)


def test_fitting_finds_what_tells_options_apart():
    near_wins = [Weighed(measured([0.9, 0.1]), 0), Weighed(measured([0.2, 0.8]), 1)] * 20
    weights = fit(near_wins)
    found = guess(measured([0.1, 0.1, 0.9]), weights)
    assert found.options.index(max(found.options)) == 2
    assert sum(found.options) + found.new + found.none < 1


def test_all_meanings_share_one_probability():
    nothing = Fitted((0.0,) * len(OPTION_FEATURES), *[(0.0,) * len(WHOLE_FEATURES)] * 2, 0.7)
    found = guess(measured([0.5, 0.5]), nothing)
    assert [*found.options, found.new, found.none] == [0.2] * 4
