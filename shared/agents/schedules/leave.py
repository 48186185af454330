"""Steps that a run nobody watches may take without asking: giving leave for one, and having it."""

import asyncio
from collections.abc import Mapping

from shared.agents.schedules.firing import principal_of
from shared.agents.schedules.operations import approve
from shared.conversation.turns import OpenTurn
from shared.decisions import lifecycle, scheduling, standing
from shared.decisions.risk import argument_hash
from shared.errors import NotFound
from shared.models.base import Json
from shared.models.rows import INBOX, REQUEST
from shared.models.run import AgentRun, Card
from shared.models.schedule import Schedule
from shared.services import Services


async def leave_given(
    services: Services, opened: OpenTurn, run: AgentRun, exact: Mapping[str, Json]
) -> bool:
    """Return whether the owner of the schedule behind a turn gave leave for its current step.

    It holds for exactly the action it was given for, as it was shown: `exact` are the arguments
    with everything filled in. It does not hold for one that a person has changed. What an
    organisation wants confirmed each time is not covered, nor where somebody else has to approve.
    """
    step = run.steps[run.cursor]
    schedule = await _schedule_behind(services, opened)
    if schedule is None or standing.barred(step, run.profile.policy):
        return False
    if not scheduling.approved(schedule, step.tool, argument_hash(step.tool, exact)):
        return False
    return not await _changed(services, opened, run)


async def keep_leave(services: Services, opened: OpenTurn) -> str:
    """Keep leave for the step that a person has just agreed to for good; once, if repeated.

    Return the sentence to tell them: what holds from now on, or why they will be asked again.
    """
    if opened.run is None:
        return standing.EACH_TIME
    run = opened.run.value
    step = run.steps[run.cursor]
    schedule = await _schedule_behind(services, opened)
    if schedule is None:
        return standing.EACH_TIME
    if standing.barred(step, run.profile.policy):
        return standing.BARRED
    if await _changed(services, opened, run):
        return standing.CHANGED
    told = standing.told(step.card or Card(title=step.tool))
    who, action = principal_of(schedule), argument_hash(step.tool, step.arguments)
    try:
        await approve(services, who, schedule.id, step.tool, action, told)
    except NotFound:  # deleted this moment
        return standing.EACH_TIME
    return standing.KEPT


async def _schedule_behind(services: Services, opened: OpenTurn) -> Schedule | None:
    """Return the schedule that a turn's message was taken in for, if it is its owner's."""
    thread = opened.head.value
    message = await services.threads.get(thread.key, INBOX, opened.turn.value.seq)
    name = scheduling.schedule_of(message.value.message_id) if message is not None else None
    stored = await services.schedules.get(thread.tenant, name) if name is not None else None
    return stored.value if stored is not None and stored.value.owner == thread.owner else None


async def _changed(services: Services, opened: OpenTurn, run: AgentRun) -> bool:
    """Return whether a person has changed what the current step was planned to do."""
    turn = opened.turn.value
    names = [f"q-{turn.number}-{number}" for number in range(1, turn.questions + 1)]
    key = opened.head.value.key
    found = await asyncio.gather(*(services.threads.get(key, REQUEST, name) for name in names))
    before = [one.value for one in found if one is not None]
    return standing.changed(lifecycle.call_id(turn, run), before)
