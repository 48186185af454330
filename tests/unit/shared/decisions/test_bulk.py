"""Many calls for few things each are as risky as one call for many."""

from dataclasses import replace

import pytest

from shared.decisions import commands, delegating, runs
from shared.decisions.bulk import counted
from shared.decisions.risk import Bulk, ToolRules, reads
from shared.models.intent import Command, IntentAnalysis
from shared.models.profile import Profile
from shared.models.reasoning import PlannedStep, Reassessment, ToolPlan
from shared.models.run import AgentRun, Card
from shared.models.thread import Answer
from tests.unit.shared.decisions.values import turn

LIMIT = 5


def names(arguments, _profile):
    return arguments.get("ids", ())


KEEPS = ToolRules(reads, changes=True, bulk=Bulk("mail", LIMIT, names))
RULES = {
    "archive": KEEPS,
    "star": KEEPS,
    "find": ToolRules(reads, items="mails"),
    "post": ToolRules(reads, changes=True),
}
RUN = AgentRun(id="w", agent="email", request="tidy up")


def call(*ids, tool="archive"):
    return PlannedStep(tool=tool, arguments={"ids": list(ids)})


def planned(*steps, run=RUN, rules=RULES):
    return runs.plan(run, ToolPlan(steps=steps), rules, Profile())


def done(run, count=1):
    for _ in range(count):
        run = runs.record(run, {}, 1, RULES)
    return run


def risk(run):
    return run.steps[run.cursor].risk


def test_one_call_within_the_limit_is_done():
    assert risk(planned(call(*"abcde"))) == "low"
    assert risk(planned(call(*"abcdef"))) == "high"


def test_what_is_to_follow_counts_before_the_first_call():
    nine = [call(*(f"{n}{m}" for m in range(4))) for n in range(9)]
    assert risk(planned(*nine)) == "high"


def test_the_same_thing_counts_once_whatever_is_done_to_it():
    run = planned(call(*"abcd"), call(*"dcba", tool="star"), call("a"), call("e"))
    assert risk(run) == "low"
    assert risk(done(run, 3)) == "low"


def test_other_tools_of_a_kind_count_and_others_do_not():
    assert risk(planned(call(*"abc"), call(*"def", tool="star"))) == "high"
    assert risk(planned(call(*"abc"), call(*"def", tool="post"))) == "low"
    assert risk(planned(call(*"abcdefg", tool="post"))) == "low"


def test_what_is_to_follow_counts_as_far_as_it_is_known():
    found = {"mails": [{"id": one} for one in "abcdef"]}
    search = PlannedStep(tool="find", arguments={})
    first = PlannedStep(tool="archive", arguments={"ids": ["{1.mails.0.id}"]})
    rest = PlannedStep(tool="archive", arguments={"ids": ["{1.mails.*.id}", "{4.later}"]})
    again = PlannedStep(tool="star", arguments={"ids": ["{1.mails.*.id}"]})
    known = runs.reassess(
        runs.record(planned(search, first, again), found, 1, RULES),
        Reassessment(verdict="continue", remaining=(first, again)),
        RULES,
    )
    assert risk(known) == "high"
    unknown = runs.reassess(
        runs.record(planned(search, first, rest), found, 1, RULES),
        Reassessment(verdict="continue", remaining=(first, rest)),
        RULES,
    )
    assert risk(unknown) == "low"


def test_agreeing_to_many_is_agreeing_to_these_alone():
    run = planned(call(*"abcdef"), call("g"))
    agreed = runs.approve(run, Answer(outcome="answered", action="accept"), RULES)
    assert risk(done(agreed)) == "high"


def test_a_plan_made_anew_goes_on_counting():
    search = PlannedStep(tool="find", arguments={})
    run = done(planned(call(*"abcd"), search))
    again = runs.reassess(
        runs.record(run, {"mails": []}, 1, RULES),
        Reassessment(verdict="continue", remaining=(call("e", "f"),)),
        RULES,
    )
    assert risk(again) == "high"


def test_later_commands_of_a_message_go_on_counting():
    queue = (Command(agent="email", command="more", order=2),)
    first = done(planned(call(*"abcd"), run=RUN.model_copy(update={"queue": queue})))
    second = commands.next_command(first)
    assert second.counted == {"mail": tuple("abcd")}
    assert risk(planned(call("a", "e"), run=second)) == "low"
    assert risk(planned(call("e", "f"), run=second)) == "high"


def test_what_was_left_alone_does_not_count():
    run = planned(call(*"abcdef"))
    refused = runs.approve(run, Answer(outcome="answered", action="reject"), RULES)
    assert counted(refused) == {}


def test_what_failed_may_have_been_done_in_part_and_counts():
    run = runs.record_failure(planned(call(*"ab")), runs.error_of("tool_error", "x", "archive"), 1)
    assert counted(run) == {"mail": ("a", "b")}


def test_what_was_filled_in_or_edited_counts_as_it_is_then():
    run = planned(call(*"abcdef"))
    fewer = Answer(outcome="answered", action="edit", arguments={"ids": ["a"]})
    assert risk(runs.approve(run, fewer, RULES)) == "low"
    shown = runs.prepared(planned(call("a")), {"ids": list("abcdef")}, Card(title="x"), RULES)
    assert (risk(shown), shown.steps[0].counts) == ("high", {"mail": tuple("abcdef")})


def delegated(count=2):
    orders = tuple(
        Command(agent=f"a{n}", command="x", order=n, risk="low") for n in range(1, count + 1)
    )
    intent = IntentAnalysis(action="EXECUTE", primary_intent="ask", confidence=1, commands=orders)
    return turn(intent=intent)


def test_agents_side_by_side_share_the_limit():
    first, second = delegating.branches(delegated())
    assert risk(planned(call("a", "b"), run=first)) == "low"
    assert risk(planned(call("a", "b", "c"), run=second)) == "high"


def test_what_agents_side_by_side_did_counts_for_what_follows():
    asked = delegated(3)
    one, two, three = delegating.branches(asked)
    over = done(planned(call("a"), run=one))
    waiting = done(planned(call("b"), call("c", "d"), run=two.model_copy(update={"share": 5})))
    late = planned(call("e"), run=three)
    on = delegating.joined(asked, (over, waiting, late), {})
    assert (on.share, on.counted) == (1, {"mail": ("a", "e")})
    quiet = delegating.joined(asked, (over, late), {})
    assert quiet.counted == {"mail": ("a", "e")}


@pytest.mark.parametrize("tool", ["archive", "gone"])
def test_a_step_whose_tool_is_gone_counts_what_was_known_of_it(tool):
    run = planned(call("a"), call(*"bcdef", tool=tool), rules={**RULES, "gone": KEEPS})
    left = {name: rule for name, rule in RULES.items() if name != "gone"}
    again = runs.approve(
        run, Answer(outcome="answered", action="edit", arguments={"ids": ["a"]}), left
    )
    assert risk(again) == ("high" if tool == "archive" else "low")


def test_a_limit_is_the_tools_own():
    strict = {"archive": replace(KEEPS, bulk=Bulk("mail", 1, names))}
    assert risk(planned(call("a", "b"), rules=strict)) == "high"
