from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.reasoning import ConversationContext, Exchange, PlanRequest, Reference
from shared.reasoning.embedded.planning.slack import plan

NOW = datetime(2026, 11, 26, 10, 0, tzinfo=ZoneInfo("Europe/Berlin"))
"""A Thursday."""

MESSAGES = tuple(
    Reference(kind="message", id=f"170{place}.1", label=text, ordinal=place)
    for place, text in enumerate(("Release is out", "Who reviews this?", "Lunch?"), 1)
)

RECENT = {"channel": "#marketing", "since": "2026-11-19"}


def planned(command, references=(), exchanges=()):
    request = PlanRequest(
        agent="slack",
        command=command,
        today="2026-11-26",
        tools=(),
        now=NOW,
        context=ConversationContext(references=references, exchanges=exchanges),
    )
    return plan(command, request)


def calls(command, **known):
    return [(step.tool, step.arguments) for step in planned(command, **known).steps]


@pytest.mark.parametrize(
    ("command", "tool", "arguments"),
    [
        ("list my slack channels", "slack_list_channels", {}),
        ("which channels am I in on slack?", "slack_list_channels", {}),
        ("show all channels", "slack_list_channels", {}),
        (
            "What's new in #project-alpha?",
            "slack_get_channel_messages",
            {"channel": "#project-alpha"},
        ),
        (
            "show me the last 20 messages in general",
            "slack_get_channel_messages",
            {"channel": "#general", "limit": 20},
        ),
        (
            "read the design channel",
            "slack_get_channel_messages",
            {"channel": "#design"},
        ),
        (
            "messages in #general from the last two hours",
            "slack_get_channel_messages",
            {"channel": "#general", "since": "2026-11-26T08:00"},
        ),
        (
            "show me #ops since Monday",
            "slack_get_channel_messages",
            {"channel": "#ops", "since": "2026-11-23"},
        ),
        (
            "Show me unread Slack messages from today",
            "slack_get_unread",
            {"since": "2026-11-26"},
        ),
        ("any new messages on slack?", "slack_get_unread", {}),
        ("what did I miss on slack since yesterday", "slack_get_unread", {"since": "2026-11-25"}),
        ("what's new on slack", "slack_get_unread", {}),
        ("search slack for budget", "slack_search_messages", {"query": "budget"}),
        (
            "find messages about the outage in #ops",
            "slack_search_messages",
            {"query": "outage"},
        ),
        (
            "what did Tom say about the launch on slack",
            "slack_search_messages",
            {"query": "launch"},
        ),
        (
            "what are people saying about pricing on slack",
            "slack_search_messages",
            {"query": "pricing"},
        ),
        (
            'search slack for "go live date"',
            "slack_search_messages",
            {"query": "go live date"},
        ),
        (
            "Summarize recent discussions in #project-alpha channel",
            "slack_analyze_conversation",
            {"channel": "#project-alpha", "since": "2026-11-19"},
        ),
        (
            "what was decided in #design this week",
            "slack_analyze_conversation",
            {"channel": "#design", "since": "2026-11-23"},
        ),
        (
            "any open questions in the design channel?",
            "slack_analyze_conversation",
            {"channel": "#design", "since": "2026-11-19"},
        ),
        (
            "action items from #product since Monday",
            "slack_analyze_conversation",
            {"channel": "#product", "since": "2026-11-23"},
        ),
        (
            "catch me up on #design",
            "slack_analyze_conversation",
            {"channel": "#design", "since": "2026-11-19"},
        ),
        (
            "tl;dr of #random from yesterday",
            "slack_analyze_conversation",
            {"channel": "#random", "since": "2026-11-25"},
        ),
        ("what's going on in the marketing channel?", "slack_analyze_conversation", RECENT),
        (
            "show me messages from Anna in #general",
            "slack_get_channel_messages",
            {"channel": "#general"},
        ),
        ("show my unread messages", "slack_get_unread", {}),
        ("who is @tom on slack", "slack_get_user_info", {"user": "@tom"}),
        ("what's Anna's slack handle?", "slack_get_user_info", {"user": "Anna"}),
        ("is tom online on slack", "slack_get_user_info", {"user": "tom"}),
        ("mark #general as read", "slack_mark_read", {"channel": "#general"}),
        (
            "mark everything in the design channel as read",
            "slack_mark_read",
            {"channel": "#design"},
        ),
    ],
)
def test_slack_is_read_searched_and_summed_up(command, tool, arguments):
    assert calls(command) == [(tool, arguments)]


@pytest.mark.parametrize(
    ("command", "channel", "text"),
    [
        ("post 'Release is out' to #general", "#general", "Release is out"),
        ('send "hi all" to #random', "#random", "hi all"),
        (
            'post "We ship in 3 days" in the release channel',
            "#release",
            "We ship in 3 days",
        ),
        (
            "tell #project-alpha that the demo moved to Friday",
            "#project-alpha",
            "The demo moved to Friday",
        ),
        ("let #design know that the mockups are done", "#design", "The mockups are done"),
        ("say hello in #general", "#general", "Hello"),
        ("send a message to #general: lunch is ready", "#general", "Lunch is ready"),
        ("post in #general: Standup in 5", "#general", "Standup in 5"),
        ("announce in #general that we're hiring", "#general", "We're hiring"),
        ("post in #general: are we ready?\nI am!", "#general", "Are we ready?\nI am!"),
        ("remind #team to fill in the timesheets", "#team", "Fill in the timesheets"),
        ("ask #dev whether the build is green", "#dev", "Whether the build is green?"),
    ],
)
def test_messages_are_posted_in_the_words_given(command, channel, text):
    assert calls(command) == [("slack_post_message", {"channel": channel, "text": text})]


def test_a_thread_is_shown_in_the_channel_talked_about():
    asked = Exchange(role="user", text="What's new in #general?")

    shown = calls("show the replies to the second one", references=MESSAGES, exchanges=(asked,))

    assert shown == [("slack_get_thread_replies", {"channel": "#general", "thread_id": "1702.1"})]


def test_the_channel_of_a_listed_message_is_looked_up_where_nothing_tells_it():
    assert calls("show the thread of the second one", references=MESSAGES) == [
        ("slack_search_messages", {"query": "Who reviews this?", "limit": 1}),
        (
            "slack_get_thread_replies",
            {"channel": "{1.messages.0.channel}", "thread_id": "1702.1"},
        ),
    ]


def test_a_message_may_carry_its_channel():
    message = Reference(kind="message", id="general/1700.5", label="Hi", ordinal=1)

    assert calls("show the replies to the first one", references=(message,)) == [
        ("slack_get_thread_replies", {"channel": "general", "thread_id": "1700.5"})
    ]


def test_a_reply_goes_into_the_thread():
    asked = Exchange(role="user", text="What's new in #general?")
    last = Reference(kind="message", id="1709.9", label="Ready?", ordinal=0)

    replied = calls(
        "reply in that thread that we are ready",
        references=(*MESSAGES, last),
        exchanges=(asked,),
    )

    assert replied == [
        (
            "slack_post_message",
            {"text": "We are ready", "channel": "#general", "thread_id": "1709.9"},
        )
    ]


@pytest.mark.parametrize(
    ("command", "asks"),
    [
        ("summarize the discussion", "Which channel"),
        ("what has Sarah posted on slack today", "by words"),
        ("mark slack as read", "Which channel"),
        ("post hello", "Which channel"),
        ("message #support about the outage", "What should I write?"),
        ("tell Tom about it", "what to say"),
        ("show the replies to the second one", "Which message"),
        ("reply in that thread that we are ready", "Which message"),
        ("frobnicate", "I'm not sure"),
    ],
)
def test_what_is_not_said_is_asked_for_with_an_example(command, asks):
    answer = planned(command)

    assert not answer.steps
    assert asks in answer.cannot


@given(
    st.sampled_from(("post", "show", "what", "reply", "mark", "search", "tell #general", "")),
    st.text(max_size=60),
)
def test_any_command_is_planned_or_asked_about(verb, rest):
    answer = planned(f"{verb} {rest}", references=MESSAGES)

    assert bool(answer.steps) != bool(answer.cannot)
