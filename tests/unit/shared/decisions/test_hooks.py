"""Declared policies: what they ask for, refuse and take out, and that they only tighten."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import ending, runs, telling
from shared.decisions.hooks import (
    hooks_of,
    one_too_many,
    out_of_reach,
    raised,
    redactions,
    without_redacted,
)
from shared.decisions.progress import needs_approval, next_move
from shared.models.agent import Agent, Skill
from shared.models.hooks import Hook
from shared.models.reasoning import PlannedStep, Reassessment, ToolPlan
from shared.models.run import Card
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

RISKS = ("low", "medium", "high")
HOOKS = st.lists(
    st.builds(
        Hook,
        event=st.sampled_from(("pre", "post")),
        matcher=st.sampled_from(("*", "send_*", "find_mail", "other")),
        require_approval=st.booleans(),
        recipients=st.lists(st.sampled_from(("@x.com", "a@y.com", "#team"))).map(tuple),
        max_calls=st.none() | st.integers(0, 3),
        redact=st.lists(st.sampled_from(("email", "card", "secret"))).map(tuple),
    ),
    max_size=4,
).map(tuple)
TOOLS = st.sampled_from(("send_mail", "find_mail", "find_people"))


def before(matcher="*", **policy):
    return Hook(event="pre", matcher=matcher, **policy)


def after(matcher="*", **policy):
    return Hook(event="post", matcher=matcher, **policy)


def planned(hooks, *steps):
    plan = ToolPlan(steps=tuple(PlannedStep(tool=t, arguments=a) for t, a in steps))
    return runs.plan(agent_run(status="planning"), plan, RULES, NOBODY, hooks)


def test_an_agents_policies_are_its_own_and_its_skills():
    own, skilled = before("a"), after("b")
    skill = Skill(id="s", name="S", description="", hooks=(skilled,))

    assert hooks_of(Agent(id="a", name="A", description="", hooks=(own,), skills=(skill,))) == (
        own,
        skilled,
    )


@pytest.mark.parametrize(
    ("hook", "tool", "risk", "raises"),
    [
        (before(require_approval=True), "find_mail", "low", "medium"),
        (before("find_*", require_approval=True), "find_mail", "low", "medium"),
        (before("send_*", require_approval=True), "find_mail", "low", "low"),
        (before(require_approval=True), "send_mail", "high", "high"),
        (after(require_approval=True), "find_mail", "low", "low"),
        (before(), "find_mail", "low", "low"),
    ],
)
def test_a_policy_asks_a_person_first(hook, tool, risk, raises):
    assert raised(tool, risk, (hook,)) == raises


@given(TOOLS, st.sampled_from(RISKS), HOOKS, HOOKS)
def test_more_policies_never_lower_a_risk(tool, risk, some, more):
    less = raised(tool, risk, some)

    assert RISKS.index(risk) <= RISKS.index(less) <= RISKS.index(raised(tool, risk, some + more))


@pytest.mark.parametrize(
    ("recipients", "arguments", "refused"),
    [
        (("@x.com",), {"to": ["Ann <ann@X.com>"], "cc": "bob@x.com"}, ""),
        (("@x.com",), {"to": ["ann@x.com"], "bcc": ["eve@evil.com"]}, "eve@evil.com"),
        (("@x.com",), {"to": ["eve@sub.x.com"]}, "eve@sub.x.com"),
        (("@x.com",), {"to": [{"email": "ann@x.com", "name": "eve@evil.com"}]}, ""),
        (("@x.com",), {"to": [{"email": "eve@evil.com", "name": "a@x.com"}]}, "eve@evil.com"),
        (("@x.com",), {"attendees": ["Ann"]}, "Ann"),
        (("@x.com",), {"to": ["x.com"]}, "x.com"),
        (("ann@x.com",), {"to": ["ANN@x.com"]}, ""),
        (("ann@x.com",), {"to": ["bob@x.com"]}, "bob@x.com"),
        (("#team",), {"channel": "Team"}, ""),
        (("#team",), {"channel": "#other"}, "#other"),
        (("#team",), {"thread_id": "other/12"}, "#other"),
        (("#team",), {"thread_id": "12"}, ""),
        (("@x.com",), {"channel": "a@x.com"}, "#a@x.com"),
        (("@x.com", "#team"), {"channel": "team", "to": ["a@x.com"]}, ""),
        (("@x.com",), {"subject": "eve@evil.com", "to": None}, ""),
        ((), {"to": ["eve@evil.com"]}, ""),
    ],
)
def test_a_policy_says_who_may_be_reached(recipients, arguments, refused):
    hooks = (before("send_*", recipients=recipients),)
    why = out_of_reach("send_mail", arguments, hooks)

    assert why.endswith(f"so not {refused}.") if refused else why == ""
    assert all(one in why for one in recipients) or not refused
    assert out_of_reach("find_mail", arguments, hooks) == ""


@given(TOOLS, HOOKS, HOOKS, st.sampled_from(("a@x.com", "a@y.com", "b@z.com", "ann")))
def test_more_policies_never_let_more_be_reached(tool, some, more, recipient):
    if out_of_reach(tool, {"to": [recipient]}, some):
        assert out_of_reach(tool, {"to": [recipient]}, some + more)


@pytest.mark.parametrize(
    ("limit", "steps", "says"),
    [
        (0, (), "never"),
        (1, (), ""),
        (1, (step("find_mail", status="done"),), "only once in a run"),
        (2, (step("find_mail", status="failed"), step("find_mail")), ""),
        (2, (step("find_mail", status="done", broadened=True),), "at most 2 times"),
        (1, (step("send_mail", status="done"),), ""),
    ],
)
def test_a_policy_counts_the_calls_of_a_run(limit, steps, says):
    why = one_too_many("find_mail", steps, (before("find_*", max_calls=limit), before()))

    assert says in why
    assert bool(why) is bool(says)


@given(TOOLS, HOOKS, HOOKS)
def test_more_policies_never_redact_less(tool, some, more):
    assert redactions(tool, some) <= redactions(tool, some + more)


def test_redaction_is_of_the_tools_that_are_named():
    result = {"from": "a@x.com"}
    hooks = (after("find_*", redact=("email",)), before(redact=("email",)))

    assert without_redacted("find_mail", result, hooks) == {"from": "[EMAIL]"}
    assert without_redacted("send_mail", result, hooks) == result


# --- in a run


def test_a_run_keeps_the_policies_it_was_planned_with():
    hooks = (before(max_calls=3),)

    assert planned(hooks, ("find_mail", {})).hooks == hooks


def test_a_reading_call_waits_for_a_yes_where_a_policy_says_so():
    run = planned((before("find_*", require_approval=True),), ("find_mail", {"query": "x"}))
    asked = turn(decision=decision())

    assert next_move(asked, run) == "prepare"
    shown = runs.prepared(run, {"query": "x"}, Card(title="Find"), RULES)
    assert next_move(asked, shown) == "ask"
    agreed = runs.approve(shown, Answer(outcome="answered", action="accept"), RULES)
    assert next_move(asked, agreed) == "execute"


def test_looking_further_is_shown_anew():
    hooks = (before(require_approval=True),)
    run = planned(hooks, ("find_people", {"name": "a"}))
    run = runs.approve(
        runs.prepared(run, {"name": "a"}, Card(title="a"), RULES),
        Answer(outcome="answered", action="accept"),
        RULES,
    )
    verdict = Reassessment(verdict="broaden", arguments={"name": ""})

    again = runs.reassess(runs.record(run, people(), 1, RULES), verdict, RULES)

    assert again.steps[0].card is None
    assert needs_approval(again.steps[0])


def test_looking_further_is_a_call_like_any_other():
    run = planned((before(max_calls=1),), ("find_people", {"name": "a"}))
    verdict = Reassessment(verdict="broaden", arguments={"name": ""})

    ended = runs.reassess(runs.record(run, people(), 1, RULES, "Nobody."), verdict, RULES)

    assert ended.status == "complete"
    assert telling.told(ended) == "Nobody."


def test_what_may_not_be_reached_fails_the_run_once_it_is_known():
    hooks = (before("send_*", recipients=("@x.com",)),)
    run = planned(hooks, ("send_mail", {"to": ["Sarah"]}))
    assert run.status == "executing"

    failed = runs.prepared(run, {"to": ["sarah@evil.com"]}, Card(title="t"), RULES)

    assert (failed.status, failed.response.error.type) == ("failed", "permission")
    fine = runs.prepared(run, {"to": ["sarah@x.com"]}, Card(title="t"), RULES)
    edited = runs.approve(
        fine, Answer(outcome="answered", action="edit", arguments={"to": ["e@evil.com"]}), RULES
    )
    refused = runs.prepared(edited, edited.steps[0].arguments, Card(title="t"), RULES)
    assert refused.status == "failed"


def test_what_is_done_without_asking_is_checked_before():
    quiet = {**RULES, "note": type(RULES["find_mail"])(changes=True)}
    plan = ToolPlan(steps=(PlannedStep(tool="note", arguments={"channel": "#other"}),))
    hooks = (before(recipients=("#team",)),)

    failed = runs.plan(agent_run(status="planning"), plan, quiet, NOBODY, hooks)

    assert "reach only #team" in telling.told(failed)


def test_reading_reaches_nobody():
    hooks = (before(recipients=("#team",)),)

    assert planned(hooks, ("find_mail", {"channel": "#other"})).status == "executing"


def test_one_call_too_many_fails_the_run():
    run = planned((before("find_mail", max_calls=1),), ("find_mail", {}), ("find_mail", {}))

    failed = runs.record(run, {"mails": [{"id": "1"}]}, 1, RULES, "One.")

    assert (failed.status, failed.response.error.type) == ("failed", "permission")
    assert failed.steps[0].status == "done"


# --- passing words on


def test_words_are_passed_on_as_plain_lines():
    run = planned((), ("find_mail", {}), ("send_mail", {"to": "a@x.com", "body": "Hi,\n{1}"}))
    assert (run.steps[0].feeds, telling.passes_on(run, 0)) == (True, True)

    moved = runs.record(run, {"mails": [{"id": "1"}]}, 1, RULES, "I found 1 email:\n1. **Hi**")

    assert moved.steps[1].arguments["body"] == "Hi,\n1 email:\n1. Hi"
    assert not telling.passes_on(moved, 0)


def test_what_was_to_be_passed_on_speaks_where_nothing_else_does():
    first = step("find_mail", status="done", text="Mail.", feeds=True)
    second = step("read_mail", status="done", text="Text.", feeds=True)
    third = step("find_people", status="done", text="People.", feeds=True)
    post = step("send_mail", arguments={"body": "{1}\n{2}"})

    run = ending.complete(agent_run(first, second, third, post, cursor=3), RULES)

    assert telling.told(run) == "Mail.\n\nText."


def test_braces_that_somebody_wrote_stay_as_they_are():
    run = planned((), ("send_mail", {"body": "use {1} and {2}"}), ("find_mail", {}))

    assert run.steps[0].arguments == {"body": "use {1} and {2}"}
    assert not any(one.feeds for one in run.steps)
