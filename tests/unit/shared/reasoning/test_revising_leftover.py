"""What of a wish did not end up in the call is tried by itself, or named."""

from datetime import datetime

import pytest

from shared.models.profile import Profile
from shared.reasoning.embedded.revising.call import Call
from shared.reasoning.embedded.revising.leftover import Heard, left_out
from shared.understanding.marking import Span
from shared.understanding.revision import Marked

EVENT = {
    "title": "Talk",
    "start": "2026-03-02T14:00",
    "end": "",
    "minutes": 30,
    "location": "Room 2",
    "attendees": ["Ann", "Bo"],
}
MOVED = {"event_id": "e1", "start": None, "minutes": None, "location": "Room 2"}
MAIL = {"to": ["Ann Holm"], "cc": [], "subject": "Keys", "body": "Hi Ann,\n\nCome on Monday."}
CONTACT = {"name": "Ida Moll", "phone": "+44 161 496 0177", "title": ""}


def call_of(arguments):
    now = datetime.fromisoformat("2026-03-01T09:00")
    return Call(dict(arguments), frozenset(arguments), now, Profile())


def left(wish, before, change, *heard):
    """Return what is left out; `heard` are spans or marks, a kind and its words each."""
    at = [(kind, words, wish.index(words)) for kind, words in heard]
    spans = [Span(kind, words, start, start + len(words)) for kind, words, start in at]
    return left_out(wish, call_of(before), call_of({**before, **change}), Heard(spans))


@pytest.mark.parametrize(
    ("wish", "before", "change"),
    [
        ("begin at 3 and let it end at 4", EVENT, {"start": "2026-03-02T15:00", "minutes": 60}),
        ("push it to 3", EVENT, {"start": "2026-03-02T15:00"}),
        ("1530 to 1600", EVENT, {"start": "2026-03-02T15:30"}),
        ("half an hour later, same room", EVENT, {"start": "2026-03-02T14:30"}),
        ("it starts at nine", MOVED, {"start": "T09:00"}),
        ("15 minutes earlier", MOVED, {"start": "-PT15M"}),
        ("she leaves at three on Fridays, so take 45 minutes", EVENT, {"minutes": 45}),
        ("not Room 2, that's booked on Friday", EVENT, {"location": "Room 3"}),
        ("the number ends in 88, not 77", CONTACT, {"phone": "+44 161 496 0188"}),
        ("Monday's full. make it Tuesday", MAIL, {"body": "Hi Ann,\n\nCome on Tuesday."}),
        ("and at the end: see you", MAIL, {"body": "Hi Ann,\n\nCome on Monday. See you."}),
    ],
)
def test_what_is_in_the_call_or_says_why_is_not_left_out(wish, before, change):
    assert left(wish, before, change) == ()


@pytest.mark.parametrize(
    ("wish", "before", "change", "heard", "parts"),
    [
        (
            "begin at 3 and let it end at 5",
            EVENT,
            {"start": "2026-03-02T15:00"},
            (),
            ("let it end at 5",),
        ),
        ("cc Bo, and it's page 8", MAIL, {"cc": ["Bo"]}, (), ("it's page 8",)),
        (
            "Tuesday, and thank her for the cake",
            MAIL,
            {"body": "Come on Tuesday."},
            (),
            ("thank her for the cake",),
        ),
        (
            "Also Ms. Moll. The place is Hall 9.",
            EVENT,
            {"location": "Hall 9"},
            (),
            ("Also Ms. Moll",),
        ),
        (
            "make it 45 minutes and bring Carl",
            EVENT,
            {"minutes": 45},
            (("person", "Carl"),),
            ("bring Carl",),
        ),
        ("the title is Lead", CONTACT, {"phone": "1"}, (), ("the title is Lead",)),
    ],
)
def test_what_is_named_or_ordered_and_in_no_argument_is_left_out(
    wish, before, change, heard, parts
):
    assert left(wish, before, change, *heard) == parts


def test_what_the_network_marks_has_to_be_there_whatever_stands_around_it():
    wish = "It went to 198 this morning. The subject is Keys again."
    marks = (Marked("text", "198", 11, 14),)
    after = call_of({**MAIL, "subject": "Keys again"})
    assert left_out(wish, call_of(MAIL), after, Heard(marks=marks)) == (
        "It went to 198 this morning",
    )
