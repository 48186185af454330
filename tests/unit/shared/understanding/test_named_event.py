import pytest

from shared.models.world import Link
from shared.understanding.named_event import of_named_event
from shared.understanding.reader import Reader

READER = Reader()


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("Board day: put Nina on the list as well, the rest stay.", "contact_add", "cal_update"),
        ("Board day: is Nina coming?", "cal_list", "cal_list"),
        ("Board day: write to Nina that I am late.", "mail_send", "mail_send"),
    ],
)
def test_who_else_comes_to_an_event_that_is_named_changes_it(text, first, then):
    at = text.index("Nina")
    links = [
        Link(kind="event", start=0, end=9, things=()),
        Link(kind="person", start=at, end=at + 4, things=()),
    ]
    assert of_named_event(text, links, [(first, 0.95)], READER.revisions)[0][0] == then
