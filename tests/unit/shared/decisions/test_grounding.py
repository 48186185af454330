"""What a model may say of what was found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.grounding import (
    Ground,
    addresses_in,
    facts_of,
    sources_of,
    without_facts,
)

ROWS = {"table": {"columns": ["Quarter", "Revenue"], "rows": [["Q4 2025", 1200000], ["Q3", 7]]}}
MAIL = {
    "id": "mail-77-2",
    "sender": {"name": "Sarah Chen", "email": "Sarah.Chen@company.com"},
    "at": "2026-03-05T15:00:00+00:00",
    "text": "Toledo still sends the old file. Budget: 4,500 EUR, see https://acme.example/a1.",
}


@pytest.mark.parametrize(
    "text",
    [
        "Q4 revenue comes to 1.2 million dollars.",
        "It lists two quarters: in Q3 it was 7.",
        "Sarah Chen (sarah.chen@company.com) wrote on Thursday, March 5 at 3 PM.",
        "Here it is: Toledo sends old files, and 4500 EUR are left.",
        "See https://acme.example/a1 for more, in mail-77-2.",
        "1. First\n2. Then\n3. At last",
        "Nothing to check in here at all.",
        "On the 5th at 15:00.",
    ],
)
def test_what_was_found_may_be_said(text):
    assert Ground(ROWS, MAIL).strays(text) == ()


@pytest.mark.parametrize(
    ("text", "strays"),
    [
        ("Sent to laura@company.com.", ("laura@company.com",)),
        ("I found 9 emails.", ("9",)),
        ("I found eleven emails from him.", ("11",)),
        ("Revenue comes to 1.3 million.", ("1.3e+06",)),
        ("It is in mail-78-9.", ("mail-78-9",)),
        ("Have a look at https://evil.example/x", ("https://evil.example/x",)),
        ("It was sent by Laura on Thursday.", ("Laura",)),
    ],
)
def test_what_nothing_says_is_a_stray(text, strays):
    assert Ground(ROWS, MAIL).strays(text) == strays
    assert not Ground(ROWS, MAIL).holds(text)


def test_a_result_is_made_of_its_items_and_the_rest():
    assert sources_of({"title": "Log", "rows": [[1], [2]], "more": {"at": "x", "tags": ["a"]}}) == (
        [1],
        [2],
        "a",
        {"title": "Log", "more": {"at": "x"}},
    )
    assert sources_of("a text") == ("a text",)
    assert sources_of([]) == ()


def test_very_words_stand_where_they_were_given_whatever_their_case():
    ground = Ground({"id": "mail-77", "unread": True, "label": None, "sizes": (4,)})

    assert ground.says("MAIL-77")
    assert not ground.says("mail-78")
    assert not ground.says("true")


def test_addresses_are_found_anywhere():
    found = addresses_in({"to": ["Bo <bo@x.example>"], "n": 1, "who": {"email": "Al@Y.example"}})
    assert found == {"bo@x.example", "al@y.example"}


@given(st.text(max_size=200))
def test_every_text_stands_on_itself(text):
    assert Ground(text).strays(text) == ()


@given(st.text(max_size=100))
def test_nothing_to_check_stands_anywhere(text):
    assert bool(facts_of(text)) or Ground().holds(text)


def test_the_rows_of_a_table_are_counted_with_and_without_its_head():
    table = Ground({"rows": [["Task", "Owner"], *[["Move", "Ann"]] * 7]})
    assert table.uncounted("Seven tasks are Ann's, in 8 rows.") == ()
    assert table.uncounted("Six tasks are Ann's.") == ("6",)
    assert Ground({"mails": ["a", "b", "c", "d"]}).uncounted("Three mails came.") == ("3",)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Write to ann@acme.com, or see https://acme.com/x.", "Write to *, or see *"),
        ("It costs 4,700.50, at 3pm (room 12).", "It costs *, at * (room *)."),
        ("All eleven of mail-77-2 are there.", "All * of * are there."),
        ("Thanks, I'll ask Grace Lee, Bo or Zoë.", "Thanks, I'll ask *, * or *."),
        ("See you on Thursday. May I? Monday works.", "See you on *. * I? * works."),
        ("Ich danke Ihnen, Frau Müller.", "Ich danke Ihnen, Frau *."),
        ("falcon slips. Falcon slips.", "falcon slips. Falcon slips."),
    ],
)
def test_addresses_numbers_days_and_names_can_be_left_out_of_a_text(text, left):
    assert without_facts(text, "*") == left


@pytest.mark.parametrize(
    ("text", "left"),
    [("Dear Mr. Chen,", "Dear Mr. *,"), ("Hi Team,", "Hi Team,"), ("Hello!", "Hello!")],
)
def test_of_a_greeting_only_the_first_word_is_no_name(text, left):
    assert without_facts(text, "*", opening=True) == left
