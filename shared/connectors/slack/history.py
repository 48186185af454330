"""Messages of Slack in the product's words, and reading them page by page."""

from collections.abc import Iterable
from datetime import datetime
from urllib.parse import parse_qs, urlsplit

from shared.connectors.slack.calls import Arguments, Calls
from shared.connectors.slack.channels import title
from shared.connectors.slack.people import People
from shared.connectors.slack.text import in_words, mentioned
from shared.connectors.slack.wire import Conversation, Message, Messages, sent_at, ts_at
from shared.errors import ToolFailed
from shared.workspace.slack.port import ChatMessage

MOST_PAGES = 10
PAGE = 200
SMALLEST_PAGE = 15
"""Every app may read this many at a time."""

HOUSEKEEPING = frozenset(
    f"{kind}_{what}"
    for kind in ("channel", "group")
    for what in ("archive", "join", "leave", "name", "purpose", "topic", "unarchive")
)
"""Messages that Slack writes itself."""


async def newest(
    calls: Calls, channel_id: str, since: datetime | None, limit: int
) -> list[Message]:
    """Return the newest messages of a channel, newest first.

    Slack lets some apps read one page a minute. Without `since`, what came by then is returned;
    with it, what is missing would go unnoticed, so the limit is raised.
    """
    found: list[Message] = []
    start: dict[str, Arguments] = {}
    if since is not None:
        start = {"oldest": ts_at(since), "inclusive": True}
    pages = calls.pages(
        Messages,
        "conversations.history",
        MOST_PAGES,
        channel=channel_id,
        limit=min(PAGE, max(SMALLEST_PAGE, limit)),
        **start,
    )
    try:
        async for page in pages:
            found += [m for m in page.messages if m.subtype not in HOUSEKEEPING]
            if len(found) >= limit:
                break
    except ToolFailed as error:
        if error.kind != "rate_limit" or not found or since is not None:
            raise
    return found[:limit]


async def thread(calls: Calls, channel_id: str, thread_id: str) -> list[Message]:
    """Return a thread, the message that began it first."""
    pages = calls.pages(
        Messages, "conversations.replies", MOST_PAGES, channel=channel_id, ts=thread_id, limit=PAGE
    )
    return [message async for page in pages for message in page.messages]


async def in_product_words(
    people: People, messages: Iterable[Message], channel: str = "", *, unread: bool = False
) -> tuple[ChatMessage, ...]:
    """Return messages in the product's words; `channel` is the name where they do not say it."""
    messages = tuple(messages)
    await people.learn(
        user for message in messages for user in (message.user, *mentioned(message.text))
    )
    return tuple(_message(people, message, channel, unread=unread) for message in messages)


def _message(people: People, message: Message, channel: str, *, unread: bool) -> ChatMessage:
    found_in = message.channel
    return ChatMessage(
        id=message.ts,
        channel=title(found_in) if isinstance(found_in, Conversation) else channel,
        author=_author(people, message),
        author_id=message.user,
        text=in_words(_text(message), people.name),
        sent_at=sent_at(message.ts),
        thread_id=message.thread_ts or _thread_of(message.permalink),
        replies=message.reply_count,
        unread=unread,
        link=message.permalink,
        direct=isinstance(found_in, Conversation) and found_in.is_im,
    )


def _author(people: People, message: Message) -> str:
    name = people.name(message.user) if message.user else ""
    return name or message.username or message.bot_profile.name or "an app"


def _text(message: Message) -> str:
    """Return what a message says: its text, else what hangs below it."""
    below = (a.text or a.fallback for a in message.attachments)
    text = message.text or "\n".join(line for line in below if line)
    files = ", ".join(file.name for file in message.files if file.name)
    return f"{text}\n(attached: {files})".strip() if files else text


def _thread_of(permalink: str) -> str:
    """Return the thread a found message is in, which only its link tells."""
    return next(iter(parse_qs(urlsplit(permalink).query).get("thread_ts", [])), "")
