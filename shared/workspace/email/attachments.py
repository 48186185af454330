"""What a file says, as text: one that came with a mail, or that somebody brought along."""

import codecs
import re
import zipfile
from base64 import b64encode
from email.message import Message
from io import BytesIO
from typing import IO
from xml.parsers import expat

from shared.tools.extracting import extracted
from shared.workspace.email.html import text_of
from shared.workspace.email.port import AttachmentText

MAX_TEXT_CHARACTERS = 50_000
MAX_DOCUMENT_BYTES = 20 * 1024 * 1024
"""An unpacked document larger than this is not read to its end."""
MAX_PASSED_ON_BYTES = 1_000_000
CUT = "\n\n(The rest is left out.)"

_CHUNK = 64 * 1024
_DOCUMENT = "word/document.xml"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_PDF = "application/pdf"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_BY_ENDING = {
    "txt": "text/plain",
    "log": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "ics": "text/calendar",
    "vcf": "text/vcard",
    "json": "application/json",
    "xml": "application/xml",
    "yaml": "application/yaml",
    "yml": "application/yaml",
    "html": "text/html",
    "htm": "text/html",
    "docx": _DOCX,
    "pdf": _PDF,
    "xlsx": _XLSX,
}
_EXTRACTED = {_PDF: "pdf", _XLSX: "xlsx"}
"""What a parser of its own is needed for, which works in a process of its own."""
_TEXTS = frozenset({"application/json", "application/xml", "application/yaml", "application/csv"})
_UNSPECIFIC = frozenset({"", "application/octet-stream", "binary/octet-stream"})
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


async def text_of_file(name: str, kind: str, data: bytes) -> AttachmentText:
    """Return a file's text, bounded; where there is none, why. `kind` is its MIME type.

    Texts, CSV, JSON, XML, HTML, Word documents (.docx), PDF files and workbooks (.xlsx) are read.
    Never raises.
    """
    told = kind.partition(";")[0].strip().lower()
    ending = name.rpartition(".")[2].lower()
    by_ending = _BY_ENDING.get(ending, "")
    found = (by_ending or told) if told in _UNSPECIFIC else told
    if data and found in _EXTRACTED:
        text, why = await extracted(_EXTRACTED[found], data)
        text = _UNPRINTABLE.sub("", text)
    else:
        text, why = _read(found, kind, data)
    shown = text if len(text) <= MAX_TEXT_CHARACTERS else f"{text[:MAX_TEXT_CHARACTERS]}{CUT}"
    content = b64encode(data).decode() if len(data) <= MAX_PASSED_ON_BYTES else ""
    return AttachmentText(
        name=name, type=found, size=len(data), text=shown, why=why, content=content
    )


def _read(found: str, kind: str, data: bytes) -> tuple[str, str]:
    if not data:
        return "", "The file is empty."
    if found == _DOCX:
        return _document(data)
    if not found.startswith("text/") and found not in _TEXTS:
        return "", f"Files of this type ({found or 'unknown'}) cannot be read as text here."
    text = _decoded(data, _charset(kind))
    if "\x00" in text:
        return "", "The file is not text, whatever it is called."
    if found == "text/html":
        text = text_of(text)
    text = _UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    return text, "" if text else "There is no text in the file."


def _charset(kind: str) -> str:
    header = Message()
    header["Content-Type"] = " ".join(kind.split())
    try:
        return codecs.lookup(str(header.get_content_charset() or "utf-8")).name
    except LookupError:
        return "utf-8"


def _decoded(data: bytes, charset: str) -> str:
    """Return text in the encoding its first bytes or its type tell, or else the likeliest."""
    data = data[: MAX_TEXT_CHARACTERS * 20]
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    for encoding in (charset, "utf-8"):
        try:
            # Only the end may be in the middle of a character.
            return codecs.getincrementaldecoder(encoding)().decode(data)
        except (UnicodeError, LookupError):
            continue
    return data.decode("cp1252", "replace")


def _document(data: bytes) -> tuple[str, str]:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive, archive.open(_DOCUMENT) as document:
            text = _Document().read(document)
    except KeyError:
        return "", "There is no text in the document."
    except (zipfile.BadZipFile, expat.ExpatError, _Refused, OSError, ValueError, EOFError):
        return "", "The document is damaged or protected, so it cannot be read."
    except (NotImplementedError, RuntimeError):
        return "", "The document is encrypted, so it cannot be read."
    return text, "" if text else "There is no text in the document."


class _Refused(Exception):
    """The document declares entities, which no word processor writes."""


class _Document:
    """The paragraphs and tables of a Word document, read piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._size = 0
        self._shown = False
        self._cells = 0

    def read(self, document: IO[bytes]) -> str:
        """Return the text: a paragraph a line, a table's row a line; no more than is shown."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._declared
        for _ in range(MAX_DOCUMENT_BYTES // _CHUNK):
            chunk = document.read(_CHUNK)
            parser.Parse(chunk, not chunk)
            if not chunk or self._size > MAX_TEXT_CHARACTERS:
                break
        return "".join(self._pieces).strip()

    def _declared(self, *_: object) -> None:
        raise _Refused

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        match name.removeprefix(_WORD):
            case "t":
                self._shown = True
            case "tab":
                self._write("\t")
            case "br" | "cr":
                self._write("\n")
            case "tr":
                self._cells = 0
            case "tc":
                self._write(" | " if self._cells else "")
                self._cells += 1
            case _:
                pass

    def _end(self, name: str) -> None:
        match name.removeprefix(_WORD):
            case "t":
                self._shown = False
            case "p":
                self._write(" " if self._cells else "\n")
            case "tr":
                self._cells = 0
                self._write("\n")
            case _:
                pass

    def _text(self, text: str) -> None:
        if self._shown:
            self._write(text)

    def _write(self, text: str) -> None:
        self._size += len(text)
        if self._size <= MAX_TEXT_CHARACTERS + _CHUNK:
            self._pieces.append(text)
