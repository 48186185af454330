"""Google as a provider, and what each failure of its APIs becomes."""

from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.google.provider import PROVIDER
from shared.connectors.rest import MAX_ANSWER_BYTES, AlreadyThere, NotThere, ReauthNeeded
from shared.errors import ToolFailed
from shared.models.profile import Account
from shared.workspace.calendar.port import Calendar
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Mailbox
from shared.workspace.sheets.port import Sheets
from tests.support.fakes import ManualClock
from tests.support.wire.gmail import ME, failure
from tests.support.wire.google import google
from tests.support.wire.peer import Answer, ScriptedTokens

TODAY = datetime(2026, 11, 22, 12, tzinfo=UTC)
MESSAGE = "/gmail/v1/users/me/messages/m1"
GOOD = {"id": "m1", "threadId": "t1", "internalDate": "1", "payload": {"mimeType": "text/plain"}}


def opened(peer, *domains, tokens=None):
    account = Account(id="a", provider="google", email=ME, domains=domains)
    return PROVIDER.open(
        account, lambda base: peer.rest(base, "Google", tokens), ManualClock(TODAY)
    )


def test_an_account_serves_the_domains_it_is_used_for():
    assert set(opened(google())) == set()
    assert set(opened(google(), "calendar", "slack")) == {Calendar}
    everything = opened(google(), *PROVIDER.domains)
    assert set(everything) == {Mailbox, Calendar, AddressBook, Sheets}


def test_every_domain_has_its_scopes():
    assert set(PROVIDER.scopes) == PROVIDER.domains


async def test_an_account_goes_by_its_address():
    peer = google().on("GET", "/oauth2/v2/userinfo", {"id": "1", "email": ME})
    assert await PROVIDER.identity(lambda base: peer.rest(base, "Google")) == ME


async def test_an_account_without_an_address_is_a_failed_tool():
    peer = google().on("GET", "/oauth2/v2/userinfo", {"id": "1"})
    with pytest.raises(ToolFailed, match="unexpected form"):
        await PROVIDER.identity(lambda base: peer.rest(base, "Google"))


async def read(*answers, tokens=None):
    """Return the mail or the failure that these answers lead to, the peer, and the requests."""
    peer = google().on("GET", "/gmail/v1/users/me/labels", {})
    peer.on("GET", MESSAGE, *answers)
    try:
        outcome = await opened(peer, "email", tokens=tokens)[Mailbox].get("m1")
    except ToolFailed as error:
        outcome = error
    return outcome, peer, peer.calls("GET", MESSAGE)


EXPIRED = failure(401, "Request had invalid authentication credentials.", "authError")


async def test_an_expired_token_is_replaced():
    mail, _, calls = await read(EXPIRED, GOOD, tokens=ScriptedTokens("old", "new"))
    assert mail.id == "m1"
    assert [call.token for call in calls] == ["old", "new"]


@pytest.mark.parametrize("tokens", [("old",), ("old", "new"), ()])
async def test_a_revoked_account_must_be_connected_again(tokens):
    error, _, calls = await read(EXPIRED, tokens=ScriptedTokens(*tokens))
    assert isinstance(error, ReauthNeeded)
    assert (error.kind, error.recoverable) == ("auth", True)
    assert len(calls) == len(tokens)


LIMITED = [
    failure(403, "Quota exceeded", "rateLimitExceeded"),
    failure(403, "User rate limit exceeded", "userRateLimitExceeded"),
    failure(429, "Too many concurrent requests for user"),
    failure(429, "Too many", Retry_After="x"),
]


@pytest.mark.parametrize("limited", LIMITED)
async def test_a_limited_request_is_repeated_a_little_later(limited):
    mail, peer, calls = await read(limited, limited, GOOD)
    assert mail.id == "m1"
    assert peer.pauses == [0.5, 1.0]
    assert len(calls) == 3


@pytest.mark.parametrize("limited", LIMITED)
async def test_a_request_that_stays_limited_is_given_up(limited):
    error, _, calls = await read(limited)
    assert (error.kind, error.recoverable, len(calls)) == ("rate_limit", True, 3)


def retry_after(value):
    return Answer(429, failure(429, "Too many").json, headers={"Retry-After": value})


async def test_a_limited_request_is_repeated_when_google_says():
    mail, peer, _ = await read(retry_after("7"), GOOD)
    assert (mail.id, peer.pauses) == ("m1", [7.0])


@pytest.mark.parametrize("date", ["Fri, 01 Jan 2100 00:00:00 GMT", "Fri, 01 Jan 2100 00:00 -0000"])
async def test_a_long_pause_is_not_waited_for(date):
    for value in (date, "3600"):
        error, peer, calls = await read(retry_after(value))
        assert (error.kind, len(calls), peer.pauses) == ("rate_limit", 1, [])


async def test_a_date_gone_by_is_no_pause():
    mail, peer, _ = await read(retry_after("Thu, 01 Jan 2015 00:00:00 GMT"), GOOD)
    assert (mail.id, peer.pauses) == ("m1", [0.5])


@pytest.mark.parametrize(
    ("answer", "kind", "recoverable"),
    [
        (failure(403, "Insufficient Permission", "insufficientPermissions"), "permission", False),
        (failure(400, "Invalid query", "invalidArgument"), "params", False),
        (Answer(content=b"{", odd=True), "tool_error", True),
        (Answer(content=b"[" * 100_000, odd=True), "tool_error", True),
        (Answer(content=b"", odd=True), "tool_error", True),
        (Answer(302, headers={"Location": "https://b.example"}, odd=True), "tool_error", True),
        (Answer(content=b" " * (MAX_ANSWER_BYTES + 1), odd=True), "tool_error", False),
    ],
    ids=["permission", "refused", "malformed", "deep", "empty", "redirect", "oversized"],
)  # fmt: skip
async def test_what_cannot_be_helped_is_not_repeated(answer, kind, recoverable):
    error, _, calls = await read(answer)
    assert (error.kind, error.recoverable, len(calls)) == (kind, recoverable, 1)


@pytest.mark.parametrize(
    ("status", "kind"), [(404, NotThere), (410, NotThere), (409, AlreadyThere), (412, AlreadyThere)]
)
async def test_what_is_not_there_or_there_already_is_told_apart(status, kind):
    error, _, calls = await read(failure(status, "Said\n so."))
    assert isinstance(error, kind)
    assert "(Said so)." in str(error)
    assert len(calls) == 1


@pytest.mark.parametrize(
    "trouble",
    [failure(500, "Backend Error"), failure(503, "Unavailable"), Answer(502, content=b"<html>"),
     Answer(error=httpx2.ReadTimeout), Answer(error=httpx2.ConnectError),
     Answer(error=httpx2.ConnectTimeout), Answer(error=httpx2.RemoteProtocolError)],
)  # fmt: skip
async def test_trouble_is_waited_out_for_a_while(trouble):
    trouble = Answer(**(vars(trouble) | {"odd": True}))
    mail, peer, _ = await read(trouble, trouble, GOOD)
    assert (mail.id, peer.pauses) == ("m1", [0.5, 1.0])
    error, _, calls = await read(trouble)
    assert (error.kind, error.recoverable, len(calls)) == ("network", True, 3)
