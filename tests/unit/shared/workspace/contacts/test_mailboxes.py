"""People in headers and in what somebody types: no name can become an address, or add one."""

from email.header import Header
from email.utils import formataddr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.people import Person, address_of, recipients, text_of
from shared.workspace.contacts.mailboxes import in_header, plain_name, typed

TOM, ANNA = "tom.fischer@company.com", "anna@x.com"
NAMES = st.text(
    st.sampled_from("ab Zé,;:<>()\"'\\@.[]=?ü😀\u202e") | st.characters(codec="utf-8"), max_size=30
)
ADDRESSES = st.sampled_from([TOM, ANNA, "o'neil+x@mail.example.org"])


def pairs(people):
    return [(one.email, one.name) for one in people]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        (
            f"Fischer, Tom <{TOM}>; {ANNA}, Bob",
            [(TOM, "Fischer, Tom"), (ANNA, ""), ("", "Bob")],
        ),
        (f'"Fischer, Tom" <{TOM}>, Bob', [(TOM, "Fischer, Tom"), ("", "Bob")]),
        (f"Bob, {ANNA}", [("", "Bob"), (ANNA, "")]),
        (f"Bob, Fischer, Tom <{TOM}>", [("", "Bob"), (TOM, "Fischer, Tom")]),
        (f"{ANNA}, Tom <{TOM}>", [(ANNA, ""), (TOM, "Tom")]),
        (f"Bob, <{TOM}>", [("", "Bob"), (TOM, "")]),
        (f"{ANNA}\n{TOM}", [(ANNA, ""), (TOM, "")]),
        ("Chen, Sarah", [("", "Chen, Sarah")]),
        ("Bob; Anna", [("", "Bob"), ("", "Anna")]),
        (f"mailto:{ANNA}", [(ANNA, "")]),
        (f"<{ANNA}>,", [(ANNA, "")]),
        (f'"a@b.com, c@d.com" <{TOM}>', [(TOM, "a@b.com, c@d.com")]),
        (f'"Tom \\"T, J\\" Fischer" <{TOM}>', [(TOM, "Tom T, J Fischer")]),
        (f"Tom (a@b.com, Sales) <{TOM}>", [(TOM, "Tom (a@b.com, Sales)")]),
        ("", []),
        (" ; ,", []),
    ],
)
def test_what_is_typed_is_taken_apart_by_one_rule(text, people):
    assert pairs(typed(text)) == people


@pytest.mark.parametrize(
    ("value", "people"),
    [
        (f"Fischer, Tom <{TOM}>, {ANNA}", [(TOM, "Fischer, Tom"), (ANNA, "")]),
        (f'"Fischer, Tom" <{TOM}>', [(TOM, "Fischer, Tom")]),
        (f"=?utf-8?q?Fischer=2C_Tom?= <{TOM}>", [(TOM, "Fischer, Tom")]),
        (f"=?utf-8?q?ceo=40bank=2Eexample=2C?= <{TOM}>", [(TOM, "ceo@bank.example,")]),
        (f"=?utf-8?q?=3Cceo=40bank=2Eexample=3E?= <{TOM}>", [(TOM, "<ceo@bank.example>")]),
        (f"Fischer, =?utf-8?q?T=C3=B6m?= <{TOM}>", [(TOM, "Fischer, Töm")]),
        (f"ceo@bank.example <{TOM}>", [(TOM, "ceo@bank.example")]),
        (f'"ceo <ceo@bank.example>" <{TOM}>', [(TOM, "ceo <ceo@bank.example>")]),
        (f"{TOM} (Fischer, Tom)", [(TOM, "Fischer, Tom")]),
        (f"Team: {TOM}, {ANNA};", [(TOM, ""), (ANNA, "")]),
        (f"=?nonsense?q?x?= <{TOM}>", [(TOM, "=?nonsense?q?x?=")]),
        (f"{ANNA})ceo@bank.example", []),
        ("undisclosed-recipients:;", []),
        ("Fischer", []),
        ("", []),
    ],
)
def test_a_header_s_addresses_are_found_before_its_names_are_read(value, people):
    assert pairs(in_header(value)) == people


@given(st.lists(st.tuples(NAMES, ADDRESSES), min_size=1, max_size=4))
def test_no_name_in_a_header_becomes_or_adds_an_address(people):
    plain = ", ".join(formataddr((" ".join(name.split()), address)) for name, address in people)
    found = in_header(plain)
    assert [one.email for one in found] == [address for _, address in people]
    words = ", ".join(
        f"{Header(name, 'utf-8').encode(maxlinelen=0)} <{address}>" for name, address in people
    )
    assert [one.email for one in in_header(words)] == [address for _, address in people]


@given(st.lists(st.builds(Person, email=ADDRESSES, name=NAMES.map(plain_name)), max_size=4))
def test_people_read_the_same_after_they_are_written(people):
    assert list(typed(", ".join(map(str, people)))) == people
    assert [address_of(str(one)) for one in people] == [one.email for one in people]


@given(st.text(max_size=60))
def test_any_text_is_read(text):
    assert all(not one.email or "@" in one.email or "<" in text for one in typed(text))
    assert all("@" in one.email for one in in_header(text))


@pytest.mark.parametrize(
    ("given_one", "address", "text"),
    [
        ({"email": TOM, "name": "Fischer, Tom"}, TOM, f'"Fischer, Tom" <{TOM}>'),
        ({"email": TOM}, TOM, TOM),
        (f"Fischer, Tom <{TOM}>", TOM, f"Fischer, Tom <{TOM}>"),
        (f"a@b.com <{TOM}> ", TOM, f"a@b.com <{TOM}> "),
        (f" {TOM}", TOM, f" {TOM}"),
        ("Sarah Chen", "Sarah Chen", "Sarah Chen"),
        ({}, "", ""),
    ],
)
def test_somebody_in_arguments_has_an_address_in_either_form(given_one, address, text):
    assert address_of(given_one) == address
    assert text_of(given_one) == text


def test_everybody_whom_arguments_reach_is_known_in_either_form():
    person = {"email": TOM, "name": "Tom"}
    arguments = {"to": [person, ANNA], "cc": "Bob", "add_attendees": person, "bcc": None}
    assert list(recipients(arguments)) == [person, ANNA, "Bob", person]
