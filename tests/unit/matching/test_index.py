"""Which agents are near a message, and why."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.matching import AgentIndex, Entry
from tests.unit.matching.conftest import AGENTS, encode, entry, made

WORDS = st.sampled_from(
    [
        "chase",
        "the",
        "overdue",
        "invoice",
        "of",
        "rivo",
        "who",
        "works",
        "night",
        "shift",
        "on",
        "friday",
        "where",
        "is",
        "parcel",
    ]
)
MESSAGES = st.lists(WORDS, max_size=8).map(" ".join)


def best(index: AgentIndex, text: str, **how):
    return index.search(text, encode(text), **how)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rivo has an overdue invoice", "invoice-chaser"),
        ("who works on friday night?", "rota-planner"),
        ("where is our parcel", "parcel-trace"),
        ("is my pacrel in malmo", "parcel-trace"),
    ],
)
def test_the_agent_whose_texts_are_nearest_comes_first(index, text, expected):
    assert best(index, text)[0].agent.id == expected


def test_a_match_says_why(index):
    match = best(index, "chase the overdue invoice of Rivo please")[0]
    assert 'like its example "Chase the overdue invoice of Rivo"' in match.reasons
    assert any(reason.startswith("shared words: ") for reason in match.reasons)


def test_words_that_somebody_asked_with_are_told_nobody():
    planner = made("Rota planner", "Plans who works when")
    index = AgentIndex.build([entry(planner, ["who is on the layoff list of marseille"])])
    match = best(index, "who plans the layoff list of marseille")[0]
    assert match.agent == planner
    assert not any(word in " ".join(match.reasons) for word in ("layoff", "marseille", "list"))
    assert any(reason.startswith("shared words: plans") for reason in match.reasons)


def test_a_match_by_its_skill_says_so(index):
    assert 'its skill "Payment reminder"' in best(index, "payment reminder")[0].reasons


def test_an_agent_named_is_found_however_far_it_is(index):
    found = best(index, "tell parcel-trace about the invoice of Rivo", limit=1)
    assert [match.agent.id for match in found] == ["parcel-trace"]
    assert "named in the message" in found[0].reasons


def test_an_agent_that_is_only_quoted_is_not_named(index):
    found = best(index, "Parcel Trace says it is late, so chase the invoice of Rivo")
    assert all("named in the message" not in match.reasons for match in found)


def test_the_agent_used_last_is_always_among_the_matches(index):
    found = best(index, "the invoice of Rivo", limit=1, prefer="rota-planner")
    assert [match.agent.id for match in found] == ["rota-planner"]


def test_no_agents_match_nothing():
    assert best(AgentIndex.build([]), "anything") == ()


def test_an_empty_message_can_be_searched(index):
    assert len(best(index, "")) == len(AGENTS)


def test_a_disabled_agent_can_be_named_but_is_not_found():
    asleep = made("Deck Maker", "Makes decks", enabled=False)
    index = AgentIndex.build([entry(asleep), entry(AGENTS[0])])
    assert [m.agent_id for m in index.named("resume deck-maker")] == ["deck-maker"]
    assert [m.agent.id for m in best(index, "deck-maker, make decks")] == ["invoice-chaser"]


def test_an_agent_without_texts_matches_nothing_and_harms_nothing():
    bare = Entry(made("Bare", ""), (), np.zeros((0, 384), np.float32))
    index = AgentIndex.build([bare, entry(AGENTS[0])])
    assert best(index, "overdue invoice")[0].agent.id == "invoice-chaser"


@given(MESSAGES, st.sets(st.sampled_from([agent.id for agent in AGENTS])))
def test_an_agent_that_is_not_allowed_is_never_found(index, text, allowed):
    found = best(index, text, allowed=lambda agent: agent.id in allowed, prefer="parcel-trace")
    assert {match.agent.id for match in found} == allowed


@given(MESSAGES)
def test_fit_is_bounded_and_the_same_every_time(index, text):
    first = best(index, text)
    assert first == best(index, text)
    assert all(0 <= match.skill <= 1 and 0 <= match.domain <= 1 for match in first)


@given(MESSAGES, st.permutations(AGENTS))
@settings(max_examples=25)
def test_the_order_agents_are_listed_in_changes_no_fit(index, text, agents):
    shuffled = AgentIndex.build([entry(agent) for agent in agents])
    fits = {match.agent.id: match.skill for match in best(shuffled, text)}
    for match in best(index, text):
        assert fits[match.agent.id] == pytest.approx(match.skill, abs=1e-3)


def test_equals_keep_their_order():
    twins = [made("Twin", "Chases invoices").model_copy(update={"id": k}) for k in "cab"]
    index = AgentIndex.build([entry(agent) for agent in twins])
    assert [match.agent.id for match in best(index, "chase invoices")] == ["c", "a", "b"]


def test_a_handle_is_resolved_or_its_neighbours_offered(index):
    assert index.resolve("@Parcel_Trace") == AGENTS[2]
    assert index.closest("@parcel-trase", limit=1) == (AGENTS[2],)


def test_ten_thousand_agents_are_indexed_and_searched():
    rng = np.random.default_rng(0)
    drawn = rng.normal(size=(10_000, 3, 384)).astype(np.float32)
    drawn /= np.linalg.norm(drawn, axis=2, keepdims=True)
    agents = [made(f"Helper {k}", f"Counts crates of kind {k}", "count") for k in range(10_000)]
    entries = [
        Entry(agent, entry(AGENTS[0]).texts[:3], vectors)
        for agent, vectors in zip(agents, drawn, strict=True)
    ]
    index = AgentIndex.build(entries)
    found = index.search("about 7000", drawn[7000, 2], limit=5)
    assert len(found) == 5
    assert found[0].agent.id == "helper-7000"
    rare = index.search("x", drawn[0, 0], allowed=lambda agent: agent.id.endswith("999"))
    assert {match.agent.id for match in rare} == {f"helper-{k}999" for k in ("", *range(1, 10))}
    assert index.entries[7000].vectors.dtype == np.float16
