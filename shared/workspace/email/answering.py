"""Replies and forwards: whom they go to, what they are called, and what they quote."""

import re
from collections.abc import Callable, Iterable
from datetime import datetime, tzinfo

from shared.models.people import Person
from shared.workspace.email.mime import in_one_line, shortened
from shared.workspace.email.outgoing import people_of
from shared.workspace.email.port import Address, Mail

MAX_QUOTED_CHARACTERS = 20_000
NOT_ALL = "[The rest is left out.]"

_ANSWER = re.compile(r"\s*(?:re|aw|sv|antw|odp|res)\s*(?:\[\d+\]|\(\d+\))?\s*:\s*", re.IGNORECASE)
_FORWARD = re.compile(r"\s*(?:fwd?|wg|tr|rv)\s*:\s*", re.IGNORECASE)
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def reply_subject(subject: str) -> str:
    """Return a reply's subject: one "Re:", however many there were."""
    return f"Re: {_bare(subject, _ANSWER)}".rstrip()


def forward_subject(subject: str) -> str:
    """Return a forward's subject: one "Fwd:"."""
    return f"Fwd: {_bare(subject, _FORWARD)}".rstrip()


def answered(
    mail: Mail, own: Callable[[str], bool], *, everyone: bool
) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Return who a reply goes to, and who gets a copy: nobody twice, and never oneself.

    It goes where the mail asks for replies; one's own mail is answered to those it was sent to.
    """

    def others(people: Iterable[Address]) -> list[Address]:
        return [
            a for a in people if not own(a.email) and a.email.casefold() != mail.account.casefold()
        ]

    writers = others(mail.reply_to) or others([mail.sender])
    if not writers:
        return _each_once(others(mail.to)), (
            _each_once(others(mail.cc), besides=others(mail.to)) if everyone else ()
        )
    if not everyone:
        return _each_once(writers), ()
    to = [*writers, *others(mail.to)]
    return _each_once(to), _each_once(others(mail.cc), besides=to)


def chain(mail: Mail) -> tuple[str, ...]:
    """Return the References of a reply."""
    return shortened((*mail.references, mail.message_id))


def quoted(mail: Mail, zone: tzinfo) -> str:
    """Return a mail as a reply quotes it."""
    at = mail.sent_at.astimezone(zone)
    lines = _text(mail.body).splitlines()
    quote = [f">{line}" if line.startswith(">") or not line else f"> {line}" for line in lines]
    opening = f"On {_when(at)}, {written(mail.sender)} wrote:"
    return "\n".join([opening, *quote])


def forwarded(mail: Mail, zone: tzinfo) -> str:
    """Return a mail as a forward shows it, below who wrote it to whom and when."""
    header = [
        "---------- Forwarded message ---------",
        f"From: {written(mail.sender)}",
        f"Date: {_when(mail.sent_at.astimezone(zone))}",
        f"Subject: {in_one_line(mail.subject)}",
        f"To: {written(*mail.to)}",
        *([f"Cc: {written(*mail.cc)}"] if mail.cc else []),
    ]
    return "\n".join([*header, "", _text(mail.body)])


def written(*addresses: Address) -> str:
    """Return addresses as they stand in text, "Sarah Chen <sarah@acme.com>"."""
    return ", ".join(in_one_line(str(one)) for one in people_of(addresses))


def _each_once(people: Iterable[Address], besides: Iterable[Address] = ()) -> tuple[Person, ...]:
    left_out = {address.email.casefold() for address in besides}
    found: dict[str, Person] = {}
    for one in people_of(people):
        key = one.email.casefold()
        if key and key not in left_out:
            found.setdefault(key, one)
    return tuple(found.values())


def _bare(subject: str, prefix: re.Pattern[str]) -> str:
    left = in_one_line(subject)
    while found := prefix.match(left):
        left = left[found.end() :]
    return left


def _text(body: str) -> str:
    lines = body[: 2 * MAX_QUOTED_CHARACTERS].replace("\r\n", "\n").replace("\r", "\n")
    text = _UNPRINTABLE.sub("", lines).strip("\n")
    if len(text) <= MAX_QUOTED_CHARACTERS:
        return text
    return f"{text[:MAX_QUOTED_CHARACTERS].rstrip()}\n{NOT_ALL}"


def _when(at: datetime) -> str:
    return f"{at:%a} {at.day} {at:%b} {at.year} at {at:%H:%M}"
