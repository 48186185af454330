"""The profile as it is shown to whoever it is of."""

PROFILE = "/api/v1/profile"


async def test_whoever_only_looks_is_in_the_zone_of_their_client_from_then_on(world):
    shown = await world.call("GET", PROFILE, headers={"X-Time-Zone": "Asia/Tokyo"})

    assert shown.json()["preferred"]["time_zone"] == "Asia/Tokyo"
    assert (await world.services.people.get(world.caller)).known.time_zone == "Asia/Tokyo"


async def test_what_they_said_themselves_stays(world):
    await world.call("PUT", PROFILE, {"time_zone": "Europe/Berlin"})

    shown = await world.call("GET", PROFILE, headers={"X-Time-Zone": "Asia/Tokyo"})

    assert shown.json()["preferred"]["time_zone"] == "Europe/Berlin"
