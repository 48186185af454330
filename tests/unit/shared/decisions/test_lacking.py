"""What a plan lacks: asked of the person, told in their words, and planned with."""

import pytest

from shared.decisions import commands, lacking, lifecycle, replies, runs, wording
from shared.decisions.ending import came_to_something
from shared.decisions.lacking import MAX_ASKED, askable, question_for
from shared.decisions.progress import next_move
from shared.models.intent import Command
from shared.models.reasoning import (
    Clarified,
    Earlier,
    PlannedStep,
    PlanRequest,
    ReplyReading,
    ToolPlan,
)
from shared.models.run import AgentRun, Clarification
from shared.models.thread import Answer, HumanRequest
from tests.unit.shared.decisions.values import (
    NOBODY,
    OPTIONS,
    RULES,
    agent_run,
    decision,
    request,
    step,
    turn,
)

ASKS = "What should it say to Sarah?"
LACKS = ToolPlan(cannot=ASKS, lacks="body")
BEGUN = agent_run(status="planning")
RUNNING = turn(decision=decision("run"))
ASKED = Clarification(kind="lacks", question=ASKS, options=(), step=0, lacks="body")
ASKING = BEGUN.model_copy(update={"status": "needs_clarification", "clarification": ASKED})
OPEN = request(question=ASKS, options=(), free_text=True, lacks="body")
TOLD = Clarified(question=ASKS, answer="I'll be late", lacks="body")


def planned(run, plan):
    return runs.plan(run, plan, RULES, NOBODY)


def told(*kinds):
    return tuple(Clarified(question=f"Which {k}?", answer=k, lacks=k) for k in kinds)


# --- asking


def test_a_plan_that_lacks_something_asks_for_it():
    run = planned(BEGUN, LACKS)

    assert run == ASKING
    assert next_move(RUNNING, run) == "ask"
    question = replies.question_of(RUNNING, run)
    assert (question.kind, question.text, question.options) == ("clarification", ASKS, ())
    assert (question.free_text, question.lacks) == (True, "body")


@pytest.mark.parametrize(
    ("plan", "asked"),
    [
        (LACKS, ASKED),
        (ToolPlan(cannot=ASKS), None),
        (ToolPlan(lacks="body"), None),
        (ToolPlan(steps=(PlannedStep(tool="find_mail"),), cannot=ASKS, lacks="body"), None),
    ],
)
def test_only_a_question_without_a_plan_is_asked(plan, asked):
    assert question_for(BEGUN, plan) == asked


def test_a_question_that_tells_nothing_ends_the_run_as_any_reason_does():
    run = planned(BEGUN, ToolPlan(cannot="I cannot fly."))

    assert (run.status, run.response.result.summary) == ("failed", "I cannot fly.")


@pytest.mark.parametrize("asked", range(MAX_ASKED + 2))
def test_one_command_asks_three_times_at_most(asked):
    run = BEGUN.model_copy(update={"clarified": told(*"abcde"[:asked])})

    moved = planned(run, LACKS)

    if asked < MAX_ASKED:
        assert (moved.status, moved.clarified) == ("needs_clarification", run.clarified)
    else:
        assert (moved.status, moved.response.result.summary) == ("failed", ASKS)
        assert not moved.response.success


@pytest.mark.parametrize(
    ("run_id", "procedure", "lacks"),
    [
        ("run-1", (), "body"),
        ("run-1", ("Write to Sarah",), ""),
        ("run-schedule-s1-20261123T090000Z", (), ""),
        ("run-m2", (), "body"),
    ],
)
def test_somebody_has_to_be_there_who_said_what_is_planned(run_id, procedure, lacks):
    wanted = PlanRequest(
        agent="email", command="write", today="2026-03-02", tools=(), procedure=procedure
    )

    plan = askable(LACKS, turn(run_id=run_id), wanted)

    assert (plan.lacks, plan.cannot) == (lacks, ASKS)


def test_what_did_not_work_before_in_the_same_message_is_said_with_the_question():
    before = (
        Earlier(agent="a", command="c", success=False, text="No such mail."),
        Earlier(agent="a", command="d", success=True, text="Found it."),
    )
    run = ASKING.model_copy(update={"earlier": before})

    assert replies.question_of(RUNNING, run).text == f"No such mail.\n\n{ASKS}"


# --- being told


def test_what_is_said_is_planned_with():
    answer = replies.read(ReplyReading(meaning="text"), OPEN, "I'll be late", "r")

    update, run = replies.apply(RUNNING, ASKING, OPEN, answer, RULES)

    assert update == {}
    assert (run.status, run.clarification, run.clarified) == ("planning", None, (TOLD,))
    assert next_move(RUNNING, run) == "plan"
    sent = planned(run, ToolPlan(steps=(PlannedStep(tool="send_mail"),)))
    assert (sent.status, sent.clarified) == ("executing", (TOLD,))


def test_what_is_told_beside_a_choice_is_known_to_be():
    asked = ASKED.model_copy(update={"kind": "item", "options": OPTIONS})
    run = ASKING.model_copy(update={"clarification": asked})

    assert lacking.told(run, "in May").clarified[-1].listed


def test_the_question_is_kept_as_it_was_meant_however_it_was_put_again():
    again = OPEN.model_copy(update={"question": wording.asked_again(ASKS)})

    _, run = replies.apply(
        RUNNING,
        ASKING,
        again,
        Answer(outcome="answered", action="text", text="I'll be late"),
        RULES,
    )

    assert run.clarified == (TOLD,)


@pytest.mark.parametrize(
    "run",
    [
        BEGUN,
        agent_run(step(), clarification=Clarification(question="Who?", options=OPTIONS, step=0)),
    ],
)
def test_nothing_is_told_where_nothing_was_lacking(run):
    assert lacking.told(run, "Sarah") is run


@pytest.mark.parametrize(
    "answer",
    [
        Answer(outcome="answered", action="none", text="never mind"),
        Answer(outcome="answered", action="none"),
        Answer(outcome="answered", action="option", option="1", text="1"),
    ],
)
def test_who_does_not_want_to_say_ends_the_command(answer):
    update, run = replies.apply(RUNNING, ASKING, OPEN, answer, RULES)

    assert update == {}
    assert (run.status, run.clarification) == ("failed", None)
    assert run.response.result.summary == wording.LEFT_ALONE
    assert run.response.suggestions == ()
    assert came_to_something(run, RULES) is False


@pytest.mark.parametrize(("risk", "goes_on"), [("low", True), ("medium", False)])
def test_what_depends_on_a_command_that_was_called_off_is_left_out(risk, goes_on):
    after = Command(agent="slack", command="post it", order=2, risk=risk, depends_on=(1,))
    run = ASKING.model_copy(update={"queue": (after,), "clarified": told("person")})
    never = Answer(outcome="answered", action="none", text="never mind")

    _, ended = replies.apply(RUNNING, run, OPEN, never, RULES)
    following = commands.next_command(ended)

    assert following.status == ("planning" if goes_on else "failed")
    assert following.earlier[0].text == wording.LEFT_ALONE
    assert following.clarified == ()


@pytest.mark.parametrize(
    ("outcome", "ending"), [("superseded", "superseded"), ("cancelled", "cancelled")]
)
def test_another_request_or_a_wish_to_stop_ends_the_turn(outcome, ending):
    update, run = replies.apply(RUNNING, ASKING, OPEN, Answer(outcome=outcome), RULES)

    assert (update, run) == ({"ending": ending}, None)


def test_a_reply_that_cannot_be_read_is_asked_about_again_and_then_given_up():
    where = RUNNING
    for _ in range(lifecycle.MAX_UNCLEAR):
        assert where.ending is None
        update, run = replies.apply(where, ASKING, OPEN, Answer(outcome="unclear"), RULES)
        assert run is None
        where = where.model_copy(update=update)

    assert where.ending == "answered"
    assert replies.closing(where, ASKING) == wording.NOT_DONE


# --- what was stored before


def test_runs_and_questions_of_before_are_read_as_they_were():
    run = ASKING.model_dump(mode="json", exclude={"clarified": True, "clarification": {"lacks"}})
    run["clarification"]["kind"] = "limit"
    asked = OPEN.model_dump(mode="json", exclude={"lacks"})

    assert AgentRun.model_validate(run).clarified == ()
    assert AgentRun.model_validate(run).clarification.lacks == ""
    assert HumanRequest.model_validate(asked).lacks == ""
    assert AgentRun.model_validate_json(ASKING.model_dump_json()) == ASKING


# --- with answers to choose from


def test_an_option_of_what_a_command_lacks_tells_it_in_its_words():
    listed = LACKS.model_copy(update={"options": OPTIONS})
    run = planned(BEGUN, listed)
    assert run.clarification.options == OPTIONS
    assert replies.question_of(RUNNING, run).options == OPTIONS
    answer = Answer(outcome="answered", action="option", option=OPTIONS[0].id)
    asked = OPEN.model_copy(update={"options": OPTIONS})

    _, moved = replies.apply(RUNNING, run, asked, answer, RULES)

    known = Clarified(question=ASKS, answer=OPTIONS[0].label, lacks="body", listed=True)
    assert (moved.status, moved.clarified) == ("planning", (known,))


def test_an_option_of_anything_else_chooses_that():
    item = ASKED.model_copy(update={"kind": "item", "options": OPTIONS})
    run = ASKING.model_copy(update={"clarification": item})

    assert lacking.chosen(run, OPTIONS[0]) is None
    assert lacking.chosen(ASKING, None) is None
    assert lacking.chosen(BEGUN, OPTIONS[0]) is None
