import pytest

from shared.decisions import runs, stepping, telling, wording
from shared.decisions.failing import unconnected
from shared.decisions.progress import needs_approval, next_move
from shared.decisions.risk import Follow, ToolRules, argument_hash
from shared.models.intent import Option
from shared.models.profile import Policy, Profile
from shared.models.reasoning import PlannedStep, Reassessment, Reference, StepOutcome, ToolPlan
from shared.models.run import Card, Clarification, ToolError
from shared.models.thread import Answer
from tests.unit.shared.decisions.values import (
    NOBODY,
    RULES,
    agent_run,
    decision,
    people,
    step,
    turn,
)

FROM_FIRST = {"query": "from:{1.people.0.email}"}
BROKEN = ToolError(type="network", message="It did not answer.", tool="find_mail", recoverable=True)


def planned(*steps, cannot=""):
    return ToolPlan(
        steps=tuple(PlannedStep(tool=t, arguments=a, reason="why") for t, a in steps), cannot=cannot
    )


def done(result, tool="find_people", **changes):
    return step(tool, status="done", result=result, **changes)


# --- planning


def test_a_plan_is_taken_over_and_its_first_call_is_ready():
    run = runs.plan(
        agent_run(status="planning"),
        planned(("send_mail", {"to": "a@x.com"}), ("find_mail", FROM_FIRST)),
        RULES,
        NOBODY,
    )

    first, second = run.steps
    assert (run.status, run.cursor) == ("executing", 0)
    assert (first.tool, first.arguments, first.reason) == ("send_mail", {"to": "a@x.com"}, "why")
    assert (first.status, first.risk) == ("pending", "medium")
    assert second.arguments == FROM_FIRST


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (planned(cannot="I cannot fly."), "I cannot fly."),
        (planned(), "There is no tool called that here."),
        (planned(("fly", {})), "There is no tool called fly here."),
        (planned(("find_mail", {}), ("fly", {}), ("sail", {})), "fly, sail"),
        (planned(("find_mail", {"query": "{1.people}"})), "I could not work out '1.people'"),
    ],
)
def test_a_plan_that_cannot_be_done_fails_with_its_reason(plan, reason):
    run = runs.plan(agent_run(status="planning"), plan, RULES, NOBODY)

    assert run.status == "failed"
    assert not run.response.success
    assert run.response.error.type == "params"
    assert reason in run.response.result.summary
    assert run.response.result.tools_used == ()


def test_what_an_account_is_to_be_connected_for_fails_as_that_and_all_else_as_the_plan_says():
    lacking = unconnected("Mailer works with your email.")
    plan = planned(cannot=lacking.message)

    lost = runs.plan(agent_run(status="planning"), plan, RULES, NOBODY, failed=lacking)
    broken = runs.plan(agent_run(status="planning"), plan, RULES, NOBODY, failed=BROKEN)

    assert lost.response.error == lacking
    assert lost.response.result.summary == lacking.message
    assert (broken.response.error.type, broken.response.error.connects) == ("params", False)


@pytest.mark.parametrize(("tool", "fails"), [("find_mail", True), ("send_mail", False)])
def test_nothing_is_looked_for_by_an_empty_text(tool, fails):
    found = step("find_mail", status="done", result={"people": [{"email": ""}]})
    following = step(tool, arguments={"query": "{1.people.0.email}"})
    run = stepping.prepare(agent_run(found, following, cursor=1), RULES)

    assert (run.status == "failed") is fails
    if fails:
        assert "There is no email to go by" in run.response.result.summary


def test_what_was_said_of_a_command_before_its_turn_is_followed_before_its_card_is_shown():
    run = agent_run(step("send_mail", risk="medium"), wish="Bo in copy")

    shown = runs.prepared(run, {"to": "ann"}, Card(title="Send"), RULES)

    assert (shown.steps[0].wish, shown.wish) == ("Bo in copy", "")
    assert next_move(turn(decision=decision("run")), shown) == "prepare"


def test_what_would_not_be_shown_is_where_something_was_said_of_it():
    quiet = {"star": ToolRules(lambda *_: "low", changes=True), **RULES}
    star = agent_run(step("star", arguments={}))

    assert stepping.prepare(star, quiet).steps[0].risk == "low"
    told = star.model_copy(update={"wish": "not the second one"})
    assert stepping.prepare(told, quiet).steps[0].risk == "medium"
    found = agent_run(step("find_mail", arguments={"query": "x"}), wish="not the second one")
    assert stepping.prepare(found, quiet).steps[0].risk == "low"


# --- results


@pytest.mark.parametrize(
    ("finished", "following", "settled"),
    [
        (done(people("a")), (), True),
        (done(people("a", "b")), (), True),
        (done(people()), (), False),
        (done({}), (), False),
        (done("text"), (), False),
        (done("text", "read_mail"), (), True),
        (done(None, "read_mail"), (), True),
        (done(people("a")), (step(arguments=FROM_FIRST),), True),
        (done(people("a", "b")), (step(arguments=FROM_FIRST),), False),
        (done(people()), (step(arguments=FROM_FIRST),), False),
        (done(people("a", "b")), (step(arguments={"query": "budget"}),), True),
        (done(people("a", "b")), (step(arguments={"query": "{2.mails}"}),), True),
        (done(people()), (step(arguments={"query": "budget"}),), False),
        (done(people("a", "b")), (step(arguments={"to": [{"x": "{1.people.0.id}"}]}),), False),
        (done(people("a", "b")), (step(arguments={"n": 1}), step(arguments=FROM_FIRST)), False),
        (done(people("a", "b")), (step(arguments={"to": ["{1.people.*.id}"]}),), True),
        (done(people()), (step(arguments={"to": ["{1.people.*.id}"]}),), False),
    ],
)
def test_a_result_settles_what_follows_or_not(finished, following, settled):
    assert runs.settles(agent_run(finished, *following), RULES) is settled


def test_a_reference_to_an_earlier_result_is_no_reference_to_this_one():
    run = agent_run(done(people("a")), done(people("b", "c")), step(arguments=FROM_FIRST), cursor=1)

    assert runs.settles(run, RULES)


def test_a_result_that_settles_makes_the_next_call_ready():
    run = agent_run(step(), step("find_mail", arguments=FROM_FIRST))

    moved = runs.record(run, people("ann"), 40, RULES)

    assert (moved.steps[0].status, moved.steps[0].milliseconds) == ("done", 40)
    assert moved.cursor == 1
    assert moved.steps[1].arguments == {"query": "from:ann@x.com"}


def test_a_result_that_settles_nothing_waits_to_be_judged():
    run = agent_run(step(), step("find_mail", arguments=FROM_FIRST))

    moved = runs.record(run, people("ann", "bob"), 40, RULES)

    assert (moved.cursor, moved.status, moved.steps[0].result) == (
        0,
        "executing",
        people("ann", "bob"),
    )
    assert moved.steps[1].arguments == FROM_FIRST


def test_the_last_result_completes_the_run():
    run = agent_run(done({"mails": [{"id": "1"}]}, "find_mail", milliseconds=500), step(), cursor=1)

    moved = runs.record(run, people("ann", "bob"), 1_500, RULES)

    assert moved.status == "complete"
    response = moved.response
    assert (response.success, response.domain, response.request) == (
        True,
        "email",
        "emails from John",
    )
    assert response.result.data == people("ann", "bob")
    assert response.result.tools_used == ("find_mail", "find_people")
    assert response.result.execution_time == 2.0
    assert response.references == (
        Reference(kind="contact", id="p-ann", label="ann", ordinal=1, who="ann@x.com"),
        Reference(kind="contact", id="p-bob", label="bob", ordinal=2, who="bob@x.com"),
    )


def test_a_tool_used_twice_is_named_once():
    run = agent_run(done(people("a")), step(), cursor=1)

    assert runs.record(run, people("b"), 0, RULES).response.result.tools_used == ("find_people",)


def test_a_failed_call_ends_the_run_and_keeps_what_was_found():
    run = agent_run(done(people("ann"), milliseconds=10), step("find_mail"), cursor=1)

    moved = runs.record_failure(run, BROKEN, 30)

    assert (moved.status, moved.steps[1].status, moved.steps[1].error) == (
        "failed",
        "failed",
        BROKEN,
    )
    response = moved.response
    assert (response.success, response.error) == (False, BROKEN)
    assert response.result.summary == "It did not answer."
    assert response.result.data == people("ann")
    assert response.result.execution_time == 0.04
    assert telling.outcomes(moved) == (StepOutcome(tool="find_people", result=people("ann")),)


# --- reassessing

TWO = agent_run(done(people("ann", "bob")), step("find_mail", arguments=FROM_FIRST))
CHOICE = (
    Option(id="1", label="Ann", value="0"),
    Option(id="2", label="Bob", value="1"),
)


def test_going_on_replaces_the_rest_of_the_plan():
    verdict = Reassessment(
        verdict="continue",
        remaining=(
            PlannedStep(tool="fly", arguments={}),
            PlannedStep(tool="read_mail", arguments={"id": "{1.people.1.id}"}, reason="why"),
        ),
    )

    moved = runs.reassess(TWO, verdict, RULES)

    assert [s.tool for s in moved.steps] == ["find_people", "read_mail"]
    assert (moved.cursor, moved.replans, moved.status) == (1, 1, "executing")
    assert moved.steps[1].arguments == {"id": "p-bob"}


def test_going_on_uses_no_tool_but_the_agents_own():
    verdict = Reassessment(verdict="continue", remaining=(PlannedStep(tool="find_mail"),))
    run = TWO.model_copy(update={"tools": ("find_people",)})

    moved = runs.reassess(run, verdict, RULES)

    assert [s.tool for s in moved.steps] == ["find_people"]
    assert moved.status == "complete"


def test_going_on_with_nothing_left_completes():
    assert runs.reassess(TWO, Reassessment(verdict="continue"), RULES).status == "complete"


@pytest.mark.parametrize(("replans", "status"), [(2, "executing"), (3, "complete")])
def test_a_run_is_replanned_three_times_at_most(replans, status):
    verdict = Reassessment(verdict="continue", remaining=(PlannedStep(tool="find_mail"),))
    run = TWO.model_copy(update={"replans": replans})

    assert runs.reassess(run, verdict, RULES).status == status


def test_a_clarification_asks_about_the_step_that_was_judged():
    verdict = Reassessment(verdict="clarify", question="Who?", options=CHOICE)

    moved = runs.reassess(TWO, verdict, RULES)

    assert moved.status == "needs_clarification"
    assert moved.clarification == Clarification(question="Who?", options=CHOICE, step=0)


@pytest.mark.parametrize(
    "verdict",
    [
        Reassessment(verdict="complete", summary="Two people."),
        Reassessment(verdict="clarify", question="Who?", summary="Two people."),
    ],
)
def test_what_is_enough_or_cannot_be_asked_is_the_answer(verdict):
    moved = runs.reassess(TWO, verdict, RULES)

    assert (moved.status, moved.response.result.summary) == ("complete", "Two people.")
    assert len(moved.response.references) == 2


@pytest.mark.parametrize(
    ("summary", "said"),
    [("Nobody is called that.", "Nobody is called that."), ("", "That did not work out.")],
)
def test_a_verdict_of_failure_fails_the_run(summary, said):
    moved = runs.reassess(TWO, Reassessment(verdict="failed", summary=summary), RULES)

    assert moved.status == "failed"
    assert (moved.response.error.tool, moved.response.error.recoverable) == ("find_people", True)
    assert moved.response.result.summary == said


# --- answers of a person


def asking(run=TWO):
    verdict = Reassessment(verdict="clarify", question="Who?", options=CHOICE)
    return runs.reassess(run, verdict, RULES)


@pytest.mark.parametrize(("value", "name"), [("0", "ann"), ("1", "bob")])
def test_a_choice_narrows_the_result_and_goes_on(value, name):
    moved = runs.choose(asking(), value, RULES)

    assert moved.steps[0].result == people(name)
    assert moved.steps[1].arguments == {"query": f"from:{name}@x.com"}
    assert (moved.status, moved.clarification, moved.cursor) == ("executing", None, 1)


def test_a_choice_keeps_what_else_the_result_says():
    run = agent_run(done({**people("ann", "bob"), "total": 9}), step("find_mail"))

    assert runs.choose(asking(run), "0", RULES).steps[0].result["total"] == 9


def test_a_choice_after_the_last_step_completes_the_run():
    moved = runs.choose(asking(agent_run(done(people("ann", "bob")))), "1", RULES)

    assert (moved.status, moved.response.result.data) == ("complete", people("bob"))


def test_nothing_is_chosen_where_nothing_was_asked():
    assert runs.choose(TWO, "0", RULES) is TWO


def test_none_of_the_options_ends_the_run():
    moved = runs.stop_asking(asking(), RULES)

    assert (moved.status, moved.clarification) == ("complete", None)
    assert moved.response.result.summary == wording.NONE_OF_THESE


SEND = agent_run(step("send_mail", arguments={"to": "ann@x.com", "text": "hi"}, risk="medium"))


def answered(action, **changes):
    return Answer(outcome="answered", action=action, **changes)


def test_accepting_is_bound_to_the_arguments_shown():
    (sent,) = runs.approve(SEND, answered("accept"), RULES).steps

    assert sent.approved == argument_hash("send_mail", sent.arguments)
    assert not needs_approval(sent)


@pytest.mark.parametrize("approved", [None, argument_hash("send_mail", SEND.steps[0].arguments)])
def test_an_edited_call_must_be_approved_anew(approved):
    run = SEND.model_copy(
        update={"steps": (SEND.steps[0].model_copy(update={"approved": approved}),)}
    )

    moved = runs.approve(run, answered("edit", arguments={"to": "everyone@x.com"}), RULES)

    (sent,) = moved.steps
    assert sent.arguments == {"to": "everyone@x.com", "text": "hi"}
    assert (sent.risk, moved.status) == ("high", "executing")
    assert needs_approval(sent)


def test_what_was_changed_is_not_changed_once_more():
    done = runs.record(runs.approve(SEND, answered("accept"), RULES), {}, 1, RULES)
    verdict = Reassessment(verdict="broaden", arguments={"to": "everyone@x.com"})

    moved = runs.reassess(done, verdict, RULES)

    assert (moved.status, moved.steps) == ("complete", done.steps)


def test_arguments_are_bound_once():
    bound = step("find_people", arguments={"name": "{1.people.0.id}"}, bound=True)
    waiting = runs.Clarification(kind="limit", question="Go on?", options=(), step=0)
    run = agent_run(bound, status="needs_clarification", clarification=waiting)

    moved = runs.choose(run, wording.GO_ON[0].value, RULES)

    assert (moved.status, moved.steps) == ("executing", (bound,))


@pytest.mark.parametrize(
    "answer", [answered("reject"), answered("none"), answered("text"), answered("edit")]
)
def test_anything_else_leaves_it_alone(answer):
    moved = runs.approve(SEND, answer, RULES)

    assert (moved.status, moved.steps[0].approved) == ("complete", None)
    assert moved.response.result.summary == wording.LEFT_ALONE
    assert moved.response.result.tools_used == ()


@pytest.mark.parametrize("value", ["2", "-1", "bob", ""])
def test_an_option_that_stands_for_nothing_found_is_not_offered(value):
    made_up = Option(id="3", label="Carl", value=value)
    verdict = Reassessment(verdict="clarify", question="Who?", options=(*CHOICE, made_up))

    assert runs.reassess(TWO, verdict, RULES).clarification.options == CHOICE


def test_words_a_person_edited_in_are_never_read_as_references():
    moved = runs.approve(SEND, answered("edit", arguments={"text": "see {1.people.0.id}"}), RULES)

    assert moved.steps[0].arguments["text"] == "see {1.people.0.id}"


def test_nothing_is_shown_that_would_reach_whom_a_policy_excludes():
    guarded = SEND.model_copy(update={"profile": Profile(policy=Policy(recipients=("y.com",)))})

    moved = runs.prepared(guarded, {"to": ["eve@z.com"]}, Card(title="Send"), RULES)

    assert (moved.status, moved.response.error.type) == ("failed", "permission")
    assert "eve@z.com" in moved.response.result.summary


def test_a_tool_that_a_policy_refuses_is_not_planned_nor_replanned():
    guarded = Profile(policy=Policy(refused=("find_mail",)))

    run = runs.plan(agent_run(status="planning"), planned(("find_mail", {})), RULES, guarded)
    again = runs.reassess(
        TWO.model_copy(update={"profile": guarded}),
        Reassessment(verdict="continue", remaining=(PlannedStep(tool="find_mail"),)),
        RULES,
    )

    assert (run.status, run.response.error.type) == ("failed", "permission")
    assert [s.tool for s in again.steps] == ["find_people"]


# --- a call that goes on with what it has begun -----------------------------------------------


def going_on(arguments, result):
    """A tool that asks, or is at work still, as its result says."""
    further = {"task": result["task"]}
    if result["state"] == "asks":
        return Follow(further, "Where to?")
    return Follow({"message": "", **further}) if result["state"] == "working" else None


ASKING = {"ask": ToolRules(changes=True, follows=going_on)}


def gone_on(*states, milliseconds=1_000):
    """A run of one call that came to these one after another, until something is to be asked."""
    run = runs.plan(
        agent_run(status="planning"), planned(("ask", {"message": "Go"})), ASKING, NOBODY
    )
    for state in states:
        run = runs.record(run, {"state": state, "task": "t1"}, milliseconds, ASKING, state)
    return run


def test_what_a_call_asks_is_put_to_the_person_and_their_words_are_its_next_arguments():
    run = gone_on("asks")
    assert (run.status, run.clarification.kind) == ("needs_clarification", "relay")
    on = runs.relayed(run, "Vienna", ASKING)
    [step] = on.steps
    assert (on.status, step.status, step.rounds) == ("executing", "pending", 1)
    assert step.arguments == {"task": "t1", "message": "Vienna"}
    assert (step.card, step.result, step.approved, step.shown) == (None, None, None, False)
    done = runs.record(on, {"state": "answered", "task": "t1"}, 1_000, ASKING, "There")
    assert (done.status, done.steps[0].milliseconds) == ("complete", 2_000)


def test_an_answer_to_somebody_who_is_gone_goes_nowhere():
    run = runs.relayed(gone_on("asks"), "Vienna", {"ask": ToolRules(changes=True)})
    assert run.response.error.message == wording.NOBODY_TO_ANSWER


def test_what_the_person_will_not_answer_is_left():
    assert runs.stop_asking(gone_on("asks"), ASKING).response.result.summary == wording.LEFT_ALONE


@pytest.mark.parametrize(
    ("rounds", "milliseconds", "kind"),
    [(1, 1_000, None), (9, 1_000, None), (10, 1_000, "limit"), (2, 15_000, "limit")],
)
def test_a_call_that_is_at_work_is_looked_at_again_within_limits(rounds, milliseconds, kind):
    run = gone_on(*["working"] * rounds, milliseconds=milliseconds)
    assert (run.clarification.kind if run.clarification else None) == kind
    assert run.steps[0].arguments == {"message": "", "task": "t1"}
    if kind is not None:
        on = runs.choose(run, wording.GO_ON[0].value, ASKING)
        assert (on.status, on.steps[0].status) == ("executing", "pending")
