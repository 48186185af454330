"""The files of a draft: exactly those that are to go along, whatever Graph has put there."""

import base64
import binascii
from collections.abc import Sequence

from shared.connectors.microsoft.graph import NAME, PREFER, below, everything, selected, shaped
from shared.connectors.microsoft.messages import FILE_FIELDS, AttachedFile, Message
from shared.connectors.rest import NotThere, Request, Rest
from shared.errors import ToolFailed
from shared.tools.wording import one_line
from shared.workspace.email.port import BroughtFile, MailFile, Outgoing

MAX_COPIED_BYTES = 3 * 1024 * 1024
"""What Graph takes in one request. A mail that is forwarded brings larger files along itself."""


def check(mail: Outgoing) -> None:
    """Raise ToolFailed for a file that Graph cannot be given; nothing is done by then."""
    large = [
        file
        for file in mail.attachments
        if file.size > MAX_COPIED_BYTES and not (mail.forwarded and isinstance(file, MailFile))
    ]
    if large:
        name = one_line(large[0].name)
        message = (
            f"{name} is too large to be sent along: {NAME} takes 3 MB a file, "
            "unless the mail it came with is forwarded."
        )
        raise ToolFailed(message, "params")


def content(file: AttachedFile) -> bytes:
    """Return what a file holds; raise ToolFailed where that is not as it should be."""
    try:
        return base64.b64decode(file.content_bytes, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ToolFailed(f"{NAME} answered in an unexpected form.") from error


async def files(rest: Rest, message_id: str) -> tuple[AttachedFile, ...]:
    """Return the files of a message, without what only its text shows."""
    path = below("/me/messages", message_id, "attachments")
    found = await everything(
        rest, Request("GET", path, selected(FILE_FIELDS), headers=PREFER), AttachedFile
    )
    return tuple(file for file in found if not file.is_inline)


def along(message: Message, attached: Sequence[AttachedFile]) -> tuple[MailFile, ...]:
    """Return the files of a message as they can be sent along."""
    return tuple(
        MailFile(
            mail_id=message.id,
            attachment_id=file.id,
            name=file.name,
            type=file.content_type,
            size=file.size,
        )
        for file in attached
    )


async def settle(rest: Rest, draft_id: str, mail: Outgoing) -> None:
    """Give a draft the files of a mail; what is there already stays, what is not wanted goes.

    It comes to the same however often it is done, so an attempt that broke off can be gone on with.
    """
    missing = list(mail.attachments)
    for there in await files(rest, draft_id):
        wanted = next((file for file in missing if file.name == there.name), None)
        if wanted is not None:
            missing.remove(wanted)
        else:
            path = below(below("/me/messages", draft_id, "attachments"), there.id)
            await rest.change(Request("DELETE", path, headers=PREFER))
    for file in missing:
        copied = isinstance(file, MailFile)
        kind, content = await _copied(rest, file) if copied else _brought(file)
        made = {
            "@odata.type": "#microsoft.graph.fileAttachment",
            "name": file.name,
            "contentType": kind or "application/octet-stream",
            "contentBytes": content,
        }
        whole = below("/me/messages", draft_id, "attachments")
        await rest.change(Request("POST", whole, json=made, headers=PREFER))


def _brought(file: BroughtFile) -> tuple[str, str]:
    return file.type, base64.b64encode(file.data).decode("ascii")


async def _copied(rest: Rest, file: MailFile) -> tuple[str, str]:
    """Return the type and the content (base64) of a file of a mail."""
    path = below(below("/me/messages", file.mail_id, "attachments"), file.attachment_id)
    request = Request("GET", path, headers=PREFER)
    try:
        known = shaped(AttachedFile, await rest.read(request))
    except NotThere as error:
        raise NotThere(f"The attachment {one_line(file.name)} is gone.") from error
    if not known.content_bytes and known.size:  # a mail or a link, not a file
        raise ToolFailed(f"{one_line(file.name)} cannot be sent along by {NAME}.", "params")
    return known.content_type, known.content_bytes
