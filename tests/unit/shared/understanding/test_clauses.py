"""Several commands in one message."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange
from shared.understanding.clauses import commands_in, with_them
from shared.understanding.reader import Reader
from tests.support.marked import plain
from tests.support.readings import ReadBefore

READER = Reader()
CONTEXT = ConversationContext()
KNOWN = ("mail_archive", "mail_star", "cal_create", "mail_send", "sheet_set")
ASKED = (*KNOWN, "cal_list")
ARCHIVE, STAR, BOOK = (
    "archive {person:Laura's} mail",
    "star {person:Elena's}",
    "book {topic:lunch} {time:monday 12}",
)
LINES = {
    ARCHIVE: ("mail_archive", 0.9),
    STAR: ("mail_star", 0.9),
    BOOK: ("cal_create", 0.9),
    "archive {person:Laura's} mail and star {person:Elena's}": ("mail_archive", 0.9),
}


def read(text, lines=LINES, cuts=None, said=""):
    exchanges = (Exchange(role="user", text=said),) if said else ()
    found = commands_in(
        text, ConversationContext(exchanges=exchanges), ReadBefore(lines, cuts=cuts), KNOWN
    )
    return [(one.task, one.text) for one in found]


def test_a_message_without_a_joint_is_one_command():
    assert read("archive Laura's mail") == [("mail_archive", "archive Laura's mail")]


def test_a_message_is_cut_where_both_sides_are_clear():
    found = read("archive Laura's mail and star Elena's", cuts={"and": 0.9})

    assert found == [("mail_archive", "archive Laura's mail"), ("mail_star", "star Elena's")]


def test_it_is_cut_as_often_as_there_are_commands_also_after_something_said_before():
    text = "archive Laura's mail, star Elena's; book lunch monday 12"
    lines = LINES | {
        "star {person:Elena's}; book {topic:lunch} {time:monday 12}": ("mail_star", 0.9)
    }

    found = read(text, lines, {",": 0.9, ";": 0.3}, "hello")

    assert [task for task, _ in found] == ["mail_archive", "mail_star", "cal_create"]


def test_an_unlikely_joint_within_one_task_cuts_nothing():
    lines = LINES | {"star {person:Elena's} and star {person:Tom's}": ("mail_star", 0.95)}
    lines |= {"star {person:Tom's}": ("mail_star", 0.95), STAR: ("mail_star", 0.95)}

    assert len(read("star Elena's and star Tom's", lines, {"and": 0.3})) == 1
    assert len(read("star Elena's and star Tom's", lines, {"and": 0.6})) == 2


def test_a_name_alone_is_no_command():
    lines = LINES | {
        "archive {person:Laura's} mail and {person:Elena's}": ("mail_archive", 0.9),
        "{person:Elena's}": ("mail_archive", 0.9),
    }

    assert len(read("archive Laura's mail and Elena's", lines, {"and": 0.9})) == 1


def test_words_to_be_said_are_never_cut():
    text = "tell {person:Tom} {body:we star Elena's and archive Laura's mail}"
    lines = LINES | {text: ("mail_send", 0.9)}

    found = read("tell Tom we star Elena's and archive Laura's mail", lines, {"and": 0.9})

    assert [task for task, _ in found] == ["mail_send"]


def test_nothing_is_cut_in_quotes_or_between_them():
    text = 'write {person:Tom} "star Elena\'s and archive Laura\'s mail" and "star Elena\'s"'
    lines = LINES | {text: ("mail_send", 0.9)}

    assert len(read(text.replace("{person:Tom}", "Tom"), lines, {"and": 0.95})) == 1


@pytest.mark.parametrize(("likely", "parts"), [(0.6, 1), (0.95, 2)])
def test_what_is_dictated_is_said_to_its_end(likely, parts):
    first = "mail {person:Bo}: {body:four vans}"
    lines = {
        f"{first}, {{body:book lunch monday 12}}": ("mail_send", 0.9),
        first: ("mail_send", 0.9),
        BOOK: ("cal_create", 0.9),
    }

    assert len(read("mail Bo: four vans, book lunch monday 12", lines, {", ": likely})) == parts


def test_a_part_that_nobody_here_does_keeps_the_message_whole():
    assert len(read("archive Laura's mail and dance", cuts={"and": 0.9})) == 1
    assert len(read("archive Laura's mail and", cuts={"and": 0.9})) == 1


WITH_REPLIES = (
    *KNOWN,
    "mail_reply",
    "page_write",
    "mail_label",
    "contact_update",
    "contact_add",
    "cal_update",
    "contact_find",
)


@pytest.mark.parametrize(
    ("first", "joint", "second"),
    [
        (
            ("{person:Ann} had a mail about {topic:the budget}", "mail_label"),
            ".",
            ("reply to {person:her} that {body:it holds}", "mail_reply"),
        ),
        (
            ("In {channel:the general channel} {person:Ann} wants {topic:questions}", "slack_post"),
            ".",
            ("reply to {person:her} that {body:it holds}", "mail_reply"),
        ),
        (
            ("right so {person:Grace} sent a mail with {topic:the forecast}", "mail_star"),
            ",",
            ("answer {person:her} that {body:it looks sane}", "mail_reply"),
        ),
        (
            ("{person:Ann}, {person:Al} and I should talk about {topic:rent}", "contact_find"),
            ".",
            ("{time:monday 12}, title {topic:Rent}", "cal_create"),
        ),
        (
            ("save {person:him}", "contact_add"),
            ".",
            ("That number, and {organisation:Acme} for {person:the firm}", "contact_find"),
        ),
        (
            ("a new page called {topic:Workshop}", "page_write"),
            ", and",
            ("write in it: {body:bring the projector}", "page_write"),
        ),
        (
            ("answer {person:Ravi} that {body:two will do}", "mail_reply"),
            "and",
            ("keep {person:Ann} in the loop", "mail_archive"),
        ),
        (
            ("write to {person:Felix} that {body:it is fine}", "mail_send"),
            ", and",
            ("copy {person:Hannah} in", "mail_send"),
        ),
        (
            ("forward it to {person:Felix}", "mail_forward"),
            ".",
            ("Add: {body:look before we pay}", "mail_forward"),
        ),
        (
            ("answer {person:Kenji} on {topic:his two people}", "mail_reply"),
            ",",
            ("tell him {body:Aiko and Paul can log in}", "mail_send"),
        ),
        (
            ("book {topic:lunch} {time:monday 12}", "cal_create"),
            "and",
            ("invite {person:her} to it", "cal_create"),
        ),
        (
            ("put {topic:climbing} {time:thursday 19:00}", "cal_create"),
            "and",
            ("invite {person:him} (the gmail one, {person:Jack Turner})", "cal_create"),
        ),
        (
            ("find {duration:an hour} with {person:Ann}", "cal_slots"),
            "and",
            ("put it in the diary", "cal_create"),
        ),
        (
            ("schedule {topic:choir} {time:monday 12}", "cal_create"),
            "and",
            ("add {person:Anna} so she gets it too", "cal_update"),
        ),
        (
            ("enter {topic:squash} {time:friday 18:00}", "cal_create"),
            "and",
            ("send {person:Tom} an invite", "cal_create"),
        ),
    ],
)
def test_what_only_says_so_or_says_more_is_no_command_of_its_own(first, joint, second):
    whole = f"{first[0]}{'' if joint[0] in ',.' else ' '}{joint} {second[0]}"
    lines = {line: (task, 0.9) for line, task in (first, second)} | {whole: (second[1], 0.9)}

    found = commands_in(
        plain(whole)[0], ConversationContext(), ReadBefore(lines, cuts={joint: 0.9}), WITH_REPLIES
    )

    assert len(found) == 1


@pytest.mark.parametrize(
    ("first", "joint", "second"),
    [
        (
            ("{person:Ann} wrote about {topic:rent}, archive it", "mail_archive"),
            "and",
            ("star {person:Elena's}", "mail_star"),
        ),
        (
            (
                "{person:Ann's} note on {topic:rent} counts. Be so good as to archive it",
                "mail_archive",
            ),
            "and",
            ("star {person:Elena's}", "mail_star"),
        ),
        (
            ("{person:Ann} has a new {field:number}: {value:0123}", "contact_update"),
            "and",
            ("star {person:Elena's}", "mail_star"),
        ),
        (
            ("book {topic:lunch} {time:monday 12}", "cal_create"),
            "and",
            ("invite {person:Tom} to {topic:the fair}", "cal_update"),
        ),
        (
            ("book {topic:lunch} {time:monday 12}", "cal_create"),
            "and",
            ("add {person:Tom} to the notes", "cal_update"),
        ),
        (
            ("book {topic:lunch} {time:monday 12}", "cal_create"),
            "and",
            ("add {person:Ann Lee} with {value:0123}", "contact_add"),
        ),
    ],
)
def test_what_says_so_and_orders_something_is_a_command(first, joint, second):
    whole = f"{first[0]} {joint} {second[0]}"
    lines = {line: (task, 0.9) for line, task in (first, second)} | {whole: (first[1], 0.9)}

    found = commands_in(
        plain(whole)[0], ConversationContext(), ReadBefore(lines, cuts={joint: 0.9}), WITH_REPLIES
    )

    assert [one.task for one in found] == [first[1], second[1]]


def test_what_is_unclear_behind_a_new_mail_is_what_it_says():
    first, second = "a new mail to {person:Ann}", "check {file:the roof}"
    lines = {
        first: ("mail_send", 0.9),
        second: ("sheet_set", 0.6),
        f"{first}. {second}": ("mail_send", 0.9),
    }
    text = plain(f"{first}. {second}")[0]
    known = ("mail_send", "sheet_set")

    unclear = commands_in(text, ConversationContext(), ReadBefore(lines, cuts={".": 0.9}), known)
    lines[second] = ("sheet_set", 0.9)
    clear = commands_in(text, ConversationContext(), ReadBefore(lines, cuts={".": 0.9}), known)

    assert (len(unclear), len(clear)) == (1, 2)


def test_a_name_with_fillers_is_no_command():
    lines = {
        "So, ehm, {person:Ann}": ("mail_star", 0.9),
        ARCHIVE: ("mail_archive", 0.9),
        f"So, ehm, {{person:Ann}}. {ARCHIVE}": ("mail_archive", 0.9),
    }

    found = read("So, ehm, Ann. archive Laura's mail", lines, {".": 0.9})

    assert [task for task, _ in found] == ["mail_archive"]


@pytest.mark.parametrize(
    "lead",
    [
        "be a star and",
        "please be so kind and",
        "be an angel and",
        "be so good as to",
        "just be a real darling and",
        "Be kind enough to",
    ],
)
def test_how_a_favour_is_asked_says_nothing_of_it(lead):
    assert read(f"{lead} archive Laura's mail") == [("mail_archive", "archive Laura's mail")]


@pytest.mark.parametrize(
    "text", ["Ten minutes before the call. Remind me to eat", "Ten minutes before it: archive x"]
)
def test_a_time_that_an_order_is_for_stays_with_it(text):
    ((_, told),) = read(text, {**LINES, text: ("remind", 0.9)})

    assert told == text


def test_what_only_leads_to_a_mail_is_no_command():
    whole = "{time:late} for the train. mail {person:Al} that {body:I come}"
    lead, order = "{time:late} for the train", "mail {person:Al} that {body:I come}"
    lines = {whole: ("mail_send", 0.85), lead: ("mail_star", 0.75), order: ("mail_send", 0.95)}

    assert len(read(plain(whole)[0], lines, {".": 0.9})) == 1
    lines[lead] = ("mail_star", 0.9)
    assert len(read(plain(whole)[0], lines, {".": 0.9})) == 2


@pytest.mark.parametrize(
    ("lead", "order", "task", "seems", "sure"),
    [
        ("that {topic:train ticket}", "archive it pls", "mail_archive", "mail_label", 0.7),
        (
            "the msg that {body:it is wet}",
            "reply to it: {body:ok}",
            "mail_reply",
            "slack_post",
            0.9,
        ),
    ],
)
def test_what_only_names_what_the_order_is_about_is_no_command(lead, order, task, seems, sure):
    whole = f"{lead}, {order}"
    lines = {whole: (task, 0.97), lead: (seems, sure), order: (task, 0.95)}

    assert len(read(plain(whole)[0], lines, {",": 0.97})) == 1


@pytest.mark.parametrize(("asks", "parts"), [("at what time?", 1), ("what is {topic:May}?", 2)])
def test_what_is_asked_of_what_a_first_part_names_is_no_question_of_its_own(asks, parts):
    lead = "so {topic:the sync} goes {time:on Friday}"
    whole = f"{lead}, {asks}"
    lines = {whole: ("cal_list", 0.7), lead: ("cal_create", 0.8), asks: ("cal_list", 0.95)}

    assert (
        len(commands_in(plain(whole)[0], CONTEXT, ReadBefore(lines, cuts={",": 0.97}), ASKED))
        == parts
    )


@pytest.mark.parametrize(("more", "parts"), [("put it in there", 1), ("put {person:Bo} in", 2)])
def test_what_is_new_needs_more_than_it_behind_a_change(more, parts):
    first = "{person:Ann} is {value:12} now"
    whole = f"{first}, {more}"
    lines = {
        whole: ("contact_update", 0.8),
        first: ("contact_update", 0.95),
        more: ("contact_add", 0.95),
    }
    known = (*KNOWN, "contact_update", "contact_add")

    assert (
        len(commands_in(plain(whole)[0], CONTEXT, ReadBefore(lines, cuts={",": 0.97}), known))
        == parts
    )


@pytest.mark.parametrize(
    ("order", "sure", "task"),
    [
        ("mark em read", 0.98, "mail_star"),
        ("mark {person:Bo} read", 0.98, "mail_archive"),
        ("mark em read", 0.8, "mail_archive"),
    ],
)
def test_what_is_done_to_what_is_only_named_is_said_by_the_plain_order(order, sure, task):
    lead = "them 2 of {person:Ann} in there"
    whole = f"{lead}, {order}"
    lines = {whole: ("mail_archive", 0.7), lead: ("mail_archive", 0.45), order: ("mail_star", sure)}

    (found,) = read(plain(whole)[0], lines, {",": 0.97})
    assert found[0] == task


def test_one_more_thing_that_is_named_belongs_to_the_order_before_it():
    first, more = "archive the mail on {topic:rent}", "also the one about {topic:the lift}"
    lines = {f"{first}, {more}": ("mail_archive", 0.9), first: ("mail_archive", 0.9)}

    for task, parts in (("mail_read", 1), ("mail_star", 2)):
        read_as = lines | {more: (task, 0.9)}
        assert len(read(plain(f"{first}, {more}")[0], read_as, {",": 0.9})) == parts


def test_another_question_begins_another_command():
    asked = "what is {person:Al's} {field:number}, and who is in {topic:the fair}"
    lines = {
        asked: ("contact_find", 0.95),
        "what is {person:Al's} {field:number}": ("contact_find", 0.95),
        "who is in {topic:the fair}": ("cal_list", 0.95),
    }
    known = ("contact_find", "cal_list")
    found = commands_in(plain(asked)[0], ConversationContext(), ReadBefore(lines), known)

    assert [one.task for one in found] == ["contact_find", "cal_list"]


def test_what_the_new_thing_is_called_is_no_command_of_its_own():
    lines = {
        "book {time:2pm} and name it {topic:Label check}": ("cal_create", 0.95),
        "book {time:2pm}": ("cal_create", 0.95),
        "name it {topic:Label check}": ("mail_label", 0.95),
    }
    known = ("cal_create", "mail_label")
    text = "book 2pm and name it Label check"
    found = commands_in(text, ConversationContext(), ReadBefore(lines, cuts={"and": 0.95}), known)

    assert [one.task for one in found] == ["cal_create"]


def test_what_somebody_is_to_be_asked_belongs_to_whom_it_is_said_to_ask():
    chat = ("slack_dm", 0.9)
    whole = "ping {person:Tom} on slack and ask whether {topic:Oban} is done"
    lines = {
        whole: chat,
        "ping {person:Tom} on slack": chat,
        "ask whether {topic:Oban} is done": ("mail_send", 0.9),
    }

    found = read(plain(whole)[0], lines, {"and": 0.9})

    assert found == [("slack_dm", plain(whole)[0])]


@pytest.mark.parametrize(
    ("order", "more"),
    [
        ("put a note in {channel:ops} for me", "just say {time:Friday} {body:I am out}"),
        ("a dm to {person:Tom}", "re his {topic:open question}: {body:it is done}"),
        ("reply to {person:Tom}", "in the thread: {body:it is done}"),
        ("reply to {person:Tom}", "right under his message: {body:it is done}"),
    ],
)
def test_where_an_answer_goes_and_what_it_just_says_is_no_command(order, more):
    text = f"{order}, {more}"
    lines = {text: ("slack_post", 0.9), order: ("slack_post", 0.9), more: ("cal_create", 0.9)}

    found = read(plain(text)[0], lines, {",": 0.9})

    assert [task for task, _ in found] == ["slack_post"]


def test_commas_part_the_cells_of_a_row_and_no_commands():
    row = ("sheet_append", 0.9)
    whole = "new row in {file:Leads}: {value:Ann}, star {person:Elena's}"
    lines = LINES | {whole: row, "new row in {file:Leads}: {value:Ann}": row}
    known = (*KNOWN, "sheet_append")
    reader = ReadBefore(lines, cuts={",": 0.9})

    found = commands_in(plain(whole)[0], ConversationContext(), reader, known)

    assert [one.task for one in found] == ["sheet_append"]


def test_a_question_after_one_is_another_where_it_names_what_it_is_about():
    number = "what is {person:Ann's} {field:number}"
    lines = {
        f"{number}, and who comes to {{topic:the fair}}?": ("contact_find", 0.9),
        number: ("contact_find", 0.9),
        "who comes to {topic:the fair}?": ("cal_list", 0.9),
        f"{number}, and where is it?": ("contact_find", 0.9),
        "where is it?": ("cal_list", 0.9),
    }

    def asked(text):
        known = ("contact_find", "cal_list")
        found = commands_in(text, ConversationContext(), ReadBefore(lines), known)
        return [one.task for one in found]

    assert asked("what is Ann's number, and who comes to the fair?") == ["contact_find", "cal_list"]
    assert asked("what is Ann's number, and where is it?") == ["contact_find"]


def test_a_clear_order_may_name_nothing_that_is_marked():
    lines = LINES | {
        "archive the digests": ("mail_archive", 0.9),
        f"archive the digests, {STAR}": ("mail_archive", 0.9),
    }

    assert [task for task, _ in read("archive the digests, star Elena's", lines, {",": 0.9})] == [
        "mail_archive",
        "mail_star",
    ]


def test_a_part_with_a_label_is_no_command():
    page = ("page_write", 0.9)
    whole = "new page {topic:Visits}. Text: {body:star Elena's}"
    lines = LINES | {
        whole: page,
        "new page {topic:Visits}": page,
        "Text: {body:star Elena's}": ("mail_send", 0.9),
    }
    reader = ReadBefore(lines, cuts={".": 0.9})

    found = commands_in(plain(whole)[0], ConversationContext(), reader, (*KNOWN, "page_write"))

    assert [one.task for one in found] == ["page_write"]


def test_what_only_tells_when_is_more_of_the_same_wish():
    text = "{organisation:the hotel's} mail: out of my sight, and back on {time:Monday}"
    lines = {
        text: ("mail_snooze", 0.9),
        "{organisation:the hotel's} mail: out of my sight": ("mail_snooze", 0.9),
        "back on {time:Monday}": ("mail_snooze", 0.9),
    }
    known = (*KNOWN, "mail_snooze")
    reader = ReadBefore(lines, cuts={", and": 0.9})

    found = commands_in(plain(text)[0], ConversationContext(), reader, known)

    assert [one.text for one in found] == [plain(text)[0]]


@pytest.mark.parametrize("words", ["yes I come", "I come by train"])
def test_what_is_to_be_said_is_no_command(words):
    text = f"answer {{person:Emma}} about {{topic:the party}}, {{body:{words}}}"
    lines = {
        text: ("mail_send", 0.9),
        "answer {person:Emma} about {topic:the party}": ("mail_send", 0.9),
        words: ("cal_create", 0.95),
    }

    assert len(read(plain(text)[0], lines, {",": 0.9})) == 1


def test_a_part_that_would_only_be_asked_about_is_none():
    text = "cannot bear {person:Laura's} mail, star {person:Elena's}"
    lines = {
        text: ("mail_star", 0.9),
        "cannot bear {person:Laura's} mail": ("mail_archive", 0.4),
        STAR: ("mail_star", 0.95),
    }

    assert len(read(plain(text)[0], lines, {",": 0.9})) == 1
    lines["cannot bear {person:Laura's} mail"] = ("mail_archive", 0.6)
    assert len(read(plain(text)[0], lines, {",": 0.9})) == 2


@pytest.mark.parametrize(
    ("order", "more", "parts"),
    [
        ("mail {person:Al} about {topic:the fair}", "ask {person:him} {body:to come}", 1),
        ("mail {person:Al} about {topic:the fair}", "thank {person:her} {body:for it}", 1),
        ("mail {person:Al} {body:I come}", "ask {person:him} {body:when it is}", 1),
        ("mail {person:Al} about {topic:the fair}", "assure {person:him} {body:that I come}", 1),
        ("mail {person:Al} about {topic:the fair}", "wish {person:her} {body:all the best}", 1),
        ("mail {person:Al} {body:I come}", "ask whether {person:Bo} {body:does}", 1),
        ("mail {person:Al} {body:I come}", "ask {person:Bo} {body:when it is}", 2),
    ],
)
def test_what_whoever_a_mail_goes_to_is_told_in_it_is_no_command(order, more, parts):
    text = f"{order} and {more}"
    lines = {text: ("mail_send", 0.9), order: ("mail_send", 0.9), more: ("mail_send", 0.95)}

    assert len(read(plain(text)[0], lines, {"and": 0.9})) == parts


@pytest.mark.parametrize(
    ("order", "next_", "task"),
    [
        ("a reminder for {time:Friday}", "ring {person:Ann}", "remind"),
        (
            "a new page {topic:House rules}",
            "Inside one sentence: ask {person:Ann} first",
            "page_write",
        ),
        ("{topic:Board lunch}, {time:Friday}", "who comes to it", "cal_list"),
    ],
)
def test_what_is_only_named_or_labelled_is_part_of_the_one_order(order, next_, task):
    lines = LINES | {
        f"{order}. {next_}": (task, 0.9),
        order: (task, 0.9),
        next_: ("mail_send", 0.9),
    }
    reader = ReadBefore(lines, cuts={".": 0.9})
    known = (*KNOWN, "remind", "page_write", "cal_list")

    found = commands_in(plain(f"{order}. {next_}")[0], ConversationContext(), reader, known)

    assert [one.task for one in found] == [task]


@pytest.mark.parametrize(
    ("second", "marked", "orders"),
    [
        ("the fair to two", "shift the {topic:fair} to {newtime:two}", 2),
        ("the end to two", "shift the end to {newtime:two}", 1),
        ("the fair to town", "shift the {topic:fair} to town", 1),
    ],
)
def test_one_verb_may_order_a_change_of_several_things(second, marked, orders):
    first = "shift {topic:the choir} to {newtime:one}"
    update = ("cal_update", 0.95)
    text = f"{first} and {second}"
    reader = ReadBefore(LINES | {text: update, first: update, marked: update})

    found = commands_in(plain(text)[0], ConversationContext(), reader, (*KNOWN, "cal_update"))

    assert [one.task for one in found] == ["cal_update"] * orders
    assert orders == 1 or found[1].text == "shift the fair to two"


@pytest.mark.parametrize(
    "text",
    [
        "put tennis with Ben in my calendar on Friday at 7. don't invite him, I'll text him",
        "lunch with Nina tomorrow at 12 in my calendar, no need to send her an invitation",
    ],
)
def test_who_is_not_to_be_written_to_belongs_to_what_is_booked(text):
    found = commands_in(text, ConversationContext(), READER, (*KNOWN, "cal_respond", "slack_dm"))

    assert [(one.task, one.text) for one in found] == [("cal_create", text)]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "Tell #general the coffee machine is broken and mark #travel as read",
            ["Tell #general the coffee machine is broken", "mark #travel as read"],
        ),
        (
            "DM Otto that the contract is out and DM Lena that the stand is booked",
            ["DM Otto that the contract is out", "DM Lena that the stand is booked"],
        ),
        (
            "Archive the mail from Otto about chairs and the one from Lena about lamps",
            ["Archive the mail from Otto about chairs", "Archive the one from Lena about lamps"],
        ),
        (
            "Lena Vogt: new number, +44 20 7946 0300. Save. And remind me Friday 9:00 - ring Lena.",
            ["Lena Vogt: new number, +44 20 7946 0300. Save", "remind me Friday 9:00 - ring Lena."],
        ),
    ],
)
def test_no_order_is_lost_in_the_one_before_it(text, orders):
    known = (*KNOWN, "slack_post", "slack_dm", "slack_mark_read", "contact_update", "remind")

    found = commands_in(text, ConversationContext(), READER, (*known, "contact_add"))

    assert [one.text for one in found] == orders


@pytest.mark.parametrize(
    ("text", "names", "told"),
    [
        ("book a table with both of them", ["Bo", "Al"], "book a table with Bo and Al"),
        ("mail the two that it is on", ["Bo", "Al"], "mail Bo and Al that it is on"),
        ("invite them as well", ["Bo", "Al"], "invite Bo and Al as well"),
        ("invite him on Friday", ["Bo", "Al"], "invite him on Friday"),
        ("invite both on Friday", ["Bo", "Al", "Cy"], "invite both on Friday"),
        ("invite them on Friday", ["Bo"], "invite them on Friday"),
        ("invite him on Friday", ["Bo"], "invite Bo on Friday"),
    ],
)
def test_a_pronoun_is_whom_it_can_only_be(text, names, told):
    assert with_them(text, names) == told
