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


def followed(line, task, kind="page", shown=TABLE, after=(), sure=0.9):
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
        ("how many saws have we got", "other", "page_read"),
        ("which of them are ordered?", "product", "page_read"),
        ("and which ones are still here?", "activity", "page_read"),
        ("what's the weather like at the saw mill", "other", "other"),  # mostly of other things
        ("what can you do for me?", "product", "product"),
        ("any news of {person:Saw} then?", "contact_find", "contact_find"),
        ("what is on {time:tomorrow}?", "cal_list", "cal_list"),
        ("thanks, that's it", "smalltalk", "smalltalk"),
    ],
)
def test_a_question_in_words_of_what_was_shown_is_about_it(line, read, task):
    assert followed(line, read) == task


def test_a_page_is_asked_about_likewise():
    assert followed("who's the owner of that?", "product", "page", PAGE) == "page_read"
    assert followed("who's the owner of that?", "product", "page", "Done.") == "product"
    assert followed("the desk owner is Ann", "other", "page", PAGE) == "page_write"
    assert followed("stick one on the bottom: call Ann", "mail_draft", "page", PAGE, sure=0.2) == (
        "page_write"
    )


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
        ("And the lowest?", "cal_list", 0.84, "page_read"),
        ("and the smallest, if you permit?", "product", 0.43, "page_read"),
        ("by how many percent?", "other", 0.5, "page_read"),
        ("and the lowest?", "cal_list", 0.95, "cal_list"),
        ("and on {time:friday}?", "cal_list", 0.7, "cal_list"),
        ("by how many percent?", "other", 0.7, "page_read"),
        ("by how many percent would you say?", "other", 0.7, "other"),
    ],
)
def test_a_few_words_more_are_about_the_page_that_was_shown(line, read, sure, task):
    assert followed(line, read, sure=sure) == task


@pytest.mark.parametrize(
    ("line", "read", "task"),
    [
        ("Take {person:Al Ray} off, he only wants the minutes", "other", "cal_update"),
        ("loop in {person:Al} and drop {person:Bo}", "cal_create", "cal_update"),
        ("Remove {person:Al}", "cal_cancel", "cal_update"),
        ("let's rather go to {place:The Anchor}", "create_agent", "cal_update"),
        ("add {person:her} {time:friday at 9}", "cal_create", "cal_create"),
        ("add {person:Al} to my contacts", "contact_add", "contact_add"),
        ("move it to {time:Friday}", "other", "cal_update"),
        ("strike {person:Al} and enter {person:Bo} in his stead", "contact_add", "cal_update"),
        ("get {person:her} on there too", "contact_update", "cal_update"),
        ("put it at the, Saigon Corner", "cal_list", "cal_update"),
        ("is it at Saigon Corner, or do we have it in The Anchor?", "cal_list", "cal_list"),
        ("Put {place:Saigon Corner} for the place", "other", "cal_update"),
        ("please do not invite {person:him}", "cal_respond", "cal_respond"),
    ],
)
def test_who_comes_and_where_it_is_changes_the_event_shown(line, read, task):
    assert followed(line, read, kind="event", shown="1. **Lunch**", sure=0.6) == task
