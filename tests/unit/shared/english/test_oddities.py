"""What cannot be as it was said is asked about."""

import pytest

from shared.english import oddity


@pytest.mark.parametrize(
    ("said", "odd"),
    [
        ("February 30", "February has only 29 days"),
        ("on the 31st of June", "June has only 30 days"),
        ("29 February 2027", "February 2027 has only 28 days"),
        ("2026-11-31", "November 2026 has only 30 days"),
        ("2026-13-01", "no month 13"),
        ("2026-12-45", "No month has 45 days"),
        ("February thirtieth", "February has only 29 days"),
        ("tomorrow from 3pm to 2pm", "“3pm to 2pm” would end before it starts"),
        ("15:00 to 14:00", "“15:00 to 14:00” would end before it starts"),
        ("10am until 2am", "“10am to 2am” would end before it starts"),
    ],
)
def test_what_is_odd_is_said_in_a_sentence(said, odd):
    assert odd in oddity(said)
    assert oddity(said).endswith("?")


@pytest.mark.parametrize(
    "said",
    [
        *("29 February", "31 December", "from 9 to 5", "9-11am", "from 10pm to midnight"),
        *("in May 40 people come", "from noon to 1pm", "between 11 and 1", "2026-11-30", "room 31"),
        *("22:00 to 06:00", "10pm until 2am", "Saturday 21:00 to 08:30"),
    ],
)
def test_what_can_be_is_not_odd(said):
    assert oddity(said) == ""
