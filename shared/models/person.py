"""What is remembered of a person: what they use, and what they chose when asked."""

from datetime import datetime

from shared.models.base import Payload
from shared.models.profile import CalendarSettings, Preferred

KEPT_HABITS = 50
KEPT_PREFERENCES = 20
KEPT_TAUGHT = 50


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


class Taught(Payload):
    """A request that a person says an agent is for; `point` is the request as a vector."""

    agent: str
    text: str
    point: str
    at: datetime


class Observed(Payload):
    """What the calendar of these accounts said of its owner's time when it was first used."""

    accounts: tuple[str, ...]
    settings: CalendarSettings


class Person(Payload):
    """One person of one tenant; all lists newest last. `preferred` is what they say themselves.

    `own` are the fields of `preferred` that they set; one that differs from the default is theirs
    in any case. Of the others, time zone and working hours are the calendar's (`observed`), and
    without one the zone is that of the client they wrote from last.
    """

    habits: tuple[Habit, ...] = ()
    preferences: tuple[Preference, ...] = ()
    taught: tuple[Taught, ...] = ()
    preferred: Preferred = Preferred()
    own: tuple[str, ...] = ()
    observed: Observed | None = None
    client_zone: str = ""

    @property
    def known(self) -> Preferred:
        """What is known of them, their own word first."""
        said = CalendarSettings() if self.observed is None else self.observed.settings
        found = {
            "time_zone": said.time_zone or self.client_zone,
            "working_hours": said.working_hours,
        }
        update = {name: value for name, value in found.items() if value and not self.set(name)}
        return self.preferred.model_copy(update=update)

    def set(self, name: str) -> bool:
        """Return whether they set this themselves."""
        default = Preferred.model_fields[name].default
        return name in self.own or getattr(self.preferred, name) != default
