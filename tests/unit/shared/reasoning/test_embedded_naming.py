"""Agents named in a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.intent import Candidate
from shared.reasoning.embedded.naming import find_names

AGENTS = tuple(
    Candidate(agent=agent, name=name, description="", score=0)
    for agent, name in [
        ("building-permits", "Building Permits"),
        ("complaints-desk", "Complaints Desk"),
        ("atlas", "Atlas"),
        ("email", "Email"),
        ("create-report", "create-report"),
    ]
)


@pytest.mark.parametrize(
    ("text", "masked", "agent"),
    [
        ("ask @atlas for the way", "ask @agent for the way", "atlas"),
        ("run building-permits", "run @agent", "building-permits"),
        ("rename Building Permits", "rename @agent", "building-permits"),
        ("complants-desk is slow", "@agent is slow", "complaints-desk"),
        ("pause the permits agent", "pause the @agent", "building-permits"),
        ("let Atlas do it", "let @agent do it", "atlas"),
        ("create report, the agent", "@agent, the agent", "create-report"),
    ],
)
def test_names_are_masked(text, masked, agent):
    found = find_names(text, AGENTS)
    assert (found.masked, [a.agent for a in found.named]) == (masked, [agent])


@pytest.mark.parametrize(
    "text", ["issue the building permits", "look in the atlas", "create an agent", "an email agent"]
)
def test_ordinary_words_are_no_names(text):
    found = find_names(text, AGENTS)
    assert (found.masked, found.named) == (text, ())


def test_a_name_in_ordinary_words_is_a_hint():
    found = find_names("issue the building permits", AGENTS)
    assert [agent.agent for agent in found.hinted] == ["building-permits"]


@given(st.from_regex(r"[a-z]{3,9}-[a-z]{3,9}", fullmatch=True), st.sampled_from(["", "@"]))
def test_a_joined_name_is_masked_whatever_its_words(name, mark):
    agent = Candidate(agent=name, name=name, description="", score=0)
    found = find_names(f"please ask {mark}{name} again", (agent,))
    assert found.masked == "please ask @agent again"
    assert found.named == (agent,)


@given(st.text(max_size=80))
def test_any_text_can_be_searched(text):
    assert find_names(text, AGENTS) == find_names(text, AGENTS)
