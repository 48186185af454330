"""Make the next tool call of a turn's agent run."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import cast

from shared.activity import history_of, learnt
from shared.agents.lending import equipped_for
from shared.agents.roster import reached
from shared.conversation.aloud import Aloud, aloud, kept, said_before
from shared.conversation.effects import Change, nobody_at_it, once
from shared.conversation.stopwatch import Stopwatch
from shared.conversation.turns import Advance, OpenTurn, advance, load_turn
from shared.conversation.uploads import uploads_of
from shared.decisions import (
    agui,
    giving,
    hooks,
    lifecycle,
    memory,
    runs,
    telling,
    undoing,
    wording,
)
from shared.decisions.failing import failure, no_answer
from shared.decisions.links import inert
from shared.decisions.risk import argument_hash
from shared.deliveries import begin
from shared.errors import Fault, LimitReached, TooLarge, ToolFailed, Upstream
from shared.faults import noticed
from shared.likeness import likeness
from shared.models.base import Json
from shared.models.reasoning import StepOutcome, SynthesisRequest, Usage
from shared.models.run import AgentRun, Step, ToolError
from shared.models.steps import Progress, TurnRef
from shared.models.thread import Turn
from shared.preparing import made_ready
from shared.services import Services
from shared.tools.effect import Effect
from shared.tools.tool import TIMEOUT_SECONDS, Desk, Said, Tool, rules_of
from shared.tools.uploads import Uploads
from shared.tools.wording import field
from shared.tools.workspace import Workspace


@dataclass(frozen=True)
class _Found:
    """What a call gave, put into words, and what could be said next. Wording it cost `usage`."""

    result: Json
    text: str
    suggestions: Sequence[str] = ()
    usage: Usage = Usage()
    fallback: str = ""


async def execute_tool(ref: TurnRef, services: Services) -> Progress:
    """Show the call, make it, and keep what it gave. The rows say which call is next."""
    opened = await load_turn(services.threads, ref)
    services = await _equipped(services, opened)
    if opened.progress.move == "execute" and not opened.progress.stop:
        await begin(services, opened, "execute_tool", partial(_free, opened, services))
    if _leaves_open(opened, services):
        await _prepare(opened, ref, services)
        opened = await load_turn(services.threads, ref)
    if opened.run is None or opened.progress.move != "execute" or opened.progress.stop:
        return opened.progress
    run = opened.run.value
    call = lifecycle.call_id(opened.turn.value, run)
    await advance(services, ref, _show, opened)
    watch = Stopwatch(services.clock)
    async with aloud(services, ref, opened) as saying:
        outcome = await _call(run, opened, services, saying)
    milliseconds = watch.milliseconds
    begun = saying.begun or opened.turn.value.draft is not None
    before_it = await said_before(services, opened) if begun else []

    def keep(current: OpenTurn, outcome: _Found | ToolError) -> Advance | None:
        if current.run is None or current.progress.move != "execute":
            return None
        turn, before = current.turn.value, current.run.value
        if lifecycle.call_id(turn, before) != call:
            return None
        if isinstance(outcome, ToolError):
            moved = runs.record_failure(before, outcome, milliseconds, rules_of(services.tools))
            shown: Json = {"error": outcome.model_dump(mode="json")}
            usage, fallback = Usage(), ""
        else:
            moved = runs.record(
                before,
                outcome.result,
                milliseconds,
                rules_of(services.tools),
                outcome.text,
                tuple(outcome.suggestions),
            )
            turn = _taught(turn, before, outcome.result, services)
            shown, usage, fallback = outcome.result, outcome.usage, outcome.fallback
        step = before.steps[before.cursor]
        failed = isinstance(outcome, ToolError)
        detail: Json = {
            "tool": step.tool,
            "arguments": step.arguments,
            "call": call,
            "status": "failed" if failed else "done",
            "text": outcome.message if failed else outcome.text,
        }
        entry = watch.trace("tool", usage, detail, fallback)
        more = _given(current.turn.value, turn)
        if isinstance(outcome, _Found) and telling.partial(moved, before.cursor):
            more.append(agui.custom("partial_result", _partial(before, call, outcome.text)))
        asks = moved.status == "needs_clarification"
        turn, aside = kept(turn, saying.text, before_it, asks=asks)
        ended = lifecycle.call_ended(turn, call, shown, *more)
        return Advance(turn, moved, (*aside, *ended)).traced(entry)

    try:
        return await advance(services, ref, partial(keep, outcome=outcome))
    except TooLarge:
        tool = run.steps[run.cursor].tool
        message = "That is more than I can keep at once. Please ask for less at a time."
        failure = ToolError(type="tool_error", message=message, tool=tool, recoverable=True)
        return await advance(services, ref, partial(keep, outcome=failure))


def _taught(turn: Turn, run: AgentRun, result: Json, services: Services) -> Turn:
    """Return the turn with what a call gave, and what later calls of its tool here go on with."""
    name = run.steps[run.cursor].tool
    tool = services.tools[name]
    turn = giving.giving(turn, tool.gives(result))
    known = memory.gone_on_with(turn.memory, name, str(field(result, tool.rules.context) or ""))
    return turn if known is turn.memory else turn.model_copy(update={"memory": known})


def _given(before: Turn, turn: Turn) -> list[dict[str, Json]]:
    """Return what tells clients of the files that a call gave."""
    new = giving.files(turn)[len(giving.files(before)) :]
    return [agui.custom("files", [one.model_dump(mode="json") for one in new])] if new else []


async def _equipped(services: Services, opened: OpenTurn) -> Services:
    run = opened.run.value if opened.run is not None else None
    return await equipped_for(services, opened.principal.tenant, run)


def _leaves_open(opened: OpenTurn, services: Services) -> bool:
    """Return whether the next call changes something and is not prepared yet.

    That is one nobody has to be asked about, or one that was prepared by an older deployment in
    another form: it is shown again if it needs to be.
    """
    if opened.run is None or opened.progress.move != "execute" or opened.progress.stop:
        return False
    step = opened.run.value.steps[opened.run.value.cursor]
    tool = services.tools[step.tool]
    return tool.rules.changes and (step.card is None or tool.leaves_open(step.arguments))


async def _free(opened: OpenTurn, services: Services) -> None:
    """Return once no earlier attempt at the next call can still be under way."""
    if opened.run is None or _leaves_open(opened, services):
        return
    run = opened.run.value
    if services.tools[run.steps[run.cursor].tool].rules.changes:
        await nobody_at_it(services, _change_of(run, opened, services))


async def _prepare(opened: OpenTurn, ref: TurnRef, services: Services) -> None:
    """Keep exactly what the call will do before it is made, so that every attempt does the same."""
    if opened.run is None:
        return
    watch, run = Stopwatch(services.clock), opened.run.value
    outcome = await made_ready(opened, run, None, services)

    def keep(current: OpenTurn) -> Advance | None:
        if current.run is None or not _leaves_open(current, services):
            return None
        if isinstance(outcome, ToolError):
            moved = runs.record_failure(current.run.value, outcome, watch.milliseconds)
        else:
            rules = rules_of(services.tools)
            known, exact = current.run.value, outcome.arguments
            moved = runs.prepared(
                known, exact, outcome.card, rules, outcome.before, outcome.foreign
            )
        return Advance(current.turn.value, moved)

    await advance(services, ref, keep, opened)


def _partial(run: AgentRun, call: str, text: str) -> Json:
    """Return what a client may show of a command before its answer is complete."""
    return {"agent": run.agent, "command": run.request, "toolCallId": call, "text": text}


def _show(opened: OpenTurn) -> Advance | None:
    turn, run = opened.turn.value, opened.run
    if run is None or opened.progress.move != "execute":
        return None
    shown = lifecycle.call_begun(turn, run.value)
    return Advance(turn, None, tuple(shown)) if shown else None


async def _call(
    run: AgentRun, opened: OpenTurn, services: Services, saying: Aloud
) -> _Found | ToolError:
    step = run.steps[run.cursor]
    tool = services.tools[step.tool]
    try:
        await services.budgets.take(opened.principal, {"tools": 1})
        if tool.rules.changes:
            result = await _change(run, opened, services, saying)
        else:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                result = await _read(run, opened, services)
    except ToolFailed as error:
        return failure(step.tool, error)
    except LimitReached as error:  # no fault of the agent's
        return failure(step.tool, ToolFailed(str(error), "params"))
    except TimeoutError:
        return no_answer(step.tool, tool.domain, run.profile.accounts, TIMEOUT_SECONDS)
    kept = hooks.without_redacted(step.tool, result, run.hooks)
    found = _told(tool, Said(kept, step.arguments, run.profile, services.clock.now()))
    condense = tool.rules.digest and telling.passes_on(run, run.cursor)
    return await _digested(found, run, services) if condense else found


def _told(tool: Tool, said: Said) -> _Found:
    """Put a result into words; where that breaks, what was done is done all the same."""
    try:
        with noticed(f"the words of {tool.name}"):
            return _Found(said.result, tool.say(said), tool.suggest(said))
    except Fault as fault:
        done = wording.done_without_words(tool.description)
        text = done if tool.rules.changes else wording.WITHOUT_WORDS
        return _Found(said.result, text, fallback=str(fault))


async def _digested(found: _Found, run: AgentRun, services: Services) -> _Found:
    """Condense what others are going to read; where that fails, it stays as the tool puts it."""
    step = run.steps[run.cursor]
    outcome = StepOutcome(
        tool=step.tool, arguments=step.arguments, result=found.result, text=found.text
    )
    request = SynthesisRequest(
        text=f"{run.request}\n{step.reason}",
        today=run.profile.preferred.here(services.clock.now()).date().isoformat(),
        agent=run.agent,
        done=(outcome,),
    )
    stream = services.reasoner.synthesize(request)
    try:
        written = inert("".join([piece async for piece in stream])).strip()
    except Upstream as failure:
        return replace(found, usage=stream.usage, fallback=str(failure))
    text = written or found.text
    return replace(found, text=text, usage=stream.usage, fallback=stream.fallback)


def _change_of(run: AgentRun, opened: OpenTurn, services: Services) -> Change:
    """Return the change that the next call is."""
    step, tool = run.steps[run.cursor], services.tools[run.steps[run.cursor].tool]
    about = undoing.about(run, opened.head.value, opened.turn.value)
    said = Said(None, step.arguments, run.profile, services.clock.now())
    call = lifecycle.call_id(opened.turn.value, run)
    return Change(
        opened.principal,
        _effect_key(tool, step, opened.head.value.key, call),
        step.tool,
        argument_hash(step.tool, step.arguments),
        about=about,
        learn=partial(learnt, tool, about, said, step.was),
    )


async def _change(run: AgentRun, opened: OpenTurn, services: Services, saying: Aloud) -> Json:
    """Make a change at most once; whatever was kept of its domain is out of date after it."""
    step, principal = run.steps[run.cursor], opened.principal
    tool = services.tools[step.tool]
    history = history_of(services, principal, opened.head.value.id)

    async def attempt(effect: Effect) -> Json:
        await _still_allowed(services, opened, run.agent, step.tool)
        workspace = await services.workspaces.open(principal)
        uploads = _files(run, opened, services)
        chain = opened.turn.value.chain
        now = services.clock.now()
        desk = Desk(workspace, run.profile, now, effect, history, uploads, chain, saying.tell)
        result = _with_left_out(await tool.run(desk, step.arguments), workspace)
        return hooks.without_redacted(step.tool, result, run.hooks)

    try:
        return await once(services, _change_of(run, opened, services), attempt)
    finally:
        services.worlds.changed(principal, tool.domain)
        await services.results.drop(principal, tool.domain)


async def _still_allowed(services: Services, opened: OpenTurn, agent: str, tool: str) -> None:
    """Raise ToolFailed where a person, or their organisation's agents, may not do this any more.

    A step can wait for an answer for days: what counts is how things are when it is done.
    """
    if await reached(services, opened.principal, agent) is None:
        raise ToolFailed(wording.no_longer_theirs(agent), "permission")
    policy = await services.policies.get(opened.principal.tenant)
    if tool in policy.refused:
        raise ToolFailed(wording.refused_tool(tool), "permission")


def _files(run: AgentRun, opened: OpenTurn, services: Services) -> Uploads:
    whole = not hooks.redactions(run.steps[run.cursor].tool, run.hooks)
    return uploads_of(services, opened.head.value.key, keeps=whole)


def _with_left_out(result: Json, workspace: Workspace) -> Json:
    """Return a result with the accounts that could not be asked for it."""
    if not workspace.left_out or not isinstance(result, dict):
        return result
    left_out = [asdict(one) for one in dict.fromkeys(workspace.left_out)]
    return {**cast("dict[str, Json]", result), "left_out": left_out}


def _effect_key(tool: Tool, step: Step, thread: str, call: str) -> str:
    """Return what may happen once: the call of this very step, or what the tool says."""
    if tool.effect_key is not None:
        return f"{tool.name}/{tool.effect_key(step.arguments)}"
    return f"{thread}/{call}"


async def _read(run: AgentRun, opened: OpenTurn, services: Services) -> Json:
    """Return what a reading tool finds, or found a while ago."""
    step, principal = run.steps[run.cursor], opened.principal
    tool = services.tools[step.tool]
    fingerprint = argument_hash(step.tool, step.arguments)
    if tool.keep is not None:
        known = await services.results.get(principal, tool.domain, fingerprint)
        if known is not None:
            return known[0]
    workspace = await services.workspaces.open(principal)
    desk = Desk(
        workspace,
        run.profile,
        services.clock.now(),
        history=history_of(services, principal, opened.head.value.id),
        uploads=_files(run, opened, services),
        likeness=likeness(services.encoder),
    )
    result = _with_left_out(await tool.run(desk, step.arguments), workspace)
    # what is kept is found by the person's other agents too: as it is, or not at all
    whole = not workspace.left_out
    if tool.keep is not None and whole and not hooks.redactions(step.tool, run.hooks):
        await services.results.keep(principal, tool.domain, fingerprint, result, tool.keep)
    return result
