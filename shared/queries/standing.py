"""What runs of schedules do without asking: told to the person who allowed it, or taken back."""

import re
from collections.abc import Sequence

from shared.agents import schedules
from shared.decisions.links import without_links
from shared.models.principal import Principal
from shared.models.schedule import Schedule
from shared.queries.phrases import one_line
from shared.services import Services

_LEAVE = r"standing (?:\w+ )?(?:approvals?|choices?|permissions?|leave)\b"
_PLEASE = r"^(?:(?:please|now|then|so|ok|okay|can you|could you|would you|i want you to) )*"
_ASK = rf"{_PLEASE}ask me (?:again )?(?:before|when|each time|every time)\b.*\b"
_MEANT = re.compile(rf"\b{_LEAVE}|{_ASK}(?:schedul\w*|runs?|posts?|sends?|reports?)\b")
_BACK = re.compile(
    rf"{_PLEASE}(?:forget|clear|reset|drop|erase|withdraw|revoke|take back|cancel|remove|end)\b"
    rf".*\b{_LEAVE}|{_PLEASE}take\b.*\b{_LEAVE}.*\bback\b|{_PLEASE}ask me\b"
)
SAY = 'Say "forget my standing choices" and I ask again.'


def about_leave(said: str) -> bool:
    """Tell whether a text is about what scheduled runs may do without asking."""
    return _MEANT.search(said) is not None


async def answered(
    services: Services, who: Principal, said: str, found: Sequence[tuple[str, Schedule]]
) -> str:
    """Tell what these schedules, by the names of their agents, may do; or end it, if that is said.

    Where no agent is named, all of a person's leave is taken back: asking once too often does no
    harm.
    """
    given = [(name, one) for name, one in found if any(leave.exact for leave in one.approvals)]
    if not given:
        return "Nothing that is scheduled here is done without asking you first."
    lines = [
        f'- **{name}**: "{one_line(without_links(leave.told))}"'
        for name, one in given
        for leave in one.approvals
        if leave.exact
    ]
    if not _BACK.search(said):
        return "\n".join(["Scheduled runs do this without asking you:", *lines, SAY])
    for _, one in given:
        gone = tuple(leave.action for leave in one.approvals)
        await schedules.change(services, who, one.id, schedules.Changes(withdraw=gone))
    return "\n".join(["From now on scheduled runs ask you again before this:", *lines])
