"""The functions of a loaded app as plain values: what the rest of the dev host works on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ActivityFunction:
    """One activity trigger."""

    name: str
    run: Callable[..., Any]
    parameter: str
    clients: tuple[str, ...] = ()
    """Parameters that receive the durable client binding's JSON."""


@dataclass(frozen=True)
class HttpFunction:
    """One HTTP trigger."""

    name: str
    run: Callable[..., Any]
    parameter: str
    route: str
    methods: tuple[str, ...]
    clients: tuple[str, ...] = ()


@dataclass(frozen=True)
class TimerFunction:
    """One timer trigger; `schedule` is NCRONTAB with app settings already resolved."""

    name: str
    run: Callable[..., Any]
    parameter: str
    schedule: str
    clients: tuple[str, ...] = ()
    run_on_startup: bool = False


@dataclass(frozen=True)
class Functions:
    """Everything one app exposes. Orchestrators take and return the extension's JSON protocol."""

    orchestrators: Mapping[str, Callable[[str], str]]
    activities: Mapping[str, ActivityFunction]
    http: tuple[HttpFunction, ...] = ()
    timers: tuple[TimerFunction, ...] = ()
    streaming: bool = False
    """Whether HTTP functions take and return the fastapi extension's types, all of them."""
