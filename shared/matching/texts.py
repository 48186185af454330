"""What is encoded of an agent, and how confirmed routes add to it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from shared.models.agent import Agent
from shared.words import spans

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEPT_EXAMPLES = 20
SAME = 0.95
"""Cosine above which two examples say the same."""


class AgentText(NamedTuple):
    """One text an agent is known by. Vectors of an agent's texts keep their order."""

    kind: Literal["description", "skill", "example", "learned"]
    text: str


class Learned(NamedTuple):
    """The examples confirmed routes gave an agent, oldest first, and their vectors."""

    examples: tuple[str, ...]
    vectors: "NDArray[np.float32]"


def texts_of(agent: Agent, learned: Sequence[str] = ()) -> tuple[AgentText, ...]:
    """Return the texts to encode when an agent is saved; never none. The first describes it."""
    said = (
        AgentText("description", _sentence(agent.name, agent.description)),
        *(AgentText("skill", _sentence(s.name, s.description)) for s in agent.skills),
        *(AgentText("example", example) for example in agent.examples),
        *(AgentText("learned", example) for example in learned),
    )
    return tuple(dict.fromkeys(text for text in said if text.text.strip()))


def learn(
    examples: tuple[str, ...],
    vectors: "NDArray[np.float32]",
    text: str,
    vector: "NDArray[np.float32]",
) -> Learned:
    """Add a confirmed message to an agent's learned examples, unless one says the same.

    `vectors` has shape (len(examples), 384). At most `KEPT_EXAMPLES` stay, the newest.
    """
    import numpy as np  # noqa: PLC0415 - 0.1 s to import

    folded = _folded(text)
    known = not folded or any(_folded(example) == folded for example in examples)
    if known or (len(examples) and float(np.max(vectors @ vector)) > SAME):
        return Learned(examples, vectors)
    grown = np.vstack([vectors.reshape(-1, len(vector)), vector])
    return Learned((*examples, text)[-KEPT_EXAMPLES:], grown[-KEPT_EXAMPLES:])


def _sentence(name: str, description: str) -> str:
    return f"{name}: {description}" if description.strip() else name


def _folded(text: str) -> str:
    return " ".join(word for word, _, _ in spans(text))
