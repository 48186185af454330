"""What the description of Slack's methods says, against the SDK whose words it uses."""

import inspect
import re

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.support.wire.peer import Seen
from tests.support.wire.slack import METHODS, held


def signature(method):
    """Return the SDK's arguments of a method by name: whether each is required."""
    sdk = getattr(AsyncWebClient, method.replace(".", "_"))
    return {
        name: parameter.default is inspect.Parameter.empty
        for name, parameter in inspect.signature(sdk).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }


@pytest.mark.parametrize("method", METHODS)
def test_the_sdk_knows_the_method_and_every_argument(method):
    described = METHODS[method]["arguments"]
    known = signature(method)

    assert set(described) <= set(known)
    assert {name for name, required in known.items() if required} == {
        name for name, rule in described.items() if rule.get("required")
    }


def seen(method, **given):
    return Seen(
        METHODS[method]["verb"],
        "",
        f"/api/{method}",
        {name: [value] for name, value in given.items()},
        {"authorization": "Bearer xoxp-1"},
        b"",
    )


@pytest.mark.parametrize(
    ("method", "given", "says"),
    [
        ("conversations.history", {}, "needs channel"),
        ("conversations.history", {"channel": "general"}, "may not be general"),
        ("conversations.history", {"channel": "C1", "limit": "1000"}, "may not be 1000"),
        ("conversations.history", {"channel": "C1", "oldest": "yesterday"}, "may not be yesterday"),
        ("conversations.history", {"channel": "C1", "colour": "red"}, "takes no"),
        ("conversations.list", {"cursor": ""}, "cursor"),
        ("search.messages", {"query": "x", "sort": "newest"}, "may not be newest"),
    ],
)
def test_calls_that_slack_would_not_take_are_noticed(method, given, says):
    with pytest.raises(AssertionError, match=re.escape(says)):
        held(seen(method, **given))


def test_methods_that_are_not_described_are_noticed():
    with pytest.raises(AssertionError, match="none of the methods"):
        held(Seen("GET", "", "/api/chat.update", {}, {"authorization": "Bearer xoxp-1"}, b""))
