"""How a scheduled run went, from its rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import run_results, wording
from shared.decisions.run_results import GONE, failures, result_of
from shared.models.reasoning import Earlier
from shared.models.run import Card, SubAgentResponse, SubAgentResult
from shared.models.schedule import RunResult, ScheduledRun
from tests.unit.shared.decisions.values import NOW, agent_run, decision, step, thread, ticket, turn

STARTED = ticket(turn=1, state="running")
WAITING = thread(phase="waiting", open_turn=1, request="q-1-1")
SENDING = agent_run(step("send_mail", risk="medium", card=Card(title="Send")))


def over(summary="", *, success=True, **changes):
    """A run that has come to an end."""
    response = SubAgentResponse(
        success=success, domain="email", request="x", result=SubAgentResult(summary=summary)
    )
    return agent_run(step(status="done"), status="complete", response=response, **changes)


def closed(outcome="answered", **changes):
    return turn(**{"status": "closed", "outcome": outcome, "decision": decision("run"), **changes})


def earlier(*texts):
    """Commands that came before: those with a text to be told failed."""
    return tuple(Earlier(agent="email", command="x", success=not text, text=text) for text in texts)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("delivered", None),
        ("skipped", RunResult(state="skipped", why="because")),
        ("missed", RunResult(state="missed", why="because")),
        ("failed", RunResult(state="failed", why="because")),
    ],
)
def test_a_time_at_which_nothing_was_started_speaks_for_itself(state, expected):
    run = ScheduledRun(planned=NOW, at=NOW, state=state, reason="because")
    assert run_results.unstarted(run) == expected


@pytest.mark.parametrize(
    ("opened", "state", "why"),
    [
        (ticket(), "running", ""),
        (ticket(state="cancelled"), "stopped", "it was cancelled before it began"),
    ],
)
def test_a_run_no_turn_was_opened_for_yet(opened, state, why):
    assert result_of(thread(), opened, None, None) == RunResult(state=state, why=why)


def test_a_turn_that_is_gone_tells_nothing():
    assert result_of(thread(), STARTED, None, None) == GONE


@pytest.mark.parametrize(
    ("head", "where", "work", "waits_for"),
    [
        (WAITING, turn(decision=decision("run")), SENDING, "approval"),
        (WAITING, turn(decision=decision("ask")), None, "answer"),
    ],
)
def test_a_run_that_asks_waits_for_what_it_asks(head, where, work, waits_for):
    result = result_of(head, STARTED, where, work)
    assert (result.state, result.turn) == ("waiting", 1)
    assert (result.waits_for, result.question) == (waits_for, "q-1-1")


@pytest.mark.parametrize(
    ("head", "where", "work"),
    [
        (thread(phase="running", open_turn=1), turn(decision=decision("run")), SENDING),
        (thread(phase="waiting", open_turn=2), turn(decision=decision("run")), SENDING),
        (WAITING, turn(decision=decision("say")), None),
        (thread(phase="running", open_turn=1), turn(), None),
    ],
)
def test_any_other_open_turn_is_at_work(head, where, work):
    assert result_of(head, STARTED, where, work) == RunResult(state="running", turn=1)


@pytest.mark.parametrize(
    ("where", "work", "state", "why"),
    [
        (closed(), over("Posted."), "succeeded", ""),
        (closed(), over("The sheet is gone.", success=False), "failed", "The sheet is gone."),
        (closed(), over("Posted.", earlier=earlier("", "")), "succeeded", ""),
        (closed(), over("Posted.", earlier=earlier("", "No.")), "failed", "No."),
        (closed(), over(wording.LEFT_ALONE), "stopped", wording.LEFT_ALONE),
        (closed(), over(wording.LEFT_ALONE, success=False), "stopped", wording.LEFT_ALONE),
        (closed(), over(wording.NONE_OF_THESE), "stopped", wording.NONE_OF_THESE),
        (closed(ending="answered"), None, "stopped", wording.GIVING_UP),
        (closed(decision=decision("say", text="No such agent.")), None, "failed", "No such agent."),
        (closed(decision=decision("handoff", text="x"), reply="Hello!"), None, "succeeded", ""),
        (closed(decision=None), None, "succeeded", ""),
        (closed(), agent_run(), "succeeded", ""),
        (closed("failed"), None, "failed", wording.APOLOGY),
        (closed("expired"), None, "stopped", "nobody answered its question in time"),
        (closed("superseded"), None, "stopped", "something else was asked"),
        (closed("cancelled"), None, "stopped", "it was cancelled"),
        (closed("interrupted"), None, "stopped", "it was interrupted"),
    ],
)
def test_a_closed_turn_tells_how_it_went(where, work, state, why):
    result = result_of(thread(), STARTED, where, work)
    assert (result.state, result.turn) == (state, 1)
    assert result.why.startswith(why)
    assert bool(result.why) == bool(why)


def test_what_was_said_hides_no_link():
    broken = over("[Sign in](https://evil.test)", success=False)
    assert "](" not in result_of(thread(), STARTED, closed(), broken).why


@pytest.mark.parametrize(
    ("states", "count"),
    [
        ("", 0),
        ("failed", 1),
        ("failed failed", 2),
        ("failed succeeded failed", 1),
        ("running waiting skipped failed failed", 2),
        ("failed skipped failed stopped failed", 2),
        ("failed missed failed", 1),
        ("unknown failed", 0),
        ("succeeded", 0),
        ("waiting", 0),
    ],
)
def test_failures_are_counted_up_to_the_last_run_that_worked(states, count):
    assert failures(RunResult(state=state) for state in states.split()) == count


@given(st.lists(st.sampled_from(["failed", "succeeded", "skipped", "waiting", "stopped"])))
def test_older_runs_do_not_matter_once_one_worked(states):
    results = [RunResult(state=state) for state in states]
    cut = next((n for n, one in enumerate(results) if run_results.ends_row(one)), len(results))
    assert failures(results) == failures(results[: cut + 1]) <= len(results)
