"""Signing in by code, and renewing tokens, against a scripted token endpoint."""

import asyncio
import base64
import hashlib
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from shared.connectors.code_flow import CodeFlow, Grant
from shared.connectors.oauth import Asked, Kept, Outside, Registration
from shared.connectors.provider import Provider
from shared.connectors.rest import ReauthNeeded
from shared.errors import ToolFailed
from tests.support.fakes import NOON, ManualClock
from tests.support.wire.peer import Answer, Peer

BACK = "https://app.example/api/v1/connections/callback"
TOKEN = {"access_token": "a1", "refresh_token": "r1", "expires_in": 3600}
NOT_TAKEN = Answer(400, json={"error": "invalid_grant", "error_description": "hunter2"})


async def nobody(rest_for):
    return "ann@acme.example"


def provider(**changes):
    return Provider(
        **{
            "id": "acme",
            "name": "Acme",
            "domains": frozenset({"email", "calendar"}),
            "authorize_url": "https://acme.example/authorize",
            "token_url": "https://acme.example/token",
            "revoke_url": "https://acme.example/revoke",
            "scopes": {"email": ("id", "mail"), "calendar": ("id", "events")},
            "apis": {},
            "open": lambda *_given: {},
            "identity": nobody,
            "authorize": {"prompt": "consent"},
            **changes,
        }
    )


class World:
    """A flow, its endpoints, and the grant as it lies in storage."""

    def __init__(self, *answers, grant=None, **changes):
        self.clock = ManualClock()
        self.pauses = []
        self.meanwhile = None
        self.peer = Peer().on("POST", "/token", *(answers or [TOKEN])).on("POST", "/revoke", {})
        outside = Outside(self.peer.client(), self.clock, self.pause)
        self.flow = CodeFlow(provider(**changes), Registration("us", "secret"), outside)
        self.stored = (grant or grant_of("a0", "r0")).model_dump_json()

    async def pause(self, seconds):
        self.pauses.append(seconds)
        self.stored = self.meanwhile or self.stored

    async def changed(self, grant):
        self.stored = grant

    async def reload(self):
        return self.stored

    def tokens(self):
        return self.flow.tokens(Kept(self.stored, ("email",), self.changed, self.reload))

    def asked(self, path="/token"):
        return [
            {name: values[0] for name, values in parse_qs(seen.content.decode()).items()}
            for seen in self.peer.calls("POST", path)
        ]


def grant_of(access, renewal="", seconds=3600):
    expires_at = NOON.timestamp() + seconds if seconds else 0
    return Grant(access=access, renewal=renewal, expires_at=expires_at)


def query_of(url):
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


async def begun(world, *domains, hint=""):
    asked = Asked(state="s1", back=BACK, domains=domains or ("email",), hint=hint)
    return await world.flow.begin(asked)


# --- signing in -----------------------------------------------------------------------------------


async def test_a_person_is_sent_with_state_proof_and_the_scopes_of_what_is_wanted():
    started = await begun(World(), "email", "calendar", hint="ann@acme.example")

    query = query_of(started.url)
    assert started.url.startswith("https://acme.example/authorize?")
    assert query.pop("code_challenge")
    assert query == {
        "response_type": "code",
        "client_id": "us",
        "redirect_uri": BACK,
        "state": "s1",
        "prompt": "consent",
        "scope": "id mail events",
        "code_challenge_method": "S256",
        "login_hint": "ann@acme.example",
    }


async def test_the_code_is_exchanged_with_the_verifier_that_was_promised():
    world = World()
    started = await begun(world)

    granted = await world.flow.finish(started.secret, {"code": "c1"}, ("email",))

    [asked] = world.asked()
    hashed = hashlib.sha256(asked.pop("code_verifier").encode()).digest()
    promised = base64.urlsafe_b64encode(hashed).decode().rstrip("=")
    assert query_of(started.url)["code_challenge"] == promised
    assert asked == {
        "grant_type": "authorization_code",
        "code": "c1",
        "redirect_uri": BACK,
        "client_id": "us",
        "client_secret": "secret",
    }
    assert Grant.model_validate_json(granted.grant) == grant_of("a1", "r1")


async def test_no_two_sign_ins_have_the_same_verifier():
    world = World()
    assert (await begun(world)).secret != (await begun(world)).secret


async def test_a_provider_may_want_json_and_a_header_and_no_proof():
    world = World(basic=True, pkce=False, headers={"Version": "1"})
    started = await begun(world)

    await world.flow.finish(started.secret, {"code": "c1"}, ("email",))

    [seen] = world.peer.seen
    assert "code_challenge" not in query_of(started.url)
    assert seen.headers["authorization"] == "Basic " + base64.b64encode(b"us:secret").decode()
    assert seen.headers["version"] == "1"
    assert seen.json == {"grant_type": "authorization_code", "code": "c1", "redirect_uri": BACK}


@pytest.mark.parametrize(
    ("said", "allowed"),
    [
        (None, ("email", "calendar")),
        ("", ("email", "calendar")),
        ("id mail events more", ("email", "calendar")),
        ("id,events", ("calendar",)),
    ],
)
async def test_a_person_may_allow_less_than_was_asked_for(said, allowed):
    world = World({**TOKEN, "scope": said})
    started = await begun(world)

    granted = await world.flow.finish(started.secret, {"code": "c"}, ("email", "calendar"))

    assert granted.domains == allowed


async def test_a_person_who_allows_nothing_connects_nothing():
    world = World({**TOKEN, "scope": "id"})
    started = await begun(world)
    with pytest.raises(ToolFailed, match="nothing of what was asked for") as failed:
        await world.flow.finish(started.secret, {"code": "c"}, ("email",))
    assert failed.value.kind == "permission"


@pytest.mark.parametrize(
    ("said", "place"),
    [({"team": {"id": "T1"}}, "T1"), ({"team": "T1"}, ""), ({"team": {"id": 1}}, ""), ({}, "")],
)
async def test_a_team_is_known_where_the_provider_names_one(said, place):
    world = World({**TOKEN, **said}, place=("team", "id"))
    started = await begun(world)
    assert (await world.flow.finish(started.secret, {"code": "c"}, ("email",))).place == place


async def test_a_token_may_be_given_beside_the_person():
    world = World({"ok": True, "authed_user": {"access_token": "xoxp"}})
    started = await begun(world)
    granted = await world.flow.finish(started.secret, {"code": "c"}, ("email",))
    assert Grant.model_validate_json(granted.grant) == Grant(access="xoxp")


FAILURES = [
    (NOT_TAKEN, "auth", "no longer valid"),
    (Answer(200, json={"ok": False, "error": "invalid_code"}), "auth", "no longer valid"),
    (Answer(401, json={"error": "invalid_client"}), "auth", "with its settings"),
    (Answer(400, json={"error": {"code": 7}}), "auth", "with its settings"),
    (Answer(503), "network", "cannot be reached"),
    (Answer(429, json={"error": "slow_down"}), "network", "cannot be reached"),
    (Answer(error=httpx2.ConnectError), "network", "cannot be reached"),
    (Answer(error=httpx2.ReadTimeout), "network", "cannot be reached"),
    (Answer(200, content=b"<html>"), "tool_error", "unexpected form"),
    (Answer(200, json=["a"]), "tool_error", "unexpected form"),
    (Answer(200, json={"access_token": 7}), "tool_error", "unexpected form"),
    (Answer(200, json={"access_token": ""}), "tool_error", "unexpected form"),
]


@pytest.mark.parametrize(("answer", "kind", "said"), FAILURES)
async def test_what_an_endpoint_answers_instead_is_told_and_never_repeated(answer, kind, said):
    world = World(answer)
    started = await begun(world)
    with pytest.raises(ToolFailed, match=said) as failed:
        await world.flow.finish(started.secret, {"code": "c"}, ("email",))
    assert failed.value.kind == kind
    assert "hunter2" not in str(failed.value)


async def test_secrets_are_not_shown():
    world = World()
    started = await begun(world)
    granted = await world.flow.finish(started.secret, {"code": "c"}, ("email",))
    kept = Kept(granted.grant, ("email",), world.changed, world.reload)
    shown = f"{started!r} {granted!r} {kept!r} {Grant.model_validate_json(granted.grant)!r}"
    for secret in ("'a1'", '"a1"', "'r1'", '"r1"', "verifier"):
        assert secret not in shown.replace("secret", "")
    assert repr(Registration("us", "hunter2")).count("hunter2") == 0


# --- renewing -------------------------------------------------------------------------------------


async def test_a_token_is_used_until_a_minute_before_it_expires():
    world = World()
    tokens = world.tokens()
    world.clock.advance(seconds=3539)
    assert await tokens.token() == "a0"
    assert world.asked() == []
    world.clock.advance(seconds=1)
    assert await tokens.token() == "a1"
    assert world.asked() == [
        {
            "grant_type": "refresh_token",
            "refresh_token": "r0",
            "client_id": "us",
            "client_secret": "secret",
        }
    ]


async def test_a_token_that_is_refused_is_renewed_and_one_that_was_meanwhile_is_not():
    world = World()
    tokens = world.tokens()
    assert await tokens.token(refused="a0") == "a1"
    assert await tokens.token(refused="a0") == "a1"
    assert len(world.asked()) == 1


@pytest.mark.parametrize(("given", "renewal"), [({}, "r0"), ({"refresh_token": "r1"}, "r1")])
async def test_what_renews_is_kept_or_replaced_as_the_provider_says(given, renewal):
    world = World({"access_token": "a1", **given})
    await world.tokens().token(refused="a0")
    assert Grant.model_validate_json(world.stored) == Grant(access="a1", renewal=renewal)


async def test_two_who_need_a_new_token_at_once_get_it_by_one_call():
    world = World()
    tokens = world.tokens()
    assert await asyncio.gather(*(tokens.token(refused="a0") for _ in range(5))) == ["a1"] * 5
    assert len(world.asked()) == 1


async def test_what_another_process_renewed_meanwhile_is_used():
    world = World(NOT_TAKEN)
    tokens = world.tokens()
    world.stored = grant_of("a9", "r9").model_dump_json()
    assert await tokens.token(refused="a0") == "a9"
    assert world.pauses == []


async def test_what_another_process_is_just_renewing_is_waited_for():
    world = World(NOT_TAKEN)
    tokens = world.tokens()
    world.meanwhile = grant_of("a9", "r9").model_dump_json()
    assert await tokens.token(refused="a0") == "a9"
    assert world.pauses == [1]


@pytest.mark.parametrize("stored", ["", grant_of("a0", "r0").model_dump_json()])
async def test_a_grant_that_is_taken_no_longer_wants_a_new_sign_in(stored):
    world = World(NOT_TAKEN)
    tokens = world.tokens()
    world.stored = stored
    with pytest.raises(ReauthNeeded, match="Acme needs you to sign in again"):
        await tokens.token(refused="a0")
    assert world.stored == stored


async def test_a_token_that_cannot_be_renewed_lasts_as_long_as_it_is_taken():
    world = World(grant=grant_of("a0", seconds=0))
    tokens = world.tokens()
    world.clock.advance(days=1000)
    assert await tokens.token() == "a0"
    with pytest.raises(ReauthNeeded):
        await tokens.token(refused="a0")
    assert world.asked() == []


async def test_trouble_at_the_endpoint_is_no_reason_to_sign_in_again():
    world = World(Answer(503), TOKEN)
    tokens = world.tokens()
    with pytest.raises(ToolFailed) as failed:
        await tokens.token(refused="a0")
    assert failed.value.recoverable
    assert not isinstance(failed.value, ReauthNeeded)
    assert await tokens.token(refused="a0") == "a1"


# --- giving back ----------------------------------------------------------------------------------


async def test_both_tokens_are_given_back():
    world = World()
    await world.flow.revoke(world.stored)
    assert world.asked("/revoke") == [{"token": "r0"}, {"token": "a0"}]


async def test_where_nothing_can_be_given_back_nothing_is_asked():
    world = World(revoke_url="")
    await world.flow.revoke(world.stored)
    assert world.peer.seen == []
