"""An index made from the one before it is the index made from nothing."""

import gc
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.matching import AgentIndex, Entry
from shared.matching.parameters import fitted
from tests.unit.matching.conftest import AGENTS, assert_same, encode, entry, made

CROWD = 280
"""So many agents of three texts that their centres stay where they are."""
WORDS = ("crate", "crates", "invoice", "shift", "parcel", "ledger", "zebra", "quay", "resume")
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


def stored(agent, learned=()):
    """Return an entry whose vectors went through half precision, as those in storage did."""
    known = entry(agent, learned)
    return known._replace(vectors=known.vectors.astype(np.float16).astype(np.float32))


@st.composite
def entries(draw, number):
    """Return an entry of one of the agents that there can be."""
    agent = made(
        f"{draw(texts)} {number}",
        draw(texts),
        *draw(st.lists(texts, max_size=2)),
        enabled=draw(st.booleans()),
    )
    return stored(
        agent.model_copy(update={"id": f"agent-{number}"}), draw(st.lists(texts, max_size=2))
    )


@st.composite
def steps(draw, size, changes):
    """Return some changes one after the other: a new entry of an agent, or that it is gone."""
    step = st.integers(0, size - 1).flatmap(
        lambda number: st.tuples(st.just(number), st.none() | entries(number))
    )
    return [
        dict(draw(st.lists(step, max_size=changes)))
        for _ in range(draw(st.integers(min_value=1, max_value=3)))
    ]


def follow(known, changes):
    """Change agents step by step, each index made from the one before; compare each time."""
    before = AgentIndex.build(tuple(known.values()))
    for changed in changes:
        kept = {e.agent.id: e for e in before.entries}
        known = {number: kept[e.agent.id] for number, e in known.items()} | changed
        known = {number: known[number] for number in sorted(known) if known[number] is not None}
        after = AgentIndex.build(tuple(known.values()), before=before)
        anew = AgentIndex.build([e._replace(agent=e.agent.model_copy()) for e in after.entries])
        assert_same(after, anew)
        for text in ("crates and zebras", "the agent 7 parcel", "zebar leger"):
            assert after.search(text, encode(text)) == anew.search(text, encode(text))
            assert after.named(text) == anew.named(text)
        before = after


@given(steps(size=6, changes=4))
@settings(deadline=None, max_examples=40)
def test_few_agents_changed_in_any_order(changes):
    follow({}, changes)


@pytest.fixture(scope="module")
def crowd():
    agents = [made(f"Helper {k}", f"Counts crates {k}", f"how many {k}", "x") for k in range(CROWD)]
    return {k: stored(agent) for k, agent in enumerate(agents)}


@given(steps(size=CROWD + 3, changes=4))
@settings(deadline=None, max_examples=10)
def test_many_agents_changed_in_any_order(crowd, changes):
    follow(crowd, changes)


def test_an_organisation_that_grows_or_shrinks_past_the_ordinary_size(crowd):
    gone = dict.fromkeys(range(10, CROWD))
    follow(crowd, [gone, {number: crowd[number] for number in gone}])


def test_agents_in_another_order_are_read_again(crowd):
    before = AgentIndex.build(tuple(crowd.values()))
    turned = before.entries[::-1]
    assert_same(AgentIndex.build(turned, before=before), AgentIndex.build(turned))


def test_an_index_of_other_parameters_is_taken_nothing_from():
    before = AgentIndex.build([entry(agent) for agent in AGENTS])
    known = fitted()
    other = type(known)(**{**vars(known), "commonness": {}})
    after = AgentIndex.build(before.entries, other, before)
    assert_same(after, AgentIndex.build(before.entries, other))


def test_an_agent_is_told_by_its_entry_not_by_its_id():
    before = AgentIndex.build([stored(agent) for agent in AGENTS])
    renamed = stored(AGENTS[1].model_copy(update={"name": "Quay Master"}))
    after = AgentIndex.build([before.entries[0], renamed, before.entries[2]], before=before)
    assert [m.agent_id for m in after.named("ask quay master")] == [AGENTS[1].id]
    assert after.named("ask rota planner")[0].exact  # its id is what it was


def test_the_index_before_is_let_go():
    before = AgentIndex.build([stored(agent) for agent in AGENTS])
    after = AgentIndex.build(before.entries, before=before)
    matrix = weakref.ref(before.vectors.vectors)
    del before
    gc.collect()
    assert matrix() is None
    assert isinstance(after.entries[0], Entry)
