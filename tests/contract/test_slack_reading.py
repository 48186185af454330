"""Reading Slack behind the Chat port, through the SDK; the server checks every request."""

from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.rest import NotThere, ReauthNeeded
from shared.connectors.slack.chat import SlackChat
from shared.errors import ToolFailed
from tests.support.fakes import ManualClock
from tests.support.wire.peer import Answer, ScriptedTokens
from tests.support.wire.slack import slack_server
from tests.support.wire.slack_answers import (
    GENERAL,
    SALES,
    channel,
    limited,
    message,
    ok,
    refused,
    user,
    workspace,
)

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)
MONDAY = datetime(2026, 11, 23, 9, 30, tzinfo=UTC)


@pytest.fixture
async def server():
    async with slack_server() as server:
        workspace(server.peer)
        yield server


@pytest.fixture
def peer(server):
    return server.peer


@pytest.fixture
def chat(server):
    return SlackChat(server.account(), ManualClock(NOW))


async def test_the_channels_are_those_the_person_is_in_over_all_pages(chat, peer):
    more = channel("C0ALPHA", "Alpha")
    peer.on(
        "GET",
        "/api/conversations.list",
        ok(cursor="dGVhbTo=", channels=[GENERAL]),
        ok(channels=[channel("C0OUT", "out", member=False), more]),
    )

    found = await chat.channels()

    assert [c.name for c in found] == ["Alpha", "general"]
    assert found[1].topic == "All about general"
    assert found[1].members == 3
    assert found[1].unread is None, "nobody can tell"
    assert [s.param.get("cursor") for s in peer.seen] == [None, "dGVhbTo="]
    assert {s.param["types"] for s in peer.seen} == {"public_channel,private_channel"}


async def test_messages_come_oldest_first_in_words_with_names(chat, peer):
    peer.on(
        "GET",
        "/api/conversations.history",
        ok(
            messages=[
                message("1795600003.000100", "<@U0BEN1> see <https://acme.com|the plan>"),
                message("1795600002.000100", "joined", "U0BEN1", subtype="channel_join"),
                message(
                    "1795600001.000100",
                    "Ship it?",
                    "U0BEN1",
                    thread_ts="1795600001.000100",
                    reply_count=2,
                ),
            ]
        ),
    )

    first, second = await chat.messages("#General", MONDAY, 20)

    assert first.text == "Ship it?"
    assert (first.author, first.author_id) == ("Ben Okafor", "U0BEN1")
    assert (first.thread_id, first.replies) == ("1795600001.000100", 2)
    assert second.text == "@Ben Okafor see the plan (https://acme.com)"
    assert second.channel == "general"
    assert second.thread_id == ""
    assert second.sent_at.timestamp() == pytest.approx(1795600003.0001)
    (asked,) = peer.calls("GET", "/api/conversations.history")
    assert asked.param["oldest"] == f"{MONDAY.timestamp():.6f}"
    assert len(peer.calls("GET", "/api/users.info")) == 2, "each name is looked up once"


async def test_pages_of_history_are_read_until_there_are_enough(chat, peer):
    def page(start):
        return [message(f"17956{n:05}.000100", f"m{n}") for n in range(start, start - 15, -1)]

    peer.on(
        "GET",
        "/api/conversations.history",
        ok(cursor="b", messages=page(90)),
        ok(cursor="c", messages=page(75)),
        ok(messages=page(60)),
    )

    found = await chat.messages("general", None, 20)

    assert [m.text for m in found] == [f"m{n}" for n in range(71, 91)]
    assert len(peer.calls("GET", "/api/conversations.history")) == 2


async def test_an_app_that_may_read_little_still_shows_the_newest(chat, peer):
    newest = [message(f"179560000{n}.000100", f"m{n}") for n in (3, 2, 1)]
    peer.on("GET", "/api/conversations.history", ok(cursor="b", messages=newest), limited(60))

    assert [m.text for m in await chat.messages("general", None, 50)] == ["m1", "m2", "m3"]


async def test_but_what_was_said_since_a_moment_is_never_cut_unnoticed(chat, peer):
    newest = [message("1795600003.000100", "m3")]
    peer.on("GET", "/api/conversations.history", ok(cursor="b", messages=newest), limited(60))

    with pytest.raises(ToolFailed, match="60 seconds") as failed:
        await chat.messages("general", MONDAY, 50)

    assert failed.value.kind == "rate_limit"


async def test_a_short_limit_is_waited_for(chat, server, peer):
    peer.on("GET", "/api/conversations.history", limited(3), ok(messages=[]))

    assert await chat.messages("C0GENERAL", None, 5) == ()
    assert server.pauses == [3.0]


async def test_messages_of_apps_and_files_say_something(chat, peer):
    peer.on(
        "GET",
        "/api/conversations.history",
        ok(
            messages=[
                message("1795600004.000100", "", None, username="Deploys", bot_id="B1")
                | {"attachments": [{"fallback": "Build 7 failed"}]},
                message("1795600003.000100", "", None, bot_profile={"name": "CI"}),
                message("1795600002.000100", "", files=[{"name": "plan.pdf"}, {"name": None}]),
                message("1795600001.000100", "Hi", "U0GONE1"),
            ]
        ),
    )

    found = await chat.messages("general", None, 5)

    assert [(m.author, m.text) for m in found] == [
        ("U0GONE1", "Hi"),
        ("Ana Costa", "(attached: plan.pdf)"),
        ("CI", ""),
        ("Deploys", "Build 7 failed"),
    ]


async def test_a_channel_that_is_not_there_names_close_ones(chat):
    with pytest.raises(NotThere, match="Did you mean #sales-emea"):
        await chat.messages("sales-emae", None, 5)
    with pytest.raises(NotThere, match="no such channel"):
        await chat.messages("C0NOWHERE", None, 5)


async def test_a_thread_comes_with_what_began_it(chat, peer):
    started = message("1795600001.000100", "Ship it?", thread_ts="1795600001.000100")
    reply = message("1795600002.000100", "Yes", "U0BEN1", thread_ts="1795600001.000100")
    peer.on(
        "GET",
        "/api/conversations.replies",
        ok(cursor="b", messages=[started]),
        ok(messages=[reply]),
    )

    found = await chat.replies("general", "1795600001.000100")

    assert [m.text for m in found] == ["Ship it?", "Yes"]
    assert {m.thread_id for m in found} == {"1795600001.000100"}


async def test_a_thread_that_is_not_there_is_said_not_to_be(chat, peer):
    peer.on("GET", "/api/conversations.replies", refused("thread_not_found"))

    with pytest.raises(NotThere, match="no such thread"):
        await chat.replies("general", "1795600001.000100")
    with pytest.raises(NotThere, match="no such thread"):
        await chat.replies("general", "the first one")


async def test_unread_is_what_others_wrote_since_each_channel_was_read(chat, peer):
    told = {
        "C0GENERAL": {**GENERAL, "last_read": "1795600001.000100"},
        "G0SALES": {**SALES, "last_read": "1795600009.000100", "unread_count": 0},
    }
    peer.on("GET", "/api/conversations.info", lambda seen: ok(channel=told[seen.param["channel"]]))
    peer.on(
        "GET",
        "/api/conversations.history",
        ok(
            messages=[
                message("1795600004.000100", "Mine", "U0ALEX"),
                message("1795600003.000100", "Second"),
                message("1795600002.000100", "First"),
                message("1795600001.000100", "Read already"),
            ]
        ),
    )

    found = await chat.unread(None, 10)

    assert [m.text for m in found] == ["Second", "First"]
    assert all(m.unread and m.channel == "general" for m in found)
    (asked,) = peer.calls("GET", "/api/conversations.history")
    assert asked.param["channel"] == "C0GENERAL"
    assert asked.param["oldest"] == "1795600001.000100"


async def test_unread_of_all_channels_comes_newest_first_and_names_are_looked_up_once(chat, peer):
    told = {"C0GENERAL": GENERAL, "G0SALES": SALES}
    said = {
        "C0GENERAL": [message("1795600004.000100", "4"), message("1795600002.000100", "2")],
        "G0SALES": [message("1795600003.000100", "3"), message("1795600001.000100", "1")],
    }
    peer.on(
        "GET",
        "/api/conversations.info",
        lambda seen: ok(channel={**told[seen.param["channel"]], "last_read": "1.000000"}),
    )
    peer.on(
        "GET",
        "/api/conversations.history",
        lambda seen: ok(messages=said[seen.param["channel"]]),
    )

    found = await chat.unread(None, 3)

    assert [(m.text, m.channel) for m in found] == [
        ("4", "general"),
        ("3", "sales-emea"),
        ("2", "general"),
    ]
    assert len(peer.calls("GET", "/api/users.info")) == 1


async def test_unread_starts_at_the_moment_asked_for(chat, peer):
    told = {**GENERAL, "last_read": "0000000000.000000"}
    peer.on("GET", "/api/conversations.list", ok(channels=[GENERAL]))
    peer.on("GET", "/api/conversations.info", ok(channel=told))
    peer.on("GET", "/api/conversations.history", ok(messages=[message("1795600001.000100", "Hi")]))

    assert len(await chat.unread(MONDAY, 10)) == 1
    (asked,) = peer.calls("GET", "/api/conversations.history")
    assert asked.param["oldest"] == f"{MONDAY.timestamp():.6f}"


async def test_when_slack_does_not_tell_what_was_read_neither_do_we(chat):
    with pytest.raises(ToolFailed, match="does not tell"):
        await chat.unread(None, 10)


async def test_nothing_unread_is_not_claimed_when_a_limit_hid_it(chat, peer):
    peer.on("GET", "/api/conversations.info", ok(channel={**GENERAL, "last_read": "1.000000"}))
    peer.on("GET", "/api/conversations.history", limited(60))

    with pytest.raises(ToolFailed, match="60 seconds"):
        await chat.unread(None, 10)


async def test_nothing_unread_is_not_claimed_for_channels_not_looked_at(chat, peer):
    many = [channel(f"C0X{n:03}", f"x{n:03}") for n in range(45)]
    read = {"last_read": "1795600001.000100", "unread_count": 0}
    peer.on("GET", "/api/conversations.list", ok(channels=many))
    peer.on(
        "GET",
        "/api/conversations.info",
        lambda seen: ok(channel=channel(seen.param["channel"], "x", **read)),
    )

    with pytest.raises(ToolFailed, match="first 40 of your 45"):
        await chat.unread(None, 10)


async def test_search_shows_where_and_by_whom(chat, peer):
    link = "https://acme.slack.com/archives/C1/p1795600002000100?thread_ts=1795600001.000100"
    peer.on(
        "GET",
        "/api/search.messages",
        ok(
            messages={
                "total": 2,
                "matches": [
                    message("1795600002.000100", "Q3 budget", channel=GENERAL, permalink=link),
                    message(
                        "1795600001.000100",
                        "budget?",
                        "U0BEN1",
                        channel={"id": "D1", "is_im": True},
                    ),
                ],
            }
        ),
    )

    first, second = await chat.search("budget", 500)

    assert (first.channel, first.author, first.link) == ("general", "Ana Costa", link)
    assert first.thread_id == "1795600001.000100"
    assert second.channel == "direct message"
    (asked,) = peer.calls("GET", "/api/search.messages")
    assert asked.param == {
        "query": "budget",
        "count": "100",
        "sort": "timestamp",
        "sort_dir": "desc",
    }


async def test_people_are_found_by_id_address_handle_name_and_first_name(chat, peer):
    peer.on("GET", "/api/users.lookupByEmail", ok(user=user("U0ANA1", "Ana Costa", "ana")))

    found = [await chat.user(w) for w in ("U0ANA1", "ana@acme.com", "@ana", "ana costa", "Ana")]

    assert {f.name for f in found} == {"Ana Costa"}
    assert found[0].email == "ana@acme.com"
    assert found[0].handle == "ana"
    assert found[0].time_zone == "Europe/Berlin"


async def test_people_that_are_not_there_or_not_alone_are_said_to_be_so(chat, peer):
    with pytest.raises(NotThere, match="Did you mean Ben Okafor"):
        await chat.user("ben okafro")
    with pytest.raises(NotThere, match="no such person"):
        await chat.user("U0NOBODY")
    peer.on("GET", "/api/users.lookupByEmail", refused("users_not_found"))
    with pytest.raises(NotThere, match="this address"):
        await chat.user("who@acme.com")
    twins = [user("U0ANA1", "Ana Costa", "ana.c"), user("U0ANB1", "Ana Brown", "ana.b")]
    gone = user("U0ANG1", "Ana", "ana", deleted=True)
    peer.on("GET", "/api/users.list", ok(members=[*twins, gone]))
    with pytest.raises(ToolFailed, match=r"Ana Costa \(@ana.c\), Ana Brown \(@ana.b\)"):
        await chat.user("ana")


async def test_a_refused_token_is_renewed_once(server, peer):
    chat = SlackChat(server.account(ScriptedTokens("old", "new")), ManualClock(NOW))
    peer.on(
        "GET",
        "/api/conversations.list",
        lambda seen: {"old": refused("token_expired")}.get(seen.token, ok(channels=[GENERAL])),
    )

    assert len(await chat.channels()) == 1
    assert [s.token for s in peer.seen] == ["old", "new"]


@pytest.mark.parametrize("code", ["invalid_auth", "token_revoked", "account_inactive"])
@pytest.mark.parametrize("tokens", [("old",), ("old", "new")])
async def test_who_is_signed_out_must_sign_in(server, peer, code, tokens):
    chat = SlackChat(server.account(ScriptedTokens(*tokens)), ManualClock(NOW))
    peer.on("GET", "/api/conversations.list", refused(code))

    with pytest.raises(ReauthNeeded):
        await chat.channels()


async def test_a_missing_permission_is_named(chat, peer):
    peer.on("GET", "/api/search.messages", refused("missing_scope", needed="search:read"))

    with pytest.raises(ToolFailed, match="search:read"):
        await chat.search("budget", 5)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer(500), "network"),
        (Answer(error=httpx2.ReadTimeout), "network"),
        (Answer(error=httpx2.ReadError), "network"),
        (Answer(200, content=b"{", headers={"content-type": "application/json"}), "tool_error"),
        (ok(messages={}), "tool_error"),
        (ok(messages={"matches": [message("yesterday", "Hi")]}), "tool_error"),
    ],
)
async def test_failures_of_reading_are_told_apart(server, peer, answer, kind):
    chat = SlackChat(server.account(timeout_seconds=0.3), ManualClock(NOW))
    peer.on("GET", "/api/search.messages", answer)

    with pytest.raises(ToolFailed) as failed:
        await chat.search("budget", 5)

    assert failed.value.kind == kind
    assert failed.value.recoverable


async def test_a_slack_that_cannot_be_reached_was_not_told_anything():
    async with slack_server() as server:
        account = server.account()
    chat = SlackChat(account, ManualClock(NOW))

    with pytest.raises(ToolFailed, match="cannot be reached"):
        await chat.channels()
    assert server.pauses == [0.5, 1.0]


async def test_nulls_are_the_same_as_nothing(chat, peer):
    odd = {**GENERAL, "topic": None, "num_members": None, "latest": None}
    peer.on("GET", "/api/conversations.list", ok(channels=[odd], response_metadata=None))

    assert [c.name for c in await chat.channels()] == ["general"]
