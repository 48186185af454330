"""The Slack connector against somebody else's idea of Slack.

The emulator reads arguments from bodies alone, Slack reads them from queries too: every call is
held against Slack's methods, and then passed on with its arguments where they are looked for.
"""

from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.rest import NotThere, Rest
from shared.connectors.slack.chat import SlackChat
from shared.connectors.slack.provider import PROVIDER
from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown
from tests.support.wire.crashes import EFFECT_ID, Ledger
from tests.support.wire.emulator import emulated
from tests.support.wire.peer import Answer, ScriptedTokens
from tests.support.wire.slack import slack_server

GENERAL = "C000000001"
RANDOM = "C000000002"
ME = "U000000001"
POST = "/api/chat.postMessage"
LOST = Answer(error=httpx2.ReadError)


class Now:
    def now(self):
        return datetime.now(UTC)


class Emulator:
    """What is in the emulator, told and changed behind the connector's back."""

    def __init__(self, client):
        self.client = client

    def call(self, method, bearer="anybody", **arguments):
        """Call a method, which must succeed."""
        headers = {"authorization": f"Bearer {bearer}"}
        answer = self.client.post(f"/api/{method}", json=arguments, headers=headers).json()
        assert answer["ok"], answer
        return answer

    def installed(self):
        """Install an app, and return the token of its own user."""
        consent = {"user_id": ME, "redirect_uri": "http://app.example", "scope": "chat:write"}
        back = self.client.post("/oauth/v2/authorize/callback", data=consent).headers["location"]
        code = httpx2.URL(back).params["code"]
        return self.call("oauth.v2.access", code=code)["access_token"]

    def say(self, text, channel=GENERAL, **more):
        """Post a message, and return its id."""
        return self.call("chat.postMessage", channel=channel, text=text, **more)["ts"]

    def texts(self, channel=GENERAL):
        """Return what a channel says outside its threads, oldest first."""
        told = self.call("conversations.history", channel=channel, limit=1000)["messages"]
        return [message["text"] for message in reversed(told)]

    def passed(self, seen):
        """Answer a call that the connector made."""
        headers = {"authorization": seen.headers["authorization"]}
        given = {"data": seen.param} if seen.method == "GET" else {"json": seen.json}
        response = self.client.post(seen.path, headers=headers, **given)
        kind = {"content-type": response.headers["content-type"]}
        return Answer(response.status_code, content=response.content, headers=kind)

    def done_but_lost(self, seen):
        """Do what the connector calls for, and lose the answer."""
        assert self.passed(seen).status == httpx2.codes.OK
        return LOST


@pytest.fixture
async def emulator():
    async with emulated("slack", "Slack") as rest:
        with httpx2.Client(base_url=rest.base, trust_env=False) as client:
            yield Emulator(client)


@pytest.fixture
async def server(emulator):
    async with slack_server() as server:
        for verb in ("GET", "POST"):
            server.peer.on(verb, "/api/.+", emulator.passed)
        yield server


@pytest.fixture
def chat(server):
    return SlackChat(server.account(), Now())


def posts(server):
    return len(server.peer.calls("POST", POST))


async def test_an_account_goes_by_the_persons_address(server):
    def rest_for(_):
        return Rest(server.peer.client(), server.base, ScriptedTokens("token"), "Slack")

    assert await PROVIDER.identity(rest_for) == "admin@emulate.dev"


async def test_the_channels_are_those_the_person_is_in(emulator, chat):
    launch = emulator.call("conversations.create", name="launch", is_private=True)["channel"]
    emulator.call("conversations.setTopic", channel=launch["id"], topic="Lift-off")
    old = emulator.call("conversations.create", name="old")["channel"]
    emulator.call("conversations.archive", channel=old["id"])

    found = await chat.channels()

    assert [channel.name for channel in found] == ["general", "launch", "random"]
    assert (found[1].id, found[1].topic, found[1].members) == (launch["id"], "Lift-off", 1)


async def test_a_channel_is_found_by_name_and_id_or_the_closest_is_named(emulator, chat):
    emulator.say("Hi")

    for name in ("general", "#General", GENERAL):
        (message,) = await chat.messages(name, None, 10)
        assert (message.text, message.channel) == ("Hi", "general")
    with pytest.raises(NotThere, match="Did you mean #general"):
        await chat.messages("genral", None, 10)
    with pytest.raises(NotThere, match="no such channel"):
        await chat.messages("C000000009", None, 10)


async def test_messages_come_oldest_first_in_words_without_housekeeping(emulator, chat):
    emulator.say(f"<@{ME}>: a &lt; b, see <https://acme.example|the plan>")
    emulator.call("conversations.setTopic", channel=GENERAL, topic="Plans")
    emulator.say("Fine")

    first, second = await chat.messages("general", None, 10)

    assert first.text == "@Admin User: a < b, see the plan (https://acme.example)"
    assert (first.author, first.author_id, second.text) == ("Admin User", ME, "Fine")


async def test_a_long_channel_is_read_over_its_pages(emulator, chat):
    for number in range(203):
        emulator.say(str(number))

    everything = await chat.messages("general", None, 300)
    newest = await chat.messages("general", None, 202)

    assert [message.text for message in everything] == [str(n) for n in range(203)]
    assert [message.text for message in newest] == [str(n) for n in range(1, 203)]


async def test_a_thread_is_read_with_what_began_it(emulator, chat):
    began = emulator.say("Ship it?")
    emulator.say("Yes", thread_ts=began)
    emulator.say("Lunch?")

    asked, _ = await chat.messages("general", None, 10)
    thread = await chat.replies("general", asked.id)

    assert (asked.id, asked.replies) == (began, 1)
    assert [message.text for message in thread] == ["Ship it?", "Yes"]
    assert thread[1].thread_id == began


async def test_what_others_said_is_unread_until_it_is_marked_read(emulator, chat):
    emulator.say("Mine")
    emulator.say("Deployed", bearer=emulator.installed())

    (unread,) = await chat.unread(None, 10)
    await chat.mark_read("general", Effect(EFFECT_ID))

    assert (unread.text, unread.channel, unread.unread) == ("Deployed", "general", True)
    assert unread.author == "slack-app"
    assert await chat.unread(None, 10) == ()


async def test_people_are_found_by_id_address_handle_and_name(chat):
    found = {await chat.user(who) for who in (ME, "admin@emulate.dev", "@admin", "admin user")}

    (admin,) = found
    assert (admin.id, admin.name, admin.handle) == (ME, "Admin User", "admin")
    assert admin.email == "admin@emulate.dev"


async def test_people_that_are_not_there_are_said_to_be_so(chat):
    for who in ("U000000009", "who@emulate.dev", "nobody"):
        with pytest.raises(NotThere):
            await chat.user(who)


async def test_a_message_is_posted_once_as_written(emulator, server, chat):
    ledger = Ledger()

    said = await chat.post("general", "a < b & c, <!channel>", "", ledger.effect())
    again = await chat.post("general", "a < b & c, <!channel>", "", ledger.effect(again=True))

    assert (said.text, said.channel, said.author) == (
        "a < b & c, <!channel>",
        "general",
        "Admin User",
    )
    assert again == said
    assert emulator.texts() == ["a &lt; b &amp; c, &lt;!channel&gt;"]
    assert posts(server) == 1


async def test_an_answer_is_posted_once_in_its_thread(emulator, server, chat):
    began, ledger = emulator.say("Ship it?"), Ledger()

    said = await chat.post("general", "Yes", began, ledger.effect())
    again = await chat.post("general", "Yes", began, ledger.effect(again=True))

    assert again == said
    assert said.thread_id == began
    assert [message.id for message in await chat.replies("general", began)] == [began, said.id]
    assert emulator.texts() == ["Ship it?"]
    assert posts(server) == 1


async def test_a_post_whose_answer_was_lost_is_found_among_others_like_it(emulator, server, chat):
    ledger = Ledger()
    server.peer.on("POST", POST, emulator.done_but_lost, emulator.passed)
    emulator.say("Hi")
    with pytest.raises(OutcomeUnknown):
        await chat.post("general", "Hi", "", ledger.effect())
    other = await chat.post("general", "Hi", "", Effect("f" * 32))

    found = await chat.post("general", "Hi", "", ledger.effect(again=True))

    told = emulator.call("conversations.history", channel=GENERAL)["messages"]
    assert [message["ts"] for message in told[:2]] == [other.id, found.id]
    assert emulator.texts() == ["Hi"] * 3
    assert posts(server) == 2


async def test_a_post_that_is_found_no_more_is_unknown_and_not_repeated(emulator, server, chat):
    ledger = Ledger()
    said = await chat.post("general", "Hi", "", ledger.effect())
    emulator.call("chat.delete", channel=GENERAL, ts=said.id)

    with pytest.raises(OutcomeUnknown):
        await chat.post("general", "Hi", "", ledger.effect(again=True))

    assert emulator.texts() == []
    assert posts(server) == 1


async def test_a_post_that_never_arrived_is_not_claimed_nor_repeated(emulator, server, chat):
    ledger = Ledger()
    server.peer.on("POST", POST, LOST, emulator.passed)

    for again in (False, True):
        with pytest.raises(OutcomeUnknown):
            await chat.post("general", "Hi", "", ledger.effect(again=again))

    assert emulator.texts() == []
    assert posts(server) == 1


async def test_a_refused_post_may_be_attempted_again(emulator, chat):
    ledger = Ledger()
    emulator.call("conversations.archive", channel=RANDOM)
    with pytest.raises(ToolFailed, match="archived"):
        await chat.post(RANDOM, "Hi", "", ledger.effect())
    emulator.call("conversations.unarchive", channel=RANDOM)

    await chat.post(RANDOM, "Hi", "", ledger.effect(again=True))

    assert emulator.texts(RANDOM).count("Hi") == 1


async def test_a_direct_message_to_nobody_is_refused_and_none_to_read_is_none(server, chat):
    for nobody, why in ((ME, "with oneself"), ("U0NOBODY1", "no such person")):
        with pytest.raises(ToolFailed, match=why):
            await chat.send(nobody, "Note to self", Effect(EFFECT_ID))
    assert posts(server) == 0
    assert await chat.direct_messages(ME, None, 5) == ()
