import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.agents.domain import DOMAIN_AGENTS
from shared.agents.roster import analysis_of, candidates_for, discover, plain, reach
from shared.agents.roster import reached as running
from shared.decisions import habits
from shared.errors import AgentDiscoveryError
from shared.models.agent import Agent, RunOutcome
from shared.models.intent import ActionType, Command, IntentAnalysis
from shared.models.person import Habit, Preference
from shared.models.principal import Principal
from shared.models.reasoning import Memory
from shared.models.steps import Analysis, Suggestion
from shared.workspace.across.service import SERVICE as ACROSS_SERVICE
from shared.workspace.contacts.service import SERVICE as CONTACTS_SERVICE
from shared.workspace.email.service import SERVICE as EMAIL_SERVICE
from tests.support.fakes import NOON, OWNER, TENANT, Conversation

EMAIL, CONTACTS, ACTION = EMAIL_SERVICE.agent, CONTACTS_SERVICE.agent, ACROSS_SERVICE.agent
ADA = Principal(tenant=TENANT, user=OWNER)
RENT = Agent(id="rent", name="Rent Desk", description="Collects rents", examples=("who owes rent",))
OTHER = Agent(id="lift", name="Lift Desk", description="Mends lifts", examples=("mend the lift",))
NOTHING = Memory()
DOMAIN = ["email", "contacts", "action"]


@pytest.fixture
def services():
    return Conversation().services


async def saved(services, *agents, tenant=TENANT):
    for agent in agents:
        await services.agents.save(tenant, agent, None)


def changed(agent, **changes):
    return agent.model_copy(update=changes)


async def search(services, text="who owes rent", memory=NOTHING, **how):
    return await discover(services, ADA, text, memory, **how)


def ids(candidates):
    return [candidate.agent for candidate in candidates]


# --- who can be reached


async def reached(services):
    return [agent.id for agent in (await reach(services, ADA)).agents()]


async def test_the_tenants_own_agents_come_before_the_domain_ones(services):
    await saved(services, RENT)
    assert await reached(services) == ["rent", *DOMAIN]


async def test_a_domain_that_is_not_connected_has_no_agent(services):
    services.workspaces.domains = frozenset({"contacts", "a domain nobody works in"})
    assert await reached(services) == ["contacts"]


@pytest.mark.parametrize(
    ("agent", "tenant"),
    [
        (RENT, "globex"),
        (changed(RENT, enabled=False), TENANT),
        (changed(RENT, users=("bob",)), TENANT),
    ],
)
async def test_what_may_not_be_run_is_not_reached(services, agent, tenant):
    await saved(services, agent, tenant=tenant)
    assert await reached(services) == DOMAIN
    assert (await reach(services, ADA)).get("rent") is None


async def test_those_an_agent_lists_reach_it(services):
    agent = changed(RENT, users=("bob", OWNER))
    await saved(services, agent)
    assert (await reach(services, ADA)).get("rent") == agent


@pytest.mark.parametrize("change", [{"users": ("ann",)}, {"enabled": False}, None])
async def test_who_is_shut_out_does_not_run_it_from_that_moment_on(services, change):
    ada, agents = Principal(tenant=TENANT, user=OWNER), services.agents
    await saved(services, RENT)
    found, etag = await agents.get(TENANT, "rent")
    assert (await running(services, ada, "rent")).id == "rent"
    assert "rent" in await reached(services)  # so that an index of this moment is kept
    if change is None:
        await agents.delete(TENANT, "rent", etag, NOON)
    else:
        await agents.save(TENANT, found.model_copy(update=change), etag)

    assert await running(services, ada, "rent") is None


async def test_who_may_run_what_is_for_the_app_to_say(services):
    services = replace(services, may_run=lambda _, agent: agent.id == "contacts")
    assert await reached(services) == ["contacts"]
    assert ids(await candidates_for(services, ADA, "mail", NOTHING)) == ["contacts"]


# --- candidates


async def test_the_agent_a_message_is_for_comes_first_and_no_domain_agent_is_left_out(services):
    await saved(services, RENT, OTHER)
    found = await candidates_for(services, ADA, "who owes rent", NOTHING)
    assert found[0].agent == "rent"
    assert {"email", "contacts"} < set(ids(found))


async def test_domain_agents_are_candidates_however_many_others_fit(services):
    crowd = [changed(RENT, id=f"rent-{number:02}") for number in range(30)]
    await saved(services, *crowd)

    found = await candidates_for(services, ADA, "who owes rent", NOTHING)

    assert set(DOMAIN) < set(ids(found))
    assert len([c for c in found if c.name == "Rent Desk"]) == 20
    assert [c.score for c in found] == sorted((c.score for c in found), reverse=True)


async def test_the_agent_used_last_is_a_candidate_however_far_it_is(services):
    crowd = [changed(RENT, id=f"rent-{number:02}") for number in range(30)]
    await saved(services, *crowd, OTHER)

    found = await candidates_for(services, ADA, "who owes rent", Memory(routes=("rent-01", "lift")))
    assert "lift" in ids(found)
    assert "lift" not in ids(await candidates_for(services, ADA, "who owes rent", NOTHING))


async def failing(services, agent="rent"):
    for number in range(3):
        outcome = RunOutcome(turn=f"k/{number}", succeeded=False, milliseconds=5, at=NOON)
        await services.records.count(TENANT, agent, outcome)


async def test_an_agent_that_keeps_failing_is_known_to_be_unavailable(services):
    await saved(services, RENT)
    await failing(services)
    [first, *_] = (await search(services)).candidates
    assert (first.agent, first.available) == ("rent", False)


@pytest.mark.parametrize("error", [OSError("gone"), RuntimeError("broken")])
async def test_an_encoder_that_does_not_work_is_a_failed_search(services, error):
    class Broken:
        space = "none"

        def encode(self, texts):
            raise error

    with pytest.raises(AgentDiscoveryError):
        await search(replace(services, encoder=Broken()))


# --- by name


@pytest.mark.parametrize("name", ["rent", "Rent-Desk", "RENT_DESK"])
async def test_a_name_finds_its_agent_alone(services, name):
    await saved(services, RENT, OTHER)
    found = await search(services, name=name, rounds=2)
    sure = plain(RENT).model_copy(update={"score": 1.0, "named": True})
    assert (found.candidates, found.rounds) == ((sure,), 2)


async def test_an_agent_found_by_name_may_be_unavailable(services):
    await saved(services, RENT)
    await failing(services)
    assert not (await search(services, name="rent")).candidates[0].available


async def test_an_unknown_name_is_answered_with_the_closest_ones(services):
    await saved(services, RENT, OTHER)
    found = await search(services, name="rnet", rounds=1)
    assert (found.candidates, ids(found.closest)[:1], found.rounds) == ((), ["rent"], 1)


# --- what a person is used to


async def using(services, *agents):
    for number, agent in enumerate(agents):
        habit = Habit(turn=f"k/{number}", agent=agent, at=NOON)
        await services.people.change(ADA, lambda person, habit=habit: habits.used(person, habit))


async def test_what_is_used_often_leads_favourites_and_suggestions(services):
    await saved(services, RENT, OTHER)
    await using(services, "lift", "lift", "email", "gone")

    found = await search(services)

    assert ids(found.favourites) == ["lift", "email", "rent"]
    assert found.suggestions == (
        Suggestion(agent="lift", name="Lift Desk", text="mend the lift"),
        Suggestion(agent="email", name="Email", text=EMAIL.examples[0]),
        Suggestion(agent="rent", name="Rent Desk", text="who owes rent"),
    )


async def test_whoever_is_new_is_suggested_what_there_is(services):
    found = await search(services)
    assert ids(found.favourites) == DOMAIN
    assert [s.text for s in found.suggestions] == [
        EMAIL.examples[0],
        CONTACTS.examples[0],
        ACTION.examples[0],
    ]


TWINS = [changed(RENT, id=name, name=f"Rent {name}", description="Rent") for name in "ab"]


async def choosing(services, agent, *among, text="who owes rent"):
    choice = Preference(
        turn="k/9",
        text=text,
        among=among,
        agent=agent,
        point=habits.packed(services.encoder.encode([text])[0]),
        at=NOON,
    )
    await services.people.change(ADA, lambda person: habits.prefer(person, choice))


async def test_a_choice_made_before_is_preferred_among_the_same_agents(services):
    await saved(services, *TWINS)
    assert (await search(services)).preferred == ""
    await choosing(services, "b", "a", "b")
    assert (await search(services)).preferred == "b"


@pytest.mark.parametrize(
    ("agent", "among", "text"),
    [("b", ("b", "z"), "who owes rent"), ("b", ("a", "b"), "feed the cat"), ("z", ("a", "b"), "x")],
)
async def test_a_choice_for_something_else_is_not_preferred(services, agent, among, text):
    await saved(services, *TWINS)
    await choosing(services, agent, *among, text=text)
    assert (await search(services)).preferred == ""


async def test_an_agent_that_keeps_failing_is_not_preferred(services):
    await saved(services, *TWINS)
    await choosing(services, "b", "a", "b")
    await failing(services, "b")
    assert (await search(services)).preferred == ""


async def test_a_record_is_forgiven_in_time(services):
    await saved(services, RENT)
    await failing(services)
    services.clock.advance(seconds=timedelta(hours=1).total_seconds())
    assert (await search(services)).candidates[0].available


# --- what may not be run is nowhere

agents = st.lists(
    st.builds(
        lambda name, users, enabled: changed(
            RENT, id=name, name=f"Desk {name}", users=users, enabled=enabled
        ),
        st.sampled_from(["rent-a", "rent-b", "rent-c", "rent-d"]),
        st.sampled_from([(), (OWNER,), ("bob",)]),
        st.booleans(),
    ),
    max_size=4,
    unique_by=lambda agent: agent.id,
)


@settings(max_examples=25, deadline=None)
@given(agents, agents, st.lists(st.sampled_from(["email", "contacts"]), max_size=2))
def test_what_may_not_be_run_is_never_found_in_any_way(own, foreign, connected):
    services = Conversation().services
    services.workspaces.domains = frozenset(connected)
    mine = {agent.id for agent in own if agent.enabled and agent.users in {(), (OWNER,)}}
    may = mine | {agent.id for agent in DOMAIN_AGENTS if agent.domain in connected}

    async def everything():
        await saved(services, *own)
        await saved(services, *foreign, tenant="globex")
        names = ["rent-a", "rent-b", "rent-c", "rent-d"]
        await using(services, *names, *names)
        await choosing(services, "rent-a", *names)
        by_search = await search(services, memory=Memory(routes=("rent-b",)))
        by_name = [await search(services, name=name) for name in (*names, "desk-rent-a", "rent-x")]
        within = await reach(services, ADA)
        return by_search, by_name, {name for name in names if within.get(name)}

    by_search, by_name, gotten = asyncio.run(everything())
    assert set(ids(by_search.candidates)) <= may
    assert set(connected) <= set(ids(by_search.candidates))
    assert set(ids(by_search.favourites)) <= may
    assert {suggestion.agent for suggestion in by_search.suggestions} <= may
    assert by_search.preferred in {"", *mine}
    assert gotten == mine
    for found in by_name:
        assert set(ids(found.candidates)) | set(ids(found.closest)) <= may
    assert {c.agent for found in by_name[:4] for c in found.candidates} == mine


# --- what deciding needs to know


def test_an_intent_that_could_not_be_had_is_a_failure():
    assert analysis_of(None) == Analysis(failed=True)


def test_deciding_knows_of_an_intent_what_it_needs_and_no_content():
    intent = IntentAnalysis(
        action=ActionType.EXECUTE,
        primary_intent="find mail",
        confidence=0.7,
        ambiguity_reason="which?",
        missing="target",
        recurring=0.4,
        commands=tuple(
            Command(agent=agent, command="c") for agent in ("email", "", "contacts", "email")
        ),
    )
    assert analysis_of(intent) == Analysis(
        action=ActionType.EXECUTE,
        confidence=0.7,
        ambiguity_reason="which?",
        missing="target",
        recurring=0.4,
        agents=("email", "contacts"),
        reads=True,
    )


async def test_a_search_made_a_moment_ago_is_not_made_again_but_permission_is_asked_anew():
    asked = []

    def may_run(principal, agent):
        asked.append(agent.id)
        return agent.id not in forbidden

    services = replace(Conversation().services, may_run=may_run)
    forbidden = set()
    for agent in ("rent", "lift"):
        made = Agent(id=agent, name=agent.title(), description=f"Looks after the {agent}")
        await services.agents.save(TENANT, made, None)
    principal = Principal(tenant=TENANT, user=OWNER)

    async def found():
        return {c.agent for c in await candidates_for(services, principal, "the rent", Memory())}

    first = await found()
    forbidden.add("rent")

    assert "rent" in first
    assert await found() == first - {"rent"}
