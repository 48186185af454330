"""A number or an address of somebody that stands in the person's mail, or in a file sent with it.

It is only read, never made up: it stands on a line with their name, in what they signed
themselves, or is what they write from.
"""

import asyncio
import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from shared.errors import ToolFailed
from shared.models.run import Origin
from shared.tools.gathering import each
from shared.tools.tool import Desk
from shared.tools.wording import one_line
from shared.understanding.people_said import ADDRESS
from shared.words import fold
from shared.workspace.email.port import Address, Attachment, Mail, Mailbox
from shared.workspace.email.reading import AT_ONCE

Reach = Literal["phone", "email"]
LOOK_UP = "What nobody said, to be looked up in mails and attached files"
FORMS = {
    "phone": re.compile(r"(?<![\w.+-])(?:\+|\(|0)\d[\d ()/.-]{5,}\d(?![\w-])"),
    "email": re.compile(rf"(?<![\w.+-]){ADDRESS}"),
}
"""How a number and an address are written."""
_CALLED = {"phone": "phone number", "email": "address"}
_NOWHERE = "I found no {} of {} in your mail."
_MAILS, _FILES, _SIGNED = 20, 12, 8
"""Mails and files that are looked into, and lines at the end that may be a signature."""
_READ = re.compile(r".*\.(?:csv|tsv|txt|md|vcf|docx|xlsx|pdf|html?)", re.IGNORECASE)
_QUOTED = re.compile(r"^(?:>.*|On .+ wrote:)$", re.MULTILINE)


class _Text(NamedTuple):
    """Something to read: its text, whose it is, where it stands."""

    text: str
    mail: Mail
    file: str = ""

    @property
    def source(self) -> str:
        who = self.mail.sender.name or self.mail.sender.email
        mail = f"an email from {one_line(who)} (“{one_line(self.mail.subject)}”)"
        return f"{one_line(self.file)} in {mail}" if self.file else mail


async def looked_up(
    desk: Desk, name: str, email: str, wanted: Iterable[Reach], *, needed: bool
) -> tuple[dict[str, str], tuple[Origin, ...], tuple[str, ...]]:
    """Return what is wanted of somebody, where each stands, and in a line each what stands nowhere.

    Raises ToolFailed where it is open: where more than one thing says it differently, or nothing
    says any of what is `needed`.
    """
    told: dict[str, str] = {}
    origins: list[Origin] = []
    fields, who = tuple(wanted), one_line(name or email)
    texts = await _texts(desk, who) if fields else []
    for field in fields:
        found: dict[str, tuple[str, str]] = {}
        for one in texts:
            for value in _in(one, fold(who), field):
                found.setdefault(re.sub(r"[^\w@+]", "", fold(value)), (value, one.source))
        if len(found) > 1:
            each = "; ".join(f"{value} in {source}" for value, source in found.values())
            raise ToolFailed(f"Which {_CALLED[field]} of {who} is right: {each}?", "params")
        for value, source in found.values():
            told[field] = value
            origins.append(Origin(argument=field, part="target", value=value, source=source))
    if fields and needed and not told:
        called = " or ".join(_CALLED[field] for field in fields)
        raise ToolFailed(f"{_NOWHERE.format(called, who)} What is it?", "params")
    missing = (_NOWHERE.format(_CALLED[one], who) for one in fields if one not in told)
    return told, tuple(origins), tuple(missing)


async def _texts(desk: Desk, who: str) -> list[_Text]:
    """Return the mails that name somebody, and what was attached to those and the newest others."""
    mailbox = desk.workspace[Mailbox]
    pages = await asyncio.gather(
        *(
            mailbox.search(query, _MAILS)
            for query in (f'"{who}"', f"has:attachment {who}", "has:attachment")
        )
    )
    named = await each(mailbox.get, (one.id for one in pages[0].mails[:_MAILS]), AT_ONCE)
    mails = {one.id: one for page in pages for one in page.mails[:_MAILS]}
    files = [
        (mail, file)
        for mail in mails.values()
        for file in mail.attachments
        if _READ.fullmatch(file.name)
    ]

    async def read(one: tuple[Mail, Attachment]) -> _Text | None:
        mail, file = one
        try:
            told = await mailbox.attachment(mail.id, file.id)
        except ToolFailed:
            return None
        return _Text(told.text, mail, told.name)

    bodies = (_Text(_QUOTED.sub("", one.body), one) for one in named)
    return [*bodies, *await each(read, files[:_FILES], AT_ONCE)]


def _in(one: _Text, who: str, field: Reach) -> Iterator[str]:
    """Yield what a text says of somebody: on a line with their name, or as they sign."""
    mail = one.mail
    theirs = not one.file and _is(mail.sender, who)
    if field == "email" and not one.file:
        people = (mail.sender, *mail.to, *mail.cc)
        yield from (each.email for each in people if _is(each, who))
    lines = [line for line in one.text.splitlines() if line.strip()]
    signed = lines[-_SIGNED:] if theirs else []
    for line in (*(line for line in lines if who in fold(line)), *signed):
        yield from (found[0] for found in FORMS[field].finditer(line))


def _is(one: Address, who: str) -> bool:
    return who in {fold(one.name), fold(one.email)}
