"""Agents called by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.matching.names import SURE, Names
from shared.models.agent import Agent
from shared.words import stems

ORDINARY = set(stems("email create report client deck financial sales invoice analyzer"))


def agent(name: str) -> Agent:
    return Agent(id=name, name=name.replace("-", " ").title(), description="")


NAMES = Names.build(
    [
        agent("notion-reporter"),
        agent("financial-analyzer"),
        agent("sales-analyzer"),
        agent("email"),
        agent("create-report"),
        agent("client-deck"),
        agent("invoice-bot"),
    ],
    ORDINARY,
)


def sure(text: str) -> set[str]:
    return {m.agent_id for m in NAMES.named(text) if m.sure >= SURE}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ask notion reporter for the week", "notion-reporter"),
        ("notoin reporter please", "notion-reporter"),
        ("NOTION_REPORTER now", "notion-reporter"),
        ("notionreporter now", "notion-reporter"),
        ("the Notion Reporter's schedule", "notion-reporter"),
        ("financial anaylzer, how are we doing?", "financial-analyzer"),
        ("@client-deck refresh slide 4", "client-deck"),
        ("have client-deck redo it", "client-deck"),
        ("tell Client Deck to redo it", "client-deck"),
        ("pause the deck agent", "client-deck"),
        ("our invoice thing is broken", "invoice-bot"),
        ("the invoice bot is slow", "invoice-bot"),
        ("the Email agent is slow", "email"),
        ('rename "email" to "post"', "email"),
    ],
)
def test_an_agent_is_found_however_its_name_is_written(text, expected):
    assert expected in sure(text)


@pytest.mark.parametrize(
    "text",
    [
        "email Bob the minutes",
        "send an email to everyone",
        "create a report on sales",
        "the client deck is late",
        "create report for the board",
        "the invoice is late, and so is the bot we bought",
        "who analyses our sales?",
        "",
        "?!",
    ],
)
def test_ordinary_words_alone_name_no_agent(text):
    assert sure(text) == set()


def test_a_thing_that_an_agent_is_called_after_is_reported_as_unsure():
    (mention,) = NAMES.named("update the client deck")
    assert mention.agent_id == "client-deck"
    assert mention.exact
    assert mention.sure < SURE


def test_a_part_that_two_names_have_is_shared_between_them():
    found = NAMES.named("the analyzer agent")
    assert {mention.agent_id for mention in found} == {"financial-analyzer", "sales-analyzer"}
    assert all(mention.sure < SURE for mention in found)


@pytest.mark.parametrize(
    ("text", "cited"),
    [("Client Deck says it is done, so mail it", True), ("Client Deck must mail it", False)],
)
def test_an_agent_that_is_only_quoted_is_told_from_one_addressed(text, cited):
    (mention,) = NAMES.named(text)
    assert mention.cited is cited


def test_a_mention_says_where_it_stands():
    text = "please pause client-deck today"
    (mention,) = NAMES.named(text)
    assert text[mention.start : mention.end] == "client-deck"


@given(st.text(max_size=80))
def test_any_text_can_be_searched_and_mentions_lie_within_it(text):
    for mention in NAMES.named(text):
        assert 0 <= mention.start < mention.end <= len(text)
        assert 0 < mention.sure <= 1


@pytest.mark.parametrize("handle", ["@invoice-bot", "Invoice Bot", "invoice_bot", "INVOICEBOT"])
def test_a_handle_is_resolved_up_to_case_and_separators(handle):
    found = NAMES.resolve(handle)
    assert found is not None
    assert found.id == "invoice-bot"


@pytest.mark.parametrize("handle", ["@deck", "", "@", "@nobody"])
def test_a_handle_that_is_no_name_resolves_to_nothing(handle):
    assert NAMES.resolve(handle) is None


def test_a_name_that_two_agents_share_resolves_to_neither():
    twins = Names.build(
        [Agent(id=name, name="Twin", description="") for name in ("one", "two")], ORDINARY
    )
    assert twins.resolve("@twin") is None


def test_an_id_wins_over_the_name_of_another_agent():
    names = Names.build(
        [
            Agent(id="desk", name="Front", description=""),
            Agent(id="front", name="Desk", description=""),
        ],
        ORDINARY,
    )
    found = names.resolve("@desk")
    assert found is not None
    assert found.id == "desk"


@pytest.mark.parametrize(
    ("handle", "first"),
    [
        ("@client-dek", "client-deck"),
        ("@notion", "notion-reporter"),
        ("@invoicebt", "invoice-bot"),
    ],
)
def test_the_closest_agents_to_an_unknown_handle_are_offered(handle, first):
    assert NAMES.closest(handle)[0].id == first


@pytest.mark.parametrize("handle", ["@", "@qqqqqq"])
def test_nothing_is_close_to_a_handle_like_no_other(handle):
    assert NAMES.closest(handle) == ()


def test_no_more_are_offered_than_asked_for():
    assert len(NAMES.closest("@analyzer", limit=1)) == 1
