"""Checking what a person changed in a step that was shown to them, before the question closes."""

from api.parsing import MAX_ERRORS, FieldError, InvalidFields
from shared.agents.lending import equipped
from shared.models.rows import AGENT_RUN
from shared.models.thread import Answer, HumanRequest
from shared.services import Services
from shared.tools.checking import Edit, faults


async def check(
    services: Services, tenant: str, key: str, request: HumanRequest, answer: Answer, within: str
) -> None:
    """Raise InvalidFields for an edit that the tool which was shown could not be called with."""
    if answer.action != "edit" or answer.arguments is None:
        return
    stored = await services.threads.get(key, AGENT_RUN, request.turn)
    if stored is None:
        return
    run = stored.value
    step = run.steps[run.cursor]
    edit = Edit(step.arguments, answer.arguments, run.profile, services.clock.now())
    tool = (await equipped(services, tenant, (step.tool,))).tools.get(step.tool)
    found = await faults(tool, edit) if tool is not None else {}
    if found:
        where = f"{within}.arguments" if within else "arguments"
        raise InvalidFields(
            [
                FieldError(f"{where}.{name}" if name else where, why)
                for name, why in list(found.items())[:MAX_ERRORS]
            ]
        )
