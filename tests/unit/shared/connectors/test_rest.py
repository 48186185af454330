"""What is repeated, what is not, and what each failure means."""

import httpx2
import pytest

from shared.connectors.rest import (
    MAX_ANSWER_BYTES,
    AlreadyThere,
    NotThere,
    ReauthNeeded,
    Request,
    as_list,
    as_object,
    in_words,
)
from shared.errors import ToolFailed
from shared.tools.effect import OutcomeUnknown
from tests.support.wire.peer import Answer, Peer, ScriptedTokens

BASE = "https://api.example/v1/"
GET, POST = Request("GET", "/things"), Request("POST", "/things", json={"a": 1})
TOO_MUCH = Answer(content=b" " * (MAX_ANSWER_BYTES + 1))


def peer_with(*answers):
    return Peer().on("GET", "/v1/things", *answers).on("POST", "/v1/things", *answers)


async def outcome_of(peer, request, tokens=None):
    rest = peer.rest(BASE, "Provider", tokens)
    try:
        return await (rest.change if request is POST else rest.read)(request)
    except ToolFailed as error:
        return error


async def test_a_request_goes_out_as_it_was_made():
    peer = Peer().on("PATCH", "/v1/things/ä b", {"done": True})
    params = {"text": "a&b", "flag": True, "number": 2, "many": ["x", "y"]}
    headers = {"If-Match": '"1"'}
    request = Request("PATCH", "/things/%C3%A4%20b", params, json={"a": None}, headers=headers)
    assert await peer.rest(BASE).change(request) == {"done": True}
    (seen,) = peer.seen
    expected = {"text": ["a&b"], "flag": ["true"], "number": ["2"], "many": ["x", "y"]}
    assert (seen.url, seen.params) == ("https://api.example/v1/things/%C3%A4%20b", expected)
    assert (seen.json, seen.headers["if-match"], seen.token) == ({"a": None}, '"1"', "token")


async def test_content_is_sent_as_it_is():
    peer = Peer().on("POST", "/v1/files", {})
    headers = {"Content-Type": "message/rfc822"}
    request = Request("POST", "/files", content=b"\xfe", headers=headers)
    await peer.rest(BASE).change(request)
    assert peer.seen[0].content == b"\xfe"
    assert peer.seen[0].headers["content-type"] == "message/rfc822"


@pytest.mark.parametrize("status", [200, 202, 204])
async def test_an_empty_answer_is_nothing(status):
    assert await outcome_of(peer_with(Answer(status)), GET) is None
    assert await outcome_of(peer_with(Answer(status)), POST) is None


@pytest.mark.parametrize("request_", [GET, POST])
@pytest.mark.parametrize(
    "answer",
    [Answer(429), Answer(429, headers={"Retry-After": "3"}), Answer(error=httpx2.ConnectError),
     Answer(error=httpx2.ConnectTimeout), Answer(error=httpx2.PoolTimeout)],
)  # fmt: skip
async def test_what_surely_did_nothing_is_repeated(request_, answer):
    peer = peer_with(answer, answer, {"ok": True})
    assert await outcome_of(peer, request_) == {"ok": True}
    assert len(peer.seen) == 3


LOST = [
    Answer(500),
    Answer(503, headers={"Retry-After": "1"}),
    Answer(error=httpx2.ReadTimeout),
    Answer(error=httpx2.WriteTimeout),
    Answer(error=httpx2.ReadError),
    Answer(error=httpx2.RemoteProtocolError),
]


@pytest.mark.parametrize("answer", LOST)
async def test_a_reading_is_repeated_whatever_became_of_it(answer):
    peer = peer_with(answer, {"ok": True})
    assert await outcome_of(peer, GET) == {"ok": True}


@pytest.mark.parametrize(
    "answer", [*LOST, TOO_MUCH, Answer(content=b"<html>"), Answer(200, content=b"\xff")]
)
async def test_a_change_that_may_have_been_made_is_unknown_and_not_repeated(answer):
    peer = peer_with(answer)
    assert isinstance(await outcome_of(peer, POST), OutcomeUnknown)
    assert len(peer.seen) == 1


@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, "params"), (403, "permission"), (404, "params"), (409, "params"), (410, "params"),
     (412, "params"), (422, "params"), (301, "tool_error")],
)  # fmt: skip
async def test_a_change_that_is_refused_was_not_made(status, kind):
    peer = peer_with(Answer(status))
    error = await outcome_of(peer, POST)
    assert not isinstance(error, OutcomeUnknown)
    assert error.kind == kind
    assert len(peer.seen) == 1


@pytest.mark.parametrize(
    ("status", "expected"),
    [(404, NotThere), (410, NotThere), (409, AlreadyThere), (412, AlreadyThere)],
)
async def test_what_is_not_there_or_there_already_has_its_own_error(status, expected):
    assert isinstance(await outcome_of(peer_with(Answer(status)), POST), expected)


async def test_a_change_is_repeated_with_a_new_token():
    peer = peer_with(Answer(401), {"ok": True})
    assert await outcome_of(peer, POST, ScriptedTokens("old", "new")) == {"ok": True}
    assert [seen.token for seen in peer.seen] == ["old", "new"]


async def test_a_new_token_that_is_refused_too_is_no_reason_to_go_on():
    peer = peer_with(Answer(401))
    error = await outcome_of(peer, POST, ScriptedTokens("old", "new", "newer"))
    assert isinstance(error, ReauthNeeded)
    assert error.provider == "Provider"
    assert len(peer.seen) == 2


@pytest.mark.parametrize(
    ("seconds", "pauses", "said"),
    [("11", [], "in 11 seconds"), ("10", [10.0, 10.0], "in 10 seconds"),
     ("0", [0.5, 1.0], "in 2 seconds"), ("1", [1.0, 1.0], "in 1 second.")],
)  # fmt: skip
async def test_the_pause_a_provider_wants_is_made_when_it_is_short(seconds, pauses, said):
    peer = peer_with(Answer(429, headers={"Retry-After": seconds}))
    error = await outcome_of(peer, GET)
    assert (error.kind, error.recoverable, peer.pauses) == ("rate_limit", True, pauses)
    assert said in str(error)


@pytest.mark.parametrize(
    "body", [{"error": {"errors": ["x"], "details": [{"reason": "other"}]}}, {"error": "x"}, [], 7]
)
async def test_a_403_of_any_other_kind_is_no_limit(body):
    assert (await outcome_of(peer_with(Answer(403, body)), GET)).kind == "permission"


async def test_a_403_may_be_a_limit_in_either_of_googles_ways():
    for key, reason in (("errors", "rateLimitExceeded"), ("details", "RATE_LIMIT_EXCEEDED")):
        body = {"error": {"message": "x", key: [{"reason": reason}]}}
        assert (await outcome_of(peer_with(Answer(403, body)), POST)).kind == "rate_limit"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": {"message": "Bad\r\n\x0b value."}}, "Provider refused the request (Bad value)."),
        ({"error": {"message": "x" * 500}}, f"Provider refused the request ({'x' * 200})."),
        ({"error": {"message": " "}}, "Provider refused the request."),
        ({"error": {"message": 7}}, "Provider refused the request."),
        ({"error": "text"}, "Provider refused the request."),
        ("text", "Provider refused the request."),
    ],
)
async def test_what_a_provider_says_is_told_in_one_line(body, said):
    assert str(await outcome_of(peer_with(Answer(400, body)), GET)) == said


async def test_an_answer_that_is_no_json_is_a_failed_tool():
    for content in (b"{", b"\xff", b"[" * 100_000):
        error = await outcome_of(peer_with(Answer(content=content)), GET)
        assert (error.kind, error.recoverable) == ("tool_error", True)


async def test_an_answer_that_is_too_long_is_not_read_to_its_end():
    taken = 0

    async def endless():
        nonlocal taken
        while True:
            taken += 1
            yield b" " * 1024 * 1024

    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, content=endless()))
    peer = Peer()
    peer.client = lambda: httpx2.AsyncClient(transport=transport)
    error = await outcome_of(peer, GET)
    assert (error.kind, error.recoverable) == ("tool_error", False)
    assert taken == MAX_ANSWER_BYTES // (1024 * 1024) + 1


def test_what_is_no_object_or_array_is_an_empty_one():
    assert (as_object({"a": 1}), as_object([1])) == ({"a": 1}, {})
    assert (as_list([1]), as_list({"a": 1})) == ([1], [])


@pytest.mark.parametrize("half", [b'"\\ud83d"', b'"\xed\xa0\xbd"'], ids=["escaped", "raw"])
async def test_half_a_character_is_replaced_and_whole_ones_stay(half):
    content = b'{"a": ' + half + b', "b": "\\ud83d\\ude00 \xc3\xbc"}'
    said = await outcome_of(peer_with(Answer(content=content)), GET)
    assert (said["a"].strip("?"), said["b"]) == ("", "\U0001f600 \xfc")


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_what_a_provider_says_never_shows_the_token(status):
    body = {"error": {"message": "Bad token token"}}
    said = str(await outcome_of(peer_with(Answer(status, body)), GET))
    assert "token" not in said
    assert "[...]" in said


async def test_a_permission_that_was_not_given_is_asked_for():
    for key, reason in (
        ("errors", "insufficientPermissions"),
        ("details", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"),
    ):
        body = {"error": {"message": "x", key: [{"reason": reason}]}}
        error = await outcome_of(peer_with(Answer(403, body)), GET)
        assert error.kind == "permission"
        assert str(error).endswith("Connect Provider again to give it.")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "1 second"), (0.4, "1 second"), (1.2, "2 seconds"), (119, "119 seconds"),
     (120, "2 minutes"), (121, "3 minutes"), (7_140, "119 minutes"), (7_200, "2 hours"),
     (90_000, "25 hours")],
)  # fmt: skip
def test_a_pause_is_said_in_the_unit_that_fits_and_never_too_short(seconds, said):
    assert in_words(seconds) == said
