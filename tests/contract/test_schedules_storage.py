import asyncio

import pytest

from shared.errors import Conflict
from shared.models.schedule import Recurrence, Schedule, ScheduledRun, StandingApproval
from shared.storage.schedules import StoredSchedules
from tests.support.fakes import NOON


def schedule(schedule_id="weekly", tenant="acme", owner="ada", **changes):
    return Schedule(
        id=schedule_id,
        tenant=tenant,
        owner=owner,
        agent="reporter",
        request="Send the report",
        recurrence=Recurrence(cron="0 9 * * 1", zone="Europe/Berlin"),
        thread="schedule-weekly",
        created_at=NOON,
        updated_at=NOON,
        **changes,
    )


@pytest.fixture
def schedules(rows):
    return StoredSchedules(rows)


async def stored(schedules, schedule_id="weekly"):
    found = await schedules.get("acme", schedule_id)
    return found.value, found.etag


async def test_a_stale_writer_loses(schedules):
    await schedules.put(schedule(), None)
    _, first = await stored(schedules)
    await schedules.put(schedule(paused=True), first)

    with pytest.raises(Conflict):
        await schedules.put(schedule(said="daily"), first)

    assert (await stored(schedules))[0] == schedule(paused=True)


async def test_of_writers_with_the_same_etag_one_wins(schedules):
    await schedules.put(schedule(), None)
    _, etag = await stored(schedules)

    async def put(said):
        try:
            await schedules.put(schedule(said=said), etag)
        except Conflict:
            return ""
        return said

    won = await asyncio.gather(*(put(f"said {number}") for number in range(4)))

    (winner,) = filter(None, won)
    assert (await stored(schedules))[0].said == winner


async def test_a_schedule_comes_back_whole(schedules):
    approval = StandingApproval(
        tool="slack_post", action="3f2a", told="Post 📬", given_by="ada", given_at=NOON
    )
    run = ScheduledRun(planned=NOON, at=NOON, state="delivered", run="r1")
    kept = schedule(approvals=(approval,), runs=(run,), next_at=NOON, missed="skip")
    await schedules.put(kept, None)

    assert (await stored(schedules))[0] == kept


async def test_creating_a_schedule_twice_loses(schedules):
    await schedules.put(schedule(), None)
    with pytest.raises(Conflict):
        await schedules.put(schedule(), None)


async def test_replacing_an_absent_schedule_loses(rows, schedules):
    await schedules.put(schedule("other"), None)
    _, etag = await stored(schedules, "other")
    with pytest.raises(Conflict):
        await schedules.put(schedule(), etag)


async def test_a_schedule_is_found_by_a_key_that_tells_nothing(schedules):
    await schedules.put(schedule(), None)
    key = schedules.key("acme", "weekly")

    assert (await schedules.find(key)).value == schedule()
    assert "acme" not in key
    assert "weekly" not in key
    assert await schedules.find(schedules.key("globex", "weekly")) is None


async def test_a_deleted_schedule_is_gone_and_can_be_deleted_again(schedules):
    await schedules.put(schedule(), None)
    await schedules.delete("acme", "weekly")
    await schedules.delete("acme", "weekly")

    assert await schedules.get("acme", "weekly") is None
    assert await schedules.of("acme") == ()


async def test_schedules_are_listed_by_id_of_everybody_or_of_one(schedules):
    for schedule_id, owner in [("b", "ada"), ("C/d", "bob"), ("a", "ada")]:
        await schedules.put(schedule(schedule_id, owner=owner), None)
    await schedules.put(schedule("other", tenant="globex"), None)

    assert [one.id for one in await schedules.of("acme")] == ["C/d", "a", "b"]
    assert [one.id for one in await schedules.of("acme", "ada")] == ["a", "b"]
    assert await schedules.of("acme", "eve") == ()
