"""How far a time goes in a text, and of what sort it is."""

import pytest

from shared.english.expressions import expressions


def read(text):
    return [(one.sort, text[one.start : one.end]) for one in expressions(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Thursday of next week, two in the afternoon",
            ["Thursday of next week, two in the afternoon"],
        ),
        ("in three weeks, on the Monday, who is in?", ["in three weeks, on the Monday"]),
        (
            "in three weeks from this one, on the Monday, we",
            ["in three weeks from this one, on the Monday"],
        ),
        (
            "next week's Wednesday, sixteen hundred to eighteen hundred, rough cut",
            ["next week's Wednesday, sixteen hundred to eighteen hundred"],
        ),
        ("a mail from yesterday, one is the offer", ["yesterday"]),
        ("the 11th at 10, the 12th at 11", ["the 11th at 10", "the 12th at 11"]),
        ("from this morning on", ["this morning"]),
        ("before Monday: mark read", ["before Monday"]),
        ("the week of the 14th sit on top", ["the week of the 14th"]),
        ("make it half an hour later", ["half an hour later"]),
        ("the whole day", ["the whole day"]),
        ("nothing of the sort", []),
    ],
)
def test_a_time_is_all_that_is_said_of_it(text, found):
    assert read(text) == [("when", one) for one in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "every Thursday at a quarter to four, for an hour",
            [("often", "every Thursday"), ("when", "quarter to four"), ("length", "an hour")],
        ),
        ("every evening at nine", [("often", "every evening"), ("when", "nine")]),
        (
            "one full hour, in three weeks on the Friday",
            [("length", "one full hour"), ("when", "in three weeks on the Friday")],
        ),
        ("weekly on Monday", [("often", "weekly on Monday")]),
        ("make it half an hour longer", [("length", "half an hour")]),
        ("make it half an hour long", [("length", "half an hour long")]),
    ],
)
def test_a_time_is_of_a_sort(text, found):
    assert read(text) == found
