"""What an agent run has come to, in words and for a reasoner."""

from shared.decisions.binding import pointers_of
from shared.models.reasoning import StepOutcome
from shared.models.run import AgentRun, Step


def finished(run: AgentRun) -> list[Step]:
    """Return the steps that gave a result."""
    return [step for step in run.steps if step.status == "done"]


def answering(run: AgentRun) -> list[Step]:
    """Return the steps whose results are the answer, not what others were fed with.

    Where nothing came of what was fed, what was to be passed on speaks, or else the last result.
    """
    done = finished(run)
    unsaid = [step for place, step in enumerate(run.steps) if passes_on(run, place)]
    return (
        [step for step in done if not step.feeds]
        or [step for step in unsaid if step.status == "done"]
        or done[-1:]
    )


def told(run: AgentRun) -> str:
    """Return in words what a run came to; "" if only a reasoner can say."""
    summary = run.response.result.summary if run.response is not None else ""
    if summary:
        return summary
    texts = [step.text for step in answering(run) if step.text]
    return "\n\n".join((run.notes, *texts) if run.notes and texts else texts)


def so_far(run: AgentRun) -> str:
    """Return in the tools' own words what became of all commands of a message until now."""
    texts = [earlier.text for earlier in run.earlier] + [told(run)]
    return "\n\n".join(text for text in texts if text)


def partial(run: AgentRun, cursor: int) -> bool:
    """Return whether a step's result is part of an answer that more is to come for."""
    step = run.steps[cursor]
    more = run.status == "executing" or bool(run.queue)
    return more and step.status == "done" and not step.feeds and step.text != ""


def passes_on(run: AgentRun, cursor: int) -> bool:
    """Return whether a step's result goes on in words: a later step says it to somebody."""
    return any(
        pointer.step == cursor + 1 and not pointer.path
        for step in run.steps[cursor + 1 :]
        for pointer in pointers_of(step)
    )


def outcomes(run: AgentRun) -> tuple[StepOutcome, ...]:
    """Return what happened so far, for a reasoner."""
    return tuple(_outcome(step) for step in finished(run))


def outcomes_told(run: AgentRun) -> tuple[StepOutcome, ...]:
    """Return what the answer to the last command is made of."""
    summary = run.response.result.summary if run.response is not None else ""
    if summary:
        return (StepOutcome(tool="", text=summary),)
    return tuple(_outcome(step) for step in answering(run))


def _outcome(step: Step) -> StepOutcome:
    return StepOutcome(tool=step.tool, arguments=step.arguments, result=step.result, text=step.text)
