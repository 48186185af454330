"""One question put to several agents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.intent import ActionType, Candidate
from shared.models.reasoning import IntentRequest
from shared.reasoning.embedded.several import MAX_ASKED, asked_of_several
from tests.support.simulation import embedded


def agent(name, description=""):
    return Candidate(
        agent=name.lower().replace(" ", "-"), name=name, description=description, score=0.3
    )


AGENTS = (
    agent("Notion Reporter", "Project status"),
    agent("Financial Reporter", "Revenue and expenses"),
    agent("Sales Analyzer", "Sales trends"),
)


@pytest.mark.parametrize(
    ("text", "asked", "about"),
    [
        (
            "What do Notion and finance say about Q4?",
            ["notion-reporter", "financial-reporter"],
            "Q4",
        ),
        (
            "ask @notion-reporter and the Financial Reporter about the launch",
            ["notion-reporter", "financial-reporter"],
            "the launch",
        ),
        (
            "compare what Notion, finance and sales report on last month",
            ["notion-reporter", "financial-reporter", "sales-analyzer"],
            "last month",
        ),
        (
            "What does both Notion and sales know about Acme",
            ["notion-reporter", "sales-analyzer"],
            "Acme",
        ),
    ],
)
def test_each_is_asked_the_same(text, asked, about):
    commands, strategy = asked_of_several(text, AGENTS)

    assert [command.agent for command in commands] == asked
    assert {command.command for command in commands} == {f"Just show me {about}"}
    assert [command.order for command in commands] == list(range(1, len(asked) + 1))
    assert strategy == "parallel"


def test_one_of_several_may_be_enough():
    commands, strategy = asked_of_several("ask either Notion or finance about Q4", AGENTS)

    assert len(commands) == 2
    assert strategy == "first_success"


@pytest.mark.parametrize(
    "text",
    [
        "What do Sarah and John say about Q4?",
        "What does Notion say about Q4?",
        "What do Notion and the weather say about Q4?",
        "What do the reporter and finance say about Q4?",
        "Show me emails from Sarah and John",
        "What do you know about Notion and finance?",
        "",
    ],
)
def test_not_everybody_named_is_an_agent(text):
    assert asked_of_several(text, AGENTS) == ((), "sequential")


def test_no_more_are_asked_than_work_at_once():
    many = tuple(agent(f"Number{n} Desk") for n in range(MAX_ASKED + 1))
    named = " and ".join(f"number{n}" for n in range(MAX_ASKED + 1))

    assert asked_of_several(f"what do {named} say about it", many) == ((), "sequential")


@given(st.text(max_size=300))
def test_any_text_is_read(text):
    commands, _ = asked_of_several(text, AGENTS)
    assert len(commands) != 1


async def test_such_a_question_is_a_task():
    request = IntentRequest(
        text="What do Notion and finance say about Q4?", today="2026-11-02", agents=AGENTS
    )
    read = (await embedded().analyze_intent(request)).value

    assert (read.action, read.strategy) == (ActionType.EXECUTE, "parallel")
    assert len(read.commands) == 2
