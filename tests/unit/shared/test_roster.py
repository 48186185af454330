from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.roster import agents_of
from tests.support.fakes import OWNER, TENANT, Conversation

ADA = Principal(tenant=TENANT, user=OWNER)
OWN = Agent(id="own", name="Own", description="Theirs")


async def test_the_tenants_own_agents_come_before_the_domain_ones():
    services = Conversation().services
    await services.agents.save(TENANT, OWN, None)
    assert [agent.id for agent in await agents_of(services, ADA)] == ["own", "email", "contacts"]


async def test_a_domain_that_is_not_connected_has_no_agent():
    services = Conversation().services
    services.workspaces.domains = frozenset({"contacts", "slack"})
    assert [agent.id for agent in await agents_of(services, ADA)] == ["contacts"]


async def test_another_tenants_agents_are_not_reached():
    services = Conversation().services
    await services.agents.save("globex", OWN, None)
    assert OWN not in await agents_of(services, ADA)
