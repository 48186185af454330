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


@pytest.mark.parametrize(
    ("text", "ranked", "then"),
    [
        (
            "Board day, Thursday. Where are we going?",
            [("cal_create", 0.8)],
            "cal_list",
        ),
        ("board day mon. start 9:45", [("cal_create", 0.8), ("cal_update", 0.1)], "cal_update"),
        ("board day mon. start 9:45", [("cal_create", 0.8), ("cal_update", 0.05)], "cal_create"),
        ("board day mon, it's off", [("cal_slots", 0.6), ("cal_cancel", 0.3)], "cal_cancel"),
        ("Board day, book it anew", [("cal_create", 0.8), ("cal_update", 0.1)], "cal_create"),
    ],
)
def test_an_event_there_is_is_not_made_anew(text, ranked, then):
    links = [Link(kind="event", start=0, end=9, things=())]
    assert of_named_event(text, links, ranked, READER.revisions)[0][0] == then


def test_of_two_events_nothing_is_told():
    links = [Link(kind="event", start=at, end=at + 4, things=()) for at in (0, 9)]
    ranked = [("cal_create", 0.8), ("cal_update", 0.1)]
    assert of_named_event("Fair and Fest", links, ranked, READER.revisions) is ranked
