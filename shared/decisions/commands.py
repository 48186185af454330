"""A message of several commands: which one comes next, and what is kept of those that are over."""

from shared.decisions import wording
from shared.decisions.bulk import counted
from shared.decisions.ending import error_of, fail
from shared.decisions.telling import told
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
            wish=command.wish,
        )
        if command.dropped:
            run = fail(begun, error_of("params", wording.LEFT_ALONE, ""))
            earlier = (*earlier, over(run))
            continue
        failed = {number for number, one in enumerate(earlier, start=1) if not one.success}
        if command.risk == "low" or not failed.intersection(command.depends_on):
            return begun
        text = wording.left_out(command.command)
        left_out = fail(begun, error_of("params", text, ""))
        earlier = (*earlier, over(left_out))
        run = left_out
    return run


def begun_next(run: AgentRun) -> AgentRun:
    """Begin the next command of the same message as it stands, whatever became of the others."""
    command, *others = run.queue
    return AgentRun(
        id=run.id,
        agent=command.agent or run.agent,
        request=command.command,
        order=run.order + 1,
        queue=tuple(others),
        earlier=(*run.earlier, over(run)),
        planned=command.steps,
        wish=command.wish,
    )


def said_of(run: AgentRun, place: int, *, wish: str = "") -> AgentRun:
    """Note what was said of a command that waits; without a wish, that it is not to be done."""
    queue = list(run.queue)
    wishes = filter(None, (queue[place].wish, wish))
    said = {"wish": ". ".join(wishes)} if wish else {"dropped": True}
    queue[place] = queue[place].model_copy(update=said)
    return run.model_copy(update={"queue": tuple(queue)})


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
