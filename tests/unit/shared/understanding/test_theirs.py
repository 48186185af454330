"""Questions about what is theirs, which no service is named in."""

import pytest

from shared.models.world import Link, Thing
from shared.understanding.said import Said
from shared.understanding.theirs import asked_of_theirs

ACME = (
    Link(
        kind="organisation",
        start=14,
        end=18,
        things=(Thing(kind="organisation", name="Acme", id="acme"),),
    ),
)


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("Did we agree on a price?", ()),
        ("somebody sent me two pictures of the lake. who was it", ()),
        ("Where did we want to eat?", ()),
        ("when do we celebrate", ()),
        ("remind me what they promised us", ()),
        ("how much does acme pay", ACME),
    ],
)
def test_a_question_about_what_they_did_or_have_is_looked_for(text, links):
    found = asked_of_theirs(Said("other", 0.9, text, ()), links)

    assert found is not None
    assert (found.task, found.text) == ("find", text)


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("who won the world cup?", ()),
        ("what's the weather in london", ()),
        ("play some jazz", ACME),
        ("how do I cook rice?", ()),
    ],
)
def test_what_is_asked_of_the_world_is_not(text, links):
    assert asked_of_theirs(Said("other", 0.9, text, ()), links) is None


def test_what_is_read_as_a_task_stays_that():
    assert asked_of_theirs(Said("mail_search", 0.4, "did we agree?", ()), ()) is None
