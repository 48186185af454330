"""Tool calls for one command to an agent that people made, with the tools they gave it.

One with a procedure does what its lines say, in order; a message can narrow that. One without
does what the message says.
"""

from datetime import date

from shared.decisions.binding import shifted
from shared.models.base import Json
from shared.models.reasoning import ConversationContext, PlannedStep, PlanRequest, ToolPlan
from shared.reasoning.embedded.domains import domain_request
from shared.reasoning.embedded.planning.narrowing import Narrowing, narrowed, narrowing_in
from shared.reasoning.embedded.planning.offered import with_offered
from shared.reasoning.embedded.planning.passing import Before, passed_on
from shared.reasoning.embedded.planning.planners import PLANNERS
from shared.reasoning.embedded.planning.steps import refused
from shared.reasoning.embedded.words import tidy
from shared.tools.registry import TOOLS

_ACROSS = "workspace_"
_UNCLEAR = "Without a language model I can't tell how {} would do that with its tools."
_NO_TOOLS = (
    "{0} has no tools that are connected, so it can't read or change anything yet. Connect the "
    "account it works with, or give it something to do: “change {0} to also read my unread emails”."
)
_TAKES_ANYTHING = frozenset({"email", "contacts", "pages", "action"})
"""Services whose planners search for whatever they do not understand."""


def plan(request: PlanRequest) -> ToolPlan:
    """Plan its procedure as the message narrows it, or the message itself."""
    if not request.procedure:
        return _command(tidy(request.command), request)
    # what was listed before means nothing to a line that was written long ago
    alone = request.model_copy(update={"context": ConversationContext(), "earlier": ()})
    return _procedure(alone, narrowing_in(request))


def _procedure(request: PlanRequest, wanted: Narrowing) -> ToolPlan:
    steps: list[PlannedStep] = []
    found: list[int] = []
    latest: list[int] = []
    passed = False
    for number, line in enumerate(request.procedure, 1):
        before = Before(len(steps), tuple(found), tuple(latest))
        planned = _line(tidy(line), before, request)
        if not planned.steps:
            return refused(_stuck(number, line, planned.cannot, request))
        writes = any(TOOLS[step.tool].rules.changes for step in planned.steps)
        if wanted.only_shown and writes:
            continue
        steps += planned.steps
        if not writes:
            found.append(len(steps))
            latest = [*([] if passed else latest), len(steps)]
        passed = writes
    if not steps:
        return refused(f"{_name(request)} only changes things, so there is nothing to show.")
    return ToolPlan(steps=narrowed(steps, wanted))


def _line(order: str, before: Before, request: PlanRequest) -> ToolPlan:
    """Plan one line, its steps numbered as they come after those before."""
    passed = passed_on(order, before, request)
    if passed is not None:
        return with_offered(passed, request)
    planned = _command(order, request)
    return ToolPlan(
        steps=tuple(_shifted(step, before.steps) for step in planned.steps), cannot=planned.cannot
    )


def _command(command: str, request: PlanRequest) -> ToolPlan:
    """Plan one command with the planner of the service it is about."""
    own = _services(request)
    if not own:
        return refused(_NO_TOOLS.format(_name(request)))
    asked = request.model_copy(update={"command": command})
    plans = [
        with_offered(PLANNERS[service](command, asked), asked)
        for service in _likely(command, own, request)
    ]
    fallback = plans[0] if len(plans) == 1 else refused(_UNCLEAR.format(_name(request)))
    return next((planned for planned in plans if planned.steps), fallback)


def _likely(command: str, own: tuple[str, ...], request: PlanRequest) -> tuple[str, ...]:
    """Return the services that a command may be about, of those that the agent has tools of."""
    today = date.fromisoformat(request.today)
    about = domain_request(command, today, request.context, frozenset(PLANNERS))
    if about is None:
        return own if len(own) == 1 and not request.procedure else _wary(own)
    return (about.command.agent,) if about.command.agent in own else _wary(own)


def _wary(own: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(service for service in own if service not in _TAKES_ANYTHING)


def _services(request: PlanRequest) -> tuple[str, ...]:
    """Return the services an agent has tools of, in the order in which they were given."""
    named = (
        "action" if tool.name.startswith(_ACROSS) else TOOLS[tool.name].domain
        for tool in request.tools
        if tool.name in TOOLS
    )
    return tuple(dict.fromkeys(service for service in named if service in PLANNERS))


def _shifted(step: PlannedStep, by: int) -> PlannedStep:
    arguments: dict[str, Json] = {name: shifted(v, by) for name, v in step.arguments.items()}
    return step.model_copy(update={"arguments": arguments})


def _name(request: PlanRequest) -> str:
    return request.agent_name or request.agent


def _stuck(number: int, line: str, why: str, request: PlanRequest) -> str:
    return f"{_name(request)} can't do step {number} of what it was made for, “{line}”: {why}"
