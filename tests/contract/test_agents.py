import asyncio
from datetime import timedelta

import numpy as np
import pytest

from shared.errors import Conflict, InvalidRequest, NotFound
from shared.models.agent import UNDO, Agent, Skill
from shared.storage.agents import AGENT, KEPT_VERSIONS, StoredAgents
from shared.storage.catalogue import StoredCatalogue
from shared.storage.keys import digest
from shared.storage.memory import MemoryRows
from shared.storage.rows import MAX_WRITES, Insert
from tests.support.fakes import NOON, HashedWords, ManualClock


def agent(agent_id="mailer", **changes):
    return Agent(id=agent_id, name="Mailer", description="Reads mail", **changes)


class CountingWords(HashedWords):
    """Tells how many texts it encoded."""

    encoded = 0

    def encode(self, texts):
        self.encoded += len(texts)
        return super().encode(texts)


@pytest.fixture
def words():
    return CountingWords()


@pytest.fixture
def agents(rows, words):
    return StoredAgents(rows, words)


async def saved_in_versions(agents, last, agent_id="mailer"):
    """Save an agent in so many versions; return the etag of the last."""
    etag = None
    for version in range(1, last + 1):
        etag = await agents.save("acme", agent(agent_id, version=version), etag)
    return etag


def numbers(found):
    return [one.version for one in found]


async def test_stale_writer_loses(agents):
    first = await agents.save("acme", agent(), None)
    await agents.save("acme", agent(version=2), first)

    with pytest.raises(Conflict):
        await agents.save("acme", agent(version=3), first)

    assert (await agents.get("acme", "mailer"))[0].version == 2


async def test_a_saved_agent_comes_back_whole(agents):
    saved = agent(
        skills=(Skill(id="s", name="Sök", description="Hittar 📧"),),
        tools=("email.search",),
        examples=("find mail",),
    )
    etag = await agents.save("acme", saved, None)
    assert await agents.get("acme", "mailer") == (saved, etag)


async def test_creating_an_agent_twice_loses(agents):
    await agents.save("acme", agent(), None)
    with pytest.raises(Conflict):
        await agents.save("acme", agent(), None)


async def test_an_etag_returned_by_save_is_good_for_the_next(agents):
    etag = None
    for version in range(1, 4):
        etag = await agents.save("acme", agent(version=version), etag)
    await agents.delete("acme", "mailer", etag, NOON)
    assert await agents.list("acme") == ()


async def test_of_writers_with_the_same_etag_one_wins(agents):
    etag = await agents.save("acme", agent(), None)

    async def save(version):
        try:
            await agents.save("acme", agent(version=version), etag)
        except Conflict:
            return 0
        return version

    won = await asyncio.gather(*(save(version) for version in range(2, 8)))

    (winner,) = filter(None, won)
    assert (await agents.get("acme", "mailer"))[0].version == winner


async def test_an_absent_agent_is_not_found(agents):
    with pytest.raises(NotFound):
        await agents.get("acme", "mailer")
    with pytest.raises(NotFound):
        await agents.delete("acme", "mailer", "etag", NOON)


async def test_replacing_an_absent_agent_loses(agents):
    with pytest.raises(Conflict):
        await agents.save("acme", agent(), "etag")


async def test_deleting_a_changed_agent_loses(agents):
    first = await agents.save("acme", agent(), None)
    await agents.save("acme", agent(version=2), first)
    with pytest.raises(Conflict):
        await agents.delete("acme", "mailer", first, NOON)
    assert await agents.list("acme") == (agent(version=2),)


async def test_tenants_never_see_each_other(agents):
    etag = await agents.save("acme", agent(), None)
    await agents.save("globex", agent("other"), None)
    assert await agents.list("acme") == (agent(),)
    with pytest.raises(NotFound):
        await agents.get("globex", "mailer")
    with pytest.raises(NotFound):
        await agents.delete("globex", "mailer", etag, NOON)


async def test_agents_are_listed_by_id(agents):
    for agent_id in ["b", "C/d", "a", "é#?"]:
        await agents.save("acme", agent(agent_id), None)
    assert [found.id for found in await agents.list("acme")] == ["C/d", "a", "b", "é#?"]


async def test_agents_of_many_pages_are_all_listed():
    agents = StoredAgents(MemoryRows(), HashedWords())
    for number in range(2001):
        await agents.save("acme", agent(f"{number:05}"), None)
    assert [found.id for found in await agents.list("acme")] == [f"{n:05}" for n in range(2001)]


async def test_an_agent_stored_by_an_earlier_version_of_the_product_still_reads(rows, agents):
    old = (
        '{"id":"mailer","name":"Mailer","description":"Reads mail","domain":"","skills":'
        '[{"id":"s","name":"Find","description":"Finds mail","tags":[]}],"tags":[],"tools":[],'
        '"examples":[],"instructions":"","enabled":true,"users":[],"version":3,"updated_at":null}'
    )
    await rows.commit(digest("acme"), [Insert(AGENT + digest("mailer"), old)])

    found, etag = await agents.get("acme", "mailer")
    await agents.save("acme", agent(version=4, owner="ada"), etag)

    assert found == agent(version=3, skills=(Skill(id="s", name="Find", description="Finds mail"),))
    assert await agents.version("acme", "mailer", 3) == found


# --- pages


@pytest.mark.parametrize(("size", "sizes"), [(0, [0]), (4, [2, 2]), (5, [2, 2, 1])])
async def test_pages_hold_each_agent_once(agents, size, sizes):
    for number in range(size):
        await agents.save("acme", agent(f"a{number}"), None)
    await agents.save("globex", agent("other"), None)

    pages = [await agents.page("acme", "", 2)]
    while pages[-1].next:
        pages.append(await agents.page("acme", pages[-1].next, 2))

    assert [len(page.agents) for page in pages] == sizes
    found = [one.id for page in pages for one in page.agents]
    assert sorted(found) == [f"a{number}" for number in range(size)]


async def test_a_page_goes_on_where_the_last_ended_whatever_became_of_the_agents_on_it(agents):
    etags = {f"a{n}": await agents.save("acme", agent(f"a{n}"), None) for n in range(6)}
    whole = [one.id for one in (await agents.page("acme", "", 6)).agents]
    first = await agents.page("acme", "", 3)
    for one in first.agents:
        await agents.delete("acme", one.id, etags[one.id], NOON)

    rest = await agents.page("acme", first.next, 3)

    assert [one.id for one in rest.agents] == whole[3:]
    assert rest.next == ""


@pytest.mark.parametrize("after", ["nonsense", "/", "\ud800", "a" * 33, "a" * 32 + "\n"])
async def test_a_page_after_nothing_known_is_refused(agents, after):
    with pytest.raises(InvalidRequest):
        await agents.page("acme", after, 2)


# --- versions


async def test_what_was_replaced_stays_newest_first(agents):
    await saved_in_versions(agents, 4)

    assert numbers(await agents.versions("acme", "mailer", 10)) == [3, 2, 1]
    assert numbers(await agents.versions("acme", "mailer", 2)) == [3, 2]
    assert await agents.version("acme", "mailer", 2) == agent(version=2)
    assert await agents.version("acme", "mailer", 4) == agent(version=4)


@pytest.mark.parametrize("number", [-1, 0, 3, 10**15])
async def test_a_version_that_never_was_is_not_found(agents, number):
    await saved_in_versions(agents, 2)

    with pytest.raises(NotFound):
        await agents.version("acme", "mailer", number)


async def test_versions_are_those_of_one_agent_of_one_tenant(agents):
    await saved_in_versions(agents, 3)
    await saved_in_versions(agents, 2, "other")

    assert numbers(await agents.versions("acme", "other", 10)) == [1]
    assert await agents.versions("globex", "mailer", 10) == ()
    with pytest.raises(NotFound):
        await agents.version("globex", "mailer", 1)


async def test_a_writer_that_loses_leaves_no_version(agents):
    first = await agents.save("acme", agent(), None)
    await agents.save("acme", agent(version=2), first)
    with pytest.raises(Conflict):
        await agents.save("acme", agent(version=3), first)

    assert numbers(await agents.versions("acme", "mailer", 10)) == [1]


async def test_the_oldest_versions_go(agents):
    await saved_in_versions(agents, KEPT_VERSIONS + 4)

    kept = numbers(await agents.versions("acme", "mailer", 1000))
    assert kept == list(range(KEPT_VERSIONS + 3, 3, -1))


# --- the bin


async def test_a_deleted_agent_comes_back_as_it_was(agents):
    etag = await saved_in_versions(agents, 3)
    await agents.delete("acme", "mailer", etag, NOON)

    with pytest.raises(NotFound):
        await agents.get("acme", "mailer")
    assert (await agents.page("acme", "", 10)).agents == ()
    assert numbers(await agents.versions("acme", "mailer", 10)) == [3, 2, 1]

    assert await agents.restore("acme", "mailer", NOON + UNDO) == (agent(version=3), etag)
    assert await agents.get("acme", "mailer") == (agent(version=3), etag)
    assert numbers(await agents.versions("acme", "mailer", 10)) == [2, 1]
    await agents.save("acme", agent(version=4), etag)


async def test_an_agent_comes_back_with_what_it_learned(rows, agents, words):
    catalogue = StoredCatalogue(rows, words, ManualClock(), ())
    etag = await agents.save("acme", agent(), None)
    await catalogue.learn("acme", "mailer", "late payers")
    await agents.delete("acme", "mailer", etag, NOON)
    assert (await catalogue.index("acme")).entries == ()
    encoded = words.encoded

    await agents.restore("acme", "mailer", NOON)

    [entry] = (await StoredCatalogue(rows, words, ManualClock(), ()).index("acme")).entries
    assert [text.text for text in entry.texts if text.kind == "learned"] == ["late payers"]
    assert words.encoded == encoded


async def test_too_long_ago_deleted_stays_deleted(agents):
    etag = await agents.save("acme", agent(), None)
    await agents.delete("acme", "mailer", etag, NOON)

    with pytest.raises(NotFound):
        await agents.restore("acme", "mailer", NOON + UNDO + timedelta(seconds=1))


async def test_what_is_not_deleted_cannot_be_restored(agents):
    await agents.save("acme", agent(), None)

    with pytest.raises(Conflict):
        await agents.restore("acme", "mailer", NOON)
    with pytest.raises(NotFound):
        await agents.restore("acme", "unknown", NOON)
    with pytest.raises(NotFound):
        await agents.restore("globex", "mailer", NOON)


async def test_of_those_who_restore_at_once_one_does(agents):
    etag = await agents.save("acme", agent(), None)
    await agents.delete("acme", "mailer", etag, NOON)

    async def restore(after):
        for _ in range(after):
            await asyncio.sleep(0)
        try:
            await agents.restore("acme", "mailer", NOON)
        except Conflict:
            return False
        return True

    assert sum(await asyncio.gather(*(restore(after) for after in range(6)))) == 1


async def test_a_new_agent_knows_nothing_of_the_deleted_one_that_had_its_id(rows, agents):
    etag = await saved_in_versions(agents, KEPT_VERSIONS + 3)
    await agents.delete("acme", "mailer", etag, NOON)

    await agents.save("acme", agent(owner="bob"), None)

    assert await agents.versions("acme", "mailer", 10) == ()
    with pytest.raises(NotFound):
        await agents.version("acme", "mailer", KEPT_VERSIONS)
    with pytest.raises(Conflict):
        await agents.restore("acme", "mailer", NOON)
    assert (await agents.get("acme", "mailer"))[0].owner == "bob"


async def test_deleted_and_restored_again_and_again_an_agent_keeps_its_versions(agents):
    etag = await saved_in_versions(agents, 2)
    for _ in range(3):
        await agents.delete("acme", "mailer", etag, NOON)
        restored, etag = await agents.restore("acme", "mailer", NOON)
        assert restored == agent(version=2)

    assert numbers(await agents.versions("acme", "mailer", 10)) == [1]


async def test_what_was_deleted_too_long_ago_goes_with_the_next_deletion(rows, agents):
    for agent_id in ("old", "recent", "now"):
        await saved_in_versions(agents, 2, agent_id)
    etags = {one: (await agents.get("acme", one))[1] for one in ("old", "recent", "now")}
    await agents.delete("acme", "old", etags["old"], NOON)
    await agents.delete("acme", "recent", etags["recent"], NOON + timedelta(days=1))

    await agents.delete("acme", "now", etags["now"], NOON + UNDO + timedelta(hours=1))

    left = await rows.range(digest("acme"), " ", "~", 100)
    assert not [row.key for row in left if digest("old") in row.key]
    await agents.restore("acme", "recent", NOON + UNDO + timedelta(hours=1))


async def test_deletions_at_once_do_not_trip_over_what_they_take_along(rows, agents):
    etag = await agents.save("acme", agent("old"), None)
    await agents.delete("acme", "old", etag, NOON)
    etags = {f"a{n}": await agents.save("acme", agent(f"a{n}"), None) for n in range(3)}
    later = NOON + UNDO + timedelta(hours=1)

    await asyncio.gather(
        *(agents.delete("acme", one, etag, later) for one, etag in etags.items()),
    )

    assert await agents.list("acme") == ()
    left = await rows.range(digest("acme"), " ", "~", 100)
    assert not [row.key for row in left if digest("old") in row.key]


# --- what a change costs


async def test_only_new_words_are_encoded(rows, agents, words):
    etag = await agents.save("acme", agent(), None)
    assert words.encoded == 1

    etag = await agents.save("acme", agent(version=2, instructions="Be kind.", tools=("x",)), etag)
    assert words.encoded == 1

    etag = await agents.save("acme", agent(version=3, examples=("find mail", "sort mail")), etag)
    assert words.encoded == 3

    etag = await agents.save("acme", agent(version=4, examples=("sort mail",)), etag)
    assert words.encoded == 3

    await agents.save("acme", agent(version=5, examples=("sort mail", "send mail")), etag)
    assert words.encoded == 4

    [entry] = (await StoredCatalogue(rows, words, ManualClock(), ()).index("acme")).entries
    assert [text.text for text in entry.texts[1:]] == ["sort mail", "send mail"]
    meant = HashedWords().encode([text.text for text in entry.texts])
    assert np.allclose(entry.vectors, meant, atol=1e-3)


async def test_a_change_is_one_batch_that_fits_however_much_it_takes_along():
    batches = []
    rows = MemoryRows(lambda call, moved: batches.append(moved) if call == "commit" else None)
    agents = StoredAgents(rows, HashedWords())
    etag = await saved_in_versions(agents, KEPT_VERSIONS + 5)
    assert len(batches) == KEPT_VERSIONS + 5

    await agents.delete("acme", "mailer", etag, NOON)
    await agents.save("acme", agent(), None)

    assert len(batches) == KEPT_VERSIONS + 7
    assert KEPT_VERSIONS < max(batches) <= MAX_WRITES


async def test_saving_reads_one_row_however_many_agents_there_are():
    reads = []
    rows = MemoryRows(lambda call, _: reads.append(call) if call != "commit" else None)
    agents = StoredAgents(rows, HashedWords())
    etag = await saved_in_versions(agents, KEPT_VERSIONS + 5)
    reads.clear()

    await agents.save("acme", agent(version=KEPT_VERSIONS + 6), etag)

    assert reads == ["get"]


async def test_what_another_encoder_made_of_the_words_is_made_anew(rows, agents, words):
    etag = await agents.save("acme", agent(examples=("find mail",)), None)
    after = CountingWords()
    after.space = "other words"

    etag = await StoredAgents(rows, after).save("acme", agent(version=2), etag)
    assert after.encoded == 2

    await StoredAgents(rows, after).save("acme", agent(version=3), etag)
    assert after.encoded == 2
