"""What a run has come to, in words: the answer, and what is shown on the way to it."""

import pytest

from shared.decisions import runs, telling, wording
from shared.models.thread import Answer
from tests.unit.shared.decisions.values import RULES, agent_run, people, step


def done(result, tool, **changes):
    return step(tool, status="done", result=result, **changes)


def test_what_fed_a_later_step_is_no_answer_of_its_own():
    run = agent_run(step(feeds=True), step("read_mail"))
    run = runs.record(run, people("tom"), 1, RULES, "I found Tom.")

    over = runs.record(run, {"mail": {"id": "1"}}, 1, RULES, "Hello.")

    assert telling.told(over) == "Hello."
    assert [o.text for o in telling.outcomes_told(over)] == ["Hello."]


def test_what_an_agent_said_itself_is_the_outcome_to_be_told():
    run = runs.approve(
        agent_run(step("send_mail", risk="medium")),
        Answer(outcome="answered", action="reject"),
        RULES,
    )

    assert [o.text for o in telling.outcomes_told(run)] == [wording.LEFT_ALONE]


TWICE = agent_run(done({"mails": [{"id": "1"}]}, "find_mail", text="One."), step("read_mail"))


@pytest.mark.parametrize(
    ("run", "shown"),
    [
        (TWICE, True),
        (TWICE.model_copy(update={"status": "complete"}), False),
        (agent_run(done(None, "read_mail", text="One.", feeds=True), step()), False),
        (agent_run(done(None, "read_mail"), step()), False),
    ],
)
def test_what_is_found_on_the_way_is_shown_while_more_is_to_come(run, shown):
    assert telling.partial(run, 0) is shown
