from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.gmail_query import (
    EVERYTHING,
    Attached,
    Either,
    Every,
    Involves,
    Labelled,
    Not,
    Says,
    Since,
    parse,
)


def word(text, place="anywhere"):
    return Says(place, (text,))


A, B, C = word("a"), word("b"), word("c")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", EVERYTHING),
        ("   ", EVERYTHING),
        ("a", A),
        ("a b", Every((A, B))),
        ("a AND b", Every((A, B))),
        ("a OR b", Either((A, B))),
        ("a|b", Either((A, B))),
        ("a OR b OR c", Either((A, B, C))),
        ("a OR b c", Every((Either((A, B)), C))),
        ("c a OR b", Every((C, Either((A, B))))),
        ("a or b", Every((A, word("or"), B))),
        ("{a b}", Either((A, B))),
        ("{a}", A),
        ("(a b) OR c", Either((Every((A, B)), C))),
        ("-a", Not(A)),
        ("--a", A),
        ("-(a b)", Not(Every((A, B)))),
        ("a OR -b", Either((A, Not(B)))),
        ("e-mail", Says("anywhere", ("e", "mail"))),
        ('"a b"', Says("anywhere", ("a", "b"), exact=True)),
        ("from:Sarah", Involves("from", "sarah")),
        ("FROM:sarah", Involves("from", "sarah")),
        ("from: sarah", Involves("from", "sarah")),
        ('to:"John Doe"', Involves("to", "john doe")),
        ("from:<a@b.com>", Involves("from", "a@b.com")),
        ("cc:me", Involves("cc", "me")),
        ("from:(a OR b)", Either((Involves("from", "a"), Involves("from", "b")))),
        ("from:{a b}", Either((Involves("from", "a"), Involves("from", "b")))),
        ("subject:(a b)", Every((word("a", "subject"), word("b", "subject")))),
        ('subject:"a b"', Says("subject", ("a", "b"), exact=True)),
        ("filename:report.pdf", Says("filename", ("report", "pdf"))),
        ("is:unread", Labelled("unread")),
        ("is:read", Not(Labelled("unread"))),
        ("in:Sent", Labelled("sent")),
        ("in:anywhere", EVERYTHING),
        ("label:important", Labelled("important")),
        ("has:attachment", Attached()),
        ("has:attachments", Attached()),
        ("after:2026/07/01", Since(date(2026, 7, 1))),
        ("after:2026-7-1", Since(date(2026, 7, 1))),
        ("before:2026/07/01", Not(Since(date(2026, 7, 1)))),
        ("newer_than:14d", Since(14)),
        ("after:14d", Since(14)),
        ("newer_than:2M", Since(60)),
        ("older_than:1y", Not(Since(365))),
    ],
)
def test_queries_mean(query, expected):
    assert parse(query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('"a b', Says("anywhere", ("a", "b"), exact=True)),
        ("(a b", Every((A, B))),
        ("a) b", Every((A, B))),
        ("{a b", Either((A, B))),
        ("()", EVERYTHING),
        ("{}", EVERYTHING),
        ("a OR", A),
        ("OR a", A),
        ("a OR OR b", Either((A, B))),
        ("-", EVERYTHING),
        ("a -", A),
        ("*** !", EVERYTHING),
        ("from:", EVERYTHING),
        ("from: ) a", A),
        ("mood:happy", Says("anywhere", ("mood", "happy"))),
        ("has:milk", Says("anywhere", ("has", "milk"))),
        ("after:yesterday", Says("anywhere", ("after", "yesterday"))),
        ("after:2026/13/45", Says("anywhere", ("after", "2026", "13", "45"))),
        ("newer_than:99999d", Says("anywhere", ("newer", "than", "99999d"))),
    ],
)
def test_malformed_queries_are_read_leniently(query, expected):
    assert parse(query) == expected


@given(st.text(alphabet='ab(){}"|-: *OR/0', max_size=60) | st.text(max_size=60))
def test_any_text_is_a_query(query):
    parse(query)


@pytest.mark.parametrize("opener", ["(", "{", "-(", "from:(", "-", '"'])
def test_deep_nesting_is_harmless(opener):
    parse(opener * 5_000 + "a")
