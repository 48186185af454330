"""Steps that a run nobody watches may take without asking."""

from shared.decisions import scheduling
from shared.models.rows import INBOX
from shared.models.run import AgentRun
from shared.services import Services
from shared.turns import OpenTurn


async def leave_given(services: Services, opened: OpenTurn, run: AgentRun) -> bool:
    """Return whether the owner of the schedule behind a turn gave leave for its current step.

    It holds for exactly the action it was given for, as planned. Where a role has to approve, the
    owner had to have it.
    """
    thread, step = opened.head.value, run.steps[run.cursor]
    message = await services.threads.get(thread.key, INBOX, opened.turn.value.seq)
    name = scheduling.schedule_of(message.value.message_id) if message is not None else None
    if name is None or step.wish:
        return False
    stored = await services.schedules.get(thread.tenant, name)
    if stored is None or stored.value.owner != thread.owner:
        return False
    role = run.profile.policy.approver
    allowed = not role or role in stored.value.roles
    return allowed and scheduling.approved(stored.value, step.tool, step.planned)
