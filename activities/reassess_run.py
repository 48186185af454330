"""Decide what a tool's result means for the rest of the plan."""

from datetime import date

from shared.agents.lending import equipped_for
from shared.conversation.stopwatch import Stopwatch
from shared.conversation.turns import Advance, OpenTurn, advance, load_turn
from shared.conversation.working import working
from shared.decisions import quoting, runs, telling, wording
from shared.decisions.settling import by_rule
from shared.deliveries import begin
from shared.errors import Upstream
from shared.models.reasoning import PlannedStep, Reassessment, ReassessRequest, Usage
from shared.models.run import AgentRun
from shared.models.steps import Progress, TurnRef
from shared.services import Services
from shared.tools.tool import rules_of


async def reassess_run(ref: TurnRef, services: Services) -> Progress:
    """Judge a result that does not settle the next step: by rule, or by asking the reasoner."""
    opened = await load_turn(services.threads, ref)
    if opened.run is None or opened.progress.move != "reassess":
        return opened.progress
    services = await equipped_for(services, opened.principal.tenant, opened.run.value)
    watch, usage, fallback = Stopwatch(services.clock), Usage(), ""
    run = opened.run.value
    today = run.profile.preferred.here(services.clock.now()).date()
    verdict = by_rule(run, rules_of(services.tools), today)
    if verdict is None:
        await begin(services, opened, "reassess_run")
        try:
            request = _request(run, today, services)
            async with working(services, ref, "reassessing"):
                reasoned = await services.reasoner.reassess(quoting.given(request))
            verdict = _told_by_tools(quoting.verdict_from(reasoned.value, request), request)
            usage, fallback = reasoned.usage, reasoned.fallback
        except Upstream as error:
            verdict = Reassessment(verdict="failed", summary=wording.APOLOGY)
            fallback = str(error)
    shown = quoting.each_text(verdict.model_dump(mode="json"), quoting.plain)
    entry = watch.trace("reassess", usage, shown, fallback)

    def keep(current: OpenTurn) -> Advance | None:
        if current.run is None or current.progress.move != "reassess":
            return None
        moved = runs.reassess(current.run.value, verdict, rules_of(services.tools))
        return Advance(current.turn.value, moved).traced(entry)

    return await advance(services, ref, keep, opened)


def _told_by_tools(verdict: Reassessment, request: ReassessRequest) -> Reassessment:
    """Return a verdict that leaves what was found to its tools' words, where there are any."""
    if verdict.verdict == "complete" and any(done.text for done in request.done):
        return verdict.model_copy(update={"summary": ""})
    return verdict


def _request(run: AgentRun, today: date, services: Services) -> ReassessRequest:
    remaining = run.steps[run.cursor + 1 :]
    return ReassessRequest(
        agent=run.agent,
        command=run.request,
        today=today.isoformat(),
        tools=tuple(services.tools[name].spec for name in run.tools if name in services.tools),
        done=telling.outcomes(run),
        remaining=tuple(
            PlannedStep(tool=s.tool, arguments=s.arguments, reason=s.reason, sought=s.sought)
            for s in remaining
        ),
    )
