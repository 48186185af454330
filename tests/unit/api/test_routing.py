from datetime import timedelta

import pytest

from shared.models.routed import Routed

REPORT = "/api/v1/routing/report"


async def keep(world, number, days_ago=0, tenant="dev", **fields):
    at = world.clock.now() - timedelta(days=days_ago)
    await world.services.routings.add(tenant, Routed(turn=f"k/{number}", at=at, **fields))


async def test_the_report_is_of_the_last_seven_days(world):
    await keep(world, 1, agent="rent", succeeded=True)
    await keep(world, 2, 6, agent="rent", succeeded=True, rounds=1, asked="choice")
    await keep(world, 3, 8, agent="rent", succeeded=False)

    response = await world.call("GET", REPORT)

    assert response.status_code == 200
    assert response.json() == {
        "days": 7,
        "turns": 2,
        "clarification_rate": 0.5,
        "first_try_success": 0.5,
        "override_rate": 0.0,
        "wrong_agent_rate": 0.0,
        "questions": {"choice": 1},
        "agents": [{"agent": "rent", "turns": 2, "wrong": 0}],
    }


@pytest.mark.parametrize(("days", "turns"), [("1", 1), ("8", 2), ("30", 3)])
async def test_the_report_is_of_as_many_days_as_wanted(world, days, turns):
    for number, age in enumerate((0, 8, 30)):
        await keep(world, number, age)
    report = (await world.call("GET", REPORT, params={"days": days})).json()
    assert (report["days"], report["turns"]) == (int(days), turns)


@pytest.mark.parametrize(
    ("days", "status"), [("0", 422), ("31", 422), ("x", 400), ("-1", 400), ("1.5", 400)]
)
async def test_days_that_make_no_sense_are_refused(world, days, status):
    assert (await world.call("GET", REPORT, params={"days": days})).status_code == status


async def test_without_a_turn_there_are_no_rates(world):
    report = (await world.call("GET", REPORT)).json()
    assert (report["turns"], report["clarification_rate"]) == (0, None)


async def test_an_organisation_sees_its_own_turns_only(world):
    await keep(world, 1, tenant="globex")
    assert (await world.call("GET", REPORT)).json()["turns"] == 0
