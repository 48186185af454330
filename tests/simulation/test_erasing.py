"""A person is erased from every table, whatever falls over; others keep what they have."""

import asyncio
from datetime import timedelta

import pytest

from api.my_data import everything
from devhost.engine import SimulatedCrash
from shared import erasing
from shared.models.agent import Agent
from shared.storage.inventory import INVENTORY
from shared.storage.keys import digest
from tests.support.disturbed import fault, in_turn
from tests.support.leaving import ANN, BOB, MAIL, furnish, marks, of
from tests.support.simulation import embedded
from tests.support.whole import WholeWorld

_LOOKS = 12
_CLEARED = 2
"""The stage that waits for conversations to be gone."""


class Telling:
    """Accounts whose providers note what was given back."""

    def __init__(self, accounts):
        self._accounts = accounts
        self.revoked = []

    def __getattr__(self, name):
        return getattr(self._accounts, name)

    async def revoke(self, who, name):
        self.revoked.append((who.user, name))
        return await self._accounts.revoke(who, name)


async def over(world, who=ANN):
    """Play what passes until an erasure is over: time, the sweeper, and starts after crashes."""
    key = world.services.erasures.key(who)
    for _ in range(_LOOKS):
        while not await world.settle():
            await world.boot()
        try:
            await world.sweep()
        except (SimulatedCrash, BaseExceptionGroup):
            await world.boot()
        while not await world.settle():
            await world.boot()
        if await world.services.erasures.running(key) is None:
            return
        world.clock.advance(minutes=11)
    raise AssertionError("the erasure never ended")


def apart(rows):
    """Return the rows that tell of Bob and not of Ann, but for those that go as time passes."""
    annas = of(rows, ANN)
    return {
        place: body
        for place, body in of(rows, BOB).items()
        if place not in annas and place[0] != "erasures" and '"kind":"rescue"' not in body
    }


async def furnished(**options):
    world = await WholeWorld(**options).boot()
    kept = await furnish(world, ANN, BOB), await furnish(world, BOB, ANN)
    return world, kept


async def test_no_row_of_any_table_tells_of_who_was_erased():
    world, (annas, bobs) = await furnished()
    accounts = Telling(world.services.accounts)
    object.__setattr__(world.services, "accounts", accounts)
    before = world.tables.everything()
    told = {name for name, _, _ in of(before, ANN)}
    assert told == {one.name for one in INVENTORY if one.erased}, "somebody has rows everywhere"
    undisturbed = apart(before)

    exported = {kind async for kind, _ in everything(world.services, ANN)}
    assert exported >= {"people", "transcript", "schedules", "agents", "routings", "sandbox"}

    begun = await erasing.begin(world.services, world.port, ANN, "person")
    joined = await erasing.begin(world.services, world.port, ANN, "administrator", BOB.user)
    assert joined.id == begun.id
    await over(world)

    after = world.tables.everything()
    left = of(after, ANN)
    assert {name for name, _, _ in left} == {"erasures"}, left
    [(place, receipt)] = left.items()
    assert place[2].startswith("receipt-")
    assert not any(mark in receipt for mark in marks(ANN) if mark != digest("user", ANN.user))
    assert undisturbed == {place: after.get(place) for place in undisturbed}
    assert {kind async for kind, _ in everything(world.services, ANN)} == {"directory"}
    assert await world.services.files.get(annas, "f1") is None
    assert await world.services.files.get(bobs, "f1") is not None
    assert accounts.revoked == [(ANN.user, "c-zanzibar")]
    await world.engine.stop()


async def test_the_receipt_says_how_much_went_when_who_asked_and_what_stays():
    world, _ = await furnished()
    theirs = len(await world.services.conversations.of(ANN))
    begun = await erasing.begin(world.services, world.port, ANN, "administrator", BOB.user)
    await over(world)

    receipt = await world.services.erasures.get(ANN.tenant, begun.id)

    assert (receipt.state, receipt.by, receipt.asked_by) == ("done", "administrator", BOB.user)
    assert receipt.done_at - receipt.asked_at >= world.limits.stuck
    assert (receipt.tenant, receipt.user) == ("", "")
    assert receipt.gone["threads"] == theirs == 2
    assert receipt.gone["schedules"] == 1
    assert receipt.gone["connections"] == 2
    assert {name for name, rows in receipt.gone.items() if rows} >= {"agents", "people", "sandbox"}
    assert "agents" in receipt.kept
    again = await erasing.begin(world.services, world.port, ANN, "person")
    assert again.id != begun.id
    await over(world)
    await world.engine.stop()


async def test_agents_made_for_others_stay_with_their_birth_and_pass_on():
    world, _ = await furnished()
    before = {one.id: one for one in await world.services.agents.list(ANN.tenant)}
    await erasing.begin(world.services, world.port, ANN, "person")
    await over(world)

    after = {one.id: one for one in await world.services.agents.list(ANN.tenant)}

    nobodys, heired = after["team-of-8-bob"], after["team-of-8-bob-2"]
    assert (nobodys.owner, nobodys.users, nobodys.origin) == ("", (), "")
    assert (heired.owner, heired.editors) == (BOB.user, ())
    assert nobodys.created_at == before["team-of-8-bob"].created_at
    assert "zanzibar-own" not in after
    assert await world.services.agents.versions(ANN.tenant, "zanzibar-binned", 9) == ()
    learned = world.tables.everything()[
        "agents", digest(ANN.tenant), f"learned-{digest('team-of-8-bob')}"
    ]
    assert "zanzibar" not in learned
    await world.engine.stop()


async def test_work_that_is_under_way_stops_and_what_is_said_meanwhile_goes_too():
    world, _ = await furnished()
    await world.said(ANN, "show me emails from john", "late", "asked-2")
    begun = await erasing.begin(world.services, world.port, ANN, "person")
    for _ in range(3):
        await world.settle()
        await world.sweep()
        world.clock.advance(seconds=20)
    found = await world.services.erasures.get(ANN.tenant, begun.id)
    assert found.state == "erased"
    await world.said(ANN, "show me emails from john about zanzibar", "later", "afterwards")

    await over(world)

    assert {name for name, _, _ in of(world.tables.everything(), ANN)} == {"erasures"}
    await world.engine.stop()


class Held:
    """The embedded reasoner, which plans nothing before the door is opened."""

    def __init__(self):
        self._own, self.begun, self.door = embedded(), asyncio.Event(), asyncio.Event()

    def __getattr__(self, name):
        return getattr(self._own, name)

    async def plan_tools(self, request):
        self.begun.set()
        await self.door.wait()
        return await self._own.plan_tools(request)


async def test_a_turn_that_is_being_worked_on_stops_at_its_next_step_and_then_is_gone():
    reasoner = Held()
    world = await WholeWorld(reasoner=reasoner).boot()
    said = asyncio.ensure_future(world.said(ANN, f"{MAIL} about zanzibar", "m1"))
    await reasoner.begun.wait()
    begun = await erasing.begin(world.services, world.port, ANN, "person")
    key = world.services.erasures.key(ANN)
    # the engine is not idle while a step is held, so how far this is can only be looked at
    while (await world.services.erasures.running(key)).value.stage < _CLEARED:  # noqa: ASYNC110
        await asyncio.sleep(0)
    [head] = await world.services.traces.threads(ANN)
    assert head.deleted
    assert head.open_turn == 1
    reasoner.door.set()
    await said

    await over(world)

    assert {name for name, _, _ in of(world.tables.everything(), ANN)} == {"erasures"}
    receipt = await world.services.erasures.get(ANN.tenant, begun.id)
    assert (receipt.state, receipt.gone["threads"]) == ("done", 1)
    await world.engine.stop()


async def _erased_despite(disturbance, path):
    world = await WholeWorld(journal=path).boot()
    await world.services.directory.met(ANN)
    agent = Agent(id="own", name="zanzibar", description="d", owner=ANN.user, users=(ANN.user,))
    await world.services.agents.save(ANN.tenant, agent, None)
    await world.said(ANN, "show me emails from john about zanzibar", "m1")
    world.ran.clear()
    await world.boot(disturbance)
    try:
        begun = await erasing.begin(world.services, world.port, ANN, "person")
    except SimulatedCrash:
        await world.boot()
        begun = await erasing.begin(world.services, world.port, ANN, "person")
    await over(world)
    assert {name for name, _, _ in of(world.tables.everything(), ANN)} == {"erasures"}
    gone = (await world.services.erasures.get(ANN.tenant, begun.id)).gone
    ran = list(world.ran)
    await world.engine.stop()
    return {name: rows for name, rows in gone.items() if name != "due"}, ran


async def test_a_crash_at_any_step_changes_nothing_but_when_it_ends(tmp_path):
    calm, ran = await _erased_despite(None, tmp_path / "calm")
    assert sum(one.name == "erase" for one in ran) >= 16
    for step, name, how in in_turn(ran, whenever=()):
        disturbed, _ = await _erased_despite(fault(how, step), tmp_path / f"{step}-{how}")
        assert disturbed == calm, (step, name, how)


async def test_an_erasure_whose_orchestration_is_lost_is_begun_anew_and_leaves_no_history():
    world, _ = await furnished()
    await erasing.begin(world.services, world.port, ANN, "person")
    instance = erasing.instance_id(world.services.erasures.key(ANN))
    await world.port.terminate(instance)
    await over(world)
    world.clock.advance(minutes=2)
    await world.sweep()
    assert await world.engine.status(instance) is None
    await world.engine.stop()


@pytest.mark.parametrize("user", ["nobody-was-ever-called-so"])
async def test_who_was_never_here_is_erased_as_well(user):
    world = await WholeWorld().boot()
    nobody = ANN.model_copy(update={"user": user})
    begun = await erasing.begin(world.services, world.port, nobody, "operator")
    await over(world, nobody)
    receipt = await world.services.erasures.get(ANN.tenant, begun.id)
    assert receipt.state == "done"
    assert not any(receipt.gone.values())
    assert receipt.done_at > world.clock.now() - timedelta(hours=3)
    await world.engine.stop()
