"""What a tool call that failed is to a person: what went wrong, and what they can do about it."""

from collections.abc import Iterable

from shared.errors import ToolFailed
from shared.models.profile import Account
from shared.models.run import ToolError

_PASSING = frozenset({"network", "tool_error"})
"""What may be over in a moment, where it is recoverable at all; the others say what to do."""
_WAITED_FOR = _PASSING | {"rate_limit"}
_AGAIN = "Please ask me again in a moment."


def failure(tool: str, error: ToolFailed) -> ToolError:
    """Return why a call failed, with what to do where the error does not say so itself."""
    again = error.recoverable and error.kind in _PASSING
    return ToolError(
        type=error.kind,
        message=f"{error} {_AGAIN}" if again else str(error),
        tool=tool,
        recoverable=error.recoverable,
        link=getattr(error, "link", ""),
    )


def unconnected(told: str) -> ToolError:
    """Return that none of the accounts is connected that a command needs."""
    return ToolError(type="auth", message=told, tool="", recoverable=True)


def no_answer(tool: str, domain: str, accounts: Iterable[Account], seconds: int) -> ToolError:
    """Return that a call took too long, naming whose answer did not come."""
    names = {one.provider.title() for one in accounts if domain in one.domains}
    whose = " and ".join(sorted(names)) or "It"
    late = f"{whose} did not answer within {seconds} seconds."
    return failure(tool, ToolFailed(late, "network", recoverable=True))


def again(command: str, error: ToolError) -> tuple[str, ...]:
    """Return what to say next after a failure: the same once more, where that may help."""
    return (command,) if error.recoverable and error.type in _WAITED_FOR else ()
