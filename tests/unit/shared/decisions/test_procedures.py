"""What an agent was made to do, read from its skills."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.procedures import gives_back, instructions_of, procedure_of, work_of
from shared.models.agent import Agent, Skill


def agent(*skills, instructions=""):
    return Agent(id="a", name="A", description="", skills=skills, instructions=instructions)


def skill(instructions, priority=0, name="Work"):
    return Skill(
        id=name.lower(), name=name, description="", instructions=instructions, priority=priority
    )


@pytest.mark.parametrize(
    ("markdown", "items"),
    [
        ("", ()),
        ("Be kind.\n- no\n* list", ()),
        ("1. Read it\n2. Post it", ("Read it", "Post it")),
        ("1) Read it\n\n2)  Post it\n\nThen rest.", ("Read it", "Post it")),
        ('1. Read the sheet\n   "Weekly", all of it\n2. Post it', (
            'Read the sheet "Weekly", all of it', "Post it")),
        ("1. Read it\n\n   and this is beside the point", ("Read it",)),
        ("1. **Read** `it`", ("Read it",)),
        ("1. Read it\n   - with care\n2. Post it", ("Read it - with care", "Post it")),
        ("```\n1. An example\n   of it\n```\n1. Read it", ("Read it",)),
        ("1. Read it\n```\n2. An example\n```", ("Read it",)),
        ("2026. was good\n1.5 is no item\n1.\n10. Read it", ("Read it",)),
        ("Steps:\n  1. Read it\n    2. within it", ("Read it 2. within it",)),
    ],
)  # fmt: skip
def test_the_items_of_numbered_lists_are_the_procedure(markdown, items):
    assert procedure_of(agent(skill(markdown))) == items


def test_skills_lead_by_priority_and_then_as_they_are_listed():
    made = agent(skill("1. third"), skill("1. first", 5), skill("1. second", 5))

    assert procedure_of(made) == ("first", "second", "third")


@given(st.lists(st.from_regex(r"[A-Za-z][A-Za-z #\"]{0,30}[a-z]", fullmatch=True), max_size=12))
def test_every_line_written_as_an_item_is_read_again(lines):
    written = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))

    assert procedure_of(agent(skill(written))) == tuple(" ".join(line.split()) for line in lines)


@given(st.text(max_size=200))
def test_any_text_gives_items_of_one_line(markdown):
    assert all(item and "\n" not in item for item in procedure_of(agent(skill(markdown))))


def test_instructions_are_the_agents_own_and_its_skills():
    made = agent(
        skill("1. Post it", name="Post"),
        skill(" ", name="Empty"),
        skill("1. Read it", 1, name="Read\nwell"),
        instructions="Be brief.\n",
    )

    assert instructions_of(made) == (
        "Be brief.\n\n## Read well\n\n1. Read it\n\n## Post\n\n1. Post it"
    )
    assert instructions_of(agent()) == ""


@pytest.mark.parametrize(
    "order",
    [
        "Hand the conversation back.",
        "Then return the conversation to the main assistant",
        "Finally, give control back",
        "end the handoff",
    ],
)
def test_an_order_to_return_the_conversation_is_no_work(order):
    made = agent(skill(f"1. Read the sheet\n2. {order}"))

    assert gives_back(made)
    assert work_of(made) == ("Read the sheet",)
    assert procedure_of(made) == ("Read the sheet", order)


@pytest.mark.parametrize(
    "order", ["Return the number of rows", "Give the report to the team", "Close the ticket"]
)
def test_other_orders_are_work(order):
    made = agent(skill(f"1. {order}"))

    assert not gives_back(made)
    assert work_of(made) == (order,)
