"""What an agent's declared policies do to its tool calls. They can only tighten."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import cast

from shared.decisions.redacting import redacted
from shared.models.agent import Agent
from shared.models.base import Json
from shared.models.hooks import Hook, Redaction
from shared.models.intent import Risk
from shared.models.people import address_of, recipients
from shared.models.run import Step

_CHANNEL, _MESSAGE = "channel", "thread_id"
_ADDRESS = re.compile(r"(?<![^\s<>(),;:\"])[^\s<>(),;:\"]+@[^\s<>(),;:\"]+")

Hooks = Sequence[Hook]


def hooks_of(agent: Agent) -> tuple[Hook, ...]:
    """Return every policy of an agent: its own, and those of all its skills."""
    return (*agent.hooks, *(hook for skill in agent.skills for hook in skill.hooks))


def raised(tool: str, risk: Risk, hooks: Hooks) -> Risk:
    """Return the risk of a call: where a person has to agree, it is not low, even to read."""
    asked = any(hook.require_approval for hook in _before(tool, hooks))
    return "medium" if asked and risk == "low" else risk


def one_too_many(tool: str, steps: Iterable[Step], hooks: Hooks) -> str:
    """Return why a tool may not be called after what was called so far; "" if it may."""
    made = list(steps)
    for hook in _before(tool, hooks):
        if hook.max_calls is None:
            continue
        calls = sum(_calls(step) for step in made if fnmatchcase(step.tool, hook.matcher))
        if calls >= hook.max_calls:
            return _too_often(hook.max_calls)
    return ""


def out_of_reach(tool: str, arguments: Mapping[str, Json], hooks: Hooks) -> str:
    """Return why a call may not reach the people or channel it names; "" if it may.

    Every policy with recipients has to let each of them pass; a name that is no address is none.
    """
    for hook in _before(tool, hooks):
        if hook.recipients:
            for recipient in _reached(arguments):
                if not any(_lets(allowed, recipient) for allowed in hook.recipients):
                    return _not_reached(recipient, hook)
    return ""


def without_redacted(tool: str, result: Json, hooks: Hooks) -> Json:
    """Return a result without what the policies on its tool want taken out."""
    return redacted(result, redactions(tool, hooks))


def redactions(tool: str, hooks: Hooks) -> frozenset[Redaction]:
    """Return what has to be taken out of a tool's results."""
    after = (hook for hook in hooks if hook.event == "post" and fnmatchcase(tool, hook.matcher))
    return frozenset(kind for hook in after for kind in hook.redact)


def _before(tool: str, hooks: Hooks) -> Iterator[Hook]:
    return (hook for hook in hooks if hook.event == "pre" and fnmatchcase(tool, hook.matcher))


def _calls(step: Step) -> int:
    """Count the calls of a step: one that looked further after finding nothing has made one."""
    return (step.status != "pending") + step.broadened


def _reached(arguments: Mapping[str, Json]) -> Iterator[str]:
    """Yield whom a call reaches: addresses, names that are none, and the channel as "#name"."""
    for one in recipients(arguments):
        if isinstance(one, Mapping):
            yield address_of(cast("Mapping[str, Json]", one))
        else:
            yield from _ADDRESS.findall(str(one)) or [str(one)]
    place, slash, _ = str(arguments.get(_MESSAGE) or "").rpartition("/")
    if channel := str(arguments.get(_CHANNEL) or (place if slash else "")):
        yield f"#{channel.lstrip('#')}"


def _lets(allowed: str, recipient: str) -> bool:
    """Whether "a@x.com", "@x.com" or "#channel" is or holds a recipient."""
    wanted, who = allowed.strip().casefold(), recipient.strip().casefold()
    if wanted.startswith("@"):
        return not who.startswith("#") and f"@{who.rpartition('@')[2]}" == wanted and "@" in who
    return who == wanted


def _not_reached(recipient: str, hook: Hook) -> str:
    listed = ", ".join(hook.recipients)
    return f"This agent's policy lets it reach only {listed}, so not {recipient}."


def _too_often(calls: int) -> str:
    times = {0: "never", 1: "only once in a run"}.get(calls, f"at most {calls} times in a run")
    return f"This agent's policy lets it do that {times}, so I stopped."
