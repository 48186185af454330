"""Filling earlier results into the arguments of a call."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.binding import (
    Unresolved,
    bind,
    come_to_nothing,
    every_item,
    instead_of,
    taken_behind,
)
from tests.unit.shared.decisions.values import people

RESULTS = [people("ann", "bob"), {"mails": [{"id": 7, "tags": {"a.b": 1}}]}, None]


@pytest.mark.parametrize(
    ("value", "bound"),
    [
        ("{1.people.1.name}", "bob"),
        ("{1.people.0}", RESULTS[0]["people"][0]),
        ("{2.mails.0.id}", 7),
        ("mail {2.mails.0.id} of {1.people.0.name}", "mail 7 of ann"),
        ({"to": ["{1.people.0.email}", 3], "n": None}, {"to": ["ann@x.com", 3], "n": None}),
        ("{people.0}", "{people.0}"),
        ("{1}", "{1}"),
        ("{1.people.-1}", "{1.people.-1}"),
        ("{ 1.people }", "{ 1.people }"),
        ("{1.people.*.email}", ["ann@x.com", "bob@x.com"]),
        ("from:{1.people.*.email}", "from:(ann@x.com OR bob@x.com)"),
        ("from:{2.mails.*.id}", "from:7"),
        (["{1.people.*.name}", "carl"], ["ann", "bob", "carl"]),
        (True, True),
    ],
)
def test_references_are_filled_in(value, bound):
    assert bind(value, RESULTS) == bound


@pytest.mark.parametrize(
    "path",
    [
        "1.people.2.name",
        "1.people.x",
        "1.nobody",
        "1.people.0.name.first",
        "0.people",
        "4.people",
        "3.anything",
    ],
)
def test_what_is_not_there_cannot_be_filled_in(path):
    with pytest.raises(Unresolved) as missing:
        bind(f"x {{{path}}}", RESULTS)
    assert missing.value.path == path


@given(st.recursive(st.none() | st.integers() | st.text("ab {}.:"), st.lists, max_leaves=5))
def test_values_without_references_stay_as_they_are(value):
    assert bind(value, []) == value


NESTED = {"to": ["{1.people.0.email}", {"cc": "{1.people.1.email}"}], "limit": 3}


def test_one_of_a_list_can_be_made_all_of_it_wherever_it_is_meant():
    assert every_item(NESTED, 1, "people") == {
        "to": ["{1.people.*.email}", {"cc": "{1.people.*.email}"}],
        "limit": 3,
    }
    assert every_item(NESTED, 2, "people") == NESTED


def test_what_a_step_finds_may_be_taken_from_one_put_behind_it():
    given = {"id": "{2.mails.0.id}", "to": ["{1.people.0.email}", "{3.people.0.email}"]}

    assert taken_behind(given, 2, "mails", "found") == {
        "id": "{3.found.0.id}",
        "to": ["{1.people.0.email}", "{4.people.0.email}"],
    }


def test_a_text_can_stand_for_what_was_not_found_wherever_it_is_meant():
    assert instead_of(NESTED, 1, "Ann") == {"to": ["Ann", {"cc": "Ann"}], "limit": 3}
    assert instead_of(NESTED, 2, "Ann") == NESTED


@pytest.mark.parametrize(
    ("arguments", "nothing"),
    [
        ({"organization": "{1.contact.company}", "limit": 5}, "company"),
        ({"organization": "at {1.contact.company}"}, ""),
        ({"name": "{1.contact.name}"}, ""),
        ({"organization": ""}, ""),
    ],
)
def test_an_argument_that_is_nothing_but_an_empty_text_is_told(arguments, nothing):
    bound = bind(arguments, [{"contact": {"company": "", "name": "Ann"}}])

    assert come_to_nothing(arguments, bound) == nothing
