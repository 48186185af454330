import asyncio
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.agents.domain import DOMAIN_AGENTS
from shared.agents.learning import forget, judge, learn, routed, turn_name
from shared.agents.roster import Reach, personal
from shared.decisions import habits
from shared.models.agent import Agent, RunOutcome
from shared.models.principal import Principal
from shared.models.reasoning import Usage
from shared.models.routed import Routed
from shared.models.rows import TURN, Change, Put
from shared.models.run import AgentRun, Step, SubAgentResponse, SubAgentResult, ToolError
from shared.models.thread import Thread, TraceEntry
from tests.support.fakes import NOON, OWNER, TENANT, Conversation
from tests.unit.shared.decisions.values import candidate, decision, intent, turn

ADA = Principal(tenant=TENANT, user=OWNER)
RENT = Agent(id="rent", name="Rent", description="Collects rents")
LIFT = Agent(id="lift", name="Lift", description="Mends lifts")
CLOSED = {"closed_at": NOON, "status": "closed", "text": "who owes rent"}
RUN = decision("run", agent="rent")
CHOSEN = decision("run", agent="rent", among=("lift", "rent"))


def ran(error=None, *, answered=True, recoverable=False):
    """Return a run of 300 ms that succeeded, or failed of this kind of error."""
    response = SubAgentResponse(
        success=error is None,
        domain="",
        request="r",
        result=SubAgentResult(),
        error=(
            ToolError(type=error, message="m", tool="t", recoverable=recoverable) if error else None
        ),
    )
    return AgentRun(
        id="work-1",
        agent="rent",
        request="r",
        steps=tuple(
            Step(tool=tool, status="done", milliseconds=ms) for tool, ms in (("a", 100), ("b", 200))
        ),
        response=response if answered else None,
    )


@pytest.fixture
def services():
    return Conversation().services


async def known(services, who=ADA):
    """Return everything that learning changes, as somebody finds it."""
    for agent in (RENT, LIFT):
        if agent not in await services.agents.list(TENANT):
            await services.agents.save(TENANT, agent, None)
    shared = await services.catalogue.index(TENANT)
    person = await services.people.get(who)
    index = (await personal(Reach(shared, lambda _: True), person)).index
    return {
        "learned": {
            entry.agent.id: [text.text for text in entry.texts if text.kind == "learned"]
            for entry in index.entries
        },
        "person": person.model_copy(update={"taught": ()}),
        "records": dict(await services.records.of(TENANT, ["rent", "lift"])),
        "routed": list(await services.routings.since(TENANT, NOON - timedelta(days=300))),
        "gaps": list(await services.gaps.since(TENANT, NOON - timedelta(days=300), 100)),
    }


async def learning(services, value, run):
    await known(services)
    await learn(services, ADA, "k", value, run)
    return await known(services)


async def judging(services, value, run, verdict, meant=None):
    await judge(services, ADA, "k", value, run, verdict, meant)
    return await known(services)


# --- a turn that closed


async def test_a_turn_that_ran_an_agent_teaches_of_the_agent_the_person_and_routing(services):
    value = turn(**CLOSED, decision=RUN)

    after = await learning(services, value, ran())

    outcome = RunOutcome(turn="k/1", succeeded=True, milliseconds=300, at=NOON)
    assert after["records"]["rent"].outcomes == (outcome,)
    assert habits.favourites(after["person"]) == ("rent",)
    assert after["person"].habits[0].at == NOON
    assert after["routed"] == [routed(OWNER, "k", value, ran())]
    assert after["person"].preferences == ()
    assert after["learned"] == {
        name: [] for name in ("rent", "lift", *(agent.id for agent in DOMAIN_AGENTS))
    }


async def test_a_choice_where_nothing_fitted_is_a_preference_and_an_example_besides(services):
    long = "@lift who owes rent " + "x" * 300
    value = turn(**{**CLOSED, "text": long}, decision=CHOSEN)

    after = await learning(services, value, ran())

    [choice] = after["person"].preferences
    said = long.removeprefix("@lift ")[:200]
    assert (choice.turn, choice.agent, choice.among) == ("k/1", "rent", ("lift", "rent"))
    assert (choice.text, choice.at) == (said, NOON)
    [point] = services.encoder.encode([said])
    assert habits.preferred(after["person"], point, ("lift", "rent")) == "rent"
    assert after["learned"]["rent"] == [said]
    assert habits.favourites(after["person"]) == ("rent",)


async def test_a_choice_among_agents_that_fitted_is_a_matter_of_taste(services):
    fitting = (candidate("lift", 0.8), candidate("rent", 0.75))
    value = turn(**CLOSED, decision=CHOSEN.model_copy(update={"candidates": fitting}))

    after = await learning(services, value, ran())

    assert [choice.agent for choice in after["person"].preferences] == ["rent"]
    assert after["learned"]["rent"] == []


async def test_what_is_forgotten_is_asked_again(services):
    value = turn(**CLOSED, decision=CHOSEN)
    after = await learning(services, value, ran())
    principal = ADA

    assert await forget(services, principal, {"lift"}) == ()
    assert await forget(services, principal) == after["person"].preferences
    assert (await services.people.get(principal)).preferences == ()
    assert await forget(services, principal) == ()


@pytest.mark.parametrize(
    ("made", "run"),
    [
        (None, None),
        (RUN, None),
        (decision("run", agent=None), ran()),
        (decision("query", agent=None), None),
        (decision("build", agent="rent"), None),
        (decision("ask", agent="rent"), None),
        (decision("say", agent=None), None),
    ],
)
async def test_a_turn_that_ran_no_agent_teaches_of_routing_alone(services, made, run):
    value = turn(**CLOSED, decision=made)

    after = await learning(services, value, run)

    assert after["routed"] == [routed(OWNER, "k", value, run)]
    assert (after["records"], after["person"].habits) == ({}, ())
    assert after["gaps"] == []


@pytest.mark.parametrize(
    ("run", "succeeded"),
    [
        (ran(), True),
        (ran("network"), False),
        (ran("rate_limit"), False),
        (ran("tool_error"), False),
        (ran("auth"), False),
        (ran("auth", recoverable=True), None),
        (ran("permission"), False),
        (ran("params"), None),
        (ran(answered=False), None),
    ],
)
async def test_only_failures_of_its_own_count_against_an_agent(services, run, succeeded):
    after = await learning(services, turn(**CLOSED, decision=RUN), run)

    outcomes = [o.succeeded for record in after["records"].values() for o in record.outcomes]
    assert outcomes == ([] if succeeded is None else [succeeded])
    assert after["routed"][0].succeeded is bool(succeeded), "what was wanted was not given"
    assert habits.favourites(after["person"]) == ("rent",)


def test_nothing_that_was_said_is_kept_of_routing():
    value = turn(
        **{**CLOSED, "text": "@rent my secret"},
        decision=CHOSEN,
        intent=intent(("rent", "secret")),
        asked="choice",
        rounds=2,
    )

    kept = routed(OWNER, "k", value, ran())

    assert "secret" not in kept.model_dump_json()
    assert (kept.action, kept.kind, kept.agent) == ("EXECUTE", "run", "rent")
    assert (kept.asked, kept.rounds, kept.mentioned) == ("choice", 2, True)
    assert kept.turn == turn_name("k", value) == "k/1"


def test_a_turn_that_asked_whether_to_change_an_agent_was_not_routed_to_it():
    assert routed(OWNER, "k", turn(decision=decision("build", agent="rent")), None).agent is None


def test_a_turn_that_never_closed_counts_from_its_opening():
    assert routed(OWNER, "k", turn(opened_at=NOON), None).at == NOON


def test_what_a_turn_took_is_kept_with_whose_it_was():
    trace = (
        TraceEntry(name="intent", at=NOON, milliseconds=20),
        TraceEntry(name="tool", at=NOON, milliseconds=300),
        TraceEntry(name="tool", at=NOON, milliseconds=100),
    )
    spent = Usage(calls=3, input_tokens=1200, output_tokens=80, model="m")

    kept = routed(OWNER, "k", turn(**CLOSED, decision=RUN, trace=trace, usage=spent), ran())

    assert (kept.user, kept.agent, kept.tools, kept.milliseconds) == (OWNER, "rent", 2, 420)
    assert (kept.calls, kept.input_tokens, kept.output_tokens) == (3, 1200, 80)


def test_what_was_kept_before_figures_were_is_still_read():
    old = '{"turn": "k/1", "at": "2026-11-02T12:00:00Z", "agent": "rent", "succeeded": true}'
    read = Routed.model_validate_json(old)
    assert (read.agent, read.user, read.calls, read.tools) == ("rent", "", 0, 0)


# --- what nobody could do


async def test_a_request_that_fitted_nobody_is_kept_as_missing_once(services):
    offer = decision("ask", agent=None, question="offer", candidates=(candidate("rent", 0.1),))
    text = "water the plants of bob@x.com"
    value = turn(**{**CLOSED, "text": text}, decision=offer, asked="offer")

    await learning(services, value, None)
    after = await learning(services, value, None)

    [gap] = after["gaps"]
    assert (gap.id, gap.at, gap.outcome) == ("k/1", NOON, "left")
    assert (gap.text, gap.nearest) == ("water the plants of [EMAIL]", ("rent",))


async def test_an_agent_used_instead_leaves_the_gap_and_learns_all_the_same(services):
    value = turn(**CLOSED, decision=RUN, asked="offer")

    after = await learning(services, value, ran())

    assert [gap.outcome for gap in after["gaps"]] == ["alternative"]
    assert len(after["records"]["rent"].outcomes) == 1


# --- a verdict


async def test_a_good_verdict_makes_the_request_an_example(services):
    value = turn(**CLOSED, decision=RUN)
    before = await learning(services, value, ran())

    after = await judging(services, value, ran(), "good")

    assert after["learned"]["rent"] == ["who owes rent"]
    assert [r.verdict for r in after["routed"]] == ["good"]
    assert (after["records"], after["person"]) == (before["records"], before["person"])


async def test_a_wrong_agent_is_unlearned_and_the_right_one_learned(services):
    value = turn(**CLOSED, decision=CHOSEN)
    before = await learning(services, value, ran())

    after = await judging(services, value, ran(), "wrong_agent", "lift")

    assert (after["learned"]["rent"], after["learned"]["lift"]) == ([], ["who owes rent"])
    assert after["records"] == before["records"]
    assert [(r.verdict, r.meant) for r in after["routed"]] == [("wrong_agent", "lift")]


async def test_a_later_verdict_replaces_an_earlier_one(services):
    value = turn(**CLOSED, decision=RUN)
    await learning(services, value, ran())
    once_good = await judging(services, value, ran(), "good")

    await judging(services, value, ran(), "wrong_agent", "lift")
    after = await judging(services, value, ran(), "good")

    assert after["records"] == once_good["records"]
    assert after["routed"] == once_good["routed"]
    assert after["learned"]["rent"] == ["who owes rent"]


@pytest.mark.parametrize("verdict", ["good", "wrong_agent"])
async def test_a_verdict_on_a_turn_without_an_agent_counts_against_nobody(services, verdict):
    value = turn(**CLOSED, decision=decision("query", agent=None))
    await learning(services, value, None)
    meant = "lift" if verdict == "wrong_agent" else None

    after = await judging(services, value, None, verdict, meant)

    assert after["records"] == {}
    assert after["learned"]["lift"] == (["who owes rent"] if meant else [])
    assert [r.verdict for r in after["routed"]] == [verdict]


async def test_a_good_verdict_on_a_run_that_never_showed_anything_counts_no_run(services):
    value = turn(**CLOSED, decision=RUN)
    await learning(services, value, ran(answered=False))

    assert (await judging(services, value, ran(answered=False), "good"))["records"] == {}


ANN, BOB, CY = (Principal(tenant=TENANT, user=user) for user in ("ann", "bob", "cy"))


async def teaching(services, who, number, text="who owes rent"):
    value = turn(**{**CLOSED, "text": text}, number=number, decision=RUN)
    await judge(services, who, f"k-{who.user}", value, ran(), "wrong_agent", "lift")


async def test_however_often_one_person_judges_nobody_elses_agents_change(services):
    before = await known(services, BOB)
    for number in range(1, 7):
        await teaching(services, ANN, number)
        await teaching(services, ANN, number + 10, f"who owes rent {number}")

    assert (await known(services, ANN))["learned"]["lift"] != []
    after = await known(services, BOB)
    assert (after["learned"], after["records"]) == (before["learned"], before["records"])


async def test_what_a_quorum_says_holds_for_everybody_until_one_takes_it_back(services):
    for who in (ANN, BOB):
        await teaching(services, who, 1)
        assert (await known(services, ADA))["learned"]["lift"] == []

    await teaching(services, CY, 1)
    assert (await known(services, ADA))["learned"]["lift"] == ["who owes rent"]

    value = turn(**CLOSED, decision=RUN)
    await judge(services, CY, "k-cy", value, ran(), "good", None)
    assert (await known(services, ADA))["learned"]["lift"] == []


# --- twice

values = st.builds(
    lambda made, text, number: turn(**{**CLOSED, "text": text}, number=number, decision=made),
    st.sampled_from([RUN, CHOSEN, decision("query", agent=None), None]),
    st.sampled_from(["who owes rent", "@rent who owes", "mend the lift"]),
    st.integers(1, 3),
)
runs = st.sampled_from([None, ran(), ran("network"), ran("params")])


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(values, runs), max_size=4, unique_by=lambda pair: pair[0].number))
def test_learning_from_the_same_turn_twice_changes_nothing(pairs):
    services = Conversation().services

    async def twice():
        for value, run in pairs:
            await learning(services, value, run)
        before = await known(services)
        for value, run in pairs[-1:]:
            assert await learning(services, value, run) == before

    asyncio.run(twice())


async def answered(services, **before):
    """Have a turn answered by Rent, and then another message closed as a turn of its own."""
    first = turn(**CLOSED, decision=CHOSEN)
    await learning(services, first, ran())
    rows = (Put(TURN, 1, first),)
    thread = Thread(key="k", tenant=TENANT, owner=OWNER, id="k", created_at=NOON, updated_at=NOON)
    await services.threads.commit(None, Change(thread, rows))
    second = {**CLOSED, "opened_at": NOON, "number": 2, **before}
    await learn(services, ADA, "k", turn(**second), None)
    return await known(services)


@pytest.mark.parametrize("text", ["no, the other one", "that's wrong"])
async def test_what_a_turn_taught_is_taken_back_when_the_person_corrects_it(services, text):
    after = await answered(services, text=text)

    assert after["records"] == {}
    assert after["person"].preferences == ()
    assert after["learned"]["rent"] == []
    assert [row.follows for row in after["routed"]] == ["", "corrects"]


@pytest.mark.parametrize(
    ("text", "follows"), [("thanks", ""), ("who owes rent", "repeats"), ("and Bo?", "")]
)
async def test_what_a_turn_taught_stays_when_they_go_on(services, text, follows):
    after = await answered(services, text=text)

    assert len(after["records"]["rent"].outcomes) == 1
    assert after["learned"]["rent"] == ["who owes rent"]
    assert after["routed"][-1].follows == follows


async def test_what_is_said_after_an_hour_corrects_nothing(services):
    after = await answered(services, text="no", opened_at=NOON + timedelta(minutes=61))

    assert len(after["records"]["rent"].outcomes) == 1
    assert after["routed"][-1].follows == ""
