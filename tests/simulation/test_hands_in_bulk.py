"""Many mails at once, through the orchestrator: what was done, what was not, and who was asked."""

import pytest

from shared.connectors.joined import Member, joined
from shared.connectors.microsoft.provider import PROVIDER as MICROSOFT
from shared.models.profile import Account
from shared.tools.workspace import Workspace
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Mailbox
from tests.support.accounts_world import ADDRESS, AccessTokens, AccountsWorld, opened
from tests.support.accounts_world import at_google as google
from tests.support.wire.gmail import USER, Gmail, failure
from tests.support.wire.google import google as contract
from tests.support.wire.graph_account import GraphAccount
from tests.support.wire.peer import Answer

HOME = "ada@home.example"
ALL = "archive all emails from bo@acme.example"


@pytest.fixture
async def world():
    async with AccountsWorld() as made:
        yield made


def mailbox_of(count):
    box = Gmail()
    for number in range(1, count + 1):
        bo, subject = "Bo <bo@acme.example>", f"Report {number}"
        box.receive(From=bo, To=ADDRESS, Subject=subject, labels=("INBOX", "UNREAD"))
    return box


def archived(box):
    return [i for i, message in box.messages.items() if "INBOX" not in message["labelIds"]]


async def test_one_mail_is_named(world):
    box = mailbox_of(1)
    world.connect(google(box.peer, world.clock))

    assert await world.ask(ALL) == "Archived **Report 1** from Bo."


async def test_forty_mails_with_one_gone_since_the_card_are_told_one_by_one(world):
    box = mailbox_of(40)
    world.connect(google(box.peer, world.clock))
    assert "**Archive 40 emails**" in await world.ask(ALL)
    assert archived(box) == []
    del box.messages["m21"]

    said = await world.ask("yes")

    assert said.startswith("Archived 39 of 40 emails:\n1. **Report 40** from Bo\n2. **Report 39**")
    assert "... and 29 more" in said
    assert "Not done:\n- 1 email: Google does not have this, or no longer has it" in said
    assert len(archived(box)) == 39
    response = (await world.run()).response
    assert (response.success, response.result.data["changed"]) == (True, 39)
    assert [one["id"] for one in response.result.data["failed"]] == ["m21"]


async def test_nothing_done_is_a_failure(world):
    box = mailbox_of(3)
    world.connect(google(box.peer, world.clock))
    box.peer.on("POST", f"{USER}/messages/batchModify", failure(403, "Not yours"))

    assert await world.ask(ALL) == "Google does not allow this (Not yours)."
    assert (await world.run()).response.success is False


@pytest.mark.parametrize(("count", "says"), [(69, None), (510, "10 more match")])
async def test_all_are_all_or_it_is_said_how_many_are_left(world, count, says):
    box = mailbox_of(count)
    world.connect(google(box.peer, world.clock))
    box.peer.on("GET", f"{USER}/messages", lambda seen: {**box._list(seen), **estimate})
    estimate = {"resultSizeEstimate": count}
    most = min(count, 500)

    shown = await world.ask(ALL)
    assert f"**Archive {most} emails**" in shown
    assert ("more match" in shown) == (says is not None)

    said = await world.ask("yes")

    assert said.startswith(f"Archived {most} emails:")
    assert len(archived(box)) == most
    assert ("more match" in said) == (says is not None)
    assert says is None or f"At least {says}: ask me again for the rest." in said


def two_accounts(world, work, graphs, tokens=None):
    """Connect a Google and a Microsoft account."""
    left_out = []
    first = google(work.peer, world.clock)()[Mailbox]
    second = opened(MICROSOFT, graphs.peer, world.clock, ("email",), HOME, tokens)()[Mailbox]
    members = (Member("w", ADDRESS, first), Member("h", HOME, second))
    accounts = tuple(
        Account(id=key, provider="x", email=email, name="Ada", domains=("email",))
        for key, email in (("w", ADDRESS), ("h", HOME))
    )

    def open_anew():
        del left_out[:]
        return Workspace({Mailbox: joined(Mailbox, members, left_out)}, accounts, left_out)

    world.connect(open_anew)


async def test_an_account_that_is_signed_out_is_named_with_what_the_other_has(world):
    two_accounts(world, mailbox_of(2), GraphAccount(), AccessTokens("Microsoft 365", lives=0))

    missing = f"I could not look in {HOME}: Microsoft 365 needs you to sign in again."
    said = await world.ask("show me my unread mail")
    assert said.startswith(f"{missing}\n\nI found at least 2 emails from Bo:")
    shown = await world.ask("mark the emails from bo@acme.example as read")
    assert missing in shown


async def test_mails_of_an_account_that_fails_are_not_done_and_the_others_are(world):
    work, graphs = mailbox_of(1), GraphAccount()
    graphs.message(subject="Invoice", receivedDateTime="2026-11-20T09:00:00Z")
    two_accounts(world, work, graphs)
    found = {"value": [{**m, "body": None} for m in graphs.messages.values()]}
    graphs.peer.on("GET", "/v1.0/me/messages", Answer(json=_plain(found), odd=True))
    listed = await world.ask("show me emails from bo@acme.example")
    assert "Invoice" in listed
    graphs.peer.on("POST", r"/v1.0/\$batch", Answer(503, odd=True))

    said = await world.ask("archive the first two")

    assert "Archived 1 of 2 emails:\n1. **Report 1** from Bo" in said
    assert "Not done:\n- 1 email: Microsoft 365 is having trouble (503)." in said
    assert archived(work) == ["m1"]


def _plain(found):
    return {"value": [{k: v for k, v in m.items() if v is not None} for m in found["value"]]}


async def test_contacts_that_fail_keep_no_mail_from_being_found_by_name(world):
    box, people = mailbox_of(2), contract()
    people.on("GET", "/v1/people/.*", failure(503, "x"))
    mail = google(box.peer, world.clock)
    book = google(people, world.clock, "contacts")

    def open_anew():
        accounts = mail().accounts
        both = accounts[0].model_copy(update={"domains": ("email", "contacts")})
        return Workspace({Mailbox: mail()[Mailbox], AddressBook: book()[AddressBook]}, (both,))

    world.connect(open_anew)

    said = await world.ask("show me emails from Bo")

    assert said.startswith(
        "I could not ask your contacts who Bo is (Google is having trouble (503)"
    )
    assert "I found 2 emails" in said
    assert box.peer.calls("GET", f"{USER}/messages")[0].param["q"] == 'from:"Bo"'
