"""What the tools of our MCP endpoint say and take in, without the protocol around them."""

from dataclasses import replace

import pytest

from api.mcp_tools import Desk, Told
from shared.errors import InvalidRequest, LimitReached, NotFound
from shared.models.principal import Principal


def started(name, **more):
    return {"type": "TEXT_MESSAGE_START", "messageId": name, **more}


def said(name, delta):
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": name, "delta": delta}


def finished(**outcome):
    return {"type": "RUN_FINISHED", "outcome": outcome}


ASKED = {"id": "q-1-1", "message": "Which one?"}


@pytest.mark.parametrize(
    ("events", "status", "text"),
    [
        ([], "working", ""),
        ([started("a"), said("a", "Hel"), said("a", "lo")], "working", "Hello"),
        ([started("a"), said("a", "Hello"), finished(type="success")], "done", "Hello"),
        (
            [
                started("a"),
                said("a", "broken o"),
                {"type": "MESSAGES_SNAPSHOT", "messages": [{"id": "m1"}]},
                started("b"),
                said("b", "Whole"),
                finished(type="success"),
            ],
            "done",
            "Whole",
        ),
        ([finished(type="cancelled")], "failed", ""),
        ([{"type": "RUN_ERROR", "message": "It broke."}], "failed", "It broke."),
        ([{"type": "STATE_SNAPSHOT", "snapshot": {}}], "working", ""),
    ],
)
def test_the_events_of_a_run_come_to_a_text_and_how_it_ended(events, status, text):
    told = Told("t")
    for event in events:
        told.take(event)
    assert (told.outcome.status, told.outcome.text, told.outcome.question) == (status, text, None)


def test_a_run_that_ends_with_a_question_waits_for_it():
    told = Told("t")
    told.take(finished(type="interrupt", interrupts=[ASKED]))
    assert (told.outcome.status, told.outcome.question) == ("waiting", ASKED)


def desk(world, **changes):
    return replace(Desk(world.caller, world.engine, world.services, patience=0), **changes)


async def test_a_call_that_takes_too_long_is_answered_with_where_to_look(world):
    outcome = await desk(world).call("ask", {"message": "hello", "thread": "t1"})
    assert (outcome.thread, outcome.status) == ("t1", "working")
    looked = await desk(world).call("look", {"thread": "t1"})
    assert (looked.thread, looked.status) == ("t1", "working")


async def test_a_question_is_found_again_and_answered_once(world):
    await world.say()
    question = await world.ask("approval")
    looked = await desk(world).call("look", {"thread": "t1"})
    assert (looked.status, looked.question["id"]) == ("waiting", question)
    answer = {"thread": "t1", "question": question, "action": "accept"}
    first = await desk(world).call("answer", answer)
    again = await desk(world).call("answer", answer)
    assert (first.thread, first.status) == (again.thread, again.status) == ("t1", "working")


async def test_what_belongs_to_somebody_else_is_not_there(world):
    await world.say()
    question = await world.ask("approval")
    eve = desk(world, caller=Principal(tenant="dev", user="eve", roles=("owner",)))
    with pytest.raises(NotFound):
        await eve.call("look", {"thread": "t1"})
    with pytest.raises(NotFound):
        await eve.call("answer", {"thread": "t1", "question": question, "action": "accept"})


async def test_agents_are_offered_to_those_who_may_run_them(office):
    await office.make("weekly")
    await office.make("hers", users=["ann"])
    await office.make("off", enabled=False)

    async def names(who):
        offers = await desk(office.world, caller=who).offers()
        return {one.name for one in offers if one.name.startswith("agent_")}

    assert {"agent_weekly", "agent_hers", "agent_email"} <= await names(office.ann)
    assert await names(office.bob) == await names(office.ann) - {"agent_hers"}
    assert "agent_off" not in await names(office.ann)
    assert "agent_weekly" not in await names(office.eve)
    with pytest.raises(NotFound):
        await desk(office.world, caller=office.bob).call("agent_hers", {"message": "hi"})


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("ask", {}),
        ("ask", {"message": " "}),
        ("ask", {"message": "hi", "odd": 1}),
        ("answer", {"thread": "t", "question": "q", "action": "sign"}),
        ("look", {"thread": 1}),
    ],
)
async def test_what_does_not_fit_is_refused_before_anything_is_done(world, tool, given):
    with pytest.raises(InvalidRequest):
        await desk(world).call(tool, given)
    assert not world.meter


async def test_there_are_no_other_tools(world):
    with pytest.raises(LookupError):
        await desk(world).call("rm", {})


class Budgets:
    """Limits that hold what is taken, and what is charged afterwards."""

    def __init__(self, **left):
        self.left = left
        self.charged = []

    async def take(self, _who, wanted):
        for kind, amount in wanted.items():
            if amount > self.left.get(kind, 0):
                raise LimitReached("Enough for now.", kind=kind, seconds=1)
            self.left[kind] -= amount

    def charge(self, _who, kind, amount):
        self.charged.append((kind, amount))


async def test_what_waits_takes_of_the_limits_of_whoever_asked(world):
    ask = {"message": "hello", "thread": "t1"}
    for few, kind in ((Budgets(), "streams"), (Budgets(streams=60), "turns")):
        services = replace(world.services, budgets=few)
        with pytest.raises(LimitReached) as refused:
            await desk(world, services=services).call("ask", ask)
        assert refused.value.code == f"too_many_{kind}"
    with pytest.raises(NotFound):
        await desk(world).call("look", {"thread": "t1"})
    few = Budgets(streams=60, turns=1_000)
    await desk(world, services=replace(world.services, budgets=few)).call("ask", ask)
    assert few.left["turns"] < 1_000
    assert few.charged == [("streams", -60.0)], "it came back at once"


async def test_an_answer_waits_as_a_question_does(world):
    await world.say()
    question = await world.ask("approval")
    answer = {"thread": "t1", "question": question, "action": "accept"}
    with pytest.raises(LimitReached):
        await desk(world, services=replace(world.services, budgets=Budgets())).call(
            "answer", answer
        )
    assert (await desk(world).call("look", {"thread": "t1"})).question["id"] == question
