"""On whose account this step asks a model: known where a turn is read, needed where tokens are."""

from contextvars import ContextVar

from shared.models.principal import Principal

_payer: ContextVar[Principal | None] = ContextVar("payer", default=None)


def pays(principal: Principal) -> None:
    """Put on this person's account what this step, or request, asks a model from now on."""
    _payer.set(principal)


def payer() -> Principal | None:
    """Return on whose account models are asked; None for nobody's, as at the start."""
    return _payer.get()
