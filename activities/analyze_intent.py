"""Understand what a turn's message asks for."""

from shared.decisions import errands, quoting, routing, uploading
from shared.deliveries import begin
from shared.errands import errand_for
from shared.errors import AgentDiscoveryError, MasterAgentError, ToolFailed, Upstream
from shared.models.intent import IntentAnalysis
from shared.models.reasoning import IntentRequest, Usage
from shared.models.steps import Analysis, TurnRef
from shared.models.thread import Turn
from shared.profiles import profile_of
from shared.roster import analysis_of, candidates_for
from shared.services import Services
from shared.stopwatch import Stopwatch
from shared.turns import Advance, OpenTurn, advance, load_turn, mentioned_in, read_context
from shared.working import working


async def analyze_intent(ref: TurnRef, services: Services) -> Analysis:
    """Analyse the message and keep the result with the turn; a failure is a value."""
    opened = await load_turn(services.threads, ref)
    turn = opened.turn.value
    if turn.intent is not None:
        return await _told(turn, turn.intent, opened, services)
    await begin(services, opened, "analyze_intent")
    request, intent = await _request(opened, services), None
    watch = Stopwatch(services.clock)
    try:
        async with working(services, ref, "understanding"):
            reasoned = await services.reasoner.analyze_intent(quoting.given(request))
    except (Upstream, MasterAgentError) as error:
        entry = watch.trace("intent", Usage(), {"error": str(error)})
    else:
        intent = quoting.analysis_from(reasoned.value, request)
        detail = intent.model_dump(mode="json")
        entry = watch.trace("intent", reasoned.usage, detail, reasoned.fallback)

    def keep(current: OpenTurn) -> Advance | None:
        turn = current.turn.value
        if turn.intent is not None:
            return None
        return Advance(turn.model_copy(update={"intent": intent})).traced(entry)

    await advance(services, ref, keep, opened)
    return await _told(turn, intent, opened, services)


async def _told(
    turn: Turn, intent: IntentAnalysis | None, opened: OpenTurn, services: Services
) -> Analysis:
    understood = turn.model_copy(update={"intent": intent})
    errand = await errand_for(services, opened.principal, errands.wanted(understood))
    about = {"errand": errand is not None, "files": uploading.reads(turn.files, intent)}
    return analysis_of(intent).model_copy(update=about)


async def _request(opened: OpenTurn, services: Services) -> IntentRequest:
    turn = opened.turn.value
    text = routing.wanted(turn)
    try:
        agents = await candidates_for(services, opened.principal, text, turn.memory)
    except AgentDiscoveryError:
        agents = ()  # discovery, which runs beside this, says so
    context = await read_context(services, opened)
    request = IntentRequest(
        text=text,
        today=services.clock.now().date().isoformat(),
        context=context,
        agents=agents,
        links=services.worlds.links(opened.principal, text),
        familiar=services.worlds.familiar(opened.principal, text),
        mentioned=mentioned_in(services, opened.principal, context),
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
