"""What waits for a person is noted where all of it is found."""

from datetime import timedelta

import pytest

from shared.models.principal import Principal
from shared.models.waiting import Waiting
from shared.storage.waiting import StoredWaitingList
from tests.support.fakes import NOON

ANN, BOB = Principal(tenant="acme", user="ann"), Principal(tenant="acme", user="bob")
FIRST = Waiting(
    thread="k-1", thread_id="1", request="q-1-1", kind="approval", told="Send it", at=NOON
)
SECOND = FIRST.model_copy(update={"thread": "k-2", "at": NOON - timedelta(minutes=1)})


@pytest.fixture
def waiting(rows):
    return StoredWaitingList(rows)


async def test_what_was_noted_is_there_oldest_first_and_once(waiting):
    for noted in (FIRST, SECOND, FIRST):
        await waiting.add(ANN, noted)

    assert list(await waiting.of(ANN)) == [SECOND, FIRST]
    assert list(await waiting.of(BOB)) == []


async def test_what_was_struck_out_is_gone_and_may_be_struck_out_again(waiting):
    await waiting.add(ANN, FIRST)

    await waiting.remove(ANN, FIRST)
    await waiting.remove(ANN, FIRST)

    assert list(await waiting.of(ANN)) == []


async def test_what_takes_a_role_is_found_by_those_who_have_it_until_it_is_over(waiting):
    shared = FIRST.model_copy(update={"asker": "ann", "role": "approver"})
    await waiting.add(ANN, shared)
    await waiting.add(ANN, SECOND)

    assert list(await waiting.of(ANN)) == [SECOND, shared]
    assert list(await waiting.of_role("acme", "approver")) == [shared]
    assert list(await waiting.of_role("acme", "owner")) == []
    assert list(await waiting.of_role("globex", "approver")) == []
    assert await waiting.found("acme", "approver", shared.id) == shared
    for tenant, role, name in (
        ("acme", "owner", shared.id),
        ("globex", "approver", shared.id),
        ("acme", "approver", SECOND.id),
        ("acme", "approver", "no/key"),
    ):
        assert await waiting.found(tenant, role, name) is None

    await waiting.remove(ANN, shared)
    assert list(await waiting.of_role("acme", "approver")) == []
    assert list(await waiting.of(ANN)) == [SECOND]
