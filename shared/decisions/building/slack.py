"""Slack as an ingredient."""

import re
from collections.abc import Sequence

from shared.decisions.building.ingredient import (
    Ingredient,
    Mode,
    Slot,
    one_line,
    rereading,
    same_name,
)
from shared.models.building import Part

_NAME = re.compile(r"#?(?P<name>\w[\w.-]{0,79})")
_CHATTER = re.compile(
    r"^(?:(?:it's|it is|to|in|into|the|our|my|use|post|slack|channel|called|named)\s+)+"
    r"|\s+(?:slack\s+)?channel$",
    re.IGNORECASE,
)
_PERSON = "@"
"""Begins a place that is no channel, but somebody who is written to alone."""
DIRECT = ("slack_find_users", "slack_send_direct_message")
_MARKED = re.compile(r"#|\b(?:channel|called|named)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W_]+")
MAX_WORDS = 3
_YESTERDAY = "since yesterday"


def read_channel(words: str) -> str:
    """Return a channel as Slack writes it, "#team-updates"; "" for what is no channel's name.

    Several words are one only where they are marked as one.
    """
    plain = one_line(words).strip(" .,!?'")
    if plain.startswith(_PERSON) and plain[1:].strip():
        return plain
    said = _CHATTER.sub("", plain).strip(" '")
    marked = _MARKED.search(plain) is not None and len(said.split()) <= MAX_WORDS
    found = _NAME.fullmatch(said.replace(" ", "-") if marked else said)
    return f"#{found['name'].casefold().rstrip('.-')}" if found else ""


def among_places(said: str, there: Sequence[str]) -> str:
    """Return the channel there that is called so, or the people who are written to alone."""
    return said if said.startswith(_PERSON) else same_name(said, there)


def written_to(place: str) -> tuple[str, ...]:
    """Return the people who are written to alone, "@Ann Lee, Bo"; none where it is a channel."""
    if not place.startswith(_PERSON):
        return ()
    return tuple(name.strip() for name in place.removeprefix(_PERSON).split(",") if name.strip())


def _direct(part: Part) -> tuple[str, ...]:
    return DIRECT if written_to(part.slot(_CHANNEL.name)) else ()


def among_channels(said: str, there: Sequence[str]) -> str:
    """Return the channel there is that is called so, or the only one whose name has all of it."""
    words = {*_WORDS.findall(said.casefold())}
    within = [one for one in there if words and words <= {*_WORDS.findall(one.casefold())}]
    return same_name(said, there) or (within[0] if len(within) == 1 else "")


_CHANNEL = Slot(
    "channel",
    "Which Slack channel should I post to?",
    unsaid="which channel?",
    names=True,
    among=among_places,
    read=read_channel,
    again="I need the name of a channel, for example “#team-updates”.",
    examples=("#team-updates",),
)
_TEXT = Slot(
    "text",
    "What should the message say?",
    label="Message",
    unsaid="what should it say?",
    examples=("It should say 'Please update your status'",),
)
_TOPIC = Slot("topic", "What should I look for there?", default="everything", asked=False)
_SINCE = Slot("since", "From when on?", default=_YESTERDAY, asked=False)


def _read_line(part: Part, _how: Mode) -> str:
    since = part.slot("since") or _YESTERDAY
    return f"Summarize the Slack channel {part.slot('channel')} {since}{_above_all(part)}"


def _above_all(part: Part) -> str:
    topic = part.slot(_TOPIC.name)
    return f", above all “{topic}”" if topic else ""


def _reads(part: Part, _how: Mode) -> str:
    since = part.slot("since") or _YESTERDAY
    return f"Summarizes {part.slot('channel')} in Slack {since}{_above_all(part)}"


def _write_line(part: Part, how: Mode) -> str:
    if people := ", ".join(written_to(part.slot("channel"))):
        what = "the result" if how == "passing" else f'"{part.slot("text")}"'
        return f"Send {what} in a direct message on Slack to {people}"
    if how == "passing":
        return f"Post the result to the Slack channel {part.slot('channel')}"
    return f'Post "{part.slot("text")}" to {part.slot("channel")}'


def _writes(part: Part, how: Mode) -> str:
    if people := ", ".join(written_to(part.slot("channel"))):
        what = "the result" if how == "passing" else f'"{part.slot("text")}"'
        return f"Sends {what} in a direct message to {people}"
    what = "the result" if how == "passing" else f'"{part.slot("text")}"'
    return f"Posts {what} to {part.slot('channel')} in Slack"


def _reread_writing(line: str) -> dict[str, str] | None:
    found = rereading(
        r"Post the result to the Slack channel (?P<channel>#\S+)",
        r'Post "(?P<text>[^"]+)" to (?P<channel>#\S+)',
        r"Send the result in a direct message on Slack to (?P<to>.+)",
        r'Send "(?P<text>[^"]+)" in a direct message on Slack to (?P<to>.+)',
    )(line)
    slots = dict(found or {})
    if people := slots.pop("to", ""):
        slots["channel"] = f"{_PERSON}{people}"
    return slots or None


READ = Ingredient(
    service="slack",
    verb="read",
    product="Slack",
    short="slack",
    skill="slack-reader",
    name="Slack reader",
    description="Reads and summarizes Slack channels",
    tools=("slack_list_channels", "slack_get_channel_messages", "slack_analyze_conversation"),
    slots=(
        Slot(
            "channel",
            "Which Slack channel should I read?",
            unsaid="which channel?",
            names=True,
            among=among_channels,
            read=read_channel,
            again=_CHANNEL.again,
            examples=_CHANNEL.examples,
        ),
        _TOPIC,
        _SINCE,
    ),
    line=_read_line,
    reread=rereading(
        r"Summarize the Slack channel (?P<channel>#\S+) (?P<since>.+?)"
        r"(?:, above all “(?P<topic>[^”]+)”)?"
    ),
    does=_reads,
    examples=lambda part: (f"Summarize {part.slot('channel')}",),
    place=("channel",),
    filters=("topic", "since"),
)
WRITE = Ingredient(
    service="slack",
    verb="write",
    product="Slack",
    short="slack",
    skill="slack-poster",
    name="Slack poster",
    description="Posts messages to Slack channels",
    tools=("slack_list_channels", "slack_post_message"),
    slots=(_CHANNEL, _TEXT),
    line=_write_line,
    reread=_reread_writing,
    does=_writes,
    examples=lambda part: (f"Post to {part.slot('channel') or 'Slack'}",),
    as_asked="Post messages to Slack as asked. Each request says to which channel, and what.",
    content="text",
    place=("channel",),
    more_tools=_direct,
)
