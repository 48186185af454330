"""Finding, reading and sorting mail, and what a person is told of it."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import uploading
from shared.errors import ToolFailed
from shared.workspace.email.port import Address
from shared.workspace.email.queries import broader, terms
from tests.unit.shared.tools.accounts import BO, ME, NOW, Mails, desk, file, mail, said
from tests.unit.shared.tools.accounts import profile as person
from tests.unit.shared.tools.test_tools import TOOLS

SEARCH = TOOLS["gmail_search_messages"]
GET = TOOLS["gmail_get_message"]
THREAD = TOOLS["gmail_get_thread"]
UNANSWERED = TOOLS["gmail_find_unanswered"]
LABEL = TOOLS["gmail_label"]
SNOOZE = TOOLS["gmail_snooze"]
SORTING = ("gmail_archive", "gmail_label", "gmail_star", "gmail_mark_read", "gmail_snooze")


async def words(tool, at, **arguments):
    return tool.say(said(await tool.run(at, arguments), **arguments))


async def test_a_search_lists_what_it_found_without_the_texts():
    mails = Mails(mail(), total=7, estimates=True)
    result = await SEARCH.run(desk(mails), {"query": "from:sarah", "limit": 3, "accounts": ME})
    assert mails.asked == [("from:sarah", 3, (ME,))]
    assert (result["total"], result["at_least"]) == (7, True)
    (listed,) = result["mails"]
    assert listed["from"] == {"email": "sarah@acme.com", "name": "Sarah Chen"}
    assert listed["sent_at"] == "2026-11-12T14:00:00Z"
    assert not {"body", "sender"} & set(listed)


OLD = {"subject": "Budget *questions*\n", "sent_at": datetime(2024, 12, 20, tzinfo=UTC)}
UNREAD = {"labels": ("inbox", "unread")}


@pytest.mark.parametrize(
    ("query", "found", "total", "text"),
    [
        (
            "from:sarah@acme.com budget",
            [mail(1), mail(2, **OLD)],
            None,
            """I found 2 emails from Sarah Chen about budget:
1. **Q4 budget** (Nov 12)
2. **Budget questions** (Dec 20, 2024)""",
        ),
        (
            "in:inbox",
            [mail(1, **UNREAD), mail(2, BO, subject="")],
            None,
            """I found 2 emails:
1. **Q4 budget**, Sarah Chen (Nov 12, unread)
2. **(no subject)**, Bo Ek (Nov 12)""",
        ),
        ("in:sent to:bo@client.org", [mail(1)], None, "I found 1 email you sent to bo@client.org:"),
        ("x", [mail(1)], 23, "I found 23 emails about x:\n1. **Q4 budget**, Sarah Chen (Nov 12)"),
        (
            "from:sarah x",
            [mail(1)],
            23,
            "I found 23 emails from Sarah Chen about x:\n1. **Q4 budget** (",
        ),
        ("from:sarah newer_than:7d x", [], None, "I found no emails from sarah about x. You"),
        ("to:(bo OR x@y.org)", [], None, "I found no emails to bo or x@y.org. You"),
    ],
)
async def test_a_search_is_told_in_words(query, found, total, text):
    told = await words(SEARCH, desk(Mails(*found, total=total)), query=query)
    assert told.startswith(text)


async def test_only_ten_are_named_and_the_rest_is_counted():
    mails = Mails(*(mail(number) for number in range(12)), total=10_000, estimates=True)
    told = await words(SEARCH, desk(mails), query="from:sarah x", limit=50)
    assert told.startswith("I found at least 10,000 emails from")
    assert told.endswith("10. **Q4 budget** (Nov 12)\n... and at least 9,990 more")


def test_mails_are_told_apart_by_sender_and_day():
    item = {"from": {"email": "a@b.com", "name": "Ann"}, "sent_at": "2026-11-12T14:00:00Z"}
    assert SEARCH.rules.describe(item, date(2026, 11, 22)) == "Ann, Nov 12"


async def test_a_mail_is_read_whole_and_told_in_words():
    given = {"cc": (Address(email="x@y.org"),), "attachments": (file("a.pdf"), file("b.csv"))}
    at = desk(Mails(mail(**given)))
    assert (await GET.run(at, {"message_id": "m1"}))["mail"]["body"] == "Here it is.\n\nSarah"
    assert await words(GET, at, message_id="m1") == (
        "**Q4 budget**\nFrom: Sarah Chen\nTo: Ada\nCc: x@y.org\nDate: Nov 12\n"
        "Attachments: a.pdf, b.csv\n\nHere it is.\n\nSarah"
    )
    assert GET.rules.item == "mail"


async def test_what_the_provider_says_of_a_failure_gets_through():
    with pytest.raises(ToolFailed, match="no such mail"):
        await GET.run(desk(Mails()), {"message_id": "other"})


async def test_a_huge_mail_and_a_huge_thread_are_cut():
    many = [
        mail(n, thread_id="t", body=f"{n} " + "x" * 30_000, sent_at=NOW - timedelta(days=200 - n))
        for n in range(150)
    ]
    at = desk(Mails(*many))
    one = (await GET.run(at, {"message_id": "m1"}))["mail"]["body"]
    assert len(one) == 20_000
    assert one.endswith("(The rest of this email is left out.)")
    thread = (await THREAD.run(at, {"message_id": "m1"}))["thread"]
    assert len(thread["mails"]) == 100
    assert sum(len(one["body"]) for one in thread["mails"]) <= 100_000
    assert thread["mails"][-1]["body"].startswith("149 ")


async def test_a_conversation_is_told_mail_by_mail():
    later = mail(2, BO, thread_id="t1", snippet="I agree", sent_at=NOW)
    at = desk(Mails(mail(), later))
    assert await words(THREAD, at, thread_id="t1") == (
        "**Q4 budget** (2 emails):\n1. **Sarah Chen** (Nov 12): Here it is\n"
        "2. **Bo Ek** (Nov 22): I agree"
    )
    with pytest.raises(ToolFailed, match="Which conversation"):
        await THREAD.run(at, {})


async def test_only_people_who_still_wait_are_unanswered():
    mine = {"sender": Address(email=ME), "labels": ("sent",)}
    mails = Mails(
        mail(1),
        mail(2, BO, sent_at=NOW),
        mail(3, BO),
        mail(4, thread_id="t3", sent_at=NOW).model_copy(update=mine),
        mail(5).model_copy(update={"sender": Address(email="no-reply@x.org")}),
        mail(6).model_copy(update={"sender": Address(email="newsletter@x.org")}),
        mail(7, body="Deals!\nClick to unsubscribe"),
        mail(8, labels=("inbox", "promotions")),
        mail(9, thread_id="t1", sent_at=NOW, labels=("draft",)).model_copy(
            update={"sender": Address(email=ME)}
        ),
    )
    result = await UNANSWERED.run(desk(mails), {"days": 3})
    await UNANSWERED.run(desk(mails), {"days": 3, "query": "from:bo@x.org"})
    assert mails.asked == [
        ("in:inbox newer_than:3d", 60, ()),
        ("in:inbox newer_than:3d from:bo@x.org", 60, ()),
    ]
    assert [one["id"] for one in result["mails"]] == ["m2", "m1"]
    assert (result["total"], result["looked_at"]) == (2, 9)
    assert UNANSWERED.say(said(result, days=3)).startswith(
        "2 emails from the last 3 days are waiting for your answer:\n1. **Q4 budget**, Bo Ek"
    )
    assert UNANSWERED.say(said({"mails": []}, days=1)) == (
        "No email from the last 1 day is waiting for your answer."
    )


async def test_attachments_are_listed_and_read_by_name():
    files = (file("Plan 2027.csv", size=1_500_000), file("notes.txt"), file("plan.txt"))
    at = desk(Mails(mail(attachments=files)))
    listing = await words(TOOLS["gmail_list_attachments"], at, message_id="m1")
    assert listing == (
        "**Q4 budget** has 3 attachments:\n"
        "1. **Plan 2027.csv** (2 MB)\n2. **notes.txt**\n3. **plan.txt**"
    )
    read = TOOLS["gmail_read_attachment"]
    assert (await read.run(at, {"message_id": "m1", "name": "NOTES"}))["attachment"]["text"]
    exact = await read.run(at, {"message_id": "m1", "name": "plan.TXT"})
    assert exact["attachment"]["name"] == "plan.txt"
    assert read.say(said(exact)) == "**plan.txt**:\n\na,b\n1,2"
    for name in ("", "plan", "x"):
        with pytest.raises(ToolFailed, match=r"There are: Plan 2027.csv, notes.txt"):
            await read.run(at, {"message_id": "m1", "name": name})
    with pytest.raises(ToolFailed, match="no attachments"):
        await read.run(desk(Mails(mail())), {"message_id": "m1"})


async def test_an_attachment_that_was_read_is_passed_on_as_it_is():
    files, kept = (file("plan.csv"), file("page.html")), {}

    class Files:
        async def keep(self, name, data):
            kept[name] = data
            return uploading.taken(name, data)

    at = replace(desk(Mails(mail(attachments=files))), uploads=Files())
    read = TOOLS["gmail_read_attachment"]
    result = await read.run(at, {"message_id": "m1", "name": "plan"})
    other = await read.run(at, {"message_id": "m1", "name": "page"})

    assert kept["plan.csv"] == b"a,b\n1,2"
    assert "content" not in result["attachment"]
    [one] = read.gives(result)
    assert (one.source, one.name, one.type) == ("the email Q4 budget", "plan.csv", "text/csv")
    assert read.gives(other) == (), "of no kind that is taken"
    assert other["attachment"]["text"]


async def test_nobody_is_told_that_a_mail_arrived():
    status = TOOLS["gmail_get_delivery_status"]
    bounced = await words(status, desk(Mails()), message_id="s1")
    assert bounced == "It came back from x@y.org. No such user"
    others = [status.say(said({"delivery": {"status": s}})) for s in ("accepted", "unknown")]
    sent = {"sent": {"to": ["Bo Ek <bo@x.org>"], "cc": [], "subject": "Hi", "status": "accepted"}}
    told = [*others, TOOLS["gmail_send_email"].say(said(sent))]
    assert not [text for text in told if "delivered" in text]
    assert told[-1] == "Sent to Bo Ek <bo@x.org>: **Hi**. It was accepted for delivery."


@pytest.mark.parametrize(
    ("name", "arguments", "add", "remove", "told"),
    [
        ("gmail_archive", {}, (), ("inbox",), "Archived 2 emails:"),
        ("gmail_trash", {}, ("trash",), ("inbox",), "Moved 2 emails to the bin:"),
        ("gmail_star", {}, ("starred",), (), "Starred 2 emails:"),
        ("gmail_star", {"starred": False}, (), ("starred",), "Removed the star from 2 emails:"),
        ("gmail_mark_read", {}, (), ("unread",), "Marked 2 emails as read:"),
        ("gmail_mark_read", {"read": False}, ("unread",), (), "Marked 2 emails as unread:"),
        (
            "gmail_label",
            {"add": ["Clients", "Clients"], "remove": "Old"},
            ("Clients",),
            ("Old",),
            "Added **Clients** and removed **Old** on 2 emails:",
        ),
    ],
)
async def test_mails_are_put_in_order(name, arguments, add, remove, told):
    mails = Mails(mail(1), mail(2, BO, subject="Offer"))
    at, tool = desk(mails), TOOLS[name]
    given = {"message_ids": ["m1", "m2", "m1"], **arguments}
    prepared = await tool.preview(at, given)
    assert prepared.card.body == "- Q4 budget (Sarah Chen)\n- Offer (Bo Ek)"
    assert "2 emails" in prepared.card.title
    assert await tool.preview(at, prepared.arguments) == prepared
    result = await tool.run(at, prepared.arguments)
    assert mails.done == [("label", ("m1", "m2"), add, remove)]
    assert (result["changed"], result["failed"], result["left"]) == (2, [], 0)
    assert [one["id"] for one in result["items"]] == ["m1", "m2"]
    names = ["1. **Q4 budget** from Sarah Chen", "2. **Offer** from Bo Ek"]
    assert tool.say(said(result, **prepared.arguments)).splitlines() == [told, *names]


async def test_one_mail_is_named_with_what_was_really_changed_of_it():
    tool, at = TOOLS["gmail_archive"], desk(Mails(mail(subject="Q4 budget review")))
    result = await tool.run(at, {"message_ids": ["m1"]})
    assert result["items"] == [
        {
            "id": "m1",
            "subject": "Q4 budget review",
            "from": {"email": "sarah@acme.com", "name": "Sarah Chen"},
            "before": ["inbox"],
            "added": [],
            "removed": ["inbox"],
        }
    ]
    assert tool.say(said(result)) == "Archived **Q4 budget review** from Sarah Chen."


async def test_what_was_not_done_is_told_with_the_reason():
    mails = Mails(*(mail(number, subject=f"N {number}") for number in range(40) if number != 20))
    given = {"message_ids": [f"m{number}" for number in range(40)]}
    result = await TOOLS["gmail_archive"].run(desk(mails), given)
    told = TOOLS["gmail_archive"].say(said(result)).splitlines()
    assert told[0] == "Archived 39 of 40 emails:"
    assert told[10:12] == ["10. **N 9** from Sarah Chen", "... and 29 more"]
    assert told[-2:] == ["Not done:", "- 1 email: There is no such mail."]
    assert result["failed"][0] == {
        "id": "m20",
        "subject": "",
        "from": {"email": "", "name": ""},
        "kind": "params",
        "why": "There is no such mail.",
    }


def test_those_with_the_same_reason_are_told_together():
    why = "Google needs you to sign in again."
    sarah = {"email": "s@x.org", "name": "Sarah"}
    failed = [{"id": "1", "subject": "A", "from": sarah, "why": why}, {"id": "2", "why": why}]
    done = [{"id": "3", "subject": "C", "from": sarah}]
    result = {"changed": 1, "items": done, "failed": [*failed, {"id": "4", "why": "Gone."}]}
    assert TOOLS["gmail_mark_read"].say(said(result)).splitlines()[3:] == [
        "Not done:",
        f"- **A** from Sarah, 1 other email: {why}",
        "- 1 email: Gone.",
    ]


@pytest.mark.parametrize(
    ("matching", "more", "rest"),
    [
        (0, False, ""),
        (2, False, ""),
        (134, False, "132 more match: ask me again for the rest."),
        (3, False, "1 more matches: ask me again for the rest."),
        (134, True, "At least 132 more match: ask me again for the rest."),
        (2, True, "More may match: ask me again for the rest."),
    ],
)
async def test_what_is_left_of_all_that_was_found_is_told_before_and_after(matching, more, rest):
    tool, at = TOOLS["gmail_archive"], desk(Mails(mail(1), mail(2)))
    given = {"message_ids": ["m1", "m2"], "matching": matching, "more": more}
    prepared = await tool.preview(at, given)
    assert prepared.card.title == "Archive 2 emails"
    assert prepared.card.warnings == ((rest,) if rest else ())
    result = await tool.run(at, prepared.arguments)
    assert tool.say(said(result)).splitlines()[4:] == ([rest] if rest else [])


def test_what_was_kept_before_items_were_is_still_told():
    old = {"changed": 2, "message_ids": ["m1", "m2"]}
    assert TOOLS["gmail_archive"].say(said(old)) == "Archived 2 emails."


async def test_a_mail_that_is_gone_is_shown_as_that_and_keeps_no_other_from_being_shown():
    at = desk(Mails(mail(1)))
    prepared = await TOOLS["gmail_archive"].preview(at, {"message_ids": ["m1", "m2"]})
    assert prepared.card.body.splitlines() == [
        "- Q4 budget (Sarah Chen)",
        "- (cannot be read: There is no such mail.)",
    ]
    with pytest.raises(ToolFailed, match="no such mail"):
        await TOOLS["gmail_archive"].preview(at, {"message_ids": ["m2"]})


async def test_of_very_many_mails_a_search_keeps_what_names_them():
    mails = Mails(*(mail(number, snippet="x" * 300) for number in range(120)))
    result = await SEARCH.run(desk(mails), {"query": "x", "limit": 500})
    assert len(result["mails"]) == 120
    assert "snippet" in result["mails"][49]
    assert result["mails"][50].keys() == {"id", "thread_id", "subject", "from", "sent_at"}


@pytest.mark.parametrize(
    ("until", "utc"),
    [
        ("2026-11-27T15:00", datetime(2026, 11, 27, 14, tzinfo=UTC)),
        ("2026-11-27", datetime(2026, 11, 27, 8, tzinfo=UTC)),
        ("2026-11-27T15:00+00:00", datetime(2026, 11, 27, 15, tzinfo=UTC)),
    ],
)
async def test_snoozing_is_until_a_local_time(until, utc):
    mails = Mails(mail())
    given = {"message_ids": "m1", "until": until}
    ready = await SNOOZE.preview(desk(mails), given)
    result = await SNOOZE.run(desk(mails), ready.arguments)
    assert mails.done == [("snooze", ("m1",), utc)]
    told = f"Snoozed **Q4 budget** from Sarah Chen until Fri 27 Nov, {utc.hour + 1:02}:00."
    assert SNOOZE.say(said(result, **given)) == told


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        (SNOOZE, {"until": "2026-11-21"}, "passed already"),
        (SNOOZE, {"until": "soon"}, "as a date or time"),
        (LABEL, {}, "Which label"),
        (LABEL, {"add": ["Trash"]}, "cannot be labelled Trash"),
    ],
)
async def test_order_that_makes_no_sense_is_refused_before_it_is_shown(tool, arguments, message):
    mails = Mails(mail())
    with pytest.raises(ToolFailed, match=message):
        await tool.preview(desk(mails), {"message_ids": ["m1"], **arguments})
    assert mails.done == []


async def test_a_card_names_ten_mails_and_counts_the_rest():
    mails = Mails(*(mail(number) for number in range(30)))
    ids = [f"m{number}" for number in range(30)]
    prepared = await TOOLS["gmail_archive"].preview(desk(mails), {"message_ids": ids})
    assert len(prepared.card.body.splitlines()) == 11
    assert prepared.card.body.endswith("... and 20 more")


@pytest.mark.parametrize("name", SORTING)
def test_more_than_five_mails_at_once_are_a_risk(name):
    assess = TOOLS[name].rules.assess
    assert assess({"message_ids": ["m"] * 5}, person()) == "low"
    assert assess({"message_ids": ["m"] * 6}, person()) == "high"
    assert assess({"message_ids": "m1"}, person()) == "low"


@pytest.mark.parametrize("ids", ["m1", ["m1"], ["m"] * 6])
def test_a_mail_is_never_deleted_unasked(ids):
    assert TOOLS["gmail_trash"].rules.assess({"message_ids": ids}, person()) == "high"


@pytest.mark.parametrize(
    ("query", "wider"),
    [
        ("from:a@b.com budget newer_than:7d", "from:a@b.com budget"),
        ("from:a@b.com q4 budget", "from:a@b.com q4"),
        ("from:a@b.com budget", "from:a@b.com"),
        ("from:a@b.com", None),
        ("newer_than:7d", None),
        ("budget", None),
        ("is:unread after:2026/01/01 before:2026/02/01", "is:unread"),
        ("(from:a OR from:b) report subject:x", "(from:a OR from:b) report"),
        ('"q4 budget" from:(a OR b)', "from:(a OR b)"),
        ("from:a OR from:b", None),
        ("budget OR invoice to:b", "to:b"),
        ("budget OR newer_than:7d", "budget"),
        ("-in:spam budget", "-in:spam"),
        ("", None),
    ],
)
def test_a_search_without_matches_asks_for_less(query, wider):
    wanted = None if wider is None else {"query": wider, "limit": 5}
    assert broader({"query": query, "limit": 5}) == wanted


TERMS = ["OR", "AND", "|", "from:a", "to:(b OR c)", "budget", '"q4', "(", ")", "newer_than:7d"]
MORE_TERMS = ["{x", "}", "-older:1d", "subject:x", "is:unread", "-a", ":", " "]
PIECES = st.sampled_from([*TERMS, *MORE_TERMS])


@given(st.lists(PIECES, max_size=12).map(" ".join) | st.text(max_size=60))
def test_asking_for_less_ends(query):
    arguments = {"query": query}
    for _ in range(len(terms(query)) + 1):
        wider = broader(arguments)
        if wider is None:
            break
        assert 0 < len(terms(wider["query"])) < len(terms(arguments["query"]))
        arguments = wider
    else:
        pytest.fail("it could be broadened without end")


async def test_what_to_say_next_fits_what_was_found():
    search, get = SEARCH.suggest, GET.suggest
    one, two = {"mails": [{}]}, {"mails": [{}, {}]}
    assert search(said({"mails": []})) == ()
    assert search(said(one)) == ("Show me the first one", "Reply to the first one")
    assert "Show me the second one" in search(said(two))
    assert "Show me its attachments" in get(said({"mail": {"attachments": [{}]}}))
    assert "Show me its attachments" not in get(said({"mail": {}}))


async def test_a_saved_draft_is_shown_so_that_it_can_be_sent():
    tool = TOOLS["gmail_create_draft"]
    wanted = {"to": ["x@acme.com"], "subject": "Hi", "body": "One"}
    ready = await tool.preview(desk(Mails()), wanted)
    result = await tool.run(desk(Mails()), ready.arguments)
    assert tool.say(said(result)) == "I saved a draft to x@acme.com: **Hi**\n\nOne"
    assert tool.suggest(said(result)) == ("Send it",)


async def test_what_is_missing_is_said():
    listing = TOOLS["gmail_list_attachments"]
    assert await words(listing, desk(Mails(mail())), message_id="m1") == (
        "**Q4 budget** has no attachments."
    )
    assert GET.say(said({})) == "That email could not be read."
    unreadable = {"name": "a.pdf", "size": 500, "text": "", "why": "No text."}
    told = TOOLS["gmail_read_attachment"].say(said({"attachment": unreadable}))
    assert told == "**a.pdf** (500 bytes): No text."


async def test_a_long_mail_is_shown_in_part():
    told = await words(GET, desk(Mails(mail(body="x" * 9000))), message_id="m1")
    assert told.endswith("x\n\n(The rest is left out.)")
    assert len(told) < 4200
