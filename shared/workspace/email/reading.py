"""Finding and reading mail."""

from collections.abc import Iterable
from datetime import datetime

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.models.given import Sent
from shared.tools.gathering import each
from shared.tools.giving import kept
from shared.tools.tool import Desk
from shared.tools.wording import one_line
from shared.workspace.email.automatic import is_automatic
from shared.workspace.email.files import called
from shared.workspace.email.parameters import (
    FindUnanswered,
    GetDeliveryStatus,
    GetMessage,
    GetThread,
    ListAttachments,
    ReadAttachment,
    SearchMessages,
)
from shared.workspace.email.port import Attachment, Mail, Mailbox, MailThread
from shared.workspace.email.results import brief, conversation, listed, read

SHOWN_WHOLE = 50
"""Mails of a search with all that a list says of them; of the others, what names them."""
LOOKED_AT = 60
"""Inbox mails whose threads are read for an answer."""
AT_ONCE = 6
"""Mails, or threads, of one call that are read side by side."""


async def search(desk: Desk, wanted: SearchMessages) -> Json:
    """Search the mailbox, newest first."""
    page = await desk.workspace[Mailbox].search(wanted.query, wanted.limit, wanted.accounts)
    mails = page.mails[: wanted.limit]
    return {
        "mails": [*map(listed, mails[:SHOWN_WHOLE]), *map(brief, mails[SHOWN_WHOLE:])],
        "total": page.total,
        "at_least": page.at_least,
    }


async def get(desk: Desk, wanted: GetMessage) -> Json:
    """Read one mail."""
    return {"mail": read(await desk.workspace[Mailbox].get(wanted.message_id))}


async def thread(desk: Desk, wanted: GetThread) -> Json:
    """Read a conversation."""
    mailbox = desk.workspace[Mailbox]
    found = wanted.thread_id
    if not found and wanted.message_id:
        found = (await mailbox.get(wanted.message_id)).thread_id
    if not found:
        raise ToolFailed("Which conversation?", "params")
    return {"thread": conversation(await mailbox.thread(found))}


async def find_unanswered(desk: Desk, wanted: FindUnanswered) -> Json:
    """Find the conversations whose last word is somebody else's, who may wait for an answer."""
    mailbox = desk.workspace[Mailbox]
    query = f"in:inbox newer_than:{wanted.days}d {wanted.query}".strip()
    page = await mailbox.search(query, LOOKED_AT)
    people_wrote = [mail for mail in page.mails if not is_automatic(mail)]
    ids = dict.fromkeys(mail.thread_id for mail in people_wrote)
    threads = await each(mailbox.thread, ids, AT_ONCE)
    waiting = sorted(_waiting(threads, desk), key=_sent_at, reverse=True)
    return {
        "mails": [listed(mail) for mail in waiting[: wanted.limit]],
        "total": len(waiting),
        "looked_at": len(page.mails),
    }


async def list_attachments(desk: Desk, wanted: ListAttachments) -> Json:
    """List a mail's files."""
    mail = await desk.workspace[Mailbox].get(wanted.message_id)
    return {
        "attachments": [file.model_dump(mode="json") for file in mail.attachments],
        "mail": {"id": mail.id, "subject": mail.subject},
    }


async def read_attachment(desk: Desk, wanted: ReadAttachment) -> Json:
    """Read one of a mail's files, and keep it as it is where it is small enough."""
    mailbox = desk.workspace[Mailbox]
    mail = await mailbox.get(wanted.message_id)
    file = await mailbox.attachment(mail.id, _named(mail, wanted.name).id)
    sent = [Sent(name=file.name, type=file.type, content=file.content)] if file.content else []
    about = f"the email {one_line(mail.subject)}".rstrip()
    files = await kept(desk.uploads, sent, about)
    return {
        "attachment": file.model_dump(mode="json", exclude={"content"}),
        "given": [one.model_dump(mode="json") for one in files.given],
    }


async def delivery(desk: Desk, wanted: GetDeliveryStatus) -> Json:
    """Ask what became of a sent mail."""
    known = await desk.workspace[Mailbox].delivery(wanted.message_id)
    return {"delivery": known.model_dump(mode="json")}


def _waiting(threads: Iterable[MailThread], desk: Desk) -> list[Mail]:
    found: list[Mail] = []
    for one in threads:
        mails = [mail for mail in one.mails if "draft" not in mail.labels]
        last = max(mails, key=_sent_at, default=None)
        if last is not None and not _by_me(last, desk) and not is_automatic(last):
            found.append(last)
    return found


def _by_me(mail: Mail, desk: Desk) -> bool:
    sender = mail.sender.email
    own_account = sender.casefold() == mail.account.casefold()
    return desk.profile.own(sender) or own_account or "sent" in mail.labels


def _sent_at(mail: Mail) -> datetime:
    return mail.sent_at


def _named(mail: Mail, name: str) -> Attachment:
    fitting = called(name, mail.attachments)
    if not mail.attachments:
        raise ToolFailed("That email has no attachments.", "params")
    if len(fitting) != 1:
        files = ", ".join(one_line(file.name) for file in mail.attachments)
        raise ToolFailed(f"Which attachment? There are: {files}.", "params")
    return fitting[0]
