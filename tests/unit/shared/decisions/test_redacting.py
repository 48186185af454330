"""Taking addresses, card numbers and secrets out of results."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.redacting import redacted
from shared.decisions.sensitive import CARD, EMAIL
from shared.decisions.sensitive import REDACTED as SECRET

KINDS = ("email", "card", "secret")
RESULTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("kind", "value", "clean"),
    [
        ("email", "Write to ann.lee+x@mail.acme.com, please", f"Write to {EMAIL}, please"),
        ("email", {"from": {"name": "Ann", "email": "a@x.org"}}, {"from": {
            "name": "Ann", "email": EMAIL}}),
        ("email", {"free": {"a@x.org": [1, None, True]}}, {"free": {EMAIL: [1, None, True]}}),
        ("email", {"id": "a@x.org", "thread_id": "b@x.org"}, {
            "id": "a@x.org", "thread_id": "b@x.org"}),
        ("email", ("@here", "a @ b", 4111111111111111), ["@here", "a @ b", 4111111111111111]),
        ("card", "4111 1111 1111 1111 12/27", f"{CARD} 12/27"),
        ("card", "5500-0000-0000-0004", CARD),
        ("card", "378282246310005 and 6011111111111117", f"{CARD} and {CARD}"),
        ("card", {"rows": [[4111111111111111, 12]]}, {"rows": [[CARD, 12]]}),
        ("card", "1 4111111111111111 2", f"1 {CARD} 2"),
        ("card", "4111 1111 1111 1112, 2026-03-04, +44 20 7946 0958",
         "4111 1111 1111 1112, 2026-03-04, +44 20 7946 0958"),
        ("secret", "key sk-abcdefghijklmnop1234 here", f"key {SECRET} here"),
        ("secret", "AKIAABCDEFGHIJKLMNOP xoxb-1234567890-a", f"{SECRET} {SECRET}"),
        ("secret", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----!",
         f"{SECRET}!"),
        ("secret", "the password is hunter2.", f"the password is {SECRET}."),
        ("secret", 'API key: "a b c", ok', f"API key: {SECRET}, ok"),
        ("secret", "https://ann:pw@x.org/a", f"https://ann:{SECRET}@x.org/a"),
        ("secret", "The secret of good tea", "The secret of good tea"),
        ("secret", {"password": "x", "api_key": "", "tokens": "3"}, {
            "password": SECRET, "api_key": "", "tokens": "3"}),
    ],
)  # fmt: skip
def test_what_is_to_be_redacted_is_taken_out(kind, value, clean):
    assert redacted(value, (kind,)) == clean


@given(RESULTS)
def test_nothing_is_touched_where_nothing_is_to_be_redacted(result):
    assert redacted(result, ()) == result


@given(RESULTS, st.sets(st.sampled_from(KINDS)))
def test_redacting_twice_is_redacting_once(result, kinds):
    once = redacted(result, kinds)

    assert redacted(once, kinds) == once


def luhn(digits):
    total = sum(digits[::-2]) + sum(sum(divmod(2 * one, 10)) for one in digits[-2::-2])
    return total % 10 == 0


@given(
    st.lists(st.integers(0, 9), min_size=12, max_size=18),
    st.sampled_from(["", " ", "-"]),
    st.integers(1, 6),
)
def test_no_card_number_is_left_however_it_is_grouped(digits, between, size):
    number = next([*digits, last] for last in range(10) if luhn([*digits, last]))
    said = "".join(map(str, number))
    groups = between.join(said[at : at + size] for at in range(0, len(said), size))

    clean = redacted({"note": [f"Card {groups}, thanks"]}, ("card",))

    assert groups not in json.dumps(clean)
    assert CARD in clean["note"][0]


@given(st.emails(), st.text(max_size=20))
def test_no_address_is_left(address, text):
    domain = address.rpartition("@")[2]
    clean = redacted([f"{text} {address} {text}"], ("email",))

    assert f"@{domain}" not in clean[0].replace(f"@{domain}", "", text.count(f"@{domain}") * 2)
