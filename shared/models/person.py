"""What is remembered of a person: what they use, and what they chose when asked."""

from datetime import datetime

from shared.models.base import Payload
from shared.models.profile import Preferred

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
    """One person of one tenant; both lists newest last. `preferred` is what they say themselves."""

    habits: tuple[Habit, ...] = ()
    preferences: tuple[Preference, ...] = ()
    preferred: Preferred = Preferred()
