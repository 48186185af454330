import asyncio
from datetime import timedelta

import pytest

from shared.errors import Conflict
from shared.models.connection import Beginning, Connection, Ticket
from shared.models.principal import Principal
from shared.storage.connections import StoredConnections
from tests.support.fakes import NOON

ANN, BOB = Principal(tenant="acme", user="ann"), Principal(tenant="acme", user="bob")
WORK = Connection(
    id="w",
    provider="google",
    email="ann@acme.example",
    domains=("email",),
    grant="sealed",
    connected_at=NOON,
)
HOME = WORK.model_copy(update={"id": "h", "connected_at": NOON - timedelta(days=1)})
BEGUN = Beginning(
    provider="google",
    domains=("email",),
    tenant="acme",
    user="ann",
    secret="sealed",  # noqa: S106 - as good as any
    browser="hash",
    until=NOON + timedelta(minutes=10),
)


TICKET = Ticket(
    provider="google", tenant="acme", user="ann", name="Ann", until=NOON + timedelta(minutes=2)
)


@pytest.fixture
def connections(rows):
    return StoredConnections(rows)


async def listed(connections, principal=ANN):
    return [one.value for one in await connections.list(principal)]


async def test_accounts_are_listed_from_the_first_one_on(connections):
    await connections.put(ANN, WORK, None)
    await connections.put(ANN, HOME, None)

    assert await listed(connections) == [HOME, WORK]
    assert (await connections.get(ANN, "h")).value == HOME


@pytest.mark.parametrize("etag", [None, "stale"])
async def test_an_account_is_never_written_over_unread(connections, etag):
    await connections.put(ANN, WORK, None)
    first = await connections.get(ANN, "w")
    newer = WORK.model_copy(update={"state": "needs_reauth"})
    await connections.put(ANN, newer, first.etag)

    with pytest.raises(Conflict):
        await connections.put(ANN, WORK, first.etag if etag else None)

    assert await listed(connections) == [newer]


async def test_an_account_that_is_gone_is_not_written_again_by_who_read_it(connections):
    await connections.put(ANN, WORK, None)
    read = await connections.get(ANN, "w")
    await connections.delete(ANN, "w")
    await connections.delete(ANN, "w")

    with pytest.raises(Conflict):
        await connections.put(ANN, WORK, read.etag)

    assert await connections.get(ANN, "w") is None


@pytest.mark.parametrize("other", [BOB, Principal(tenant="other", user="ann")])
async def test_nobody_elses_account_is_seen_or_forgotten(connections, other):
    await connections.put(ANN, WORK, None)

    assert await listed(connections, other) == []
    assert await connections.get(other, "w") is None
    await connections.delete(other, "w")
    assert await listed(connections) == [WORK]


async def test_of_many_who_come_back_from_a_sign_in_one_takes_it(connections):
    await connections.begin("state", BEGUN, NOON)

    taken = await asyncio.gather(*(connections.take("state") for _ in range(8)))

    assert [one for one in taken if one is not None] == [BEGUN]
    assert await connections.take("state") is None


async def test_a_sign_in_that_never_began_is_not_there(connections):
    assert await connections.take("state") is None


async def test_sign_ins_that_nobody_came_back_from_go_in_time(connections):
    for number in range(5):
        await connections.begin(f"old {number}", BEGUN, NOON)
    later = NOON + timedelta(hours=1)
    fresh = BEGUN.model_copy(update={"until": later + timedelta(minutes=10)})

    for number in range(60):  # each looks at those after a place of its own
        await connections.begin(f"new {number}", fresh, later)

    left = [await connections.take(f"old {number}") for number in range(5)]
    assert left.count(None) >= 4
    assert await connections.take("new 7") == fresh


async def test_of_many_who_bring_a_ticket_one_redeems_it_and_looking_takes_nothing(connections):
    await connections.issue("secret", TICKET, NOON)
    assert await connections.ticket("secret") == TICKET
    assert await connections.ticket("secret") == TICKET

    taken = await asyncio.gather(*(connections.redeem("secret") for _ in range(8)))

    assert [one for one in taken if one is not None] == [TICKET]
    assert await connections.ticket("secret") is None
    assert await connections.redeem("secret") is None


async def test_a_ticket_is_no_sign_in_and_a_sign_in_no_ticket(connections):
    await connections.issue("secret", TICKET, NOON)
    await connections.begin("state", BEGUN, NOON)

    assert await connections.take("secret") is None
    assert await connections.redeem("state") is None


async def test_tickets_that_nobody_brought_go_in_time(connections):
    await connections.issue("over", TICKET, NOON)
    later = NOON + timedelta(hours=1)
    fresh = TICKET.model_copy(update={"until": later + timedelta(minutes=2)})

    for number in range(60):
        await connections.issue(f"new {number}", fresh, later)

    assert await connections.ticket("over") is None
    assert await connections.ticket("new 7") == fresh
