"""What the webhooks of a task are to be told, when they are told it again, and until when."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from shared.decisions import a2a
from shared.models.webhook import Webhook

TRIES = 12
"""A webhook that cannot be told something is given up after these: after about six hours."""
_FIRST, _LONGEST = timedelta(minutes=1), timedelta(hours=1)


def mark(task: a2a.Task) -> str:
    """Return what stands for how a task stands; "" while it is worked on, which nobody is told."""
    if task.state in a2a.UNDER_WAY:
        return ""
    return f"{task.state}/{task.question.id if task.question is not None else task.run}"


def untold(hooks: Iterable[Webhook], now: str, *, again: bool) -> tuple[Webhook, ...]:
    """Return those to be told what `now` marks: of what they missed before only `again`."""
    lacking = (hook for hook in hooks if now not in {"", hook.told})
    return tuple(hook for hook in lacking if again or hook.missed != now)


def after(hook: Webhook, now: str, *, told: bool) -> Webhook:
    """Return a webhook after it was told something, or after it could not be."""
    failed = _failed(hook, now) + 1
    if told or failed == TRIES:
        return hook.model_copy(update={"told": now, "missed": "", "failed": 0})
    return hook.model_copy(update={"missed": now, "failed": failed})


def again(task: a2a.Task, hooks: Iterable[Webhook], now: datetime) -> datetime | None:
    """Return when to look at a task again; None once there is nothing more to tell.

    What waits for a person is looked at less and less often: its steps tell by themselves how it
    goes on, and this is only for those that were lost on the way.
    """
    stands = mark(task)
    left = untold(hooks, stands, again=True)
    if left:
        return now + _within(_FIRST * 2 ** max(_failed(hook, stands) - 1 for hook in left))
    if task.state in a2a.OVER:
        return None
    return now + (_FIRST if task.state in a2a.UNDER_WAY else _within(now - task.at))


def _failed(hook: Webhook, now: str) -> int:
    return hook.failed if hook.missed == now else 0


def _within(pause: timedelta) -> timedelta:
    return min(max(pause, _FIRST), _LONGEST)
