import pytest

from shared.models.world import Link, Thing
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
        ("board day mon. start 9:45", [("cal_create", 0.9), ("cal_update", 0.01)], "cal_create"),
        ("board day mon, it's off", [("cal_slots", 0.6), ("cal_cancel", 0.3)], "cal_cancel"),
        ("are we free on the board day?", [("cal_availability", 0.98)], "cal_availability"),
        ("Board day, is that on Friday?", [("cal_availability", 0.4)], "cal_list"),
        ("board day: when is it?", [("catch_up", 0.4), ("cal_list", 0.3)], "cal_list"),
        ("board day, who wrote?", [("mail_search", 0.6), ("cal_list", 0.3)], "mail_search"),
    ],
)
def test_an_event_there_is_is_not_made_anew(text, ranked, then):
    links = [Link(kind="event", start=0, end=9, things=())]
    assert of_named_event(text, links, ranked, READER.revisions)[0][0] == then


@pytest.mark.parametrize(
    ("text", "ranked", "then"),
    [
        ("lunch with Al on Friday, when and where?", [("cal_create", 0.7)], "cal_list"),
        ("Al's one an hour earlier", [("cal_slots", 0.6), ("cal_update", 0.03)], "cal_update"),
        ("Al's one at ten", [("cal_slots", 0.6), ("cal_update", 0.03)], "cal_slots"),
        ("say no to Al's one", [("cal_create", 0.5), ("cal_respond", 0.3)], "cal_respond"),
    ],
)
def test_what_is_unnamed_is_there_by_what_is_asked_or_changed_of_it(text, ranked, then):
    assert of_named_event(text, (), ranked, READER.revisions)[0][0] == then


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("invite Al to the board day next week", "cal_update"),
        ("The board day could do with Al too", "cal_update"),
        ("Put the board day in Room Tyne", "cal_update"),
        ("Have the board day begin at ten", "cal_update"),
        ("block Friday nine to ten for the board day slides", "cal_create"),
    ],
)
def test_what_has_a_name_is_read_as_there(text, task):
    known = READER.knowing(
        (
            Thing(kind="event", name="Board day", id="e"),
            Thing(kind="person", name="Al Ott", id="p", address="al@x.org"),
        )
    )
    assert known.read(text).task == task


def test_who_else_comes_is_read_of_one_event():
    links = [Link(kind="event", start=at, end=at + 4, things=()) for at in (0, 9)]
    ranked = [("contact_add", 0.8), ("cal_update", 0.1)]
    assert of_named_event("Fair and Fest", links, ranked, READER.revisions) is ranked
