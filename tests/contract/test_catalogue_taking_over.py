"""An index is made of what was known before and what has changed, and nobody can tell."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.models.agent import Agent
from shared.storage.agents import AGENT, LEARNED, POINTS, StoredAgents
from shared.storage.catalogue import StoredCatalogue
from shared.storage.keys import digest
from shared.storage.memory import MemoryRows
from shared.storage.rows import Delete
from tests.support.fakes import HashedWords, ManualClock
from tests.unit.matching.conftest import assert_same

EMAIL = Agent(id="email", name="Email", description="Reads mail", domain="email")
WORDS = HashedWords()
CROWD = 520
"""So many agents of one text that their centres stay where they are."""

ids = st.sampled_from(["a", "b", "c", "email"])
wishes = st.sampled_from(["late payers", "empty flats", "broken lifts", "mail from banks"])
changes = st.one_of(
    st.tuples(st.just("save"), ids, wishes),
    st.tuples(st.sampled_from(["delete", "restore", "blank"]), ids, st.just("")),
    st.tuples(st.sampled_from(["learn", "unlearn"]), ids, wishes),
    st.tuples(st.just("look"), st.sampled_from(["with", "without"]), st.just("")),
)


class BusyRows(MemoryRows):
    """Rows where something else happens once, just before those of a prefix are read."""

    def __init__(self, meter):
        super().__init__(meter)
        self.meanwhile = {}

    async def range(self, partition, first, last, limit):
        if happens := self.meanwhile.pop(first, None):
            await happens()
        return await super().range(partition, first, last, limit)


class Organisation:
    """Agents that change, and a catalogue that has followed them from the start."""

    def __init__(self):
        self.reads = []
        self.rows = BusyRows(lambda *moved: self.reads.append(moved))
        self.clock = ManualClock()
        self.agents = StoredAgents(self.rows, WORDS)
        self.catalogue = self.anew()
        self.etags = {}
        self.gone = set()

    def anew(self):
        return StoredCatalogue(self.rows, WORDS, self.clock, (EMAIL,))

    async def save(self, agent_id, description, **fields):
        agent = Agent(id=agent_id, name=agent_id, description=description, **fields)
        self.etags[agent_id] = await self.agents.save("acme", agent, self.etags.get(agent_id))
        self.gone.discard(agent_id)

    async def delete(self, agent_id):
        etag = self.etags.pop(agent_id)
        await self.agents.delete("acme", agent_id, etag, self.clock.now())
        self.gone.add(agent_id)

    async def restore(self, agent_id):
        _, etag = await self.agents.restore("acme", agent_id, self.clock.now())
        self.etags[agent_id] = etag
        self.gone.discard(agent_id)

    async def blank(self, agent_id):
        """Save an agent as one whose texts are encoded on reading."""
        await self.save(agent_id, "says nothing")
        await self.rows.commit(digest("acme"), [Delete(POINTS + digest(agent_id))])

    async def compare(self, *, workspace=True):
        index = await self.catalogue.index("acme", workspace=workspace, fresh=True)
        assert_same(index, await self.anew().index("acme", workspace=workspace))
        return index

    async def apply(self, change, agent_id, text):
        there = agent_id in self.etags
        match change:
            case "save":
                await self.save(agent_id, text)
            case "delete" if there:
                await self.delete(agent_id)
            case "blank" if there:
                await self.blank(agent_id)
            case "restore" if agent_id in self.gone:
                await self.restore(agent_id)
            case "learn":
                await self.catalogue.learn("acme", agent_id, text)
            case "unlearn":
                await self.catalogue.unlearn("acme", agent_id, text)
            case "look":
                await self.compare(workspace=agent_id == "with")


@given(st.lists(changes, max_size=20))
@settings(deadline=None, max_examples=40)
def test_whatever_changed_the_index_is_the_one_built_from_nothing(sequence):
    async def follow():
        organisation = Organisation()
        for change in sequence:
            await organisation.apply(*change)
        for workspace in (True, False):
            await organisation.compare(workspace=workspace)

    asyncio.run(follow())


async def test_an_agent_stored_without_points_is_encoded_each_time():
    organisation = Organisation()
    await organisation.save("a", "late payers")
    await organisation.blank("b")
    await organisation.compare()
    await organisation.save("c", "empty flats")

    await organisation.compare()


@pytest.fixture
async def crowd():
    organisation = Organisation()
    for number in range(CROWD):
        await organisation.save(f"agent-{number}", f"Counts crates of kind {number}")
    return organisation


async def test_in_a_large_organisation_only_what_changed_is_read_again(crowd):
    before = await crowd.compare()
    await crowd.save("agent-7", "Feeds the zebras")
    await crowd.catalogue.learn("acme", "agent-9", "late payers please")
    await crowd.delete("agent-11")

    crowd.reads.clear()
    after = await crowd.catalogue.index("acme", fresh=True)

    assert [moved for what, moved in crowd.reads if what == "range"] == [CROWD - 1, 1]
    assert [what for what, _ in crowd.reads].count("get") == 3  # the version, and two's points
    known = {id(entry.agent) for entry in before.entries}
    read = {entry.agent.id for entry in after.entries if id(entry.agent) not in known}
    assert read == {"agent-7", "agent-9"}
    await crowd.compare()


async def test_whoever_has_no_workspace_is_given_what_was_read_for_the_others(crowd):
    known = {id(entry.agent) for entry in (await crowd.compare()).entries}

    index = await crowd.compare(workspace=False)

    assert {id(entry.agent) for entry in index.entries} <= known
    assert len(index.entries) == CROWD


async def test_where_many_have_changed_their_points_are_read_together(crowd):
    await crowd.compare()
    for number in range(0, CROWD, 10):
        await crowd.save(f"agent-{number}", "Feeds the zebras")

    crowd.reads.clear()
    await crowd.catalogue.index("acme", fresh=True)

    assert [moved for what, moved in crowd.reads if what == "range"].count(CROWD) == 2
    assert [what for what, _ in crowd.reads].count("get") == 1
    await crowd.compare()


async def test_an_index_in_use_is_the_same_while_the_next_is_made(crowd):
    before = await crowd.compare()
    entries, vectors = before.entries, before.vectors.vectors.copy()
    await crowd.save("agent-7", "Feeds the zebras")

    during, after = await asyncio.gather(
        crowd.catalogue.index("acme"), crowd.catalogue.index("acme", fresh=True)
    )

    assert during is before
    assert after is not before
    assert before.entries is entries
    assert (before.vectors.vectors == vectors).all()


@pytest.mark.parametrize("prefix", [AGENT, LEARNED, POINTS])
async def test_what_is_saved_while_it_is_read_is_right_next_time(crowd, prefix):
    async def save_and_teach():
        await crowd.save("agent-7", "Feeds the zebras")
        await crowd.catalogue.learn("acme", "agent-8", "late payers please")

    for number in range(CROWD // 20):  # enough that points are read together
        await crowd.save(f"agent-{number}", "Feeds the zebras")
    crowd.rows.meanwhile[prefix] = save_and_teach
    await crowd.catalogue.index("acme", fresh=True)

    assert not crowd.rows.meanwhile
    await crowd.compare()
