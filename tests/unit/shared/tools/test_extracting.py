"""Documents that need a parser are read by a process of its own, and in bounds."""

import asyncio
import os
import subprocess
import zipfile
from datetime import date
from io import BytesIO

import pytest
from openpyxl import Workbook
from pypdf import PdfReader, PdfWriter

from shared.tools import extractor
from shared.tools.extracting import extracted
from shared.tools.extractor import text_of
from shared.workspace.email.attachments import CUT, MAX_TEXT_CHARACTERS, text_of_file

PDF = "application/pdf"


def pdf(*pages):
    """Return a document with a line of text on each page."""
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>".encode(),
        font,
    ]
    for number, text in enumerate(pages):
        drawn = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET".encode()
        page = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {5 + 2 * number} 0 R"
        objects.append(f"{page}/Resources<</Font<</F1 3 0 R>>>>>>".encode())
        stream = b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn)
        objects.append(stream)
    out, places = BytesIO(), []
    out.write(b"%PDF-1.4\n")
    for number, inside in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, inside))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for place in places:
        out.write(b"%010d 00000 n \n" % place)
    out.write(b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start))
    return out.getvalue()


def protected(document, password):
    writer = PdfWriter(clone_from=PdfReader(BytesIO(document)))
    writer.encrypt(password, algorithm="RC4-128")
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def workbook(**sheets):
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


async def test_a_pdf_says_what_is_on_its_pages():
    data = pdf("Budget for June", "Total 120")

    read = await text_of_file("plan.pdf", "", data)

    assert (read.type, read.text, read.why) == (PDF, "Budget for June\nTotal 120", "")


async def test_a_workbook_is_told_sheet_by_sheet_and_row_by_row():
    data = workbook(
        Plan=[["Task", "Owner", "Due", "Hours"], ["Launch", "Ann", date(2026, 12, 1), 3.0]],
        Empty=[],
        Notes=[[None, None], ["one\ntwo", None]],
    )

    read = await text_of_file("plan.xlsx", "", data)

    assert read.text.split("\n") == [
        "# Plan",
        "Task | Owner | Due | Hours",
        "Launch | Ann | 2026-12-01 | 3",
        "# Notes",
        "one two",
    ]


async def test_a_workbook_with_more_rows_than_are_shown_is_cut_with_a_note():
    rows = [["x" * 40] for _ in range(3000)]

    read = await text_of_file("plan.xlsx", "", workbook(Plan=rows))

    assert len(read.text) == MAX_TEXT_CHARACTERS + len(CUT)
    assert read.text.endswith(CUT)


def bomb():
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (extractor.MAX_UNPACKED_BYTES + 1))
    return packed.getvalue()


@pytest.mark.parametrize(
    ("kind", "data", "why"),
    [
        ("pdf", pdf(""), "may be a scan"),
        ("pdf", b"%PDF-1.7 nothing", "damaged"),
        ("pdf", pdf("secret")[:-200], "damaged"),
        ("pdf", protected(pdf("secret"), "word"), "encrypted"),
        ("xlsx", b"\xd0\xcf\x11\xe0 with a password", "encrypted"),
        ("xlsx", bomb(), "damaged"),
        ("xlsx", workbook(Plan=[]), "no text"),
    ],
)
def test_a_document_without_text_says_why(kind, data, why):
    text, told = text_of(kind, data)

    assert (text, why in told) == ("", True), told


def test_a_document_whose_password_is_empty_is_read():
    assert text_of("pdf", protected(pdf("open"), "")) == ("open", "")


async def test_a_reader_that_is_cut_off_costs_nobody_but_the_document():
    text, why = await extracted("pdf", pdf("Budget"), seconds=0)

    assert (text, why) == ("", "The document takes too long to read, or is too large.")


def readers():
    """Return how many processes of this one read a document right now."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "ppid=,args="],  # noqa: S607 - wherever the machine has it
        capture_output=True,
        text=True,
        check=True,
    )
    ours = (line.split(None, 1) for line in listed.stdout.splitlines())
    return sum(
        parent == str(os.getpid()) and "shared.tools.extractor" in rest[0] for parent, *rest in ours
    )


async def test_one_document_is_read_at_a_time():
    reading = [asyncio.create_task(extracted("pdf", pdf("Budget"))) for _ in range(3)]
    most = 0
    while not all(task.done() for task in reading):
        most = max(most, readers())
        await asyncio.sleep(0)

    assert most == 1
    assert [task.result() for task in reading] == [("Budget", "")] * 3
