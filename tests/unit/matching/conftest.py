"""An encoder that knows words only, and organisations made with it."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np
import pytest

from shared.matching import AgentIndex, Entry, texts_of
from shared.models.agent import Agent, Skill
from shared.words import stems


def encode(text: str) -> np.ndarray:
    """Texts that share words are near, as with a real encoder; others are orthogonal, nearly."""
    total = np.zeros(384)
    for word in stems(text):
        total += np.random.default_rng(crc32(word.encode())).normal(size=384)
    return (total / max(float(np.linalg.norm(total)), 1e-9)).astype(np.float32)


def entry(agent: Agent, learned: Sequence[str] = ()) -> Entry:
    texts = texts_of(agent, learned)
    return Entry(agent, texts, np.array([encode(text.text) for text in texts], np.float32))


def made(name: str, description: str, *examples: str, skill: str = "", **fields) -> Agent:
    skills = (Skill(id=skill, name=skill, description=skill),) if skill else ()
    return Agent(
        id=name.lower().replace(" ", "-"),
        name=name,
        description=description,
        examples=examples,
        skills=skills,
        **fields,
    )


def assert_same(one: AgentIndex, other: AgentIndex) -> None:
    """Compare all that two indexes are made of, to the last digit."""
    assert [entry[:2] for entry in one.entries] == [entry[:2] for entry in other.entries]
    assert (one.rows, one.names) == (other.rows, other.names)
    assert np.array_equal(one.enabled, other.enabled)
    for mine, theirs in (one.vectors, other.vectors), (one.vocabulary, other.vocabulary):
        for name, value in vars(mine).items():
            expected = getattr(theirs, name)
            if isinstance(value, np.ndarray):
                assert value.dtype == expected.dtype, name
                assert np.array_equal(value, expected), name
            else:
                assert value == expected, name
    for mine, theirs in zip(one.entries, other.entries, strict=True):
        assert np.array_equal(mine.vectors, theirs.vectors)


AGENTS = (
    made(
        "Invoice Chaser",
        "Reminds clients of overdue invoices",
        "Chase the overdue invoice of Rivo",
        "Which invoices are unpaid?",
        skill="Payment reminder",
    ),
    made(
        "Rota Planner",
        "Plans the shifts of the nurses",
        "Who works the night shift on Friday?",
        "Swap the shifts of Ana and Bo",
        skill="Shift planning",
    ),
    made(
        "Parcel Trace",
        "Finds where a parcel is",
        "Where is the parcel for Malmo?",
        "Has shipment 4411 arrived?",
        skill="Tracking",
    ),
)


@pytest.fixture(scope="session")
def index() -> AgentIndex:
    return AgentIndex.build([entry(agent) for agent in AGENTS])
