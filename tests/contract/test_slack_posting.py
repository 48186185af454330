"""Posting to Slack and marking it read, each at most once; the server checks every request."""

from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.slack.chat import SlackChat
from shared.errors import ToolFailed
from shared.tools.effect import NO_EFFECT, Effect, OutcomeUnknown
from tests.support.fakes import ManualClock
from tests.support.wire.crashes import EFFECT_ID, Ledger
from tests.support.wire.peer import Answer
from tests.support.wire.slack import slack_server
from tests.support.wire.slack_answers import (
    limited,
    message,
    ok,
    refused,
    workspace,
)

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)
EFFECT = Effect(EFFECT_ID)


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


def posted(seen):
    """Answer as Slack does when it takes a message."""
    told = seen.json
    return ok(
        channel=told["channel"],
        ts="1795608000.000200",
        message=message("1795608000.000200", told["text"], "U0ALEX", metadata=told["metadata"]),
    )


async def test_a_message_is_posted_as_written_with_the_effect_attached(chat, peer):
    peer.on("POST", "/api/chat.postMessage", posted)
    notes = Ledger()

    said = await chat.post("general", "a < b, see <!channel>", "", notes.effect())

    assert said.text == "a < b, see <!channel>"
    assert (said.id, said.channel, said.author) == ("1795608000.000200", "general", "Alex Kim")
    (sent,) = peer.calls("POST", "/api/chat.postMessage")
    assert sent.json == {
        "channel": "C0GENERAL",
        "text": "a &lt; b, see &lt;!channel&gt;",
        "unfurl_links": False,
        "unfurl_media": False,
        "metadata": {"event_type": "omniforge_effect", "event_payload": {"id": EFFECT.id}},
    }
    assert notes.handle.startswith("C0GENERAL ")


async def test_an_answer_goes_to_its_thread(chat, peer):
    peer.on("POST", "/api/chat.postMessage", posted)

    await chat.post("general", "Yes", "1795600001.000100", EFFECT)

    (sent,) = peer.calls("POST", "/api/chat.postMessage")
    assert sent.json["thread_ts"] == "1795600001.000100"


async def test_the_handle_is_safe_before_slack_is_called(chat, peer):
    class Crash(Exception):
        pass

    async def crash(handle):
        raise Crash

    with pytest.raises(Crash):
        await chat.post("general", "Hi", "", Effect(EFFECT.id, note=crash))

    assert peer.calls("POST", "/api/chat.postMessage") == []


@pytest.mark.parametrize(
    "lost",
    [
        Answer(error=httpx2.ReadTimeout),
        Answer(error=httpx2.ReadError),
        Answer(502, content=b"<html>"),
        Answer(200, refused("internal_error")),
        Answer(200, content=b"not JSON", headers={"content-type": "application/json"}),
        Answer(200, content=b"OK", headers={"content-type": "text/plain"}),
        Answer(200, ["ok"]),
        Answer(200, ok(channel="C0GENERAL")),
    ],
)
async def test_a_post_whose_answer_is_lost_is_never_repeated_but_found_again(server, peer, lost):
    chat = SlackChat(server.account(timeout_seconds=0.5), ManualClock(NOW))
    history = []

    def lose(seen):
        history.append(posted(seen)["message"])
        return lost

    peer.on("POST", "/api/chat.postMessage", lose)
    notes = Ledger()
    with pytest.raises(OutcomeUnknown):
        await chat.post("general", "Hi", "", notes.effect())
    assert len(peer.calls("POST", "/api/chat.postMessage")) == 1

    others = message("1795608001.000100", "Hi", metadata={"event_type": "omniforge_effect"})
    peer.on(
        "GET",
        "/api/conversations.history",
        ok(cursor="b", messages=[others]),
        lambda _: ok(messages=history),
    )
    again = await chat.post("general", "Hi", "", notes.effect(again=True))

    assert again.id == "1795608000.000200"
    assert len(peer.calls("POST", "/api/chat.postMessage")) == 1
    asked = peer.calls("GET", "/api/conversations.history")[0].param
    assert asked["include_all_metadata"] == "1"
    assert asked["channel"] == "C0GENERAL"
    assert float(asked["oldest"]) < NOW.timestamp()


@pytest.mark.parametrize(
    "shown", [ok(messages=[]), refused("channel_not_found"), limited(60), Answer(500)]
)
async def test_a_message_that_slack_does_not_show_may_have_been_posted(chat, peer, shown):
    peer.on("GET", "/api/conversations.history", shown)

    with pytest.raises(OutcomeUnknown):
        await chat.post(
            "general", "Hi", "", Effect(EFFECT.id, again=True, handle="C0GENERAL 1795600000.000000")
        )

    assert peer.calls("POST", "/api/chat.postMessage") == []


async def test_a_repeat_in_a_thread_looks_in_the_thread(chat, peer):
    mine = message(
        "1795608000.000200",
        "Yes",
        "U0ALEX",
        metadata={"event_type": "omniforge_effect", "event_payload": {"id": EFFECT.id}},
    )
    peer.on("GET", "/api/conversations.replies", ok(messages=[mine]))
    again = Effect(EFFECT.id, again=True, handle="C0GENERAL 1795600000.000000")

    said = await chat.post("general", "Yes", "1795600001.000100", again)

    assert said.id == "1795608000.000200"
    (asked,) = peer.calls("GET", "/api/conversations.replies")
    assert asked.param["ts"] == "1795600001.000100"


async def test_again_without_a_handle_nothing_was_called_so_it_is_done(chat, peer):
    peer.on("POST", "/api/chat.postMessage", posted)

    said = await chat.post("general", "Hi", "", Effect(EFFECT.id, again=True))

    assert said.id == "1795608000.000200"


async def test_a_limited_post_surely_did_not_happen_and_is_repeated(chat, server, peer):
    peer.on("POST", "/api/chat.postMessage", limited(1), posted)

    assert (await chat.post("general", "Hi", "", EFFECT)).text == "Hi"
    assert server.pauses == [1.0]


async def test_a_refused_post_may_be_attempted_again(chat, peer):
    peer.on("POST", "/api/chat.postMessage", limited(60), posted)
    notes = Ledger()

    with pytest.raises(ToolFailed, match="60 seconds"):
        await chat.post("general", "Hi", "", notes.effect())

    assert (await chat.post("general", "Hi", "", notes.effect(again=True))).text == "Hi"


async def test_a_message_posted_before_is_found_though_its_channel_cannot_be_listed(chat, peer):
    mine = message(
        "1795608000.000200",
        "Hi",
        "U0ALEX",
        metadata={"event_type": "omniforge_effect", "event_payload": {"id": EFFECT.id}},
    )
    peer.on("GET", "/api/conversations.history", ok(messages=[mine]))
    peer.on("GET", "/api/conversations.list", Answer(500))
    peer.on("GET", "/api/users.info", Answer(500))
    again = Effect(EFFECT.id, again=True, handle="C0GENERAL 1795600000.000000")

    said = await chat.post("#general", "Hi", "", again)

    assert (said.id, said.channel, said.author) == ("1795608000.000200", "general", "U0ALEX")


async def test_a_text_slack_would_cut_is_refused(chat, peer):
    with pytest.raises(ToolFailed, match="40,000"):
        await chat.post("general", "&" * 9_000, "", EFFECT)

    assert peer.calls("POST", "/api/chat.postMessage") == []


async def test_marking_read_goes_to_the_newest_message_and_may_be_repeated(chat, peer):
    joined = message("1795600009.000100", "joined", subtype="channel_join")
    peer.on("GET", "/api/conversations.history", ok(messages=[joined]))
    peer.on("POST", "/api/conversations.mark", Answer(500), ok())

    await chat.mark_read("general", EFFECT)

    marked = peer.calls("POST", "/api/conversations.mark")
    assert [m.json for m in marked] == [{"channel": "C0GENERAL", "ts": "1795600009.000100"}] * 2


async def test_an_empty_channel_needs_no_marking(chat, peer):
    peer.on("GET", "/api/conversations.history", ok(messages=[]))

    await chat.mark_read("general", NO_EFFECT)

    assert peer.calls("POST", "/api/conversations.mark") == []


async def test_a_direct_message_is_said_to_one_member_alone(chat, peer):
    peer.on("POST", "/api/chat.postMessage", posted)
    notes = Ledger()

    said = await chat.send("U0ANA1", "a < b", notes.effect())

    assert (said.text, said.channel, said.direct) == ("a < b", "D0ANA1", True)
    (opened,) = peer.calls("POST", "/api/conversations.open")
    assert opened.json == {"users": "U0ANA1"}
    (sent,) = peer.calls("POST", "/api/chat.postMessage")
    assert (sent.json["channel"], sent.json["text"]) == ("D0ANA1", "a &lt; b")
    assert notes.handle.startswith("D0ANA1 ")


async def test_a_direct_message_whose_answer_is_lost_is_found_again(server, peer):
    chat = SlackChat(server.account(timeout_seconds=0.5), ManualClock(NOW))
    history = []

    def lose(seen):
        history.append(posted(seen)["message"])
        return Answer(error=httpx2.ReadError)

    peer.on("POST", "/api/chat.postMessage", lose)
    peer.on("GET", "/api/conversations.history", lambda _: ok(messages=history))
    notes = Ledger()
    with pytest.raises(OutcomeUnknown):
        await chat.send("U0ANA1", "Hi", notes.effect())

    found = await chat.send("U0ANA1", "Hi", notes.effect(again=True))

    assert (found.id, found.channel, found.direct) == ("1795608000.000200", "D0ANA1", True)
    assert len(peer.calls("POST", "/api/chat.postMessage")) == 1
    assert len(peer.calls("POST", "/api/conversations.open")) == 1
    history.clear()
    with pytest.raises(OutcomeUnknown, match="does not show"):
        await chat.send("U0ANA1", "Hi", notes.effect(again=True))


@pytest.mark.parametrize("user", ["", "Ana", "ana@acme.com", "C0GENERAL"])
async def test_a_direct_message_needs_the_id_of_a_member(chat, peer, user):
    with pytest.raises(ToolFailed, match="no such person"):
        await chat.send(user, "Hi", EFFECT)
    assert peer.seen == []


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("user_not_found", "no such person"),
        ("user_disabled", "no longer in this Slack team"),
        ("cannot_dm_bot", "does not let anybody write to this app"),
        ("missing_scope", "Connect Slack again"),
    ],
)
async def test_whom_one_cannot_write_to_is_said(chat, peer, code, why):
    peer.on("POST", "/api/conversations.open", refused(code, needed="im:write"))
    with pytest.raises(ToolFailed, match=why):
        await chat.send("U0ANA1", "Hi", EFFECT)
    assert peer.calls("POST", "/api/chat.postMessage") == []


async def test_the_messages_of_a_talk_of_two_are_read_oldest_first(chat, peer):
    told = [message("1795600002.000100", "Two"), message("1795600001.000100", "One")]
    peer.on("GET", "/api/conversations.history", ok(messages=told))
    found = await chat.direct_messages("U0ANA1", None, 5)
    assert [(one.text, one.author, one.direct) for one in found] == [
        ("One", "Ana Costa", True),
        ("Two", "Ana Costa", True),
    ]
    assert await chat.direct_messages("U0BEN1", None, 5) == ()


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("ana", ["U0ANA1"]),
        ("@ben", ["U0BEN1"]),
        ("Alex Kim", ["U0ALEX"]),
        ("U0ANA1", ["U0ANA1"]),
        ("U0NOBODY1", []),
        ("zoe", []),
    ],
)
async def test_members_are_found_by_what_they_are_called(chat, name, found):
    assert [one.id for one in await chat.users(name)] == found


async def test_a_message_is_deleted_and_gone_already_is_done(peer, chat):
    peer.on("POST", "/api/chat.delete", ok(), refused("message_not_found"))

    await chat.delete("general", "1795608000.000200", EFFECT)
    await chat.delete("general", "1795608000.000200", EFFECT)

    told = [seen.json for seen in peer.calls("POST", "/api/chat.delete")]
    assert [one["ts"] for one in told] == ["1795608000.000200"] * 2


async def test_a_message_that_slack_keeps_is_said_to_stay(peer, chat):
    peer.on("POST", "/api/chat.delete", refused("cant_delete_message"))

    with pytest.raises(ToolFailed, match="does not let you delete") as failure:
        await chat.delete("general", "1795608000.000200", EFFECT)

    assert failure.value.kind == "permission"
