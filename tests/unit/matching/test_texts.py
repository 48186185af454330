"""What is encoded of an agent, and what it learns."""

import numpy as np
import pytest

from shared.matching.texts import KEPT_EXAMPLES, AgentText, learn, texts_of
from shared.models.agent import Agent, Skill

NONE = np.zeros((0, 384), np.float32)


def axis(number: int) -> np.ndarray:
    return np.eye(384, dtype=np.float32)[number]


def test_an_agent_is_known_by_description_skills_and_examples():
    agent = Agent(
        id="deck",
        name="Deck",
        description="Builds slides",
        skills=(Skill(id="s", name="Slides", description="Draws them"),),
        examples=("Make the deck", "Make the deck"),
    )
    assert texts_of(agent, ["new chart please"]) == (
        AgentText("description", "Deck: Builds slides"),
        AgentText("skill", "Slides: Draws them"),
        AgentText("example", "Make the deck"),
        AgentText("learned", "new chart please"),
    )


def test_an_agent_without_description_is_known_by_its_name():
    agent = Agent(id="deck", name="Deck", description=" ")
    assert texts_of(agent) == (AgentText("description", "Deck"),)


def test_a_confirmed_message_becomes_an_example():
    learned = learn((), NONE, "Make it", axis(0))
    assert learned.examples == ("Make it",)
    assert np.array_equal(learned.vectors, axis(0)[None, :])


@pytest.mark.parametrize(
    ("text", "vector"),
    [("make IT!", axis(1)), ("please build that", axis(0)), ("", axis(2)), ("...", axis(2))],
)
def test_what_says_the_same_or_nothing_is_not_learnt_again(text, vector):
    known = learn((), NONE, "Make it", axis(0))
    assert learn(known.examples, known.vectors, text, vector) == known


def test_the_oldest_examples_are_forgotten_first():
    known = learn((), NONE, "number 0", axis(0))
    for number in range(1, KEPT_EXAMPLES + 3):
        known = learn(known.examples, known.vectors, f"number {number}", axis(number))
    assert known.examples[0] == "number 3"
    assert len(known.examples) == len(known.vectors) == KEPT_EXAMPLES
    assert np.array_equal(known.vectors[0], axis(3))
