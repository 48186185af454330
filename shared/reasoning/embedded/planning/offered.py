"""Plans kept within the tools an agent may use."""

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.understanding.steps import CONTACTS, SEARCH, by_name

NO_CONTACTS = (
    "I would need your contacts for that, which I may not use. "
    "Say the address instead of the name, or connect them."
)


def with_offered(planned: ToolPlan, request: PlanRequest, before: int = 0) -> ToolPlan:
    """Keep a plan within the tools offered: without contacts, mail is searched by name.

    `before` is how many calls there were when its first one was numbered.
    """
    offered = frozenset(tool.name for tool in request.tools)
    first = [step.tool for step in planned.steps[:2]]
    if first == [CONTACTS, SEARCH] and len(planned.steps) == 2 and CONTACTS not in offered:  # noqa: PLR2004
        lookup, search = planned.steps
        name = str(lookup.arguments.get("name") or lookup.arguments.get("organization") or "")
        if name:
            planned = ToolPlan(steps=(by_name(search, before + 1, name),))
    missing = sorted({step.tool for step in planned.steps} - offered)
    if CONTACTS in missing:
        return ToolPlan(cannot=NO_CONTACTS)
    if missing:
        return ToolPlan(
            cannot=f"I would need {' and '.join(missing)} for that, which I may not use."
        )
    return planned
