"""Whatever two processes do, an index is at most half a minute behind, and of one tenant only."""

import asyncio

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from shared.models.agent import Agent
from shared.storage.agents import StoredAgents
from shared.storage.catalogue import FRESH, StoredCatalogue
from shared.storage.memory import MemoryRows
from tests.support.fakes import HashedWords, ManualClock

processes = st.integers(0, 1)
tenants = st.sampled_from(["acme", "globex"])
agents = st.sampled_from(["a", "b"])
texts = st.sampled_from(["late payers", "empty flats", "broken lifts"])


class CatalogueMachine(RuleBasedStateMachine):
    """`truth` is what is stored; `history` how it was, for as long as an index may lag."""

    def __init__(self):
        super().__init__()
        self.runner = asyncio.Runner()
        rows, encoder, self.clock = MemoryRows(), HashedWords(), ManualClock()
        self.agents = [StoredAgents(rows, encoder) for _ in range(2)]
        self.catalogues = [StoredCatalogue(rows, encoder, self.clock, ()) for _ in range(2)]
        self.truth = {"acme": {}, "globex": {}}
        self.etags = {}
        self.history = []
        self.note()

    def teardown(self):
        self.runner.close()

    def note(self):
        now = self.clock.now()
        self.history.append((now, {tenant: dict(known) for tenant, known in self.truth.items()}))

    @rule(process=processes, tenant=tenants, agent=agents)
    def save(self, process, tenant, agent):
        version, learned = self.truth[tenant].get(agent, (0, ()))
        value = Agent(id=agent, name=f"{tenant} {agent}", description="works", version=version + 1)
        self.etags[tenant, agent] = self.runner.run(
            self.agents[process].save(tenant, value, self.etags.get((tenant, agent)))
        )
        self.truth[tenant][agent] = (version + 1, learned)
        self.note()

    @rule(process=processes, tenant=tenants, agent=agents)
    def delete(self, process, tenant, agent):
        if agent in self.truth[tenant]:
            etag = self.etags.pop((tenant, agent))
            self.runner.run(self.agents[process].delete(tenant, agent, etag, self.clock.now()))
            del self.truth[tenant][agent]
            self.note()

    @rule(process=processes, tenant=tenants, agent=agents, text=texts)
    def learn(self, process, tenant, agent, text):
        if agent in self.truth[tenant]:
            version, learned = self.truth[tenant][agent]
            self.runner.run(self.catalogues[process].learn(tenant, agent, text))
            kept = learned if text in learned else (*learned, text)
            self.truth[tenant][agent] = (version, kept)
            self.note()
            assert self.seen(process, tenant) == self.truth[tenant]

    @rule(process=processes, tenant=tenants, agent=agents, text=texts)
    def unlearn(self, process, tenant, agent, text):
        if agent in self.truth[tenant]:
            version, learned = self.truth[tenant][agent]
            self.runner.run(self.catalogues[process].unlearn(tenant, agent, text))
            kept = tuple(other for other in learned if other != text)
            self.truth[tenant][agent] = (version, kept)
            self.note()

    @rule(seconds=st.sampled_from([1, 10, 30, 100]))
    def wait(self, seconds):
        self.clock.advance(seconds=seconds)
        self.note()

    def seen(self, process, tenant):
        return self.runner.run(self._seen(process, tenant))

    async def _seen(self, process, tenant):
        """Not the index itself: a runner has what comes of its last task written out."""
        index = await self.catalogues[process].index(tenant)
        assert all(entry.agent.name.startswith(tenant) for entry in index.entries)
        return {
            entry.agent.id: (
                entry.agent.version,
                tuple(text.text for text in entry.texts if text.kind == "learned"),
            )
            for entry in index.entries
        }

    @invariant()
    def an_index_is_what_was_true_less_than_half_a_minute_ago(self):
        now = self.clock.now()
        before = [place for place, (at, _) in enumerate(self.history) if now - at >= FRESH]
        allowed = self.history[before[-1] if before else 0 :]
        for process in range(2):
            for tenant in self.truth:
                assert self.seen(process, tenant) in [known[tenant] for _, known in allowed]


TestCatalogue = CatalogueMachine.TestCase
TestCatalogue.settings = settings(
    max_examples=10,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
