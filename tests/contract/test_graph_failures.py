"""What every refusal of Microsoft 365 means, for reading and for changing."""

from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.microsoft.address_book import GraphAddressBook
from shared.connectors.microsoft.calendar import GraphCalendar
from shared.connectors.microsoft.mailbox import GraphMailbox
from shared.connectors.microsoft.provider import PROVIDER
from shared.connectors.rest import AlreadyThere, NotThere, ReauthNeeded
from shared.errors import ToolFailed
from shared.models.profile import Account
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.calendar.port import Calendar, EventChange
from shared.workspace.contacts.port import AddressBook, ContactChange
from shared.workspace.email.port import Address, Mailbox, Outgoing
from tests.support.wire.graph import failure
from tests.support.wire.graph_account import ME, GraphAccount
from tests.support.wire.peer import Answer, ScriptedTokens

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
EFFECT = Effect(id="0" * 32)
MAIL = Outgoing(to=(Address(email="bo@acme.example"),), subject="Budget", body="Here.")


class At:
    def now(self):
        return NOW


class Everything:
    """All ports of one account."""

    def __init__(self, tokens=None):
        self.account = GraphAccount()
        rest = self.account.rest(tokens)
        self.peer = self.account.peer
        self.mailbox = GraphMailbox(rest, ME, At())
        self.calendar = GraphCalendar(rest, ME)
        self.book = GraphAddressBook(rest, ME, At(), has_mail=True)
        self.mail = self.account.message()
        self.event = self.account.event()
        self.contact = self.account.contact("Anna", "anna@acme.example")


READS = {
    "search": ("GET", lambda e: e.mailbox.search("budget", 10)),
    "get mail": ("GET", lambda e: e.mailbox.get(e.mail)),
    "thread": ("GET", lambda e: e.mailbox.thread("thread/1=")),
    "attachment": ("GET", lambda e: e.mailbox.attachment(e.mail, "x")),
    "get draft": ("GET", lambda e: e.mailbox.get_draft(e.mail)),
    "delivery": ("GET", lambda e: e.mailbox.delivery(e.mail)),
    "events": ("GET", lambda e: e.calendar.events(NOW, NOW)),
    "get event": ("GET", lambda e: e.calendar.get(e.event)),
    "free busy": ("POST", lambda e: e.calendar.free_busy(("me",), NOW, NOW)),
    "contacts": ("GET", lambda e: e.book.search("anna", "", 10)),
    "get contact": ("GET", lambda e: e.book.get(e.contact)),
    "organizations": ("GET", lambda e: e.book.organizations()),
}
CHANGES = {
    "send": ("POST", lambda e: e.mailbox.send(MAIL, EFFECT)),
    "draft": ("POST", lambda e: e.mailbox.draft(MAIL, EFFECT)),
    "update": ("PATCH", lambda e: e.calendar.update(e.event, EventChange(title="T"), EFFECT)),
    "delete": ("DELETE", lambda e: e.calendar.delete(e.event, EFFECT)),
    "respond": ("POST", lambda e: e.calendar.respond(e.event, "accepted", "", EFFECT)),
    "contact": ("PATCH", lambda e: e.book.update(e.contact, ContactChange(title="T"), EFFECT)),
}
SORTS = {
    "star": lambda e: e.mailbox.label((e.mail,), ("starred",), (), EFFECT),
    "archive": lambda e: e.mailbox.label((e.mail,), (), ("inbox",), EFFECT),
}
ANY = ".*"
BATCH = r"/v1.0/\$batch"


@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer(**failure(400, "BadRequest")), "params"),
        (Answer(**failure(403, "ErrorAccessDenied")), "permission"),
        (Answer(**failure(404)), "params"),
        (
            Answer(**failure(429, "ApplicationThrottled"), headers={"Retry-After": "3"}),
            "rate_limit",
        ),
        (Answer(**failure(429, "ApplicationThrottled")), "rate_limit"),
        (Answer(**failure(500, "InternalServerError")), "network"),
        (Answer(**failure(503, "ServiceUnavailable")), "network"),
        (Answer(error=httpx2.ReadTimeout), "network"),
        (Answer(error=httpx2.ConnectError), "network"),
        (Answer(content=b"<html>", odd=True), "tool_error"),
        (Answer(content=b"", odd=True), "tool_error"),
        (Answer(json=[], odd=True), "tool_error"),
        (Answer(json={"value": [{"id": 7}]}, odd=True), "tool_error"),
        (Answer(json={"value": "none"}, odd=True), "tool_error"),
    ],
)
async def test_a_failing_read_says_what_is_wrong(name, answer, kind):
    every = Everything()
    method, call = READS[name]
    every.peer.on(method, ANY, answer)
    with pytest.raises(ToolFailed) as error:
        await call(every)
    assert error.value.kind == kind


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize(
    ("answer", "raised"),
    [
        (Answer(**failure(400, "BadRequest")), ToolFailed),
        (Answer(**failure(403, "ErrorAccessDenied")), ToolFailed),
        (Answer(**failure(409, "ErrorConflict")), ToolFailed),
        (Answer(**failure(412, "ErrorIrresolvableConflict")), AlreadyThere),
        (Answer(**failure(429, "ApplicationThrottled")), ToolFailed),
        (Answer(**failure(500, "InternalServerError")), OutcomeUnknown),
        (Answer(**failure(503, "ServiceUnavailable")), OutcomeUnknown),
        (Answer(error=httpx2.ReadTimeout), OutcomeUnknown),
        (Answer(error=httpx2.ConnectError), ToolFailed),
    ],
)
async def test_a_failing_change_is_repeated_only_where_nothing_was_done(name, answer, raised):
    every = Everything()
    method, call = CHANGES[name]
    every.peer.on(method, ANY, answer)
    with pytest.raises(raised) as error:
        await call(every)
    assert isinstance(error.value, OutcomeUnknown) == (raised is OutcomeUnknown)
    calls = every.peer.calls(method, ANY)
    repeated = answer.status == 429 or answer.error is httpx2.ConnectError
    assert len(calls) == (3 if repeated else 1)


@pytest.mark.parametrize("name", SORTS)
@pytest.mark.parametrize(
    ("answer", "tries"),
    [
        (Answer(**failure(400, "BadRequest")), 1),
        (Answer(**failure(403, "ErrorAccessDenied")), 1),
        (Answer(**failure(409, "ErrorConflict")), 1),
        (Answer(**failure(412, "ErrorIrresolvableConflict")), 1),
        (Answer(**failure(429, "ApplicationThrottled")), 3),
        (Answer(**failure(500, "InternalServerError")), 3),
        (Answer(**failure(503, "ServiceUnavailable")), 3),
        (Answer(error=httpx2.ReadTimeout), 3),
        (Answer(error=httpx2.ConnectError), 3),
    ],
)
async def test_putting_mail_in_order_fails_when_nothing_of_it_was_done(name, answer, tries):
    """It may be repeated: what is done already is done."""
    every = Everything()
    every.peer.on("POST", BATCH, answer)
    with pytest.raises(ToolFailed):
        await SORTS[name](every)
    assert len(every.peer.calls("POST", BATCH)) == tries


@pytest.mark.parametrize("name", ["send", "draft", "update", "contact"])
@pytest.mark.parametrize("odd", [b"<html>", b'{"id": null}', b"[]"])
async def test_a_change_answered_in_another_shape_leaves_the_outcome_unknown(name, odd):
    every = Everything()
    method, call = CHANGES[name]
    every.peer.on(method, ANY, Answer(content=odd, odd=True))
    with pytest.raises(OutcomeUnknown):
        await call(every)


@pytest.mark.parametrize("headers", [{}, {"Retry-After": "2"}])
async def test_a_limited_read_waits_and_comes_through(headers):
    every = Everything()
    limited = Answer(**failure(429, "ApplicationThrottled"), headers=headers)
    every.peer.on("GET", "/v1.0/me/messages/.+", limited, every.account._one("messages"))
    assert (await every.mailbox.get(every.mail)).id == every.mail
    assert every.peer.pauses == [2.0] if headers else len(every.peer.pauses) == 1


async def test_a_token_that_is_refused_is_renewed_once():
    every = Everything(ScriptedTokens("old", "new"))
    every.peer.on(
        "GET",
        "/v1.0/me/messages/.+",
        Answer(**failure(401, "InvalidAuthenticationToken")),
        every.account._one("messages"),
    )
    await every.mailbox.get(every.mail)
    assert [seen.token for seen in every.peer.seen[:2]] == ["old", "new"]


async def test_a_revoked_account_must_be_connected_again():
    every = Everything(ScriptedTokens("old", "new"))
    every.peer.on("GET", ANY, Answer(**failure(401, "InvalidAuthenticationToken")))
    with pytest.raises(ReauthNeeded):
        await every.mailbox.get(every.mail)
    assert len(every.peer.seen) == 2


async def test_what_entra_wants_to_be_asked_with_comes_through():
    class Stepped:
        async def token(self, *, refused=""):
            raise ReauthNeeded("Please sign in again.", "Microsoft 365", claims='{"a":1}')

    every = Everything(Stepped())
    with pytest.raises(ReauthNeeded) as error:
        await every.mailbox.get(every.mail)
    assert error.value.claims == '{"a":1}'
    assert every.peer.seen == []


async def test_what_graph_says_is_passed_on():
    every = Everything()
    every.peer.on(
        "POST", ".*/accept", Answer(**failure(400, "BadRequest", "You are the organizer."))
    )
    with pytest.raises(ToolFailed, match="You are the organizer"):
        await every.calendar.respond(every.event, "accepted", "", EFFECT)


@pytest.mark.parametrize("name", ["update", "respond", "contact"])
async def test_what_is_gone_cannot_be_changed(name):
    every = Everything()
    every.account.messages.clear()
    every.account.events.clear()
    every.account.contacts.clear()
    with pytest.raises(NotThere):
        await CHANGES[name][1](every)


async def test_a_mail_that_is_gone_cannot_be_put_in_order():
    every = Everything()
    every.account.messages.clear()
    with pytest.raises(ToolFailed, match="does not have this"):
        await SORTS["star"](every)


async def test_an_account_opens_what_it_is_connected_for():
    account, asked = GraphAccount(), []

    def rest_for(base):
        asked.append(base)
        return account.rest()

    opened = PROVIDER.open(
        Account(id="a", provider="microsoft", email=ME, domains=("email", "contacts")),
        rest_for,
        At(),
    )
    assert opened.keys() == {Mailbox, AddressBook}
    every = Account(id="a", provider="microsoft", email=ME, domains=tuple(PROVIDER.domains))
    assert PROVIDER.open(every, rest_for, At()).keys() == {Mailbox, Calendar, AddressBook}
    assert set(asked) == set(PROVIDER.apis.values())
    assert await PROVIDER.identity(rest_for) == ME
    account.peer.on("GET", "/v1.0/me", {"mail": None, "userPrincipalName": "alex@x.example"})
    assert await PROVIDER.identity(rest_for) == "alex@x.example"


def test_every_domain_may_be_renewed_and_says_what_it_needs():
    assert PROVIDER.scopes.keys() == PROVIDER.domains == PROVIDER.apis.keys()
    assert all("offline_access" in scopes for scopes in PROVIDER.scopes.values())
