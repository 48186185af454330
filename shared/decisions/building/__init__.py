"""Making and changing an agent by talking: a state machine without a clock or a model.

gather - confirm - apply - test or done. `opening` is the session for the first reading, `begin`
answers it, `respond` every further one. Who carries out `act` says what came of it with `applied`,
`refused` or `called_otherwise`; `resume` takes up a conversation that was left. `sketch` is how the
draft looks.
"""

from shared.decisions.building import wording
from shared.decisions.building.agreeing import believed
from shared.decisions.building.composing import agent_of, request_of
from shared.decisions.building.conversation import (
    applied,
    begin,
    called_otherwise,
    opening,
    refused,
    respond,
    resume,
)
from shared.decisions.building.naming import free
from shared.decisions.building.sketching import sketch
from shared.decisions.building.unread import accounted_for, unread

__all__ = [
    "accounted_for",
    "agent_of",
    "applied",
    "begin",
    "believed",
    "called_otherwise",
    "free",
    "opening",
    "refused",
    "request_of",
    "respond",
    "resume",
    "sketch",
    "unread",
    "wording",
]
