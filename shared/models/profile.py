"""What is known of how a person works, and what their organisation lets be done without asking."""

from datetime import datetime, time
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import Field, WithJsonSchema, field_validator

from shared.models.base import Payload, zone_name
from shared.models.intent import Risk
from shared.models.people import address_of

PUBLIC_DOMAINS = frozenset(
    {
        *("aol.com", "fastmail.com", "gmail.com", "gmx.com", "gmx.de", "gmx.net", "googlemail.com"),
        *("hotmail.com", "icloud.com", "live.com", "mail.com", "me.com", "msn.com", "outlook.com"),
        *("proton.me", "protonmail.com", "t-online.de", "web.de", "yahoo.com", "yandex.com"),
    }
)
"""Where anybody can have a mailbox: sharing such a domain makes nobody a colleague."""


class Account(Payload):
    """One connected account of a person, e.g. a mailbox. `domains` are what it is used for."""

    id: str
    provider: str
    email: str = ""
    name: str = ""
    domains: tuple[str, ...] = ()


Clock = Annotated[time, WithJsonSchema({"type": "string", "examples": ["09:00:00"]})]
"""A time on somebody's own clock: JSON schema's `time` has an offset, and this has none."""


class WorkingHours(Payload):
    """When a person works, in their own time zone; weekday 0 is Monday."""

    start: Clock = time(9)
    end: Clock = time(17)
    days: tuple[int, ...] = (0, 1, 2, 3, 4)


class CalendarSettings(Payload):
    """What a calendar says of its owner's time; "" and None where it says nothing."""

    time_zone: str = ""
    working_hours: WorkingHours | None = None


class Policy(Payload):
    """What an organisation wants on top of the rules of each tool: it can only tighten them.

    `refused` tools are never called, `confirmed` ones always need explicit confirmation.
    `recipients`, unless empty, are the only domains anything may be sent to besides a person's own.
    `approver` is the role a person needs to approve what has a high risk; "" is anyone.
    """

    refused: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    at_least: Risk = "low"
    """The risk every change is taken to have at the least."""
    recipients: tuple[str, ...] = ()
    approver: str = ""


class Preferred(Payload):
    """What a person says of themselves; all of it can be changed through the API."""

    time_zone: str = "UTC"
    working_hours: WorkingHours = WorkingHours()
    vips: tuple[str, ...] = Field(default=(), max_length=200)
    """Addresses of the people whose mail matters most."""
    brief: bool = False
    """Whether answers should be short."""

    @field_validator("time_zone")
    @classmethod
    def _known(cls, value: str) -> str:
        return zone_name(value)

    def here(self, at: datetime) -> datetime:
        """Return a moment as the person's own clock shows it."""
        return at.astimezone(ZoneInfo(self.time_zone))


class Profile(Payload):
    """A person as the tools see them.

    `domains` are the mail domains of their organisation: whatever goes elsewhere is external.
    """

    name: str = ""
    accounts: tuple[Account, ...] = ()
    domains: tuple[str, ...] = ()
    preferred: Preferred = Preferred()
    policy: Policy = Policy()

    def external(self, address: str) -> bool:
        """Return whether an address is outside the person's organisation."""
        return domain_of(address) not in self.domains and not self.own(address)

    def own(self, address: str) -> bool:
        """Return whether an address is one of the person's own."""
        bare = bare_address(address)
        return any(bare == account.email.casefold() for account in self.accounts)


def bare_address(text: str) -> str:
    """Return the address in "Name <address>", in lower case; without one, the text itself."""
    return address_of(text).casefold().strip("<> ")


def domain_of(address: str) -> str:
    """Return the domain of an address, with or without a name, in lower case."""
    return bare_address(address).rpartition("@")[2]
