"""Who is calling."""

from datetime import date

from shared.models.base import Payload


class Principal(Payload):
    """One authenticated person or service in one tenant.

    Tenant and user are what they are known by; `name` is what others are shown, and decides
    nothing. `roles` are those of `decisions/permissions`.
    """

    tenant: str
    user: str
    roles: tuple[str, ...] = ()
    name: str = ""


class Colleague(Payload):
    """Somebody of an organisation as others are shown them: an id to share with, and a name."""

    id: str
    name: str


class Met(Colleague):
    """Somebody as they were here last: on that day (UTC), with these roles.

    `tenant` is "" in old rows.
    """

    tenant: str = ""
    roles: tuple[str, ...] | None = None
    on: date | None = None
