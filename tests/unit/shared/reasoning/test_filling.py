"""People named in answer to "I don't know who that is": the request before, complete."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange
from shared.reasoning.embedded.filling import completed

ASKED = "Schedule a meeting with team next Tuesday 2pm"
UNKNOWN = "I don't know who “team” is. Say their names or addresses."


def after(answer: str, asked: str = ASKED) -> ConversationContext:
    return ConversationContext(
        exchanges=(
            Exchange(role="user", text=asked),
            Exchange(role="assistant", text=answer, agent="calendar"),
        )
    )


@pytest.mark.parametrize(
    ("said", "people"),
    [
        ("Priya, John Smith and Nina", "Priya, John Smith and Nina"),
        ("priya & nina", "priya & nina"),
        ("Please invite Priya and Nina.", "Priya and Nina"),
        ("I mean priya.patel@company.com", "priya.patel@company.com"),
    ],
)
def test_the_people_named_take_the_place_of_whom_nobody_knows(said, people):
    assert completed(said, after(UNKNOWN)) == f"Schedule a meeting with {people} next Tuesday 2pm"


@pytest.mark.parametrize(
    "said",
    ["no, forget it", "What is on my calendar tomorrow?", "show me my mail", "", "cancel that"],
)
def test_what_names_nobody_is_a_message_of_its_own(said):
    assert completed(said, after(UNKNOWN)) == ""


def test_names_alone_complete_nothing_where_nothing_was_asked():
    assert completed("Priya and Nina", after("Which meeting do you mean?")) == ""
    assert completed("Priya and Nina", ConversationContext()) == ""
