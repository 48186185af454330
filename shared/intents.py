"""Understanding what is said in a turn: with all that whoever understands it is told."""

from dataclasses import replace

from shared.agents.errands import errand_for
from shared.agents.roster import analysis_of, candidates_for
from shared.conversation.turns import OpenTurn, mentioned_in
from shared.decisions import errands, quoting, uploading
from shared.errors import AgentDiscoveryError, ToolFailed
from shared.models.intent import IntentAnalysis
from shared.models.reasoning import ConversationContext, IntentRequest
from shared.models.steps import Analysis
from shared.models.thread import Turn
from shared.ports import Reasoned
from shared.profiles import profile_of
from shared.services import Services


async def understand(request: IntentRequest, services: Services) -> Reasoned[IntentAnalysis]:
    """Return what a request means; raises what the reasoner raises."""
    reasoned = await services.reasoner.analyze_intent(quoting.given(request))
    return replace(reasoned, value=quoting.analysis_from(reasoned.value, request))


async def analysed(
    turn: Turn, intent: IntentAnalysis | None, opened: OpenTurn, services: Services
) -> Analysis:
    """Return what deciding where a turn goes needs to know of what its message means."""
    understood = turn.model_copy(update={"intent": intent})
    errand = await errand_for(services, opened.principal, errands.wanted(understood))
    about = {"errand": errand is not None, "files": uploading.reads(turn.files, intent)}
    return analysis_of(intent).model_copy(update=about)


async def request_for(
    text: str, opened: OpenTurn, context: ConversationContext, services: Services
) -> IntentRequest:
    """Return a text that was said in a turn as the request to understand it."""
    try:
        agents = await candidates_for(services, opened.principal, text, opened.turn.value.memory)
    except AgentDiscoveryError:
        agents = ()  # discovery, which runs beside this, says so
    request = IntentRequest(
        text=text,
        today=services.clock.now().date().isoformat(),
        context=context,
        agents=agents,
        links=services.worlds.links(opened.principal, text),
        familiar=services.worlds.familiar(opened.principal, text),
        mentioned=mentioned_in(services, opened.principal, context, text),
        tables=services.worlds.tables(opened.principal),
    )
    return await _planning(request, opened, services) if services.plans_at_once else request


async def _planning(request: IntentRequest, opened: OpenTurn, services: Services) -> IntentRequest:
    """Return a request with what it takes to plan as well: the tools, and who the person is."""
    try:
        workspace = await services.workspaces.open(opened.principal)
        profile = await profile_of(services, opened.principal, workspace)
    except ToolFailed:  # whoever plans says what is wrong
        known = (await services.people.get(opened.principal)).known
        today = known.here(services.clock.now()).date().isoformat()
        return request.model_copy(update={"today": today})
    now = profile.preferred.here(services.clock.now())
    reachable = {agent.agent for agent in request.agents if agent.workspace}
    connected = {"", *await services.workspaces.connected(opened.principal)}
    names = dict.fromkeys(
        name
        for agent in services.domain_agents
        if agent.id in reachable
        for name in agent.tools
        if name not in profile.policy.refused
    )
    tools = (services.tools[name] for name in names if name in services.tools)
    usable = tuple(tool.spec for tool in tools if tool.domain in connected)
    today = now.date().isoformat()
    added = {"tools": usable, "profile": profile, "now": now, "today": today}
    wrote = {"own_mails": services.worlds.own_mails(opened.principal)}
    return request.model_copy(update={**added, **wrote})
