"""Direct messages: finding members of the team, reading what was said with one, writing to one."""

from collections.abc import Mapping
from datetime import date
from typing import Any, cast

from pydantic import Field

from shared.decisions.risk import Arguments, ToolRules, not_allowed
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.effect import Undo
from shared.models.intent import Risk
from shared.models.profile import Profile
from shared.models.run import Card
from shared.tools.parameters import SETTLED, Exact
from shared.tools.tool import Desk, Made, Prepared, Said, Tool
from shared.tools.wording import count, field, listed, one_line
from shared.workspace.slack.places import MAX_TEXT, all_listed, listed_of, since_of, where
from shared.workspace.slack.port import Chat, ChatMessage, ChatUser
from shared.workspace.slack.posting import DELETE
from shared.workspace.slack.reading import MESSAGES, SINCE, message_line

WHO = "A name, @handle, address or id of a member"
_MOST_FOUND = 20
_MOST = 200


class FindUsers(Payload):
    """Whom to look for."""

    name: str = Field(min_length=1, max_length=200, description=WHO)


class GetDirectMessages(Payload):
    """Whose direct messages to read."""

    user: str = Field(min_length=1, max_length=200, description=WHO)
    since: str = Field(default="", description=SINCE)
    limit: int = Field(default=20, ge=1, le=_MOST)


class SendDirectMessage(Payload):
    """What to say, and to whom alone."""

    user: str = Field(min_length=1, max_length=200, description=WHO, json_schema_extra=SETTLED)
    text: str = Field(min_length=1, max_length=MAX_TEXT)


class ExactDirectMessage(Exact):
    """What is said, to the member with this id; `name` and `email` are whom the card showed."""

    user: str = Field(min_length=1)
    text: str = Field(min_length=1)
    name: str
    email: str


async def find_users(desk: Desk, wanted: FindUsers) -> Json:
    """Find members of the team."""
    found = await desk.workspace[Chat].users(wanted.name.strip())
    return {"users": [one.model_dump(mode="json") for one in found[:_MOST_FOUND]]}


async def direct_messages(desk: Desk, wanted: GetDirectMessages) -> Json:
    """Read what was said between a member and the person, the newest first."""
    chat = desk.workspace[Chat]
    user = await chat.user(wanted.user.strip())
    found = await chat.direct_messages(user.id, since_of(desk, wanted.since), wanted.limit)
    listed_ones = all_listed(found[::-1][: wanted.limit])
    return {"messages": listed_ones, "user": user.model_dump(mode="json")}


async def prepare_send(desk: Desk, wanted: SendDirectMessage) -> Prepared:
    """Find out who it goes to, and show it."""
    text = wanted.text.strip()
    if not text:
        raise ToolFailed("There is nothing to send: the message is empty.", "params")
    user = await desk.workspace[Chat].user(wanted.user.strip())
    if user.email and not_allowed({"to": [user.email]}, desk.profile):
        message = f"Your organisation does not let me write to {one_line(user.email)}."
        raise ToolFailed(message, "permission")
    arguments: dict[str, Json] = {
        "user": user.id,
        "text": text,
        "name": user.name,
        "email": user.email,
    }
    to = one_line(user.name) or one_line(user.id)
    known = [one_line(part) for part in (user.handle and f"@{user.handle}", user.title) if part]
    known += [one_line(user.email)] if user.email else []
    who = f"{to} ({', '.join(known)})" if known else to
    card = Card(
        title=f"Send {to} a direct message on Slack",
        fields=(("To", who),),
        body=text,
        warnings=("They are outside your organisation.",) if _outside(user, desk.profile) else (),
    )
    return Prepared(arguments, card)


async def send(desk: Desk, wanted: ExactDirectMessage) -> Json:
    """Say it to the very member who was shown.

    The result has the `message` with its id ("channel/id"), the `channel` it was said in by id,
    and the `user` it went to.
    """
    sent = await desk.workspace[Chat].send(wanted.user, wanted.text, desk.effect)
    user: Json = {"id": wanted.user, "name": wanted.name}
    return {"message": listed_of(sent), "channel": sent.channel, "user": user}


def undo_sent(made: Made) -> Undo | str:
    """Delete what was said to a member; who has read it has read it."""
    talk, own = where("", str(field(field(made.result, "message"), "id")))
    name = one_line(field(field(made.result, "user"), "name"))
    arguments: dict[str, Json] = {
        "channel": talk,
        "message_id": own,
        "text": one_line(field(field(made.result, "message"), "text")),
        "person": name,
    }
    return Undo(tool=DELETE, arguments=arguments, told=f"Delete the message to {name}")


def _assess(arguments: Arguments, profile: Profile) -> Risk:
    email = str(arguments.get("email") or "")
    return "high" if email and profile.external(email) else "medium"


def _outside(user: ChatUser, profile: Profile) -> bool:
    return bool(user.email) and profile.external(user.email)


def _say_users(said: Said) -> str:
    known = cast("list[Any]", field(said.result, "users") or [])
    found = [ChatUser.model_validate(one) for one in known]
    wanted = one_line(said.arguments.get("name"), 80)
    if not found:
        return f"There is nobody called {wanted} in your Slack team."
    lines = [
        ", ".join(
            part
            for part in (
                f"**{one_line(one.name)}**",
                f"@{one_line(one.handle)}",
                one_line(one.title),
            )
            if part not in {"", "@"}
        )
        for one in found
    ]
    number = count(len(found), "member")
    return f"I found {number} of your Slack team for {wanted}:\n{listed(lines, len(lines))}"


def _say_read(said: Said) -> str:
    known = cast("list[Any]", field(said.result, "messages") or [])
    found = [ChatMessage.model_validate(one) for one in known]
    name = one_line(field(field(said.result, "user"), "name"))
    if not found:
        return f"There are no direct messages with {name} in that time."
    lines = [message_line(one, said) for one in found]
    number = count(len(found), "direct message")
    return f"{number} with {name}, newest first:\n{listed(lines, len(lines))}"


def _say_sent(said: Said) -> str:
    user, message = field(said.result, "user"), field(said.result, "message")
    to = one_line(field(user, "name")) or one_line(field(user, "id"))
    return f"Sent to {to} on Slack: {one_line(field(message, 'text'))}"


def _describe(user: Mapping[str, Any], _today: date) -> str:
    parts = (one_line(user.get("title")), one_line(user.get("email")))
    handle = one_line(user.get("handle"))
    return ", ".join(part for part in (f"@{handle}" if handle else "", *parts) if part)


FIND_USERS = Tool(
    "slack_find_users",
    "Find members of the Slack team by name; gives their ids",
    FindUsers,
    ToolRules(items="users", item_kind="member", describe=_describe, own=True),
    find_users,
    _say_users,
)
GET_DIRECT_MESSAGES = Tool(
    "slack_get_direct_messages",
    "Read the direct messages with one member of the Slack team, the newest first",
    GetDirectMessages,
    MESSAGES,
    direct_messages,
    _say_read,
)
SEND_DIRECT_MESSAGE = Tool(
    "slack_send_direct_message",
    "Send a member of the Slack team a direct message",
    SendDirectMessage,
    ToolRules(_assess, item="message", item_kind="message", item_label="text", changes=True),
    send,
    _say_sent,
    prepare=prepare_send,
    exact=ExactDirectMessage,
    undo=undo_sent,
)
