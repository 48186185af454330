import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.everyday.record import Record, Run, keep
from shared.models.reasoning import ReplyReading, Usage
from tests.support.scripted_reasoner import ScriptedReasoner
from training.cascade import (
    THRESHOLDS,
    Pair,
    Told,
    Trade,
    choose,
    fitted,
    measured,
    render,
    render_recorded,
    run,
    told_replies,
    trade,
)

TOLD = [Told(0.9, right=True), Told(0.8, right=True), Told(0.5, right=False), Told(0.3, right=True)]
anything = st.lists(st.builds(Told, st.floats(0, 1), st.booleans()), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [
        (0.0, Trade(0.0, 0.0, 0.75, 0.75)),
        (0.5, Trade(0.5, 0.25, 2 / 3, (2 + 0.5) / 4)),
        (0.8, Trade(0.8, 0.5, 1.0, (2 + 1.0) / 4)),
        (1.0, Trade(1.0, 1.0, 1.0, 0.5)),
    ],
)
def test_a_threshold_keeps_what_is_as_sure_and_sends_the_rest(threshold, expected):
    assert trade(TOLD, threshold, 0.5) == expected


def test_the_fewest_calls_win_among_about_equally_accurate_thresholds():
    trades = [Trade(0.1, 0.0, 0, 0.80), Trade(0.5, 0.2, 0, 0.905), Trade(0.9, 0.6, 0, 0.91)]
    assert choose(trades) == trades[1]


@given(anything, st.floats(0, 1))
def test_a_higher_threshold_never_sends_less(told, accuracy):
    sent = [trade(told, threshold, accuracy).sent for threshold in THRESHOLDS]
    assert sent == sorted(sent)


def test_a_useless_model_is_never_asked():
    assert "take 0.00" in render([Told(0.4, right=True)] * 3, 0.0)


async def test_replies_are_right_when_they_mean_what_was_meant(tmp_path):
    asked = {"question": "Which?", "options": ["a", "b"], "reply": "hm"}
    file = tmp_path / "replies.jsonl"
    file.write_text("\n".join(json.dumps(asked | {"gold": gold}) for gold in (2, "none", "new")))
    reasoner = ScriptedReasoner(
        scripts={
            "interpret_reply": [
                ReplyReading(meaning="option", option="2", confidence=0.9),
                ReplyReading(meaning="none", confidence=0.8),
                ReplyReading(meaning="option", option="1", confidence=0.3),
            ]
        }
    )
    told = await told_replies(reasoner, file)
    assert told == [Told(0.9, right=True), Told(0.8, right=True), Told(0.3, right=False)]


pairs = st.lists(
    st.builds(
        Pair,
        sure=st.floats(0, 1),
        own=st.booleans(),
        model=st.booleans(),
        calls=st.integers(0, 5),
        tokens=st.integers(0, 9000),
        seconds=st.floats(0, 90),
        own_seconds=st.just(1.0),
    ),
    min_size=1,
    max_size=30,
)


@given(pairs)
def test_no_fitted_threshold_is_below_the_embedded_reasoner(recorded):
    assert fitted(recorded).right >= sum(one.own for one in recorded) / len(recorded)


def pair(sure, *, own, model):
    return Pair(sure, own, model, 2, 3000, 20.0, 1.0)


def test_what_a_recorded_run_would_have_come_to():
    recorded = [
        *[pair(0.95, own=True, model=False)] * 6,
        *[pair(0.4, own=False, model=True)] * 3,
        pair(0.6, own=True, model=False),
    ]

    taken = fitted(recorded)

    assert (taken.threshold, taken.sent, taken.right) == (0.45, 0.3, 1.0)
    assert (taken.calls, taken.tokens, taken.seconds) == (6, 9000, 67.0)
    assert measured(recorded, 0).right == 0.7
    told = render_recorded(recorded)
    assert "embedded right in 70.0%, the model alone in 30.0%" in told
    assert "saves 14 of 20 calls, 21,000 of 30,000 tokens and 133 of 200 seconds" in told


def test_it_is_fitted_from_the_files_of_two_runs(tmp_path, capsys):
    own, model = tmp_path / "own.jsonl", tmp_path / "model.jsonl"
    for case, sure, failed in (("a", 0.9, ()), ("b", 0.3, ("no",)), ("c", None, ("no",))):
        ran = Run(data="d", reasoner="embedded")
        keep(own, Record(run=ran, case=case, sure=sure, complaints=failed, seconds=1))
    for case in ("a", "b"):
        ran = Run(data="d", reasoner="openai", model="m")
        keep(model, Record(run=ran, case=case, seconds=9, usage=Usage(calls=1, input_tokens=5)))

    assert run(["--recorded", str(own), str(model)]) == 0
    assert "take 0.35: right in 100.0%" in capsys.readouterr().out
    assert run(["--recorded", str(own), str(own)]) == 2
    assert "no case was recorded by both" in capsys.readouterr().err
