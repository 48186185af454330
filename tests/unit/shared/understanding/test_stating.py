"""One order among what is only said."""

import pytest

from shared.models.reasoning import ConversationContext
from shared.models.world import Thing
from shared.understanding.stating import follow_clause
from tests.support.readings import ReadBefore

BACK = "let it come back {time:Monday}"
STAR = "star {person:Tom's}"
KNOWN = [
    Thing(kind="person", name="Ravi Nair", id="r"),
    Thing(kind="organisation", name="Acme Corp", id="a"),
    Thing(kind="organisation", name="Globex Inc", id="g"),
]


def followed(text, lines):
    reader = ReadBefore(lines).knowing(KNOWN)
    found = follow_clause(text, ConversationContext(), reader)
    assert all(text[one.start : one.end] == one.text for one in found.spans)
    return found.task, [(one.kind, one.text) for one in found.spans]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        (
            "Ravi asks for two testers - not now, let it come back Monday",
            [("person", "Ravi"), ("time", "Monday")],
        ),
        ("so much to do! let it come back Monday", [("time", "Monday")]),
    ],
)
def test_an_order_among_statements_is_about_whom_they_name(text, spans):
    assert followed(text, {BACK: ("mail_snooze", 0.95)}) == ("mail_snooze", spans)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("every time Ravi asks, let it come back Monday", {BACK: ("mail_snooze", 0.95)}),
        ("Ravi asks, let it come back Monday", {BACK: ("mail_snooze", 0.85)}),
        ("let it come back Monday", {}),
        (
            "star Tom's, let it come back Monday",
            {BACK: ("mail_snooze", 0.95), STAR: ("mail_star", 0.95)},
        ),
        ("Ravi asks, what is new", {"what is new": ("mail_search", 0.95)}),
    ],
)
def test_what_is_lasting_unclear_several_or_changes_nothing_is_read_whole(text, lines):
    assert followed(text, lines)[0] == "other"


def test_what_it_is_about_may_stand_in_the_statement():
    whole = "no nerve for {topic:the tender} today, let it come back Monday"
    lines = {whole: ("mail_snooze", 0.5), BACK: ("mail_snooze", 0.95)}

    found = followed("no nerve for the tender today, let it come back Monday", lines)

    assert found == ("mail_snooze", [("topic", "the tender"), ("time", "Monday")])


def test_what_is_read_as_something_of_its_own_stays_that():
    whole = "Ravi asks, {topic:let it come back} Monday"
    lines = {whole: ("mail_search", 0.7), BACK: ("mail_snooze", 0.95)}

    assert followed("Ravi asks, let it come back Monday", lines)[0] == "mail_search"


WHO = {"who do I know at {organisation:Acme}?": ("contact_find", 0.95)}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("from Acme to Globex, who do I know there?", WHO),
        ("off to Acme, who do I know there?", {}),
        ("off to Acme, put him in there", {"put him in at {organisation:Acme}": ("cal_update", 1)}),
        ("who do I know there?", WHO),
    ],
)
def test_what_is_unclear_ordered_or_of_no_one_place_is_not(text, lines):
    found = follow_clause(text, ConversationContext(), ReadBefore(lines).knowing(KNOWN))
    assert (found.task, found.text) == ("other", text)
