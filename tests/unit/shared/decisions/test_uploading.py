"""Which files are taken in, what they are called, and what a message does with them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import uploading
from shared.errors import InvalidRequest, TooLarge, UnsupportedFile
from shared.models.intent import ActionType, Command, IntentAnalysis, PlannedStep

PDF, PNG, ZIP = b"%PDF-1.7 x", b"\x89PNG\r\n\x1a\n x", b"PK\x03\x04 x"


@pytest.mark.parametrize(
    ("name", "data", "shown", "kind"),
    [
        ("plan.pdf", PDF, "plan.pdf", "application/pdf"),
        ("PLAN.PDF", PDF, "PLAN.PDF", "application/pdf"),
        ("C:\\mine\\plan.png", PNG, "plan.png", "image/png"),
        ("../../etc/plan.csv", b"a,b", "plan.csv", "text/csv"),
        (
            "gr\u00fc\u00dfe\n.txt",
            "gr\u00fc\u00dfe".encode("utf-16"),
            "gr\u00fc\u00dfe.txt",
            "text/plain",
        ),
        ("\u202etxt.exe.md", b"# Hi", "txt.exe.md", "text/markdown"),
        ("b.docx", ZIP, "b.docx", uploading.taken("a.docx", ZIP).type),
    ],
)
def test_a_file_is_kept_under_its_own_name_and_the_type_that_fits(name, data, shown, kind):
    upload = uploading.taken(name, data)

    assert (upload.name, upload.type, upload.size) == (shown, kind, len(data))
    assert uploading.same(upload, data)
    assert not uploading.same(upload, data + b" ")


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        ("", PDF, InvalidRequest),
        ("///", PDF, InvalidRequest),
        ("plan.pdf", b"", InvalidRequest),
        ("plan.pdf", PDF + b"x" * uploading.MAX_BYTES, TooLarge),
        ("plan", PDF, UnsupportedFile),
        (".txt", b"x", UnsupportedFile),
        ("plan.exe", b"MZ", UnsupportedFile),
        ("plan.html", b"<script>", UnsupportedFile),
        ("plan.svg", b"<svg/>", UnsupportedFile),
        ("plan.pdf", b"MZ", UnsupportedFile),
        ("plan.png", PDF, UnsupportedFile),
        ("plan.txt", b"MZ\x00\x01", UnsupportedFile),
    ],
)
def test_what_is_not_taken_is_refused_with_the_error_that_says_so(name, data, error):
    with pytest.raises(error) as refused:
        uploading.taken(name, data)

    assert type(refused.value) is error


def test_the_same_file_has_the_same_id_and_another_has_another():
    ids = [
        uploading.taken(name, data).id
        for name, data in (("a.csv", b"1"), ("a.csv", b"1"), ("b.csv", b"1"), ("a.csv", b"2"))
    ]

    assert ids[0] == ids[1]
    assert len(set(ids)) == 3


@given(name=st.text(max_size=400))
def test_a_name_is_one_short_line_whatever_was_sent(name):
    try:
        shown = uploading.taken(f"{name}.txt", b"x").name
    except UnsupportedFile:
        return
    assert shown.endswith(".txt")
    assert len(shown) <= uploading.MAX_NAME_CHARACTERS
    assert not set(shown) & set("/\\\r\n\x00\u202e\u2028")


FILE = uploading.taken("plan.pdf", PDF)
READS, WRITES = Command(command="x", risk="low"), Command(command="x", risk="medium")


def intent(action, *commands):
    return IntentAnalysis(action=action, confidence=0.9, primary_intent="x", commands=commands)


@pytest.mark.parametrize(
    ("files", "understood", "reads"),
    [
        ((FILE,), intent(ActionType.QUERY), True),
        ((FILE,), intent(ActionType.AMBIGUOUS), True),
        ((FILE,), intent(ActionType.EXECUTE, READS), True),
        ((FILE,), intent(ActionType.EXECUTE, READS, WRITES), False),
        ((FILE,), intent(ActionType.EXECUTE), False),
        ((FILE,), intent(ActionType.CREATE), False),
        ((FILE,), intent(ActionType.UPDATE, READS), False),
        ((FILE,), None, False),
        ((), intent(ActionType.QUERY), False),
    ],
)
def test_a_message_with_files_asks_what_is_in_them_unless_it_changes_something(
    files, understood, reads
):
    assert uploading.reads(files, understood) is reads


def test_files_go_along_with_the_mails_that_name_none_themselves():
    own = {"attachments": [{"kind": "mail", "mail_id": "m1"}]}
    steps = (
        PlannedStep(tool="contacts_search", arguments={"query": "Sarah"}),
        PlannedStep(tool="gmail_send_email", arguments={"body": "Hi"}),
        PlannedStep(tool="gmail_send_email", arguments=own),
        PlannedStep(tool="gmail_forward_message", arguments={"message_id": "m1"}),
    )

    search, send, named, forward = uploading.along(steps, (FILE,))

    (along,) = send.arguments["attachments"]
    assert along == {
        "kind": "upload",
        "file_id": FILE.id,
        "name": "plan.pdf",
        "type": "application/pdf",
        "size": len(PDF),
    }
    assert (search, named) == (steps[0], steps[2])
    assert forward.arguments == {"message_id": "m1", "besides": [along]}
    assert uploading.along(steps, ()) == steps
