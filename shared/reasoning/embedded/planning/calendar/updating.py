"""The call that changes an event, once it is known which."""

from shared.english import asked_at
from shared.models.base import Json
from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.calendar.finding import Meant, event_meant
from shared.reasoning.embedded.planning.steps import refused, step

UPDATE = "calendar_update_event"
_IT = "it"
NO_SUCH = (
    "Which meeting do you mean? Say its name or its time, for example “Move the budget review to "
    "Thursday at 3pm”."
)


def updated(
    what: str, changes: dict[str, Json], request: PlanRequest, reason: str, scope: str
) -> ToolPlan:
    """Plan a change of the event that a part of the command means; `scope` "" is just this one."""
    meant = event_meant(what or _IT, request, asked_at(request))
    if meant is None:
        return refused(NO_SUCH)
    return update_of(meant, changes, reason, scope)


def update_of(meant: Meant, changes: dict[str, Json], reason: str, scope: str) -> ToolPlan:
    """Plan a change of an event."""
    update = step(UPDATE, reason, event_id=meant.event, **changes, scope=scope)
    return ToolPlan(steps=(*meant.steps, update))
