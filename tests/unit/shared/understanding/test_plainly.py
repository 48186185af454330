"""A change of an event's time that is told round about, as a plain order."""

import pytest

from shared.understanding.marking import Span
from shared.understanding.plainly import plainly_timed
from shared.understanding.revision import Alone, Timed
from shared.understanding.said import Said


class Reads:
    """A reader whose network finds what is marked."""

    def __init__(self, marks):
        self.revisions, self._found = self, Alone(times=tuple(marks))

    def alone(self, message):
        return self._found


def marked(text, marks):
    for role, words in marks:
        at = text.index(words)
        yield Timed(role, words, at, at + len(words))


def plainly(text, spans, marks):
    found = tuple(
        Span(kind, words, text.index(words), text.index(words) + len(words))
        for kind, words in spans
    )
    return plainly_timed(Said("cal_update", 0.9, text, found), Reads(marked(text, marks)))


@pytest.mark.parametrize(
    ("text", "spans", "marks", "order"),
    [
        ("Push it back one hour. Same day, same room.", [], [("later", "one hour")],
         "move it one hour later"),
        ("the fair next week, up by an hour", [("topic", "fair"), ("time", "next week")],
         [("which", "next week"), ("earlier", "an hour")],
         "move fair next week an hour earlier"),
        ("The fair is too short. Until 12:00, it begins as it does.", [("topic", "fair")],
         [("end", "Until 12:00")], "let fair end at 12:00"),
        ("three it is, till four", [("newtime", "three")], [("start", "three"), ("end", "four")],
         "move it to three to four"),
        ("40 minutes will do for Ann", [("person", "Ann")], [("length", "40 minutes")],
         "make Ann 40 minutes long"),
        ("begin it half an hour earlier, at 12:30, and finish at two like planned", [],
         [("earlier", "half an hour"), ("start", "12:30"), ("stays", "two")],
         "move it to 12:30 to two"),
        ("20 minutes later with the test, so till 15:20", [("topic", "test")],
         [("later", "20 minutes"), ("end", "15:20")], "move test 20 minutes later"),
        ("the fair on Monday 8:00. Nobody is up. 8:30, I have the vet at ten",
         [("topic", "fair"), ("time", "Monday 8:00"), ("time", "ten")],
         [("which", "Monday 8:00"), ("start", "8:30"), ("why", "ten")],
         "move fair on Monday 8:00 to 8:30"),
        ("a quarter of an hour more for the fair", [("topic", "fair")],
         [("longer", "a quarter of an hour")], "make fair a quarter of an hour longer"),
    ],
)  # fmt: skip
def test_it_is_ordered_by_what_is_marked(text, spans, marks, order):
    assert plainly(text, spans, marks) == order


@pytest.mark.parametrize(
    "marks",
    [
        [("start", "three"), ("start", "four")],
        [("length", "three"), ("later", "four")],
        [("every", "three")],
        [("dropped", "three"), ("why", "four")],
        [],
    ],
)
def test_nothing_is_ordered_where_it_is_not_clear(marks):
    assert plainly("three or four", [], marks) == ""
