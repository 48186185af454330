"""The files in the sandbox's mails: their types and sizes, and what can be read of them."""

import zlib
from base64 import b64encode

from shared.connectors.sandbox.records import FileRecord
from shared.workspace.email.attachments import text_of_file
from shared.workspace.email.port import Attachment, AttachmentText, BroughtFile, MailFile

_TYPES = {
    "csv": "text/csv",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "html": "text/html",
    "ics": "text/calendar",
    "jpg": "image/jpeg",
    "pdf": "application/pdf",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "txt": "text/plain",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}
_SMALLEST = 20_000
_SPREAD = 900_000


def attachment(number: int, file: FileRecord) -> Attachment:
    """Return a file as a mail lists it."""
    kind, size = _type(file), _size(file)
    return Attachment(id=str(number), name=file.name, type=kind, size=size)


def sent_along(mail_id: str, number: int, file: FileRecord) -> MailFile:
    """Return a file of a mail as it can be sent along with another."""
    known = attachment(number, file)
    return MailFile(
        mail_id=mail_id, attachment_id=known.id, name=known.name, type=known.type, size=known.size
    )


async def brought(file: BroughtFile) -> FileRecord:
    """Return a file that somebody brought along as a mail keeps it."""
    told = await text_of_file(file.name, file.type, file.data)
    return FileRecord(name=file.name, text=told.text, size=file.size)


def attachment_text(file: FileRecord) -> AttachmentText:
    """Return what a file says, or why that cannot be told."""
    why = "" if file.text else f"Only text, HTML and CSV files can be read, not {_ending(file)}."
    kind = _type(file)
    content = b64encode(file.text.encode()).decode() if kind.startswith("text/") else ""
    return AttachmentText(
        name=file.name, type=kind, size=_size(file), text=file.text, why=why, content=content
    )


def _ending(file: FileRecord) -> str:
    return file.name.rpartition(".")[2].lower()


def _type(file: FileRecord) -> str:
    return _TYPES.get(_ending(file), "application/octet-stream")


def _size(file: FileRecord) -> int:
    """Return the size in bytes: of a file that is only a name, always the same plausible one."""
    if file.size:
        return file.size
    if file.text:
        return len(file.text.encode())
    return _SMALLEST + zlib.crc32(file.name.encode()) % _SPREAD
