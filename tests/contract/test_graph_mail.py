"""Mail of Microsoft 365: every request and answer is held against Graph's published contract."""

from datetime import UTC, datetime, timedelta

import httpx2
import pytest

from shared.connectors.microsoft.graph import MAX_PAGES
from shared.connectors.microsoft.mailbox import GraphMailbox
from shared.connectors.microsoft.messages import FIELDS
from shared.connectors.rest import NotThere
from shared.errors import ToolFailed
from shared.tools.effect import NO_EFFECT, Effect, OutcomeUnknown
from tests.support.fakes import ManualClock
from tests.support.wire.graph import API, failure
from tests.support.wire.graph_account import ME, GraphAccount, recipient
from tests.support.wire.peer import Answer

TODAY = datetime(2026, 11, 22, 12, tzinfo=UTC)
MESSAGES = "/v1.0/me/messages"


@pytest.fixture
def account():
    return GraphAccount()


@pytest.fixture
def mailbox(account):
    return GraphMailbox(account.rest(), ME, ManualClock(TODAY))


def listed(account, *ids):
    """Return messages as an answer to a search shows them."""
    return [{k: v for k, v in account.messages[id_].items() if k in FIELDS} for id_ in ids]


async def asked(account, mailbox, query, **answer):
    """Search, and return the one request that came of it."""
    account.peer.on("GET", f"{MESSAGES}|/v1.0/me/mailFolders/.+/messages", {"value": [], **answer})
    await mailbox.search(query, 10)
    return account.peer.seen[-1]


@pytest.mark.parametrize(
    ("query", "kql"),
    [
        ("budget", "budget*"),
        ('"q3 budget"', '\\"q3 budget\\"'),
        ("from:anna subject:invoices", "from:anna AND subject:invoice*"),
        ("from:anna@acme.example", "from:anna@acme.example"),
        ('from:"Anna Kovacs"', 'from:\\"anna kovacs\\"'),
        ("to:me budget", f"recipients:{ME} AND budget*"),
        ("budget has:attachment", "budget* AND hasAttachments:true"),
        ("budget filename:q3.pdf", 'budget* AND attachment:\\"q3 pdf\\"'),
        ("budget after:2026/11/01", "budget* AND received>=2026-11-01"),
        ("budget newer_than:7d", "budget* AND received>=2026-11-15"),
        ("budget before:2026/11/01", "budget* AND received<2026-11-01"),
        ("-from:anna", "received>=1990-01-01 AND NOT from:anna"),
        ("budget -draft", "budget* AND NOT draft*"),
        ("(budget OR forecast) from:bo", "(budget* OR forecast*) AND from:bo"),
        ("from:(anna OR bo)", "(from:anna OR from:bo)"),
    ],
)
async def test_words_and_people_become_kql(account, mailbox, query, kql):
    seen = await asked(account, mailbox, query)
    assert seen.param["$search"] == f'"{kql}"'
    assert seen.path == MESSAGES


OUT_OF_SIGHT = "parentFolderId ne 'folder/deleteditems=' and parentFolderId ne 'folder/junkemail='"


@pytest.mark.parametrize(
    ("query", "folder", "text"),
    [
        ("is:unread in:inbox", "inbox", "isRead eq false"),
        ("in:inbox is:read", "inbox", "isRead ne false"),
        ("is:starred", "", f"flag/flagStatus eq 'flagged' and {OUT_OF_SIGHT}"),
        ("is:important", "", f"importance eq 'high' and {OUT_OF_SIGHT}"),
        ("in:sent has:attachment", "sentitems", "hasAttachments eq true"),
        ("in:drafts", "", f"isDraft eq true and {OUT_OF_SIGHT}"),
        ("in:archive", "archive", ""),
        ("in:trash", "deleteditems", ""),
        ("-in:inbox is:unread", "", "parentFolderId ne 'folder/inbox=' and isRead eq false"),
        ("in:inbox before:2026/11/01", "inbox", "receivedDateTime lt 2026-11-01T00:00:00Z"),
        ("in:inbox (is:unread OR is:starred)", "inbox", "(isRead eq false or flag/flagStatus eq"),
        ("in:inbox rfc822msgid:<a@b.example>", "inbox", "internetMessageId eq '<a@b.example>'"),
        ("in:inbox -(is:unread is:starred)", "inbox", "not ((isRead eq false and flag/flagStatus"),
        ("in:inbox category:primary", "inbox", "inferenceClassification ne 'other'"),
        ("is:snoozed", "", "categories/any(c: startswith(c, 'Snoozed '))"),
        ("in:anywhere is:unread", "", "isRead eq false"),
    ],
)
async def test_folders_flags_and_dates_become_a_filter(account, mailbox, query, folder, text):
    seen = await asked(account, mailbox, query)
    first = "receivedDateTime ge 1990-01-01T00:00:00Z"
    assert seen.param["$filter"].startswith(f"{first} and {text}" if text else first)
    assert seen.param["$orderby"] == "receivedDateTime desc"
    assert seen.path == (f"/v1.0/me/mailFolders/{folder}/messages" if folder else MESSAGES)


async def test_the_first_term_is_what_the_answer_is_sorted_by(account, mailbox):
    seen = await asked(account, mailbox, "in:inbox is:unread newer_than:7d")
    assert seen.param["$filter"] == "receivedDateTime ge 2026-11-15T00:00:00Z and isRead eq false"


async def test_a_label_is_the_category_of_that_name(account, mailbox):
    account.categories = ["Project X", "Other"]
    seen = await asked(account, mailbox, "in:inbox label:project-x")
    assert seen.param["$filter"].endswith("categories/any(c: c eq 'Project X')")


async def test_an_apostrophe_ends_no_literal(account, mailbox):
    account.categories = ["Bo's"]
    seen = await asked(account, mailbox, 'in:inbox label:"bo\'s"')
    assert seen.param["$filter"].endswith("categories/any(c: c eq 'Bo''s')")


async def test_flags_are_tested_on_what_a_search_for_words_finds(account, mailbox):
    read, unread = account.message(), account.message(isRead=False)
    trashed = account.message(isRead=False, parentFolderId=account.folders["deleteditems"])
    account.peer.on("GET", MESSAGES, {"value": listed(account, read, unread, trashed)})
    page = await mailbox.search("budget is:unread", 10)
    assert [mail.id for mail in page.mails] == [unread]
    assert (page.total, page.at_least) == (1, False)


@pytest.mark.parametrize(
    "query", ["is:unread OR budget", "in:muted", "budget (from:bo OR is:read)"]
)
async def test_what_outlook_cannot_look_for_is_said(mailbox, query):
    with pytest.raises(ToolFailed) as error:
        await mailbox.search(query, 10)
    assert error.value.kind == "params"


async def test_a_search_reads_on_until_it_has_enough(account, mailbox):
    ids = [account.message(isRead=False) for _ in range(3)]
    link = f"{API}/me/messages?$skiptoken=abc"
    account.peer.on(
        "GET",
        MESSAGES,
        {"value": listed(account, ids[0]), "@odata.nextLink": link},
        {"value": listed(account, *ids[1:]), "@odata.nextLink": link},
    )
    page = await mailbox.search("budget", 2)
    assert [mail.id for mail in page.mails] == ids[:2]
    assert page.at_least
    assert account.peer.seen[-1].param == {"$skiptoken": "abc"}


async def test_pages_come_to_an_end(account, mailbox):
    link = f"{API}/me/messages?$skiptoken=abc"
    account.peer.on("GET", MESSAGES, {"value": [], "@odata.nextLink": link})
    page = await mailbox.search("budget", 10)
    assert page.total == 0
    assert len(account.peer.calls("GET", MESSAGES)) == MAX_PAGES


@pytest.mark.parametrize(
    "link", ["https://evil.example/v1.0/me/messages", "https://graph.microsoft.com.evil.example/"]
)
async def test_a_link_that_leads_elsewhere_is_not_followed(account, mailbox, link):
    account.peer.on("GET", MESSAGES, {"value": [], "@odata.nextLink": link})
    with pytest.raises(ToolFailed, match="leads elsewhere"):
        await mailbox.search("budget", 10)


async def test_graph_counts_what_a_filter_finds(account, mailbox):
    id_ = account.message(isRead=False)
    answer = {"value": listed(account, id_), "@odata.count": 40}
    account.peer.on("GET", f"{MESSAGES}|.*/mailFolders/inbox/messages", answer)
    page = await mailbox.search("in:inbox is:unread", 1)
    assert (page.total, page.at_least) == (40, False)
    assert account.peer.seen[-1].param["$count"] == "true"


async def test_other_accounts_are_not_searched_here(account, mailbox):
    page = await mailbox.search("budget", 10, accounts=("someone@else.example",))
    assert page.mails == ()
    assert account.peer.seen == []


async def test_a_mail_is_read_with_its_headers_and_files(account, mailbox):
    id_ = account.message(
        **{"from": recipient("bo@acme.example", "Bo")},
        isRead=False,
        importance="high",
        flag={"flagStatus": "flagged"},
        categories=["Project X"],
        hasAttachments=True,
        replyTo=[recipient("desk@acme.example")],
        internetMessageHeaders=[{"name": "References", "value": "<1@a> <2@a>"}],
        attachments=[
            {
                "@odata.type": "#microsoft.graph.fileAttachment",
                "id": "file/1=",
                "name": "q3.txt",
                "contentType": "text/plain",
                "size": 5,
                "isInline": False,
                "contentBytes": "aGVsbG8=",
            },
            {"id": "logo", "name": "logo.png", "contentType": "image/png", "size": 1}
            | {"isInline": True},
        ],
    )
    mail = await mailbox.get(id_)
    assert mail.sender.name == "Bo"
    assert set(mail.labels) == {"inbox", "unread", "starred", "important", "project x"}
    assert [each.name for each in mail.attachments] == ["q3.txt"]
    assert mail.references == ("<1@a>", "<2@a>")
    assert mail.body == "The budget is here."
    assert mail.sent_at.tzinfo is not None
    text = await mailbox.attachment(id_, "file/1=")
    assert (text.name, text.text) == ("q3.txt", "hello")


async def test_a_large_file_is_not_fetched(account, mailbox):
    file = {"id": "f", "name": "film.mp4", "contentType": "video/mp4", "size": 10**9}
    id_ = account.message(attachments=[file])
    found = await mailbox.attachment(id_, "f")
    assert found.why
    assert len(account.peer.calls("GET", ".*/attachments/f")) == 1


async def test_lines_end_as_they_do_here(account, mailbox):
    id_ = account.message(body={"contentType": "text", "content": "One\r\nTwo"})
    assert (await mailbox.get(id_)).body == "One\nTwo"


async def test_html_is_read_as_text(account, mailbox):
    id_ = account.message(body={"contentType": "html", "content": "<p>Hello <b>Bo</b></p>"})
    assert (await mailbox.get(id_)).body.strip() == "Hello Bo"


async def test_a_conversation_is_told_from_its_beginning_without_what_was_thrown_away(
    account, mailbox
):
    same = {"conversationId": "thread/1's="}
    late = account.message(receivedDateTime="2026-11-21T09:00:00Z", **same)
    early = account.message(receivedDateTime="2026-11-19T09:00:00Z", **same)
    account.message(parentFolderId=account.folders["deleteditems"], **same)
    account.message()
    thread = await mailbox.thread("thread/1's=")
    assert [mail.id for mail in thread.mails] == [early, late]
    with pytest.raises(NotThere):
        await mailbox.thread("thread/none=")


@pytest.mark.parametrize("id_", ["", " ", "nothing=", "../users"])
async def test_there_is_no_such_mail(mailbox, id_):
    with pytest.raises(ToolFailed) as error:
        await mailbox.get(id_)
    assert error.value.kind == "params"


async def test_to_archive_is_to_move_to_the_archive(account, mailbox):
    id_ = account.message()
    await mailbox.label((id_,), (), ("inbox",), NO_EFFECT)
    assert account.messages[id_]["parentFolderId"] == account.folders["archive"]
    assert "inbox" not in (await mailbox.get(id_)).labels


@pytest.mark.parametrize(("was", "back"), [("inbox", ("inbox",)), ("archive", ())])
async def test_to_delete_is_to_move_to_the_bin_and_comes_back_from_there(
    account, mailbox, was, back
):
    id_ = account.message(parentFolderId=account.folders[was])
    (one,) = (await mailbox.label((id_,), ("trash",), ("inbox",), NO_EFFECT)).done
    assert account.messages[id_]["parentFolderId"] == account.folders["deleteditems"]
    assert (one.added, one.removed) == (("trash",), back)
    await mailbox.label((id_,), one.removed, one.added, NO_EFFECT)
    assert account.messages[id_]["parentFolderId"] == account.folders[was]


async def test_labels_are_categories_flags_and_marks(account, mailbox):
    id_ = account.message(isRead=False, categories=["Old", "Kept"])
    await mailbox.label((id_,), ("starred", "New"), ("unread", "old"), NO_EFFECT)
    message = account.messages[id_]
    assert message["categories"] == ["Kept", "New"]
    assert message["isRead"]
    assert message["flag"]["flagStatus"] == "flagged"


async def test_what_is_so_already_is_not_changed_again(account, mailbox):
    id_ = account.message()
    for _ in range(2):
        await mailbox.label((id_,), ("starred", "New"), ("inbox",), NO_EFFECT)
    methods = [part.method for part in account.parts]
    assert methods == ["GET", "PATCH", "POST", "GET"]


async def test_what_is_not_in_the_inbox_is_not_archived(account, mailbox):
    id_ = account.message(parentFolderId=account.folders["sentitems"])
    await mailbox.label((id_,), (), ("inbox",), NO_EFFECT)
    assert account.messages[id_]["parentFolderId"] == account.folders["sentitems"]


async def test_a_mail_is_put_back_into_the_inbox(account, mailbox):
    id_ = account.message(
        parentFolderId=account.folders["archive"], categories=["Snoozed 2026-11-27", "Kept"]
    )
    await mailbox.label((id_,), ("inbox",), (), NO_EFFECT)
    assert account.messages[id_]["parentFolderId"] == account.folders["inbox"]
    assert account.messages[id_]["categories"] == ["Kept"]


async def test_snoozing_archives_and_says_until_when(account, mailbox):
    id_ = account.message(categories=["Snoozed 2026-11-23"])
    await mailbox.snooze((id_,), datetime(2026, 11, 27, 8, tzinfo=UTC), NO_EFFECT)
    assert account.messages[id_]["categories"] == ["Snoozed 2026-11-27"]
    assert account.messages[id_]["parentFolderId"] == account.folders["archive"]
    assert (await mailbox.get(id_)).labels == ("snoozed", "snoozed 2026-11-27")


@pytest.mark.parametrize(("add", "remove"), [(("sent",), ()), (("inbox", "spam"), ())])
async def test_labels_that_nobody_can_set_are_refused(account, mailbox, add, remove):
    with pytest.raises(ToolFailed) as error:
        await mailbox.label((account.message(),), add, remove, NO_EFFECT)
    assert error.value.kind == "params"


def ours(account, **fields):
    """Put a mail of ours into the sent items."""
    return account.message(
        **{"from": recipient(ME)},
        parentFolderId=account.folders["sentitems"],
        conversationId="thread/ours=",
        toRecipients=[recipient("bo@acme.example"), recipient("cy@acme.example")],
        **fields,
    )


async def test_a_mail_nothing_came_back_for_was_accepted(account, mailbox):
    id_ = ours(account)
    account.message(conversationId="thread/ours=", subject="Re: Budget")
    assert (await mailbox.delivery(id_)).status == "accepted"


@pytest.mark.parametrize(
    "report",
    [
        {
            "singleValueExtendedProperties": [
                {"id": "String 0x1a", "value": "IPM.Note"},
                {"id": "String 0x001A", "value": "REPORT.IPM.Note.NDR"},
            ]
        },
        {"from": recipient("postmaster@contoso.example")},
    ],
)
async def test_a_report_of_non_delivery_names_who_did_not_get_it(account, mailbox, report):
    id_ = ours(account)
    account.message(
        conversationId="thread/ours=",
        subject="Undeliverable: Budget",
        body={"contentType": "text", "content": "Your message to CY@acme.example was refused."},
        **report,
    )
    found = await mailbox.delivery(id_)
    assert (found.status, found.bounced) == ("bounced", ("cy@acme.example",))
    assert found.detail == "Undeliverable: Budget"


async def test_of_drafts_and_of_others_mails_nothing_is_known(account, mailbox):
    assert (await mailbox.delivery(account.message())).status == "unknown"
    assert (await mailbox.delivery(ours(account, isDraft=True))).status == "unknown"


async def test_a_mailbox_without_an_archive_can_be_searched(account, mailbox):
    del account.folders["archive"]
    seen = await asked(account, mailbox, "budget -in:archive")
    assert seen.param["$search"] == '"budget*"'


async def test_ids_are_quoted_in_addresses(account, mailbox):
    await mailbox.get(account.message(id="AA/b+c="))
    assert account.peer.seen[0].url == f"{API}/me/messages/AA%2Fb%2Bc%3D"


async def test_a_category_search_that_may_not_read_categories_says_so(account, mailbox):
    account.peer.on(
        "GET", "/v1.0/me/outlook/masterCategories", Answer(**failure(403, "ErrorAccessDenied"))
    )
    with pytest.raises(ToolFailed) as error:
        await mailbox.search("in:inbox label:x", 10)
    assert error.value.kind == "permission"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("is:unread -in:trash", "isRead eq false and parentFolderId ne"),
        ("is:unread OR in:junk", "(isRead eq false or receivedDateTime lt 1990-01-01T00:00:00Z)"),
        ("is:unread -in:junk", "isRead eq false and receivedDateTime ge 1990-01-01T00:00:00Z"),
    ],
)
async def test_a_folder_the_mailbox_has_not_got_holds_nothing(account, mailbox, query, text):
    del account.folders["junkemail"]
    seen = await asked(account, mailbox, query)
    assert text in seen.param["$filter"]


async def test_words_are_looked_for_in_a_folder(account, mailbox):
    seen = await asked(account, mailbox, "in:inbox budget")
    assert seen.path == "/v1.0/me/mailFolders/inbox/messages"
    assert seen.param["$search"] == '"budget*"'


async def test_the_folders_are_asked_for_once(account, mailbox):
    for _ in range(2):
        await mailbox.get(account.message())
    assert len(account.peer.calls("GET", "/v1.0/me/mailFolders/.+")) == 5


async def test_a_file_that_cannot_be_decoded_is_an_answer_of_another_shape(account, mailbox):
    id_ = account.message()
    small = {"id": "f", "name": "q3.txt", "contentType": "text/plain", "size": 5}
    odd = Answer(json=small | {"contentBytes": "no base64!"}, odd=True)
    account.peer.on("GET", ".*/attachments/f", small, odd)
    with pytest.raises(ToolFailed) as error:
        await mailbox.attachment(id_, "f")
    assert error.value.kind == "tool_error"


async def test_a_second_attempt_to_snooze_changes_nothing(account, mailbox):
    id_ = account.message()
    until = datetime(2026, 11, 27, 8, tzinfo=UTC)
    await mailbox.snooze((id_,), until, Effect(id="0" * 32))
    before = dict(account.messages[id_])
    await mailbox.snooze((id_,), until, Effect(id="0" * 32, again=True))
    assert account.messages[id_] == before


def inner(account, method, *answers):
    """Answer such a request of a batch with these; the last one for ever."""
    account.peer.on(method, f"{MESSAGES}/.+", *answers)


async def test_forty_mails_with_one_gone_take_a_few_requests(account, mailbox):
    ids = [account.message(subject=f"N {n}") for n in range(40)]
    del account.messages[ids[20]]
    became = await mailbox.label(ids, ["starred"], ["inbox"], NO_EFFECT)
    assert len(account.peer.calls("POST", r".*/\$batch")) == 6  # read, mark, move; twice
    assert [one.id for one in became.done] == [*ids[:20], *ids[21:]]
    assert {(one.added, one.removed) for one in became.done} == {(("starred",), ("inbox",))}
    assert [(one.id, one.kind) for one in became.failed] == [(ids[20], "params")]
    there = {account.messages[one.id]["parentFolderId"] for one in became.done}
    assert there == {account.folders["archive"]}


async def test_what_is_limited_within_a_batch_is_asked_for_again_alone(account, mailbox):
    ids = [account.message() for _ in range(3)]
    limited = Answer(**failure(429, "TooManyRequests", headers={"Retry-After": "2"}))
    inner(account, "PATCH", limited, account._patched("messages"))
    became = await mailbox.label(ids, ["starred"], [], NO_EFFECT)
    assert [one.id for one in became.done] == ids
    assert account.peer.pauses == [2.0]
    assert [len(s.json["requests"]) for s in account.peer.calls("POST", r".*/\$batch")] == [3, 3, 1]


async def test_a_limit_that_lasts_is_said_of_each_and_no_more_are_begun(account, mailbox):
    ids = [account.message() for _ in range(45)]
    limited = Answer(**failure(429, "TooManyRequests", headers={"Retry-After": "3600"}))
    inner(account, "PATCH", *[account._patched("messages")] * 30, limited)
    became = await mailbox.label(ids, ["starred"], [], NO_EFFECT)
    starred = {i for i in ids if account.messages[i]["flag"]["flagStatus"] == "flagged"}
    assert {one.id for one in became.done} == starred
    assert len(starred) == 30
    assert {one.kind for one in became.failed} == {"rate_limit"}
    assert "in 60 minutes" in became.failed[0].why
    assert len([part for part in account.parts if part.method == "GET"]) == 40


async def test_what_fails_for_all_is_raised(account, mailbox):
    id_ = account.message()
    inner(account, "PATCH", Answer(**failure(403, "ErrorAccessDenied")))
    with pytest.raises(ToolFailed) as error:
        await mailbox.label([id_], ["starred"], [], NO_EFFECT)
    assert error.value.kind == "permission"


async def test_a_batch_without_an_answer_is_looked_at_once_more(account, mailbox):
    id_ = account.message()
    lost = Answer(error=httpx2.ReadTimeout)
    account.peer.on("POST", r"/v1.0/\$batch", account._batch, *[lost] * 3, account._batch)
    with pytest.raises(OutcomeUnknown):
        await mailbox.label([id_], ["starred"], [], Effect(id="0" * 32))
    became = await mailbox.label([id_], ["starred"], [], Effect(id="0" * 32, again=True))
    assert [one.id for one in became.done] == [id_]


async def test_a_request_that_a_batch_does_not_answer_is_not_done(account, mailbox):
    account.peer.on("POST", r"/v1.0/\$batch", {"responses": [{"id": "9", "status": 200}]})
    with pytest.raises(ToolFailed, match="did not answer"):
        await mailbox.label([account.message()], ["starred"], [], NO_EFFECT)


async def test_an_attempt_cut_off_loses_nothing_of_the_report(account, mailbox):
    ids, noted = [account.message() for _ in range(25)], []

    async def note(handle):
        noted.append(handle)

    first = await mailbox.label(ids, [], ["inbox"], Effect(id="0" * 32, note=note))
    again = Effect(id="0" * 32, again=True, handle=noted[-1], note=note)
    assert await mailbox.label(ids, [], ["inbox"], again) == first
    assert {one.removed for one in first.done} == {("inbox",)}


class Hurrying:
    """Ten seconds pass whenever somebody looks."""

    def __init__(self):
        self.at = datetime(2026, 11, 22, 12, tzinfo=UTC)

    def now(self):
        self.at += timedelta(seconds=10)
        return self.at


async def test_one_call_takes_no_minutes_and_says_what_it_had_no_time_for(account):
    hurrying = GraphMailbox(account.rest(), ME, Hurrying())
    ids = [account.message() for _ in range(80)]
    became = await hurrying.label(ids, ["starred"], [], NO_EFFECT)
    assert len(became.done) == 40
    assert {one.why for one in became.failed} == {"There was no time left for it."}
