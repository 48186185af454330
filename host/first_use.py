"""The app's parts, read and put together when a call first needs them.

The host waits for the import of the app before its first call of any kind: adapters, providers and
models are no part of that.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.edge import Edge
    from shared.services import Services


def services() -> "Services":
    """Return the ports with what serves them."""
    from host import wiring  # noqa: PLC0415 - see above

    return wiring.services()


def edge() -> "Edge":
    """Return what every request passes through."""
    from host import wiring  # noqa: PLC0415 - see above

    return wiring.edge()
