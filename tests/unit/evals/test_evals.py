"""The evaluations as they are run: the files they take, what they print, what they refuse."""

import json

import pytest

from evals import page
from evals.__main__ import main
from evals.datasets import DATA, BadData, LabelledAction, LabelledReply, load, load_tenant
from evals.decisions_set import LabelledDecision, load_decisions
from evals.outcome import Outcome
from evals.report import percent, table
from evals.routing_sets import load_routing
from evals.runs import judge_replies
from evals.scores import Share
from evals.tally import Tally
from shared.errors import UpstreamUnavailable
from shared.models.reasoning import ReplyReading, Usage
from shared.ports import Reasoned
from tests.support.scripted_reasoner import ScriptedReasoner

ACTION = {"utterance": "list my agents", "label": "QUERY"}
REPLY = {"question": "Which?", "options": ["Red", "Green"], "reply": "green", "gold": 2}
DECISION = {"tenant": "T", "utterance": "hello", "expect": {"kind": "query"}}
TENANT = {"T": {"agents": [{"id": "deck", "name": "Deck", "description": "Makes slides"}]}}


def written(tmp_path, *lines, name="data.jsonl"):
    path = tmp_path / name
    path.write_text("\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines))
    return path


def routing_set(folder, **changes):
    files = {
        "agents.jsonl": [
            {"label": label, "name": name, "description": about, "domain": "home_life"}
            for label, name, about in (
                ("L1", "lamps", "Switches lamps on and off"),
                ("L2", "groceries", "Writes shopping lists"),
                ("L3", "weather", "Tells the weather forecast"),
            )
        ],
        "examples.jsonl": [
            {"label": "L1", "utterance": "turn off the lamp"},
            {"label": "L1", "utterance": "more light please"},
            {"label": "L2", "utterance": "put milk on the list"},
        ],
        "dev.jsonl": [
            {"label": "L1", "utterance": "switch the lamps on"},
            {"label": "L2", "utterance": "add eggs to my shopping list"},
            {"label": "L3", "utterance": "weather forecast for tomorrow"},
        ],
        "out_of_scope_dev.jsonl": [{"label": "oos", "utterance": "who wrote Hamlet"}],
    }
    for name, lines in (files | changes).items():
        written(folder, *lines, name=name)
    return folder


@pytest.mark.parametrize(
    ("item", "lines", "said"),
    [
        (LabelledAction, [ACTION, "{"], "line 2: Invalid JSON"),
        (LabelledAction, [ACTION, "", {**ACTION, "label": "DELETE"}], "line 3: label:"),
        (LabelledAction, [{"label": "QUERY"}], "line 1: utterance: Field required"),
        (LabelledAction, [{**ACTION, "also_ok": ["X"]}], "line 1: also_ok.0:"),
        (LabelledReply, [{**REPLY, "gold": 3}], "line 1: Value error, gold names option 3 of 2"),
        (LabelledReply, [{**REPLY, "gold": "maybe"}], "line 1: gold."),
        (LabelledDecision, [{**DECISION, "expect": {"kind": "run"}}], "line 1: expect.kind:"),
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
    decisions = load_decisions(DATA / "decisions.jsonl", DATA / "tenants.json")
    assert (len(decisions.said.items), len(decisions.tenants)) == (170, 3)
    for author in ("second", "third"):
        others = load_decisions(DATA / f"decisions_{author}.jsonl", DATA / "tenants.json")
        assert len(others.said.items) == 60
    for name, agents, outside in (("banking77", 77, 0), ("clinc150", 150, 100)):
        data = load_routing(DATA / "routing" / name, 5)
        assert (len(data.agents), len(data.utterances)) == (agents, 1500)
        assert len(data.outside) == outside
        assert {len(agent.examples) for agent in data.agents.values()} == {5}


def test_a_decision_for_an_unknown_organisation_is_named(tmp_path):
    tenants = written(tmp_path, TENANT, name="tenants.json")
    path = written(tmp_path, DECISION, {**DECISION, "tenant": "U"})

    with pytest.raises(BadData, match=r"line 2: there is no tenant 'U'"):
        load_decisions(path, tenants)


def test_organisations_that_cannot_be_read_are_named(tmp_path):
    tenants = written(tmp_path, {"T": {"agents": [{}]}}, name="tenants.json")

    with pytest.raises(BadData, match=r"tenants\.json: T\.agents\.0\.name: Field required"):
        load_decisions(written(tmp_path, DECISION), tenants)


def test_agents_of_a_routing_set_carry_no_label(tmp_path):
    data = load_routing(routing_set(tmp_path), 1)

    lamps = data.agents["L1"]
    assert (lamps.name, lamps.examples, lamps.tags) == (
        "lamps",
        ("turn off the lamp",),
        ("home life",),
    )
    assert "L1" not in lamps.model_dump_json()
    assert data.agents["L3"].examples == ()


def test_without_examples_their_file_is_not_needed(tmp_path):
    folder = routing_set(tmp_path)
    (folder / "examples.jsonl").unlink()

    assert not any(agent.examples for agent in load_routing(folder, 0).agents.values())
    with pytest.raises(BadData, match=r"examples\.jsonl: No such file"):
        load_routing(folder, 5)


def test_a_test_half_is_judged_where_there_is_one(tmp_path):
    said = {"label": "L2", "utterance": "we need bread"}
    folder = routing_set(tmp_path, **{"test.jsonl": [said]})

    data = load_routing(folder, 5)

    assert [item.utterance for item in data.utterances] == ["we need bread"]
    assert data.outside == ()


def test_a_label_without_an_agent_is_named(tmp_path):
    folder = routing_set(tmp_path, **{"dev.jsonl": [{"label": "L9", "utterance": "hm"}]})

    with pytest.raises(BadData, match=r"dev\.jsonl: line 1: no agent is labelled 'L9'"):
        load_routing(folder, 5)


@pytest.mark.parametrize("name", ["actions", "replies"])
def test_a_file_is_judged_and_the_last_line_is_json(tmp_path, capsys, name):
    path = written(tmp_path, {**(ACTION if name == "actions" else REPLY), "hard": True})

    assert main([name, str(path)], {}) == 0

    found = last_line(capsys)
    assert (found["n"], found["accuracy"], found["hard_accuracy"]) == (1, 1, 1)
    assert ("accuracy_lenient" in found) == (name == "actions")
    assert ("silently_wrong_rate" in found) == (name == "replies")
    assert {"ece", "p50_ms", "p95_ms"} <= set(found)


def test_decisions_are_judged_and_the_misjudged_can_be_listed(tmp_path, capsys):
    tenants = written(tmp_path, TENANT, name="tenants.json")
    wrong = {**DECISION, "utterance": "@deck the May slides"}
    path = written(tmp_path, {**wrong, "expect": {"kind": "route", "agent": "deck"}}, wrong)

    assert main(["decisions", str(path), "--tenants", str(tenants), "--errors"], {}) == 0

    said = capsys.readouterr().out
    assert "T | @deck the May slides | query, went to route deck" in said
    found = json.loads(said.splitlines()[-1])
    assert (found["n"], found["accuracy"], found["accuracy_lenient"]) == (2, 0.5, 0.5)
    assert (found["wrong_agent_rate"], found["missed_rate"]) == (0.5, 0)
    assert (found["clarification_rate"], found["accuracy_when_routed"]) == (0, 1)


def test_routing_is_judged_among_all_agents(tmp_path, capsys):
    assert main(["routing", str(routing_set(tmp_path))], {}) == 0

    found = last_line(capsys)
    assert (found["n"], found["top3"]) == (3, 1)
    assert {"top1", "no_agent_auroc", "ece", "p50_ms", "p95_ms"} <= set(found)


def test_random_organisations_are_the_same_for_the_same_seed(tmp_path, capsys):
    folder = str(routing_set(tmp_path))
    found = []
    for seed in ("1", "1", "2"):
        assert main(["routing", folder, "--agents", "2", "--seed", seed], {}) == 0
        found.append(capsys.readouterr().out)

    assert found[0] == found[1] != found[2]
    assert json.loads(found[0].splitlines()[-1])["n"] == 20


@pytest.mark.parametrize("size", ["0", "3"])
def test_random_organisations_leave_some_agents_out(tmp_path, capsys, size):
    assert main(["routing", str(routing_set(tmp_path)), "--agents", size], {}) == 2

    assert "from 1 to 2" in capsys.readouterr().err


def test_a_bad_file_ends_with_status_2_and_nothing_on_stdout(tmp_path, capsys):
    assert main(["actions", str(tmp_path / "absent.jsonl")], {}) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert "absent.jsonl: No such file" in said.err


def test_a_count_is_a_number(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["routing", "x", "--examples", "-1"])

    assert "'-1' is no count" in capsys.readouterr().err


def test_a_model_without_a_key_is_refused(tmp_path, capsys):
    path = str(written(tmp_path, ACTION))

    assert main(["actions", path, "--reasoner", "openai"], {}) == 2

    assert "OPENAI_API_KEY" in capsys.readouterr().err


async def test_free_text_where_options_were_offered_counts_as_not_understood(tmp_path):
    data = load(written(tmp_path, REPLY, {**REPLY, "gold": "unclear"}), LabelledReply)
    reasoner = ScriptedReasoner(scripts={"interpret_reply": [ReplyReading(meaning="text")] * 2})

    outcome = await judge_replies(reasoner, "scripted", data)

    assert outcome.shares["accuracy"] == Share(1, 2)
    assert outcome.shares["silently_wrong_rate"] == Share(0, 2)
    assert outcome.misjudged == ["Which? Red / Green | green | 2, taken for unclear (1.00)"]


async def test_a_reasoner_that_fails_ends_the_evaluation(tmp_path):
    data = load(written(tmp_path, REPLY), LabelledReply)
    failing = ScriptedReasoner(scripts={"interpret_reply": [UpstreamUnavailable("busy")]})

    with pytest.raises(UpstreamUnavailable):
        await judge_replies(failing, "scripted", data)


async def test_answers_given_in_a_models_place_are_told(tmp_path):
    data = load(written(tmp_path, REPLY, REPLY), LabelledReply)
    reading = ReplyReading(meaning="option", option="2")
    spent = Usage(calls=1, input_tokens=1200, output_tokens=30, model="m")
    answers = [Reasoned(reading, spent), Reasoned(reading, Usage(), "busy")]
    tally = Tally(ScriptedReasoner(scripts={"interpret_reply": answers}))

    await judge_replies(tally, "openai", data)

    assert tally.notes() == (
        ("model calls", "1, m, 1,200 tokens in, 30 out"),
        ("answered without the model asked", "1, the first because: busy"),
    )
    assert tally.notes() == ()


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
    outcome = Outcome(
        name="actions",
        facts=[("data (SHA-256)", "abc")],
        n=1,
        shares={"accuracy": Share(1, 1), "hard_accuracy": Share(1, 1)},
        values={"ece": 0.1, "p50_ms": 1.0},
        tables=["| a table |"],
    )

    shown = page.render([outcome], "embedded", 20)

    figures = [line for line in shown.splitlines() if line.startswith("| actions | ")]
    assert len(figures) == 3
    assert all("dev" in line for line in figures)
    assert "## Actions (dev)" in shown
    assert "| a table |" in shown
    assert "never count as accuracy" in shown


def test_the_page_tells_words_of_others_apart():
    crowd = Outcome(name="crowd", facts=(), n=1, shares={"right_agent": Share(1, 1)}, part="test")

    shown = page.render([crowd], "embedded", 20)

    assert "## Crowd (test)" in shown
    assert "test, right agent" in shown
    assert "*Must not act*" in shown


def last_line(capsys):
    *_, last = capsys.readouterr().out.splitlines()
    return json.loads(last)
