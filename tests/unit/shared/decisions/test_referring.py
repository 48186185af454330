"""What of a result can be pointed at afterwards."""

import pytest

from shared.decisions.referring import leaves, list_references, referable
from shared.decisions.risk import ToolRules
from shared.models.reasoning import Reference
from shared.models.run import AgentRun, Step, SubAgentResponse, SubAgentResult
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


REPLY = ToolRules(
    item="sent", item_kind="sent", item_label="subject", about="message_id", about_kind="email"
)
SENT = Step(
    tool="reply", arguments={"message_id": "m1"}, result={"sent": {"id": "s1", "subject": "Re: Hi"}}
)


def said(*references):
    return [(one.kind, one.id, one.label, one.ordinal) for one in references]


def test_what_was_answered_is_still_what_is_talked_about():
    found = referable([SENT], {"reply": REPLY})

    assert said(*found) == [("email", "m1", "Hi", 0), ("sent", "s1", "Re: Hi", 0)]
    failed = Step(tool="reply", arguments={"message_id": "m1"})
    assert said(*referable([failed], {"reply": REPLY})) == [("email", "m1", "", 0)]
    new = Step(tool="reply", result=SENT.result)
    assert said(*referable([new], {"reply": REPLY})) == [("sent", "s1", "Re: Hi", 0)]


def test_it_keeps_the_name_and_the_person_it_was_known_by():
    known = Reference(kind="email", id="m1", label="Hi there", ordinal=2, who="ann@x.com")
    response = SubAgentResponse(
        success=True,
        domain="email",
        request="x",
        result=SubAgentResult(),
        references=referable([SENT], {"reply": REPLY}),
    )
    run = AgentRun(id="r", agent="email", request="x", response=response)

    left = leaves(run, (known,))["references"]

    assert left[0] == known.model_copy(update={"ordinal": 0})
    assert said(*left[1:]) == [("sent", "s1", "Re: Hi", 0), ("email", "m1", "Hi there", 2)]


LOOKED = {**RULES, "look": ToolRules(items="found", item_label="label", inside="inside")}
ONE = Step(tool="find_people", result={"people": [{"id": "p1", "name": "Ann"}]})
BESIDES = Step(
    tool="look",
    arguments={"about": "Ann's number"},
    result={"found": [{"kind": "email", "id": "m1", "label": "Hi"}]},
)
SEVERAL = Step(tool="find_people", result={"people": [{"id": "p1"}, {"id": "p2"}]})
AGAIN = Step(
    tool="look",
    arguments={"about": "and her title", "inside": [{"kind": "contact", "id": "p1"}]},
    result={"found": [{"kind": "contact", "id": "p1", "label": "Ann"}, {"id": "m2"}]},
)


def test_the_one_that_was_named_is_talked_about_whatever_was_found_besides():
    assert said(*referable((ONE, BESIDES), LOOKED)) == [
        ("contact", "p1", "Ann", 0),
        ("email", "m1", "Hi", 1),
    ]


def test_who_set_up_what_is_talked_about_is_nobody_who_wrote():
    meeting = Step(
        tool="find_mail",
        result={"mails": [{"id": "e1", "organizer": "tom@x.com", "subject": "Demo"}]},
    )
    mail = BESIDES.model_copy(
        update={"result": {"found": [{"kind": "email", "id": "m1", "from": {"email": "p@y.com"}}]}}
    )
    assert [one.who for one in referable((meeting, mail), LOOKED)] == ["", "p@y.com"]


def test_what_says_the_most_of_what_was_asked_is_told_of_and_so_is_the_mail_that_does():
    found = [{"kind": kind, "id": f"x{at}"} for at, kind in enumerate(("event", *["email"] * 2))]
    look = BESIDES.model_copy(update={"result": {"found": found}})
    assert [one.told for one in referable((look,), LOOKED)] == [True, True, False]


def test_of_several_none_is_talked_about_where_it_was_looked_besides():
    assert said(*referable((SEVERAL, BESIDES), LOOKED)) == [("email", "m1", "Hi", 1)]


def test_what_a_question_goes_on_about_stays_what_is_talked_about_where_it_answers():
    assert said(*referable((AGAIN,), LOOKED))[:2] == [
        ("contact", "p1", "Ann", 0),
        ("contact", "p1", "Ann", 1),
    ]
    elsewhere = AGAIN.model_copy(update={"result": {"found": [{"kind": "email", "id": "m2"}]}})
    assert said(*referable((elsewhere,), LOOKED)) == [("email", "m2", "", 1)]
