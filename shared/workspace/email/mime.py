"""Builds the message that goes out (RFC 5322), whatever is written in its fields."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.headerregistry import Address as Mailbox
from email.message import EmailMessage

from shared.errors import ToolFailed
from shared.workspace.contacts.addresses import why_not
from shared.workspace.email.port import Address, Outgoing

MAX_REFERENCES = 40
_POLICY = policy.SMTP.clone(max_line_length=900, cte_type="7bit")
"""Lines long enough that no message id has to be encoded, and short enough for every server."""
_MESSAGE_ID = re.compile(r"<[^<>\s\x00-\x1f\x7f]{1,800}>", re.ASCII)
_NOT_A_DOMAIN = re.compile(r"[^a-z0-9.-]+")
_NOT_AN_ID = re.compile(r"[^\w.+-]+", re.ASCII)
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_SPECIAL = re.compile(r'(?:[,;:<>()\[\]"\\@]|=\?|\?=)+')
"""What a name would have to be quoted for, which not every reader of headers gets right, and the
marks of encoded words, which would be read once more when a header is written."""
_TYPE = re.compile(r"(?!message/|multipart/)([a-z0-9]+)/([a-z0-9][a-z0-9.+-]*)")


@dataclass(frozen=True)
class File:
    """A file that goes along."""

    name: str
    type: str
    data: bytes


def message_id_for(effect_id: str, domain: str) -> str:
    """Return the Message-ID of what one effect sends; every attempt has the same."""
    known = _NOT_A_DOMAIN.sub("", _ascii_domain(domain).lower()).strip(".-")
    return f"<{_NOT_AN_ID.sub('', effect_id)}@{known or 'localhost'}>"


def message_of(
    mail: Outgoing,
    sender: Address,
    message_id: str,
    when: datetime,
    attachments: Sequence[File] = (),
) -> EmailMessage:
    """Return the whole message, blind copies included; no field can begin another.

    Raises ToolFailed (kind "params") when an address cannot be written in a message.
    """
    message = EmailMessage(policy=_POLICY)
    message["From"] = _mailbox(sender)
    for name, addresses in (("To", mail.to), ("Cc", mail.cc), ("Bcc", mail.bcc)):
        if addresses:
            message[name] = [_mailbox(address) for address in addresses]
    message["Subject"] = in_one_line(mail.subject)
    message["Date"] = when
    message["Message-ID"] = message_id
    if answered := _ids((mail.in_reply_to,)):
        message["In-Reply-To"] = answered
    if chain := _ids(mail.references):
        message["References"] = chain
    message.set_content(mail.body.encode("utf-8", "replace").decode())
    for file in attachments:
        kind = _TYPE.match(file.type.lower())
        maintype, subtype = kind.groups() if kind else ("application", "octet-stream")
        name = in_one_line(file.name) or "attachment"
        message.add_attachment(file.data, maintype=maintype, subtype=subtype, filename=name)
    return message


def shortened(references: Sequence[str]) -> tuple[str, ...]:
    """Return a chain of message ids without repeats; of a long one, the first and the last."""
    chain = tuple(dict.fromkeys(reference for reference in references if reference))
    if len(chain) <= MAX_REFERENCES:
        return chain
    return (chain[0], *chain[1 - MAX_REFERENCES :])


def _ids(values: Iterable[str]) -> str:
    """Return what of these are message ids; a chain that was one text is taken apart."""
    return " ".join(shortened([i for value in values for i in _MESSAGE_ID.findall(value)]))


def _mailbox(address: Address) -> Mailbox:
    email = address.email.strip()
    if why := why_not(email):
        raise ToolFailed(f"Mail cannot be sent to {in_one_line(email)!r}. {why}", "params")
    local, _, domain = email.rpartition("@")
    name = in_one_line(_SPECIAL.sub(" ", address.name))
    return Mailbox(name, username=local, domain=_ascii_domain(domain))


def _ascii_domain(domain: str) -> str:
    try:
        return domain.encode("idna").decode("ascii")
    except UnicodeError:
        return domain


def in_one_line(text: str) -> str:
    """Return a text without line breaks, and without what cannot be printed."""
    return " ".join(_UNPRINTABLE.sub(" ", text).split())
