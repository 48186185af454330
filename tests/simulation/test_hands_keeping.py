"""What is kept of a person: results for a while, changes for good, and nothing for anybody else."""

import pytest

from shared.models.principal import Principal
from tests.support.accounts_world import ADA, ADDRESS, AccountsWorld
from tests.support.accounts_world import at_google as google
from tests.support.wire.gmail import USER, Gmail, part
from tests.support.wire.google_calendar import EVENTS, GoogleCalendarPeer, event

UNREAD = "show me my unread mail"
WRITE = "send an email to bo@acme.example saying the report is ready"
NAMESAKE = Principal(tenant="other", user=ADA.user)
COLLEAGUE = Principal(tenant=ADA.tenant, user="cy")


@pytest.fixture
async def world():
    async with AccountsWorld() as made:
        yield made


def mailbox(world, subject="Budget", person=ADA, thread="t", email=ADDRESS):
    """Give a person a mailbox with one mail."""
    box = Gmail()
    box.receive(part(subject), From="Bo <bo@acme.example>", To=email, Subject=subject)
    world.connect(google(box.peer, world.clock, email=email), person, thread)
    return box


def searches(box):
    return len(box.peer.calls("GET", f"{USER}/messages"))


async def test_the_same_search_is_not_made_again_for_fifteen_minutes(world):
    box = mailbox(world)

    first = await world.ask(UNREAD)
    world.clock.advance(minutes=14)
    assert await world.ask(UNREAD) == first
    assert searches(box) == 1

    world.clock.advance(minutes=2)
    await world.ask(UNREAD)
    assert searches(box) == 2


async def test_a_persons_own_change_has_it_made_again(world):
    box = mailbox(world)
    await world.ask(UNREAD)

    assert "Archived **Budget** from Bo." in await world.ask("archive the first one")

    await world.ask(UNREAD)
    assert searches(box) == 2


async def test_a_change_that_failed_may_have_changed_something(world):
    box = mailbox(world)
    await world.ask(UNREAD)
    await world.ask(WRITE)
    box.peer.on("POST", f"{USER}/drafts", {})
    await world.ask("yes")

    await world.ask(UNREAD)

    assert searches(box) == 2


async def test_another_search_is_another_result(world):
    box = mailbox(world)

    await world.ask(UNREAD)
    await world.ask("show me the emails from bo@acme.example")

    assert searches(box) == 2


async def test_contacts_are_kept_for_a_day(world):
    box = Gmail()
    cy = {
        "resourceName": "people/c1",
        "etag": "e",
        "names": [{"displayName": "Cy Young"}],
        "emailAddresses": [{"value": "cy@acme.example"}],
    }
    connections = "/v1/people/me/connections"
    box.peer.on("GET", connections, {"connections": [cy]})
    world.connect(google(box.peer, world.clock, "contacts"))

    for _ in range(2):
        assert "cy@acme.example" in await world.ask("find the contact Cy Young")
        world.clock.advance(hours=23)
    assert len(box.peer.calls("GET", connections)) == 1

    world.clock.advance(hours=2)
    await world.ask("find the contact Cy Young")
    assert len(box.peer.calls("GET", connections)) == 2


async def test_who_is_free_is_kept_for_an_hour(world):
    there = GoogleCalendarPeer(event("e1", "2026-03-05T15:00", "2026-03-05T15:30"))
    world.connect(google(there.peer, world.clock, "calendar"))

    for _ in range(2):
        await world.ask("am I free tomorrow at 3pm?")
        world.clock.advance(minutes=40)
    assert (await world.run()).steps[0].tool == "calendar_check_availability"
    assert len(looked_at(there)) == 1

    await world.ask("am I free tomorrow at 3pm?")
    assert len(looked_at(there)) == 2


def looked_at(there):
    """Return the times that were looked at; that the zone was asked for is not one."""
    return [seen for seen in there.peer.calls("GET", EVENTS) if "timeMin" in seen.param]


@pytest.mark.parametrize("other", [NAMESAKE, COLLEAGUE], ids=["namesake", "colleague"])
async def test_nobody_is_shown_what_was_found_for_somebody_else(world, other):
    mine, theirs = mailbox(world, "Mine"), mailbox(world, "Theirs", other, "o", "bo@other.example")

    assert "**Mine**" in await world.ask(UNREAD)
    said = await world.ask(UNREAD, thread="o")

    assert "**Theirs**" in said
    assert "Mine" not in said
    assert (searches(mine), searches(theirs)) == (1, 1)
    await world.ask("archive the first one", thread="o")
    await world.ask(UNREAD)
    assert searches(mine) == 1, "what others change drops nothing of mine"


@pytest.mark.parametrize("other", [NAMESAKE, COLLEAGUE], ids=["namesake", "colleague"])
async def test_what_one_person_did_is_not_done_for_another(world, other):
    """Both send the draft that their own mailboxes call by the same id."""
    mine, theirs = mailbox(world), mailbox(world, "x", other, "o", "bo@other.example")

    for thread in ("t", "o"):
        await world.ask("draft an email to cy@acme.example saying hello", thread=thread)
        await world.ask("send it", thread=thread)
        assert "accepted for delivery" in await world.ask("yes", thread=thread)

    assert (mine.sendings, theirs.sendings) == (1, 1)
