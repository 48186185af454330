"""Tool calls for one command to the slack agent."""

import re
from datetime import datetime, timedelta

from shared.english import When, asked_at, local, read_when
from shared.matching.orders import plain
from shared.models.reasoning import PlannedStep, PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.slack.channels import (
    WHICH_CHANNEL,
    channel_before,
    channel_in,
)
from shared.reasoning.embedded.planning.slack.direct import direct_read, direct_sent
from shared.reasoning.embedded.planning.slack.messages import MAX_MESSAGES, thread_asked
from shared.reasoning.embedded.planning.slack.posting import post
from shared.reasoning.embedded.planning.slack.searching import OWN_WORDS, SEARCH, search_in
from shared.reasoning.embedded.planning.steps import refused, step
from shared.reasoning.embedded.words import fold, tidy, word_set

CHANNELS = "slack_list_channels"
MESSAGES = "slack_get_channel_messages"
UNREAD = "slack_get_unread"
ANALYSE = "slack_analyze_conversation"
USER = "slack_get_user_info"
MARK_READ = "slack_mark_read"
_RECENT = timedelta(days=7)
_LIST = re.compile(
    r"\b(?:list|show|what|which|see|get|give|name|how many|are there)\b.*\bchannels\b"
    r"|^(?:my |all |the )?(?:slack )?channels$",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"^(?:mark|set|flag)\b.*\b(?:as )?read\b|^clear (?:the |my )?(?:unread|notifications)"
    r"\b|^(?:dismiss|clear) .*\bunread\b",
    re.IGNORECASE,
)
_UNREAD = re.compile(
    r"\bunread\b|\bnot (?:yet )?read\b|\bhaven't read\b|\b(?:did|have) i miss(?:ed)?\b"
    r"|\bnew (?:slack )?messages?\b"
    r"|\bany(?:thing| news)? new\b|\bwhat(?:'s| is) new\b|\bnew (?:on|in) slack\b|\b(?:any"
    r"|new) (?:slack )?(?:notifications?|mentions?|dms?)\b"
    r"|\bcatch (?:me )?up on slack\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\b(?:about|mention\w*|containing|regarding|from|by)\b", re.IGNORECASE)
_ANALYSE = re.compile(
    r"\bsummar\w+|\bdigest\b|\brecap\w*|\btl;?dr\b|\bgist\b|\bkey (?:points|takeaways"
    r"|topics)\b|\btakeaways?\b|\bhighlights?\b|\boverview\b"
    r"|\banaly[sz]\w+|\bdecided\b|\bdecisions?\b|\bagreed?\b|\bconclusions?\b"
    r"|\bopen (?:questions?|points|issues)\b|\bunanswered\b"
    r"|\bquestions?\b|\baction (?:items?|points)\b|\bto-?dos?\b|\btasks?\b"
    r"|\bbeing (?:discussed|talked about)\b"
    r"|\bdiscuss(?:ed|ions?|ing)\b|\bconversations?\b|\btalk(?:ed|ing)? about\b"
    r"|\bcatch (?:me )?up\b|\bup to (?:speed|date)\b|\bgoing on\b"
    r"|\bhappen(?:ed|ing)\b|\bwho (?:is|was|has been) (?:most )?active\b|\bmain (?:points"
    r"|topics)\b",
    re.IGNORECASE,
)
_USER = (
    re.compile(
        r"^(?:who(?:'s| is| are)|look up|find|show(?: me)?|tell me about"
        r"|what do you know about|get(?: me)?|info(?:rmation)? (?:on|about|for)|profile of"
        r"|details (?:on|of|for|about)) (?:the )?(?:slack )?(?:user |member |person "
        r"|profile (?:of|for) |info (?:on|for|about) )"
        r"?(?P<who>@?[\w.@+-]+(?: (?-i:[A-Z])[\w'-]+){0,2})"
        r"(?:'s (?:slack )?(?:profile|info|details|status|handle|account|title|email"
        r"|time ?zone))?$",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:is|what(?:'s| is)) (?P<who>@?[\w.@+-]+(?: (?-i:[A-Z])[\w'-]+)?)(?:'s (?:slack )"
        r"?(?:status|handle|title|time ?zone|profile|email|username|display name"
        r"|local time|role)| (?:online|active|away|around|available))\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?P<who>@[\w.-]+|(?-i:[A-Z])[\w'-]*?(?: (?-i:[A-Z])[\w'-]*?)?)'s (?:slack )"
        r"?(?:status|handle|profile|user ?name|time ?zone)\b",
        re.IGNORECASE,
    ),
    re.compile(r"^(?P<who>@?[\w.-]+) (?:slack )?(?:status|handle|profile)$", re.IGNORECASE),
    re.compile(
        r"\b(?:status|handle|profile|username|user info|time ?zone) (?:of|for)"
        r" (?P<who>@?[\w.@+-]+(?: (?-i:[A-Z])[\w'-]+)?)",
        re.IGNORECASE,
    ),
)
_SHOWS = re.compile(r"(?:find|show|get)\b", re.IGNORECASE)
_NOT_USERS = word_set(
    "my the this that it there anything everyone me we slack channel channels unread new"
)
_COUNT = re.compile(
    r"\b(?:last|latest|recent|newest|past|first|top)? ?(?P<count>\d{1,3}) (?:\w+ )"
    r"?(?:messages?|posts?|unread)\b|\b(?:last|latest|recent|newest) (?P<bare>\d{1,3})\b",
    re.IGNORECASE,
)
_LONGEST = 1_000
"""How much of a command is read, unless it is to be posted."""
_BY_WORDS = (
    "I can search Slack by words, but not by who said them alone. Say for example “What did Sarah "
    "say about the launch on Slack?”."
)
_UNCLEAR = (
    "I'm not sure what to do on Slack. Say for example “What's new in #general?” or “Post 'Release "
    "is out' to #general”."
)


def plan(command: str, request: PlanRequest) -> ToolPlan:
    """Plan reading, searching, summing up and posting; ask back where that is unclear."""
    written = request.command if tidy(request.command) == tidy(command) else command
    if sent := direct_sent(written):
        return sent
    if posted := post(plain(written.strip()), request):
        return posted
    said = plain(tidy(command)[:_LONGEST]).rstrip(" ?!.")
    channel, rest = channel_in(said)
    now = asked_at(request)
    when = read_when(rest, now, request.profile.preferred.working_hours, past=True)
    rest = when.rest_of(rest)
    if read := direct_read(rest, _since(when, now), _limit(said)):
        return read
    if _MARK.search(said):
        return _mark(channel, request)
    if _LIST.search(said) and not _UNREAD.search(said) and not channel:
        return _only(step(CHANNELS, "List the channels"))
    if (asked := thread_asked(said, channel, request)) is not None:
        return asked
    if (who := _user(said)) and not channel:
        return _only(step(USER, "Look them up", user=who))
    return _reading(said, rest, channel, when, request)


def _reading(said: str, rest: str, channel: str, when: When, request: PlanRequest) -> ToolPlan:
    now = asked_at(request)
    since, limit = _since(when, now), _limit(said)
    if _UNREAD.search(said) and not channel and not _ABOUT.search(said):
        return _only(step(UNREAD, "See what is unread", since=since, limit=limit))
    searched = search_in(said, rest, channel)
    if _ANALYSE.search(said.replace(channel, " ") if channel else said) and not any(searched):
        channel = channel or channel_before(request)
        if not channel:
            if re.search(r"\bcatch|\bmiss|\bhappen|\bgoing on\b", said, re.IGNORECASE):
                return _only(step(UNREAD, "See what is new", since=since, limit=limit))
            return refused(WHICH_CHANNEL.format("Summarize #general"))
        recent = since or local((now - _RECENT).date(), now.time())[:10]
        return _only(step(ANALYSE, "Sum up the discussion", channel=channel, since=recent))
    if searched.words:
        return _only(step(SEARCH, "Search Slack", query=searched.words, limit=limit))
    if channel:
        wanted = step(MESSAGES, "Read the channel", channel=channel, since=since, limit=limit)
        return _only(wanted)
    if searched.author:
        return refused(_BY_WORDS)
    if _UNREAD.search(said) or re.search(
        r"\bmessages?\b|^(?:check|open|show|read|see)\b", said, re.IGNORECASE
    ):
        return _only(step(UNREAD, "See what is unread", since=since, limit=limit))
    return refused(_UNCLEAR)


def _only(one: PlannedStep) -> ToolPlan:
    return ToolPlan(steps=(one,))


def _since(when: When, now: datetime) -> str:
    """Return the local time from which messages count; "" for no limit."""
    if when.since is not None:
        return local(when.since.date(), when.since.time())
    if when.first is None:
        return ""
    if when.first > now.date():
        return ""
    return when.start or when.first.isoformat()


def _limit(said: str) -> int | None:
    found = _COUNT.search(said)
    if found is None:
        return None
    return max(1, min(int(found["count"] or found["bare"]), MAX_MESSAGES))


def _mark(channel: str, request: PlanRequest) -> ToolPlan:
    channel = channel or channel_before(request)
    if not channel:
        return refused(WHICH_CHANNEL.format("Mark #general as read"))
    return _only(step(MARK_READ, "Mark it read", channel=channel))


def _user(said: str) -> str:
    for pattern in _USER:
        if found := pattern.search(" ".join(OWN_WORDS.sub(" ", said).split())):
            who = found["who"].strip().removesuffix("'s")
            named = who[:1] == "@" or who[:1].isupper() or not _SHOWS.match(said)
            if who and named and fold(who) not in _NOT_USERS:
                return who
    return ""
