"""What is over is found in every table and taken away, and nothing else is."""

from datetime import timedelta

import pytest

from shared.models.agent import Agent, AgentRecord, RunOutcome
from shared.models.budget import Bucket
from shared.models.connection import Beginning, Connection, Ticket
from shared.models.conversation import Conversation
from shared.models.erasure import Erasure
from shared.models.gap import Gap
from shared.models.principal import Met, Principal
from shared.models.routed import Routed
from shared.models.schedule import Recurrence, Schedule
from shared.models.thread import Thread
from shared.models.waiting import Waiting
from shared.storage.agents import StoredAgents
from shared.storage.gaps import StoredGaps
from shared.storage.inventory import INVENTORY
from shared.storage.keys import digest
from shared.storage.results import StoredResults
from shared.storage.retention import StoredRetention
from shared.storage.routings import StoredRoutings
from shared.storage.rows import Insert
from tests.support.fakes import NOON, HashedWords, ManualClock
from tests.support.whole import MemoryTables

ANN = Principal(tenant="acme", user="ann")
KEPT, MEMORY = timedelta(days=30), timedelta(days=700)
NEVER = timedelta(days=36_500)


@pytest.fixture(params=["memory", "azurite"])
def storage(request):
    return MemoryTables() if request.param == "memory" else request.getfixturevalue("tables")


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def agents(storage):
    return StoredAgents(storage.rows("agents"), HashedWords())


@pytest.fixture
def retention(storage, agents, clock):
    return StoredRetention(storage.rows, agents, clock, kept=KEPT, memory=MEMORY)


def schedule(**changes):
    wanted = {
        "id": "s",
        "tenant": "acme",
        "owner": "ann",
        "agent": "a",
        "request": "r",
        "thread": "t",
        "recurrence": Recurrence(zone="UTC", cron="0 9 * * *"),
        "created_at": NOON,
        "updated_at": NOON,
    }
    return Schedule(**{**wanted, **changes})


def outcomes(*ages):
    found = (
        RunOutcome(turn="t/1", succeeded=True, milliseconds=1, at=NOON - timedelta(days=age))
        for age in ages
    )
    return AgentRecord(agent="a", outcomes=tuple(found))


def begun(model, **more):
    common = {"provider": "google", "domains": (), "tenant": "acme", "user": "ann"}
    return model(**common, **more, until=NOON + timedelta(minutes=9))


ACCOUNT = Connection(
    id="c", provider="google", email="e", domains=(), grant="sealed", connected_at=NOON
)
WAITING = Waiting(thread="k-1", thread_id="t", request="r", kind="approval", told="x", at=NOON)
LISTED = Conversation(thread="k-1", thread_id="t", at=NOON)
DONE = Erasure(id="x", person="p", by="person", asked_at=NOON, state="done", done_at=NOON)
RUNNING = Erasure(id="x", person="p", by="person", asked_at=NOON)
ROWS = [
    # table, partition, key, what is in it, how long it is kept
    ("schedules", "t", "schedule-1", schedule(), KEPT),
    ("schedules", "t", "schedule-2", schedule(paused=True), NEVER),
    ("schedules", "t", "schedule-3", schedule(next_at=NOON), NEVER),
    ("records", "t", "a", outcomes(5, 0), MEMORY),
    ("budgets", "t", "requests", Bucket(left=1, at=NOON), timedelta(days=31)),
    ("waiting", "t-p", "w", WAITING, KEPT),
    ("conversations", "t-p", "c", LISTED, KEPT),
    ("connections", "begun", "b", begun(Beginning, secret="s", browser="b"), timedelta(minutes=9)),  # noqa: S106
    ("connections", "tickets", "b", begun(Ticket), timedelta(minutes=9)),
    ("connections", "t-p", "account-1", ACCOUNT, NEVER),
    ("erasures", "t", "receipt-1", DONE, MEMORY),
    ("erasures", "t", "running-1", RUNNING, NEVER),
]


@pytest.mark.parametrize(("table", "partition", "key", "value", "kept"), ROWS)
async def test_a_row_stays_for_its_time_and_no_longer(
    storage, retention, clock, table, partition, key, value, kept
):
    rows = storage.rows(table)
    await rows.commit(partition, [Insert(key, value.model_dump_json())])

    clock.advance(seconds=(kept - timedelta(seconds=1)).total_seconds())
    walked = await retention.walk(table, "")
    assert await rows.get(partition, key) is not None
    assert (walked.start, walked.again > clock.now()) == ("", True)

    clock.advance(days=1)
    await retention.walk(table, "")
    assert (await rows.get(partition, key) is None) == (kept != NEVER)


@pytest.mark.parametrize("table", ["routings", "gaps"])
async def test_what_is_kept_by_time_goes_by_time_in_silent_organisations_too(
    storage, retention, clock, table
):
    routings = StoredRoutings(storage.rows("routings"), KEPT)
    gaps = StoredGaps(storage.rows("gaps"), KEPT)
    for day in (0, 1):
        at = NOON + timedelta(days=day)
        await routings.add("acme", Routed(turn=f"t/{day}", at=at))
        await gaps.keep("acme", Gap(id=f"t/{day}", at=at, text="fly"))

    left = []
    for _ in range(2):
        clock.advance(days=30, hours=1)
        await retention.walk(table, "")
        rows = await storage.rows(table).range(digest("acme"), " ", "~", 10)
        left.append(len(rows))
        clock.advance(days=-29, hours=-1)
    assert left == [1, 0]


async def test_results_go_when_they_may_be_used_no_more(storage, retention, clock):
    results = StoredResults(storage.rows("results"), clock)
    await results.keep(ANN, "email", "one", "x", timedelta(minutes=5))
    await results.keep(ANN, "email", "two", "x", timedelta(minutes=50))
    clock.advance(minutes=6)
    await retention.walk("results", "")
    found = [row.key async for _, row in storage.rows("results").scan(" ", "~")]
    assert found == ["email-two"]


async def test_a_conversation_that_is_there_stays_listed(storage, retention, clock):
    await storage.rows("conversations").commit("t-p", [Insert("c", LISTED.model_dump_json())])
    head = Thread(key="k-1", tenant="a", owner="o", id="t", created_at=NOON, updated_at=NOON)
    await storage.rows("threads").commit("k-1", [Insert("thread", head.model_dump_json())])
    clock.advance(days=40)
    await retention.walk("conversations", "")
    assert await storage.rows("conversations").get("t-p", "c") is not None


async def test_deleted_agents_go_with_all_they_were_once_nobody_can_restore_them(
    storage, agents, retention, clock
):
    for number in range(7):
        agent = Agent(id=f"a{number}", name="A", description="d", created_at=NOON)
        etag = await agents.save("acme", agent, None)
        await agents.delete("acme", agent.id, etag, NOON)
    kept = await agents.save("acme", Agent(id="b", name="B", description="d"), None)

    clock.advance(days=29)
    await retention.walk("agents", "")
    assert len(await agents.versions("acme", "a0", 9)) == 1
    clock.advance(days=2)
    await retention.walk("agents", "")

    rows = await storage.rows("agents").range(digest("acme"), " ", "~", 100)
    assert [row.key.partition("-")[0] for row in rows] == ["agent", "points", "version"]
    assert (await agents.get("acme", "b"))[1] == kept


async def test_who_was_away_for_too_long_is_named_and_who_was_here_is_not(
    storage, retention, clock
):
    day = NOON.date()
    for user, on, tenant in (
        ("gone", day, "acme"),
        ("here", day + timedelta(days=1), "acme"),
        ("of-old", day, ""),
        ("undated", None, "acme"),
    ):
        met = Met(id=user, name=user, tenant=tenant, on=on).model_dump_json()
        await storage.rows("directory").commit("t", [Insert(user, met)])
    clock.advance(days=MEMORY.days)
    assert (await retention.walk("directory", "")).absent == ()
    clock.advance(days=1)
    assert [one.user for one in (await retention.walk("directory", "")).absent] == ["gone"]


async def test_a_long_walk_goes_on_where_it_stopped(storage, retention, clock):
    class Slow:
        """Each look at the time takes fifteen seconds."""

        def now(self):
            clock.advance(seconds=15)
            return clock.now()

    budgets = storage.rows("budgets")
    for partition in "abcdef":
        old = Bucket(left=1, at=NOON - timedelta(days=60)).model_dump_json()
        await budgets.commit(partition, [Insert("requests", old)])
    retention._clock = Slow()

    start, walks = "", 0
    while True:
        walked = await retention.walk("budgets", start)
        start, walks = walked.start, walks + 1
        if not start:
            break
    assert 1 < walks < 7
    assert [row async for row in budgets.scan(" ", "~")] == []


async def test_every_table_that_is_said_to_be_walked_is_and_once_a_day(retention, clock):
    planned = retention.plan()
    walked = {entry.subject.partition("|")[0] for entry in planned}
    said = {one.name for one in INVENTORY if "nightly walk" in one.swept}
    assert walked == said | {"directory"}
    assert {entry.at for entry in planned} == {NOON.replace(hour=0) + timedelta(days=1)}
    assert retention.plan() == ()
    clock.advance(days=1)
    assert len(retention.plan()) == len(planned)
