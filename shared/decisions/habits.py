"""What a person does often, what they chose before, and what to suggest to them."""

import base64
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from shared.models.agent import Agent
from shared.models.person import (
    KEPT_HABITS,
    KEPT_PREFERENCES,
    KEPT_TAUGHT,
    Habit,
    Person,
    Preference,
    Taught,
)
from shared.models.steps import Suggestion

SAME_REQUEST = 0.80
"""Cosine from which two requests count as the same ambiguity."""
MAX_SUGGESTIONS = 3


def used(person: Person, habit: Habit) -> Person:
    """Note a use of an agent, once a turn."""
    if any(known.turn == habit.turn for known in person.habits):
        return person
    return person.model_copy(update={"habits": (*person.habits, habit)[-KEPT_HABITS:]})


def prefer(person: Person, preference: Preference) -> Person:
    """Remember a choice, once a turn; a newer one for the same ambiguity replaces the older."""
    if any(known.turn == preference.turn for known in person.preferences):
        return person
    others = tuple(
        known
        for known in person.preferences
        if not (known.among == preference.among and alike(known.point, preference.point))
    )
    return person.model_copy(update={"preferences": (*others, preference)[-KEPT_PREFERENCES:]})


def regret(person: Person, turn: str) -> Person:
    """Forget the choice made in a turn."""
    kept = tuple(known for known in person.preferences if known.turn != turn)
    return person.model_copy(update={"preferences": kept})


def teach(person: Person, taught: Taught) -> Person:
    """Remember what an agent is for, in place of what was said of a request like it."""
    others = tuple(known for known in person.taught if not alike(known.point, taught.point))
    return person.model_copy(update={"taught": (*others, taught)[-KEPT_TAUGHT:]})


def unteach(person: Person, agent: str, point: str) -> Person:
    """Forget that an agent is for requests like this one."""
    kept = tuple(
        known for known in person.taught if known.agent != agent or not alike(known.point, point)
    )
    return person if len(kept) == len(person.taught) else person.model_copy(update={"taught": kept})


def of_today(person: Person, born: Callable[[str], datetime | None]) -> Person:
    """Return a person without what is older than the agent it is about.

    It was about another one, which had that id before. `born` returns when an agent was made, None
    where that is not known.
    """

    def lasts(agent: str, at: datetime) -> bool:
        birth = born(agent)
        return birth is None or birth <= at

    return person.model_copy(
        update={
            "habits": tuple(one for one in person.habits if lasts(one.agent, one.at)),
            "preferences": tuple(one for one in person.preferences if lasts(one.agent, one.at)),
            "taught": tuple(one for one in person.taught if lasts(one.agent, one.at)),
        }
    )


def preferred(person: Person, point: NDArray[np.float32], close: Sequence[str]) -> str:
    """Return the agent chosen before among these for a request like this one; "" if none was."""
    for known in reversed(person.preferences):
        same = float(unpacked(known.point) @ point) >= SAME_REQUEST
        if same and known.agent in close and set(close) <= set(known.among):
            return known.agent
    return ""


def favourites(person: Person) -> tuple[str, ...]:
    """Return the agents this person uses, most often first; of equals, the latest."""
    counts = Counter(habit.agent for habit in person.habits)
    last = {habit.agent: place for place, habit in enumerate(person.habits)}
    return tuple(sorted(counts, key=lambda agent: (-counts[agent], -last[agent])))


def suggestions(agents: Sequence[Agent]) -> tuple[Suggestion, ...]:
    """Return one thing to ask of each of the first agents that show how they are asked."""
    telling = [agent for agent in agents if agent.examples]
    return tuple(
        Suggestion(agent=agent.id, name=agent.name, text=agent.examples[0])
        for agent in telling[:MAX_SUGGESTIONS]
    )


def packed(point: NDArray[np.float32]) -> str:
    """Return a vector as text: half precision, base64."""
    return base64.b64encode(point.astype("<f2").tobytes()).decode()


def unpacked(text: str) -> NDArray[np.float32]:
    """Return the vector that `packed` wrote."""
    return np.frombuffer(base64.b64decode(text), dtype="<f2").astype(np.float32)


def alike(point: str, other: str) -> bool:
    """Tell whether two requests, as `packed` vectors, count as the same."""
    return float(unpacked(point) @ unpacked(other)) >= SAME_REQUEST
