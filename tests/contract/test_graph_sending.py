"""Mail of Microsoft 365 goes out exactly once, wherever an attempt breaks off."""

import base64
from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.microsoft.graph import EFFECT_PROPERTY
from shared.connectors.microsoft.mailbox import GraphMailbox
from shared.connectors.rest import NotThere
from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.email.port import Address, BroughtFile, MailFile, Outgoing
from tests.support.fakes import ManualClock
from tests.support.wire.crashes import EFFECT_ID, Ledger
from tests.support.wire.graph import failure
from tests.support.wire.graph_account import ME, Crash, GraphAccount, recipient
from tests.support.wire.peer import Answer

TODAY = datetime(2026, 11, 22, 12, tzinfo=UTC)
MAIL = Outgoing(
    to=(Address(email="bo@acme.example", name="Bo"),),
    cc=(Address(email="cy@acme.example"),),
    subject="Budget",
    body="Here it is.",
)
KINDS = ("a new mail", "a reply", "a forward")


@pytest.fixture
def account():
    return GraphAccount()


@pytest.fixture
def mailbox(account):
    return GraphMailbox(account.rest(), ME, ManualClock(TODAY))


@pytest.fixture
def ledger():
    return Ledger()


def mail_of_kind(account, kind):
    answered = account.message()
    return {
        "a new mail": MAIL,
        "a reply": MAIL.model_copy(update={"answers": answered, "subject": "Re: Budget"}),
        "a forward": MAIL.model_copy(update={"forwarded": answered, "subject": "Fwd: Budget"}),
    }[kind]


def drafts(account):
    return [each for each in account.messages.values() if each["isDraft"]]


async def attempts(mailbox, ledger, mail):
    """Send as often as it takes, as the ledger would; return what came of it and the breaks."""
    breaks = 0
    for again in (False, True, True, True):
        try:
            return await mailbox.send(mail, ledger.effect(again=again)), breaks
        except (OutcomeUnknown, Crash):
            breaks += 1
    raise AssertionError("it was never sent")


@pytest.mark.parametrize("kind", KINDS)
async def test_a_mail_is_sent_as_it_was_written(account, mailbox, ledger, kind):
    mail = mail_of_kind(account, kind)
    sent, breaks = await attempts(mailbox, ledger, mail)
    message = account.messages[sent.id]
    assert account.sent == [sent.id] == [ledger.handle]
    assert message["toRecipients"] == [recipient("bo@acme.example", "Bo")]
    assert message["ccRecipients"] == [{"emailAddress": {"address": "cy@acme.example"}}]
    assert (message["subject"], message["body"]["content"]) == (mail.subject, mail.body)
    assert (sent.thread_id, sent.message_id) == (
        message["conversationId"],
        message["internetMessageId"],
    )
    assert breaks == 0
    assert drafts(account) == []


async def test_a_reply_stays_in_its_conversation_and_a_forward_keeps_the_files(account, mailbox):
    file = {"id": "f", "name": "q3.txt", "contentType": "text/plain", "size": 1}
    answered = account.message(attachments=[file], hasAttachments=True)
    reply = await mailbox.send(MAIL.model_copy(update={"answers": answered}), Effect(id=EFFECT_ID))
    assert reply.thread_id == account.messages[answered]["conversationId"]
    files = attached(answered, "q3.txt")
    forward = MAIL.model_copy(update={"forwarded": answered, "attachments": files})
    sent = await mailbox.send(forward, Effect(id=EFFECT_ID[::-1]))
    assert account.messages[sent.id]["attachments"] == [file]


def attached(mail_id, *names, size=1):
    return tuple(
        MailFile(mail_id=mail_id, attachment_id=name, name=name, size=size) for name in names
    )


def file_of(name, data=b"abc", **more):
    content = base64.b64encode(data).decode()
    kind = {"contentType": "text/plain", "size": len(data), "isInline": False}
    kind["@odata.type"] = "#microsoft.graph.fileAttachment"
    return {"id": name, "name": name, "contentBytes": content, **kind, **more}


async def test_files_of_mails_go_along_as_they_are(account, mailbox):
    files = [file_of("a.txt"), file_of("b.txt", b"other")]
    known = account.message(attachments=files, hasAttachments=True)
    mail = MAIL.model_copy(update={"attachments": attached(known, "b.txt")})
    sent = await mailbox.send(mail, Effect(id=EFFECT_ID))
    (copied,) = account.messages[sent.id]["attachments"]
    assert (copied["name"], base64.b64decode(copied["contentBytes"])) == ("b.txt", b"other")


async def test_files_that_the_person_brought_go_along_once(account, mailbox):
    files = tuple(
        BroughtFile(file_id=name, name=name, type="application/pdf", size=4, data=b"%PDF")
        for name in ("plan.pdf", "more.pdf")
    )
    sent = await mailbox.send(MAIL.model_copy(update={"attachments": files}), Effect(id=EFFECT_ID))
    kept = account.messages[sent.id]["attachments"]
    assert [(one["name"], one["contentType"]) for one in kept] == [
        ("plan.pdf", "application/pdf"),
        ("more.pdf", "application/pdf"),
    ]
    assert base64.b64decode(kept[0]["contentBytes"]) == b"%PDF"


async def test_a_large_file_that_the_person_brought_goes_with_no_mail_at_all(account, mailbox):
    known = account.message()
    large = BroughtFile(file_id="f", name="plan.pdf", size=4_000_000, data=b"%PDF")
    for more in ({}, {"forwarded": known}):
        mail = MAIL.model_copy(update={"attachments": (large,), **more})
        with pytest.raises(ToolFailed, match="too large"):
            await mailbox.send(mail, Effect(id=EFFECT_ID))
    assert not account.sent


async def test_a_forward_takes_along_what_it_lists_and_no_more(account, mailbox):
    files = [file_of("a.txt"), file_of("b.txt"), file_of("logo.png", isInline=True)]
    known = account.message(attachments=files, hasAttachments=True)
    some = attached(known, "b.txt", size=9_000_000)
    forward = MAIL.model_copy(update={"forwarded": known, "attachments": some})
    sent = await mailbox.send(forward, Effect(id=EFFECT_ID))
    assert [one["name"] for one in account.messages[sent.id]["attachments"]] == [
        "b.txt",
        "logo.png",
    ]


async def test_a_draft_tells_its_files_so_that_they_can_be_sent_along(account, mailbox):
    known = account.message(attachments=[file_of("a.txt")], hasAttachments=True)
    mail = MAIL.model_copy(update={"attachments": attached(known, "a.txt", size=3)})
    draft = await mailbox.draft(mail, Effect(id=EFFECT_ID))
    (kept,) = (await mailbox.get_draft(draft.id)).mail.attachments
    assert (kept.mail_id, kept.name, kept.size) == (draft.id, "a.txt", 3)
    await mailbox.send_draft(draft.id, Effect(id=EFFECT_ID[::-1]))
    assert [one["name"] for one in account.messages[draft.id]["attachments"]] == ["a.txt"]


async def test_a_draft_is_changed_and_has_the_files_it_is_said_to_have(account, mailbox, ledger):
    files = [file_of("a.txt"), file_of("b.txt")]
    known = account.message(attachments=files, hasAttachments=True)
    mail = MAIL.model_copy(update={"attachments": attached(known, "a.txt", "b.txt", size=3)})
    draft = await mailbox.draft(mail, Effect(id="f" * 32))
    kept = (await mailbox.get_draft(draft.id)).mail
    large = kept.attachments[0].model_copy(update={"size": 9_000_000})
    other = kept.model_copy(update={"subject": "Later", "attachments": (large,)})

    for again in (False, True):
        await mailbox.update_draft(draft.id, other, ledger.effect(again=again))

    read = (await mailbox.get_draft(draft.id)).mail
    assert (read.subject, [one.name for one in read.attachments]) == ("Later", ["a.txt"])
    assert len(account.peer.calls("PATCH", ".*")) == 1
    none = other.model_copy(update={"attachments": ()})
    await mailbox.update_draft(draft.id, none, Effect(id=EFFECT_ID[::-1]))
    assert (await mailbox.get_draft(draft.id)).mail.attachments == ()


async def test_files_that_cannot_be_copied_are_not_sent(account, mailbox):
    files = [file_of("a.txt"), {**file_of("mail.eml"), "contentBytes": None}]
    known = account.message(attachments=files, hasAttachments=True)
    for names, size, why in (
        (["a.txt"], 4_000_000, "too large"),
        (["mail.eml"], 3, "cannot be sent along"),
        (["gone.txt"], 3, "is gone"),
    ):
        mail = MAIL.model_copy(update={"attachments": attached(known, *names, size=size)})
        with pytest.raises(ToolFailed, match=why):
            await mailbox.send(mail, Effect(id=EFFECT_ID))
    assert not account.sent


@pytest.mark.parametrize("method", ["POST", "DELETE"])
async def test_a_lost_answer_to_a_file_makes_no_second_copy(account, mailbox, ledger, method):
    known = account.message(attachments=[file_of("a.txt"), file_of("b.txt")], hasAttachments=True)
    mail = MAIL.model_copy(update={"attachments": attached(known, "a.txt")})
    if method == "DELETE":
        mail = mail.model_copy(update={"forwarded": known})
    path = "/me/messages/.+/attachments"
    account.lose(method, f"{path}/.+" if method == "DELETE" else path)
    sent, breaks = await attempts(mailbox, ledger, mail)
    assert breaks == 1
    assert account.sent == [sent.id]
    assert [one["name"] for one in account.messages[sent.id]["attachments"]] == ["a.txt"]


LOST = [
    ("a new mail", "POST", "/me/messages"),
    ("a new mail", "POST", "/me/messages/.+/send"),
    ("a reply", "POST", "/me/messages/.+/(createReply|createForward)"),
    ("a reply", "PATCH", "/me/messages/.+"),
    ("a reply", "POST", "/me/messages/.+/send"),
    ("a forward", "POST", "/me/messages/.+/(createReply|createForward)"),
    ("a forward", "POST", "/me/messages/.+/send"),
]


@pytest.mark.parametrize(("kind", "method", "path"), LOST)
async def test_a_lost_answer_makes_no_second_mail(account, mailbox, ledger, kind, method, path):
    account.lose(method, path)
    sent, breaks = await attempts(mailbox, ledger, mail_of_kind(account, kind))
    assert breaks == 1
    assert account.sent == [sent.id]
    assert drafts(account) == []


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("number", range(1, 5))
@pytest.mark.parametrize("kind", KINDS)
async def test_a_crash_anywhere_makes_neither_two_mails_nor_none(
    account, mailbox, ledger, kind, number, when
):
    mail = mail_of_kind(account, kind)

    def crash(now, request):
        if (now, request) == (when, number):
            raise Crash

    account.crash = crash
    sent, breaks = await attempts(mailbox, ledger, mail)
    assert breaks <= 1
    assert account.sent == [sent.id]
    assert drafts(account) == []


async def test_sending_again_what_was_sent_returns_the_same(account, mailbox, ledger):
    first = await mailbox.send(MAIL, ledger.effect(again=False))
    assert await mailbox.send(MAIL, ledger.effect(again=True)) == first
    assert account.sent == [first.id]


async def test_a_mail_sent_before_its_id_was_kept_is_found_by_its_effect(account, mailbox, ledger):
    first = await mailbox.send(MAIL, Effect(id=EFFECT_ID))
    assert await mailbox.send(MAIL, ledger.effect(again=True)) == first
    assert account.sent == [first.id]


async def test_the_id_is_kept_before_the_mail_is_sent(account, mailbox):
    seen = []

    async def note(handle):
        seen.append((handle, list(account.sent)))

    sent = await mailbox.send(MAIL, Effect(id=EFFECT_ID, note=note))
    assert seen == [(sent.id, [])]


async def test_a_draft_that_is_gone_leaves_the_outcome_unknown(account, mailbox):
    with pytest.raises(OutcomeUnknown):
        await mailbox.send(MAIL, Effect(id=EFFECT_ID, again=True, handle="gone="))
    assert account.messages == {}


async def test_a_timeout_while_sending_is_not_repeated(account, mailbox):
    account.peer.on("POST", ".*/send", Answer(error=httpx2.ReadTimeout))
    with pytest.raises(OutcomeUnknown):
        await mailbox.send(MAIL, Effect(id=EFFECT_ID))
    assert len(account.peer.calls("POST", ".*/send")) == 1


async def test_a_mail_that_graph_did_not_take_is_sent_once_it_does(account, mailbox, ledger):
    account.peer.on("POST", ".*/send", Answer(**failure(403, "ErrorSendAsDenied")))
    with pytest.raises(ToolFailed) as error:
        await mailbox.send(MAIL, ledger.effect(again=False))
    assert error.value.kind == "permission"
    assert len(drafts(account)) == 1
    account.peer.on("POST", ".*/send", account._send)
    sent = await mailbox.send(MAIL, ledger.effect(again=True))
    assert account.sent == [sent.id]


async def test_a_draft_is_kept_once(account, mailbox, ledger):
    account.lose("POST", "/me/messages")
    with pytest.raises(OutcomeUnknown):
        await mailbox.draft(MAIL, ledger.effect(again=False))
    draft = await mailbox.draft(MAIL, ledger.effect(again=True))
    assert [each["id"] for each in drafts(account)] == [draft.id] == [ledger.handle]
    assert draft.mail == MAIL
    assert account.sent == []


async def test_a_draft_carries_the_effect_that_made_it(account, mailbox):
    draft = await mailbox.draft(MAIL, Effect(id=EFFECT_ID))
    mark = {"id": EFFECT_PROPERTY, "value": EFFECT_ID}
    assert mark in account.messages[draft.id]["singleValueExtendedProperties"]


async def test_a_reply_draft_half_made_is_completed(account, mailbox, ledger):
    answered = account.message()
    mail = MAIL.model_copy(update={"answers": answered})
    account.lose("PATCH", "/me/messages/.+")
    with pytest.raises(OutcomeUnknown):
        await mailbox.draft(mail, ledger.effect(again=False))
    draft = await mailbox.draft(mail, ledger.effect(again=True))
    assert [each["id"] for each in drafts(account)] == [draft.id]
    assert account.messages[draft.id]["body"]["content"] == MAIL.body


async def test_a_draft_is_read_back(account, mailbox):
    draft = await mailbox.draft(MAIL, Effect(id=EFFECT_ID))
    found = await mailbox.get_draft(draft.id)
    assert (found.mail.to, found.mail.subject, found.mail.body) == (
        MAIL.to,
        MAIL.subject,
        MAIL.body,
    )
    with pytest.raises(ToolFailed, match="sent already"):
        await mailbox.get_draft(account.message())


async def test_a_draft_is_sent_once(account, mailbox):
    draft = await mailbox.draft(MAIL, Effect(id=EFFECT_ID))
    account.lose("POST", "/me/messages/.+/send")
    with pytest.raises(OutcomeUnknown):
        await mailbox.send_draft(draft.id, Effect(id=EFFECT_ID[::-1]))
    sent = await mailbox.send_draft(draft.id, Effect(id=EFFECT_ID[::-1], again=True))
    assert account.sent == [sent.id] == [draft.id]


async def test_what_is_no_draft_is_not_sent(account, mailbox):
    with pytest.raises(ToolFailed, match="sent already"):
        await mailbox.send_draft(account.message(), Effect(id=EFFECT_ID))
    with pytest.raises(NotThere):
        await mailbox.send_draft("gone=", Effect(id=EFFECT_ID))
    with pytest.raises(OutcomeUnknown):
        await mailbox.send_draft("gone=", Effect(id=EFFECT_ID, again=True))
    assert account.sent == []


@pytest.mark.parametrize("odd", [{"id": "x"}, [], "text", {"isDraft": True}])
async def test_an_answer_of_another_shape_leaves_the_outcome_unknown(account, mailbox, odd):
    account.peer.on("POST", "/v1.0/me/messages", Answer(201, odd, odd=True))
    with pytest.raises(OutcomeUnknown):
        await mailbox.send(MAIL, Effect(id=EFFECT_ID))
    assert account.sent == []


async def test_a_mail_that_goes_by_another_id_once_sent_is_found_by_its_effect(
    account, mailbox, ledger
):
    account.other_ids = True
    account.lose("POST", "/me/messages/.+/send")
    with pytest.raises(OutcomeUnknown):
        await mailbox.send(MAIL, ledger.effect(again=False))
    sent = await mailbox.send(MAIL, ledger.effect(again=True))
    assert account.sent == [sent.id] != [ledger.handle]


async def test_a_draft_that_goes_by_another_id_once_sent_is_found_by_its_effect(account, mailbox):
    account.other_ids = True
    draft = await mailbox.draft(MAIL, Effect(id=EFFECT_ID[::-1]))
    account.lose("POST", "/me/messages/.+/send")
    with pytest.raises(OutcomeUnknown):
        await mailbox.send_draft(draft.id, Effect(id=EFFECT_ID))
    sent = await mailbox.send_draft(draft.id, Effect(id=EFFECT_ID, again=True))
    assert account.sent == [sent.id] != [draft.id]


async def test_the_draft_that_is_left_can_be_told(account, mailbox, ledger):
    assert await mailbox.left_behind(MAIL, ledger.effect(again=True)) == ""
    account.peer.on("POST", ".*/send", Answer(**failure(403, "ErrorSendAsDenied")))
    with pytest.raises(ToolFailed):
        await mailbox.send(MAIL, ledger.effect(again=False))
    left = await mailbox.left_behind(MAIL, ledger.effect(again=True))
    assert [each["id"] for each in drafts(account)] == [left]
    del account.messages[left]
    assert await mailbox.left_behind(MAIL, ledger.effect(again=True)) == ""


async def test_a_draft_is_deleted_and_may_be_gone_the_second_time(account, mailbox, ledger):
    draft = await mailbox.draft(MAIL, Effect(id="f" * 32))

    await mailbox.delete_draft(draft.id, ledger.effect(again=False))

    assert drafts(account) == []
    await mailbox.delete_draft(draft.id, ledger.effect(again=True))
    with pytest.raises(NotThere):
        await mailbox.delete_draft(draft.id, ledger.effect(again=False))


async def test_what_was_sent_is_not_deleted_as_a_draft(account, mailbox, ledger):
    sent = await mailbox.send(MAIL, Effect(id="f" * 32))
    (sent_id,) = [one["id"] for one in account.messages.values() if not one["isDraft"]]

    with pytest.raises(ToolFailed, match="has been sent already"):
        await mailbox.delete_draft(sent_id, ledger.effect(again=False))

    assert sent.thread_id
    assert sent_id in account.messages
