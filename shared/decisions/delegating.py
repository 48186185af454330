"""One message given to several agents side by side, and their answers brought together."""

from collections.abc import Mapping, Sequence

from shared.decisions import agui, bulk, wording
from shared.decisions.telling import told
from shared.models.base import Json
from shared.models.intent import Command
from shared.models.reasoning import Earlier
from shared.models.run import AgentRun, SubAgentResponse, SubAgentResult
from shared.models.thread import Turn
from shared.naming import digest

MAX_BRANCHES = 5
"""Agents at work at once (spec 004); the commands of further ones are done afterwards."""


def branches(turn: Turn) -> tuple[AgentRun, ...]:
    """Return the work of each agent that a turn is delegated to."""
    commands = turn.intent.commands[:MAX_BRANCHES] if turn.intent is not None else ()
    return tuple(
        AgentRun(
            id=f"work-{turn.number}-{number}",
            agent=command.agent,
            request=command.command,
            order=number,
            share=len(commands),
            planned=command.steps,
        )
        for number, command in enumerate(commands, 1)
    )


def instances(thread: str, turn: int, execution: str, count: int) -> tuple[str, ...]:
    """Return the ids of the orchestrations of a turn's branches, in order.

    Those of another execution have others: nobody meets the children of one that was lost.
    """
    return tuple(
        f"branch-{digest(thread, str(turn), str(place), execution)}" for place in range(count)
    )


def delegation(run: AgentRun, state: str) -> dict[str, Json]:
    """Return what tells clients how one of several agents gets on."""
    value = {"branch": run.order, "agent": run.agent, "command": run.request, "state": state}
    return agui.custom("delegation", value)


def state_of(run: AgentRun) -> str:
    """Return how a branch ended, in a word."""
    if _needs_a_person(run):
        return "needs_person"
    return "late" if run.response is None else "completed" if run.response.success else "failed"


def one_is_enough(turn: Turn) -> bool:
    """Return whether the first answer will do."""
    return turn.intent is not None and turn.intent.strategy == "first_success"


def joined(turn: Turn, runs: Sequence[AgentRun], names: Mapping[str, str]) -> AgentRun:
    """Return the run that goes on with what the branches left.

    Their answers are kept with who gave them; one that did not come in time says so. The first that
    needs a person goes on as the turn's own run, where it can ask; others like it are queued.
    """
    if one_is_enough(turn) and (first := next(filter(_succeeded, runs), None)) is not None:
        runs = (first,)
    waiting = [run for run in runs if _needs_a_person(run)]
    earlier = tuple(_kept(run, names) for run in runs if run not in waiting)
    commands = turn.intent.commands[MAX_BRANCHES:] if turn.intent is not None else ()
    queue = (*(_again(run) for run in waiting[1:]), *commands)
    if waiting:
        done = bulk.joined(bulk.counted(run) for run in runs if run is not waiting[0])
        changes = {
            "id": f"work-{turn.number}",
            "earlier": earlier,
            "queue": queue,
            "counted": done,
            "share": 1,
        }
        return waiting[0].model_copy(update=changes)
    success = any(run.success for run in earlier)
    return AgentRun(
        id=f"work-{turn.number}",
        agent="",
        request=turn.text,
        status="complete",
        order=len(runs),
        queue=queue,
        earlier=earlier,
        counted=bulk.joined(map(bulk.counted, runs)),
        response=SubAgentResponse(
            success=success, domain="", request=turn.text, result=SubAgentResult()
        ),
    )


def _succeeded(run: AgentRun) -> bool:
    return run.response is not None and run.response.success


def _needs_a_person(run: AgentRun) -> bool:
    """Whether a branch stands before a question, or before a step that has to be shown first."""
    if run.status == "needs_clarification":
        return True
    return run.status == "executing" and run.steps[run.cursor].risk != "low"


def _again(run: AgentRun) -> Command:
    return Command(agent=run.agent, command=run.request, order=run.order)


def _kept(run: AgentRun, names: Mapping[str, str]) -> Earlier:
    name = names.get(run.agent, run.agent)
    response = run.response
    text = told(run) if response is not None else wording.no_answer_in_time()
    return Earlier(
        agent=run.agent,
        command=run.request,
        success=_succeeded(run),
        text=wording.attributed(name, text),
        references=response.references if response is not None else (),
        digest=response is not None and response.digest,
    )
