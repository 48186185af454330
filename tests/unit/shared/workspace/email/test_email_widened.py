"""A search for mail that is looked for once more, asking for less."""

import pytest

from shared.workspace.email.queries import widest


@pytest.mark.parametrize(
    ("query", "wider"),
    [
        ("from:ann@x.org budget after:2026/01/02", "from:ann@x.org"),
        ("budget fair in:inbox", "in:inbox {budget fair}"),
        ('from:"fair people" early bird in:inbox', "in:inbox {early bird fair people}"),
        ('from:"bob"', "bob"),
        ('(from:ann@x.org OR from:"bob") fair', '(from:ann@x.org OR from:"bob")'),
        ("budget", None),
        ("", None),
    ],
)
def test_the_same_people_or_any_of_the_words(query, wider):
    found = widest({"query": query, "limit": 5})

    assert (found and found["query"]) == wider
