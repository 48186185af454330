"""Files that go along with a mail: which ones are meant, and how they are listed."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from shared.errors import ToolFailed
from shared.tools.tool import Desk
from shared.tools.wording import count, one_line
from shared.workspace.email.exact import files_of
from shared.workspace.email.parameters import WantedFile
from shared.workspace.email.port import Attachment, BroughtFile, Mailbox, MailFile, Outgoing

MAX_FILES = 25
File = TypeVar("File", MailFile, Attachment)


async def found(
    desk: Desk, wanted: Iterable[WantedFile], known: Sequence[MailFile | BroughtFile] = ()
) -> tuple[MailFile | BroughtFile, ...]:
    """Return the files that are meant, each once; raise ToolFailed where there is no such file.

    `known` are those of a mail that was read already.
    """
    files: list[MailFile | BroughtFile] = []
    for one in wanted:
        if one.kind == "upload":
            meant: Sequence[MailFile | BroughtFile] = [await _brought(desk, one.file_id)]
        else:
            there = [
                file for file in known if isinstance(file, MailFile) and file.mail_id == one.mail_id
            ]
            there = there or files_of(await desk.workspace[Mailbox].get(one.mail_id))
            meant = _meant(one, there)
        files += [file for file in meant if file not in files]
    if len(files) > MAX_FILES:
        raise ToolFailed(f"More than {MAX_FILES} attachments are too many.", "params")
    return tuple(files)


async def loaded(desk: Desk, mail: Outgoing) -> Outgoing:
    """Return a mail with what is in the files the person brought; raise ToolFailed without it."""
    files = [
        file.model_copy(update={"data": await desk.uploads.read(file.file_id)})
        if isinstance(file, BroughtFile)
        else file
        for file in mail.attachments
    ]
    return mail.model_copy(update={"attachments": tuple(files)})


async def _brought(desk: Desk, file_id: str) -> BroughtFile:
    known = await desk.uploads.find(file_id)
    return BroughtFile(file_id=known.id, name=known.name, type=known.type, size=known.size)


def listed(files: Iterable[MailFile | BroughtFile]) -> str:
    """Return "budget.pdf (120 KB), plan.docx (2 MB)"."""
    return ", ".join(f"{one_line(file.name)}{said_size(file.size)}" for file in files)


def said_size(size: int) -> str:
    """Return " (2 MB)"; "" where nobody knows."""
    for unit, bytes_ in (("MB", 1_000_000), ("KB", 1_000)):
        if size >= bytes_:
            return f" ({size / bytes_:.0f} {unit})"
    return f" ({count(size, 'byte')})" if size else ""


def _meant(wanted: WantedFile, there: Sequence[MailFile]) -> Sequence[MailFile]:
    """Return a mail's file by its id, those whose name holds what is said, or all."""
    if wanted.attachment_id:
        fitting = [file for file in there if file.attachment_id == wanted.attachment_id]
    else:
        fitting = called(wanted.name, there)
    if not fitting:
        name = f" called {one_line(wanted.name)}" if wanted.name.strip() else ""
        raise ToolFailed(f"That email has no attachment{name}.", "params", recoverable=True)
    return fitting


def called(name: str, there: Sequence[File]) -> list[File]:
    """Return the files of a name, or else those whose name holds it; all for none."""
    wanted = name.strip().casefold()
    exact = [file for file in there if file.name.casefold() == wanted]
    return exact or [file for file in there if wanted in file.name.casefold()]
