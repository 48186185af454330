"""The dev host's durable engine: event-sourced orchestrations on SQLite."""

from devhost.engine.clock import Clock, ManualClock, WallClock
from devhost.engine.engine import Engine
from devhost.engine.errors import (
    AlreadyExists,
    EngineError,
    EngineStopped,
    InstanceNotFound,
    InvalidInstanceId,
    PayloadTooLarge,
    SimulatedCrash,
    UnknownFunction,
)
from devhost.engine.fault import Fault, simulate_crash
from devhost.engine.instance import (
    Counts,
    FunctionRan,
    InstanceStatus,
    Reception,
    RuntimeStatus,
)

__all__ = [
    "AlreadyExists",
    "Clock",
    "Counts",
    "Engine",
    "EngineError",
    "EngineStopped",
    "Fault",
    "FunctionRan",
    "InstanceNotFound",
    "InstanceStatus",
    "InvalidInstanceId",
    "ManualClock",
    "PayloadTooLarge",
    "Reception",
    "RuntimeStatus",
    "SimulatedCrash",
    "UnknownFunction",
    "WallClock",
    "simulate_crash",
]
