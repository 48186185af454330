"""The tool that sums up a conversation."""

from collections.abc import Sequence
from typing import Any, cast

from pydantic import Field

from shared.decisions.risk import ToolRules
from shared.models.base import Json, Payload
from shared.tools.tool import Desk, Said, Tool
from shared.tools.wording import MAX_LISTED, count, one_line, people, short_day
from shared.workspace.slack.analysis import Analysis, Point, Why, analyse
from shared.workspace.slack.places import channel_of, since_of
from shared.workspace.slack.port import Chat
from shared.workspace.slack.reading import CHANNEL, SINCE

_HEADINGS: dict[Why, str] = {
    "decision": "Decisions",
    "action": "To do",
    "discussed": "Discussed",
}


class AnalyzeConversation(Payload):
    """Which conversation to sum up."""

    channel: str = Field(min_length=1, description=CHANNEL)
    since: str = Field(default="", description=SINCE)
    limit: int = Field(default=100, ge=1, le=200)


async def analyze(desk: Desk, wanted: AnalyzeConversation) -> Json:
    """Find decisions, questions and things to do in a channel's newest messages."""
    channel = await channel_of(desk, wanted.channel)
    since = since_of(desk, wanted.since)
    found = await desk.workspace[Chat].messages(channel.name, since, wanted.limit)
    analysis = analyse(found)
    told = [point for _, points in _sections(analysis) for point in points]
    return {
        "channel": channel.name,
        "from": found[0].sent_at.isoformat() if found else "",
        "to": found[-1].sent_at.isoformat() if found else "",
        "messages": len(found),
        "told": [point.model_dump(mode="json") for point in told],
        **analysis.model_dump(mode="json"),
    }


def _sections(found: Analysis) -> list[tuple[str, Sequence[Point]]]:
    """Return what is told, in its order: below which heading, and the latest points of it."""
    by_why = [
        (heading, [point for point in found.points if point.why == why])
        for why, heading in _HEADINGS.items()
    ]
    every = [*by_why, ("Open questions", found.open_questions)]
    return [(heading, points[-MAX_LISTED:]) for heading, points in every]


def _say(said: Said) -> str:
    result = cast("dict[str, Any]", said.result)
    channel = one_line(result["channel"])
    if not result["messages"]:
        return f"Nothing has been said in #{channel} in that time."
    found = Analysis.model_validate({k: result[k] for k in Analysis.model_fields})
    first, last = (short_day(result[key], said.zone, said.now) for key in ("from", "to"))
    days = f"on {first}" if first == last else f"from {first} to {last}"
    number = count(result["messages"], "message")
    names = people([speaker.name for speaker in found.people])
    parts = [f"**#{channel}**, {number} {days}, by {names}."]
    for heading, points in _sections(found):
        parts += _section(heading, points, said)
    if len(parts) == 1:
        parts.append("I found no decisions, open questions or things to do in it.")
    return "\n".join(parts)


def _section(heading: str, points: Sequence[Point], said: Said) -> list[str]:
    if not points:
        return []
    lines = [
        f"- {point.author} ({short_day(point.sent_at, said.zone, said.now)}): {point.text}"
        for point in points
    ]
    return [f"\n**{heading}**", *lines]


def _suggest(said: Said) -> tuple[str, ...]:
    channel = one_line(cast("dict[str, Any]", said.result)["channel"])
    return (f"Show me the messages in #{channel}",)


ANALYZE_CONVERSATION = Tool(
    "slack_analyze_conversation",
    "Sum up a Slack channel: who talked, decisions, open questions, things to do",
    AnalyzeConversation,
    ToolRules(
        digest=True,
        about="channel",
        about_kind="channel",
        says="told",
        item_kind="message",
        item_label="text",
    ),
    analyze,
    _say,
    suggest=_suggest,
)
