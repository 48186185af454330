"""How mail is kept, marked and put away, from the spans of a command."""

import pytest

from tests.support.mail_frames import LAST, LISTED, NEWSLETTERS, asked, find, planned, who

ISSUES = tuple(
    one.model_copy(update={"label": label})
    for one, label in zip(
        LISTED, ("Daily Brief: calm", "Board lunch", "Daily Brief: rush"), strict=True
    )
)


def every(tool, at, **more):
    """Return the call for all mails that a search, the call before, finds."""
    found = {"matching": f"{{{at}.total}}", "more": f"{{{at}.at_least}}"}
    return (tool, {"message_ids": f"{{{at}.mails.*.id}}", **more, **found})


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        ("archive {which:the first two}", LISTED, [("archive", {"message_ids": ["m1", "m2"]})]),
        ("archive it", LAST, [("archive", {"message_ids": ["m9"]})]),
        (
            "archive all {flag:newsletters}",
            (),
            [find(NEWSLETTERS + " in:inbox", 500), every("archive", 1)],
        ),
        ("archive {which:them all}", LISTED, [("archive", {"message_ids": ["m1", "m2", "m3"]})]),
        (
            "archive the mail from {person:Tom}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} in:inbox"),
                ("archive", {"message_ids": ["{2.mails.0.id}"]}),
            ],
        ),
        ("archive the mail from {person:Tom}", LISTED, [("archive", {"message_ids": ["m2"]})]),
        (
            "that is settled with {person:Sue}, archive {person:Tom's} mail",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} in:inbox"),
                ("archive", {"message_ids": ["{2.mails.0.id}"]}),
            ],
        ),
        (
            "archive everything from {person:Tom}",
            LISTED,
            [who("Tom"), find("from:{1.contacts.0.email} in:inbox", 500), every("archive", 2)],
        ),
        (
            "archive {which:my latest mail}",
            (),
            [find("in:inbox", 1), ("archive", {"message_ids": ["{1.mails.0.id}"]})],
        ),
        (
            "archive {which:the last two}",
            (),
            [find("in:inbox", 2), ("archive", {"message_ids": "{1.mails.*.id}"})],
        ),
        (
            "archive {which:the latest mail} from {person:Tom}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} in:inbox", 1),
                ("archive", {"message_ids": ["{2.mails.0.id}"]}),
            ],
        ),
        (
            "archive the last {count:3} from {person:Tom}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} in:inbox", 3),
                ("archive", {"message_ids": "{2.mails.*.id}"}),
            ],
        ),
        (
            "archive the newest mail",
            (),
            [find("in:inbox", 1), ("archive", {"message_ids": ["{1.mails.0.id}"]})],
        ),
        ("archive my whole inbox", (), [find("in:inbox", 500), every("archive", 1)]),
        (
            "move {which:it} back to the inbox",
            LAST,
            [("label", {"message_ids": ["m9"], "add": ["inbox"]})],
        ),
        (
            "unarchive the mail about {topic:parking}",
            (),
            [find("parking"), ("label", {"message_ids": ["{1.mails.0.id}"], "add": ["inbox"]})],
        ),
        (
            "no, leave {which:it} in the inbox",
            LAST,
            [("label", {"message_ids": ["m9"], "add": ["inbox"]})],
        ),
        (
            "just keep the mail about {topic:parking} in my inbox",
            (),
            [
                find("parking in:inbox"),
                ("label", {"message_ids": ["{1.mails.0.id}"], "add": ["inbox"]}),
            ],
        ),
        (
            "archive {which:it}, it need not stay in the inbox",
            LAST,
            [("archive", {"message_ids": ["m9"]})],
        ),
        ("archive {person:her} mail", LAST, [("archive", {"message_ids": ["m9"]})]),
        (
            "archive {which:the last two} from {person:Tom}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} in:inbox", 2),
                ("archive", {"message_ids": "{2.mails.*.id}"}),
            ],
        ),
        ("archive the one about {topic:insurance}", LISTED, [("archive", {"message_ids": ["m3"]})]),
        (
            "archive {organisation:Daily Brief}",
            (),
            [
                ("contacts_search", {"organization": "Daily Brief"}),
                find("from:{1.contacts.0.email} in:inbox", 500),
                every("archive", 2),
            ],
        ),
        (
            "archive the {organisation:Daily Brief} issues that sit in the inbox",
            (),
            [
                ("contacts_search", {"organization": "Daily Brief"}),
                find("from:{1.contacts.0.email} in:inbox", 500),
                every("archive", 2),
            ],
        ),
        ("archive {which:the insurance one}", LISTED, [("archive", {"message_ids": ["m3"]})]),
        (
            "archive {organisation:Daily Brief} {which:number 207}",
            LISTED,
            [
                ("contacts_search", {"organization": "Daily Brief"}),
                find("from:{1.contacts.0.email} 207 in:inbox"),
                ("archive", {"message_ids": ["{2.mails.0.id}"]}),
            ],
        ),
        ("archive {which:number 2}", LISTED, [("archive", {"message_ids": ["m2"]})]),
        (
            "archive both {organisation:Daily Brief} {which:ones}",
            ISSUES,
            [("archive", {"message_ids": ["m1", "m3"]})],
        ),
    ],
)
def test_mail_is_archived_and_put_back(marked, references, calls):
    assert planned("mail_archive", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        ("delete it", LAST, [("trash", {"message_ids": ["m9"]})]),
        ("into the bin with {which:the second}", LISTED, [("trash", {"message_ids": ["m2"]})]),
        (
            "chuck that dodgy mail about the {topic:shared document} in the bin",
            (),
            [find("shared document in:inbox"), ("trash", {"message_ids": ["{1.mails.0.id}"]})],
        ),
        (
            "bin all mails from {person:x@y.org}",
            (),
            [
                find("from:x@y.org in:inbox", 500),
                every("trash", 1),
            ],
        ),
        (
            "{topic:early bird} mail -> bin. I have a ticket. {topic:The programme} mail stays",
            (),
            [find("early bird in:inbox"), ("trash", {"message_ids": ["{1.mails.0.id}"]})],
        ),
        (
            "delete the mail where {person:x@y.org} says the {topic:badge} stays at the desk",
            (),
            [find("from:x@y.org in:inbox", 50), ("trash", {"message_ids": ["{1.mails.0.id}"]})],
        ),
        (
            "delete the archived mail about {topic:the block of flats}",
            (),
            [find("block flats"), ("trash", {"message_ids": ["{1.mails.0.id}"]})],
        ),
        (
            "get {which:that mail} back out of the bin",
            LAST,
            [("label", {"message_ids": ["m9"], "add": ["inbox"], "remove": ["trash"]})],
        ),
    ],
)
def test_mail_is_moved_to_the_bin_and_out_of_it(marked, references, calls):
    assert planned("mail_delete", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        ("star {which:it}", LAST, [("star", {"message_ids": ["m9"], "starred": True})]),
        *(
            (marked, LAST, [("star", {"message_ids": ["m9"], "starred": False})])
            for marked in (
                "take the star off {which:it}",
                "the star on {which:it} can come off",
                "thanks, and its star can go",
                "pull that star off {which:it}",
                "{which:it} wants no star any more",
            )
        ),
        (
            "star {which:it}, I am away",
            LAST,
            [("star", {"message_ids": ["m9"], "starred": True})],
        ),
        (
            "star {which:it} while I am away, so it won't go under",
            LAST,
            [("star", {"message_ids": ["m9"], "starred": True})],
        ),
        (
            "{which:it} need not be starred, remove that star again",
            LAST,
            [("star", {"message_ids": ["m9"], "starred": False})],
        ),
        (
            "flag {which:it} as {flag:important}",
            LAST,
            [("label", {"message_ids": ["m9"], "add": ["important"]})],
        ),
        (
            "make that mail {flag:important}",
            LAST,
            [("label", {"message_ids": ["m9"], "add": ["important"]})],
        ),
        (
            "star the mails from {person:Tom} {time:last week}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} after:2026/11/16 before:2026/11/23", 500),
                every("star", 2, starred=True),
            ],
        ),
        (
            "star the mails about {topic:roof insurance}",
            LISTED,
            [find("roof insurance", 500), every("star", 1, starred=True)],
        ),
    ],
)
def test_stars_are_put_on_and_taken_off(marked, references, calls):
    assert planned("mail_star", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "mark {which:it} as {flag:read}",
            LAST,
            [("mark_read", {"message_ids": ["m9"], "read": True})],
        ),
        (
            "mark everything from {person:Tom} as {flag:unread}",
            (),
            [who("Tom"), find("from:{1.contacts.0.email}", 500), every("mark_read", 2, read=False)],
        ),
        (
            "mark {flag:all newsletters} as read",
            (),
            [find(NEWSLETTERS + " is:unread", 500), every("mark_read", 1, read=True)],
        ),
        (
            "and mark {which:it} {flag:read}",
            LAST,
            [("mark_read", {"message_ids": ["m9"], "read": True})],
        ),
        ("mark my inbox as read", (), [find("is:unread", 500), every("mark_read", 1, read=True)]),
        (
            "mark all {flag:newsletters} lying in my inbox as read",
            (),
            [find(NEWSLETTERS + " in:inbox is:unread", 500), every("mark_read", 1, read=True)],
        ),
        ("mark my inbox as unread", (), [find("in:inbox", 500), every("mark_read", 1, read=False)]),
        *(
            (
                f"{order} {{flag:unread}}",
                (),
                [
                    who("Tom"),
                    find("from:{1.contacts.0.email}"),
                    ("mark_read", {"message_ids": ["{2.mails.0.id}"], "read": False}),
                ],
            )
            for order in (
                "put {person:Tom's} mail back to",
                "set the mail from {person:Tom} to",
                "turn the mail from {person:Tom} back",
            )
        ),
        (
            "mark the mail from {person:Tom} as new",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                ("mark_read", {"message_ids": ["{2.mails.0.id}"], "read": False}),
            ],
        ),
        (
            "take the {flag:unread} mark off",
            LAST,
            [("mark_read", {"message_ids": ["m9"], "read": True})],
        ),
        (
            "make that mail {flag:important} but keep it {flag:unread}",
            LAST,
            [
                ("label", {"message_ids": ["m9"], "add": ["important"]}),
                ("mark_read", {"message_ids": ["m9"], "read": False}),
            ],
        ),
        (
            "mark that {flag:unread} message as {flag:read}",
            LAST,
            [find("is:unread"), ("mark_read", {"message_ids": ["{1.mails.0.id}"], "read": True})],
        ),
        (
            "mark all unread mails from {person:Tom} as read",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} is:unread", 500),
                every("mark_read", 2, read=True),
            ],
        ),
        (
            "mark {which:every one} of {person:Tom}'s as {flag:read}, the {which:old one} too",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} is:unread", 500),
                every("mark_read", 2, read=True),
            ],
        ),
    ],
)
def test_mail_is_marked_as_read_and_unread(marked, references, calls):
    assert planned("mail_mark_read", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "label {which:it} {label:the Tax folder}",
            LAST,
            [("label", {"message_ids": ["m9"], "add": ["Tax"]})],
        ),
        (
            "take the {label:Tax} label off {which:it}",
            LAST,
            [("label", {"message_ids": ["m9"], "remove": ["Tax"]})],
        ),
        (
            "move the mail from {person:Tom} to {label:Tax}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} in:inbox"),
                ("label", {"message_ids": ["{2.mails.0.id}"], "add": ["Tax"], "remove": ["inbox"]}),
            ],
        ),
        (
            "file mails about {topic:tax} under {label:Tax}",
            (),
            [find("tax in:inbox", 500), every("label", 1, add=["Tax"], remove=["inbox"])],
        ),
        (
            "move everything from {person:Tom} to {label:the Tax folder}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} in:inbox", 500),
                every("label", 2, add=["Tax"], remove=["inbox"]),
            ],
        ),
        (
            "put the label {label:Travel} on {which:it}",
            LAST,
            [("label", {"message_ids": ["m9"], "add": ["Travel"]})],
        ),
        (
            "label {which:it}, which has no {label:Tax} number, as {label:Travel}",
            LAST,
            [("label", {"message_ids": ["m9"], "add": ["Travel"]})],
        ),
        (
            "{topic:orders} without a {label:project code}, put the label {label:important} on it",
            (),
            [
                find("orders project code"),
                ("label", {"message_ids": ["{1.mails.0.id}"], "add": ["important"]}),
            ],
        ),
        (
            "put the {label:Family} label on the mail about {topic:lake}",
            (),
            [find("lake"), ("label", {"message_ids": ["{1.mails.0.id}"], "add": ["Family"]})],
        ),
        (
            "put {which:it} under {label:Travel}",
            LAST,
            [("label", {"message_ids": ["m9"], "add": ["Travel"], "remove": ["inbox"]})],
        ),
    ],
)
def test_labels_are_put_on_and_taken_off(marked, references, calls):
    assert planned("mail_label", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "snooze {which:it} until {newtime:tomorrow}",
            LAST,
            [("snooze", {"message_ids": ["m9"], "until": "2026-11-27T09:00"})],
        ),
        (
            "I can't look at {which:it} {time:this week}, back on {time:Monday next week}",
            LAST,
            [("snooze", {"message_ids": ["m9"], "until": "2026-11-30T09:00"})],
        ),
        (
            "{newtime:monday} is better",
            LAST,
            [("snooze", {"message_ids": ["m9"], "until": "2026-11-30T09:00"})],
        ),
        (
            "snooze {which:it} {time:til friday at 3}",
            LAST,
            [("snooze", {"message_ids": ["m9"], "until": "2026-11-27T15:00"})],
        ),
        (
            "snooze the mail from {person:Tom} {time:until Monday}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                ("snooze", {"message_ids": ["{2.mails.0.id}"], "until": "2026-11-30T09:00"}),
            ],
        ),
        (
            "snooze the mail from {person:Tom} {time:until Monday}",
            LISTED,
            [("snooze", {"message_ids": ["m2"], "until": "2026-11-30T09:00"})],
        ),
        (
            "snooze {which:it} {time:from today until Monday at 9}",
            LAST,
            [("snooze", {"message_ids": ["m9"], "until": "2026-11-30T09:00"})],
        ),
        (
            "snooze the {topic:roof} mail of {person:Tom} {time:until Monday}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email} roof"),
                ("snooze", {"message_ids": ["{2.mails.0.id}"], "until": "2026-11-30T09:00"}),
            ],
        ),
    ],
)
def test_mail_is_snoozed(marked, references, calls):
    assert planned("mail_snooze", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "until"),
    [
        ("better {newtime:Tuesday, same time}", "2026-12-08T08:00"),
        ("no, {newtime:Friday at nine}", "2026-12-11T09:00"),
        ("rather {newtime:tomorrow}", "2026-11-27T08:00"),
        ("make it {newtime:half past seven}", "2026-12-07T07:30"),
    ],
)
def test_another_day_is_of_the_week_that_mail_is_snoozed_till(marked, until):
    told = ("assistant", "Snoozed **Roof** from Tom until Mon 7 Dec, 08:00.")

    (snoozed,) = planned("mail_snooze", marked, LAST, exchanges=(told,))

    assert snoozed == ("snooze", {"message_ids": ["m9"], "until": until})


def test_what_is_to_be_read_and_archived_is_both():
    marked = "afterwards {which:it} can be marked {flag:read} and archived"
    assert planned("mail_mark_read", marked, LAST) == [
        ("mark_read", {"message_ids": ["m9"], "read": True}),
        ("archive", {"message_ids": ["m9"]}),
    ]


def test_the_last_word_says_whether_it_is_to_be_read():
    (told,) = planned(
        "mail_mark_read", "{which:it} shows as {flag:unread}. mark it {flag:read}", LAST
    )

    assert told[1]["read"] is True


def test_all_but_some_are_meant_and_nobody_knows_which_where_those_are_unclear():
    archived = planned("mail_archive", "archive {which:everything but the first}", LISTED)

    assert archived == [("archive", {"message_ids": ["m2", "m3"]})]
    assert asked("mail_archive", "archive {which:them all except the ninth}", LISTED)[1] == "which"


@pytest.mark.parametrize(
    ("said", "ids"),
    [
        ("archive {which:these}, only the {topic:insurance} one I want to keep", ["m1", "m2"]),
        ("I still need the {topic:insurance} one. archive {which:the other two}", ["m1", "m2"]),
        ("keep {which:the newest}, archive {which:the rest}", ["m2", "m3"]),
        ("archive {which:the lot} but leave {which:the last one}", ["m1", "m2"]),
        ("archive {which:the second}, {which:the others} stay for now", ["m2"]),
        (
            "{topic:insurance} and the {topic:quote} are done, archive {which:both}",
            ["m1", "m3"],
        ),
    ],
)
def test_what_stays_of_a_list_tells_what_is_meant(said, ids):
    assert planned("mail_archive", said, LISTED) == [("archive", {"message_ids": ids})]


def test_the_older_of_two_is_the_last_and_the_other_what_was_not_just_changed():
    two = LISTED[:2]

    assert planned("mail_delete", "bin {which:the older one}", two)[-1][1]["message_ids"] == ["m2"]
    assert asked("mail_star", "star {which:the other one}", two)[1] == "which"


def test_a_whole_inbox_is_meant_only_where_nothing_else_is_said_of_it():
    told = planned("mail_archive", "out of my inbox with the quarterly minutes template")

    assert told[0][1]["one"]
    assert told[-1] == ("archive", {"message_ids": ["{1.found.0.id}"]})
    assert planned("mail_archive", "clear out my entire inbox")[0] == find("in:inbox", 500)


def test_a_star_that_is_needed_no_more_comes_off_the_one_mail():
    marked = "{person:Tom's} mail on {topic:rent} doesn't need its star any more"

    starred = planned("mail_star", marked)[-1][1]

    assert starred == {"message_ids": ["{2.mails.0.id}"], "starred": False}
