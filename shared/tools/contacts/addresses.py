"""Mail addresses: which can be one, who is meant by a name, and which look alike."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.contacts.port import AddressBook, Contact
from shared.tools.wording import one_line

MAX_RECIPIENTS = 100
_MAX_FITTING = 5
_LOCAL = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)
_LABEL = re.compile(r"(?!-)[^\W_](?:[\w-]{0,61}[^\W_])?")
_NAMED = re.compile(r"(?P<name>[^<>]*)<(?P<email>[^<>]*)>\s*")
_SEVERAL = re.compile(r"[,;]\s*(?=[^,;]*@)")
_MARKS = re.compile(r'["<>\\]+')
_LOCAL_LIMIT, _LIMIT = 64, 254


@dataclass(frozen=True)
class Recipient:
    """Somebody mail goes to. As text it is "Sarah Chen <sarah@acme.com>", or only the address."""

    email: str
    name: str = ""

    def __str__(self) -> str:
        """Return both as they stand in arguments and on cards."""
        return f"{self.name} <{self.email}>" if self.name else self.email


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


def parse(text: str) -> Recipient:
    """Take "Name <address>" apart; a text without an address is all name and no `email`."""
    named = _NAMED.fullmatch(text)
    if named:
        return Recipient(named["email"].strip(), plain_name(named["name"]))
    bare = text.strip().removeprefix("mailto:")
    return Recipient(bare) if "@" in bare else Recipient("", plain_name(bare))


def address_in(text: Json) -> str:
    """Return the address in a recipient as it stands in arguments; the text if it has none."""
    found = parse(str(text))
    return found.email or found.name


async def resolved(
    wanted: Iterable[str], book: AddressBook | None, taken: Sequence[str] = ()
) -> tuple[Recipient, ...]:
    """Return whom texts mean, each once and nobody who is `taken`; resolving again is the same.

    A name becomes the address of the one contact it fits. Raises ToolFailed (kind "params") when
    an address cannot be one, or a name fits nobody or several.
    """
    seen = {address.casefold() for address in taken}
    found: list[Recipient] = []
    for text in (piece for several in wanted for piece in _SEVERAL.split(several)):
        if not text.strip():
            continue
        one = parse(text)
        one = _checked(one) if one.email else await _by_name(one.name, book)
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
    close = [c.email for c in found if one_slip(c.email.casefold(), address.casefold())]
    return tuple(dict.fromkeys(close))


def one_slip(left: str, right: str) -> bool:
    """Return whether one letter more, less, other or swapped makes one text the other."""
    if left == right or abs(len(left) - len(right)) > 1:
        return False
    short, long = sorted((left, right), key=len)
    start = next((i for i, c in enumerate(short) if c != long[i]), len(short))
    if len(short) < len(long):
        return short[start:] == long[start + 1 :]
    if short[start + 1 :] == long[start + 1 :]:
        return True
    swapped = short[start : start + 2][::-1] + short[start + 2 :]
    return swapped == long[start:]


def _checked(one: Recipient) -> Recipient:
    why = why_not(one.email)
    if why:
        raise ToolFailed(f"{one_line(one.email)!r} is not a mail address. {why}", "params")
    return one


async def _by_name(name: str, book: AddressBook | None) -> Recipient:
    if book is None:
        raise ToolFailed(f"I need an address for {name}.", "params")
    found = await book.search(name, "", 10)
    exact = [contact for contact in found if contact.name.casefold() == name.casefold()]
    fitting = exact or list(found)
    if not fitting:
        raise ToolFailed(f"I have no contact called {name}. What is their address?", "params")
    if len(fitting) > 1:
        whom = ", ".join(
            f"{one_line(contact.name)} ({one_line(contact.email)})"
            for contact in fitting[:_MAX_FITTING]
        )
        raise ToolFailed(f"Several contacts fit {name}: {whom}. Which one?", "params")
    return _checked(Recipient(fitting[0].email.strip(), plain_name(fitting[0].name)))


def plain_name(text: str) -> str:
    """Return a name that cannot be taken for an address, on one line."""
    return one_line(_MARKS.sub(" ", text))
