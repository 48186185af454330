from datetime import UTC, datetime

import pytest

from shared.connectors.a2a_cards import MAX_DESCRIPTION, MAX_LISTED, MAX_NAME, MAX_SKILLS
from shared.errors import Conflict
from shared.models.lent import LentTool, ToolServer
from shared.models.remote import Interface, RemoteAgent, RemoteCard, RemoteSkill
from shared.storage.registered import StoredRemoteAgents, StoredToolServers
from shared.tools.lent.offers import looked_at, offered

AT = datetime(2026, 11, 2, tzinfo=UTC)
TOOL = LentTool(name="act", parameters={"type": "object"}, digest="d1")
SERVER = ToolServer(
    id="there", name="There", url="https://a.example", tools=(TOOL,), accepted_at=AT
)


CARD = RemoteCard(
    name="There",
    description="Acts",
    interfaces=(Interface(url="https://a.example", binding="JSONRPC", version="1.0"),),
    digest="d1",
)
AGENT = RemoteAgent(id="there", url="https://a.example", card=CARD, accepted_at=AT)


@pytest.fixture
def servers(rows):
    return StoredToolServers(rows)


async def test_agents_of_other_systems_lie_beside_them_in_the_same_way(servers, rows):
    agents = StoredRemoteAgents(rows)
    await servers.put("acme", SERVER, None)
    await agents.put("acme", AGENT, None)
    with pytest.raises(Conflict):
        await agents.put("acme", AGENT, None)
    stored = await agents.get("acme", "there")
    moved = AGENT.model_copy(update={"url": "https://b.example"})
    await agents.put("acme", moved, stored.etag)
    assert (await agents.list("acme"), await servers.list("acme")) == ((moved,), (SERVER,))
    assert await agents.list("evil") == ()
    await agents.delete("acme", "there")
    assert (await agents.list("acme"), await servers.list("acme")) == ((), (SERVER,))


async def test_an_agent_with_the_largest_allowed_card_fits(rows):
    texts = tuple("\u00e9" * 200 for _ in range(MAX_LISTED))
    skill = RemoteSkill(
        name="\u00e9" * MAX_NAME, description="\u00e9" * 300, tags=texts, examples=texts
    )
    card = CARD.model_copy(
        update={"skills": (skill,) * MAX_SKILLS, "description": "\u00e9" * MAX_DESCRIPTION}
    )
    agents = StoredRemoteAgents(rows)
    await agents.put("acme", AGENT.model_copy(update={"card": card}), None)
    assert (await agents.get("acme", "there")).value.card == card


async def test_servers_are_listed_by_id_for_their_own_organisation(servers):
    await servers.put("acme", SERVER, None)
    other = SERVER.model_copy(update={"id": "another"})
    await servers.put("acme", other, None)
    assert await servers.list("acme") == (other, SERVER)
    assert await servers.list("evil") == ()
    assert await servers.get("evil", "there") is None


async def test_a_server_is_written_over_only_as_it_was_read(servers):
    await servers.put("acme", SERVER, None)
    with pytest.raises(Conflict):
        await servers.put("acme", SERVER, None)
    stored = await servers.get("acme", "there")
    newer = SERVER.model_copy(update={"name": "Here"})
    await servers.put("acme", newer, stored.etag)
    with pytest.raises(Conflict):
        await servers.put("acme", SERVER, stored.etag)
    assert (await servers.get("acme", "there")).value == newer


async def test_a_server_that_is_given_up_is_gone_and_that_may_be_said_twice(servers):
    await servers.put("acme", SERVER, None)
    await servers.delete("acme", "there")
    await servers.delete("acme", "there")
    assert await servers.list("acme") == ()


async def test_a_server_of_the_largest_allowed_size_fits(servers):
    wide = {f"p{number}": {"type": "string", "description": "\u00e9" * 280} for number in range(40)}
    takes = {"type": "object", "properties": wide}
    offers = [offered(f"t{number}", "", "Acts", takes, {}) for number in range(64)]
    tools, unusable = looked_at(offers)
    assert "characters" in unusable[0].why
    await servers.put(
        "acme", SERVER.model_copy(update={"tools": tools, "unusable": unusable}), None
    )
    assert len((await servers.list("acme"))[0].tools) == 64 - len(unusable)
