"""Tool calls for one command to an agent that people made, with the tools they gave it.

One with a procedure does what its lines say, in order; a message can narrow that. One without
does what the message says.
"""

from dataclasses import replace

from shared.decisions.building.table import ingredient_reading
from shared.models.reasoning import ConversationContext, PlannedStep, PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.command import FRAMES, planned, said_for
from shared.reasoning.embedded.planning.lent import call, lent_tools, likely, named, unclear
from shared.reasoning.embedded.planning.narrowing import Narrowing, narrowed, narrowing_in
from shared.reasoning.embedded.planning.offered import with_offered
from shared.reasoning.embedded.planning.parts import plan_of
from shared.reasoning.embedded.planning.passing import Before, following, passed_on
from shared.understanding.folding import tidy
from shared.understanding.marking import Span
from shared.understanding.reader import Reader
from shared.understanding.said import Said
from shared.understanding.steps import refused
from shared.understanding.tasks import CHANGING
from shared.workspace.registry import TOOLS

_ACROSS = "workspace_"
_UNCLEAR = "Without a language model I can't tell how {} would do that with its tools."
_NO_TOOLS = (
    "{0} has no tools that are connected, so it can't read or change anything yet. Connect the "
    "account it works with, or give it something to do: “change {0} to also read my unread emails”."
)
_LIKELY = 0.3
"""The least probability of a task that an agent is taken to be asked for."""
_LOOKS_FOR = {
    "email": ("mail_search", "topic"),
    "pages": ("page_find", "topic"),
    "contacts": ("contact_find", "person"),
}
"""How a service is searched for what a message only names, and the kind of span that names it."""


def plan(request: PlanRequest, reader: Reader) -> ToolPlan:
    """Plan its procedure as the message narrows it, or the message itself."""
    if not (_services(request) or lent_tools(request)):
        return refused(_NO_TOOLS.format(_name(request)))
    if not request.procedure:
        return _command(tidy(request.command), request, reader)
    # what was listed before means nothing to a line that was written long ago
    alone = request.model_copy(update={"context": ConversationContext(), "earlier": ()})
    return _procedure(alone, narrowing_in(request), reader)


def _procedure(request: PlanRequest, wanted: Narrowing, reader: Reader) -> ToolPlan:
    changing = {tool.name for tool in request.tools if tool.changes}
    steps: list[PlannedStep] = []
    found: list[int] = []
    latest: list[int] = []
    passed = False
    for number, line in enumerate(request.procedure, 1):
        before = Before(len(steps), tuple(found), tuple(latest))
        drawn = _line(tidy(line), before, request, reader)
        if not drawn.steps:
            return refused(_stuck(number, line, drawn.cannot, request))
        writes = any(step.tool in changing for step in drawn.steps)
        if wanted.only_shown and writes:
            continue
        steps += drawn.steps
        if not writes:
            found.append(len(steps))
            latest = [*([] if passed else latest), len(steps)]
        passed = writes
    if not steps:
        return refused(f"{_name(request)} only changes things, so there is nothing to show.")
    return ToolPlan(steps=narrowed(steps, wanted))


def _line(order: str, before: Before, request: PlanRequest, reader: Reader) -> ToolPlan:
    """Plan one line, its steps numbered as they come after those before.

    What a part wrote is planned from that part. Only what somebody wrote themselves is read.
    """
    part = ingredient_reading(order)
    exact = plan_of(part, before, request) if part is not None else None
    exact = exact or passed_on(order, before, request)
    if exact is None:
        return following(_command(order, request, reader), before)
    return with_offered(exact, request, before.steps)


def _command(command: str, request: PlanRequest, reader: Reader) -> ToolPlan:
    """Plan one command as the likeliest task of the services that the agent has tools of.

    A lent tool that is called by its name is meant before, any other only after that.
    """
    own, lent = _services(request), lent_tools(request)
    meant = named(command, lent) or (None if own else likely(command, lent))
    if meant is not None:
        return call(command, meant, request)
    if not own:
        return unclear(_name(request), lent)
    asked = request.model_copy(update={"command": command})
    known = {task: frame for service in own for task, frame in FRAMES[service].items()}
    said = said_for(asked, reader, known)
    if said.has("which") and request.context.references and said.task not in CHANGING:
        said = replace(said, sure=1)  # "the first one" is of what this agent itself can read
    if said.sure < _LIKELY:
        said = _only_named(command, own, reader) or said
    if said.sure < _LIKELY:
        if (meant := likely(command, lent)) is not None:
            return call(command, meant, request)
        return refused(_UNCLEAR.format(_name(request)))
    return with_offered(planned(said, asked), asked)


def _only_named(command: str, own: tuple[str, ...], reader: Reader) -> Said | None:
    """Return a message that names something and says no more, as looking for it; or None."""
    task, kind = _LOOKS_FOR.get(own[0], ("", "")) if len(own) == 1 else ("", "")
    if not task or all(span.text != command for span in reader.read(command).spans):
        return None
    return Said(task, 1, command, (Span(kind, command, 0, len(command)),))


def _services(request: PlanRequest) -> tuple[str, ...]:
    """Return the services an agent has tools of, in the order in which they were given."""
    named = (
        "action" if tool.name.startswith(_ACROSS) else TOOLS[tool.name].domain
        for tool in request.tools
        if tool.name in TOOLS
    )
    return tuple(dict.fromkeys(service for service in named if service in FRAMES))


def _name(request: PlanRequest) -> str:
    return request.agent_name or request.agent


def _stuck(number: int, line: str, why: str, request: PlanRequest) -> str:
    return f"{_name(request)} can't do step {number} of what it was made for, “{line}”: {why}"
