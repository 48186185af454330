"""What is asked for while a card waits for an answer."""

from dataclasses import replace

import pytest

from shared.decisions import between, commands, lifecycle, progress, runs
from shared.decisions.between import Orders
from shared.models.intent import Command, PlannedStep
from shared.models.reasoning import Reference, ToolPlan
from shared.models.run import Card
from shared.models.steps import Analysis
from shared.models.world import Link, Thing
from tests.unit.shared.decisions.values import (
    NOBODY,
    RULES,
    agent_run,
    candidate,
    decision,
    intent,
    people,
    step,
    turn,
)

TOM = Reference(kind="contact", id="p-tom", label="tom", ordinal=1)
LOOK = Command(agent="calendar", command="what is on tomorrow?", risk="low")
BOOK = Command(agent="calendar", command="book an hour", risk="medium", depends_on=(1,))
WRITE = Command(agent="email", command="write to Bo", risk="medium")
OURS = (candidate("email", workspace=True), candidate("calendar", 0.9, workspace=True))
ORDERED = Analysis(action="EXECUTE", confidence=0.95, agents=("calendar",), reads=True)
DECIDED = decision("run")
EVENT = Card(title='Accept "Strategy day"', fields=(("When", "Wed 9 Dec"),))


def card_of(**changes):
    """A run that shows a card, after a look-up."""
    found = step(status="done", result=people("tom"), feeds=True)
    asked = step("send_mail", risk="medium", card=Card(title="Send"), arguments={"to": "tom@x.com"})
    return agent_run(found, asked, cursor=1, **changes)


def done(run, text="Nothing is on."):
    """What is done in between, once it has found something."""
    planned = runs.plan(run, ToolPlan(steps=(PlannedStep(tool="find_people"),)), RULES, NOBODY)
    return runs.record(planned, people("ann"), 5, RULES, text)


def named(kind, name):
    thing = Thing(kind=kind, name=name, id=name)
    return Link(kind=kind, start=0, end=4, things=(thing,))


def test_what_only_reads_is_done_at_once_and_the_card_is_held_as_it_is():
    shown = card_of()
    update, run = between.taken(shown, "what is on tomorrow?", Orders((LOOK,), (TOM,)))

    assert update == {"aside": "", "references": (TOM,)}
    assert (run.agent, run.request, run.status) == ("calendar", LOOK.command, "planning")
    assert run.held == shown.model_copy(update={"between": 1})
    assert lifecycle.call_id(turn(), done(run)) != lifecycle.call_id(turn(), shown)


def test_the_card_comes_back_exactly_as_it_was_with_what_was_found():
    shown = card_of()
    _, run = between.taken(shown, "what is on?", Orders((LOOK,)))
    over = done(run)

    assert progress.next_move(turn(decision=DECIDED), over) == "plan"
    assert between.over(over)
    text, listed, back = between.gone_on(over)

    assert (text, [one.id for one in listed]) == ("Nothing is on.", ["p-ann"])
    assert back == shown.model_copy(update={"between": 1})
    assert progress.next_move(turn(decision=DECIDED), back) == "ask"


def test_two_questions_are_answered_before_the_card_comes_back():
    second = LOOK.model_copy(update={"command": "and who is Bo?", "agent": "contacts"})
    _, run = between.taken(card_of(), "two things", Orders((LOOK, second)))
    first = done(run)

    assert not between.over(first)
    after = commands.next_command(first)
    assert (after.request, after.held) == ("and who is Bo?", run.held)
    assert after.order == run.order + 1
    text, _, back = between.gone_on(done(after, "Bo is Bo."))
    assert text == "Nothing is on.\n\nBo is Bo."
    _, again = between.taken(back, "and then?", Orders((LOOK,)))
    assert again.order == run.order + 2


def test_a_look_that_failed_brings_the_card_back_too():
    _, run = between.taken(card_of(), "what is on?", Orders((LOOK,)))
    failed = runs.plan(run, ToolPlan(cannot="I can't see it."), RULES, NOBODY)

    text, listed, back = between.gone_on(failed)

    assert (text, listed) == ("I can't see it.", ())
    assert back.steps == card_of().steps
    assert commands.begun_next(failed) == back


def test_nothing_comes_back_where_nothing_is_held():
    with pytest.raises(ValueError, match="nothing was held"):
        between.gone_on(card_of())
    assert not between.over(card_of())


@pytest.mark.parametrize(
    ("text", "ordered", "sure"),
    [
        ("book an hour", BOOK, 0.9),
        ("and write to Bo", WRITE, 0.9),
        ("Also write to Bo", WRITE, 0.71),
    ],
)
def test_a_change_besides_waits_until_the_card_is_settled(text, ordered, sure):
    shown = card_of(queue=(LOOK,))
    update, run = between.taken(shown, text, Orders((ordered,), sure=sure))

    assert text in update["aside"]
    assert run == shown.model_copy(
        update={"queue": (LOOK, ordered.model_copy(update={"depends_on": ()}))}
    )


@pytest.mark.parametrize(
    ("text", "ordered", "sure"),
    [
        ("write to Bo", (WRITE,), 0.9),
        ("and book an hour instead", (BOOK,), 0.9),
        ("and write to Bo", (WRITE,), 0.6),
        ("book an hour", (BOOK,), 0.69),
        ("hm", (), 1.0),
    ],
)
def test_what_is_instead_of_the_card_or_hardly_read_is_no_such_order(text, ordered, sure):
    assert between.taken(card_of(), text, Orders(ordered, sure=sure)) is None


def test_orders_are_those_of_the_workspaces_own_agents():
    wanted = intent(("", "look"), ("email", "find it"))
    found = between.commands(wanted, ORDERED, OURS)

    assert [(one.agent, one.command) for one in found] == [
        ("calendar", "look"),
        ("email", "find it"),
    ]
    [whole] = between.commands(intent(), ORDERED, OURS)
    assert (whole.agent, whole.command) == ("calendar", "find mail")


@pytest.mark.parametrize(
    ("wanted", "analysis", "candidates"),
    [
        (intent(("calendar", "look")), Analysis(action="QUERY", confidence=0.9), OURS),
        (intent(("calendar", "look"), ("invoices", "pay")), ORDERED, OURS),
        (intent(("calendar", "look")), ORDERED, (candidate("calendar"),)),
        (intent(("calendar", "look")), ORDERED, ()),
        (intent(("calendar", "x")).model_copy(update={"later": "remind me"}), ORDERED, OURS),
        (intent(("calendar", "x")), ORDERED.model_copy(update={"errand": True}), OURS),
    ],
)
def test_whatever_else_is_in_a_message_it_is_none(wanted, analysis, candidates):
    assert between.commands(wanted, analysis, candidates) == ()


@pytest.mark.parametrize(("reading", "doubtful"), [(0.1, True), (0.3, False), (1.0, False)])
def test_what_was_hardly_read_as_an_order_is_none(reading, doubtful):
    assert (
        between.doubtful(intent(("email", "x")).model_copy(update={"reading": reading})) is doubtful
    )
    assert not between.doubtful(intent().model_copy(update={"reading": reading}))


@pytest.mark.parametrize(
    ("text", "links", "another"),
    [
        ("and the Acme review, accept too", (named("event", "Acme review"),), True),
        ("and the strategy day is fine", (named("event", "Strategy day"),), False),
        ("and add Bo", (named("person", "Bo"),), False),
        ("the Acme review, rather", (named("event", "Acme review"),), False),
        ("and at five", (), False),
        ("and the same column for Toledo: 33", (), False),
    ],
)
def test_another_thing_of_the_cards_kind_is_named_besides(text, links, another):
    assert between.names_another(EVENT, "calendar", text, links) is another
    assert not between.names_another(EVENT, "email", text, links)


@pytest.mark.parametrize(
    ("domain", "text", "another"),
    [
        ("calendar", "and tell Bo on Slack that it is on", True),
        ("slack", "and tell Bo on Slack that it is on", False),
        ("calendar", "also email Bo the agenda", True),
        ("slack", "and send him an email", True),
        ("email", "and send him an email", False),
        ("email", "and put it into my calendar for Friday", True),
        ("calendar", "tell Bo on Slack that it is on", False),
        ("calendar", "and add Bo", False),
    ],
)
def test_another_service_is_named_besides(domain, text, another):
    assert between.names_another(Card(title="x"), domain, text, ()) is another


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("and the same column for Toledo: 33", True),
        ("also the same for the row of Johnson: 12", True),
        ("the same column, 33", False),
        ("and 33 in there", False),
    ],
)
def test_another_row_of_a_sheet_is_named_besides(text, another):
    assert between.names_another(Card(title="Change Monterrey"), "sheets", text, ()) is another


def test_a_question_points_at_what_the_card_is_about_and_what_was_found_for_it():
    rules = {**RULES, "star": replace(RULES["send_mail"], about="mail", about_kind="email")}
    mails = {"mails": [{"id": "m-1", "subject": "Budget"}, {"id": "m-2", "subject": "Lunch"}]}
    found = step("find_mail", status="done", result=mails)
    run = agent_run(found, step("star", arguments={"mail": "m-2"}), cursor=1)

    pointed = between.pointed_at(run, rules)

    assert [(one.id, one.ordinal) for one in pointed] == [("m-2", 0), ("m-1", 1), ("m-2", 2)]
    assert pointed[0].label == "Lunch"
    assert [one.id for one in between.pointed_at(card_of(), RULES)] == ["p-tom"]
    assert isinstance(pointed[0], Reference)


@pytest.mark.parametrize(
    ("given", "first"), [(["m-2"], ("m-2", 0)), (["m-1", "m-2"], ("m-1", 1)), ([], ("m-1", 1))]
)
def test_what_was_picked_from_a_list_is_what_the_card_is_about(given, first):
    mails = {"mails": [{"id": "m-1", "subject": "Budget"}, {"id": "m-2", "subject": "Lunch"}]}
    found = step("find_mail", status="done", result=mails)
    run = agent_run(found, step("send_mail", arguments={"ids": given}), cursor=1)

    pointed = between.pointed_at(run, RULES)

    assert (pointed[0].id, pointed[0].ordinal) == first


@pytest.mark.parametrize(
    ("times", "aside", "told"), [(1, "x", True), (0, "x", False), (1, "", False)]
)
def test_what_was_told_in_between_is_known(times, aside, told):
    assert between.just_told(turn(aside=aside), card_of(between=times)) is told
    assert not between.just_told(turn(aside=aside), None)
