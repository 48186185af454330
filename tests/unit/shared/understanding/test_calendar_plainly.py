"""A change of an event's time that is told round about, as a plain order."""

import pytest

from shared.understanding.calendar_plainly import plainly_timed
from shared.understanding.marking import Span
from shared.understanding.revision import Marked, Wished
from shared.understanding.said import Said


class Reads:
    """A reader whose network for revisions finds what is marked."""

    def __init__(self, text, ops, marks):
        self.revisions, self._found = self, Wished(ops, tuple(marked(text, marks)))

    def read(self, shown, reply):
        assert shown.startswith("event: ")
        return self._found


def marked(text, marks):
    for role, words in marks:
        at = text.index(words)
        yield Marked(role, words, at, at + len(words))


def plainly(text, spans, marks, ops):
    found = tuple(
        Span(kind, words, text.index(words), text.index(words) + len(words))
        for kind, words in spans
    )
    return plainly_timed(Said("cal_update", 0.9, text, found), Reads(text, ops, marks))


@pytest.mark.parametrize(
    ("text", "spans", "marks", "order"),
    [
        ("Push it back one hour. Same day, same room.", [], [("shift", "back one hour")],
         "move it one hour later"),
        ("the fair next week, up by an hour", [("topic", "fair"), ("time", "next week")],
         [("shift", "up by an hour")], "move fair next week by an hour earlier"),
        ("The fair is too short. Until 12:00, it begins as it does.", [("topic", "fair")],
         [("end", "Until 12:00")], "let fair end at 12:00"),
        ("three it is, till four", [("newtime", "three")], [("start", "three"), ("end", "four")],
         "move it to three to four"),
        ("40 minutes will do for Ann", [("person", "Ann")], [("length", "40 minutes")],
         "make Ann 40 minutes long"),
    ],
)  # fmt: skip
def test_it_is_ordered_by_what_is_marked(text, spans, marks, order):
    assert plainly(text, spans, marks, {"when": 0.9}) == order


@pytest.mark.parametrize(
    ("marks", "ops"),
    [
        ([("start", "three")], {"when": 0.7, "length": 0.2}),
        ([("start", "three"), ("start", "four")], {"when": 0.9}),
        ([("start", "three"), ("shift", "four")], {"when": 0.9}),
        ([], {"length": 0.9}),
    ],
)
def test_nothing_is_ordered_where_it_is_not_clear(marks, ops):
    assert plainly("three or four", [], marks, ops) == ""
