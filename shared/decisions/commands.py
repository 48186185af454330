"""A message of several commands: which one comes next, and what is kept of those that are over."""

from shared.decisions import wording
from shared.decisions.bulk import counted
from shared.decisions.ending import error_of, fail
from shared.decisions.telling import told
from shared.models.intent import Command
from shared.models.reasoning import Earlier
from shared.models.run import AgentRun


def next_command(run: AgentRun) -> AgentRun:
    """Begin the next command of the same message that can be done."""
    earlier, done = (*run.earlier, over(run)), counted(run)
    queue = list(run.queue)
    order = run.order
    while queue:
        command = queue.pop(0)
        order += 1
        begun = AgentRun(
            id=run.id,
            agent=command.agent or run.agent,
            request=command.command,
            order=order,
            queue=tuple(queue),
            earlier=earlier,
            counted=done,
            planned=command.steps,
            wishes=command.wishes,
            held=run.held,
        )
        failed = {number for number, one in enumerate(earlier, start=1) if not one.success}
        needed = command.risk != "low" and failed.intersection(command.depends_on)
        if not (needed or command.skipped):
            return begun
        text = (wording.skipped if command.skipped else wording.left_out)(command.command)
        left_out = fail(begun, error_of("params", text, ""))
        earlier = (*earlier, over(left_out))
        run = left_out
    return run


def begun_next(run: AgentRun) -> AgentRun:
    """Begin the next command of the same message as it stands, whatever became of the others.

    Where none is left, that is what is held meanwhile.
    """
    if not run.queue and run.held is not None:
        return run.held
    command, *others = run.queue
    return AgentRun(
        id=run.id,
        agent=command.agent or run.agent,
        request=command.command,
        order=run.order + 1,
        queue=tuple(others),
        earlier=(*run.earlier, over(run)),
        planned=command.steps,
        wishes=command.wishes,
        held=run.held,
    )


def otherwise(run: AgentRun, place: int, wish: str) -> AgentRun:
    """Note what is to be different in an order that waits, at a place from 0."""
    known = run.queue[place]
    return _with(run, place, known.model_copy(update={"wishes": (*known.wishes, wish)}))


def skipped(run: AgentRun, place: int) -> AgentRun:
    """Note that an order that waits, at a place from 0, is not to be done."""
    return _with(run, place, run.queue[place].model_copy(update={"skipped": True}))


def all_skipped(run: AgentRun) -> AgentRun:
    """Note that no order that waits is to be done."""
    return run.model_copy(
        update={"queue": tuple(one.model_copy(update={"skipped": True}) for one in run.queue)}
    )


def _with(run: AgentRun, place: int, command: Command) -> AgentRun:
    queue = (*run.queue[:place], command, *run.queue[place + 1 :])
    return run.model_copy(update={"queue": queue})


def over(run: AgentRun) -> Earlier:
    """Return what is kept of a command that is over."""
    response = run.response
    return Earlier(
        agent=run.agent,
        command=run.request,
        success=response is not None and response.success,
        text=told(run),
        references=response.references if response is not None else (),
        digest=response is not None and response.digest,
    )
