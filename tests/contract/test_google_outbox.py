"""Mails and drafts made through Gmail happen once, wherever an attempt is cut off."""

from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.google.mailbox import GmailMailbox
from shared.connectors.google.provider import PROVIDER
from shared.connectors.rest import NotThere
from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.email.port import Address, BroughtFile, MailFile, Outgoing
from tests.support.fakes import ManualClock
from tests.support.wire.crashes import EFFECT_ID, Killed, Ledger, cut_off
from tests.support.wire.gmail import ME, USER, Gmail, failure, missing, part
from tests.support.wire.peer import Answer

TODAY = datetime(2026, 11, 22, 12, tzinfo=UTC)
MAIL = Outgoing(
    to=(Address(email="bob@b.example", name="Bob"),),
    cc=(Address(email="cy@b.example"),),
    bcc=(Address(email="di@b.example"),),
    subject="Grüße",
    body="Hello Bob,\n\nsee you.\n",
)
MESSAGE_ID = f"<{EFFECT_ID}@acme.example>"


def mailbox_of(gmail):
    return GmailMailbox(gmail.peer.rest(PROVIDER.apis["gmail"], "Google"), ME, ManualClock(TODAY))


@pytest.fixture
def gmail():
    return Gmail()


@pytest.fixture
def mailbox(gmail):
    return mailbox_of(gmail)


def written(gmail, draft=None):
    """Return the message of the newest draft as it was written."""
    return gmail.messages[gmail.drafts[draft or next(reversed(gmail.drafts))]]["mail"]


async def test_a_mail_is_kept_as_a_draft_noted_and_sent(gmail, mailbox):
    ledger = Ledger()
    sent = await mailbox.send(MAIL, ledger.effect())
    (message,) = gmail.sent()
    assert (sent.id, sent.thread_id) == (message["id"], message["threadId"])
    assert sent.message_id == MESSAGE_ID
    mail = message["mail"]
    assert mail["To"] == "Bob <bob@b.example>"
    assert (mail["Cc"], mail["Bcc"]) == ("cy@b.example", "di@b.example")
    assert mail["Subject"] == "Grüße"
    assert mail["From"] == ME
    assert mail.get_content().replace("\r\n", "\n") == MAIL.body
    assert len(ledger.notes) == 1


async def test_the_message_id_that_gmail_gave_is_told(gmail, mailbox):
    gmail.own_ids = True
    assert (await mailbox.send(MAIL, Effect(EFFECT_ID))).message_id.endswith("@mail.gmail.com>")


async def test_a_sent_mail_is_sent_although_its_message_id_cannot_be_read(gmail, mailbox):
    gmail.peer.on("GET", f"{USER}/messages/[^/]+", failure(403, "No"))
    assert (await mailbox.send(MAIL, Effect(EFFECT_ID))).message_id == MESSAGE_ID


async def test_a_reply_goes_into_its_thread(gmail, mailbox):
    asked = gmail.receive(From="bob@b.example", Subject="x", Message_ID="<1@b.example>")
    reply = MAIL.model_copy(
        update={
            "thread_id": asked["threadId"],
            "in_reply_to": "<1@b.example>",
            "references": ("<0@b.example>", "<1@b.example>"),
        }
    )
    sent = await mailbox.send(reply, Effect(EFFECT_ID))
    assert sent.thread_id == asked["threadId"]
    (message,) = gmail.sent()
    assert message["mail"]["In-Reply-To"] == "<1@b.example>"
    assert message["mail"]["References"] == "<0@b.example> <1@b.example>"


def with_files(gmail, *files):
    """Put a mail with these files (name, type, data) into the inbox; return its id."""
    parts = [part("Look", partId="0")]
    for number, (name, kind, data) in enumerate(files, 1):
        key = f"file-{len(gmail.files)}"
        gmail.files[key] = data
        body = {"attachmentId": key, "size": len(data)}
        parts.append({"mimeType": kind, "filename": name, "headers": [], "body": body})
        parts[-1]["partId"] = str(number)
    payload = {"mimeType": "multipart/mixed", "parts": parts}
    return gmail.receive(payload, From="bob@b.example")["id"]


async def files_in(mailbox, mail_id):
    return tuple(
        MailFile(mail_id=mail_id, attachment_id=one.id, name=one.name, type=one.type, size=one.size)
        for one in (await mailbox.get(mail_id)).attachments
    )


async def test_files_of_mails_go_along_as_they_are(gmail, mailbox):
    picture = bytes(range(256)) * 2000
    first = with_files(gmail, ("ä.png", "image/png", picture), ("b.csv", "text/csv", b"b,c"))
    second = with_files(gmail, ("ä.png", "image/png", b"other"))
    wanted = (*(await files_in(mailbox, first))[:1], *await files_in(mailbox, second))
    mail = MAIL.model_copy(update={"attachments": wanted, "thread_id": "t9"})
    draft = await mailbox.draft(mail, Effect(EFFECT_ID))
    attached = list(written(gmail).iter_attachments())
    assert [one.get_filename() for one in attached] == ["ä.png", "ä.png"]
    assert [one.get_content() for one in attached] == [picture, b"other"]
    assert gmail.messages[gmail.drafts[draft.id]]["threadId"] == "t9"
    assert gmail.peer.calls("POST", f"/upload{USER}/drafts")


async def test_files_that_the_person_brought_go_along_beside_those_of_mails(gmail, mailbox):
    of_mail = await files_in(mailbox, with_files(gmail, ("a.txt", "text/plain", b"a")))
    plan = BroughtFile(file_id="f1", name="plan.pdf", type="application/pdf", size=4, data=b"%PDF")
    mail = MAIL.model_copy(update={"attachments": (plan, *of_mail)})
    await mailbox.send(mail, Effect(EFFECT_ID))
    (message,) = gmail.sent()
    attached = list(message["mail"].iter_attachments())
    assert [(one.get_filename(), one.get_content_type()) for one in attached] == [
        ("plan.pdf", "application/pdf"),
        ("a.txt", "text/plain"),
    ]
    assert attached[0].get_content() == b"%PDF"
    assert b"data" not in mail.model_dump_json().encode(), "what is in it is kept nowhere"


async def test_a_forward_takes_along_what_it_lists_and_no_more(gmail, mailbox):
    mail_id = with_files(gmail, ("a.txt", "text/plain", b"a"), ("b.txt", "text/plain", b"b"))
    some = (await files_in(mailbox, mail_id))[1:]
    forward = MAIL.model_copy(update={"forwarded": mail_id, "attachments": some})
    await mailbox.send(forward, Effect(EFFECT_ID))
    (message,) = gmail.sent()
    assert [one.get_filename() for one in message["mail"].iter_attachments()] == ["b.txt"]


async def test_a_draft_tells_its_files_so_that_they_can_be_sent_along(gmail, mailbox):
    mail_id = with_files(gmail, ("a.txt", "text/plain", b"abc"))
    wanted = await files_in(mailbox, mail_id)
    draft = await mailbox.draft(MAIL.model_copy(update={"attachments": wanted}), Effect(EFFECT_ID))
    kept = (await mailbox.get_draft(draft.id)).mail.attachments
    assert [(one.name, one.size) for one in kept] == [("a.txt", 3)]
    await mailbox.send(MAIL.model_copy(update={"attachments": kept}), Effect(EFFECT_ID[::-1]))
    (message,) = gmail.sent()
    assert [one.get_filename() for one in message["mail"].iter_attachments()] == ["a.txt"]


async def test_files_that_are_too_large_or_gone_are_not_sent(gmail, mailbox):
    mail_id = with_files(gmail, ("a.txt", "text/plain", b"abc"))
    (file,) = await files_in(mailbox, mail_id)
    for change, why in (({"size": 30_000_000}, "too large"), ({"attachment_id": "9"}, "is gone")):
        mail = MAIL.model_copy(update={"attachments": (file.model_copy(update=change),)})
        with pytest.raises(ToolFailed, match=why):
            await mailbox.send(mail, Effect(EFFECT_ID))
    assert not gmail.drafts


async def test_a_draft_is_kept_and_read_again(gmail, mailbox):
    draft = await mailbox.draft(MAIL, Effect(EFFECT_ID))
    assert draft.mail == MAIL.model_copy(update={"account": ME})
    read = await mailbox.get_draft(draft.id)
    assert read.id == draft.id
    assert read.mail.body.strip() == MAIL.body.strip()
    assert (read.mail.to, read.mail.cc, read.mail.bcc) == (MAIL.to, MAIL.cc, MAIL.bcc)
    assert (read.mail.subject, read.mail.account) == (MAIL.subject, ME)


@pytest.mark.parametrize("draft_id", ["gone", "", "..", "a?b"])
async def test_no_such_draft(gmail, mailbox, draft_id):
    with pytest.raises(NotThere, match="sent already, or was deleted"):
        await mailbox.get_draft(draft_id)
    with pytest.raises(NotThere, match="sent already, or was deleted"):
        await mailbox.send_draft(draft_id, Effect(EFFECT_ID))


async def test_a_draft_that_is_changed_keeps_its_id_its_files_and_its_conversation(gmail, mailbox):
    known = with_files(gmail, ("a.txt", "text/plain", b"abc"))
    thread, files = gmail.messages[known]["threadId"], await files_in(mailbox, known)
    answer = {"thread_id": thread, "in_reply_to": "<q@b.c>", "attachments": files}
    draft = await mailbox.draft(MAIL.model_copy(update=answer), Effect("f" * 32))
    kept = await mailbox.get_draft(gmail.drafts[draft.id])
    other = kept.mail.model_copy(update={"subject": "Later", "body": "Thursday.", "thread_id": ""})

    await mailbox.update_draft(draft.id, other, Effect(EFFECT_ID))

    assert list(gmail.drafts) == [kept.id] == [draft.id]
    read = (await mailbox.get_draft(draft.id)).mail
    assert (read.subject, read.body.strip(), read.thread_id) == ("Later", "Thursday.", thread)
    (file,) = read.attachments
    assert (await mailbox.attachment(file.mail_id, file.attachment_id)).text == "abc"


@pytest.mark.parametrize("lost", ["before", "after"])
async def test_a_draft_is_changed_once_whatever_is_lost(gmail, mailbox, lost):
    draft = await mailbox.draft(MAIL, Effect("f" * 32))
    ledger, path = Ledger(), f"{USER}/drafts/{draft.id}"
    real, was = gmail._create, gmail.drafts[draft.id]

    def losing(seen):
        if lost == "after":
            real(seen)
        return Answer(error=httpx2.ReadTimeout)

    gmail.peer.on("PUT", path, losing)
    change = mailbox.update_draft(
        draft.id, MAIL.model_copy(update={"body": "No."}), ledger.effect()
    )
    if lost == "before":
        with pytest.raises(OutcomeUnknown):
            await change
        gmail.peer.on("PUT", path, real)
        other = MAIL.model_copy(update={"body": "No."})
        await mailbox.update_draft(draft.id, other, ledger.effect(again=True))
        await mailbox.update_draft(draft.id, other, ledger.effect(again=True))
    else:
        await change
    assert len(gmail.peer.calls("PUT", path)) == (2 if lost == "before" else 1)
    assert gmail.drafts[draft.id] != was
    assert (await mailbox.get_draft(draft.id)).mail.body.strip() == "No."


async def test_a_draft_that_others_change_meanwhile_is_not_overwritten(gmail, mailbox):
    draft = await mailbox.draft(MAIL, Effect("f" * 32))
    ledger = Ledger()
    gmail.peer.on("PUT", f"{USER}/drafts/{draft.id}", Answer(error=httpx2.ReadTimeout))
    with pytest.raises(OutcomeUnknown):
        await mailbox.update_draft(draft.id, MAIL, ledger.effect())
    gmail.peer.on("PUT", f"{USER}/drafts/{draft.id}", gmail._create)
    mine = MAIL.model_copy(update={"body": "By hand"})
    await mailbox.update_draft(draft.id, mine, Effect("e" * 32))

    with pytest.raises(OutcomeUnknown, match="changed elsewhere"):
        await mailbox.update_draft(draft.id, MAIL, ledger.effect(again=True))

    assert (await mailbox.get_draft(draft.id)).mail.body.strip() == "By hand"


async def test_a_draft_that_was_sent_is_said_to_be_gone(mailbox):
    draft = await mailbox.draft(MAIL, Effect("f" * 32))
    await mailbox.send_draft(draft.id, Effect(EFFECT_ID))
    with pytest.raises(NotThere, match="sent already, or was deleted"):
        await mailbox.get_draft(draft.id)


async def test_a_draft_deleted_just_before_it_is_sent_is_said_to_be_gone(gmail, mailbox):
    draft = await mailbox.draft(MAIL, Effect("f" * 32))
    gmail.peer.on("POST", f"{USER}/drafts/send", missing())
    with pytest.raises(NotThere, match="sent already, or was deleted"):
        await mailbox.send_draft(draft.id, Effect(EFFECT_ID))


async def test_a_draft_is_sent(gmail, mailbox):
    draft = await mailbox.draft(MAIL, Effect("f" * 32))
    sent = await mailbox.send_draft(draft.id, Effect(EFFECT_ID))
    assert [m["id"] for m in gmail.sent()] == [sent.id]
    assert not gmail.drafts


async def send(gmail, effect):
    return await mailbox_of(gmail).send(MAIL, effect)


async def reply(gmail, effect):
    thread = next(iter(gmail.messages.values()))["threadId"]
    answer = MAIL.model_copy(update={"thread_id": thread, "in_reply_to": "<1@b.example>"})
    return await mailbox_of(gmail).send(answer, effect)


async def send_draft(gmail, effect):
    return await mailbox_of(gmail).send_draft("r-m1", effect)


def empty():
    return Gmail()


def asked():
    gmail = Gmail()
    gmail.receive(From="bob@b.example", Subject="x", Message_ID="<1@b.example>")
    return gmail


def drafted(**headers):
    gmail = Gmail()
    gmail.receive(labels=("DRAFT",), From=ME, To="b@b.example", Message_ID="<d@x>", **headers)
    gmail.drafts["r-m1"] = "m1"
    return gmail


def rewriting(world):
    def made():
        gmail = world()
        gmail.own_ids = True
        return gmail

    return made


@pytest.mark.parametrize(
    ("world", "attempt"),
    [(empty, send), (asked, reply), (drafted, send_draft),
     (rewriting(empty), send), (rewriting(drafted), send_draft)],
    ids=["new", "reply", "draft", "new, other id", "draft, other id"],
)  # fmt: skip
async def test_a_mail_is_sent_once_wherever_an_attempt_is_cut_off(world, attempt):
    ways = []
    async for way, gmail, ledger, outcome in cut_off(world, attempt):
        ways.append(way)
        assert gmail.sendings <= 1, way
        if gmail.sendings and not isinstance(outcome, BaseException):
            assert outcome.id == gmail.sent()[0]["id"], way
        if isinstance(outcome, ToolFailed) and not isinstance(outcome, OutcomeUnknown):
            assert not gmail.sendings, way
        sent = await attempt(gmail, ledger.effect(again=True))
        assert gmail.sendings == 1, way
        assert sent.id == gmail.sent()[0]["id"], way
    assert len(ways) > 8


async def test_a_reply_that_got_another_id_is_not_sent_again_but_told_to_be_unknown():
    async for way, gmail, ledger, _ in cut_off(rewriting(asked), reply):
        sendings = gmail.sendings
        try:
            await reply(gmail, ledger.effect(again=True))
        except OutcomeUnknown:
            assert sendings == 1, way
        assert gmail.sendings == 1, way


async def test_a_mail_that_was_thrown_away_as_a_draft_is_unknown(gmail, mailbox):
    ledger = Ledger(cut=0, kept=True)
    with pytest.raises(Killed):
        await mailbox.send(MAIL, ledger.effect())
    gmail.messages[gmail.drafts.popitem()[1]]["labelIds"] = ["TRASH"]
    with pytest.raises(OutcomeUnknown):
        await mailbox.send(MAIL, ledger.effect(again=True))
    assert gmail.sendings == 0


async def test_a_sent_mail_that_left_its_thread_is_found_by_its_message_id(gmail, mailbox):
    ledger = Ledger()
    await mailbox.send(MAIL, ledger.effect())
    (message,) = gmail.sent()
    message["threadId"] = "elsewhere"
    sent = await mailbox.send(MAIL, ledger.effect(again=True))
    assert (sent.id, sent.thread_id) == (message["id"], "elsewhere")
    assert gmail.sendings == 1
    query = gmail.peer.calls("GET", f"{USER}/messages")[0].param["q"]
    assert query == f"rfc822msgid:{MESSAGE_ID.strip('<>')} in:sent"


async def keep(gmail, effect):
    return await mailbox_of(gmail).draft(MAIL, effect)


async def test_a_draft_is_made_once_wherever_an_attempt_is_cut_off():
    async for way, gmail, ledger, outcome in cut_off(empty, keep):
        if isinstance(outcome, ToolFailed) and not isinstance(outcome, OutcomeUnknown):
            assert not gmail.drafts, way
        draft = await keep(gmail, ledger.effect(again=True))
        assert list(gmail.drafts) == [draft.id], way


async def test_a_draft_of_unknown_outcome_stays_unknown(gmail, mailbox):
    gmail.peer.on("POST", f"{USER}/drafts", Answer(error=httpx2.ReadTimeout))
    with pytest.raises(OutcomeUnknown):
        await mailbox.draft(MAIL, Effect(EFFECT_ID))
    gmail.peer.on("GET", f"{USER}/drafts", failure(500, "Oh"))
    with pytest.raises(OutcomeUnknown):
        await mailbox.draft(MAIL, Effect(EFFECT_ID))


async def test_a_draft_without_a_message_id_that_went_is_unknown(gmail, mailbox):
    gmail.receive(labels=("DRAFT",), From=ME, To="b@b.example", In_Reply_To="<1@b.example>")
    gmail.drafts["r-m1"] = "m1"
    ledger = Ledger(cut=0, kept=True)
    with pytest.raises(Killed):
        await mailbox.send_draft("r-m1", ledger.effect())
    gmail.drafts.clear()
    with pytest.raises(OutcomeUnknown):
        await mailbox.send_draft("r-m1", ledger.effect(again=True))


async def test_drafts_of_others_are_not_taken_for_ours(gmail, mailbox):
    for number in range(12):
        await mailbox.draft(MAIL, Effect(f"{number:032x}"))
    draft = await mailbox.draft(MAIL, Effect("f" * 32, again=True))
    assert len(gmail.drafts) == 13
    assert gmail.drafts[draft.id] == "m13"


async def test_a_draft_that_went_while_they_were_looked_through_is_passed_over(gmail, mailbox):
    await mailbox.draft(MAIL, Effect("e" * 32))
    gmail.peer.on("GET", f"{USER}/drafts/[^/]+", missing())
    await mailbox.draft(MAIL, Effect(EFFECT_ID, again=True))
    assert len(gmail.drafts) == 2


async def test_a_refused_mail_is_not_sent_and_its_draft_stays(gmail, mailbox):
    gmail.peer.on("POST", f"{USER}/drafts/send", failure(400, "Recipient address required"))
    with pytest.raises(ToolFailed, match="Recipient address required") as failed:
        await mailbox.send(MAIL, Effect(EFFECT_ID))
    assert failed.value.kind == "params"
    assert len(gmail.drafts) == 1


async def test_an_unknown_outcome_stays_unknown_when_gmail_cannot_be_asked_either(gmail, mailbox):
    gmail.peer.on("POST", f"{USER}/drafts/send", Answer(error=httpx2.ReadTimeout))
    gmail.peer.on("GET", f"{USER}/threads/[^/]+", failure(500, "Oh"))
    with pytest.raises(OutcomeUnknown):
        await mailbox.send(MAIL, Effect(EFFECT_ID))


async def test_an_answer_to_sending_that_makes_no_sense_is_looked_into(gmail, mailbox):
    real = gmail._send

    def senseless(seen):
        real(seen)
        return Answer(json={}, odd=True)

    gmail.peer.on("POST", f"{USER}/drafts/send", senseless)
    assert (await mailbox.send(MAIL, Effect(EFFECT_ID))).id == gmail.sent()[0]["id"]


async def test_a_draft_is_deleted_and_may_be_deleted_again(gmail, mailbox):
    draft = await mailbox.draft(MAIL, Effect("f" * 32))

    await mailbox.delete_draft(draft.id, Effect(EFFECT_ID))
    await mailbox.delete_draft(draft.id, Effect(EFFECT_ID, again=True))

    assert gmail.drafts == {}
    assert len(gmail.peer.calls("DELETE", f"{USER}/drafts/{draft.id}")) == 2
