"""What takes somebody else's approval: they see exactly what is done, and it says who agreed."""

import pytest

from shared import activity
from shared.decisions import wording
from shared.decisions.risk import argument_hash
from shared.errors import Forbidden, NotFound
from shared.models.principal import Principal
from shared.models.profile import Policy
from shared.models.rows import REQUEST
from shared.sweeper import sweep
from tests.support.simulation import OWNER, TENANT, World

SEND = "send an email to Sarah Chen saying I'll bring the slides on Friday"
ASKER = Principal(tenant=TENANT, user=OWNER, roles=("owner", "approver"))
BOSS = Principal(tenant=TENANT, user="boss", roles=("approver",), name="Bo Boss")


@pytest.fixture
async def office():
    async with World() as world:
        policy = Policy(confirmed=("gmail_send_email",), approver="approver")
        await world.services.policies.put(TENANT, policy)
        await world.say(SEND, "m1", roles=ASKER.roles)
        yield world


async def told(office):
    return (await office.transcript())[-1][1]


async def waits_for(office, who=BOSS):
    return await activity.to_approve(office.services, who)


async def decided(office, approval, verdict="accept", reason=""):
    await activity.decide(office.services, BOSS, approval.id, verdict, reason)
    await office.ring()
    assert await office.settle()


async def changes(office):
    return (await office.services.ledger.page(ASKER)).records


async def test_what_is_done_is_what_somebody_else_saw_and_it_says_who_they_are(office):
    [approval] = await waits_for(office)
    shown = (await office.request()).value
    assert (shown.id, shown.role) == (approval.request, "approver")

    await decided(office, approval)

    [change] = await changes(office)
    assert (change.tool, change.state) == ("gmail_send_email", "done")
    assert change.hash == argument_hash(shown.tool, shown.arguments) == shown.arguments_hash
    assert (change.about.approved, change.about.approver) == ("button", "boss")
    assert "Bo Boss approved this." in [text for _, text in await office.transcript()]
    [entry] = [e for e in (await office.turn(1)).trace if e.name == "approval"]
    assert (entry.detail["by"], entry.detail["action"]) == ("boss", "accept")
    assert list(await waits_for(office)) == list(await activity.waiting_for(office.services, ASKER))


@pytest.mark.parametrize("said", ["yes", "yes, always", "go ahead"])
async def test_who_asked_is_refused_and_it_goes_on_waiting(office, said):
    [first] = await waits_for(office)
    await office.say(said, "m2", roles=ASKER.roles)

    assert await told(office) != ""
    assert wording.needs_role("approver") in await told(office)
    assert await changes(office) == ()
    [still] = await waits_for(office)
    with pytest.raises(Forbidden):
        await activity.decide(office.services, ASKER, still.id, "accept")
    assert still.id != first.id
    await decided(office, still)
    assert [one.state for one in await changes(office)] == ["done"]


async def test_what_was_changed_meanwhile_takes_a_new_look(office):
    [seen] = await waits_for(office)
    await office.press(action="edit", arguments={"subject": "Slides, and more"})

    with pytest.raises(NotFound):
        await activity.decide(office.services, BOSS, seen.id, "accept")
    [now] = await waits_for(office)
    await decided(office, now)

    [change] = await changes(office)
    shown = (await office.services.threads.get(now.thread, REQUEST, now.request)).value
    assert change.hash == shown.arguments_hash
    assert shown.arguments["subject"] == "Slides, and more"


async def test_what_was_turned_down_is_not_done_and_says_why(office):
    [approval] = await waits_for(office)
    await decided(office, approval, "reject", "not on a Friday")

    assert await changes(office) == ()
    said = [text for _, text in await office.transcript()]
    assert "Bo Boss did not approve this: not on a Friday" in said
    assert list(await waits_for(office)) == []


async def test_what_nobody_approves_expires(office):
    office.clock.advance(days=1, minutes=1)
    await sweep(office.port, office.services)
    await office.settle()

    assert await changes(office) == ()
    assert list(await waits_for(office)) == []


async def test_what_an_organisation_refuses_by_now_is_not_done(office):
    [approval] = await waits_for(office)
    refusing = Policy(refused=("gmail_send_email",), approver="approver")
    await office.services.policies.put(TENANT, refusing)

    await decided(office, approval)

    assert [one.state for one in await changes(office)] == ["failed"]
    assert wording.refused_tool("gmail_send_email") in await told(office)
