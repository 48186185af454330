import asyncio

import pytest

from shared.errors import Conflict, NotFound
from shared.models.agent import Agent, Skill
from shared.storage.agents import StoredAgents
from shared.storage.memory import MemoryRows
from tests.support.fakes import HashedWords


def agent(agent_id="mailer", **changes):
    return Agent(id=agent_id, name="Mailer", description="Reads mail", **changes)


@pytest.fixture
def agents(rows):
    return StoredAgents(rows, HashedWords())


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
    await agents.delete("acme", "mailer", etag)
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
        await agents.delete("acme", "mailer", "etag")


async def test_replacing_an_absent_agent_loses(agents):
    with pytest.raises(Conflict):
        await agents.save("acme", agent(), "etag")


async def test_deleting_a_changed_agent_loses(agents):
    first = await agents.save("acme", agent(), None)
    await agents.save("acme", agent(version=2), first)
    with pytest.raises(Conflict):
        await agents.delete("acme", "mailer", first)
    assert await agents.list("acme") == (agent(version=2),)


async def test_tenants_never_see_each_other(agents):
    etag = await agents.save("acme", agent(), None)
    await agents.save("globex", agent("other"), None)
    assert await agents.list("acme") == (agent(),)
    with pytest.raises(NotFound):
        await agents.get("globex", "mailer")
    with pytest.raises(NotFound):
        await agents.delete("globex", "mailer", etag)


async def test_agents_are_listed_by_id(agents):
    for agent_id in ["b", "C/d", "a", "é#?"]:
        await agents.save("acme", agent(agent_id), None)
    assert [found.id for found in await agents.list("acme")] == ["C/d", "a", "b", "é#?"]


async def test_agents_of_many_pages_are_all_listed():
    agents = StoredAgents(MemoryRows(), HashedWords())
    for number in range(2001):
        await agents.save("acme", agent(f"{number:05}"), None)
    assert [found.id for found in await agents.list("acme")] == [f"{n:05}" for n in range(2001)]
