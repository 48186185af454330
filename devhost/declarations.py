"""What an app declares through the SDK's public metadata, as plain values the rules can judge."""

import inspect
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from azure.functions import Function

HTTP = "httpTrigger"
TIMER = "timerTrigger"
ORCHESTRATION = "orchestrationTrigger"
ACTIVITY = "activityTrigger"
DURABLE_CLIENT = "durableClient"
RETURN = "$return"

_ANY_METHOD = ("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS")
_INTERVALS = ("delay_interval", "minimum_interval", "maximum_interval")
_PLACEHOLDER = re.compile(r"%([^%]+)%")


@dataclass(frozen=True)
class Declared:
    """One function before any rule has looked at it."""

    name: str
    kind: str
    """Type of its trigger, for example `httpTrigger`."""
    parameter: str
    """Name of its trigger binding."""
    bindings: tuple[tuple[str, str], ...]
    """Name and type of every binding, the trigger's and `$return` among them."""
    code: Callable[..., Any]
    """What the worker calls."""
    written: Callable[..., Any]
    """What the author wrote, beneath the durable decorators."""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The trigger's other fields: route, methods, schedule, runOnStartup."""
    retry_intervals: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def clients(self) -> tuple[str, ...]:
        """Parameters that take the durable client."""
        return tuple(name for name, kind in self.bindings if kind == DURABLE_CLIENT)

    @property
    def route(self) -> str:
        """Template of an HTTP trigger, without host.json's prefix."""
        return str(self.options.get("route") or self.name).strip("/")

    @property
    def methods(self) -> tuple[str, ...]:
        """Methods of an HTTP trigger; all of them when it names none."""
        return tuple(self.options.get("methods") or _ANY_METHOD)


@dataclass(frozen=True)
class DeclaredApp:
    """A whole app before any rule has looked at it."""

    functions: tuple[Declared, ...]
    names: tuple[str, ...] = ("app",)
    """Top-level names of the module that hold an app object."""
    indexed_itself: bool = False
    """Whether the app called `get_functions` before the host could."""
    streaming: bool = False
    """Whether the fastapi extension was imported, which changes every HTTP function."""
    init_indexing: bool = True
    """Whether PYTHON_ENABLE_INIT_INDEXING is 1 or this Python does without it."""


def declare(function: Function, settings: Mapping[str, str]) -> Declared:
    """Read one function's metadata; `%NAME%` becomes the setting of that name, if set."""
    bindings: list[dict[str, Any]] = [json.loads(raw) for raw in function.get_raw_bindings()]
    trigger = next(binding for binding in bindings if binding["type"].endswith("Trigger"))
    code = function.get_user_function()
    policy = function.get_setting("retry_policy")
    return Declared(
        name=str(function.get_function_name()),
        kind=trigger["type"],
        parameter=trigger["name"],
        bindings=tuple((binding["name"], binding["type"]) for binding in bindings),
        code=code,
        written=_beneath_decorators(code),
        options={key: _resolve(value, settings) for key, value in trigger.items()},
        retry_intervals={
            key: value for key in _INTERVALS if (value := getattr(policy, key, None)) is not None
        },
    )


def _beneath_decorators(code: Callable[..., Any]) -> Callable[..., Any]:
    return inspect.unwrap(getattr(code, "orchestrator_function", code))


def _resolve(value: Any, settings: Mapping[str, str]) -> Any:
    if not isinstance(value, str):
        return value
    return _PLACEHOLDER.sub(lambda found: settings.get(found[1], found[0]), value)
