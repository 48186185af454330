from shared.models.principal import Principal
from shared.naming import digest

PEOPLE = "/api/v1/people"


async def listed(world):
    return (await world.call("GET", PEOPLE)).json()["people"]


def as_somebody(world, user, name, tenant="acme"):
    world.caller = Principal(tenant=tenant, user=user, name=name, roles=("member",))


async def test_people_are_known_by_name_to_their_own_organisation_once_they_have_been_here(world):
    as_somebody(world, "2", "bob")
    assert await listed(world) == [{"id": "2", "name": "bob"}]
    as_somebody(world, "1", "Ann")
    assert await listed(world) == [{"id": "1", "name": "Ann"}, {"id": "2", "name": "bob"}]
    as_somebody(world, "3", "Eve", tenant="evil")
    assert await listed(world) == [{"id": "3", "name": "Eve"}]


async def test_a_new_name_takes_the_place_of_the_old_one(world):
    as_somebody(world, "1", "Ann Byron")
    await listed(world)
    as_somebody(world, "1", "Ann Lovelace")
    assert await listed(world) == [{"id": "1", "name": "Ann Lovelace"}]


async def test_a_caller_without_a_name_is_not_listed(world):
    as_somebody(world, "robot", "")
    assert await listed(world) == []


async def test_a_name_is_written_once(world):
    as_somebody(world, "1", "Ann")
    await listed(world)
    rows = world.services.directory._rows
    before = await rows.range(digest("acme"), "0", "~", 1)
    first = [row.etag for row in before]
    assert first
    await listed(world)
    assert [row.etag for row in await rows.range(digest("acme"), "0", "~", 1)] == first


async def test_strangers_are_told_nobody(world):
    world.peer = "203.0.113.9"
    assert (await world.call("GET", PEOPLE)).status_code == 401
