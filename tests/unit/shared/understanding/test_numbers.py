"""Numbers that are said in words, in figures."""

import pytest

from shared.understanding.numbers import in_figures
from shared.understanding.spoken import digits_said


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("nine thousand six hundred and fifty she says", "9650 she says"),
        ("four and a half thousand", "4500"),
        ("9.7k, not 9,600", "9700, not 9,600"),
        ("ninety eight hundred", "9800"),
        ("minus ten percent", "-10%"),
        ("nineteen users", "19 users"),
        ("that one, two of them, seven thirty", "that one, two of them, seven thirty"),
        ("the twenty-fourth of an hour", "the twenty-fourth of an hour"),
    ],
)
def test_numbers_in_words_become_figures(said, written):
    assert in_figures(said) == written


def test_digits_one_by_one_are_written_together():
    assert digits_said("it ends one nine eight, not double nine") == "it ends 198, not 99"
    assert digits_said("that one") == "that one"
