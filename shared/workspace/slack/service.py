"""The Slack service: its tools, and the agent that owns them."""

from shared.models.agent import Agent, Skill
from shared.tools.service import Service
from shared.workspace.slack.analyzing import ANALYZE_CONVERSATION
from shared.workspace.slack.direct import FIND_USERS, GET_DIRECT_MESSAGES, SEND_DIRECT_MESSAGE
from shared.workspace.slack.frames import FRAMES
from shared.workspace.slack.port import Chat
from shared.workspace.slack.posting import DELETE_MESSAGE, MARK_READ, POST_MESSAGE
from shared.workspace.slack.reading import (
    GET_CHANNEL_MESSAGES,
    GET_THREAD_REPLIES,
    GET_UNREAD,
    GET_USER_INFO,
    LIST_CHANNELS,
    SEARCH_MESSAGES,
)

TOOLS = (
    LIST_CHANNELS,
    GET_CHANNEL_MESSAGES,
    GET_UNREAD,
    SEARCH_MESSAGES,
    GET_THREAD_REPLIES,
    ANALYZE_CONVERSATION,
    GET_USER_INFO,
    FIND_USERS,
    GET_DIRECT_MESSAGES,
    POST_MESSAGE,
    SEND_DIRECT_MESSAGE,
    MARK_READ,
)
SLACK = Agent(
    id="slack",
    name="Slack",
    description="Reads, sums up and posts messages in your Slack channels",
    domain="slack",
    skills=(
        Skill(
            id="read-channels",
            name="Read channels",
            description="Read the messages of a channel or thread, or everything unread",
            tags=("slack", "channel", "message", "thread", "unread", "chat"),
        ),
        Skill(
            id="search-slack",
            name="Search Slack",
            description="Find messages in all channels by what they say",
            tags=("slack", "search", "find", "message", "mentioned"),
        ),
        Skill(
            id="summarize-discussions",
            name="Summarize discussions",
            description="Sum up a channel: decisions, open questions, things to do",
            tags=("slack", "summarize", "summary", "discussion", "decision", "catch-up"),
        ),
        Skill(
            id="post-messages",
            name="Post messages",
            description="Post in a channel or reply in a thread",
            tags=("slack", "post", "send", "reply", "tell", "announce"),
        ),
        Skill(
            id="direct-messages",
            name="Direct messages",
            description="Send a member of the team a direct message, or read those with one",
            tags=("slack", "dm", "direct", "message", "send", "tell"),
        ),
        Skill(
            id="find-members",
            name="Find members",
            description="Look up a member of the team: title, time zone, status",
            tags=("slack", "member", "user", "status"),
        ),
    ),
    tags=("slack", "chat", "channels"),
    tools=tuple(tool.name for tool in TOOLS),
    examples=(
        "Summarize recent discussions in #project-alpha",
        "Show me unread Slack messages from today",
        "Post in #general that the release is done",
        "Search Slack for the launch date",
        "Send David a Slack message: the demo is at three",
    ),
)
SERVICE = Service("slack", (Chat,), TOOLS, SLACK, FRAMES, (DELETE_MESSAGE,))
