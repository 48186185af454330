"""Fitting and examining the reading model."""

import numpy as np
import pytest

from shared.models.intent import ActionType
from shared.reasoning.embedded.features import Said
from shared.reasoning.embedded.naming import Naming
from shared.reasoning.embedded.reading import READINGS, Readings
from training import __main__ as command
from training.calibration import calibration_error
from training.corpus import HARDER, PLAIN, organisations
from training.intents import HELD_BACK, Example, learnable, samples
from training.linear import fit
from training.overlap import nearest


def test_whole_organisations_are_held_back():
    learnt, kept = learnable()
    assert {example.organisation for example in kept} == set(HELD_BACK)
    assert not {example.organisation for example in learnt} & set(HELD_BACK)
    assert len(kept) >= 2000


def test_every_label_has_a_reading():
    learnt, kept = learnable()
    assert {example.reading for example in learnt} == set(READINGS)
    assert len(learnt) + len(kept) == sum(
        len(o.utterances) for o in organisations(said=(PLAIN, HARDER))
    )


def test_tasks_alone_count_less_than_lines_of_every_kind():
    learnt, _ = learnable()
    counts = {example.organisation: example.weight for example in learnt}
    assert counts["hotels"] == counts["startup-tools"] == 1
    assert 0 < counts["zoo"] < 1


def test_fitting_twice_gives_the_same():
    texts = [("show rents", "run"), ("make a bot", "create"), ("hello you", "query")] * 3
    given = samples(
        [Example(f"org-{i}", Said(Naming(text)), label) for i, (text, label) in enumerate(texts)]
    )
    vectors = np.eye(len(given), 8, dtype=np.float32)
    first, second = fit(given, vectors), fit(given, vectors)
    assert (first.weights == second.weights).all()


def test_an_actions_probability_is_that_of_all_its_readings():
    of = dict.fromkeys(READINGS, 0.0) | {"run": 0.3, "entity": 0.3, "query": 0.4}
    assert Readings(of).action() == (ActionType.EXECUTE, pytest.approx(0.6))


def test_confidence_that_is_kept_has_no_error():
    right = np.array([True, False] * 50)
    assert calibration_error(np.full(100, 0.5), right) == pytest.approx(0)
    assert calibration_error(np.full(100, 0.9), right) == pytest.approx(0.4)


def test_the_nearest_training_text_is_named():
    vectors = np.array([[1, 0], [0, 1]], np.float32)
    (pair,) = nearest(["b c"], vectors[1:], ["x", "c b"], vectors)
    assert (pair.cosine, pair.words_shared, pair.training) == (1.0, 1.0, "c b")


def test_an_unknown_script_is_refused(capsys):
    assert command.main(["nonsense"]) == 2
    assert "usage" in capsys.readouterr().err
