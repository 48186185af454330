"""Several commands in one message."""

from shared.models.reasoning import ConversationContext, Exchange
from shared.understanding.clauses import commands_in
from tests.support.readings import ReadBefore

KNOWN = ("mail_archive", "mail_star", "cal_create", "mail_send")
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


def test_a_part_that_nobody_here_does_keeps_the_message_whole():
    assert len(read("archive Laura's mail and dance", cuts={"and": 0.9})) == 1
    assert len(read("archive Laura's mail and", cuts={"and": 0.9})) == 1
