"""Telling references that a planner made from text that only looks like them."""

import pytest

from shared.decisions.binding import bind, instead_of, pointers, pointers_of
from shared.decisions.quoting import QUOTED, given, plain, plan_from, quote, verdict_from
from shared.models.reasoning import (
    ConversationContext,
    Exchange,
    PlannedStep,
    PlanRequest,
    Reassessment,
    ReassessRequest,
    StepOutcome,
    ToolPlan,
    ToolSpec,
)
from tests.unit.shared.decisions.values import people, step

RESULTS = [people("ann"), people("bob")]
TYPED = "{1.people.0.name}"


def request(command, *said):
    exchanges = tuple(Exchange(role="user", text=text) for text in said)
    tool = ToolSpec(name="send", description="{1} is a result", parameters={})
    return PlanRequest(
        agent="email",
        command=command,
        today="2026-03-04",
        tools=(tool,),
        context=ConversationContext(exchanges=exchanges),
    )


def plan(**arguments):
    return ToolPlan(steps=(PlannedStep(tool="send", arguments=arguments),))


@pytest.mark.parametrize("text", [TYPED, f"say {TYPED}!", "{1}", "{12.a.*.b} and {1}"])
def test_what_is_typed_stays_as_it_is_through_quoting_and_binding(text):
    assert list(pointers(quote(text))) == []
    assert bind(quote(text), RESULTS, ["one", "two"]) == text


@pytest.mark.parametrize("text", ["{}", "{name}", "{ 1 }", "{1.}", "1}", "{1234}"])
def test_what_looks_like_no_reference_is_not_touched(text):
    assert quote(text) == text


def test_what_is_filled_in_is_not_read_again():
    results = [people("{2.people.0.name}"), people("bob")]

    assert bind("hi {1.people.0.name} {2.people.0.name}", results) == "hi {2.people.0.name} bob"
    assert bind(["{1.people.*.name}"], results) == ["{2.people.0.name}"]
    assert bind("{1}", results, ["see {2.people.0.name}"]) == "see {2.people.0.name}"


def test_what_others_wrote_reaches_a_planner_quoted_and_its_tools_as_they_are():
    asked = request(f"mail {TYPED}", "earlier: {2}")
    seen = given(asked)

    assert seen.command == quote(asked.command) != asked.command
    assert seen.context.exchanges[0].text == quote("earlier: {2}")
    assert seen.tools == asked.tools
    assert given(request("nothing")) == request("nothing")


def test_a_planner_that_keeps_the_quotes_may_use_the_same_reference():
    made = plan(to=TYPED, body=quote(TYPED))
    [sent] = plan_from(made, request(f"say {TYPED}")).steps

    assert bind(sent.arguments, RESULTS) == {"to": "ann", "body": TYPED}


def test_a_planner_that_loses_the_quotes_makes_no_references_of_what_was_typed():
    made = plan(to="{2.people.0.name}", body=f"He wrote {TYPED}", cc=[TYPED])
    [sent] = plan_from(made, request(f"say {TYPED}")).steps

    bound = {"to": "bob", "body": f"He wrote {TYPED}", "cc": [TYPED]}
    assert bind(sent.arguments, RESULTS) == bound


def test_what_a_planner_says_has_no_quotes_left():
    made = ToolPlan(cannot=f"Who is {quote(TYPED)}?", lacks="person")

    asked = ToolPlan(cannot=f"Who is {TYPED}?", lacks="person")
    assert plan_from(made, request(TYPED)) == asked


def remaining(**arguments):
    return (PlannedStep(tool="send", arguments=arguments, reason=quote(TYPED)),)


def reassessed(rest, *, left=(), found=TYPED):
    asked = ReassessRequest(
        agent="email",
        command="x",
        today="2026-03-04",
        tools=(),
        done=(StepOutcome(tool="find", result={"subject": found}),),
        remaining=left,
    )
    verdict = Reassessment(verdict="continue", remaining=rest, note=quote(TYPED))
    return given(asked), verdict_from(verdict, asked)


def test_what_stands_in_a_result_is_no_reference_in_what_follows_from_it():
    seen, verdict = reassessed(remaining(body=f"Re: {TYPED}"))

    assert seen.done[0].result == {"subject": quote(TYPED)}
    assert bind(verdict.remaining[0].arguments, RESULTS) == {"body": f"Re: {TYPED}"}
    assert (verdict.note, verdict.remaining[0].reason) == (TYPED, TYPED)


def test_references_that_were_planned_before_are_still_references():
    left = remaining(to=TYPED)
    seen, verdict = reassessed(left, left=left)

    assert seen.remaining == left
    assert bind(verdict.remaining[0].arguments, RESULTS) == {"to": "ann"}


def test_a_name_that_stands_for_what_was_not_found_is_text():
    assert bind(instead_of("from:{1.people.0.email}", 1, TYPED), RESULTS) == f"from:{TYPED}"


def test_bound_arguments_point_at_nothing_whatever_they_look_like():
    open_ = step("send", arguments={"to": TYPED})

    assert [pointer.step for pointer in pointers_of(open_)] == [1]
    assert list(pointers_of(open_.model_copy(update={"bound": True}))) == []
    assert list(pointers_of(open_.model_copy(update={"status": "done"}))) == []


def test_nobody_who_types_the_quote_itself_makes_a_reference():
    assert bind(f"{QUOTED}1.people.0.name}}", RESULTS) == TYPED
    assert plain(QUOTED) == "{"
