from datetime import timedelta

import pytest

from shared.models.agent import Agent
from shared.models.gap import Gap
from shared.models.principal import Principal
from shared.models.routed import Routed

REPORT = "/api/v1/routing/report"
GAPS = "/api/v1/routing/gaps"


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
        "outcomes": {"success": 2, "failure": 0, "open": 0},
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


async def test_agents_that_are_not_for_the_caller_are_not_listed(world):
    for number, name in enumerate(("open", "hidden", "gone")):
        await keep(world, number, agent=name, succeeded=True)
    for name, users in (("open", ()), ("hidden", ("ann",))):
        agent = Agent(id=name, name=name, description="Reports", owner="ann", users=users)
        await world.services.agents.save("dev", agent, None)

    async def listed(**who):
        world.caller = Principal(tenant="dev", **who)
        report = (await world.call("GET", REPORT)).json()
        assert report["turns"] == 3
        return {share["agent"] for share in report["agents"]}

    assert await listed(user="bob") == {"open"}
    assert await listed(user="ann") == {"open", "hidden"}
    assert await listed(user="ada", roles=("admin",)) == {"open", "hidden", "gone"}


async def test_without_a_turn_there_are_no_rates(world):
    report = (await world.call("GET", REPORT)).json()
    assert (report["turns"], report["clarification_rate"]) == (0, None)


async def test_an_organisation_sees_its_own_turns_only(world):
    await keep(world, 1, tenant="globex")
    assert (await world.call("GET", REPORT)).json()["turns"] == 0


# --- what is missing


async def miss(world, number, text, days_ago=0, tenant="dev", **fields):
    at = world.clock.now() - timedelta(days=days_ago)
    await world.services.gaps.keep(tenant, Gap(id=f"k/{number}", at=at, text=text, **fields))


async def test_gaps_are_listed_by_what_was_asked_for(world):
    await miss(world, 1, "Water the plants", 2, outcome="left")
    await miss(world, 2, "book a room", 1, domain="calendar", outcome="alternative")
    await miss(world, 3, "water the plants!", nearest=("rent",), outcome="created")
    await miss(world, 4, "too long ago", 31)
    await miss(world, 5, "of others", tenant="globex")

    response = await world.call("GET", GAPS)

    assert response.status_code == 200
    found = response.json()
    assert (found["days"], found["requests"]) == (30, 3)
    assert found["outcomes"] == {"created": 1, "alternative": 1, "left": 1}
    assert found["domains"] == {"calendar": 1}
    plants, room = found["gaps"]
    assert plants == {
        "text": "water the plants!",
        "count": 2,
        "domain": "",
        "nearest": ["rent"],
        "outcomes": {"created": 1, "left": 1},
        "last_at": "2026-11-21T09:00:00Z",
    }
    assert (room["text"], room["count"], room["domain"]) == ("book a room", 1, "calendar")


async def test_as_many_gaps_of_as_many_days_as_wanted_are_listed(world):
    for number in range(5):
        await miss(world, number, f"wish {'abcde'[number]}", number)
    found = (await world.call("GET", GAPS, params={"days": "3", "limit": "2"})).json()
    assert (found["requests"], len(found["gaps"])) == (4, 2)


@pytest.mark.parametrize("roles", [(), ("member",)])
async def test_gaps_are_for_administrators_alone(world, roles):
    world.caller = Principal(tenant="dev", user="eve", roles=roles)
    assert (await world.call("GET", GAPS)).status_code == 403


@pytest.mark.parametrize("role", ["owner", "admin"])
async def test_every_administrator_sees_the_gaps_of_all(world, role):
    await miss(world, 1, "water the plants")
    world.caller = Principal(tenant="dev", user="eve", roles=(role,))
    assert (await world.call("GET", GAPS)).json()["requests"] == 1


@pytest.mark.parametrize(
    ("name", "wanted", "status"),
    [
        ("days", "0", 422),
        ("days", "31", 422),
        ("days", "x", 400),
        ("limit", "0", 422),
        ("limit", "1001", 422),
        ("limit", "-1", 400),
    ],
)
async def test_gaps_in_numbers_that_make_no_sense_are_refused(world, name, wanted, status):
    assert (await world.call("GET", GAPS, params={name: wanted})).status_code == status
