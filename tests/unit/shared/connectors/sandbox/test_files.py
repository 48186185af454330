"""Files in mails: what they are, how large, and what they say."""

import pytest

from shared.connectors.sandbox.files import attachment, attachment_text
from shared.connectors.sandbox.records import FileRecord


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("table.csv", "text/csv"),
        ("NOTES.TXT", "text/plain"),
        ("plan.v2.pdf", "application/pdf"),
        ("nothing", "application/octet-stream"),
        ("odd.xyz", "application/octet-stream"),
    ],
)
def test_the_ending_says_what_a_file_is(name, kind):
    assert attachment(1, FileRecord(name=name)).type == kind


def test_a_text_is_as_large_as_it_is():
    said = attachment_text(FileRecord(name="a.txt", text="Inês"))
    assert (said.text, said.size, said.why) == ("Inês", 5, "")


def test_a_file_without_text_says_why_and_always_has_the_same_size():
    file = FileRecord(name="plan.pdf")
    said = attachment_text(file)
    assert said.text == ""
    assert "pdf" in said.why
    assert said.size == attachment(3, file).size > 0
