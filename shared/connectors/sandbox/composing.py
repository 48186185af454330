"""What becomes of a mail that is written here, and which addresses there are in this world."""

import re
from datetime import datetime

from shared.connectors.sandbox.records import (
    COMPANY,
    OWNER,
    AnyMail,
    FileRecord,
    MailRecord,
    WrittenRecord,
)
from shared.errors import ToolFailed
from shared.workspace.email.port import Delivery, Mail, Outgoing

_ADDRESS = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;.]+")


def completed(mail: Outgoing, answered: Mail | None, thread_id: str) -> Outgoing:
    """Return the mail with its account, its thread and the headers of an answer."""
    if mail.account.casefold() not in {"", OWNER.email}:
        raise ToolFailed(f"{mail.account} is not one of your accounts.", "params")
    in_reply_to, references = mail.in_reply_to, mail.references
    if answered is not None:
        in_reply_to = in_reply_to or answered.message_id
        references = references or (*answered.references, answered.message_id)
    return mail.model_copy(
        update={
            "account": OWNER.email,
            "thread_id": thread_id,
            "in_reply_to": in_reply_to,
            "references": references or ((in_reply_to,) if in_reply_to else ()),
        }
    )


def written(
    mail: Outgoing, files: tuple[FileRecord, ...], effect_id: str, now: datetime
) -> WrittenRecord:
    """Return a draft of a complete mail."""
    message_id = f"<{effect_id}@{COMPANY}>"
    return WrittenRecord(mail=mail, at=now, labels=("draft",), files=files, message_id=message_id)


def sent(record: WrittenRecord, now: datetime) -> WrittenRecord:
    """Return the draft as a mail that was sent; one to the owner arrives as well."""
    addresses = _addresses(record.mail)
    if not addresses:
        raise ToolFailed("That mail needs somebody to go to.", "params")
    for address in addresses:
        if not _ADDRESS.fullmatch(address):
            raise ToolFailed(f"{address} is not a mail address.", "params")
    own = OWNER.email in {address.casefold() for address in addresses}
    kept = tuple(label for label in record.labels if label != "draft")
    labels = (*kept, "sent", *(("inbox", "unread") if own else ()))
    return record.model_copy(update={"labels": labels, "at": now})


def delivery(record: AnyMail) -> Delivery:
    """Return what became of a mail."""
    if "sent" not in record.labels:
        return Delivery(status="unknown", detail="That mail was not sent by you.")
    mail = record.mail if isinstance(record, WrittenRecord) else record
    bounced = tuple(address for address in _addresses(mail) if _unknown(address))
    if not bounced:
        return Delivery(status="accepted")
    return Delivery(status="bounced", bounced=bounced, detail="The address does not exist.")


def _addresses(mail: Outgoing | MailRecord) -> tuple[str, ...]:
    people = (*mail.to, *mail.cc, *(mail.bcc if isinstance(mail, Outgoing) else ()))
    return tuple(dict.fromkeys(person.email for person in people))


def _unknown(address: str) -> bool:
    local, _, domain = address.casefold().rpartition("@")
    return local == "bounce" or domain == "invalid.example"
