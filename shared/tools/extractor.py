"""The text of one document, in a process of its own: `python -m shared.tools.extractor KIND`.

Reads the document from standard input and writes {"text", "why"} as JSON. Parsers of foreign files
can be sent round in circles or made to fill memory; here that costs this process and nothing else.
"""

import json
import resource
import sys
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from io import BytesIO

CPU_SECONDS = 10
MEMORY_BYTES = 1024 * 1024 * 1024
MAX_CHARACTERS = 60_000
"""More than is ever shown, so that whoever cuts it knows that there is a rest."""
MAX_PAGES = 500
MAX_ROWS = 20_000
MAX_UNPACKED_BYTES = 100 * 1024 * 1024

_PROTECTED = "The document is encrypted, so it cannot be read."
_DAMAGED = "The document is damaged, so it cannot be read."
_NO_TEXT = "There is no text in the document; it may be a scan."


def text_of(kind: str, data: bytes) -> tuple[str, str]:
    """Return the text of a `pdf` or `xlsx`; where there is none, "" and why. Never raises."""
    try:
        found = "\n".join(_bounded(_pages(data) if kind == "pdf" else _rows(data))).strip()
    except _Protected:
        return "", _PROTECTED
    except Exception:  # noqa: BLE001 - whatever a damaged file makes of its parser
        return "", _DAMAGED
    return found[:MAX_CHARACTERS], "" if found else _NO_TEXT


class _Protected(Exception):
    """A password is needed."""


def _bounded(lines: Iterator[str]) -> Iterator[str]:
    left = MAX_CHARACTERS
    for line in lines:
        yield line[:left]
        left -= len(line)
        if left <= 0:
            return


def _pages(data: bytes) -> Iterator[str]:
    from pypdf import PdfReader  # noqa: PLC0415 - only what the one document takes

    reader = PdfReader(BytesIO(data))
    if reader.is_encrypted and not reader.decrypt(""):
        raise _Protected
    for page in reader.pages[:MAX_PAGES]:
        yield page.extract_text().strip()


def _rows(data: bytes) -> Iterator[str]:
    from openpyxl import load_workbook  # noqa: PLC0415 - only what the one document takes

    if not zipfile.is_zipfile(BytesIO(data)):  # one with a password is no archive
        raise _Protected
    with zipfile.ZipFile(BytesIO(data)) as archive:
        if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED_BYTES:
            raise ValueError("too large")
    book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    left = MAX_ROWS
    for sheet in book.worksheets:
        sheet.reset_dimensions()  # what a file says of its size is not to be believed
        heading = f"# {sheet.title}"
        for row in sheet.iter_rows(values_only=True):
            left -= 1
            if left < 0:
                return
            cells = [_cell(value) for value in row]
            if any(cells):
                if heading:
                    yield heading
                    heading = ""
                yield " | ".join(cells).rstrip(" |")


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime) and value.time() == datetime.min.time():
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value).split())


def main() -> None:
    """Read one document within the limits."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    text, why = text_of(sys.argv[1], sys.stdin.buffer.read())
    clean = text.encode("utf-8", "replace").decode()
    sys.stdout.write(json.dumps({"text": clean, "why": why}))


if __name__ == "__main__":
    main()
