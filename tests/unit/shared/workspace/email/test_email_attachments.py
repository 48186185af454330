import zipfile
from base64 import b64decode
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.workspace.email.attachments import (
    CUT,
    MAX_PASSED_ON_BYTES,
    MAX_TEXT_CHARACTERS,
    text_of_file,
)

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def docx(inside, name="word/document.xml", prolog=""):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, f"{prolog}<w:document {W}><w:body>{inside}</w:body></w:document>")
    return packed.getvalue()


def paragraph(text):
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


@pytest.mark.parametrize(
    ("name", "kind", "data", "text"),
    [
        ("a.txt", "text/plain", b"Hello\r\nyou", "Hello\nyou"),
        ("a.txt", "text/plain; charset=iso-8859-1", "Grüße".encode("latin-1"), "Grüße"),
        ("a.txt", "text/plain; charset=nonsense", "Grüße".encode(), "Grüße"),
        ("a.txt", "", "Grüße".encode("cp1252"), "Grüße"),
        ("a.csv", "application/octet-stream", "\ufeffa,b".encode(), "a,b"),
        ("a.txt", "text/plain", "Grüße".encode("utf-16"), "Grüße"),
        ("a.json", "application/json", b'{"a": 1}', '{"a": 1}'),
        ("a.html", "text/html", b"<p>Hi <script>x</script></p>", "Hi"),
        ("a.docx", "", docx(paragraph("One") + paragraph("Two &amp; more")), "One\nTwo & more"),
    ],
)
async def test_a_file_of_text_is_read(name, kind, data, text):
    read = await text_of_file(name, kind, data)
    assert (read.name, read.text, read.why, read.size) == (name, text, "", len(data))


@pytest.mark.parametrize(
    ("name", "kind", "data", "why"),
    [
        ("a.pdf", "application/pdf", b"%PDF", "damaged"),
        ("a.pdf", "", b"", "empty"),
        ("a.xlsx", "", b"PK nonsense", "encrypted"),
        ("a.png", "image/png", b"\x89PNG", "type (image/png) cannot be read"),
        ("a", "", b"x", "type (unknown) cannot be read"),
        ("a.txt", "text/plain", b"", "empty"),
        ("a.txt", "text/plain", b" \n", "no text in the file"),
        ("a.txt", "text/plain", b"a\x00b", "not text"),
        ("a.docx", DOCX, b"PK nonsense", "damaged"),
        ("a.docx", DOCX, docx("", name="other.xml"), "no text in the document"),
        ("a.docx", DOCX, docx(""), "no text in the document"),
        ("a.docx", DOCX, docx("<broken>"), "damaged"),
        (
            "a.docx",
            DOCX,
            docx(paragraph("&x;"), prolog='<!DOCTYPE d [<!ENTITY x "y">]>'),
            "damaged",
        ),
    ],
)
async def test_a_file_without_text_says_why(name, kind, data, why):
    read = await text_of_file(name, kind, data)
    assert read.text == ""
    assert why in read.why


async def test_what_is_small_can_be_passed_on_as_it_is():
    small, large = b"a" * MAX_PASSED_ON_BYTES, b"a" * (MAX_PASSED_ON_BYTES + 1)
    assert b64decode((await text_of_file("a.txt", "text/plain", small)).content) == small
    assert (await text_of_file("a.txt", "text/plain", large)).content == ""


async def test_tables_of_a_document_are_rows():
    row = "<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in "ab") + "</w:tr>"
    read = await text_of_file(
        "a.docx", DOCX, docx(f"<w:tbl>{row}{row}</w:tbl>{paragraph('after')}")
    )
    assert [line.strip() for line in read.text.split("\n")] == ["a  | b", "a  | b", "after"]


async def test_a_document_that_unpacks_to_a_huge_one_gives_bounded_text():
    bomb = docx(paragraph("x" * 30_000_000))
    assert len(bomb) < 100_000
    read = await text_of_file("a.docx", DOCX, bomb)
    assert len(read.text) <= MAX_TEXT_CHARACTERS + len(CUT)


async def test_a_long_text_is_cut_with_a_note():
    read = await text_of_file("a.txt", "text/plain", b"x" * 10_000_000)
    assert read.text == "x" * MAX_TEXT_CHARACTERS + CUT


@given(
    name=st.sampled_from(["a.txt", "a.docx", "a.html", "a"]),
    kind=st.one_of(st.sampled_from(["", "text/plain; charset=utf-7", DOCX]), st.text(max_size=40)),
    data=st.binary(max_size=300),
)
async def test_no_file_makes_reading_fail(name, kind, data):
    read = await text_of_file(name, kind, data)
    assert bool(read.text) != bool(read.why)
