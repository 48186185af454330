"""What goes out is exactly what the card shows, to exactly those it names."""

from datetime import UTC, datetime

import pytest

from shared.errors import ToolFailed
from shared.tools.tool import Made
from shared.workspace.email.answering import forward_subject, reply_subject
from shared.workspace.email.drafts import FOR_GOOD, OTHER_FILES
from shared.workspace.email.port import Address, Draft, MailFile, Outgoing
from shared.workspace.email.writing import NOT_THE_DRAFT
from tests.unit.shared.tools.accounts import BO, BOB, ME, SARAH, Mails, People, desk, file, mail
from tests.unit.shared.tools.accounts import profile as person
from tests.unit.shared.tools.test_tools import TOOLS

SEND = TOOLS["gmail_send_email"]
REPLY = TOOLS["gmail_reply_to_message"]
FORWARD = TOOLS["gmail_forward_message"]
DRAFT = TOOLS["gmail_create_draft"]
SEND_DRAFT = TOOLS["gmail_send_draft"]
UPDATE_DRAFT = TOOLS["gmail_update_draft"]
DISCARD_DRAFT = TOOLS["gmail_discard_draft"]
SARAH_ADDRESS = "Sarah Chen <sarah@acme.com>"
TO_SARAH = {"email": "sarah@acme.com", "name": "Sarah Chen"}
NOWHERE = {"thread_id": "", "answers": "", "in_reply_to": "", "references": [], "forwarded": ""}
QUOTE = "On Thu 12 Nov 2026 at 15:00, Sarah Chen <sarah@acme.com> wrote:\n> Here it is.\n>\n> Sarah"
KEPT = Draft(
    id="d1", mail=Outgoing(to=(Address(email="bo@client.org"),), subject="Offer", body="Hi\n")
)


def people():
    return People(SARAH, BO, BOB)


def addresses(recipients):
    return [one["email"] for one in recipients]


async def shown_and_sent(tool, at, arguments):
    prepared = await tool.preview(at, arguments)
    again = await tool.preview(at, prepared.arguments)
    assert again == prepared
    result = await tool.run(at, prepared.arguments)
    return prepared, result


async def test_a_mail_goes_out_as_it_was_shown():
    mails = Mails()
    arguments = {"to": ["Sarah Chen"], "cc": "bo@client.org", "subject": "Hi\n", "body": "One\r\n"}
    prepared, result = await shown_and_sent(SEND, desk(mails, people()), arguments)
    assert prepared.arguments == {
        "to": [TO_SARAH],
        "cc": [{"email": "bo@client.org", "name": ""}],
        "bcc": [],
        "subject": "Hi",
        "body": "One",
        "account": "",
        "attachments": [],
        "place": NOWHERE,
    }
    fields = (("To", SARAH_ADDRESS), ("Cc", "bo@client.org"), ("Subject", "Hi"))
    assert prepared.card.fields == fields
    assert prepared.card.warnings == ("Outside your organization: bo@client.org.",)
    ((what, sent, effect),) = mails.done
    assert (what, sent.body, effect) == ("send", prepared.card.body, "e" * 32)
    assert sent.to == (Address(email="sarah@acme.com", name="Sarah Chen"),)
    assert result["sent"]["status"] == "accepted"
    assert result["sent"]["to"] == [SARAH_ADDRESS]


@pytest.mark.parametrize(
    ("arguments", "warning"),
    [
        ({"to": ["new@acme.com"]}, "new@acme.com is not in your contacts."),
        (
            {"to": ["sarha@acme.com"]},
            "sarha@acme.com is not in your contacts. Did you mean sarah@acme.com?",
        ),
        ({"to": ["sarah@acme.com"], "subject": ""}, "There is no subject."),
        (
            {"to": ["sarah@acme.com"], "body": "See the attached file"},
            "The text mentions an attachment, but nothing is attached.",
        ),
    ],
)
async def test_what_one_should_know_before_agreeing_is_on_the_card(arguments, warning):
    given = {"subject": "Hi", "body": "Hello", **arguments}
    prepared = await SEND.preview(desk(Mails(), people()), given)
    assert prepared.card.warnings == (warning,)


async def test_a_mail_is_shown_although_the_address_book_is_down():
    prepared = await SEND.preview(
        desk(Mails(), People(broken=True)), {"to": ["x@acme.com"], "subject": "a", "body": "b"}
    )
    assert prepared.card.warnings == ()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"to": []}, "Who should it go to"),
        ({"to": ["Zoe"]}, "no contact called Zoe"),
        ({"to": ["Ms. Zoe"]}, "no contact called Zoe"),
        ({"to": ["Bo"]}, r"Several contacts fit Bo: Bo Ek \(bo@client.org\), Bob Ray"),
        ({"to": ["sarah@acme"]}, "not a mail address"),
        ({"to": ["a@b.com\nBcc: x@y.org"]}, "not a mail address"),
        ({"to": [f"a{n}@b.com" for n in range(101)]}, "too many"),
        ({"to": ["sarah@acme.com"], "body": " \n "}, "What should it say"),
        ({"to": ["sarah@acme.com"], "body": "x" * 60_001}, "60,000 characters"),
        ({"to": ["sarah@acme.com"], "account": "boss@acme.com"}, f"send from: {ME}"),
    ],
)
async def test_a_mail_that_cannot_go_out_is_refused_saying_why(arguments, message):
    mails = Mails()
    with pytest.raises(ToolFailed, match=message) as failed:
        await SEND.preview(desk(mails, people()), {"body": "Hello", **arguments})
    assert failed.value.kind == "params"
    assert mails.done == []


async def test_nobody_gets_a_mail_twice():
    given = {
        "to": ["a@acme.com, A@acme.com"],
        "cc": ["b@acme.com", "a@acme.com"],
        "bcc": "b@acme.com",
    }
    prepared = await SEND.preview(desk(Mails()), {**given, "body": "x"})
    arguments = prepared.arguments
    assert [addresses(arguments[name]) for name in ("to", "cc", "bcc")] == [
        ["a@acme.com"],
        ["b@acme.com"],
        [],
    ]


@pytest.mark.parametrize(
    ("to", "risk"),
    [
        (["sarah@acme.com"], "medium"),
        (["Sarah Chen <SARAH@ACME.COM>"], "medium"),
        ("sarah@acme.com", "medium"),
        (["bo@client.org"], "high"),
        (["Bo (acme.com) <bo@client.org>"], "high"),
        ([f"p{n}@acme.com" for n in range(5)], "medium"),
        ([f"p{n}@acme.com" for n in range(6)], "high"),
        ([], "high"),
        (None, "high"),
    ],
)
def test_mail_is_the_riskier_the_further_it_goes(to, risk):
    for tool in (SEND, SEND_DRAFT, REPLY, FORWARD):
        assert tool.rules.assess({"to": to}, person()) == risk


def test_copies_count_as_recipients_and_drafts_risk_nothing_yet():
    copied = {"to": ["sarah@acme.com"], "bcc": ["bo@client.org"]}
    assert SEND.rules.assess(copied, person()) == "high"
    assert DRAFT.rules.assess(copied, person()) == "low"


async def test_a_reply_quotes_and_stays_in_its_thread():
    original = mail(references=("<m0@acme.com>",))
    mails = Mails(original)
    given = {"message_id": "m1", "body": "Thanks!\n"}
    prepared, _ = await shown_and_sent(REPLY, desk(mails, people()), given)
    assert prepared.arguments == {
        "message_id": "m1",
        "body": "Thanks!",
        "reply_all": False,
        "to": [TO_SARAH],
        "cc": [],
        "subject": "Re: Q4 budget",
        "quoted": QUOTE,
        "account": ME,
        "attachments": [],
        "place": {
            **NOWHERE,
            "thread_id": "t1",
            "answers": "m1",
            "in_reply_to": "<m1@acme.com>",
            "references": ["<m0@acme.com>", "<m1@acme.com>"],
        },
    }
    ((_, sent, _),) = mails.done
    assert sent.body == prepared.card.body == f"Thanks!\n\n{QUOTE}"
    assert (sent.thread_id, sent.answers, sent.account) == ("t1", "m1", ME)
    assert sent.in_reply_to == "<m1@acme.com>"
    assert sent.references == ("<m0@acme.com>", "<m1@acme.com>")


async def test_what_is_edited_after_it_was_prepared_is_what_goes_out():
    mails = Mails(mail())
    at = desk(mails, people())
    prepared = await REPLY.preview(at, {"message_id": "m1", "body": "Thanks!"})
    edited = {**prepared.arguments, "body": "No thanks.", "to": ["bo@client.org"], "quoted": ""}
    again = await REPLY.preview(at, edited)
    assert again.arguments == {**edited, "to": [{"email": "bo@client.org", "name": ""}]}
    await REPLY.run(at, again.arguments)
    ((_, sent, _),) = mails.done
    assert (sent.body, sent.to) == ("No thanks.", (Address(email="bo@client.org"),))


TEAM = (Address(email="x@acme.com"), Address(email=ME.upper()), Address(email="sarah@acme.com"))


@pytest.mark.parametrize(
    ("given", "everyone", "to", "cc"),
    [
        ({"to": TEAM}, False, ["sarah@acme.com"], []),
        (
            {"to": TEAM, "cc": (*TEAM, Address(email="y@acme.com"))},
            True,
            ["sarah@acme.com", "x@acme.com"],
            ["y@acme.com"],
        ),
        ({"reply_to": (Address(email="list@acme.com"),)}, False, ["list@acme.com"], []),
        ({"sender": Address(email=ME), "to": TEAM}, False, ["x@acme.com", "sarah@acme.com"], []),
        (
            {"sender": Address(email=ME), "to": TEAM, "cc": (Address(email="y@acme.com"),)},
            True,
            ["x@acme.com", "sarah@acme.com"],
            ["y@acme.com"],
        ),
        ({"reply_to": (Address(email=ME),)}, False, ["sarah@acme.com"], []),
    ],
)
async def test_a_reply_goes_to_the_others_and_to_nobody_twice(given, everyone, to, cc):
    original = mail().model_copy(update=given)
    wanted = {"message_id": "m1", "body": "x", "reply_all": everyone}
    prepared = await REPLY.preview(desk(Mails(original)), wanted)
    arguments = prepared.arguments
    assert (addresses(arguments["to"]), addresses(arguments["cc"])) == (to, cc)


async def test_a_note_to_oneself_is_not_answered():
    note = mail().model_copy(update={"sender": Address(email=ME)})
    with pytest.raises(ToolFailed, match="between you and yourself"):
        await REPLY.preview(desk(Mails(note)), {"message_id": "m1", "body": "x"})


async def test_answering_a_machine_is_warned_of():
    notice = mail().model_copy(update={"sender": Address(email="no-reply@acme.com")})
    prepared = await REPLY.preview(desk(Mails(notice)), {"message_id": "m1", "body": "x"})
    (warning,) = prepared.card.warnings
    assert "no-reply@acme.com sends automatic mail" in warning


@pytest.mark.parametrize(
    ("subject", "reply", "forward"),
    [
        ("Budget", "Re: Budget", "Fwd: Budget"),
        ("RE: re:  Budget", "Re: Budget", "Fwd: RE: re: Budget"),
        ("Re[2]: AW: Budget", "Re: Budget", "Fwd: Re[2]: AW: Budget"),
        ("Fwd: FW: Budget", "Re: Fwd: FW: Budget", "Fwd: Budget"),
        ("Report", "Re: Report", "Fwd: Report"),
        ("", "Re:", "Fwd:"),
        ("a\r\nBcc: x@y", "Re: a Bcc: x@y", "Fwd: a Bcc: x@y"),
    ],
)
def test_a_subject_says_once_what_it_is(subject, reply, forward):
    assert (reply_subject(subject), forward_subject(subject)) == (reply, forward)


async def test_a_forward_carries_who_wrote_it_and_its_files():
    original = mail(
        to=(Address(email=ME), Address(email="bob@acme.com", name="Bob Ray")),
        attachments=(file("plan.pdf"),),
        body="> old\nnew",
    )
    mails = Mails(original)
    given = {"message_id": "m1", "to": ["Sarah Chen"], "note": "FYI, see attached"}
    prepared, _ = await shown_and_sent(FORWARD, desk(mails, people()), given)
    ((_, sent, _),) = mails.done
    assert sent.body == prepared.card.body
    assert sent.body == (
        "FYI, see attached\n\n---------- Forwarded message ---------\n"
        "From: Sarah Chen <sarah@acme.com>\nDate: Thu 12 Nov 2026 at 15:00\nSubject: Q4 budget\n"
        f"To: {ME}, Bob Ray <bob@acme.com>\n\n> old\nnew"
    )
    assert (sent.forwarded, sent.thread_id, sent.subject) == ("m1", "", "Fwd: Q4 budget")
    assert ("Attachments", "plan.pdf") in prepared.card.fields
    assert prepared.card.warnings == ()


async def test_a_note_added_later_stands_above_what_was_prepared():
    at = desk(Mails(mail()), people())
    prepared = await FORWARD.preview(at, {"message_id": "m1", "to": ["Sarah Chen"]})
    again = await FORWARD.preview(at, {**prepared.arguments, "note": "For you"})
    assert again.arguments["body"] == f"For you\n\n{prepared.arguments['body']}"
    assert again.arguments["note"] == ""


async def test_only_the_beginning_of_a_huge_mail_is_quoted_or_passed_on():
    at = desk(Mails(mail(body="x" * 25_000_000)), people())
    forwarded = await FORWARD.preview(at, {"message_id": "m1", "to": ["Sarah Chen"]})
    assert "only its beginning" in forwarded.card.warnings[0]
    reply = await REPLY.preview(at, {"message_id": "m1", "body": "x"})
    assert max(len(forwarded.card.body), len(reply.card.body)) < 21_000


async def test_a_draft_answers_in_its_thread_and_is_only_kept():
    mails = Mails(mail())
    given = {"body": "Thanks", "reply_to_message_id": "m1"}
    prepared, result = await shown_and_sent(DRAFT, desk(mails, people()), given)
    ((what, kept, _),) = mails.done
    assert (what, kept.in_reply_to, kept.subject) == ("draft", "<m1@acme.com>", "Re: Q4 budget")
    assert kept.body == prepared.card.body == f"Thanks\n\n{QUOTE}"
    assert result["draft"]["id"] == "d1"
    assert result["draft"]["to"] == [SARAH_ADDRESS]


async def test_a_draft_may_be_for_nobody_yet():
    _, result = await shown_and_sent(DRAFT, desk(Mails()), {"body": "Some thoughts"})
    assert result["draft"]["to"] == []


async def test_a_draft_is_sent_as_it_was_shown_and_under_its_own_key():
    mails = Mails(drafts=(KEPT,))
    prepared, result = await shown_and_sent(SEND_DRAFT, desk(mails), {"draft_id": "d1"})
    assert addresses(prepared.arguments["to"]) == ["bo@client.org"]
    assert (prepared.card.body, prepared.arguments["body"]) == ("Hi", "Hi")
    assert mails.done == [("send_draft", "d1", "e" * 32)]
    assert result["sent"]["subject"] == "Offer"
    assert SEND_DRAFT.effect_key(prepared.arguments) == "draft:d1"


async def test_a_draft_that_says_something_else_is_not_sent_in_place_of_what_was_shown():
    mails = Mails(drafts=(KEPT,))
    at = desk(mails)
    prepared = await SEND_DRAFT.preview(at, {"draft_id": "d1", "body": "Better"})
    assert NOT_THE_DRAFT in prepared.card.warnings
    await SEND_DRAFT.run(at, prepared.arguments)
    ((what, sent, _),) = mails.done
    assert (what, sent.body, sent.subject) == ("send", "Better", "Offer")


async def test_a_draft_is_changed_as_it_was_shown_and_put_back():
    mails = Mails(drafts=(kept_with_files(),))
    at = desk(mails, people())
    given = {"draft_id": "d1", "cc": ["Sarah Chen"], "body": "Better"}
    prepared, result = await shown_and_sent(UPDATE_DRAFT, at, given)
    assert prepared.card.title == "Change this draft"
    fields = dict(prepared.card.fields)
    assert (fields["To"], fields["Cc"], fields["Subject"]) == (
        "bo@client.org",
        SARAH_ADDRESS,
        "Offer",
    )
    assert "a.txt" in fields["Attachments"]
    ((what, draft, said, _),) = mails.done
    assert (what, draft, said.body, said.subject) == ("update_draft", "d1", "Better", "Offer")
    assert (result["draft"]["id"], result["draft"]["email"]) == ("d1", "bo@client.org")

    undo = UPDATE_DRAFT.undo(Made(prepared.arguments, result, prepared.before))
    assert (undo.tool, undo.told) == (UPDATE_DRAFT.name, 'Put the draft "Offer" back as it was')
    assert await UPDATE_DRAFT.since(at, undo) == ""
    await shown_and_sent(UPDATE_DRAFT, at, undo.arguments)
    assert (
        mails.drafts["d1"].mail.model_dump()
        == kept_with_files().mail.model_copy(update={"body": "Hi"}).model_dump()
    )
    assert await UPDATE_DRAFT.since(at, undo) == '"Offer"'


async def test_a_draft_may_be_for_nobody_and_say_nothing():
    empty = KEPT.mail.model_copy(update={"to": (), "body": ""})
    mails = Mails(drafts=(Draft(id="d1", mail=empty),))
    _, result = await shown_and_sent(UPDATE_DRAFT, desk(mails), {"draft_id": "d1", "subject": "x"})
    assert (result["draft"]["to"], result["draft"]["subject"]) == ([], "x")


async def test_files_that_are_taken_off_a_draft_do_not_come_back():
    at = desk(Mails(drafts=(kept_with_files(),)))
    prepared, result = await shown_and_sent(UPDATE_DRAFT, at, {"draft_id": "d1", "attachments": []})
    assert UPDATE_DRAFT.undo(Made(prepared.arguments, result, prepared.before)) == OTHER_FILES


async def test_a_draft_is_shown_before_it_is_deleted_for_good():
    mails = Mails(drafts=(KEPT,))
    at = desk(mails)
    prepared, result = await shown_and_sent(DISCARD_DRAFT, at, {"draft_id": "d1"})
    assert (prepared.card.body, prepared.card.warnings) == ("Hi\n", (FOR_GOOD,))
    assert DISCARD_DRAFT.rules.assess(prepared.arguments, person()) == "high"
    assert mails.done == [("delete_draft", "d1", "e" * 32)]
    assert "can't be brought back" in DISCARD_DRAFT.undo(Made(prepared.arguments, result))


async def test_a_draft_gone_after_a_lost_answer_is_asked_about_and_not_written_anew():
    shown = await SEND_DRAFT.preview(desk(Mails(drafts=(KEPT,))), {"draft_id": "d1"})
    mails, arguments = Mails(), shown.arguments
    result = await SEND_DRAFT.run(desk(mails, again=True), arguments)
    assert [what for what, *_ in mails.done] == ["send_draft"]
    assert (result["sent"]["to"], result["sent"]["subject"]) == (["bo@client.org"], "Offer")
    with pytest.raises(ToolFailed, match="no such draft"):
        await SEND_DRAFT.run(desk(mails), arguments)


async def test_times_in_quotes_are_those_of_the_person():
    original = mail(sent_at=datetime(2026, 11, 12, 23, 30, tzinfo=UTC))
    at = desk(Mails(original), zone="Asia/Tokyo")
    prepared = await REPLY.preview(at, {"message_id": "m1", "body": "x"})
    assert prepared.arguments["quoted"].startswith("On Fri 13 Nov 2026 at 08:30, Sarah Chen")


async def test_one_recipient_whose_name_has_a_comma_stays_one():
    stranger = SARAH.model_copy(update={"name": "Fischer", "email": "fischer@else.org"})
    at = desk(Mails(), People(stranger))
    given = {"to": "Fischer, Tom <tom@acme.com>", "subject": "a", "body": "b"}
    prepared, _ = await shown_and_sent(SEND, at, given)
    assert prepared.arguments["to"] == [{"email": "tom@acme.com", "name": "Fischer, Tom"}]
    assert ("To", '"Fischer, Tom" <tom@acme.com>') in prepared.card.fields


async def test_a_sender_whose_name_has_a_comma_is_answered():
    tom = Address(email="tom@acme.com", name="Fischer, Tom")
    mails = Mails(mail().model_copy(update={"sender": tom}))
    await shown_and_sent(REPLY, desk(mails, People()), {"message_id": "m1", "body": "x"})
    assert mails.done[0][1].to == (tom,)


@pytest.mark.parametrize(
    ("wanted", "who"),
    [
        ({"email": "bo@client.org", "name": "Bo"}, Address(email="bo@client.org", name="Bo")),
        ("bo@client.org", Address(email="bo@client.org")),
        ("Bo Ek", Address(email="bo@client.org", name="Bo Ek")),
        ("me", Address(email=ME, name="Ada")),
        (["Bo Ek, Sarah Chen"], Address(email="bo@client.org", name="Bo Ek")),
    ],
)
async def test_recipients_are_taken_in_every_form(wanted, who):
    mails = Mails()
    given = {"to": wanted, "subject": "a", "body": "b"}
    await shown_and_sent(SEND, desk(mails, people()), given)
    assert mails.done[0][1].to[0] == who


FILES = mail(attachments=(file("plan.pdf"), file("Budget Q4.xlsx"), file("budget.txt")))


def along(*names):
    files = [one for one in FILES.attachments if one.name in names]
    return [("m1", one.id, one.name) for one in files]


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ({"mail_id": "m1"}, ("plan.pdf", "Budget Q4.xlsx", "budget.txt")),
        ({"mail_id": "m1", "name": "PDF"}, ("plan.pdf",)),
        ({"mail_id": "m1", "name": "budget"}, ("Budget Q4.xlsx", "budget.txt")),
        ({"mail_id": "m1", "name": "Budget.TXT"}, ("budget.txt",)),
        ({"mail_id": "m1", "attachment_id": FILES.attachments[0].id}, ("plan.pdf",)),
    ],
)
async def test_files_of_a_mail_are_shown_and_go_along(wanted, names):
    mails = Mails(FILES)
    given = {"to": "me", "subject": "a", "body": "It is attached.", "attachments": [wanted]}
    prepared, result = await shown_and_sent(SEND, desk(mails, people()), given)
    ((_, sent, _),) = mails.done
    found = [(one.mail_id, one.attachment_id, one.name) for one in sent.attachments]
    assert found == along(*names)
    shown = dict(prepared.card.fields)["Attachments"]
    assert all(name in shown for name in names)
    assert prepared.card.warnings == ()
    assert result["sent"]["attachments"] == list(names)


async def test_a_file_that_is_not_there_is_not_sent():
    given = {"to": "me", "body": "x", "attachments": [{"mail_id": "m1", "name": "x.doc"}]}
    with pytest.raises(ToolFailed, match=r"no attachment called x\.doc"):
        await SEND.preview(desk(Mails(FILES)), given)
    many = [{"mail_id": f"m{n}"} for n in range(1, 31)]
    mails = Mails(*(mail(n, attachments=(file(f"{n}.txt"),)) for n in range(1, 31)))
    with pytest.raises(ToolFailed, match="too many"):
        await SEND.preview(desk(mails), {**given, "attachments": many})


async def test_a_reply_and_a_draft_can_carry_files():
    for tool, given in ((REPLY, {"message_id": "m1"}), (DRAFT, {"to": "me"})):
        mails = Mails(FILES)
        wanted = {**given, "body": "x", "attachments": [{"mail_id": "m1", "name": "pdf"}]}
        await shown_and_sent(tool, desk(mails, people()), wanted)
        assert [one.name for one in mails.done[0][1].attachments] == ["plan.pdf"]


async def test_a_forward_takes_along_what_is_left_on_its_card():
    mails = Mails(FILES)
    at = desk(mails, people())
    prepared = await FORWARD.preview(at, {"message_id": "m1", "to": ["Sarah Chen"]})
    assert len(prepared.arguments["attachments"]) == 3
    fewer = {**prepared.arguments, "attachments": prepared.arguments["attachments"][:1]}
    await FORWARD.run(at, (await FORWARD.preview(at, fewer)).arguments)
    assert [one.name for one in mails.done[0][1].attachments] == ["plan.pdf"]


def kept_with_files():
    files = tuple(
        MailFile(mail_id="x1", attachment_id=str(n), name=name, size=n)
        for n, name in enumerate(("a.txt", "b.txt"), 1)
    )
    return Draft(id="d1", mail=KEPT.mail.model_copy(update={"attachments": files}))


async def test_a_draft_s_files_are_shown_survive_an_edit_and_go_out():
    kept = kept_with_files()
    mails = Mails(drafts=(kept,))
    at = desk(mails)
    prepared, _ = await shown_and_sent(SEND_DRAFT, at, {"draft_id": "d1"})
    assert dict(prepared.card.fields)["Attachments"] == "a.txt (1 byte), b.txt (2 bytes)"
    assert mails.done == [("send_draft", "d1", "e" * 32)]
    mails = Mails(drafts=(kept,))
    at = desk(mails)
    edited = await SEND_DRAFT.preview(at, {**prepared.arguments, "body": "Better"})
    await SEND_DRAFT.run(at, edited.arguments)
    ((what, sent, _),) = mails.done
    assert (what, sent.body, sent.attachments) == ("send", "Better", kept.mail.attachments)
    mails.done.clear()
    fewer = {**prepared.arguments, "attachments": prepared.arguments["attachments"][1:]}
    await SEND_DRAFT.run(at, (await SEND_DRAFT.preview(at, fewer)).arguments)
    ((what, sent, _),) = mails.done
    assert (what, sent.attachments) == ("send", kept.mail.attachments[1:])


async def test_a_draft_changed_after_it_was_shown_is_not_sent_in_its_place():
    prepared = await SEND_DRAFT.preview(
        desk(Mails(drafts=(kept_with_files(),))), {"draft_id": "d1"}
    )
    mails = Mails(drafts=(KEPT,))  # its files were taken out meanwhile
    await SEND_DRAFT.run(desk(mails), prepared.arguments)
    ((what, sent, _),) = mails.done
    assert (what, len(sent.attachments)) == ("send", 2)
