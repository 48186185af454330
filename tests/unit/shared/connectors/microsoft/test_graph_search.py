"""No text a person can search for breaks out of the question that is put to Graph."""

import re
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.gmail_query import parse
from shared.connectors.microsoft.mail_search import holds, question
from shared.connectors.microsoft.mail_terms import Mailroom
from shared.connectors.microsoft.messages import Message
from shared.errors import ToolFailed

ROOM = Mailroom(
    "alex@contoso.example",
    date(2026, 11, 22),
    {"inbox": "i=", "sent": "s=", "trash": "t=", "spam": "j=", "archive": "a="},
    ("Project X",),
)
PIECES = st.sampled_from(
    [
        *("budget", '"two words"', "-", "OR", "(", ")", "{", "}", "|", "'", '"', "\\", '\\"'),
        *("from:", "to:", "subject:", "filename:", "is:", "in:", "label:", "has:attachment"),
        *("unread", "inbox", "a'b", "x@y.example", "me", "newer_than:3d", "before:2026/01/02"),
        *("received>=1", "AND", "NOT", "rfc822msgid:<a'b\"c>", "category:primary"),
    ]
)
QUERIES = st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=8).map(" ".join))


@given(QUERIES)
def test_every_query_becomes_one_well_formed_question(query):
    try:
        asked = question(parse(query), ROOM)
    except ToolFailed as error:
        assert error.kind == "params"  # noqa: PT017
        return
    assert bool(asked.search) != bool(asked.filter)
    if asked.search:
        assert re.fullmatch(r'"(?:[^"\\]|\\")+"', asked.search)
        kql = asked.search[1:-1].replace('\\"', '"')
        assert kql.count('"') % 2 == 0
        bare = re.sub(r'"[^"]*"', "", kql)
        assert bare.count("(") == bare.count(")")
    else:
        bare = re.sub(r"'(?:[^']|'')*'", "", asked.filter)
        assert "'" not in bare
        assert bare.count("(") == bare.count(")")
        assert bare.startswith("receivedDateTime ge ")


def message(**fields):
    return Message.model_validate(
        {"id": "1", "conversationId": "c", "receivedDateTime": "2026-11-20T09:00:00Z"} | fields
    )


@pytest.mark.parametrize(
    ("query", "fields", "found"),
    [
        ("is:unread", {"isRead": False}, True),
        ("is:read", {"isRead": False}, False),
        ("is:starred", {"flag": {"flagStatus": "flagged"}}, True),
        ("is:starred", {"flag": {"flagStatus": "complete"}}, False),
        ("is:important", {"importance": "high"}, True),
        ("in:draft", {"isDraft": True}, True),
        ("in:inbox", {"parentFolderId": "i="}, True),
        ("in:inbox", {"parentFolderId": "a="}, False),
        ("label:project-x", {"categories": ["Project X"]}, True),
        ("label:project-x", {"categories": ["Project"]}, False),
        ("is:snoozed", {"categories": ["Snoozed 2026-11-27"]}, True),
        ("category:promotions", {"inferenceClassification": "other"}, True),
        ("has:attachment", {"hasAttachments": True}, True),
        ("newer_than:2d", {}, True),
        ("newer_than:1d", {}, False),
        ("rfc822msgid:<a@b>", {"internetMessageId": "<a@b>"}, True),
        ("is:unread OR has:attachment", {"hasAttachments": True}, True),
        ("-is:unread has:attachment", {"hasAttachments": True}, True),
        ("-is:unread has:attachment", {"hasAttachments": True, "isRead": False}, False),
    ],
)
def test_what_graph_leaves_open_is_tested_here(query, fields, found):
    assert holds(parse(query), message(**fields), ROOM) == found


def test_a_day_begins_at_midnight_in_utc():
    assert message().received_date_time == datetime(2026, 11, 20, 9, tzinfo=UTC)
