"""What one process changes about agents, another one finds half a minute later."""

import asyncio

import numpy as np
import pytest

from shared.decisions.habits import packed
from shared.errors import AgentDiscoveryError
from shared.matching.texts import KEPT_EXAMPLES
from shared.models.agent import Agent, Skill
from shared.models.votes import Vote
from shared.storage.agents import LEARNED, POINTS, StoredAgents
from shared.storage.catalogue import StoredCatalogue
from shared.storage.keys import digest
from shared.storage.memory import MemoryRows
from shared.storage.points import Points, vectors_of
from shared.storage.rows import Delete
from tests.support.fakes import NOON, HashedWords, ManualClock

EMAIL = Agent(id="email", name="Email", description="Reads mail", domain="email")
RENT = Agent(
    id="rent",
    name="Rent",
    description="Collects rents",
    skills=(Skill(id="r", name="Reminders", description="Sends reminders"),),
    examples=("who owes rent",),
)
WORDS = HashedWords()


class Process:
    """One worker's view of the agents' table."""

    def __init__(self, rows, clock, encoder=WORDS):
        self.agents = StoredAgents(rows, encoder)
        self.catalogue = StoredCatalogue(rows, encoder, clock, (EMAIL,))

    async def known(self, tenant="acme"):
        """Return the agents in the index, each with the examples it learned."""
        index = await self.catalogue.index(tenant)
        return {
            entry.agent.id: tuple(text.text for text in entry.texts if text.kind == "learned")
            for entry in index.entries
        }

    async def nearest(self, text, tenant="acme"):
        index = await self.catalogue.index(tenant)
        return index.search(text, WORDS.encode([text])[0], limit=1)[0].agent.id


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def here(rows, clock):
    return Process(rows, clock)


@pytest.fixture
def there(rows, clock):
    return Process(rows, clock)


def voting(who, text="late payers please"):
    point = packed(WORDS.encode([text])[0])
    return Vote(by=who, text=text, point=point, at=NOON)


async def test_what_a_quorum_votes_for_is_learned_until_one_takes_it_back(here, there):
    await here.agents.save("acme", RENT, None)
    for process, who in ((here, "ann"), (there, "bob"), (here, "ann")):
        await process.catalogue.vote("acme", "rent", voting(who))
    assert (await here.known())["rent"] == ()

    await there.catalogue.vote("acme", "rent", voting("cy"))
    assert (await there.known())["rent"] == ("late payers please",)

    await there.catalogue.withdraw("acme", "rent", "ann", voting("ann").point)
    assert (await there.known())["rent"] == ()


async def test_votes_are_those_of_one_agent_of_one_tenant_and_go_with_it(rows, here):
    etag = await here.agents.save("acme", RENT, None)
    for who, tenant in (("ann", "acme"), ("bob", "acme"), ("cy", "globex")):
        await here.catalogue.vote(tenant, "rent", voting(who))
    await here.catalogue.vote("acme", "lift", voting("cy"))
    assert (await here.known())["rent"] == ()

    await here.agents.delete("acme", "rent", etag, NOON)
    await here.agents.save("acme", RENT, None)
    await here.catalogue.vote("acme", "rent", voting("cy"))
    assert (await here.known())["rent"] == ()


async def test_a_saved_agent_is_found_by_each_of_its_texts(here):
    await here.agents.save("acme", RENT, None)

    entry = (await here.catalogue.index("acme")).entries[0]

    assert entry.agent == RENT
    assert [(t.kind, t.text) for t in entry.texts] == [
        ("description", "Rent: Collects rents"),
        ("skill", "Reminders: Sends reminders"),
        ("example", "who owes rent"),
    ]
    assert abs(entry.vectors - WORDS.encode([t.text for t in entry.texts])).max() < 1e-3
    assert await here.nearest("who owes rent") == "rent"


async def test_domain_agents_are_in_every_tenants_index_and_its_own_in_no_other(here):
    await here.agents.save("acme", RENT, None)

    assert set(await here.known("acme")) == {"rent", "email"}
    assert set(await here.known("globex")) == {"email"}


async def test_another_process_sees_a_change_after_half_a_minute(here, there, clock):
    assert set(await there.known()) == {"email"}
    etag = await here.agents.save("acme", RENT, None)

    clock.advance(seconds=29)
    assert set(await there.known()) == {"email"}
    clock.advance(seconds=1)
    assert set(await there.known()) == {"email", "rent"}

    await here.agents.delete("acme", "rent", etag, clock.now())
    clock.advance(seconds=30)
    assert set(await there.known()) == {"email"}


async def test_a_fresh_index_knows_what_was_saved_a_moment_ago(here, there):
    assert set(await there.known()) == {"email"}
    await here.agents.save("acme", RENT, None)

    fresh = await there.catalogue.index("acme", fresh=True)
    assert fresh.get("rent") == RENT
    assert set(await there.known()) == {"email", "rent"}


async def test_an_index_that_is_still_right_is_not_built_again(here, clock):
    await here.agents.save("acme", RENT, None)
    before = await here.catalogue.index("acme")

    clock.advance(minutes=5)

    assert await here.catalogue.index("acme") is before


async def test_a_replaced_agent_is_found_by_what_it_says_now(here, clock):
    etag = await here.agents.save("acme", RENT, None)
    await here.known()
    await here.agents.save("acme", RENT.model_copy(update={"examples": ("empty flats",)}), etag)

    clock.advance(seconds=30)

    entry = (await here.catalogue.index("acme")).entries[0]
    assert [t.text for t in entry.texts if t.kind == "example"] == ["empty flats"]
    assert len(entry.vectors) == len(entry.texts)


async def test_what_is_learned_is_used_here_at_once_and_elsewhere_soon(here, there, clock):
    await here.agents.save("acme", RENT, None)
    assert (await there.known())["rent"] == ()

    await here.catalogue.learn("acme", "rent", "late payers please")

    assert (await here.known())["rent"] == ("late payers please",)
    assert await here.nearest("late payers please") == "rent"
    clock.advance(seconds=30)
    assert (await there.known())["rent"] == ("late payers please",)


async def test_a_domain_agent_learns_for_the_tenant_that_taught_it(here):
    await here.catalogue.learn("acme", "email", "anything from the bank")

    assert (await here.known("acme"))["email"] == ("anything from the bank",)
    assert (await here.known("globex"))["email"] == ()

    await here.catalogue.unlearn("acme", "email", "anything from the bank")
    assert (await here.known("acme"))["email"] == ()


async def test_learning_the_same_twice_changes_nothing(rows, here):
    await here.agents.save("acme", RENT, None)
    await here.catalogue.learn("acme", "rent", "late payers please")
    stored = await rows.range(digest("acme"), " ", "~", 100)

    await here.catalogue.learn("acme", "rent", "late payers please")
    await here.catalogue.learn("acme", "rent", "Late payers, please!")
    await here.catalogue.unlearn("acme", "rent", "never learned")

    assert await rows.range(digest("acme"), " ", "~", 100) == stored


async def test_what_was_learned_wrongly_is_taken_back(here):
    await here.agents.save("acme", RENT, None)
    for text in ("late payers", "empty flats", "broken lifts"):
        await here.catalogue.learn("acme", "rent", text)

    await here.catalogue.unlearn("acme", "rent", "empty flats")

    assert (await here.known())["rent"] == ("late payers", "broken lifts")
    for text in ("late payers", "broken lifts"):
        await here.catalogue.unlearn("acme", "rent", text)
    assert (await here.known())["rent"] == ()
    await here.catalogue.learn("acme", "rent", "empty flats")
    assert (await here.known())["rent"] == ("empty flats",)


async def test_only_the_newest_examples_are_kept(here):
    await here.agents.save("acme", RENT, None)
    texts = [f"wish{number} number{number}" for number in range(KEPT_EXAMPLES + 3)]

    for text in texts:
        await here.catalogue.learn("acme", "rent", text)

    assert (await here.known())["rent"] == tuple(texts[3:])


async def test_lessons_learned_at_the_same_time_are_all_kept(here, there, clock):
    await here.agents.save("acme", RENT, None)
    texts = [f"wish{number} number{number}" for number in range(6)]

    await asyncio.gather(
        *(
            (here if place % 2 else there).catalogue.learn("acme", "rent", text)
            for place, text in enumerate(texts)
        )
    )

    clock.advance(seconds=30)
    assert set((await here.known())["rent"]) == set(texts)


async def test_an_agents_lessons_go_with_it(here, clock):
    etag = await here.agents.save("acme", RENT, None)
    await here.catalogue.learn("acme", "rent", "late payers")
    await here.agents.delete("acme", "rent", etag, clock.now())
    await here.agents.save("acme", RENT, None)

    clock.advance(seconds=30)

    assert (await here.known())["rent"] == ()


async def test_an_agent_stored_without_its_points_is_encoded_when_it_is_read(rows, here):
    await here.agents.save("acme", RENT, None)
    await rows.commit(digest("acme"), [Delete(POINTS + digest("rent"))])

    assert await here.nearest("who owes rent") == "rent"


# --- in memory


async def test_an_index_is_built_once_however_many_wait_for_it():
    reads = []
    rows = MemoryRows(lambda operation, _: reads.append(operation))
    process = Process(rows, ManualClock())
    await process.agents.save("acme", RENT, None)
    reads.clear()

    first, *others = await asyncio.gather(*(process.catalogue.index("acme") for _ in range(20)))

    assert all(other is first for other in others)
    assert reads.count("range") == 3


async def test_the_tenants_seen_longest_ago_are_dropped():
    process = Process(MemoryRows(), ManualClock())
    first = await process.catalogue.index("tenant-0")
    for number in range(1, 101):
        await process.catalogue.index(f"tenant-{number}")

    assert await process.catalogue.index("tenant-100") is await process.catalogue.index(
        "tenant-100"
    )
    assert await process.catalogue.index("tenant-0") is not first


@pytest.mark.parametrize("error", [OSError("no model"), RuntimeError("bad model")])
async def test_an_encoder_that_does_not_work_is_a_search_that_does_not(error):
    class Broken:
        space = "none"

        def encode(self, texts):
            raise error

    process = Process(MemoryRows(), ManualClock(), Broken())

    with pytest.raises(AgentDiscoveryError, match="encoder"):
        await process.catalogue.index("acme")


class Backwards(HashedWords):
    """Another encoder: the same words lie in other directions."""

    space = "backwards"

    def encode(self, texts):
        return super().encode([" ".join(word[::-1] for word in text.split()) for text in texts])


async def test_what_an_encoder_before_made_of_agents_is_not_compared_with_what_this_one_does(
    rows, clock, here
):
    await here.agents.save("acme", RENT, None)
    await here.catalogue.learn("acme", "rent", "late payers please")
    now = Process(rows, clock, Backwards())

    entry = next(one for one in (await now.catalogue.index("acme")).entries if one.agent == RENT)
    expected = Backwards().encode([text.text for text in entry.texts])
    assert [text.text for text in entry.texts][-1] == "late payers please"
    assert np.allclose(entry.vectors, expected, atol=1e-3)


async def test_what_is_learned_besides_moves_all_that_was_learned_to_the_encoder_of_now(
    rows, clock, here
):
    await here.agents.save("acme", RENT, None)
    await here.catalogue.learn("acme", "rent", "late payers please")
    now = Process(rows, clock, Backwards())
    await now.catalogue.learn("acme", "rent", "who is behind")

    row = await rows.get(digest("acme"), LEARNED + digest("rent"))
    stored = Points.stored(row.body)
    assert (stored.texts, stored.space) == (("late payers please", "who is behind"), "backwards")
    assert np.allclose(vectors_of(stored, Backwards()), Backwards().encode(stored.texts), atol=1e-3)


async def test_taking_back_what_was_learned_leaves_the_rest_as_it_was(rows, here):
    await here.agents.save("acme", RENT, None)
    for text in ("late payers please", "who is behind", "chase them"):
        await here.catalogue.learn("acme", "rent", text)
    await here.catalogue.unlearn("acme", "rent", "who is behind")

    stored = Points.stored((await rows.get(digest("acme"), LEARNED + digest("rent"))).body)
    assert stored.texts == ("late payers please", "chase them")
    assert np.allclose(vectors_of(stored, WORDS), WORDS.encode(stored.texts), atol=1e-3)
