import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.reasoning import ReplyReading
from tests.support.scripted_reasoner import ScriptedReasoner
from training.cascade import THRESHOLDS, Told, Trade, choose, render, told_replies, trade

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
