"""The evaluations as they are run: the files they take, what they print, what they refuse."""

import json

import pytest

from evals import page
from evals.__main__ import main
from evals.datasets import DATA, BadData, LabelledAction, LabelledReply, load, load_tenant
from evals.outcome import Outcome
from evals.report import percent, table
from evals.runs import judge_replies
from evals.scores import Judged, Share
from shared.errors import UpstreamUnavailable
from shared.models.reasoning import ReplyReading
from tests.support.scripted_reasoner import ScriptedReasoner

ACTION = {"utterance": "list my agents", "label": "QUERY"}
REPLY = {"question": "Which?", "options": ["Red", "Green"], "reply": "green", "gold": 2}


def written(tmp_path, *lines):
    path = tmp_path / "data.jsonl"
    path.write_text("\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines))
    return path


@pytest.mark.parametrize(
    ("item", "lines", "said"),
    [
        (LabelledAction, [ACTION, "{"], "line 2: Invalid JSON"),
        (LabelledAction, [ACTION, "", {**ACTION, "label": "DELETE"}], "line 3: label:"),
        (LabelledAction, [{"label": "QUERY"}], "line 1: utterance: Field required"),
        (LabelledAction, [{**ACTION, "also_ok": ["X"]}], "line 1: also_ok.0:"),
        (LabelledReply, [{**REPLY, "gold": 3}], "line 1: Value error, gold names option 3 of 2"),
        (LabelledReply, [{**REPLY, "gold": "maybe"}], "line 1: gold."),
        (LabelledAction, [""], "there is no line to judge"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path, item, lines, said):
    path = written(tmp_path, *lines)

    with pytest.raises(BadData) as refused:
        load(path, item)

    assert str(refused.value).startswith(f"{path}: {said}")


def test_the_development_sets_can_be_loaded():
    assert len(load(DATA / "actions.jsonl", LabelledAction).items) == 222
    assert len(load(DATA / "replies.jsonl", LabelledReply).items) == 112
    assert len(load_tenant()) == 16


@pytest.mark.parametrize("name", ["actions", "replies"])
def test_a_file_is_judged_and_the_last_line_is_json(tmp_path, capsys, name):
    path = written(tmp_path, {**(ACTION if name == "actions" else REPLY), "hard": True})

    assert main([name, str(path)]) == 0

    *_, last = capsys.readouterr().out.splitlines()
    found = json.loads(last)
    assert (found["n"], found["accuracy"], found["hard_accuracy"]) == (1, 1, 1)
    assert ("accuracy_lenient" in found) == (name == "actions")
    assert ("silently_wrong_rate" in found) == (name == "replies")
    assert {"ece", "p50_ms", "p95_ms"} <= set(found)


def test_a_bad_file_ends_with_status_2_and_nothing_on_stdout(tmp_path, capsys):
    assert main(["actions", str(tmp_path / "absent.jsonl")]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert "absent.jsonl: No such file" in said.err


def test_a_model_without_a_key_is_refused(tmp_path, capsys):
    path = str(written(tmp_path, ACTION))

    assert main(["actions", path, "--reasoner", "openai"], {}) == 2

    assert "API key" in capsys.readouterr().err


async def test_free_text_where_options_were_offered_counts_as_not_understood(tmp_path):
    data = load(written(tmp_path, REPLY, {**REPLY, "gold": "unclear"}), LabelledReply)
    reasoner = ScriptedReasoner(scripts={"interpret_reply": [ReplyReading(meaning="text")] * 2})

    outcome = await judge_replies(reasoner, "scripted", data)

    assert [item.predicted for item in outcome.judged] == ["unclear", "unclear"]
    assert outcome.shares["silently_wrong_rate"].hits == 0


async def test_a_reasoner_that_fails_ends_the_evaluation(tmp_path):
    data = load(written(tmp_path, REPLY), LabelledReply)
    failing = ScriptedReasoner(scripts={"interpret_reply": [UpstreamUnavailable("busy")]})

    with pytest.raises(UpstreamUnavailable):
        await judge_replies(failing, "scripted", data)


def test_tables_line_up_and_numbers_go_right():
    assert table(("what", "n"), [("a", 1), ("bcdef", 200)]).splitlines() == [
        "| what  |   n |",
        "| ----- | --: |",
        "| a     |   1 |",
        "| bcdef | 200 |",
    ]


def test_a_share_is_shown_with_its_counts_and_interval():
    assert percent(Share(5, 10)) == "50.0 % (5/10; 23.7-76.3 %)"


def test_the_page_says_dev_beside_every_figure():
    outcome = Outcome("actions", "abc", "embedded", ["A"], [Judged("A", "A", 1, 1, hard=True)])

    shown = page.render([outcome])

    figures = [line for line in shown.splitlines() if line.startswith("| actions | ")]
    assert len(figures) == 3
    assert all("dev" in line for line in figures)
    assert "## Actions (dev)" in shown
    assert "optimistic" in shown
