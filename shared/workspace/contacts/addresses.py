"""Mail addresses: which can be one, who is meant by a name, and which look alike."""

import re
from collections.abc import Iterable, Sequence

from rapidfuzz.distance import OSA

from shared.errors import ToolFailed
from shared.models.people import Person
from shared.tools.wording import one_line
from shared.understanding.parties import TITLE
from shared.workspace.contacts.mailboxes import plain_name, typed
from shared.workspace.contacts.port import AddressBook, Contact

MAX_RECIPIENTS = 100
ONESELF = frozenset({"me", "myself", "i"})
_MAX_FITTING = 5
_LOCAL = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)
_LABEL = re.compile(r"(?!-)[^\W_](?:[\w-]{0,61}[^\W_])?")
_LOCAL_LIMIT, _LIMIT = 64, 254


def why_not(address: str) -> str:
    """Return why a text cannot be a mail address; "" when it can."""
    local, at, domain = address.rpartition("@")
    labels = domain.split(".")
    if not at:
        return "There is no @ in it."
    if not _LOCAL.fullmatch(local) or len(local) > _LOCAL_LIMIT or len(address) > _LIMIT:
        return "The part before the @ is not one a mailbox can have."
    if len(labels) == 1 or not all(_LABEL.fullmatch(label) for label in labels):
        return "The part after the @ is not a domain, such as example.com."
    return "The domain has no ending, such as .com." if labels[-1].isdecimal() else ""


async def resolved(
    wanted: Iterable[str | Person], book: AddressBook | None, taken: Sequence[str] = ()
) -> tuple[Person, ...]:
    """Return who is meant, each once and nobody who is `taken`; resolving again is the same.

    Whoever has an address is taken as they are. A name becomes the address of the one contact it
    fits. Raises ToolFailed (kind "params") when an address cannot be one, or a name fits nobody or
    several.
    """
    seen = {address.casefold() for address in taken}
    found: list[Person] = []
    for one in await _each(wanted, book):
        if one.email.casefold() not in seen:
            seen.add(one.email.casefold())
            found.append(one)
    if len(found) > MAX_RECIPIENTS:
        raise ToolFailed(f"More than {MAX_RECIPIENTS} recipients are too many.", "params")
    return tuple(found)


async def known(address: str, book: AddressBook) -> Contact | None:
    """Return the contact with this address."""
    found = await book.search(address, "", 10)
    return next((c for c in found if c.email.casefold() == address.casefold()), None)


async def similar(address: str, book: AddressBook) -> tuple[str, ...]:
    """Return addresses of contacts that are one slip of the keyboard away."""
    local, _, domain = address.rpartition("@")
    found = [*await book.search(domain, "", 50), *await book.search(local, "", 50)]
    close = [c.email for c in found if OSA.distance(c.email.casefold(), address.casefold()) == 1]
    return tuple(dict.fromkeys(close))


async def _each(wanted: Iterable[str | Person], book: AddressBook | None) -> list[Person]:
    found: list[Person] = []
    for given in wanted:
        for one in (given,) if isinstance(given, Person) else typed(given):
            found += [_checked(one)] if one.email else await _by_name(one.name, book)
    return found


def _checked(one: Person) -> Person:
    email = one.email.strip()
    _mailed(email)
    return Person(email=email, name=plain_name(one.name))


def reached(email: str, phone: str) -> None:
    """Raise ToolFailed where somebody is to be reached by what is no address, or no number."""
    if email:
        _mailed(email)
    if phone and not re.search(r"\d", phone):
        raise ToolFailed(
            f"{one_line(phone)!r} is no phone number. There is no figure in it.", "params"
        )


def _mailed(email: str) -> None:
    if why := why_not(email):
        raise ToolFailed(f"{one_line(email)!r} is not a mail address. {why}", "params")


async def _by_name(name: str, book: AddressBook | None) -> list[Person]:
    """Return the contact of a name; "Bob, Anna" are two where nobody is called that."""
    if book is None:
        raise ToolFailed(f"I need an address for {name}.", "params")
    name = TITLE.sub("", name)
    found = await book.search(name, "", 10)
    exact = [contact for contact in found if contact.name.casefold() == name.casefold()]
    fitting = exact or list(found)
    if not fitting and "," in name:
        return [one for part in name.split(",") for one in await _by_name(part.strip(), book)]
    if not fitting:
        raise ToolFailed(f"I have no contact called {name}. What is their address?", "params")
    if len(fitting) > 1:
        whom = ", ".join(
            f"{one_line(contact.name)} ({one_line(contact.email)})"
            for contact in fitting[:_MAX_FITTING]
        )
        raise ToolFailed(f"Several contacts fit {name}: {whom}. Which one?", "params")
    return [_checked(Person(email=fitting[0].email, name=fitting[0].name))]
