"""Conversations that are kept as they end, so that a run that stops goes on where it was."""

import json
from datetime import UTC, datetime

import pytest

from evals.__main__ import main
from evals.datasets import BadData
from evals.everyday.cases import Case, told
from evals.everyday.judging import Asked, outcome
from evals.everyday.person import Answer
from evals.everyday.record import Record, Run, broken, causes, keep, read, recorded
from evals.everyday.verdict import Played
from evals.everyday.workspace import Seen
from shared.models.reasoning import Usage

RUN = Run(data="d", reasoner="openai", model="small")
CASES = (
    {"id": "look", "say": ["what is new?"], "answers": {}},
    {"id": "write", "say": ["write it", "[accept]"], "changes": [{"sent": True}]},
)


def record(case, *complaints, run=RUN, **more):
    return Record(run=run, case=case, complaints=complaints, seconds=2, **more)


def turn(number=1, **changes):
    spent = {"calls": 2, "input_tokens": 100, "output_tokens": 10}
    intent = {"confidence": 0.9, "reading": 0.55}
    trace = [
        {"name": "intent", "usage": spent, "detail": {"fallback": "took longer than 30 s"}},
        {"name": "reply", "usage": spent, "detail": {}},
    ]
    return {
        "number": number,
        "references": [],
        "agent_run": None,
        "usage": spent,
        "intent": intent,
        "trace": trace,
        **changes,
    }


def played(*turns):
    case = Case.model_validate({"id": "c", "say": ["x"] * len(turns)})
    answers = tuple(Answer(one, None) for one in turns)
    seen = Seen({}, {}, {}, {}, {}, {})
    return Played(case, answers, (), seen, None, datetime(2026, 3, 2, tzinfo=UTC))


def test_a_conversation_is_kept_with_what_it_took_and_why_it_fell_back():
    one = recorded(RUN, played(turn(), turn(), turn(2, intent=None, trace=[])), 3.5)

    assert one.works
    assert (one.seconds, one.usage.calls, one.usage.input_tokens) == (3.5, 4, 200)
    assert one.fallbacks == ("took longer than 30 s",)
    assert one.sure == 0.55
    assert (one.still, one.changed) == (True, False)


def test_one_that_broke_off_says_so():
    case = Case.model_validate(CASES[1])
    one = broken(RUN, case, "ReadTimeout()", 60)
    assert (one.works, one.still) == (False, False)
    assert one.complaints == ("was not answered: ReadTimeout()",)


def test_a_file_is_gone_on_with_and_its_last_word_on_a_case_counts(tmp_path):
    path = tmp_path / "deep" / "results.jsonl"
    other = RUN.model_copy(update={"model": "large"})
    for one in (record("a", "bad"), record("b"), record("a"), record("c", run=other)):
        keep(path, one)

    assert read(path, RUN) == (record("a"), record("b"))
    assert len(read(path)) == 3
    assert read(tmp_path / "none.jsonl") == ()


def test_a_line_that_was_cut_off_gives_way(tmp_path):
    path = tmp_path / "results.jsonl"
    keep(path, record("a"))
    path.write_text(path.read_text() + '{"run": {"da')

    assert read(path, RUN) == (record("a"),)
    keep(path, record("b"))
    assert read(path, RUN) == (record("a"), record("b"))


def test_a_file_of_something_else_is_named(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text('{"id": 1}\n{"id": 2}\n')
    with pytest.raises(BadData, match="line 1 is no record"):
        read(path)


def test_causes_are_counted_whatever_their_figures():
    told = [record("a", fallbacks=("is busy", "took 30 s")), record("b", fallbacks=("took 7.5 s",))]
    assert causes(told) == [("took N s", 2), ("is busy", 1)]


def test_the_figures_of_a_run(tmp_path):
    records = (
        record("a", still=True, usage=Usage(calls=3, input_tokens=2000, output_tokens=5)),
        record("b", "happened: it", still=True, changed=True, fallbacks=("is busy",)),
    )

    found = outcome(records, RUN, tmp_path / "x.jsonl")

    assert found.summary() == {
        "n": 2,
        "works": 0.5,
        "must_not_act": 0.5,
        "no_unwanted_effect": 0.5,
        "p50_ms": 2000,
        "p95_ms": 2000,
    }
    shown = found.render()
    assert "openai, small" in shown
    assert "2,000 tokens in" in shown
    assert "because is busy" in shown


def test_a_run_without_a_model_has_no_model_figures(tmp_path):
    own = Run(data="d", reasoner="embedded")
    assert outcome((record("a", run=own),), own, tmp_path / "x").notes == ()
    assert Asked("embedded").environment() == {}
    patient = Asked("cascade", settings={"OPENAI_MODEL": "m"}, patience=240).environment()
    assert patient == {
        "MODEL_TIMEOUT_SECONDS": "240",
        "MODEL_CALLS_PER_MINUTE": "0",
        "OPENAI_MODEL": "m",
    }


def test_cases_that_are_kept_are_not_had_again(tmp_path, capsys):
    file, results = tmp_path / "cases.jsonl", tmp_path / "results.jsonl"
    file.write_text("\n".join(map(json.dumps, CASES)))
    run = Run(data=told(file)[0], reasoner="openai", model="small")
    keep(results, record("look", run=run))
    keep(results, record("write", "did not happen: it", run=run))
    options = ("--reasoner", "openai", "--base-url", "http://127.0.0.1:1/v1", "--model", "small")

    code = main(["everyday", str(file), "--results", str(results), "--errors", *options], {})

    said = capsys.readouterr().out
    assert code == 0
    assert json.loads(said.splitlines()[-1])["works"] == 0.5
    assert "write" in said


@pytest.mark.parametrize("patience", ["0", "-1", "soon", "inf"])
def test_patience_is_a_number_of_seconds(patience, capsys):
    with pytest.raises(SystemExit):
        main(["everyday", "--patience", patience], {})
    assert "no number of seconds" in capsys.readouterr().err
