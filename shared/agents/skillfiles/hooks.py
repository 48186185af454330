"""Hooks in a file: policies by event, each for the tools that its matcher names."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Literal

import yaml

from shared.agents.skillfiles.faults import Report, closest
from shared.agents.skillfiles.kinds import Choice, Fields, Flag, Several, Text, Whole, line_of
from shared.agents.skillfiles.spelling import hyphened, snaked
from shared.models.base import Json
from shared.models.hooks import Hook

MAX_POLICIES = 50
MAX_RECIPIENTS = 200
MAX_CALLS = 1_000_000
EVENTS: dict[Literal["pre", "post"], str] = {"pre": "PreToolUse", "post": "PostToolUse"}

_BEFORE: tuple[str, ...] = ("require-approval", "recipients", "max-calls")
_AFTER = ("redact",)
_RECIPIENT = re.compile(r"[#@][^\s@]+|[^\s@]+@[^\s@]+")
_NO_COMMANDS = (
    "Hooks are declared policies here; commands are not run. Before a call there are matcher, "
    "require-approval, recipients and max-calls; after it, matcher and redact."
)
_SHELL: tuple[str, ...] = ("type", "command", "hooks", "prompt", "url", "timeout")
_COMMANDS: dict[str, str] = dict.fromkeys(_SHELL, _NO_COMMANDS)


@dataclass(frozen=True)
class _Policy:
    """One hook. It has to ask for something: a hook that does not only seems to protect."""

    fields: Fields
    asks: tuple[str, ...]

    def read(self, node: yaml.Node, name: str, report: Report) -> dict[str, Json] | None:
        values = self.fields.read(node, name, report)
        if values is not None and len(values) == len(node.value) and not self._effective(values):
            wanted = " or ".join(self.asks)
            report.add(line_of(node), name, f"This hook does nothing. It needs {wanted}.")
        return values

    def _effective(self, values: dict[str, Json]) -> bool:
        asked = [values[name] for name in self.asks if name in values]
        return any(value is not False and value != () for value in asked)


def hook_fields(tools: Collection[str] | None) -> Fields:
    """Return how hooks are read; `tools` are those there are, None if that is not known."""
    matcher = Text(100, wrong=_naming(tools))
    before = Fields(
        {
            "matcher": matcher,
            "require-approval": Flag(),
            "recipients": Several(Text(255, wrong=_recipient), MAX_RECIPIENTS),
            "max-calls": Whole(0, MAX_CALLS),
        },
        needed=frozenset({"matcher"}),
        foreign=_COMMANDS | {"redact": "Results are redacted after a call, under PostToolUse."},
    )
    too_late = "This holds before a call. Put it under PreToolUse."
    after = Fields(
        {"matcher": matcher, "redact": Several(Choice(("email", "card", "secret")), 3)},
        needed=frozenset({"matcher"}),
        foreign=_COMMANDS | dict.fromkeys(_BEFORE, too_late),
    )
    events = {
        EVENTS["pre"]: Several(_Policy(before, _BEFORE), MAX_POLICIES),
        EVENTS["post"]: Several(_Policy(after, _AFTER), MAX_POLICIES),
    }
    return Fields(events, noun="event", foreign=_COMMANDS)


def hooks_of(values: dict[str, Any]) -> tuple[Hook, ...]:
    """Return the hooks that were read: those before a call, then those after it."""
    return tuple(
        Hook.model_validate({"event": event, **snaked(policy)})
        for event, said in EVENTS.items()
        for policy in values.get(said, ())
    )


def written_hooks(hooks: Sequence[Hook]) -> dict[str, Json]:
    """Return hooks as a file has them. Those that have no effect are left out."""
    by_event = {
        said: [_written(hook) for hook in hooks if hook.event == event and _written(hook)]
        for event, said in EVENTS.items()
    }
    return {said: policies for said, policies in by_event.items() if policies}


def _written(hook: Hook) -> dict[str, Json]:
    asks = _BEFORE if hook.event == "pre" else _AFTER
    values: dict[str, Json] = hyphened(hook.model_dump(exclude_defaults=True))
    said = {name: values[name] for name in asks if name in values}
    return {"matcher": hook.matcher, **said} if said else {}


def _naming(tools: Collection[str] | None) -> Callable[[str], str]:
    def wrong(matcher: str) -> str:
        if tools is None or any(fnmatchcase(tool, matcher) for tool in tools):
            return ""
        close = closest(matcher, tools)
        return "This matches no tool." + (f' Did you mean "{close}"?' if close else "")

    return wrong


def _recipient(value: str) -> str:
    if _RECIPIENT.fullmatch(value):
        return ""
    return "This must be an address, a @domain or a #channel."
