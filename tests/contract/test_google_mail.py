"""Gmail read and labelled, every exchange held against Google's discovery document."""

from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.google.mailbox import MAX_ATTACHMENT_BYTES, GmailMailbox
from shared.connectors.google.provider import PROVIDER
from shared.connectors.rest import NotThere
from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.email.html import MAX_TEXT_CHARACTERS
from shared.workspace.email.port import Address
from tests.support.fakes import ManualClock
from tests.support.wire.crashes import EFFECT_ID, Ledger
from tests.support.wire.gmail import FIRST_SECOND, ME, USER, Gmail, encoded, failure, missing, part
from tests.support.wire.peer import Answer

TODAY = datetime(2026, 11, 22, 12, tzinfo=UTC)
EFFECT = Effect(EFFECT_ID)


@pytest.fixture
def gmail():
    return Gmail()


@pytest.fixture
def mailbox(gmail):
    return GmailMailbox(gmail.peer.rest(PROVIDER.apis["gmail"], "Google"), ME, ManualClock(TODAY))


def multipart(*parts, kind="multipart/mixed"):
    numbered = [p | {"partId": str(n)} for n, p in enumerate(parts)]
    return {"partId": "", "mimeType": kind, "filename": "", "body": {"size": 0}, "parts": numbered}


def file(name, kind, size, attachment):
    body = {"attachmentId": attachment, "size": size}
    return {"mimeType": kind, "filename": name, "headers": [], "body": body}


async def test_a_search_passes_the_query_on_and_reads_the_heads(gmail, mailbox):
    gmail.receive(From="Bob <bob@b.example>", To=ME, Subject="First")
    gmail.receive(
        From='"Roe, Jane" <jane@b.example>',
        To=f"{ME}, Team <team@b.example>",
        Cc="c@b.example",
        Reply_To="list@b.example",
        Subject="=?utf-8?q?Gr=C3=BC=C3=9Fe?=",
        Message_ID="<2@b.example>",
        References="<0@b.example>\r\n <1@b.example>",
        labels=("INBOX", "UNREAD", "CATEGORY_PERSONAL"),
    )
    page = await mailbox.search("from:b.example -is:chat", 10)
    assert (page.total, page.at_least) == (2, False)
    mail, older = page.mails
    assert older.subject == "First"
    assert mail.sender == Address(email="jane@b.example", name="Roe, Jane")
    assert [a.email for a in mail.to] == [ME, "team@b.example"]
    assert [a.email for a in mail.cc + mail.reply_to] == ["c@b.example", "list@b.example"]
    assert mail.subject == "Grüße"
    assert mail.snippet == "Hello & welcome"
    assert mail.body == ""
    assert mail.labels == ("inbox", "unread")
    assert mail.message_id == "<2@b.example>"
    assert mail.references == ("<0@b.example>", "<1@b.example>")
    assert mail.account == ME
    assert mail.sent_at == datetime.fromtimestamp(FIRST_SECOND + 2, UTC)
    assert gmail.peer.calls("GET", f"{USER}/messages")[0].param["q"] == "from:b.example -is:chat"


async def test_a_search_reads_as_many_pages_as_it_needs(gmail, mailbox):
    for _ in range(250):
        gmail.receive(From="b@b.example", Subject="x")
    page = await mailbox.search("", 220)
    assert len(page.mails) == 220
    assert [m.id for m in page.mails[:2]] == ["m250", "m249"]
    assert (page.total, page.at_least) == (250, False)


async def test_a_total_is_an_estimate_where_gmail_has_more(gmail, mailbox):
    for _ in range(7):
        gmail.receive(From="b@b.example", Subject="x")
    page = await mailbox.search("", 5)
    assert (len(page.mails), page.total, page.at_least) == (5, 201, True)


async def test_pages_come_to_an_end_however_many_there_are(gmail, mailbox):
    one = gmail.receive(From="b@b.example", Subject="x")
    ids = {"id": one["id"], "threadId": one["threadId"]}
    endless = {"messages": [ids], "nextPageToken": "on", "resultSizeEstimate": 9}
    gmail.peer.on("GET", f"{USER}/messages", endless)
    page = await mailbox.search("", 50)
    assert page.at_least
    assert len(gmail.peer.calls("GET", f"{USER}/messages")) == 5


async def test_heads_are_read_ten_at_a_time(gmail, mailbox):
    for _ in range(30):
        gmail.receive(From="b@b.example", Subject="x")
    assert len((await mailbox.search("", 30)).mails) == 30


async def test_a_mail_that_went_meanwhile_is_left_out(gmail, mailbox):
    kept, gone = (gmail.receive(From="b@b.example", Subject="x") for _ in range(2))
    gmail.peer.on("GET", f"{USER}/messages/{gone['id']}", failure(404, "Not found"))
    assert [m.id for m in (await mailbox.search("", 5)).mails] == [kept["id"]]


async def test_a_search_in_other_accounts_finds_nothing_here(gmail, mailbox):
    gmail.receive(From="b@b.example", Subject="x")
    assert (await mailbox.search("", 5, ["other@acme.example"])).total == 0
    assert (await mailbox.search("", 5, [ME.upper()])).total == 1


async def test_a_body_is_plain_text_where_there_is_some(gmail, mailbox):
    both = multipart(part("Plain\r\nyes"), part("<p>Rich</p>", "text/html"))
    message = gmail.receive(both, From="b@b.example", Subject="x")
    assert (await mailbox.get(message["id"])).body == "Plain\nyes"


async def test_html_is_read_as_text(gmail, mailbox):
    message = gmail.receive(part("<p>Rich <b>text</b></p>", "text/html"), From="b@b.example")
    assert (await mailbox.get(message["id"])).body == "Rich text"


@pytest.mark.parametrize(
    ("data", "charset"),
    [("Grüße".encode("latin-1"), "ISO-8859-1"), ("Grüße".encode(), "UTF-8"),
     ("Grüße".encode("latin-1"), "no-such-charset"), ("Grüße".encode("cp1252"), "windows-1252")],
)  # fmt: skip
async def test_a_body_is_read_in_its_own_charset(gmail, mailbox, data, charset):
    head = [{"name": "Content-Type", "value": f"text/plain; charset={charset}"}]
    body = {"size": len(data), "data": encoded(data)}
    message = gmail.receive(part("", headers=head, body=body), From="b@b.example")
    assert (await mailbox.get(message["id"])).body == "Grüße"


async def test_a_body_that_lies_apart_is_fetched(gmail, mailbox):
    gmail.files["big"] = b"A long text"
    payload = part("", body={"attachmentId": "big", "size": 11})
    message = gmail.receive(payload, From="b@b.example")
    assert (await mailbox.get(message["id"])).body == "A long text"


async def test_attachments_are_named_and_what_is_in_them_is_not_the_body(gmail, mailbox):
    inner = part("Not the body", partId="1.0")
    forwarded = file("mail.eml", "message/rfc822", 9, "e") | {"parts": [inner]}
    message = gmail.receive(
        multipart(part("Body"), forwarded, file("a.csv", "text/csv", 7, "f")), From="b@b.example"
    )
    mail = await mailbox.get(message["id"])
    assert mail.body == "Body"
    assert [(a.id, a.name, a.type, a.size) for a in mail.attachments] == [
        ("1", "mail.eml", "message/rfc822", 9),
        ("2", "a.csv", "text/csv", 7),
    ]


async def test_an_attachment_is_read_as_text(gmail, mailbox):
    gmail.files["f"] = b"a,b\n1,2"
    message = gmail.receive(
        multipart(part("Body"), file("a.csv", "text/csv", 7, "f")), From="b@b.example"
    )
    text = await mailbox.attachment(message["id"], "1")
    assert (text.name, text.size) == ("a.csv", 7)
    assert "1,2" in text.text


async def test_a_file_that_is_the_whole_message_is_read(gmail, mailbox):
    gmail.files["f"] = b"a,b"
    payload = file("a.csv", "text/csv", 3, "f") | {"partId": ""}
    message = gmail.receive(payload, From="b@b.example")
    (attachment,) = (await mailbox.get(message["id"])).attachments
    assert "a,b" in (await mailbox.attachment(message["id"], attachment.id)).text


async def test_a_large_attachment_is_not_fetched(gmail, mailbox):
    large = file("a.csv", "text/csv", MAX_ATTACHMENT_BYTES + 1, "f")
    message = gmail.receive(multipart(part("Body"), large), From="b@b.example")
    text = await mailbox.attachment(message["id"], "1")
    assert (text.text, bool(text.why)) == ("", True)
    assert not gmail.peer.calls("GET", ".*/attachments/.*")


async def test_no_such_attachment(gmail, mailbox):
    message = gmail.receive(From="b@b.example")
    with pytest.raises(NotThere):
        await mailbox.attachment(message["id"], "7")


async def test_a_thread_is_read_without_drafts(gmail, mailbox):
    first = gmail.receive(part("One"), From="b@b.example", Subject="Plan")
    gmail.receive(part("Two"), ("SENT",), first["threadId"], From=ME, Subject="Re: Plan")
    gmail.receive(part("Later"), ("DRAFT",), first["threadId"], From=ME, Subject="Re: Plan")
    thread = await mailbox.thread(first["threadId"])
    assert thread.subject == "Plan"
    assert [m.body for m in thread.mails] == ["One", "Two"]


async def test_a_thread_of_drafts_alone_is_none(gmail, mailbox):
    draft = gmail.receive(labels=("DRAFT",), From=ME)
    with pytest.raises(NotThere):
        await mailbox.thread(draft["threadId"])


@pytest.mark.parametrize("mail_id", ["gone", "", ".", "..", "a/b", "ä ?#"])
async def test_no_such_mail(gmail, mailbox, mail_id):
    gmail.peer.on("GET", f"{USER}/messages/.+", missing())
    with pytest.raises(NotThere):
        await mailbox.get(mail_id)


async def test_labels_are_added_by_name_made_where_missing_and_removed_where_known(gmail, mailbox):
    gmail.labels.append({"id": "Label_7", "name": "Clients", "type": "user"})
    mails = [gmail.receive(From="b@b.example")["id"] for _ in range(2)]
    await mailbox.label(mails, ["clients", "New One", "starred"], ["inbox", "nothing"], EFFECT)
    for mail in mails:
        assert (await mailbox.get(mail)).labels == ("clients", "new one", "starred")
    assert len(gmail.peer.calls("POST", f"{USER}/labels")) == 1


async def test_a_label_somebody_else_just_made_is_used(gmail, mailbox):
    mail = gmail.receive(From="b@b.example")
    await mailbox.search("", 1)
    gmail.labels.append({"id": "Label_9", "name": "Clients", "type": "user"})
    await mailbox.label([mail["id"]], ["Clients"], [], EFFECT)
    assert gmail.messages[mail["id"]]["labelIds"] == ["INBOX", "Label_9"]


async def test_a_name_that_gmail_takes_for_no_label_is_refused(gmail, mailbox):
    taken = failure(409, "Label name exists or conflicts", "aborted")
    gmail.peer.on("POST", f"{USER}/labels", taken)
    with pytest.raises(ToolFailed, match="exists or conflicts"):
        await mailbox.label(["m1"], ["Inbox/"], [], EFFECT)


async def test_to_delete_is_to_give_mails_the_label_of_the_bin_in_one_request(gmail, mailbox):
    mails = received(gmail, 2)
    became = await mailbox.label(mails, ["trash"], ["inbox"], EFFECT)
    (asked,) = gmail.peer.calls("POST", MODIFY)
    assert asked.json == {"ids": mails, "addLabelIds": ["TRASH"], "removeLabelIds": ["INBOX"]}
    assert {(one.added, one.removed) for one in became.done} == {(("trash",), ("inbox",))}
    assert not gmail.peer.calls("POST", f"{USER}/labels")


async def test_a_very_long_body_is_cut(gmail, mailbox):
    payload = multipart(*(part("x" * 150_000) for _ in range(3)))
    message = gmail.receive(payload, From="b@b.example")
    assert len((await mailbox.get(message["id"])).body) == MAX_TEXT_CHARACTERS


MODIFY = f"{USER}/messages/batchModify"


def received(gmail, count):
    return [gmail.receive(From="Bo <b@b.example>", Subject=f"N {n}")["id"] for n in range(count)]


async def test_forty_mails_with_one_gone_are_changed_in_one_request(gmail, mailbox):
    mails = received(gmail, 40)
    del gmail.messages[mails[20]]
    became = await mailbox.label(mails, [], ["inbox"], EFFECT)
    assert [len(s.json["ids"]) for s in gmail.peer.calls("POST", MODIFY)] == [39]
    assert [one.id for one in became.done] == [*mails[:20], *mails[21:]]
    assert {(one.sender.name, one.added, one.removed) for one in became.done} == {
        ("Bo", (), ("inbox",))
    }
    assert [(one.id, one.kind) for one in became.failed] == [(mails[20], "params")]
    assert "no longer has it" in became.failed[0].why


async def test_a_limit_met_half_way_is_said_of_those_it_kept_from_being_done(gmail, mailbox):
    mails = received(gmail, 40)
    late = failure(429, "Slow down", **{"Retry-After": "60"})
    gmail.peer.on("GET", f"{USER}/messages/{mails[20]}", late)
    became = await mailbox.label(mails, ["starred"], [], EFFECT)
    assert len(became.done) + len(became.failed) == 40
    assert mails[20] in [one.id for one in became.failed]
    assert len(became.done) >= 20
    assert {one.kind for one in became.failed} == {"rate_limit"}
    assert gmail.peer.pauses == []
    starred = [i for i, message in gmail.messages.items() if "STARRED" in message["labelIds"]]
    assert starred == [one.id for one in became.done]


async def test_what_is_refused_for_all_is_raised(gmail, mailbox):
    mails = received(gmail, 2)
    gmail.peer.on("POST", MODIFY, failure(403, "Not yours"))
    with pytest.raises(ToolFailed) as failed:
        await mailbox.label(mails, ["starred"], [], EFFECT)
    assert failed.value.kind == "permission"


async def test_an_attempt_cut_off_loses_nothing_of_the_report(gmail, mailbox):
    mails, notes = received(gmail, 3), Ledger()
    first = await mailbox.label(mails, [], ["inbox"], notes.effect())
    again = await mailbox.label(mails, [], ["inbox"], notes.effect(again=True))
    assert again == first
    assert first.done[0].removed == ("inbox",)


async def test_an_answer_that_is_lost_is_looked_for_in_a_second_attempt(gmail, mailbox):
    mails, notes = received(gmail, 2), Ledger()
    lost = [Answer(error=httpx2.ReadTimeout)] * 3
    gmail.peer.on("POST", MODIFY, *lost, gmail._modify)
    with pytest.raises(OutcomeUnknown):
        await mailbox.label(mails, ["starred"], [], notes.effect())
    became = await mailbox.label(mails, ["starred"], [], notes.effect(again=True))
    assert [one.added for one in became.done] == [("starred",)] * 2


async def test_an_answer_that_stays_lost_leaves_it_open(gmail, mailbox):
    mails, notes = received(gmail, 2), Ledger()
    gmail.peer.on("POST", MODIFY, Answer(error=httpx2.ReadTimeout))
    for again in (False, True):
        with pytest.raises(OutcomeUnknown):
            await mailbox.label(mails, ["starred"], [], notes.effect(again=again))


async def test_labelling_is_repeated_after_a_failure(gmail, mailbox):
    mail = gmail.receive(From="b@b.example")
    answers = [failure(503, "Backend"), Answer(204)]
    gmail.peer.on("POST", f"{USER}/messages/batchModify", *answers)
    await mailbox.label([mail["id"]], ["starred"], [], EFFECT)
    assert len(gmail.peer.calls("POST", f"{USER}/messages/batchModify")) == 2


async def test_a_snoozed_mail_is_out_of_the_inbox_and_says_until_when(gmail, mailbox):
    mail = gmail.receive(From="b@b.example")
    await mailbox.snooze([mail["id"]], datetime(2026, 11, 27, 9, tzinfo=UTC), EFFECT)
    assert (await mailbox.get(mail["id"])).labels == ("snoozed/2026-11-27", "snoozed")

    await mailbox.label([mail["id"]], ["inbox"], [], EFFECT)

    assert (await mailbox.get(mail["id"])).labels == ("inbox",)


def bounce(gmail, thread="", **headers):
    said = {
        "From": "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
        "Subject": "Delivery Status Notification (Failure)",
    }
    return gmail.receive(part("no"), ("INBOX",), thread, **(said | headers))


async def test_a_sent_mail_without_a_notice_was_accepted(gmail, mailbox):
    mail = gmail.receive(labels=("SENT",), From=ME, Message_ID="<1@acme.example>")
    assert (await mailbox.delivery(mail["id"])).status == "accepted"


async def test_a_notice_in_its_thread_says_from_whom_it_bounced(gmail, mailbox):
    mail = gmail.receive(labels=("SENT",), From=ME, Message_ID="<1@acme.example>")
    bounce(gmail, mail["threadId"], X_Failed_Recipients="a@b.example, c@b.example")
    delivery = await mailbox.delivery(mail["id"])
    assert (delivery.status, delivery.bounced) == ("bounced", ("a@b.example", "c@b.example"))


async def test_a_notice_elsewhere_counts_when_it_names_the_mail(gmail, mailbox):
    mail = gmail.receive(labels=("SENT",), From=ME, Message_ID="<1@acme.example>")
    bounce(gmail, References="<1@acme.example>")
    assert (await mailbox.delivery(mail["id"])).status == "bounced"


async def test_notices_of_other_mails_do_not_count(gmail, mailbox):
    mail = gmail.receive(labels=("SENT",), From=ME, Message_ID="<1@acme.example>")
    bounce(gmail, References="<2@acme.example>")
    bounce(gmail)
    bounce(gmail, mail["threadId"], From="Bob <bob@b.example>")
    assert (await mailbox.delivery(mail["id"])).status == "accepted"


async def test_a_delay_is_no_bounce(gmail, mailbox):
    mail = gmail.receive(labels=("SENT",), From=ME, Message_ID="<1@acme.example>")
    bounce(gmail, mail["threadId"], Subject="Delivery Status Notification (Delay)")
    delivery = await mailbox.delivery(mail["id"])
    assert (delivery.status, delivery.detail) == ("accepted", "Hello & welcome")


async def test_nothing_is_known_of_the_delivery_of_what_was_received(gmail, mailbox):
    mail = gmail.receive(From="b@b.example")
    assert (await mailbox.delivery(mail["id"])).status == "unknown"


@pytest.mark.parametrize(
    "odd",
    [
        {"id": "m1"},
        {"id": "m1", "threadId": "t1", "internalDate": "soon", "payload": {}},
        {"id": "m1", "threadId": "t1", "internalDate": "9" * 30, "payload": {}},
        {"id": "m1", "threadId": "t1", "internalDate": "1", "payload": []},
        {"id": "m1", "threadId": "t1", "internalDate": "1",
         "payload": {"mimeType": "text/plain", "body": {"data": "*"}}},
        [],
        "text",
    ],
)  # fmt: skip
async def test_an_answer_of_the_wrong_shape_is_a_failed_tool(gmail, mailbox, odd):
    gmail.peer.on("GET", f"{USER}/messages/m1", Answer(json=odd, odd=True))
    with pytest.raises(ToolFailed, match="unexpected form") as failed:
        await mailbox.get("m1")
    assert failed.value.kind == "tool_error"
