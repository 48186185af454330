"""Which files are taken in, and what they are called here."""

import hashlib
import re
from collections.abc import Sequence

from shared.errors import InvalidRequest, TooLarge, UnsupportedFile
from shared.models.base import Json
from shared.models.intent import ActionType, IntentAnalysis, PlannedStep
from shared.models.upload import Upload
from shared.naming import digest

MAX_BYTES = 10 * 1024 * 1024
MAX_NAME_CHARACTERS = 150
MAX_IN_THREAD = 100
MAX_IN_MESSAGE = 10

_OFFICE = "application/vnd.openxmlformats-officedocument"
_ZIPPED, _TEXT = (b"PK\x03\x04",), ()
_KINDS: dict[str, tuple[str, tuple[bytes, ...]]] = {
    "pdf": ("application/pdf", (b"%PDF-",)),
    "docx": (f"{_OFFICE}.wordprocessingml.document", _ZIPPED),
    "xlsx": (f"{_OFFICE}.spreadsheetml.sheet", _ZIPPED),
    "pptx": (f"{_OFFICE}.presentationml.presentation", _ZIPPED),
    "png": ("image/png", (b"\x89PNG\r\n\x1a\n",)),
    "jpg": ("image/jpeg", (b"\xff\xd8\xff",)),
    "jpeg": ("image/jpeg", (b"\xff\xd8\xff",)),
    "gif": ("image/gif", (b"GIF87a", b"GIF89a")),
    "csv": ("text/csv", _TEXT),
    "tsv": ("text/tab-separated-values", _TEXT),
    "txt": ("text/plain", _TEXT),
    "md": ("text/markdown", _TEXT),
    "json": ("application/json", _TEXT),
    "ics": ("text/calendar", _TEXT),
}
"""By the ending of the name: the type, and what such a file begins with (a text: no zero byte)."""
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""What a text in UTF-16 begins with: it has zero bytes, and is text all the same."""
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")

ENDINGS = tuple(_KINDS)
TYPES = tuple(dict.fromkeys(kind for kind, _ in _KINDS.values()))
"""The types of files that are taken."""
TAKE_ALONG = {
    "gmail_send_email": "attachments",
    "gmail_create_draft": "attachments",
    "gmail_reply_to_message": "attachments",
    "gmail_forward_message": "besides",
}
"""The calls that files of a message go along with, and as what: a forward has that mail's own."""


def taken(name: str, data: bytes) -> Upload:
    """Return a file as it is kept; its type is told by its name and has to fit what is in it.

    Raises InvalidRequest (no name, or nothing in it), TooLarge or UnsupportedFile.
    """
    shown = _shown(name)
    if not shown:
        raise InvalidRequest("The file needs a name: put it in the query, as ?name=plan.pdf.")
    if not data:
        raise InvalidRequest(f"{shown} is empty.")
    if len(data) > MAX_BYTES:
        raise TooLarge(f"A file can have {MAX_BYTES // (1024 * 1024)} MB at most.")
    _, dot, ending = shown.lower().rpartition(".")
    known = _KINDS.get(ending) if dot else None
    if known is None:
        endings = ", ".join(one for one in ENDINGS if one != "jpeg")
        raise UnsupportedFile(f"Files of this kind are not taken. Those that are: {endings}.")
    kind, beginnings = known
    if not _fits(data, beginnings):
        raise UnsupportedFile(f"{shown} is not what its name says: there is no {ending} in it.")
    content = hashlib.sha256(data).hexdigest()
    return Upload(id=digest("upload", shown, content), name=shown, type=kind, size=len(data))


def called(name: str, kind: str) -> str:
    """Return a file's name with an ending that is known, told by its type where it has none."""
    _, dot, ending = name.lower().rpartition(".")
    if dot and ending in _KINDS:
        return name
    plain = kind.partition(";")[0].strip().lower()
    known = next((ending for ending, (one, _) in _KINDS.items() if one == plain), "")
    return f"{name or 'file'}.{known}" if known else name


def same(upload: Upload, data: bytes) -> bool:
    """Return whether this is the content that an upload's id stands for."""
    return upload.id == digest("upload", upload.name, hashlib.sha256(data).hexdigest())


def reads(files: Sequence[Upload], intent: IntentAnalysis | None) -> bool:
    """Return whether a message with files asks what is in them, and not to do something with them.

    What is to be made or changed with them (a mail that they go along with) is its agent's.
    """
    if not files or intent is None:
        return False
    if any(command.risk != "low" for command in intent.commands):
        return False
    executed = intent.action is ActionType.EXECUTE and bool(intent.commands)
    return executed or intent.action in {ActionType.QUERY, ActionType.AMBIGUOUS}


def along(steps: Sequence[PlannedStep], files: Sequence[Upload]) -> tuple[PlannedStep, ...]:
    """Return planned calls with the files that a message brought: mails they go along with.

    A mail whose files were named already keeps those. They are shown before anything goes out.
    """
    wanted: list[Json] = [
        {"kind": "upload", "file_id": one.id, "name": one.name, "type": one.type, "size": one.size}
        for one in files
    ]
    return tuple(
        step.model_copy(update={"arguments": {**step.arguments, argument: wanted}})
        if wanted
        and (argument := TAKE_ALONG.get(step.tool, ""))
        and not step.arguments.get(argument)
        else step
        for step in steps
    )


def _fits(data: bytes, beginnings: tuple[bytes, ...]) -> bool:
    if beginnings:
        return data.startswith(beginnings)
    return data.startswith(_WIDE) or b"\x00" not in data


def _shown(name: str) -> str:
    """Return a file's own name, in one line: no folder, nothing invisible, its ending kept."""
    own = re.split(r"[/\\]", _UNPRINTABLE.sub(" ", name))[-1]
    stem, dot, ending = " ".join(own.split()).strip(". ").rpartition(".")
    if not dot:
        return ending[:MAX_NAME_CHARACTERS]
    room = max(1, MAX_NAME_CHARACTERS - len(ending) - 1)
    return f"{stem[:room].rstrip()}.{ending}"[:MAX_NAME_CHARACTERS]
