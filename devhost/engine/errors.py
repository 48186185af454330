"""Errors of the engine.

EngineError
    UnknownFunction        no orchestrator of that name
    InvalidInstanceId      an id Azure would refuse
    PayloadTooLarge        a payload above the limit
    AlreadyExists          start_new on an instance that has not finished
    InstanceNotFound       no instance of that id
    EngineStopped          the engine was stopped while someone waited, or before the call
SimulatedCrash             a fault stopped this engine as a killed process would; it is unusable
"""


class EngineError(Exception):
    """A request the engine refuses."""


class UnknownFunction(EngineError):
    """The app has no such function."""

    def __init__(self, name: str, kind: str) -> None:
        """Word it as the extension does; `kind` is orchestrator or activity."""
        super().__init__(
            f"The function '{name}' doesn't exist, is disabled, or is not an {kind} function."
        )


class InvalidInstanceId(EngineError):
    """The id breaks a rule of Azure's."""


class PayloadTooLarge(EngineError):
    """A payload is above the limit."""


class AlreadyExists(EngineError):
    """An instance of that id has not finished."""


class InstanceNotFound(EngineError):
    """No instance of that id."""


class EngineStopped(EngineError):
    """The engine no longer runs."""


class SimulatedCrash(BaseException):
    """The engine was stopped as if its process had been killed.

    Not an Exception, so that nothing on the way mistakes it for a failure it may handle.
    """
