from datetime import timedelta

import pytest

from shared.models.principal import Principal
from shared.models.routed import Routed

USAGE = "/api/v1/usage"


async def keep(world, number, user="dev-user", days_ago=0, tenant="dev", **fields):
    at = world.clock.now() - timedelta(days=days_ago)
    routed = Routed(turn=f"k/{number}", at=at, user=user, **fields)
    await world.services.routings.add(tenant, routed)


@pytest.fixture
async def used(world):
    spent = {"calls": 2, "input_tokens": 100, "output_tokens": 10, "tools": 3, "milliseconds": 50}
    await keep(world, 1, agent="rent", **spent)
    await keep(world, 2, days_ago=1, calls=1, input_tokens=7)
    await keep(world, 3, user="eve", agent="lift", **spent)
    await keep(world, 4, user="", agent="rent")
    await keep(world, 5, days_ago=31, agent="rent", **spent)
    await keep(world, 6, tenant="globex", agent="rent", **spent)
    return world


async def test_people_see_what_they_used_themselves(used):
    response = await used.call("GET", USAGE)

    assert response.status_code == 200
    once = {
        "turns": 1,
        "runs": 1,
        "tool_calls": 3,
        "model_calls": 2,
        "input_tokens": 100,
        "output_tokens": 10,
        "milliseconds": 50,
    }
    asked = dict.fromkeys(once, 0) | {"turns": 1, "model_calls": 1, "input_tokens": 7}
    assert response.json() == {
        "days": 30,
        "of": "me",
        "total": {name: once[name] + asked[name] for name in once},
        "agents": [{"agent": "rent", **once}],
        "by_day": [{"day": "2026-11-20", **asked}, {"day": "2026-11-21", **once}],
    }


async def test_administrators_see_what_everybody_used(used):
    found = (await used.call("GET", USAGE, params={"of": "organisation"})).json()
    assert (found["of"], found["total"]["turns"], found["total"]["tool_calls"]) == (
        "organisation",
        4,
        6,
    )
    assert [(its["agent"], its["runs"]) for its in found["agents"]] == [("rent", 2), ("lift", 1)]


async def test_others_see_their_own_figures_only(used):
    used.caller = Principal(tenant="dev", user="eve", roles=("member",))
    refused = await used.call("GET", USAGE, params={"of": "organisation"})
    assert refused.status_code == 403
    found = (await used.call("GET", USAGE, params={"of": "me"})).json()
    assert [its["agent"] for its in found["agents"]] == ["lift"]


async def test_figures_are_of_as_many_days_as_wanted(used):
    found = (await used.call("GET", USAGE, params={"days": "1"})).json()
    assert (found["days"], found["total"]["turns"]) == (1, 2)


@pytest.mark.parametrize(
    ("name", "wanted", "status"),
    [("days", "0", 422), ("days", "31", 422), ("days", "x", 400), ("of", "eve", 422)],
)
async def test_what_makes_no_sense_is_refused(world, name, wanted, status):
    assert (await world.call("GET", USAGE, params={name: wanted})).status_code == status
