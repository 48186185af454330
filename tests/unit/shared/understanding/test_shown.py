"""Messages that only what was just shown gives a meaning."""

import pytest

from shared.models.reasoning import Reference
from shared.understanding.followed import follow
from shared.understanding.reader import Reading
from tests.support.marked import plain
from tests.support.readings import ReadBefore
from tests.unit.shared.understanding.test_said import context

TABLE = (
    "**Stock** (Tools):\n\n| Item | Count | State |\n| --- | --- | --- |\n| Saw | 12 | Ordered |"
    "\n| Red paint | 3 | Here |"
)
PAGE = "**Visits**\nOwner: Bo Ek\n\nSign in at the desk."


def followed(line, task, kind="sheet", shown=TABLE, after=(), sure=0.9):
    """Return the task of a line that is read, by itself and afterwards, as another."""

    class Torn(ReadBefore):
        def read(self, text, before=None, links=()):
            found = super().read(text, before, links)
            return Reading(text, (found.tasks[0], *after), found.spans) if before else found

    reader = Torn({"open it": (f"{kind}_read", 0.9), line: (task, sure)})
    known = (Reference(kind=kind, id="x1", label="X", ordinal=0),)
    return follow(plain(line)[0], context("open it", shown, references=known), reader).task


@pytest.mark.parametrize(
    ("line", "read", "task"),
    [
        ("how many saws have we got", "other", "sheet_read"),
        ("which of them are ordered?", "product", "sheet_read"),
        ("and which ones are still here?", "activity", "sheet_read"),
        ("what's the weather like at the saw mill", "other", "other"),  # mostly of other things
        ("what can you do for me?", "product", "product"),
        ("any news of {person:Saw} then?", "contact_find", "contact_find"),
        ("what is on {time:tomorrow}?", "cal_list", "cal_list"),
        ("thanks, that's it", "smalltalk", "smalltalk"),
    ],
)
def test_a_question_in_words_of_what_was_shown_is_about_it(line, read, task):
    assert followed(line, read) == task


@pytest.mark.parametrize(
    ("line", "asked", "task"),
    [
        ("and {person:paint}?", "how many saws are there?", "sheet_read"),
        ("what about {organisation:Paint}", "how many saws are there?", "sheet_read"),
        ("or for {topic:paint}?", "how many saws are there?", "sheet_read"),
        ("and {person:Ann}'s number?", "how many saws are there?", "contact_find"),
        ("{person:Ann}", "how many saws are there?", "contact_find"),
        ("and {person:paint}?", "open it", "contact_find"),
        ("which {person:item} has the lowest count", "open it", "sheet_read"),
        ("who has the most of that count?", "open it", "sheet_read"),
        ("and the count of them all together?", "open it", "sheet_read"),
        ("And what is the smallest, in the shed?", "open it", "sheet_read"),
        ("What is the smallest planet?", "open it", "contact_find"),
        ("all items together how many", "open it", "sheet_read"),
        ("whats the state of Red paint there", "open it", "sheet_read"),
        ("what is the average count", "open it", "sheet_read"),
        ("the count altogether", "open it", "sheet_read"),
        ("and every count added up", "open it", "sheet_read"),
        ("total of the counts, same table", "open it", "sheet_read"),
        ("who is the tallest {person:client}", "open it", "contact_find"),
        ("give the lowest count to {person:Ann}", "open it", "contact_find"),
    ],
)
def test_a_name_alone_or_a_column_compared_is_of_the_table_that_was_asked_about(line, asked, task):
    reader = ReadBefore({asked: ("sheet_read", 0.9), line: ("contact_find", 0.96)})
    known = (Reference(kind="sheet", id="x1", label="X", ordinal=0),)
    said = follow(plain(line)[0], context(asked, TABLE, references=known), reader)
    assert said.task == task


@pytest.mark.parametrize(
    ("line", "read", "told"),
    [
        (
            "and Saw plus Red paint only, together?",
            "other",
            [("topic", "Saw"), ("topic", "Red paint")],
        ),
        ("and leaving Saw out?", "other", [("topic", "Saw")]),
        ("without the red paint?", "find", [("topic", "red paint")]),
        ("and leaving my desk out?", "other", None),
        ("now the count", "cal_list", [("field", "count")]),
        ("now the nails, the count only", "contact_find", [("topic", "nails"), ("field", "count")]),
        ("and nails, state only", "other", [("topic", "nails"), ("field", "state")]),
        ("the nails, the count only", "contact_find", None),
        ("now only my unread mails", "contact_find", None),
        ("now the nails, the count only", "mail_search", None),
        ("now the number of nails only", "contact_find", None),
        ("now set the state of Saw", "contact_find", None),
    ],
)
def test_rows_and_columns_of_the_table_shown_are_gone_on_with(line, read, told):
    reader = ReadBefore({"open it": ("sheet_read", 0.9), line: (read, 0.9)})
    known = (Reference(kind="sheet", id="x1", label="X", ordinal=0),)
    said = follow(line, context("open it", TABLE, references=known), reader)
    assert said.task == ("sheet_read" if told else read)
    assert told is None or [(one.kind, one.text) for one in said.spans] == told


def test_a_page_is_asked_about_likewise():
    assert followed("who's the owner of that?", "product", "page", PAGE) == "page_read"
    assert followed("who's the owner of that?", "product", "page", "Done.") == "product"
    assert followed("the desk owner is Ann", "other", "page", PAGE) == "other"
    assert followed("stick one on the bottom: call Ann", "mail_draft", "page", PAGE, sure=0.2) == (
        "page_write"
    )


@pytest.mark.parametrize(
    ("line", "read", "sure", "share", "task"),
    [
        ("the count of the red paint becomes 4", "other", 0.9, 0.0, "sheet_set"),
        ("the count of the red paint becomes 4", "update_agent", 0.9, 0.0, "sheet_set"),
        ("the count of the red paint becomes 4", "contact_update", 0.9, 0.0, "sheet_set"),
        ("the red paint is here now", "contact_update", 0.9, 0.0, "contact_update"),
        ("the red paint is ordered now", "other", 0.9, 0.0, "sheet_set"),
        ("the count of the red paint becomes 4", "mail_send", 0.9, 0.0, "mail_send"),
        ("the count of the red paint becomes 4", "mail_send", 0.4, 0.0, "sheet_set"),
        ("tell ann that the count of saws is 4", "other", 0.9, 0.0, "other"),
        ("a row for the saw: its count is 4", "sheet_append", 0.9, 0.0, "sheet_append"),
        ("the count is 4", "other", 0.9, 0.2, "other"),  # of which of them?
        ("the count is 4", "other", 0.4, 0.5, "sheet_set"),
        ("is the count of the red paint 4", "other", 0.9, 0.0, "sheet_read"),
        ("set the count of saws to 4 in {file:Rents}", "sheet_set", 0.9, 0.0, "sheet_set"),
    ],
)
def test_what_names_a_cell_of_a_table_changes_it_where_no_other_task_is_clear(
    line, read, sure, share, task
):
    assert followed(line, read, after=(("sheet_set", share),), sure=sure) == task


def test_a_change_is_of_the_table_shown_unless_another_is_named():
    own = spans("the count of the red paint becomes 4")
    assert own == {
        "field": "Count",
        "topic": "Red paint",
        "value": "4",
        "file": "Stock",
        "place": "Tools",
    }
    assert spans("set the count of the red paint to 4 in {file:Rents}")["file"] == "Rents"
    assert spans("set the count of the red paint to 4 in {file:Stock}") == own
    assert spans("set the count of the red paint to 4 in the {place:tools tab}") == own


def spans(line):
    reader = ReadBefore({"open it": ("sheet_read", 0.9), line: ("sheet_set", 0.9)})
    known = (Reference(kind="sheet", id="x1", label="Stock", ordinal=0),)
    said = follow(plain(line)[0], context("open it", TABLE, references=known), reader)
    return {one.kind: one.text for one in said.spans}


@pytest.mark.parametrize(
    ("line", "read", "kind", "task"),
    [
        ("add a message: {body:we are done}", "mail_send", "message", "slack_post"),
        ("tell {person:them} {body:we are done}", "mail_send", "message", "slack_post"),
        ("add a message to {person:Ann}: {body:done}", "mail_send", "message", "mail_send"),
        ("write a mail: {body:we are done}", "mail_send", "message", "mail_send"),
        ("add a message: {body:we are done}", "mail_send", "email", "mail_send"),
        ("add a message: {body:we are done}", "mail_send", "", "mail_send"),
        ("answer {person:him} in the thread: {body:done}", "slack_post", "email", "mail_reply"),
        ("answer {person:him} in the thread: {body:done}", "slack_post", "message", "slack_post"),
        ("answer {person:Ann} in the thread: {body:done}", "slack_post", "email", "slack_post"),
        ("reply to {person:Ann}'s mail: {body:thanks}", "slack_post", "message", "mail_reply"),
        ("reply there: {body:your mail is here}", "slack_post", "message", "slack_post"),
        ("post there: {body:done}", "slack_post", "email", "slack_post"),
    ],
)
def test_what_is_for_nobody_else_is_written_where_was_just_read(line, read, kind, task):
    reader = ReadBefore({"read it": ("slack_read", 0.9), line: (read, 0.6)})
    known = (Reference(kind=kind, id="x1", label="X", ordinal=1),) if kind else ()
    said = follow(plain(line)[0], context("read it", "1. **Bo**: Hi", references=known), reader)
    assert said.task == task


@pytest.mark.parametrize(
    ("line", "read", "sure", "task"),
    [
        ("And the lowest?", "cal_list", 0.84, "sheet_read"),
        ("and the smallest, if you permit?", "product", 0.43, "sheet_read"),
        ("by how many percent?", "other", 0.5, "sheet_read"),
        ("and the lowest?", "cal_list", 0.95, "cal_list"),
        ("and on {time:friday}?", "cal_list", 0.7, "cal_list"),
        ("by how many percent?", "other", 0.7, "sheet_read"),
        ("by how many percent would you say?", "other", 0.7, "other"),
    ],
)
def test_a_few_words_more_are_about_the_table_that_was_shown(line, read, sure, task):
    assert followed(line, read, sure=sure) == task


@pytest.mark.parametrize(
    ("line", "read", "task"),
    [
        ("Take {person:Al Ray} off, he only wants the minutes", "other", "cal_update"),
        ("do include {person:her}", "contact_update", "cal_update"),
        ("loop in {person:Al} and drop {person:Bo}", "cal_create", "cal_update"),
        ("Remove {person:Al}", "cal_cancel", "cal_update"),
        ("Switch it to {place:The Anchor}, same time", "other", "cal_update"),
        ("let's rather go to {place:The Anchor}", "create_agent", "cal_update"),
        ("add {person:her} {time:friday at 9}", "cal_create", "cal_create"),
        ("add {person:Al} to my contacts", "contact_add", "contact_add"),
        ("move it to {time:Friday}", "other", "other"),
        ("strike {person:Al} and enter {person:Bo} in his stead", "contact_add", "cal_update"),
        ("get {person:her} on there too", "contact_update", "cal_update"),
        ("take {person:her} off for {time:that one Friday}", "cal_cancel", "cal_update"),
        ("put it at the, Saigon Corner", "cal_list", "cal_update"),
        ("is it at Saigon Corner, or do we have it in The Anchor?", "cal_list", "cal_list"),
        ("Put {place:Saigon Corner} for the place", "other", "cal_update"),
        ("invite {person:Al} also to {time:this lunch}", "cal_create", "cal_update"),
        ("please do not invite {person:him}", "cal_respond", "cal_respond"),
    ],
)
def test_who_comes_and_where_it_is_changes_the_event_shown(line, read, task):
    assert followed(line, read, kind="event", shown="1. **Lunch**", sure=0.6) == task
