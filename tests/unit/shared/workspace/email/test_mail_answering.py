"""What a command to answer mail or pass it on comes down to, and who gets a copy."""

import pytest

from shared.models.reasoning import Reference
from shared.understanding.work import Work
from shared.workspace.email.frames import FRAMES
from tests.support.mail_frames import (
    ANN,
    INES,
    LAST,
    LISTED,
    find,
    planned,
    who,
)
from tests.support.marked import request, said


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "reply {body:yes}",
            LAST,
            [("reply_to_message", {"message_id": "m9", "body": "Hi Lena,\n\nYes."})],
        ),
        (
            "reply to {person:Tom's} mail {body:that we're in}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                (
                    "reply_to_message",
                    {"message_id": "{2.mails.0.id}", "body": "Hi Tom,\n\nWe're in."},
                ),
            ],
        ),
        (
            "reply to {person:all}: {body:we're in}",
            LAST,
            [
                (
                    "reply_to_message",
                    {"message_id": "m9", "body": "Hi Lena,\n\nWe're in.", "reply_all": True},
                )
            ],
        ),
        (
            "reply all: {body:we're in}",
            LAST,
            [
                (
                    "reply_to_message",
                    {"message_id": "m9", "body": "Hi Lena,\n\nWe're in.", "reply_all": True},
                )
            ],
        ),
        (
            "reply to {which:the second} {body:saying that we're in}",
            LISTED,
            [("reply_to_message", {"message_id": "m2", "body": "Hi Tom,\n\nWe're in."})],
        ),
        (
            "reply to {person:her} {body:we're in}",
            LAST,
            [("reply_to_message", {"message_id": "m9", "body": "Hi Lena,\n\nWe're in."})],
        ),
        (
            "reply to {person:sarah@x.org} {body:we're in}",
            (),
            [
                find("from:sarah@x.org"),
                (
                    "reply_to_message",
                    {"message_id": "{1.mails.0.id}", "body": "Hello,\n\nWe're in."},
                ),
            ],
        ),
        (
            "Reply to {person:Tom}. I'll bring the keys",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                (
                    "reply_to_message",
                    {"message_id": "{2.mails.0.id}", "body": "Hi Tom,\n\nI'll bring the keys."},
                ),
            ],
        ),
        (
            "answer {person:Sarah} {body:ok} but don't send it",
            LISTED,
            [
                who("Sarah"),
                find("from:{1.contacts.0.email}"),
                (
                    "create_draft",
                    {"body": "Hi Sarah,\n\nOk.", "reply_to_message_id": "{2.mails.0.id}"},
                ),
            ],
        ),
        *(
            (
                marked,
                LISTED,
                [
                    (
                        "create_draft",
                        {
                            "to": ["tom.reed@acme.com"],
                            "body": f"Hi Tom,\n\n{words}.",
                            "reply_to_message_id": "m2",
                        },
                    )
                ],
            )
            for marked, words in (
                ("answer {person:Tom} {body:ok} but keep it as a draft", "Ok"),
                ("answer {person:Tom} {body:yes, but only keep it as a draft mind}", "Yes"),
            )
        ),
        (
            "Reply to {person:Tom}: {body:Hi Tom},\nI spoke to {person:Ann}.\nBest, Kim",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                (
                    "reply_to_message",
                    {"message_id": "{2.mails.0.id}", "body": "Hi Tom,\nI spoke to Ann.\nBest, Kim"},
                ),
            ],
        ),
        (
            "answer {which:the first one} from {person:him}: {body:fine by me}",
            LISTED,
            [("reply_to_message", {"message_id": "m1", "body": "Hi Sarah,\n\nFine by me."})],
        ),
    ],
)
def test_mail_is_answered(marked, references, calls):
    assert planned("mail_reply", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "forward it to {person:Tom}",
            LAST,
            [who("Tom"), ("forward_message", {"message_id": "m9", "to": ["{1.contacts.0.email}"]})],
        ),
        (
            "forward {which:the second one} to {person:Ann} and {person:Tom}, {body:see below}",
            LISTED,
            [
                who("Ann"),
                who("Tom"),
                (
                    "forward_message",
                    {
                        "message_id": "m2",
                        "to": ["{1.contacts.0.email}", "{2.contacts.0.email}"],
                        "note": "See below.",
                    },
                ),
            ],
        ),
        (
            "forward {person:Tom}'s mail to {person:her}",
            ANN,
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                who("Ann Lee"),
                (
                    "forward_message",
                    {"message_id": "{2.mails.0.id}", "to": ["{3.contacts.0.email}"]},
                ),
            ],
        ),
        (
            "forward {person:Tom}'s mail to {person:her}",
            LAST,
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                ("forward_message", {"message_id": "{2.mails.0.id}", "to": ["lena.vogt@hydra.de"]}),
            ],
        ),
        (
            "{person:Sarah} needs {topic:the roof quote}, forward it to {person:her}",
            LISTED,
            [
                who("Sarah"),
                ("forward_message", {"message_id": "m1", "to": ["{1.contacts.0.email}"]}),
            ],
        ),
        (
            "forward me {topic:the quote}",
            (),
            [
                find("quote"),
                ("forward_message", {"message_id": "{1.mails.0.id}", "to": ["kim@acme.com"]}),
            ],
        ),
        (
            "send me {which:it}",
            LAST,
            [("forward_message", {"message_id": "m9", "to": ["kim@acme.com"]})],
        ),
        (
            "send {person:Ann} the mail from {person:Tom}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                who("Ann"),
                (
                    "forward_message",
                    {"message_id": "{2.mails.0.id}", "to": ["{3.contacts.0.email}"]},
                ),
            ],
        ),
        (
            "send {person:Ann} the roof quote",
            LAST,
            [who("Ann"), ("forward_message", {"message_id": "m9", "to": ["{1.contacts.0.email}"]})],
        ),
        (
            "forward {which:it} to {organisation:Hydra}",
            LAST,
            [
                ("contacts_search", {"organization": "Hydra"}),
                ("forward_message", {"message_id": "m9", "to": "{1.contacts.*.email}"}),
            ],
        ),
        (
            "send {file:the contract} from {person:Tom} to {person:Ann} {body:fyi}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} has:attachment contract"),
                who("Ann"),
                (
                    "send_email",
                    {
                        "to": ["{3.contacts.0.email}"],
                        "subject": "Contract",
                        "body": "Hi Ann,\n\nFyi.",
                        "attachments": [{"mail_id": "{2.mails.0.id}", "name": "contract"}],
                    },
                ),
            ],
        ),
        (
            "forward {file:the attachment} to {person:Tom}",
            LAST,
            [
                who("Tom"),
                (
                    "send_email",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "subject": "Attachment",
                        "body": "Hi Tom,\n\nHere is the attachment.",
                        "attachments": [{"mail_id": "m9"}],
                    },
                ),
            ],
        ),
        (
            "forward the files to {person:Tom}",
            LAST,
            [
                who("Tom"),
                (
                    "send_email",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "subject": "Files",
                        "body": "Hi Tom,\n\nHere are the files.",
                        "attachments": [{"mail_id": "m9"}],
                    },
                ),
            ],
        ),
        (
            "forward {which:it} to {person:him}",
            LAST,
            [("forward_message", {"message_id": "m9", "to": ["lena.vogt@hydra.de"]})],
        ),
        (
            "forward {person:Tom's} mail to {person:her}",
            ANN,
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                who("Ann Lee"),
                (
                    "forward_message",
                    {"message_id": "{2.mails.0.id}", "to": ["{3.contacts.0.email}"]},
                ),
            ],
        ),
        (
            "{person:Tom's} mail: {person:Sarah} needs it, forward it to {person:her}",
            LAST,
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                who("Sarah"),
                (
                    "forward_message",
                    {"message_id": "{2.mails.0.id}", "to": ["{3.contacts.0.email}"]},
                ),
            ],
        ),
        (
            "send me the mail from {person:Tom}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                ("forward_message", {"message_id": "{2.mails.0.id}", "to": ["kim@acme.com"]}),
            ],
        ),
        (
            "send me {person:Tom's} mail",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                ("forward_message", {"message_id": "{2.mails.0.id}", "to": ["kim@acme.com"]}),
            ],
        ),
        (
            "forward the mail from {person:bob@x.org} to {person:Ann}",
            (),
            [
                find("from:bob@x.org"),
                who("Ann"),
                (
                    "forward_message",
                    {"message_id": "{1.mails.0.id}", "to": ["{2.contacts.0.email}"]},
                ),
            ],
        ),
        (
            "forward the mail from {person:Tom} to {person:ann@x.org}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                ("forward_message", {"message_id": "{2.mails.0.id}", "to": ["ann@x.org"]}),
            ],
        ),
        (
            "forward {file:the attachment} from {person:Tom} to {person:Ann}",
            LAST,
            [
                who("Tom"),
                find("from:{1.contacts.0.email} has:attachment"),
                who("Ann"),
                (
                    "send_email",
                    {
                        "to": ["{3.contacts.0.email}"],
                        "subject": "Attachment",
                        "body": "Hi Ann,\n\nHere is the attachment.",
                        "attachments": [{"mail_id": "{2.mails.0.id}"}],
                    },
                ),
            ],
        ),
        (
            "forward {person:James}' mail to {person:him}",
            ANN,
            [
                who("James"),
                find("from:{1.contacts.0.email}"),
                who("Ann Lee"),
                (
                    "forward_message",
                    {"message_id": "{2.mails.0.id}", "to": ["{3.contacts.0.email}"]},
                ),
            ],
        ),
        (
            "ask about it: {person:Sarah} wants that, send it to {person:her}",
            LAST,
            [
                who("Sarah"),
                ("forward_message", {"message_id": "m9", "to": ["{1.contacts.0.email}"]}),
            ],
        ),
        (
            "forward it to {person:Sarah}, {person:Tom} and {person:Bo}",
            LAST,
            [
                who("Sarah"),
                who("Tom"),
                who("Bo"),
                (
                    "forward_message",
                    {
                        "message_id": "m9",
                        "to": [
                            "{1.contacts.0.email}",
                            "{2.contacts.0.email}",
                            "{3.contacts.0.email}",
                        ],
                    },
                ),
            ],
        ),
        (
            "{person:Tom}, could you forward it to {person:Ann}",
            LAST,
            [
                who("Ann"),
                ("forward_message", {"message_id": "m9", "to": ["{1.contacts.0.email}"]}),
            ],
        ),
        (
            "forward {file:the attachments} to {person:Tom}",
            LAST,
            [
                who("Tom"),
                (
                    "send_email",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "subject": "Attachments",
                        "body": "Hi Tom,\n\nHere are the attachments.",
                        "attachments": [{"mail_id": "m9"}],
                    },
                ),
            ],
        ),
        (
            "forward {file:the attachment} to {person:Tom}",
            (),
            [
                find("has:attachment"),
                who("Tom"),
                (
                    "send_email",
                    {
                        "to": ["{2.contacts.0.email}"],
                        "subject": "Attachment",
                        "body": "Hi Tom,\n\nHere is the attachment.",
                        "attachments": [{"mail_id": "{1.mails.0.id}"}],
                    },
                ),
            ],
        ),
        (
            "{person:Sarah} needs {topic:the lunch menu}, forward it to {person:her}",
            LISTED,
            [
                find("lunch menu"),
                who("Sarah"),
                (
                    "forward_message",
                    {"message_id": "{1.mails.0.id}", "to": ["{2.contacts.0.email}"]},
                ),
            ],
        ),
    ],
)
def test_mail_and_files_are_passed_on(marked, references, calls):
    assert planned("mail_forward", marked, references) == calls


@pytest.mark.parametrize(
    ("behind", "copied"),
    [
        (", and put {person:Sam} in copy please", "Sam"),
        (" and keep Sam in the loop", "Sam"),
        (", cc Sam", "Sam"),
        (". Copy Sam on that", "Sam"),
        (" with Sam in cc", "Sam"),
        (", with Sam in the loop", "Sam"),
        (", and copy Sam Roe in too.", "Sam Roe"),
        (", and Sam stays in copy.", "Sam"),
        (". Get Sam, he has a copy", ""),
        (". Sam should be in copy, as he was on hers.", "Sam"),
        (". Sam in cc, he should read it", "Sam"),
        (". Keep Sam in copy like she did", "Sam"),
        (". The plan is on the copy of Sam", ""),
        (" (Sam in copy)", "Sam"),
        (". Sam should see it too.", "Sam"),
        (", Sam on cc", "Sam"),
        (", with Sam kept in copy", "Sam"),
        (", Sam in copy as she was", "Sam"),
        (". Please keep Sam in copy.", "Sam"),
        (" and bring Sam along", ""),
        ("", ""),
    ],
)
def test_who_should_have_a_copy_may_be_said_behind_it(behind, copied):
    cc = {"cc": ["{1.contacts.0.email}"]} if copied else {}
    marked = "reply to {which:it} and say {body:two will do" + behind.partition("{")[0].join(
        ("", "}")
    )
    marked += "".join(behind.partition("{")[1:])

    *found, (tool, told) = planned("mail_reply", marked, LAST, mentioned=INES)

    assert (tool, {"cc": told["cc"]} if "cc" in told else {}) == ("reply_to_message", cc)
    assert found == ([who(copied)] if copied else [])
    assert not copied or "copy" not in told["body"].casefold()


def test_all_who_are_said_to_be_in_copy_get_one_wherever_that_stands():
    first = "answer {person:Ann}. Bo and Cy Roe stay in copy, they know. Say {body:two will do}"
    calls = planned("mail_reply", first)

    assert calls[0] == who("Ann")
    assert calls[2:4] == [who("Bo"), who("Cy Roe")]
    assert calls[-1][1]["cc"] == ["{3.contacts.0.email}", "{4.contacts.0.email}"]
    assert calls[-1][1]["body"].endswith("Two will do.")


def test_what_a_letter_says_of_copies_copies_nobody():
    quoted = 'mail {person:a@x.org} "{body:I come. Bo is in copy. See you}"'
    (sent_now,) = planned("mail_send", quoted)

    assert "cc" not in sent_now[1]
    assert "Bo is in copy." in sent_now[1]["body"]


def test_why_may_stand_behind_who_is_in_copy_but_what_is_said_is_no_reason():
    call = planned("mail_send", "mail {person:a@x.org}, with Bo in copy, {body:it is done}")[-1]

    assert call[1]["body"] == "Hello,\n\nIt is done."
    assert call[1]["cc"] == ["{1.contacts.0.email}"]


@pytest.mark.parametrize(
    "marked",
    [
        "{person:Ann} asked about the roof. Tell {person:her} {body:the big one}",
        "oh, {person:Ann} was asking which I fancy. tell {person:her} {body:the big one}",
    ],
)
def test_whoever_asked_something_is_answered(marked):
    assert planned("mail_send", marked)[-1] == (
        "reply_to_message",
        {"message_id": "{2.mails.0.id}", "body": "Hi Ann,\n\nThe big one."},
    )


def test_a_mail_that_is_passed_on_or_new_has_the_copy_too():
    passed = planned("mail_forward", "forward {which:it} to a@x.org {person:a@x.org}, cc Sam", LAST)
    new = planned("mail_send", "mail {person:a@x.org} that {body:I come and keep Sam in the loop}")

    assert passed[-1][1]["cc"] == ["{1.contacts.0.email}"]
    assert (new[-1][1]["cc"], new[-1][1]["subject"]) == (["{1.contacts.0.email}"], "I come")


@pytest.mark.parametrize(
    ("marked", "to"),
    [
        ("pass {topic:the offer} for {person:Ms Lee} on to {person:Ann}", "Ann"),
        ("share {which:it} with {person:Ann}", "Ann"),
        ("forward {which:it} to {person:Ann}, and write to {person:her}: {body:look}", "Ann"),
        ("pass it on to {person:Ann} after the call with {person:the managers}", "Ann"),
    ],
)
def test_mail_goes_to_whom_it_is_passed_on(marked, to):
    steps = planned("mail_forward", marked, LAST)

    assert who(to) in steps
    assert len(steps[-1][1]["to"]) == 1


def test_all_get_an_answer_to_all_and_a_mail_says_what_stands_behind_it():
    answered = planned("mail_reply", "reply to all on {which:it}: {body:see you}", LAST)
    sent_now = planned(
        "mail_send", "new mail to {person:a@x.org}. write London time into the contract"
    )

    assert answered[-1][1]["reply_all"] is True
    assert "Write London time into the contract." in sent_now[-1][1]["body"]


def test_whoever_is_copied_in_gets_a_copy():
    sent_now = planned("mail_send", "mail {person:a@x.org} and copy in {person:b@x.org}: {body:hi}")

    assert sent_now[-1][1]["cc"] == ["b@x.org"]


def test_whoever_stays_in_copy_of_an_answer_did_not_write_the_mail():
    about = "answer {person:Ann's} question on {topic:tests}"
    marked = f"{about}, {{person:Bo}} stays in copy: {{body:we take two}}"
    calls = planned("mail_reply", marked)

    assert calls[:2] == [who("Ann"), find("from:{1.contacts.0.email} tests")]
    assert calls[2] == who("Bo")
    assert calls[3][1]["cc"] == ["{3.contacts.0.email}"]
    assert "We take two." in calls[3][1]["body"]


@pytest.mark.parametrize(
    "marked",
    [
        "answer {person:Ann}. Only to {person:her}, {person:Bo} not in copy. Text: {body:ok}",
        "answer {person:Ann} without {person:Bo} in copy: {body:ok}",
        "answer {person:Ann}, don't copy {person:Bo}: {body:ok}",
        "answer {person:Ann} with {body:ok} and don't put {person:Bo} in cc",
        "reply to {person:Ann} only, {person:Bo} {body:doesn't need it: ok}",
    ],
)
def test_who_should_have_no_copy_gets_none_and_is_not_talked_of(marked):
    assert planned("mail_reply", marked)[1:] == [
        find("from:{1.contacts.0.email}"),
        ("reply_to_message", {"message_id": "{2.mails.0.id}", "body": "Hi Ann,\n\nOk."}),
    ]


@pytest.mark.parametrize(
    "words", ["please don't copy Bo", "Bo was not in copy", "we don't need a copy"]
)
def test_words_about_copies_are_said(words):
    *_, (_, sent) = planned("mail_reply", f"answer {{person:Ann}}: {{body:{words}}}")

    assert words[1:] in sent["body"]


def test_an_answer_to_a_pronoun_greets_whom_it_stands_for():
    ann = Reference(kind="event", id="e1", label="Sync", ordinal=0, who="ann.lee@x.org")

    (_, answer) = planned(
        "mail_reply", "answer just {person:her}: {body:the lease is fine}", (ann,)
    )
    assert answer[1]["body"].startswith("Hi Ann,")


def test_whoever_an_answer_is_for_in_front_of_all_is_greeted_and_not_talked_of():
    marked = "for {person:Ann}, on {topic:the roof}, an answer, only to {person:her}: {body:ok}"

    search, draft = planned("mail_draft", marked)[1:]

    assert search == find("from:{1.contacts.0.email} roof")
    assert draft[1]["body"].startswith("Hi Ann,")


def test_who_a_mail_is_passed_on_to_says_nothing_of_whose_it_is():
    marked = "pass his mail on to {person:Omar} and tell {person:him} {body:hi}"
    calls = planned("mail_forward", marked, LAST)

    assert [call[0] for call in calls] == ["contacts_search", "forward_message"]
    assert calls[-1][1]["message_id"] == "m9"


@pytest.mark.parametrize(
    "marked",
    [
        "answer {which:her last one}: {body:yes}",
        "would you answer {which:that last one} of hers, {body:yes}",
        "reply to the newest mail from {person:her} {body:yes}",
    ],
)
def test_the_last_of_somebody_is_the_newest_from_whom_it_was_about(marked):
    first = planned("mail_reply", marked, LAST)[0]

    assert first == find("from:lena.vogt@hydra.de", 1)


def test_what_is_said_of_somebodys_last_mail_names_none():
    calls = planned("mail_reply", "answer {which:it}: {body:her last one was kind}", LAST)

    assert [tool for tool, _ in calls] == ["reply_to_message"]


TOLD = (LAST[0].model_copy(update={"ordinal": 1, "told": True}),)


@pytest.mark.parametrize(
    ("marked", "mail"),
    [
        ("tell {person:her} {body:we take two}", "m9"),
        ("let {person:Lena} know {body:we take two}", "m9"),
        ("tell {person:x@y.org} {body:we take two}", ""),
    ],
)
def test_telling_whoever_wrote_what_was_just_told_is_an_answer(marked, mail):
    assert planned("mail_send", marked, TOLD)[-1][1].get("message_id", "") == mail


@pytest.mark.parametrize(
    "marked",
    [
        "answer {person:her} that {body:we come, but keep it in drafts, instead of sending it}",
    ],
)
def test_that_an_answer_is_kept_is_no_part_of_it(marked):
    tool, arguments = planned("mail_reply", marked, LAST)[-1]
    assert (tool, arguments["body"]) == ("create_draft", "Hi Lena,\n\nWe come.")


def test_a_mail_goes_to_whom_a_pronoun_may_be_and_not_whom_it_is_about():
    marked = "pass {topic:the report of} {person:Carlos} on to {person:her}"
    assert planned("mail_forward", marked, LAST)[-1][1]["to"] == ["lena.vogt@hydra.de"]


def test_a_mail_that_was_listed_is_of_whom_it_is_from_however_they_are_addressed():
    other = LAST[0].model_copy(update={"ordinal": 1, "id": "m1", "who": "john.doe@acme.com"})
    calls = planned("mail_reply", "reply to {person:Mr Doe}: {body:we come}", (*TOLD, other))
    assert calls[-1][1]["message_id"] == "m1"


def test_what_is_told_of_a_mail_before_the_order_is_no_note():
    find, forward = planned(
        "mail_forward", "Kenji wants {body:access}. Forward {which:that} mail to {gets:a@x.org}"
    )
    assert find[1]["about"] == "kenji wants access"
    assert "note" not in forward[1]


def test_all_that_is_said_stands_behind_who_has_a_copy():
    marked = "reply to {person:Tom}'s returns {body:CR}, cc Ann: {body:rough size is 35}"
    assert planned("mail_reply", marked)[-1][1]["body"] == "Hi Tom,\n\nRough size is 35."


def test_who_only_gets_a_mail_does_not_tell_which_one_it_is():
    command = said("mail_forward", "pass {topic:my ticket} on to {gets:Lena}")
    work = Work(command, request("gmail", command.text))
    FRAMES["mail_forward"](work)
    [found] = [one.sought for one in work.plan().steps if one.sought]
    assert "Lena" not in found.words
