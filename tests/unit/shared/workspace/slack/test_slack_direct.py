from dataclasses import replace
from datetime import UTC, datetime

import pytest

from shared.errors import ToolFailed
from shared.models.profile import Policy, Preferred, Profile
from shared.tools.effect import Effect
from shared.tools.tool import Desk, Said
from shared.tools.workspace import Workspace
from shared.workspace.slack.port import Chat, ChatMessage, ChatUser
from shared.workspace.slack.service import SERVICE

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)
PROFILE = Profile(preferred=Preferred(time_zone="Europe/Berlin"), domains=("omni.dev",))
TOOLS = {tool.name: tool for tool in SERVICE.tools}
BO = ChatUser(id="U1", name="Bo Ek", handle="bo", title="CTO", email="bo@omni.dev")
EVA = ChatUser(id="U2", name="Eva Roe", email="eva@client.org")
SEND, READ, FIND = (
    TOOLS[f"slack_{name}"] for name in ("send_direct_message", "get_direct_messages", "find_users")
)


class TeamChat:
    """Members, and what was said to them; looking one up counts."""

    def __init__(self, *users):
        self.members, self.looked_up, self.said = users, 0, {}

    async def user(self, who):
        self.looked_up += 1
        found = await self.users(who)
        if len(found) != 1:
            raise ToolFailed(f"{len(found)} members fit.", "params")
        return found[0]

    async def users(self, name):
        return tuple(one for one in self.members if name in {one.id, one.name, one.name.split()[0]})

    async def direct_messages(self, user_id, since, limit):
        return tuple(self.said.get(user_id, ()))[-limit:]

    async def send(self, user_id, text, effect):
        message = ChatMessage(
            id="17.1", channel="D1", author="Ada", text=text, sent_at=NOW, direct=True
        )
        self.said.setdefault(user_id, []).append(message)
        return message


def desk(chat, profile=PROFILE):
    return Desk(Workspace({Chat: chat}), profile, NOW, Effect(id="0" * 32))


def words(tool, result, **arguments):
    return tool.say(Said(result, arguments, PROFILE, NOW))


async def test_who_it_goes_to_is_shown_and_it_goes_to_nobody_else():
    chat = TeamChat(BO, EVA)
    prepared = await SEND.preview(desk(chat), {"user": "Bo", "text": " Hi *Bo* "})
    assert prepared.arguments == {
        "user": "U1",
        "text": "Hi *Bo*",
        "name": "Bo Ek",
        "email": "bo@omni.dev",
    }
    assert await SEND.preview(desk(chat), prepared.arguments) == prepared
    assert prepared.card.title == "Send Bo Ek a direct message on Slack"
    assert prepared.card.fields == (("To", "Bo Ek (@bo, CTO, bo@omni.dev)"),)
    assert (prepared.card.body, prepared.card.warnings) == ("Hi *Bo*", ())
    looked_up = chat.looked_up

    result = await SEND.run(desk(chat), prepared.arguments)

    assert chat.looked_up == looked_up
    assert [one.text for one in chat.said["U1"]] == ["Hi *Bo*"]
    assert (result["channel"], result["message"]["id"]) == ("D1", "D1/17.1")
    assert words(SEND, result, **prepared.arguments) == "Sent to Bo Ek on Slack: Hi Bo"
    assert SEND.rules.assess(prepared.arguments, PROFILE) == "medium"


async def test_somebody_outside_the_organisation_takes_explicit_confirmation():
    chat = TeamChat(EVA)
    prepared = await SEND.preview(desk(chat), {"user": "Eva", "text": "Hi"})
    assert prepared.card.warnings == ("They are outside your organisation.",)
    assert SEND.rules.assess(prepared.arguments, PROFILE) == "high"
    closed = replace(
        desk(chat), profile=PROFILE.model_copy(update={"policy": Policy(recipients=("omni.dev",))})
    )
    with pytest.raises(ToolFailed, match=r"does not let me write to eva@client\.org"):
        await SEND.preview(closed, {"user": "Eva", "text": "Hi"})


@pytest.mark.parametrize("given", [{"user": "Zoe", "text": "Hi"}, {"user": "Bo", "text": "  "}])
async def test_nothing_is_sent_to_nobody_or_without_a_text(given):
    with pytest.raises(ToolFailed) as failed:
        await SEND.preview(desk(TeamChat(BO)), given)
    assert failed.value.kind == "params"


async def test_direct_messages_are_read_newest_first():
    chat = TeamChat(BO)
    none = await READ.run(desk(chat), {"user": "Bo"})
    assert words(READ, none) == "There are no direct messages with Bo Ek in that time."
    for text in ("One", "Two [x](http://a.b)"):
        await chat.send("U1", text, None)
    result = await READ.run(desk(chat), {"user": "Bo", "since": "2026-11-25"})
    assert words(READ, result) == (
        "2 direct messages with Bo Ek, newest first:\n"
        "1. **Ada** (Wed 25 Nov, 13:00): Two [x] (http://a.b)\n"
        "2. **Ada** (Wed 25 Nov, 13:00): One"
    )


async def test_members_are_found_and_told_apart():
    result = await FIND.run(desk(TeamChat(BO, EVA)), {"name": "Bo"})
    assert words(FIND, result, name="Bo") == (
        "I found 1 member of your Slack team for Bo:\n1. **Bo Ek**, @bo, CTO"
    )
    assert FIND.rules.describe(BO.model_dump(), NOW.date()) == "@bo, CTO, bo@omni.dev"
    assert FIND.rules.describe(EVA.model_dump(), NOW.date()) == "eva@client.org"
    nobody = await FIND.run(desk(TeamChat(BO)), {"name": "Zoe"})
    assert words(FIND, nobody, name="Zoe") == "There is nobody called Zoe in your Slack team."
