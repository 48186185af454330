"""A person is found among agents and taken out, whatever the agents went through."""

from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.storage.agents import AGENT, PAST, StoredAgents
from shared.storage.inventory import INVENTORY
from shared.storage.keys import digest
from shared.storage.traces import StoredTraces
from tests.support.fakes import NOON, HashedWords
from tests.support.whole import MemoryTables

ANN = Principal(tenant="acme", user='ann "the\\leaver" ü')


async def versions(agents, *states, instructions=""):
    """Save an agent in one state after another: who owns it, who edits it, who may run it."""
    etag = None
    for number, (owner, editors, users) in enumerate(states, start=1):
        agent = Agent(
            id="a",
            name="A",
            description="d",
            instructions=instructions,
            owner=owner,
            editors=editors,
            users=users,
            version=number,
            created_at=NOON,
        )
        etag = await agents.save("acme", agent, etag)
    return etag


async def left_of(tables):
    rows = await tables.rows("agents").range(digest("acme"), " ", "~", 1000)
    assert not any("leaver" in row.body for row in rows)
    return rows


async def test_a_version_from_when_it_was_private_is_for_those_who_have_it_now():
    tables = MemoryTables()
    agents, traces = StoredAgents(tables.rows("agents"), HashedWords()), StoredTraces(tables.rows)
    await versions(agents, (ANN.user, (), (ANN.user,)), (ANN.user, ("bob",), ("cy",)))

    assert await traces.agents(ANN, wet=False) == {"agents": 2}
    assert await traces.agents(ANN, wet=True) == {"agents": 2}

    await left_of(tables)
    for number in (1, 2):
        kept = await agents.version("acme", "a", number)
        assert (kept.owner, kept.users, kept.created_at) == ("bob", ("cy",), NOON)
    assert await traces.agents(ANN, wet=True) == {"agents": 0}


async def test_a_private_agent_goes_with_every_version_and_its_record_in_several_batches():
    tables = MemoryTables()
    agents, traces = StoredAgents(tables.rows("agents"), HashedWords()), StoredTraces(tables.rows)
    private = [(ANN.user, (), (ANN.user,))] * 53
    etag = await versions(agents, *private, instructions="x" * 100_000)
    other = Agent(id="b", name="B", description="d", owner="bob", created_at=NOON)
    await agents.save("acme", other, None)
    assert etag

    assert (await traces.agents(ANN, wet=True))["agents"] == 52

    keys = [row.key for row in await left_of(tables)]
    assert [key for key in keys if key.startswith((AGENT, PAST))] == [AGENT + digest("b")]


async def test_what_breaks_off_between_batches_is_found_again():
    tables = MemoryTables()
    table = tables.rows("agents")
    agents, traces = StoredAgents(table, HashedWords()), StoredTraces(tables.rows)
    shared = [(ANN.user, ("bob",), ())] * 51
    await versions(agents, *shared, instructions="x" * 100_000)
    commit, done = table.commit, []

    async def once(partition, writes):
        if done:
            raise OSError("gone")
        done.append(len(writes))
        return await commit(partition, writes)

    table.commit = once
    try:
        await traces.agents(ANN, wet=True)
    except OSError:
        table.commit = commit
    assert 0 < done[0] < 51
    assert (await traces.agents(ANN, wet=True))["agents"] == 51 - done[0]
    await left_of(tables)
    assert (await agents.get("acme", "a"))[0].owner == "bob"


async def test_an_agent_that_others_have_and_nothing_of_the_person_stays_as_it_is():
    tables = MemoryTables()
    agents, traces = StoredAgents(tables.rows("agents"), HashedWords()), StoredTraces(tables.rows)
    await versions(agents, ("bob", (), ()), ("bob", ("cy",), ("dora",)))
    before = tables.everything()
    assert await traces.agents(ANN, wet=True) == {"agents": 0}
    assert tables.everything() == before
    assert {name for name, _, _ in before} <= {one.name for one in INVENTORY}
