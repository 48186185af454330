"""What is remembered of a person: what they use, and what they chose when asked."""

from datetime import datetime

from shared.models.base import Payload

KEPT_HABITS = 50
KEPT_PREFERENCES = 20


class Habit(Payload):
    """One use of an agent. `turn` names the turn, so that it is counted once."""

    turn: str
    agent: str
    at: datetime


class Preference(Payload):
    """An agent chosen among several for a request; `point` is the request as an encoded vector."""

    turn: str
    text: str
    among: tuple[str, ...]
    agent: str
    point: str
    at: datetime


class Person(Payload):
    """One person of one tenant; both lists newest last."""

    habits: tuple[Habit, ...] = ()
    preferences: tuple[Preference, ...] = ()
