"""What of a result can be pointed at afterwards."""

import pytest

from shared.decisions.referring import list_references
from tests.unit.shared.decisions.values import RULES


@pytest.mark.parametrize(
    ("tool", "result", "references"),
    [
        ("find_mail", {"mails": [{"id": 3, "subject": "Hi"}]}, [("email", "3", "Hi", 1)]),
        ("find_mail", {"mails": [{"id": "a"}]}, [("email", "a", "", 1)]),
        ("find_mail", {}, []),
        ("find_mail", [1], []),
        ("read_mail", {"mail": {"id": "a", "subject": "Hi"}}, [("email", "a", "Hi", 0)]),
        ("read_mail", {"mail": None}, []),
    ],
)
def test_what_was_listed_can_be_pointed_at(tool, result, references):
    found = list_references(result, RULES[tool])

    assert [(r.kind, r.id, r.label, r.ordinal) for r in found] == references


@pytest.mark.parametrize(
    ("item", "who"),
    [
        ({"id": "1", "from": {"email": "ann@x.com"}, "email": "no"}, "ann@x.com"),
        ({"id": "1", "from": {}}, ""),
        ({"id": "1", "organizer": "bob@x.com"}, "bob@x.com"),
        ({"id": "1"}, ""),
    ],
)
def test_who_something_comes_from_can_be_pointed_at(item, who):
    (reference,) = list_references({"mails": [item]}, RULES["find_mail"])

    assert reference.who == who


def test_what_has_no_id_cannot_be_pointed_at():
    assert list_references({"mails": [{"subject": "Hi"}]}, RULES["find_mail"]) == ()
