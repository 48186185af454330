"""Slack: from what a command says to the calls that do it."""

from collections.abc import Callable, Mapping

from shared.understanding.work import Work
from shared.workspace.slack.frames.posting import direct, post
from shared.workspace.slack.frames.reading import (
    list_channels,
    look_up,
    mark_read,
    read,
    search,
    summarise,
    thread,
    unread,
)

FRAMES: Mapping[str, Callable[[Work], None]] = {
    "slack_channels": list_channels,
    "slack_dm": direct,
    "slack_mark_read": mark_read,
    "slack_post": post,
    "slack_read": read,
    "slack_search": search,
    "slack_summary": summarise,
    "slack_thread": thread,
    "slack_unread": unread,
    "slack_user": look_up,
}
"""How each task about Slack is done."""
