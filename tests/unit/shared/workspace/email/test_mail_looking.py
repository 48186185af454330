"""What is asked about mail comes down to, from the spans of its words."""

import pytest

from shared.models.profile import Profile
from shared.models.reasoning import Reference
from shared.understanding.work import Asked, Work
from shared.workspace.email.frames import FRAMES
from tests.support.mail_frames import (
    ANN,
    LAST,
    LISTED,
    ME,
    NEWSLETTERS,
    asked,
    find,
    on,
    planned,
    sent,
    who,
)
from tests.support.marked import request, said

SENT = (Reference(kind="sent", id="s1", label="Invoice", ordinal=0),)


SENTS = tuple(
    Reference(kind="sent", id=f"s{at}", label=label, ordinal=at)
    for at, label in enumerate(("Invoice", "Offer"), 1)
)


GAPS = (*LAST, *LISTED[1:])


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "any mail from {person:Sarah} about {topic:the roof}",
            (),
            [who("Sarah"), find("from:{1.contacts.0.email} roof")],
        ),
        (
            "what did I send {time:last week} to {person:Tom}",
            (),
            [who("Tom"), find("to:{1.contacts.0.email} after:2026/11/16 before:2026/11/23")],
        ),
        ("mail {flag:I sent} about {topic:the offer}", (), [find("in:sent offer")]),
        (
            "show the mail I sent to {person:Tom} on {topic:parking}",
            (),
            [who("Tom"), find("to:{1.contacts.0.email} parking")],
        ),
        ("the last {count:5} mails from {person:bob@x.org}", (), [find("from:bob@x.org", 5)]),
        ("the newest mail", (), [find("in:inbox", 1)]),
        ("the last {count:900} messages", (), [find("in:inbox", 500)]),
        (
            "{flag:unread} mail in my personal inbox",
            (),
            [find("is:unread", accounts=["kim.wu@gmail.com"])],
        ),
        ("mail from {person:kim@acme.com}", (), [find("in:inbox", accounts=["kim@acme.com"])]),
        (
            "mail from {person:Tom} and {person:Ann}",
            (),
            [
                who("Tom"),
                who("Ann"),
                find("(from:{1.contacts.0.email} OR from:{2.contacts.0.email})"),
            ],
        ),
        (
            "which ones of {person:Tom} didn't I open, I mean not opened yet",
            (),
            [who("Tom"), find("from:{1.contacts.0.email} is:unread")],
        ),
        (
            "mail that {person:Ann} got about {topic:keys}, {person:she} said",
            (),
            [who("Ann"), find("from:{1.contacts.0.email} keys")],
        ),
        ("even the {flag:archived} mails on {topic:the fair}", (), [find("fair")]),
        ("{flag:archived} mails on {topic:the fair}", (), [find("-in:inbox fair")]),
        ("{flag:starred} with {file:a contract}", (), [find("is:starred has:attachment contract")]),
        ("mail labelled {label:Year end}", (), [find('label:"Year end"')]),
        ('mails that mention "{topic:"final offer" today}"', (), [find('"final offer" today')]),
        ("mails {time:older than two weeks}", (), [find("older_than:14d")]),
        ("mails {time:more than 3 months old}", (), [find("older_than:3m")]),
        ("mails {time:March}", (), [find("after:2026/03/01 before:2026/04/01")]),
        ("mails {time:on Monday}", (), [find("after:2026/11/23 before:2026/11/24")]),
        ("mails {time:whenever}", (), [find("in:inbox")]),
        ("anything from {person:my VIPs}", (), [find("from:(ceo@acme.com OR chair@board.org)")]),
        (
            "mails from {person:clients}",
            (),
            [
                ("contacts_search", {"relation": "client", "limit": 50}),
                find("from:{1.contacts.*.email}"),
            ],
        ),
        (
            "mail from {organisation:Hydra}",
            (),
            [("contacts_search", {"organization": "Hydra"}), find("from:{1.contacts.0.email}")],
        ),
        ("mails from {person:someone}", (), [find("in:inbox")]),
        ("mail from {person:her}", LAST, [find("from:lena.vogt@hydra.de")]),
        ("mail from {person:her}", ANN, [who("Ann Lee"), find("from:{1.contacts.0.email}")]),
        (
            "mails from {person:everyone} at {organisation:Hydra}",
            (),
            [("contacts_search", {"organization": "Hydra"}), find("from:{1.contacts.0.email}")],
        ),
        ("mails from {person:Ann} <{person:ann@x.org}>", (), [find("from:ann@x.org")]),
        ("{flag:newsletters} {flag:spam}", (), [find(NEWSLETTERS + " in:spam")]),
        (
            "mails from {person:Tom} with {file:attachments}",
            (),
            [who("Tom"), find("from:{1.contacts.0.email} has:attachment")],
        ),
        (
            "mail from {person:Tom} in {place:Oslo}",
            (),
            [who("Tom"), find("from:{1.contacts.0.email}")],
        ),
        ("mails that came {time:more than a year ago}", (), [find("older_than:1y")]),
    ],
)
def test_mail_is_searched(marked, references, calls):
    assert planned("mail_search", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "open the mail from {person:Tom}",
            (),
            [who("Tom"), find("from:{1.contacts.0.email}"), on("get_message", "{2.mails.0.id}")],
        ),
        ("read {which:the second}", LISTED, [on("get_message", "m2")]),
        ("read my mail", (), [find("in:inbox")]),
        ("read me the {count:three} mails {topic:Roof}", (), [find("roof", 3)]),
        ("read the mails from {person:Tom}", (), [who("Tom"), find("from:{1.contacts.0.email}")]),
        (
            "read {which:the latest one}",
            (),
            [find("in:inbox", 1), on("get_message", "{1.mails.0.id}")],
        ),
        (
            "read {which:the last email} from {person:Tom}",
            (),
            [who("Tom"), find("from:{1.contacts.0.email}", 1), on("get_message", "{2.mails.0.id}")],
        ),
        ("read it", LAST, [on("get_message", "m9")]),
        (
            "read {which:the latest email}",
            (),
            [find("in:inbox", 1), on("get_message", "{1.mails.0.id}")],
        ),
        ("read the last {count:3} mails", (), [find("in:inbox", 3)]),
        ("open the one about {topic:the lunch}", LISTED, [on("get_message", "m2")]),
        (
            "open the one about {topic:the roof}",
            LISTED,
            [find("roof"), on("get_message", "{1.mails.0.id}")],
        ),
        ("open {which:the second one} about {topic:the roof}", LISTED, [on("get_message", "m2")]),
        (
            "open {which:the ninth one} about {topic:the roof}",
            LISTED,
            [find("roof"), on("get_message", "{1.mails.0.id}")],
        ),
        ("read {which:the last two}", (), [find("in:inbox", 2)]),
        (
            "what has {person:bob@x.org} sent me that I aint {flag:opened}",
            (),
            [find("from:bob@x.org is:unread")],
        ),
        (
            "open {which:the one} from {person:Zoe}",
            LISTED,
            [who("Zoe"), find("from:{1.contacts.0.email}"), on("get_message", "{2.mails.0.id}")],
        ),
        (
            "open {which:the first one} about {topic:pumps}",
            GAPS,
            [find("pumps"), on("get_message", "{1.mails.0.id}")],
        ),
    ],
)
def test_one_mail_is_read_and_several_are_listed(marked, references, calls):
    assert planned("mail_read", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "show the whole conversation with {person:Tom} about {topic:parking}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} parking"),
                on("get_thread", "{2.mails.0.id}"),
            ],
        ),
        ("catch me up on {which:it}", LAST, [on("get_thread", "m9")]),
    ],
)
def test_conversations_are_read(marked, references, calls):
    assert planned("mail_thread", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        ("who is still waiting for me", (), [("find_unanswered", {})]),
        ("did I answer everybody", (), [("find_unanswered", {})]),
        ("who waits {time:today}, did I answer", LAST, [("find_unanswered", {"days": 1})]),
        (
            "who is waiting for an answer {time:since Monday}",
            (),
            [("find_unanswered", {"days": 3})],
        ),
        ("{time:today}", (), [("find_unanswered", {"days": 1})]),
        ("{time:last week}", (), [("find_unanswered", {"days": 10})]),
        ("who waits {time:since lunch}", (), [("find_unanswered", {})]),
        (
            "whom of {organisation:Hydra} do I owe an answer",
            (),
            [
                ("contacts_search", {"organization": "Hydra"}),
                ("find_unanswered", {"days": 60, "query": "from:{1.contacts.0.email}"}),
            ],
        ),
        (
            "what of {person:Tom} have I not read",
            (),
            [who("Tom"), find("from:{1.contacts.0.email} is:unread")],
        ),
        (
            "has {person:Tom} already answered to {person:Ann} about {topic:the roof}",
            (),
            [
                who("Tom"),
                who("Ann"),
                find("from:{1.contacts.0.email} to:{2.contacts.0.email} roof"),
            ],
        ),
        (
            "did {person:Tom} ever get back to us",
            (),
            [who("Tom"), find("from:{1.contacts.0.email}")],
        ),
        (
            "is {person:Tom} waiting for anything with the {topic:roof}",
            (),
            [
                who("Tom"),
                ("find_unanswered", {"days": 60, "query": "from:{1.contacts.0.email} roof"}),
            ],
        ),
        (
            "did I answer {person:Tom}",
            (),
            [who("Tom"), ("find_unanswered", {"days": 60, "query": "from:{1.contacts.0.email}"})],
        ),
    ],
)
def test_who_waits_for_an_answer_is_looked_for(marked, references, calls):
    assert planned("mail_unanswered", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "what is attached to the mail from {person:Tom}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                on("list_attachments", "{2.mails.0.id}"),
            ],
        ),
        ("list the attachments", LAST, [on("list_attachments", "m9")]),
        (
            "what does {file:the contract} say",
            LAST,
            [("read_attachment", {"message_id": "m9", "name": "contract"})],
        ),
        ("open the pdf", LAST, [("read_attachment", {"message_id": "m9", "name": ".pdf"})]),
        (
            "read {file:the attachment} {person:Tom} sent",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                ("read_attachment", {"message_id": "{2.mails.0.id}"}),
            ],
        ),
        (
            "open {file:budget.xlsx} from {person:Tom}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                ("read_attachment", {"message_id": "{2.mails.0.id}", "name": "budget.xlsx"}),
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
            "send me {file:the pdf}",
            LAST,
            [
                find("has:attachment pdf"),
                (
                    "send_email",
                    {
                        "to": ["kim@acme.com"],
                        "subject": "Pdf",
                        "body": "Hello,\n\nHere is the pdf.",
                        "attachments": [{"mail_id": "{1.mails.0.id}", "name": "pdf"}],
                    },
                ),
            ],
        ),
        (
            "which file did {person:Tom} send me",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                on("list_attachments", "{2.mails.0.id}"),
            ],
        ),
        (
            "open the pdf in the mail from {person:Tom}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                ("read_attachment", {"message_id": "{2.mails.0.id}", "name": ".pdf"}),
            ],
        ),
        (
            "show me the files in {person:Tom's} mail",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                on("list_attachments", "{2.mails.0.id}"),
            ],
        ),
    ],
)
def test_files_of_a_mail_are_listed_read_or_passed_on(marked, references, calls):
    assert planned("mail_attachment", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        ("did it arrive", SENT, [on("get_delivery_status", "s1")]),
        ("was it opened", LAST, [on("get_delivery_status", "m9")]),
        ("did {which:the second one} bounce", SENTS, [on("get_delivery_status", "s2")]),
        ("did {which:the ninth one} bounce", SENTS, [on("get_delivery_status", "s1")]),
        (
            "did {person:Tom} get my mail about {topic:parking}",
            SENT,
            [
                who("Tom"),
                find("to:{1.contacts.0.email} parking in:sent", 1),
                on("get_delivery_status", "{2.mails.0.id}"),
            ],
        ),
        (
            "did my last mail go out",
            (),
            [find("in:sent", 1), on("get_delivery_status", "{1.mails.0.id}")],
        ),
    ],
)
def test_what_became_of_a_mail_is_asked(marked, references, calls):
    assert planned("mail_delivery", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        ("mark that {flag:unread} message as {flag:read}", False),  # as many are unread
        ("mark the {flag:newsletter} as {flag:read}", True),
        ("mark the mail from {person:Tom} as {flag:read}", True),
    ],
)
def test_of_several_mails_that_marks_alone_tell_none_is_taken(marked, first):
    command = said("mail_mark_read", marked)
    work = Work(command, request("gmail", command.text, ()))
    FRAMES["mail_mark_read"](work)
    assert [step.sought.first for step in work.plan().steps if step.sought] == [first]


def test_what_was_said_before_is_carried_on():
    assert planned("mail_search", "{time:yesterday}?", carried="mail from {person:Tom}") == [
        who("Tom"),
        find("from:{1.contacts.0.email} after:2026/11/25 before:2026/11/26"),
    ]
    assert planned("mail_send", "{body:hi}", carried="mail {person:Ann} <{person:ann@x.org}>") == [
        sent(["ann@x.org"], "Hi", "Hi.")
    ]


@pytest.mark.parametrize("place", ["my outlook inbox", "gmail"])
def test_whoever_has_one_account_means_it_by_any_provider(place):
    only = ME.model_copy(update={"accounts": ME.accounts[:1]})

    assert planned("mail_search", f"{{flag:unread}} mail in {place}", profile=only) == [
        find("is:unread", accounts=["kim@acme.com"])
    ]


def test_vips_are_asked_for_where_none_are_known():
    question, kind = asked("mail_search", "mail from {person:my VIPs}", profile=Profile())

    assert "who your VIPs are" in question
    assert not kind


@pytest.mark.parametrize(
    ("task", "marked", "words", "first"),
    [
        ("mail_star", "star what {person:Tom} said of the roof", "what Tom said of the roof", True),
        # until when tells no mail from another
        (
            "mail_snooze",
            "snooze {person:Tom}'s one on the {topic:roof} {time:until next week}",
            "Tom's on the roof",
            True,
        ),
        ("mail_read", "open the one about {topic:parking}", "the about parking", False),
        # all of them are from her, and one may be about a firm that is called so
        (
            "mail_reply",
            "answer {person:Ann Johnson's} mail about {topic:the board}: {body:yes}",
            "mail about the board:",
            False,
        ),
        (
            "mail_reply",
            "tell {person:Tom} {body:we come at nine}, it's the offer for the hall",
            "it's the offer for the hall",
            True,
        ),
    ],
)
def test_the_words_of_a_command_tell_which_mail_is_meant(task, marked, words, first):
    command = said(task, marked, "")
    work = Work(command, request("gmail", command.text, (), profile=ME))
    FRAMES[task](work)
    (sought,) = [step.sought for step in work.plan().steps if step.sought]

    assert (" ".join(sought.words.replace(",", "").split()), sought.first) == (words, first)


def test_a_file_that_tells_which_mail_is_meant_is_not_what_is_sent():
    (told,) = planned(
        "mail_forward", "send {which:it}, which has the csv on it, to {person:a@x.org}", LAST
    )

    assert told[0] == "forward_message"


def test_a_mail_that_is_told_by_its_file_is_passed_on_whole():
    marked = "forward {which:that mail}, the one that has a csv attached, to {person:a@x.org}"

    assert planned("mail_forward", marked, LAST)[-1][0] == "forward_message"


def test_what_a_company_sent_is_all_meant_only_where_nothing_else_is_said():
    def meant(marked):
        return planned("mail_star", marked)[-1][1]["message_ids"]

    assert meant("star {organisation:Printhaus}") == "{2.mails.*.id}"
    assert meant("star the {organisation:Printhaus} invoice") == ["{2.mails.0.id}"]
    assert meant("star {organisation:Printhaus} number 188") == ["{2.mails.0.id}"]


FROM_LISTED = "(from:sarah.chen@acme.com OR from:tom.reed@acme.com)"


@pytest.mark.parametrize(
    ("task", "marked", "calls"),
    [
        (
            "mail_mark_read",
            "mark {which:the one} about {topic:insurance} as {flag:read}",
            [("mark_read", {"message_ids": ["m3"], "read": True})],
        ),
        (
            "mail_archive",
            "archive {which:the oldest of them}",
            [("archive", {"message_ids": ["m3"]})],
        ),
        ("mail_archive", "archive {which:the latest one}", [("archive", {"message_ids": ["m1"]})]),
        (
            "mail_star",
            "star {which:the one} where the {topic:signed form} is all that is left",
            [
                find(f"signed form {FROM_LISTED}"),
                ("star", {"message_ids": ["{1.mails.0.id}"], "starred": True}),
            ],
        ),
        (
            "mail_star",
            "star the mail on {topic:the roof} from {person:Sarah}, I need all of it",
            [
                who("Sarah"),
                find("from:{1.contacts.0.email} roof"),
                ("star", {"message_ids": ["{2.mails.0.id}"], "starred": True}),
            ],
        ),
    ],
)
def test_after_a_list_one_mail_is_meant_where_one_is_described(task, marked, calls):
    planned_now = planned(task, marked, LISTED)

    assert planned_now == calls


def test_the_mail_that_told_what_was_asked_is_meant_beside_others():
    told = tuple(one.model_copy(update={"told": one.id == "m2"}) for one in LISTED)

    [(_, called)] = planned("mail_reply", "reply: {body:fine}", told)
    assert called["message_id"] == "m2"
    [(_, called)] = planned("mail_star", "star that mail of {person:his}", told)
    assert called["message_ids"] == ["m2"]


def test_mails_are_told_by_the_numbers_they_are_called_and_those_that_stay_are_none():
    issues = tuple(
        Reference(kind="mail", id=f"m{at}", label=f"Yard News #{at}", ordinal=place)
        for place, at in enumerate((31, 32, 33), 1)
    )
    [(_, called)] = planned("mail_archive", "31 and 32 can go, but leave 33, I like it", issues)
    assert called["message_ids"] == ["m31", "m32"]
    with pytest.raises(Asked, match="Which email do you mean"):
        planned("mail_archive", "archive {time:41}", issues)


def test_a_search_after_a_list_asks_where_several_of_it_fit():
    command = said("mail_star", "star {person:Sarah's} mail")
    work = Work(command, request("gmail", command.text, LISTED, profile=ME))

    FRAMES["mail_star"](work)

    assert [one.sought.first for one in work.plan().steps if one.sought] == [False]


def by_meaning(about, terms):
    return ("workspace_find", {"about": about, "only": "email", "terms": terms, "one": True})


@pytest.mark.parametrize(
    ("task", "marked", "call"),
    [
        (
            "mail_mark_read",
            "my password expires, I know. mark {which:that mail} as {flag:read}",
            by_meaning("my password expires", "is:unread"),
        ),
        (
            "mail_archive",
            "archive my Delivery Summit programme",
            by_meaning("my delivery summit programme", "in:inbox"),
        ),
        (
            "mail_archive",
            "archive {which:the parking permit one}",
            find("parking permit in:inbox"),
        ),
        (
            "mail_archive",
            "there is mail with rowing fixtures, put {which:it} away",
            by_meaning("there is mail with rowing fixtures", "in:inbox"),
        ),
        (
            "mail_star",
            "star the one from {person:the hotel} about {topic:our group booking}",
            by_meaning("the from the hotel about our group booking", "-in:sent"),
        ),
        (
            "mail_reply",
            "The plumber can't start without my form, answer {person:him}: {body:it is on its way}",
            by_meaning("the plumber start without my form", "-in:sent"),
        ),
        (
            "mail_reply",
            "that woman who wants two lines for the web page, answer: {body:I send them Monday}",
            by_meaning("that woman who wants two lines for the web page, :", "-in:sent"),
        ),
    ],
)
def test_where_nobody_is_named_the_words_around_an_order_tell_the_mail(task, marked, call):
    steps = planned(task, marked)

    assert steps[0] == call
    found = "{1.found.0.id}" if call[0] == "workspace_find" else "{1.mails.0.id}"
    assert found in str(steps[-1])


@pytest.mark.parametrize(
    "marked", ["I am late, mark {which:that mail} as {flag:read}", "bring {which:it} back please"]
)
def test_too_few_words_tell_no_mail(marked):
    assert asked("mail_archive", marked)[1] == "which"


def test_whoever_says_much_in_a_mail_is_looked_up_and_the_words_tell_which_it_is():
    marked = (
        "{person:Tom} asked about the {topic:price}, he would accept one percent and a workshop. "
        "Answer {body:ok}"
    )
    command = said("mail_reply", marked)
    work = Work(command, request("gmail", command.text, profile=ME))

    FRAMES["mail_reply"](work)

    search = work.plan().steps[1]
    assert search.arguments["query"] == "from:{1.contacts.0.email}"
    assert search.sought
    assert "percent" in search.sought.words
    assert not search.sought.first
    read = planned("mail_read", marked.replace("Answer {body:ok}", "Open that"))
    assert read[1] == find("from:{1.contacts.0.email} price")


def test_who_somebody_is_at_a_firm_is_looked_up_for_their_mail():
    found, mails, answer = planned(
        "mail_reply", "reply to {person:Mr Reed} of {organisation:Acme} on {topic:tax}: {body:ok}"
    )

    assert found == ("contacts_search", {"name": "Reed", "organization": "Acme"})
    assert mails == find("from:{1.contacts.0.email} tax")
    assert answer[0] == "reply_to_message"


@pytest.mark.parametrize(
    ("marked", "query"),
    [
        (
            "{person:Tom's} mail on the {organisation:Hydra} price",
            "from:{1.contacts.0.email} hydra",
        ),
        (
            "{person:Tom's} mail with the {topic:offer} for {person:Ms Lee}",
            "from:{1.contacts.0.email} offer lee",
        ),
        ("{flag:newsletters} in my inbox", f"{NEWSLETTERS} in:inbox"),
        ("narrow the list down to {flag:unread}", "is:unread"),
    ],
)
def test_whom_a_mail_is_about_sent_none(marked, query):
    assert planned("mail_search", marked)[-1] == find(query)


def test_one_that_is_described_by_a_word_is_one_of_those_listed():
    assert planned("mail_star", "star {which:the parking one}", LISTED)[0] == find(
        f"{FROM_LISTED} parking"
    )


@pytest.mark.parametrize(
    "marked", ["Good, nice. Both you can mark as read", "fine, well done. archive it"]
)
def test_what_may_point_at_something_said_before_is_not_told_by_the_words_around_it(marked):
    command = said("mail_archive", marked)
    work = Work(command, request("gmail", command.text, exchanges=(("user", "any mail?"),)))

    with pytest.raises(Asked):
        FRAMES["mail_archive"](work)


@pytest.mark.parametrize("which", ["all of them", "those", "both"])
def test_what_was_shown_for_want_of_what_was_asked_for_is_not_all_of_them(which):
    said_before = "I found no emails from Hydra.\n\nThis is what says the most of that:\n1. ..."
    shown = (("user", "what of Hydra's is in my inbox"), ("assistant", said_before))

    with pytest.raises(Asked, match="Which email do you mean"):
        planned("mail_archive", f"bin {{which:{which}}}", LISTED[:2], exchanges=shown)
    assert planned("mail_archive", "bin {which:the first one}", LISTED[:2], exchanges=shown)


@pytest.mark.parametrize("marked", ["get rid of {which:the} oldest", "bin {which:the} earliest"])
def test_the_oldest_of_a_list_is_its_last(marked):
    assert planned("mail_delete", marked, LISTED) == [("trash", {"message_ids": ["m3"]})]
