from datetime import UTC, datetime

import pytest

from shared.decisions.risk import argument_hash, risk_of
from shared.errors import ToolFailed
from shared.models.profile import Preferred, Profile
from shared.models.run import Card
from shared.tools.effect import Effect
from shared.tools.tool import Desk, Said
from shared.tools.workspace import Workspace
from shared.workspace.slack.port import Channel, Chat, ChatMessage, ChatUser
from shared.workspace.slack.service import SERVICE, SLACK

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)
PROFILE = Profile(preferred=Preferred(time_zone="Europe/Berlin"))
TOOLS = {tool.name: tool for tool in SERVICE.tools}
EFFECT = Effect(id="0" * 32)


def message(number, text, hour=9, channel="general", **more):
    return ChatMessage(
        id=f"17.{number}",
        channel=channel,
        author="Bo Ek",
        text=text,
        sent_at=datetime(2026, 11, 25, hour, tzinfo=UTC),
        **more,
    )


class ScriptedChat:
    def __init__(self, *messages):
        self.said = messages
        self.did = []
        self.rooms = (
            Channel(id="C1", name="general", members=34, unread=3, topic="All\nhands"),
            Channel(id="C2", name="project-alpha", members=4),
        )

    async def channels(self):
        return self.rooms

    async def messages(self, channel, since, limit):
        self.asked = (channel, since, limit)
        found = [
            m for m in self.said if m.channel == channel and (since is None or m.sent_at >= since)
        ]
        return tuple(found[-limit:])

    async def replies(self, channel, thread_id):
        found = [m for m in self.said if m.channel == channel and thread_id in (m.id, m.thread_id)]
        if not found:
            raise ToolFailed("There is no such thread.", "params")
        return tuple(found)

    async def unread(self, since, limit):
        return tuple(m for m in self.said if m.unread)[:limit]

    async def search(self, text, limit):
        return tuple(m for m in self.said if text in m.text)[:limit]

    async def user(self, who):
        return ChatUser(id="U1", name="Bo Ek", handle="bo", title="CTO", email="bo@omni.dev")

    async def post(self, channel, text, thread_id, effect):
        self.did.append((channel, text, thread_id, effect))
        return message(9, text, channel=channel, thread_id=thread_id)

    async def mark_read(self, channel, effect):
        self.did.append((channel, effect))


def desk(chat):
    return Desk(Workspace({Chat: chat}), PROFILE, NOW, EFFECT)


def words(name, result, arguments=None):
    return TOOLS[name].say(Said(result, arguments or {}, PROFILE, NOW))


async def prepared(name, table, arguments):
    first = await TOOLS[name].preview(table, arguments)
    again = await TOOLS[name].preview(table, first.arguments)
    assert argument_hash(name, again.arguments) == argument_hash(name, first.arguments)
    assert again == first
    return first


def risk(arguments):
    return risk_of("slack_post_message", TOOLS["slack_post_message"].rules, arguments, PROFILE)


async def test_channels_are_listed():
    result = await TOOLS["slack_list_channels"].run(desk(ScriptedChat()), {})
    assert words("slack_list_channels", result) == (
        "You are in 2 channels:\n"
        "1. **#general**, 34 members, 3 unread: All hands\n"
        "2. **#project-alpha**, 4 members"
    )


async def test_a_channel_is_read_the_newest_first_since_a_local_time():
    chat = ScriptedChat(
        message(1, "old", 8), message(2, "**Hi**\nall", 9, replies=2), message(3, "x", 10)
    )
    arguments = {"channel": "#General", "since": "2026-11-25T10:00", "limit": 2}
    result = await TOOLS["slack_get_channel_messages"].run(desk(chat), arguments)
    assert chat.asked == ("general", datetime(2026, 11, 25, 9, tzinfo=UTC), 2)
    assert words("slack_get_channel_messages", result) == (
        "2 messages in #general, newest first:\n"
        "1. **Bo Ek** (Wed 25 Nov, 11:00): x\n"
        "2. **Bo Ek** (Wed 25 Nov, 10:00): Hi all [2 replies]"
    )
    assert [one["id"] for one in result["messages"]] == ["general/17.3", "general/17.2"]


async def test_a_thread_is_found_by_what_a_list_gave():
    chat = ScriptedChat(
        message(1, "Plan?", channel="project-alpha"),
        message(2, "Yes", channel="project-alpha", thread_id="17.1"),
    )
    result = await TOOLS["slack_get_thread_replies"].run(
        desk(chat), {"thread_id": "project-alpha/17.1"}
    )
    assert words("slack_get_thread_replies", result).startswith(
        "A thread in #project-alpha with 1 reply:\n1. **Bo Ek** (Wed 25 Nov, 10:00): Plan?"
    )
    assert result["messages"][1]["thread_id"] == "project-alpha/17.1"


async def test_unread_and_found_messages_say_where_they_are():
    chat = ScriptedChat(message(1, "launch", unread=True), message(2, "lunch"))
    result = await TOOLS["slack_get_unread"].run(desk(chat), {})
    assert words("slack_get_unread", result) == (
        "You have 1 unread message:\n1. **Bo Ek** in #general (Wed 25 Nov, 10:00): launch"
    )
    arguments = {"query": "lunch"}
    result = await TOOLS["slack_search_messages"].run(desk(chat), arguments)
    assert words("slack_search_messages", result, arguments) == (
        'I found 1 Slack message about "lunch":\n'
        "1. **Bo Ek** in #general (Wed 25 Nov, 10:00): lunch"
    )


async def test_messages_are_told_apart_and_lead_on():
    table = desk(ScriptedChat(message(1, "launch", unread=True)))
    result = await TOOLS["slack_get_unread"].run(table, {})
    rules = TOOLS["slack_get_unread"].rules
    assert rules.describe(result["messages"][0], NOW.date()) == "Bo Ek in #general, 2026-11-25"
    suggest = TOOLS["slack_get_unread"].suggest
    assert suggest(Said(result, {}, PROFILE, NOW)) == ("Summarize the discussions in #general",)
    assert suggest(Said({"messages": []}, {}, PROFILE, NOW)) == ()


async def test_what_is_unread_may_be_that_of_one_channel():
    chat = ScriptedChat(
        message(1, "launch", unread=True),
        message(2, "lunch", unread=True, channel="project-alpha"),
        message(3, "for you", unread=True, direct=True),
    )
    result = await TOOLS["slack_get_unread"].run(desk(chat), {"channel": "#general"})
    assert words("slack_get_unread", result) == (
        "You have 1 unread message in #general:\n1. **Bo Ek** (Wed 25 Nov, 10:00): launch"
    )
    with pytest.raises(ToolFailed, match="no channel called #ops"):
        await TOOLS["slack_get_unread"].run(desk(chat), {"channel": "ops"})


async def test_nothing_found_is_said():
    table = desk(ScriptedChat())
    for name, arguments, answer in (
        (
            "slack_get_unread",
            {"channel": "project alpha"},
            "You have read everything in #project-alpha.",
        ),
        ("slack_get_unread", {}, "You have read everything in Slack."),
        (
            "slack_search_messages",
            {"query": "x"},
            'I found no Slack messages about "x". You could try other words.',
        ),
        (
            "slack_get_channel_messages",
            {"channel": "general"},
            "Nothing has been said in #general in that time.",
        ),
        (
            "slack_analyze_conversation",
            {"channel": "general"},
            "Nothing has been said in #general in that time.",
        ),
    ):
        result = await TOOLS[name].run(table, arguments)
        assert words(name, result, arguments) == answer


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("#projct-alpha", "no channel called #projct-alpha. Did you mean #project-alpha?"),
        ("alpha", "Did you mean #project-alpha?"),
        ("zzz", "You are in #general, #project-alpha."),
    ],
)
async def test_an_unknown_channel_names_close_ones(named, why):
    with pytest.raises(ToolFailed) as caught:
        await TOOLS["slack_get_channel_messages"].run(desk(ScriptedChat()), {"channel": named})
    assert str(caught.value).endswith(why)
    assert caught.value.kind == "params"


@pytest.mark.parametrize("named", ["the general chat", "#project-alpha-chanel", "general room"])
async def test_the_kind_of_thing_behind_its_name_is_no_part_of_a_channels(named):
    chat = ScriptedChat(message(1, "launch", unread=True))
    await TOOLS["slack_get_unread"].run(desk(chat), {"channel": named.removeprefix("the ")})


async def test_what_is_older_is_unread_as_well():
    class Lately(ScriptedChat):
        async def unread(self, since, limit):
            return () if since else await super().unread(since, limit)

    table = desk(Lately(message(1, "launch", unread=True)))
    for named in ({}, {"channel": "general"}):
        result = await TOOLS["slack_get_unread"].run(table, {**named, "since": "2026-11-26"})
        assert [one["text"] for one in result["messages"]] == ["launch"]


async def test_a_conversation_is_summed_up():
    chat = ScriptedChat(
        message(1, "We decided to launch on Friday."),
        message(2, "I'll send the *numbers*"),
        message(3, "Who books the room?"),
    )
    result = await TOOLS["slack_analyze_conversation"].run(desk(chat), {"channel": "C1"})
    assert result["messages"] == 3
    assert TOOLS["slack_analyze_conversation"].rules.digest
    suggest = TOOLS["slack_analyze_conversation"].suggest
    assert suggest(Said(result, {}, PROFILE, NOW)) == ("Show me the messages in #general",)
    assert words("slack_analyze_conversation", result) == (
        "**#general**, 3 messages on Nov 25, by Bo Ek.\n"
        "\n**Decisions**\n- Bo Ek (Nov 25): We decided to launch on Friday.\n"
        "\n**To do**\n- Bo Ek (Nov 25): I'll send the numbers\n"
        "\n**Open questions**\n- Bo Ek (Nov 25): Who books the room?"
    )


async def test_a_conversation_about_nothing_is_said_to_be_so():
    table = desk(ScriptedChat(message(1, "Good morning!")))
    result = await TOOLS["slack_analyze_conversation"].run(table, {"channel": "general"})
    assert words("slack_analyze_conversation", result).endswith(
        "I found no decisions, open questions or things to do in it."
    )


async def test_a_member_is_looked_up():
    result = await TOOLS["slack_get_user_info"].run(desk(ScriptedChat()), {"user": "bo"})
    assert words("slack_get_user_info", result) == "**Bo Ek** (@bo): CTO, bo@omni.dev"


async def test_a_post_is_shown_with_who_reads_it():
    chat = ScriptedChat()
    arguments = {"channel": "general", "text": " Hello @here! "}
    ready = await prepared("slack_post_message", desk(chat), arguments)
    assert ready.arguments == {
        "channel": "general",
        "channel_id": "C1",
        "text": "Hello @here!",
        "thread_id": "",
        "members": 34,
    }
    assert ready.card == Card(
        title="Post in #general",
        fields=(("Channel", "#general (34 members)"),),
        body="Hello @here!",
        warnings=("@here notifies everybody in the channel.",),
    )
    assert risk(ready.arguments) == "high"
    result = await TOOLS["slack_post_message"].run(desk(chat), ready.arguments)
    assert chat.did == [("C1", "Hello @here!", "", EFFECT)]
    assert (
        words("slack_post_message", result, ready.arguments) == "Posted in #general: Hello @here!"
    )


async def test_a_reply_goes_to_the_beginning_of_its_thread():
    chat = ScriptedChat(
        message(1, "Plan?", channel="project-alpha"),
        message(2, "Which\none?", channel="project-alpha", thread_id="17.1"),
    )
    arguments = {"text": "The new one", "thread_id": "project-alpha/17.2"}
    ready = await prepared("slack_post_message", desk(chat), arguments)
    assert ready.arguments["channel"] == "project-alpha"
    assert ready.arguments["thread_id"] == "17.1"
    assert ready.card.fields[-1] == ("In reply to", "Bo Ek: Plan?")
    assert risk(ready.arguments) == "medium"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"text": "hi", "members": 5}, "medium"),
        ({"text": "hi", "members": 6}, "high"),
        ({"text": "hi <!channel>"}, "high"),
        ({"text": "(@Everyone)"}, "high"),
        ({"text": "mail me@here.com"}, "medium"),
        ({"text": "@hereford"}, "medium"),
    ],
)
def test_the_risk_of_a_post(arguments, expected):
    assert risk(arguments) == expected


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"text": "hi"}, "Which channel"),
        ({"channel": "general", "text": "  "}, "nothing to post"),
        ({"channel": "general", "text": "hi", "thread_id": "17.99"}, "no such thread"),
    ],
)
async def test_what_cannot_be_posted_is_refused(arguments, why):
    with pytest.raises(ToolFailed, match=why):
        await TOOLS["slack_post_message"].preview(desk(ScriptedChat()), arguments)


async def test_a_channel_is_marked_as_read():
    chat = ScriptedChat()
    ready = await prepared("slack_mark_read", desk(chat), {"channel": "#general"})
    assert ready.card == Card(title="Mark #general as read", fields=(("Unread", "3"),))
    result = await TOOLS["slack_mark_read"].run(desk(chat), ready.arguments)
    assert chat.did == [("C1", EFFECT)]
    assert words("slack_mark_read", result) == "Everything in #general is marked as read."


def test_the_agent_owns_every_tool_of_its_service():
    assert set(SLACK.tools) == set(TOOLS)
    assert SLACK.domain == SERVICE.domain == "slack"
