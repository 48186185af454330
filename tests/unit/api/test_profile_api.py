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


async def test_it_says_which_of_it_they_chose_and_what_they_leave_out_is_found_out_again(world):
    here = {"X-Time-Zone": "Asia/Tokyo"}
    found = await world.call("GET", PROFILE, headers=here)
    brief = await world.call("PUT", PROFILE, {"brief": True})
    chosen = await world.call("PUT", PROFILE, {"brief": True, "time_zone": "UTC"})
    again = await world.call("PUT", PROFILE, {"brief": True})

    shown = [(one.json()["chosen"], one.json()["preferred"]["time_zone"]) for one in (found, brief)]
    assert shown == [([], "Asia/Tokyo")] * 2
    assert (chosen.json()["chosen"], chosen.json()["preferred"]["time_zone"]) == (
        ["time_zone"],
        "UTC",
    )
    assert (again.json()["chosen"], again.json()["preferred"]["time_zone"]) == ([], "Asia/Tokyo")
