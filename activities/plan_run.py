"""Plan the tool calls of a turn's agent run."""

from shared.decisions import runs, wording
from shared.errors import Upstream
from shared.models.reasoning import PlanRequest, ToolPlan, Usage
from shared.models.steps import Progress, TurnRef
from shared.roster import reach
from shared.services import Services
from shared.stopwatch import Stopwatch
from shared.tools.tool import rules_of
from shared.turns import Advance, OpenTurn, advance, load_turn, read_context


async def plan_run(ref: TurnRef, services: Services) -> Progress:
    """Ask the reasoner for a plan with the agent's tools; without one, the run fails."""
    opened = await load_turn(services.threads, ref)
    if opened.run is None or opened.progress.move != "plan":
        return opened.progress
    watch, run = Stopwatch(services.clock), opened.run.value
    within = await reach(services, opened.principal)
    agent, usage, fallback = within.get(run.agent), Usage(), ""
    # An agent may list a tool that a later deployment no longer has: it works with the others.
    names = agent.tools if agent is not None else ()
    toolbox = {name: services.tools[name] for name in names if name in services.tools}
    if agent is None:
        planned = ToolPlan(cannot=wording.unknown_agent(run.agent, ()))
    elif not toolbox:
        planned = ToolPlan(cannot=wording.no_tools(agent.name))
    else:
        request = PlanRequest(
            agent=agent.id,
            command=run.request,
            today=services.clock.now().date().isoformat(),
            tools=tuple(tool.spec() for tool in toolbox.values()),
            context=await read_context(services, opened),
        )
        try:
            reasoned = await services.reasoner.plan_tools(request)
            planned, usage, fallback = reasoned.value, reasoned.usage, reasoned.fallback
        except Upstream:
            planned = ToolPlan(cannot=wording.NOT_UNDERSTOOD)
    entry = watch.trace("plan", usage, planned.model_dump(mode="json"), fallback)

    def keep(current: OpenTurn) -> Advance | None:
        if current.run is None or current.progress.move != "plan":
            return None
        drawn = runs.plan(current.run.value, planned, rules_of(toolbox))
        return Advance(current.turn.value, drawn).traced(entry)

    return await advance(services, ref, keep, opened)
