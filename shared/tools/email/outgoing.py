"""What every mail that goes out has in common: its recipients, its card, and its risk."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

from shared.decisions.risk import Arguments
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.models.intent import Risk
from shared.models.profile import Profile
from shared.models.run import Card
from shared.tools.contacts.addresses import (
    Recipient,
    address_in,
    known,
    plain_name,
    resolved,
    similar,
)
from shared.tools.contacts.port import AddressBook
from shared.tools.email.port import Address, Attachment, Outgoing
from shared.tools.tool import Desk
from shared.tools.wording import one_line

MANY_RECIPIENTS = 5
MAX_BODY_CHARACTERS = 60_000
_MAX_LOOKED_UP = 10
_ATTACHED = re.compile(r"\battach(?:ed|ment|ments|ing)?\b", re.IGNORECASE)
_QUOTE = re.compile(r"^(?:>|On .{0,200} wrote:$|-{5,} ?Forwarded message)", re.MULTILINE)

Envelope = tuple[tuple[Recipient, ...], tuple[Recipient, ...], tuple[Recipient, ...]]
"""Whom a mail goes to: To, Cc and Bcc, nobody twice."""


def assess(arguments: Arguments, profile: Profile) -> Risk:
    """Return high for a mail that leaves the organisation, goes to many, or to nobody knows whom.

    Whom a reply or a draft goes to is known once it is prepared.
    """
    recipients = recipients_of(arguments, profile)
    outside = any(profile.external(address) for address in recipients)
    many = len(recipients) > MANY_RECIPIENTS
    return "high" if outside or many or not recipients else "medium"


def recipients_of(arguments: Arguments, _profile: Profile) -> tuple[str, ...]:
    """Return the addresses a mail goes to, as far as its arguments say."""
    named = (one for name in ("to", "cc", "bcc") for one in _texts(arguments.get(name)))
    return tuple(address_in(one).casefold() for one in named if address_in(one))


async def envelope(
    desk: Desk,
    to: Iterable[str],
    cc: Iterable[str],
    bcc: Iterable[str] = (),
    *,
    needed: bool = True,
) -> Envelope:
    """Return whom texts mean; raise ToolFailed where that is nobody.

    A mail that is only kept may go to nobody yet: it is not `needed` that there is anybody.
    """
    book = book_of(desk)
    first = await resolved(to, book)
    copied = await resolved(cc, book, [one.email for one in first])
    blind = await resolved(bcc, book, [one.email for one in (*first, *copied)])
    if needed and not (first or copied or blind):
        raise ToolFailed("Who should it go to?", "params")
    return first, copied, blind


async def check(
    desk: Desk, to: Iterable[str] | None, cc: Iterable[str] | None, body: str | None
) -> None:
    """Refuse a text that cannot go out, and people that cannot be, whatever it answers."""
    if body is not None:
        body_of(body)
    await envelope(desk, to or (), cc or (), needed=False)


def book_of(desk: Desk) -> AddressBook | None:
    """Return the person's address book, if they have one."""
    if AddressBook not in desk.workspace:
        return None
    return desk.workspace[AddressBook]


def body_of(text: str) -> str:
    """Return a text as it goes out; raise ToolFailed when there is none or far too much."""
    body = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").rstrip()
    if not body.strip():
        raise ToolFailed("What should it say?", "params")
    if len(body) > MAX_BODY_CHARACTERS:
        raise ToolFailed(f"A text can have {MAX_BODY_CHARACTERS:,} characters at most.", "params")
    return body


def addresses(people: Iterable[Recipient]) -> tuple[Address, ...]:
    """Return recipients as the port takes them."""
    return tuple(Address(email=one.email, name=one.name) for one in people)


def texts(people: Iterable[Recipient | Address]) -> list[str]:
    """Return recipients as they stand in arguments and on cards."""
    return [str(Recipient(one.email, plain_name(one.name))) for one in people]


async def card_of(
    desk: Desk,
    title: str,
    mail: Outgoing,
    *,
    attachments: Sequence[Attachment] = (),
    warnings: Sequence[str] = (),
) -> Card:
    """Return exactly what goes out, with what a person should know before agreeing."""
    named = (("To", mail.to), ("Cc", mail.cc), ("Bcc", mail.bcc))
    fields = [(label, ", ".join(texts(people))) for label, people in named if people]
    if mail.account:
        fields.insert(0, ("From", mail.account))
    fields.append(("Subject", mail.subject or "(no subject)"))
    if attachments:
        names = ", ".join(one_line(one.name) for one in attachments)
        fields.append(("Attachments", names))
    cautions = [*await _recipient_warnings(desk, mail), *_text_warnings(mail), *warnings]
    return Card(title=title, fields=tuple(fields), body=mail.body, warnings=tuple(cautions))


async def _recipient_warnings(desk: Desk, mail: Outgoing) -> list[str]:
    everyone = [one.email for one in (*mail.to, *mail.cc, *mail.bcc)]
    found: list[str] = []
    outside = [address for address in everyone if desk.profile.external(address)]
    if outside:
        found.append(f"Outside your organization: {', '.join(outside)}.")
    if len(everyone) > MANY_RECIPIENTS:
        found.append(f"It goes to {len(everyone)} people.")
    book = book_of(desk)
    if book is None:
        return found
    for address in [one for one in everyone if not desk.profile.own(one)][:_MAX_LOOKED_UP]:
        try:
            found.extend(await _unknown(address, book))
        except ToolFailed:
            break  # The mail can be judged without the address book.
    return found


async def _unknown(address: str, book: AddressBook) -> list[str]:
    if await known(address, book) is not None:
        return []
    meant = await similar(address, book)
    hint = f" Did you mean {' or '.join(meant)}?" if meant else ""
    return [f"{address} is not in your contacts.{hint}"]


def _text_warnings(mail: Outgoing) -> list[str]:
    found = [] if mail.subject else ["There is no subject."]
    quote = _QUOTE.search(mail.body)
    own = mail.body[: quote.start()] if quote else mail.body
    if _ATTACHED.search(own) and not mail.forwarded:
        found.append("The text mentions an attachment, but nothing is attached.")
    return found


def _texts(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    return [str(one) for one in cast("list[Any]", value)] if isinstance(value, list | tuple) else []
