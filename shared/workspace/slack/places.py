"""Where something was said: the channel somebody names, and the message they point at.

Ids of messages are unique in their channel only, so results carry "channel/id", which is taken
wherever a message is pointed at; then the channel need not be named as well.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from difflib import get_close_matches
from typing import Any

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.times import moment
from shared.tools.tool import Desk
from shared.tools.wording import one_line
from shared.words import similar
from shared.workspace.slack.port import Channel, Chat, ChatMessage

_NAMED = 5
_CLOSE = 0.5
_KINDS = ("channel", "channels", "chat", "room", "group")
MAX_TEXT = 4000
MAX_TEXTS = 100_000
"""How long the texts of one result may be together."""


def where(channel: str, message_id: str) -> tuple[str, str]:
    """Return the channel and the message's own id."""
    place, slash, own = message_id.rpartition("/")
    return (place, own) if slash else (channel, message_id)


async def channel_of(desk: Desk, named: str, *, part: bool = False) -> Channel:
    """Return the channel of a name or id; raise ToolFailed, with the names that come close.

    A `part` of a name will do where only one has it, for what is but looked for.
    """
    channels = await desk.workspace[Chat].channels()
    wanted = named.strip().lstrip("#").casefold()
    for channel in channels:
        if wanted and wanted in (channel.name.casefold(), channel.id.casefold()):
            return channel
    spelled = [one for one in channels if _spelled(one.name) == _spelled(wanted)]
    spelled = spelled or [one for one in channels if _spelled(one.name) == _bare(wanted)]
    spelled = spelled or [one for one in channels if part and wanted in one.name.casefold()]
    if len(spelled) == 1:
        return spelled[0]
    raise ToolFailed(_unknown(named, wanted, channels), "params", recoverable=True)


def _spelled(name: str) -> str:
    """Return a name without what stands between its words: people say "team updates"."""
    return re.sub(r"[\W_]+", "", name.casefold())


def _bare(name: str) -> str:
    """Return a name without what kind of thing it is of: "the marketing chat", "random chanel"."""
    words = re.split(r"[\W_]+", name)
    return "".join(one for one in words if not any(similar(one, kind) for kind in _KINDS))


def _unknown(named: str, wanted: str, channels: Sequence[Channel]) -> str:
    names = {channel.name.casefold(): channel.name for channel in channels}
    close = get_close_matches(wanted, names, _NAMED, _CLOSE)
    within = [name for name in names if wanted and wanted in name and name not in close]
    nearest = [f"#{names[name]}" for name in (*close, *within)[:_NAMED]]
    missing = f"You are in no channel called #{one_line(named, 80).lstrip('#')}."
    if nearest:
        return f"{missing} Did you mean {' or '.join(nearest)}?"
    known = ", ".join(f"#{channel.name}" for channel in channels[:_NAMED])
    return f"{missing} You are in {known}." if known else missing


def since_of(desk: Desk, since: str) -> datetime | None:
    """Return when a local date or time was; None for no limit."""
    return moment(since, desk.zone) if since.strip() else None


def all_listed(messages: Sequence[ChatMessage]) -> list[Json]:
    """Return messages as a result lists them: all of them, the longest cut where it is too much."""
    shown = [listed_of(message) for message in messages]
    if sum(len(message["text"]) for message in shown) <= MAX_TEXTS:
        return [*shown]
    most = MAX_TEXTS // len(shown)
    return [{**message, "text": message["text"][:most]} for message in shown]


def listed_of(message: ChatMessage) -> dict[str, Any]:
    """Return a message as results carry it: its ids with its channel, its text not too long."""
    ids = {"id": message.id, "thread_id": message.thread_id}
    return {
        **message.model_dump(mode="json"),
        **{name: f"{message.channel}/{own}" if own else "" for name, own in ids.items()},
        "text": message.text[:MAX_TEXT],
    }
