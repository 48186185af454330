"""Plan the tool calls of a turn's agent run, or of the next command of its message."""

from collections import Counter
from collections.abc import Iterable

from shared.agents.lending import equipped
from shared.agents.roster import reached
from shared.conversation.stopwatch import Stopwatch
from shared.conversation.turns import (
    Advance,
    OpenTurn,
    advance,
    load_turn,
    mentioned_in,
    read_context,
)
from shared.conversation.working import working
from shared.decisions import (
    between,
    commands,
    origins,
    quoting,
    runs,
    telling,
    undoing,
    uploading,
    wording,
)
from shared.decisions.failing import failure, unconnected
from shared.decisions.hooks import hooks_of
from shared.decisions.lacking import askable
from shared.decisions.procedures import gives_back, instructions_of, work_of
from shared.deliveries import begin
from shared.errors import ToolFailed, Upstream
from shared.models.agent import Agent
from shared.models.profile import Profile
from shared.models.reasoning import ConversationContext, PlanRequest, ToolPlan, Usage
from shared.models.run import AgentRun, ToolError
from shared.models.steps import Progress, TurnRef
from shared.profiles import profile_of
from shared.services import Services
from shared.tools.remote import plan_for
from shared.tools.tool import Toolbox, rules_of


async def plan_run(ref: TurnRef, services: Services) -> Progress:
    """Ask the reasoner for a plan with the agent's tools; without one, the run asks or fails."""
    opened = await load_turn(services.threads, ref)
    if opened.run is None or opened.progress.move != "plan":
        return opened.progress
    if between.over(opened.run.value):
        return await advance(services, ref, _shown_again, opened)
    await begin(services, opened, "plan_run")
    return await _plan(ref, opened, opened.run.value, services)


async def _plan(ref: TurnRef, opened: OpenTurn, run: AgentRun, services: Services) -> Progress:
    watch, run = Stopwatch(services.clock), _begun(run)
    agent, planned = await _agent(run, opened, services)
    takes_back = opened.turn.value.takes_back
    services = await equipped(services, opened.principal.tenant, agent.tools)
    toolbox = _toolbox(undoing.TOOLS if takes_back else agent.tools, services)
    profile, usage, fallback = Profile(), Usage(), ""
    failed: ToolError | None = None
    context = ConversationContext()
    if planned is None and not toolbox:
        planned = ToolPlan(cannot=wording.no_tools(agent.name))
    if planned is None:
        try:
            workspace = await services.workspaces.open(opened.principal)
            profile = await profile_of(services, opened.principal, workspace)
            context = await read_context(services, opened)
            known = _known(run, toolbox, opened)
            if known is None:
                request = await _request(run, agent, toolbox, profile, context, opened, services)
                async with working(services, ref, "planning"):
                    reasoned = await services.reasoner.plan_tools(quoting.given(request))
                known = quoting.plan_from(reasoned.value, request)
                known = askable(known, opened.turn.value, request)
                usage, fallback = reasoned.usage, reasoned.fallback
            planned = known.model_copy(
                update={"steps": uploading.along(known.steps, opened.turn.value.files)}
            )
            if not planned.steps and (lacking := await _lacking(toolbox, opened, services)):
                told = wording.not_connected(agent.name, lacking)
                planned, failed = ToolPlan(cannot=told), unconnected(told)
        except ToolFailed as error:
            planned, failed = ToolPlan(cannot=str(error)), failure("", error)
        except Upstream as error:
            planned, fallback = ToolPlan(cannot=wording.NOT_UNDERSTOOD), str(error)
    shown = quoting.each_text(planned.model_dump(mode="json"), quoting.plain)
    entry = watch.trace("plan", usage, shown, fallback)

    def keep(current: OpenTurn) -> Advance | None:
        if current.run is None or current.progress.move != "plan":
            return None
        rules, policies = rules_of(toolbox), hooks_of(agent)
        begun = _begun(current.run.value)
        said = origins.said(current.turn.value, begun, context, instructions_of(agent))
        begun = begun.model_copy(update={"gives_back": gives_back(agent), "said": said})
        answers = origins.answers(context)
        drawn = runs.plan(begun, planned, rules, profile, policies, answers, failed)
        return Advance(current.turn.value, drawn).traced(entry)

    return await advance(services, ref, keep, opened)


def _shown_again(current: OpenTurn) -> Advance | None:
    """Tell what came of what was asked in between, with the card that stood meanwhile."""
    if current.run is None or not between.over(current.run.value):
        return None
    text, listed, held = between.gone_on(current.run.value)
    turn = current.turn.value
    told = {"aside": text, "references": listed or turn.references}
    return Advance(turn.model_copy(update=told), held)


def _known(run: AgentRun, toolbox: Toolbox, opened: OpenTurn) -> ToolPlan | None:
    """Return the plan where nobody has to be asked for one.

    That is what takes something back, what only is passed on to an agent of another system, or
    what was worked out when the message was understood.
    """
    if opened.turn.value.takes_back:
        return undoing.plan(undoing.said(opened.turn.value))
    contexts = opened.turn.value.memory.contexts
    if passed_on := plan_for(tuple(toolbox), run.request, contexts):
        return passed_on
    if run.planned and all(step.tool in toolbox for step in run.planned):
        return ToolPlan(steps=run.planned)
    return None


def _begun(run: AgentRun) -> AgentRun:
    """Return the run as it is to be planned: one that is over goes on with its next command."""
    return run if run.status == "planning" else commands.next_command(run)


async def _agent(
    run: AgentRun, opened: OpenTurn, services: Services
) -> tuple[Agent, ToolPlan | None]:
    """Return the agent that works; where there is nothing to plan for, why."""
    nobody = Agent(id=run.agent, name=run.agent, description="")
    if run.status != "planning":  # nothing of what was left can be done
        return nobody, ToolPlan(cannot=telling.told(run))
    agent = await reached(services, opened.principal, run.agent)
    if agent is None:
        return nobody, ToolPlan(cannot=wording.unknown_agent(run.agent, ()))
    return agent, None


def _toolbox(names: Iterable[str], services: Services) -> Toolbox:
    """Return the tools it may use: one that a later deployment no longer has is left out."""
    return {name: services.tools[name] for name in names if name in services.tools}


async def _lacking(toolbox: Toolbox, opened: OpenTurn, services: Services) -> list[str]:
    """Return the domains an agent lacks accounts of, if the one it mostly works in is among them.

    Where only another is missing, the planner knows better what to say.
    """
    connected = {"", *await services.workspaces.connected(opened.principal)}
    domains = Counter(tool.domain for tool in toolbox.values())
    [(mostly, _)] = domains.most_common(1)
    return sorted(set(domains) - connected) if mostly not in connected else []


async def _request(
    run: AgentRun,
    agent: Agent,
    toolbox: Toolbox,
    profile: Profile,
    context: ConversationContext,
    opened: OpenTurn,
    services: Services,
) -> PlanRequest:
    now = profile.preferred.here(services.clock.now())
    connected = {"", *await services.workspaces.connected(opened.principal)}
    usable = (tool for tool in toolbox.values() if tool.domain in connected)
    allowed = (tool for tool in usable if tool.name not in profile.policy.refused)
    told = {"clarified": (*context.clarified, *run.clarified)}
    context = context.model_copy(update=told)
    return PlanRequest(
        agent=run.agent,
        command=run.request,
        today=now.date().isoformat(),
        tools=tuple(tool.spec for tool in allowed),
        context=context,
        earlier=run.earlier,
        profile=profile,
        now=now,
        agent_name=agent.name,
        instructions=instructions_of(agent),
        procedure=work_of(agent),
        links=services.worlds.links(opened.principal, run.request),
        mentioned=mentioned_in(services, opened.principal, context, run.request),
        own_mails=services.worlds.own_mails(opened.principal),
        tables=services.worlds.tables(opened.principal),
    )
