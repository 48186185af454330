"""Who is calling."""

from shared.models.base import Payload


class Principal(Payload):
    """One authenticated person in one tenant."""

    tenant: str
    user: str
    roles: tuple[str, ...] = ()
