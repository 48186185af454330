"""Commands that read what was said on Slack, and who is there."""

import re
from datetime import datetime, timedelta

from shared.english import local
from shared.understanding.described import without_own_reasons
from shared.understanding.folding import fold
from shared.understanding.numbers import number_in
from shared.understanding.said import Said
from shared.understanding.work import Asked, Work
from shared.workspace.slack.frames.naming import (
    FIND,
    MESSAGES,
    SEARCH,
    WHICH_CHANNEL,
    channels_meant,
    members_meant,
    message_meant,
    query_of,
    words_about,
)
from shared.workspace.slack.frames.shown import MESSAGE_KINDS

READ_DIRECT = "slack_get_direct_messages"
MAX_MESSAGES = 200
CHANNELS = "slack_list_channels"
UNREAD = "slack_get_unread"
REPLIES = "slack_get_thread_replies"
ANALYSE = "slack_analyze_conversation"
USER = "slack_get_user_info"
MARK_READ = "slack_mark_read"
_RECENT = timedelta(days=7)
_BY_WORDS = (
    "I can search Slack by words, but not by who said them alone. Say for example “What did Sarah "
    "say about the launch on Slack?”."
)
_WHICH_THREAD = (
    "Which message do you mean? Show me a channel first, then say “Show the replies to the second "
    "one”."
)
_WHOLE = r"(?:(?:the|this|that|whole|entire|mark|set|tick|clear) )(?:channel|room)"
_PARTS = r"messages?|posts?|mentions?|repl(?:y|ies)"
"""How a whole channel is meant, whoever else is spoken of, and a part of one."""
_LATER_ONLY = re.compile(r"(?:before|until|till|up to|by|older)\b")
_DIRECT = r"dm(?:s|ed|'d)?|pms?|direct(?:ly)?|private(?:ly)?|to me|each other|between"


def list_channels(work: Work) -> None:
    """List the channels."""
    work.add(CHANNELS, "List the channels")


def read(work: Work) -> None:
    """Read a channel, or the direct messages with somebody who is named without one."""
    said = work.said
    people = said.meant("person")
    asked = said.says("messages?|anything|news|something")
    own = said.says(_DIRECT) or any(
        said.before(one) in {"with", "to"} or (asked and said.before(one) == "from")
        for one in people
    )
    channels = () if people and said.says("dms?|dm'd") else channels_meant(work, before=not people)
    if not channels and people and own:
        read_direct_messages(work)
        return
    if not channels and people:
        raise Asked(_BY_WORDS, "topic")
    if not channels:
        raise Asked(WHICH_CHANNEL.format("What's new in #general"), "channel")
    for channel in channels:
        work.add(
            MESSAGES, "Read the channel", channel=channel, since=_since(work), limit=_limit(said)
        )


def unread(work: Work) -> None:
    """Read what is unread, in the channels that are named or in all."""
    for channel in channels_meant(work, before=False) or ("",):
        work.add(
            UNREAD,
            "See what is unread",
            channel=channel,
            since=_since(work),
            limit=_limit(work.said),
        )


def search(work: Work) -> None:
    """Search messages by their words."""
    words = query_of(work.said)
    if words:
        work.add(SEARCH, "Search Slack", query=words, limit=_limit(work.said))
    elif work.said.all("channel"):
        read(work)
    elif work.said.all("person"):
        raise Asked(_BY_WORDS, "topic")
    else:
        raise Asked("What should I look for on Slack?", "topic")


def summarise(work: Work) -> None:
    """Sum up what was discussed."""
    said = work.said
    described = not said.has("channel", "which") and (query_of(said) or said.has("person"))
    channels = channels_meant(work, before=not described)
    if not channels and query_of(said):
        search(work)
    elif not channels and said.has("person"):
        read_direct_messages(work)
    elif not channels and said.says(r"catch|miss(?:ed)?|happen(?:ed|ing)|going on"):
        unread(work)
    elif not channels:
        raise Asked(WHICH_CHANNEL.format("Summarize #general"), "channel")
    since = _since(work) or (work.now - _RECENT).date().isoformat()
    for channel in channels:
        work.add(ANALYSE, "Sum up the discussion", channel=channel, since=since)


def thread(work: Work) -> None:
    """Read a message with the replies to it."""
    said = work.said
    about = words_about(said)
    message = None if about and not said.has("which") else message_meant(work)
    if message is not None:
        work.add(REPLIES, "Read the thread", thread_id=message.id)
    elif about:
        found = work.add(SEARCH, "Find the message", query=about)
        work.add(REPLIES, "Read the thread", thread_id=f"{{{found}.messages.0.id}}")
    elif said.all("channel") and (channels := channels_meant(work, before=False)):
        newest = re.search(r"\b(?:last|latest|newest)\b", fold(f"{said.one('which')} {said.rest}"))
        limit = 1 if newest else _limit(said)
        found = work.add(
            MESSAGES, "Read the channel", channel=channels[-1], since=_since(work), limit=limit
        )
        if newest:
            work.add(REPLIES, "Read the thread", thread_id=f"{{{found}.messages.0.id}}")
    else:
        raise Asked(_WHICH_THREAD, "which" if work.known(MESSAGE_KINDS) else "topic")


def look_up(work: Work) -> None:
    """Look up members of the team."""
    spans = work.said.meant("person", "value")
    for who in members_meant(work, spans):
        work.add(USER, "Look them up", user=who)


def mark_read(work: Work) -> None:
    """Mark channels as read."""
    said = work.said
    one = said.says(_WHOLE) and not said.says(_PARTS)
    somebodys = said.has("person") and not (said.has("channel") or one)
    order = without_own_reasons(fold(said.text))  # "... as read, I'm off tonight"
    order = order if "read" in order else fold(said.text)
    timed = any(fold(time.text) in order for time in said.held("time"))
    if timed or somebodys:  # "poor gerald, mark the channel read": nobody is a channel
        raise Asked("I can only mark whole channels as read: say which one.", "")
    every = not one and said.says("all|everything|slack|whole")
    channels = channels_meant(work, before=not every)
    if not channels:
        raise Asked(WHICH_CHANNEL.format("Mark #general as read"), "channel")
    for channel in channels:
        work.add(MARK_READ, "Mark it read", channel=channel)


def read_direct_messages(work: Work) -> None:
    """Read what somebody wrote to the person alone; without anybody named, what is unread."""
    spans = work.said.meant("person")
    if not spans:
        work.add(UNREAD, "See what is unread", since=_since(work), limit=_limit(work.said))
        return
    for who in members_meant(work, spans):
        found = work.add(FIND, f"Find {who}", name=who.removeprefix("@"))
        work.add(
            READ_DIRECT,
            "Read the direct messages",
            user=f"{{{found}.users.0.id}}",
            since=_since(work),
            limit=_limit(work.said),
        )


def _since(work: Work) -> str:
    """Return the local time from which messages count; "" for no limit."""
    told = work.said.joined("time")
    if not told or _LATER_ONLY.match(fold(told)):
        return ""
    when = work.read(told, past=True)
    if when.since is not None:
        return local(when.since.date(), when.since.time())
    if when.first is None or when.first > work.now.date():
        return ""
    begins = datetime.combine(when.first, when.at) if when.at else None
    past = begins is not None and begins <= work.now.replace(tzinfo=None)
    return when.start if past else when.first.isoformat()


def _limit(said: Said) -> int | None:
    count = number_in(said.one("count"))
    if count is None and said.says(r"(?:last|latest|newest) (?:message|post|thing|one)"):
        return 1
    return max(1, min(count, MAX_MESSAGES)) if count else None
