import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.agents.domain import CONTACTS, DOMAIN_AGENTS, EMAIL
from shared.decisions.discovery import rank
from shared.models.agent import Agent, Skill

WEATHER = Agent(
    id="weather",
    name="Forecaster",
    description="Tells tomorrow",
    skills=(Skill(id="f", name="Forecast", description="Rain and sun", tags=("weather",)),),
    examples=("Is the boss in?",),
)


def only(text, agent=WEATHER):
    (found,) = rank(text, (agent,))
    return found


@pytest.mark.parametrize(
    ("text", "score", "reasons"),
    [
        ("rain", 0.6 + 0.1, ("skills: rain",)),
        ("forecaster", 0.2 + 0.1, ("domain: forecaster",)),
        ("weather", 0.6 + 0.2 + 0.1, ("skills: weather", "domain: weather")),
        ("rain maker", 0.3 + 0.1, ("skills: rain",)),
        ("maker", 0, ()),
        ("what is it about?", 0, ()),
        ("", 0, ()),
    ],
)
def test_the_score_is_the_weighted_share_of_words(text, score, reasons):
    found = only(text)

    assert found.score == pytest.approx(score)
    assert found.reasons == reasons


@pytest.mark.parametrize("text", ["RAINS!", "rains", "rain?"])
def test_case_punctuation_and_plural_do_not_matter(text):
    assert only(text).score == only("rain").score


@pytest.mark.parametrize("text", ["bos", "su", "sun s"])
def test_a_double_or_short_s_is_no_plural(text):
    assert "skills: boss" not in only(text).reasons
    assert only("boss").reasons == ("skills: boss",)


def test_filler_words_never_make_an_agent_fit():
    assert only("is it in the boss").reasons == ("skills: boss",)


def test_a_disabled_agent_is_not_found():
    assert rank("rain", (WEATHER.model_copy(update={"enabled": False}),)) == ()


def test_the_best_comes_first_and_ties_keep_their_order():
    twin = WEATHER.model_copy(update={"id": "twin"})

    found = rank("contacts at Acme", (EMAIL, WEATHER, twin, CONTACTS))

    assert [c.agent for c in found] == ["contacts", "email", "weather", "twin"]


@given(st.text())
def test_every_score_is_between_nothing_and_certainty(text):
    scores = [c.score for c in rank(text, DOMAIN_AGENTS)]

    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
