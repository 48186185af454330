"""Make a risky call ready to be shown: follow what the person wants changed, leave nothing open."""

from shared.agents.lending import equipped_for
from shared.agents.schedules import leave_given
from shared.conversation.stopwatch import Stopwatch
from shared.conversation.turns import Advance, OpenTurn, advance, load_turn
from shared.conversation.working import working
from shared.decisions import runs, wording
from shared.decisions.referring import things_of
from shared.decisions.sources import texts
from shared.decisions.stepping import unfollowed, with_step
from shared.decisions.telling import finished
from shared.deliveries import begin
from shared.errors import Upstream
from shared.models.reasoning import ReviseRequest, Revision, Usage
from shared.models.run import AgentRun, ToolError
from shared.models.steps import Progress, TurnRef
from shared.models.thread import TraceEntry
from shared.preparing import made_ready
from shared.services import Services
from shared.tools.tool import Prepared, rules_of


async def prepare_step(ref: TurnRef, services: Services) -> Progress:
    """Work out exactly what the next call will do; what cannot be worked out ends the run."""
    opened = await load_turn(services.threads, ref)
    if opened.run is None or opened.progress.move != "prepare" or opened.progress.stop:
        return opened.progress
    await begin(services, opened, "prepare_step")
    run, watch = opened.run.value, Stopwatch(services.clock)
    services = await equipped_for(services, opened.principal.tenant, run)
    outcome, entry = await _ready(opened, run, ref, services)
    leave = not isinstance(outcome, ToolError) and await leave_given(
        services, opened, run, outcome.arguments
    )
    rules = rules_of(services.tools)

    def keep(current: OpenTurn) -> Advance | None:
        if current.run is None or current.progress.move != "prepare":
            return None
        if isinstance(outcome, ToolError):
            moved = runs.record_failure(current.run.value, outcome, watch.milliseconds)
        else:
            known, exact = current.run.value, outcome.arguments
            moved = runs.prepared(
                known, exact, outcome.card, rules, outcome.before, outcome.foreign
            )
            if leave and moved.status == "executing":
                moved = runs.agreed(moved, "standing leave")
        made = Advance(current.turn.value, moved)
        return made.traced(entry) if entry is not None else made

    return await advance(services, ref, keep, opened)


async def _ready(
    opened: OpenTurn, run: AgentRun, ref: TurnRef, services: Services
) -> tuple[Prepared | ToolError, TraceEntry | None]:
    """Return the call with nothing left open, as the person wishes it.

    A wish is read when it is known what the call would do without.
    """
    step = run.steps[run.cursor]
    if not step.wish:
        return await made_ready(opened, run, None, services), None
    as_is = await made_ready(opened, run, None, services) if step.card is None else None
    if isinstance(as_is, Prepared):
        # what is there already, nobody brings into it
        own = run.model_copy(update={"said": (*run.said, *texts(as_is.arguments))})
        run = with_step(own, arguments=as_is.arguments)
    revision, entry = await _revised(opened, run, ref, services)
    wrong = unfollowed(step, revision, as_is if isinstance(as_is, ToolError) else None)
    return wrong or await made_ready(opened, run, revision, services), entry


async def _revised(
    opened: OpenTurn, run: AgentRun, ref: TurnRef, services: Services
) -> tuple[Revision, TraceEntry]:
    """Return the call as the person wishes it, or why it stays as it is."""
    watch, step = Stopwatch(services.clock), run.steps[run.cursor]
    now = run.profile.preferred.here(services.clock.now())
    request = ReviseRequest(
        tool=services.tools[step.tool].spec,
        arguments=services.tools[step.tool].wished(step.arguments),
        wish=step.wish,
        command=run.request if run.wishes or step.card is not None else "",  # it is the wish
        today=now.date().isoformat(),
        profile=run.profile,
        now=now,
        items=things_of(
            step, finished(run), rules_of(services.tools), opened.turn.value.references
        ),
    )
    try:
        async with working(services, ref, "revising"):
            reasoned = await services.reasoner.revise(request)
    except Upstream as error:
        revision, usage, fallback = Revision(why=wording.NOT_CHANGED), Usage(), str(error)
    else:
        revision, usage, fallback = reasoned.value, reasoned.usage, reasoned.fallback
    return revision, watch.trace("revise", usage, revision.model_dump(mode="json"), fallback)
