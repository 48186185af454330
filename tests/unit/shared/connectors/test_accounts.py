"""Connecting accounts and working in them."""

import asyncio
from base64 import urlsafe_b64decode
from dataclasses import replace

import pytest

from shared.connectors.code_flow import CodeFlow
from shared.connectors.oauth import Registration
from shared.connectors.rest import ReauthNeeded
from shared.connectors.workspaces import AllowThis, SignInAgain
from shared.errors import Forbidden, InvalidRequest, Misconfigured, NotFound, ToolFailed
from shared.models.connection import Wish
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.workspace.email.port import Mailbox
from tests.support.connecting import ACME, ANN, BACK, TOKEN, Connecting, key_of, query_of
from tests.support.wire.peer import Answer

BOB = Principal(tenant="acme", user="bob")
ANN_ELSEWHERE = Principal(tenant="other", user="ann")
REFUSED = Answer(401)
NOT_TAKEN = Answer(400, json={"error": "invalid_grant"})


@pytest.fixture
def world():
    return Connecting()


# --- connecting -----------------------------------------------------------------------------------


async def test_an_account_is_connected_under_its_address_for_what_was_wanted(world):
    made = await world.connect(domains=("email",))

    [kept] = await world.accounts.list(ANN)
    assert kept == made
    assert (kept.provider, kept.email, kept.domains) == ("acme", "ann@acme.example", ("email",))
    assert kept.state == "connected"


async def test_without_a_wish_an_account_is_for_all_its_provider_offers(world):
    assert (await world.connect()).domains == ("calendar", "email")


async def test_tokens_are_kept_sealed_and_shown_to_nobody(world):
    await world.connect()
    [kept] = await world.stored()
    assert '"a1"' not in kept.grant
    sealed = kept.grant.rpartition(".")[2]
    assert b'"a1"' not in urlsafe_b64decode(f"{sealed}{'=' * (-len(sealed) % 4)}")
    assert kept.grant not in repr(kept)


async def test_the_same_account_again_replaces_itself_and_keeps_its_place(world):
    first = await world.connect(domains=("email",))
    await world.connect(email="second@acme.example")
    world.clock.advance(days=1)

    again = await world.connect(email="Ann@Acme.example", domains=("calendar",))

    assert again.id == first.id
    kept, _ = await world.stored()
    assert (kept.id, kept.domains) == (first.id, ("calendar",))


async def test_one_address_in_two_teams_is_two_accounts():
    world = Connecting(providers=(replace(ACME, place=("team", "id")),))
    for team in ("T1", "T2", "T1"):
        world.peer.on("POST", "/token", {**TOKEN, "team": {"id": team}})
        await world.connect()
    assert len(await world.stored()) == 2


async def test_two_who_connect_the_same_account_at_once_end_with_one(world):
    await asyncio.gather(*(world.connect() for _ in range(4)))
    assert len(await world.stored()) == 1


async def test_an_account_connected_anew_is_asked_for_by_its_address_and_claims(world):
    made = await world.connect(domains=("email",))
    wish = Wish(provider="acme", account=made.id, back=BACK, browser="b")

    begun = await world.accounts.start(ANN, wish)

    query = query_of(begun.url)
    assert (query["login_hint"], query["scope"]) == ("ann@acme.example", "mail")


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"provider": "nobody"}, NotFound),
        ({"account": "none"}, NotFound),
        ({"domains": ("email", "slack")}, InvalidRequest),
    ],
)
async def test_what_cannot_be_connected_is_not_begun(world, wish, error):
    with pytest.raises(error):
        await world.begin(**wish)
    assert world.peer.seen == []


async def test_somebody_elses_account_cannot_be_connected_anew(world):
    made = await world.connect()
    with pytest.raises(NotFound):
        await world.begin(BOB, account=made.id)


async def test_only_registered_providers_are_offered():
    nobody = Connecting(registrations={"acme": Registration(""), "other": Registration("x")})
    assert nobody.accounts.offers() == ()
    [offer] = Connecting().accounts.offers()
    assert (offer.id, offer.name, offer.domains) == ("acme", "Acme", ("calendar", "email"))


@pytest.mark.parametrize("keys", [(), ("short",), (key_of(1), key_of(1))])
async def test_without_keys_that_can_be_used_nothing_begins_and_the_setting_is_named(keys):
    world = Connecting(keys=keys)
    with pytest.raises(Misconfigured, match="TOKEN_KEYS"):
        await world.begin()


# --- coming back ----------------------------------------------------------------------------------


async def came_back(world, state, caller=ANN, browser="", **answer):
    given = answer or {"code": "c"}
    return await world.accounts.finish(state, given, caller=caller, browser=browser)


async def test_a_browser_that_keeps_the_secret_is_as_good_as_the_person(world):
    state = await world.begin(browser="secret")
    finished = await came_back(world, state, caller=None, browser="secret")
    assert finished.person == ANN


@pytest.mark.parametrize("browser", ["", "another"])
async def test_another_browser_cannot_finish_and_nobody_can_after_it_tried(world, browser):
    state = await world.begin(browser="secret")
    with pytest.raises(Forbidden):
        await came_back(world, state, caller=None, browser=browser)
    with pytest.raises(InvalidRequest):
        await came_back(world, state, caller=None, browser="secret")
    assert await world.stored() == []


@pytest.mark.parametrize("other", [BOB, ANN_ELSEWHERE])
async def test_somebody_else_cannot_finish(world, other):
    state = await world.begin()
    with pytest.raises(InvalidRequest):
        await came_back(world, state, caller=other)
    assert await world.stored() == await world.stored(other) == []


async def test_a_sign_in_is_finished_once_however_many_try(world):
    state = await world.begin()
    tries = (came_back(world, state) for _ in range(5))
    ends = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(end, InvalidRequest) for end in ends) == 4
    assert len(world.asked()) == 1


async def test_a_sign_in_is_over_after_ten_minutes(world):
    state = await world.begin()
    world.clock.advance(minutes=10)
    with pytest.raises(InvalidRequest, match="expired"):
        await came_back(world, state)


@pytest.mark.parametrize("answer", [{"error": "access_denied"}, {"x": "y"}, {"code": ""}])
async def test_a_person_who_declined_has_connected_nothing(world, answer):
    state = await world.begin()
    with pytest.raises(InvalidRequest, match="Acme was not connected"):
        await came_back(world, state, **answer)
    assert world.peer.seen == []


async def test_a_sign_in_that_began_under_keys_now_gone_is_over(world):
    state = await world.begin()
    with pytest.raises(InvalidRequest):
        await came_back(world.keyed(key_of(2)), state)


async def test_an_account_that_cannot_say_who_it_is_is_not_connected(world):
    world.peer.on("GET", "/me", Answer(403))
    state = await world.begin()
    with pytest.raises(ToolFailed):
        await came_back(world, state)
    assert await world.stored() == []


async def test_a_token_renewed_while_asking_who_it_is_is_the_one_that_is_kept(world):
    me = {"email": "ann@acme.example"}
    world.peer.on("GET", "/me", REFUSED, me)
    world.peer.on("POST", "/token", TOKEN, {"access_token": "a2"})
    state = await world.begin()
    await came_back(world, state)

    await mail(world)

    assert [seen.token for seen in world.peer.calls("GET", "/mails/m1")] == ["a2"]


async def test_a_code_that_opens_nothing_connects_nothing(world):
    world.peer.on("GET", "/me", REFUSED)
    world.peer.on("POST", "/token", TOKEN, NOT_TAKEN)
    state = await world.begin()
    with pytest.raises(ReauthNeeded):
        await came_back(world, state)
    assert await world.stored() == []


# --- giving up ------------------------------------------------------------------------------------


async def test_an_account_given_up_is_gone_here_and_at_its_provider(world):
    made = await world.connect()
    assert (await world.accounts.revoke(ANN, made.id)).id == made.id
    assert await world.stored() == []
    assert world.asked("/revoke") == [{"token": "r1"}, {"token": "a1"}]


async def test_an_account_goes_also_when_its_provider_cannot_be_told(world):
    made = await world.connect()
    await world.keyed(key_of(2)).accounts.revoke(ANN, made.id)
    assert await world.stored() == []
    assert world.asked("/revoke") == []


@pytest.mark.parametrize("other", [BOB, ANN_ELSEWHERE])
async def test_nobody_gives_up_what_is_somebody_elses(world, other):
    made = await world.connect()
    with pytest.raises(NotFound):
        await world.accounts.revoke(other, made.id)
    assert await world.stored() == [made]


# --- working in accounts --------------------------------------------------------------------------


async def mail(world, person=ANN):
    return await (await world.workspaces.open(person))[Mailbox].get("m1")


async def test_before_the_first_account_there_is_the_sandbox_and_then_only_accounts(world):
    assert await world.workspaces.connected(ANN) == world.sandbox.domains
    assert await world.workspaces.open(ANN) is world.sandbox.workspace

    made = await world.connect(domains=("email",))

    workspace = await world.workspaces.open(ANN)
    assert await world.workspaces.connected(ANN) == {"email"}
    assert [(one.id, one.email) for one in workspace.accounts] == [(made.id, made.email)]
    assert await mail(world) == {"subject": "Hello"}
    assert [seen.token for seen in world.peer.calls("GET", "/mails/m1")] == ["a1"]
    for other in (BOB, ANN_ELSEWHERE):
        assert await world.workspaces.open(other) is world.sandbox.workspace


@pytest.mark.parametrize(("domain", "address"), [("email", "ann@evil.example"), ("pages", "")])
async def test_a_name_that_anybody_can_choose_is_nobodys_address(domain, address):
    pages = replace(ACME, domains=frozenset({domain}), scopes={domain: ()})
    world = Connecting(providers=(pages,))
    await world.connect(email="ann@evil.example")
    [account] = (await world.workspaces.open(ANN)).accounts
    assert account.email == address


async def test_of_several_accounts_each_has_its_own_tokens(world):
    first = await world.connect()
    world.peer.on("POST", "/token", {"access_token": "b1"})
    second = await world.connect(email="second@acme.example")

    workspace = await world.workspaces.open(ANN)
    for account in (first, second):
        await workspace[Mailbox].delivery(f"{account.id}~m1")

    assert len(workspace.accounts) == 2
    assert [seen.token for seen in world.peer.calls("GET", "/mails/m1")] == ["a1", "b1"]


async def test_a_renewed_token_is_kept_for_everybody(world):
    await world.connect()
    world.peer.on("POST", "/token", {"access_token": "a2", "refresh_token": "r2"})
    world.clock.advance(hours=2)

    await mail(world)
    await mail(world.keyed(key_of(1)))  # another process

    assert [form["grant_type"] for form in world.asked()] == ["authorization_code", "refresh_token"]
    assert [seen.token for seen in world.peer.calls("GET", "/mails/m1")] == ["a2", "a2"]


async def test_all_who_work_in_an_account_at_once_renew_its_token_once(world):
    await world.connect()
    world.clock.advance(hours=2)
    opened = [await world.workspaces.open(ANN) for _ in range(3)]
    await asyncio.gather(*(workspace[Mailbox].get("m1") for workspace in opened))
    assert len(world.asked()) == 2


async def lost(world):
    with pytest.raises(SignInAgain) as failed:
        await mail(world)
    return failed.value


@pytest.mark.parametrize("answers", [(NOT_TAKEN,), ({"access_token": "a2"},)])
async def test_a_lost_account_stays_and_leads_to_where_it_is_connected_anew(world, answers):
    made = await world.connect(domains=("email",))
    world.peer.on("POST", "/token", *answers).on("GET", "/mails/.*", REFUSED)

    error = await lost(world)

    link = f"https://app.example/acme?account={made.id}"
    assert (error.kind, error.link) == ("auth", link)
    assert str(error) == f"Acme needs you to sign in again as ann@acme.example: {link}"
    assert [one.state for one in await world.stored()] == ["needs_reauth"]
    assert await world.workspaces.connected(ANN) == {"email"}


async def test_what_an_account_may_not_do_leads_to_where_it_is_allowed_and_costs_nothing_else(
    world,
):
    made = await world.connect(domains=("email",))
    missing = {"error": {"errors": [{"reason": "insufficientPermissions"}]}}
    world.peer.on("GET", "/mails/.*", Answer(403, json=missing))

    with pytest.raises(AllowThis) as failed:
        await mail(world)

    link = f"https://app.example/acme?account={made.id}"
    assert (failed.value.kind, failed.value.link) == ("permission", link)
    assert str(failed.value) == (
        "Acme needs another permission for this. Connect Acme again to give it"
        f" (as ann@acme.example): {link}"
    )
    assert [one.state for one in await world.stored()] == ["connected"]


async def test_a_lost_account_is_not_tried_again_until_it_is_connected_anew(world):
    await world.connect()
    world.peer.on("GET", "/mails/.*", REFUSED).on("POST", "/token", NOT_TAKEN)
    await lost(world)
    before = len(world.peer.seen)
    await lost(world)
    assert len(world.peer.seen) == before

    world.peer.on("POST", "/token", {"access_token": "a9"}).on("GET", "/mails/.*", {"id": "m1"})
    await world.connect()

    assert await mail(world) == {"id": "m1"}
    assert [one.state for one in await world.stored()] == ["connected"]


class Claimed:
    """A mailbox whose provider wants to be asked with claims."""

    async def get(self, mail_id):
        raise ReauthNeeded("Sign in.", "Acme", claims='{"mfa":1}')


async def test_claims_are_kept_for_the_next_sign_in():
    class Flow:
        asked = None

        def __init__(self, ordinary):
            self._ordinary = ordinary

        async def begin(self, asked):
            Flow.asked = asked
            return await self._ordinary.begin(asked)

        def __getattr__(self, name):
            return getattr(self._ordinary, name)

    claiming = replace(
        ACME,
        open=lambda *_given: {Mailbox: Claimed()},
        flow=lambda *given: Flow(CodeFlow(*given)),
    )
    world = Connecting(providers=(claiming,))
    made = await world.connect()

    assert (await lost(world)).claims == '{"mfa":1}'
    await world.begin(account=made.id)

    assert (Flow.asked.claims, Flow.asked.hint) == ('{"mfa":1}', "ann@acme.example")
    assert (await world.connect()).claims == ""


async def test_an_account_given_up_while_its_token_is_renewed_stays_gone(world):
    made = await world.connect()
    workspace = await world.workspaces.open(ANN)
    await world.accounts.revoke(ANN, made.id)
    world.clock.advance(hours=2)

    await workspace[Mailbox].get("m1")

    assert await world.stored() == []


async def test_an_account_given_up_is_not_looked_for_again(world):
    made = await world.connect()
    workspace = await world.workspaces.open(ANN)
    await world.accounts.revoke(ANN, made.id)
    world.clock.advance(hours=2)
    world.peer.on("POST", "/token", NOT_TAKEN)

    with pytest.raises(SignInAgain):
        await workspace[Mailbox].get("m1")

    assert await world.stored() == []


async def test_an_account_connected_anew_is_not_lost_by_who_still_had_the_old_grant(world):
    await world.connect()
    workspace = await world.workspaces.open(ANN)
    world.peer.on("POST", "/token", {"access_token": "a9", "refresh_token": "r9"})
    fresh = await world.connect()
    world.peer.on("POST", "/token", NOT_TAKEN)
    world.peer.on("GET", "/mails/.*", REFUSED, {})

    await workspace[Mailbox].get("m1")

    assert [seen.token for seen in world.peer.calls("GET", "/mails/m1")] == ["a1", "a9"]
    assert await world.stored() == [fresh]


# --- keys -----------------------------------------------------------------------------------------


async def test_a_new_key_takes_over_when_an_account_is_next_used(world):
    await world.connect()
    old = (await world.stored())[0].grant

    await mail(world.keyed(key_of(2), key_of(1)))
    new = (await world.stored())[0].grant
    await mail(world.keyed(key_of(2)))

    assert new != old
    assert (await world.stored())[0].grant == new


async def test_two_who_seal_anew_at_once_lose_no_token_that_one_of_them_renews(world):
    await world.connect()
    world.keyed(key_of(2), key_of(1))
    first, second = await asyncio.gather(*(world.workspaces.open(ANN) for _ in range(2)))
    renewed = {"access_token": "a2", "refresh_token": "r2", "expires_in": 3600}
    world.peer.on("POST", "/token", renewed, NOT_TAKEN)
    world.clock.advance(hours=2)

    await first[Mailbox].get("m1")
    await second[Mailbox].get("m1")
    await mail(world.keyed(key_of(2)))

    assert [seen.token for seen in world.peer.calls("GET", "/mails/m1")] == ["a2"] * 3
    assert [one.state for one in await world.stored()] == ["connected"]


async def test_an_account_sealed_with_a_key_that_is_gone_wants_a_new_sign_in(world):
    made = await world.connect()
    error = await lost(world.keyed(key_of(2)))
    assert made.id in error.link
    assert [one.state for one in await world.stored()] == ["needs_reauth"]


async def test_an_account_whose_key_goes_while_it_is_open_wants_a_new_sign_in(world):
    made = await world.connect()
    workspace = await world.workspaces.open(ANN)
    [stored] = await world.connections.list(ANN)
    unread = made.model_copy(update={"grant": "1.other.sealed"})
    await world.connections.put(ANN, unread, stored.etag)
    world.clock.advance(hours=2)
    world.peer.on("POST", "/token", NOT_TAKEN)

    with pytest.raises(SignInAgain):
        await workspace[Mailbox].get("m1")


async def test_a_grant_moved_to_somebody_else_opens_nothing(world):
    made = await world.connect()
    await world.connections.put(BOB, made, None)
    with pytest.raises(ReauthNeeded):
        await mail(world, BOB)


async def test_an_account_whose_provider_is_no_longer_offered_stays_but_serves_nothing(world):
    made = await world.connect()
    world.registrations = {}
    world.keyed(key_of(1))

    workspace = await world.workspaces.open(ANN)

    assert [one.id for one in workspace.accounts] == [made.id]
    assert Mailbox not in workspace
    assert isinstance(await world.connections.get(ANN, made.id), Stored)
    await world.accounts.revoke(ANN, made.id)
    assert await world.stored() == []
