"""What every mail that goes out has in common: its recipients, its card, and its risk."""

import re
from collections.abc import Iterable, Iterator, Sequence

from shared.decisions.risk import Arguments
from shared.errors import ToolFailed
from shared.models.intent import Risk
from shared.models.people import Person, address_of, recipients
from shared.models.profile import Profile
from shared.models.run import Card
from shared.tools.tool import Desk
from shared.workspace.contacts.addresses import ONESELF, known, resolved, similar
from shared.workspace.contacts.mailboxes import plain_name
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.files import listed
from shared.workspace.email.parameters import (
    ForwardMessage,
    ReplyToMessage,
    SendDraft,
    UpdateDraft,
)
from shared.workspace.email.port import Address, Outgoing

MANY_RECIPIENTS = 5
MAX_BODY_CHARACTERS = 60_000
_MAX_LOOKED_UP = 10
_ATTACHED = re.compile(r"\battach(?:ed|ment|ments|ing)?\b", re.IGNORECASE)
_QUOTE = re.compile(r"^(?:>|On .{0,200} wrote:$|-{5,} ?Forwarded message)", re.MULTILINE)

Envelope = tuple[tuple[Person, ...], tuple[Person, ...], tuple[Person, ...]]
"""Whom a mail goes to: To, Cc and Bcc, nobody twice."""


def assess(arguments: Arguments, profile: Profile) -> Risk:
    """Return high for a mail that leaves the organisation, goes to many, or to nobody knows whom.

    Whom a reply or a draft goes to is known once it is prepared.
    """
    reached = recipients_of(arguments, profile)
    outside = any(profile.external(address) for address in reached)
    many = len(reached) > MANY_RECIPIENTS
    return "high" if outside or many or not reached else "medium"


def recipients_of(arguments: Arguments, _profile: Profile) -> tuple[str, ...]:
    """Return the addresses a mail goes to, as far as its arguments say."""
    return tuple(
        address.casefold() for one in recipients(arguments) if (address := address_of(one))
    )


async def envelope(
    desk: Desk,
    to: Iterable[str | Person],
    cc: Iterable[str | Person],
    bcc: Iterable[str | Person] = (),
    *,
    needed: bool = True,
) -> Envelope:
    """Return who is meant; raise ToolFailed where that is nobody.

    A mail that is only kept may go to nobody yet: it is not `needed` that there is anybody.
    """
    book = book_of(desk)
    first = await resolved(_oneself(desk, to), book)
    copied = await resolved(_oneself(desk, cc), book, [one.email for one in first])
    taken = [one.email for one in (*first, *copied)]
    blind = await resolved(_oneself(desk, bcc), book, taken)
    if needed and not (first or copied or blind):
        raise ToolFailed("Who should it go to?", "params")
    return first, copied, blind


async def check(desk: Desk, wanted: ReplyToMessage | ForwardMessage | SendDraft) -> None:
    """Refuse a text that cannot go out, and people that cannot be, whatever it answers.

    What is only kept as a draft may be without a text.
    """
    if wanted.body or (wanted.body is not None and not isinstance(wanted, UpdateDraft)):
        body_of(wanted.body)
    await envelope(desk, wanted.to or (), wanted.cc or (), needed=False)


def _oneself(desk: Desk, wanted: Iterable[str | Person]) -> Iterator[str | Person]:
    """Yield who is wanted, with the person's own address for "me"."""
    own = next((a.email for a in desk.profile.accounts if "email" in a.domains and a.email), "")
    for one in wanted:
        me = own and isinstance(one, str) and one.strip().casefold() in ONESELF
        yield Person(email=own, name=desk.profile.name) if me else one


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


def people_of(addresses: Iterable[Address]) -> tuple[Person, ...]:
    """Return a mail's addresses as people in arguments."""
    return tuple(Person(email=one.email, name=plain_name(one.name)) for one in addresses)


async def card_of(
    desk: Desk,
    title: str,
    mail: Outgoing,
    *,
    warnings: Sequence[str] = (),
) -> Card:
    """Return exactly what goes out, with what a person should know before agreeing."""
    named = (("To", mail.to), ("Cc", mail.cc), ("Bcc", mail.bcc))
    fields = [(label, _shown(people)) for label, people in named if people]
    if mail.account:
        fields.insert(0, ("From", mail.account))
    fields.append(("Subject", mail.subject or "(no subject)"))
    if mail.attachments:
        fields.append(("Attachments", listed(mail.attachments)))
    cautions = [*await _recipient_warnings(desk, mail), *_text_warnings(mail), *warnings]
    return Card(title=title, fields=tuple(fields), body=mail.body, warnings=tuple(cautions))


def _shown(people: Iterable[Address]) -> str:
    return ", ".join(map(str, people_of(people)))


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
    if _ATTACHED.search(own) and not mail.attachments:
        found.append("The text mentions an attachment, but nothing is attached.")
    return found
