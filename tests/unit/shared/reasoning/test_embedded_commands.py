"""The orders a task comes down to."""

import pytest

from shared.matching.orders import plain
from shared.models.intent import Candidate
from shared.models.reasoning import IntentRequest
from shared.reasoning.embedded.commands import orders_in, risk_of
from shared.reasoning.embedded.naming import find_names
from shared.understanding.reader import Reader

READER = Reader()
AGENTS = (Candidate(agent="lane-quotes", name="Lane Quotes", description="", score=1),)


def orders(text):
    request = IntentRequest(text=text, today="2025-11-19", agents=AGENTS)
    found = orders_in(text, request, find_names(text, AGENTS), READER)
    return [(c.agent, c.command, c.depends_on) for c in found.commands]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("price 8 pallets to Lyon", [("", "price 8 pallets to Lyon", ())]),
        (
            "price 8 pallets to Lyon, and after that book a dock",
            [("", "price 8 pallets to Lyon", ()), ("", "book a dock", (1,))],
        ),
        (
            "please compare both offers, then send the better one to Ida",
            [("", "compare both offers", ()), ("", "send the better one to Ida", (1,))],
        ),
        (
            "check the stock and order new gloves",
            [("", "check the stock", ()), ("", "order new gloves", ())],
        ),
        ("draft a contract and send it to Ida", [("", "draft a contract and send it to Ida", ())]),
        (
            "use Lane Quotes for Lyon. Then tell Ida",
            [("lane-quotes", "use Lane Quotes for Lyon", ()), ("", "tell Ida", (1,))],
        ),
        ("salt and vinegar, then what", [("", "salt and vinegar, then what", ())]),
    ],
)
def test_a_task_is_split_at_what_comes_afterwards(text, expected):
    assert orders(text) == expected


@pytest.mark.parametrize(
    ("command", "risk"),
    [
        ("show me open invoices", "low"),
        ("what did we delete last week", "low"),
        ("summarise the deletions", "low"),
        ("book a dock for Friday", "medium"),
        ("could you send Ida the list", "medium"),
        ("archive 3 notes", "medium"),
        ("archive 40 notes", "high"),
        ("delete the draft", "high"),
        ("email all our customers the new prices", "high"),
        ("pay the invoice of Kestrel", "high"),
    ],
)
def test_risk_follows_what_a_command_changes(command, risk):
    assert risk_of(command) == risk


def test_courtesies_are_no_part_of_an_order():
    assert plain("Hi, could you please show me the list") == "show me the list"
    assert plain("please ") == "please "
