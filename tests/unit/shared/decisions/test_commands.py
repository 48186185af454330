"""Several commands of one message, one after another."""

from shared.decisions import commands, referring, routing, runs, telling, wording
from shared.models.intent import Command
from shared.models.reasoning import Reassessment, Reference, ToolPlan
from shared.models.thread import Answer
from tests.unit.shared.decisions.values import (
    NOBODY,
    RULES,
    agent_run,
    decision,
    intent,
    people,
    step,
    turn,
)

TOM = Reference(kind="contact", id="p-tom", label="tom", ordinal=1, who="tom@x.com")


def queued(*texts, risk="low", depends_on=()):
    return tuple(
        Command(agent="calendar", command=text, order=n, risk=risk, depends_on=depends_on)
        for n, text in enumerate(texts, start=2)
    )


def over(**changes):
    run = agent_run(step(), queue=queued("look", "then book"), **changes)
    return runs.record(run, people("tom"), 5, RULES, "I found Tom.")


def failed(queue):
    run = agent_run(step(), queue=queue)
    return runs.reassess(
        run.model_copy(update={"steps": (step(status="done", result=people()),)}),
        Reassessment(verdict="failed", summary="No access."),
        RULES,
    )


def test_a_message_of_several_commands_queues_what_comes_after_the_first():
    said = turn(intent=intent(("email", "archive it"), ("calendar", "show my day")))

    run = routing.new_run(said, decision("run"))

    assert (run.agent, run.request) == ("email", "archive it")
    assert [(c.agent, c.command) for c in run.queue] == [("calendar", "show my day")]


def test_commands_are_done_in_order_whichever_of_their_agents_was_found_first():
    said = turn(intent=intent(("calendar", "show my day"), ("email", "archive it")))

    run = routing.new_run(said, decision("run"))

    assert (run.agent, run.request) == ("calendar", "show my day")
    assert [(c.agent, c.command) for c in run.queue] == [("email", "archive it")]


def test_for_another_agent_than_the_commands_name_the_message_stays_whole():
    said = turn(intent=intent(("calendar", "show my day"), ("calendar", "and book")))

    run = routing.new_run(said, decision("run"))

    assert (run.agent, run.request, run.queue) == ("email", "emails from John", ())


def test_the_next_command_knows_what_came_of_those_before():
    run = commands.next_command(over())

    assert (run.status, run.agent, run.request) == ("planning", "calendar", "look")
    assert (run.order, [c.command for c in run.queue]) == (2, ["then book"])
    (earlier,) = run.earlier
    assert (earlier.agent, earlier.success, earlier.text) == ("email", True, "I found Tom.")
    assert earlier.references == (TOM,)


def test_what_changes_something_is_left_out_when_what_it_depends_on_failed():
    run = commands.next_command(failed(queued("book it", risk="medium", depends_on=(1,))))

    assert (run.status, run.queue) == ("failed", ())
    assert telling.told(run) == wording.left_out("book it")
    assert [one.success for one in run.earlier] == [False]


def test_what_only_reads_is_done_all_the_same():
    run = commands.next_command(failed(queued("look", depends_on=(1,))))

    assert (run.status, run.request) == ("planning", "look")


def test_what_is_left_out_does_not_stop_what_comes_after_it():
    queue = (*queued("book it", risk="medium", depends_on=(1,)), Command(command="look", order=3))

    run = commands.next_command(failed(queue))

    assert (run.status, run.agent, run.request) == ("planning", "calendar", "look")
    assert [one.text for one in run.earlier] == ["No access.", wording.left_out("book it")]


def test_turning_one_step_down_goes_on_with_the_next_command():
    run = agent_run(step("send_mail", risk="medium"), queue=queued("look", depends_on=(1,)))

    moved = commands.next_command(
        runs.approve(run, Answer(outcome="answered", action="reject"), RULES)
    )

    assert (moved.status, moved.request) == ("planning", "look")
    assert [one.text for one in moved.earlier] == [wording.LEFT_ALONE]


# --- what a finished run leaves


def test_what_was_listed_last_may_be_pointed_at():
    assert referring.leaves(over(), ())["references"] == (TOM,)


def test_one_thing_looked_at_joins_the_list_it_was_picked_from():
    run = runs.record(
        agent_run(step("read_mail")), {"mail": {"id": "m", "subject": "Hi"}}, 1, RULES
    )

    left = referring.leaves(run, (TOM,))["references"]

    assert [(r.kind, r.ordinal) for r in left] == [("email", 0), ("contact", 1)]


def test_a_run_that_lists_nothing_leaves_what_there_was():
    run = runs.record(agent_run(step("send_mail")), {"sent": True}, 1, RULES, "Sent.", ("More?",))

    assert referring.leaves(run, (TOM,)) == {"references": (TOM,), "suggestions": ("More?",)}
    assert referring.leaves(None, (TOM,)) == {"references": (TOM,)}


def test_of_several_commands_the_last_that_listed_anything_counts():
    second = commands.next_command(over())
    planned = runs.plan(second, ToolPlan(cannot="I cannot book."), RULES, NOBODY)

    assert referring.leaves(planned, ())["references"] == (TOM,)


def test_what_is_said_of_a_command_that_waits_goes_with_it():
    run = commands.said_of(over(), 1, wish="at four")
    run = commands.said_of(run, 1, wish="in room 2")

    begun = commands.next_command(commands.next_command(run))

    assert (begun.request, begun.wish) == ("then book", "at four. in room 2")
    assert commands.begun_next(run).wish == ""


def test_a_command_that_was_dropped_is_passed_over():
    run = commands.next_command(commands.said_of(over(), 0))

    assert (run.request, run.status) == ("then book", "planning")
    assert [(one.command, one.success) for one in run.earlier][1:] == [("look", False)]
    last = commands.next_command(commands.said_of(commands.next_command(over()), 0))
    assert telling.told(last) == wording.LEFT_ALONE
