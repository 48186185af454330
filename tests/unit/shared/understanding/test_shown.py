"""Messages that only what was just shown gives a meaning."""

import pytest

from shared.models.reasoning import Reference
from shared.understanding.reader import Reading
from shared.understanding.said import follow
from tests.support.marked import plain
from tests.support.readings import ReadBefore
from tests.unit.shared.understanding.test_said import context

TABLE = (
    "**Stock** (Tools):\n| Item | Count | State |\n| Saw | 12 | Ordered |\n| Red paint | 3 | Here |"
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


def test_a_page_is_asked_about_likewise():
    assert followed("who's the owner of that?", "product", "page", PAGE) == "page_read"
    assert followed("who's the owner of that?", "product", "page", "Done.") == "product"
    assert followed("the desk owner is Ann", "other", "page", PAGE) == "other"


@pytest.mark.parametrize(
    ("line", "share", "task"),
    [
        ("the count of the red paint becomes 4", 0.05, "sheet_set"),
        ("the count of the red paint becomes 4", 0.0, "other"),
        ("the count is wrong", 0.05, "other"),  # a single word may be a chance
        ("they came, so its count is 4", 0.3, "sheet_set"),
    ],
)
def test_what_two_words_of_a_table_become_is_a_change_of_it(line, share, task):
    assert followed(line, "other", after=(("sheet_set", share),)) == task
