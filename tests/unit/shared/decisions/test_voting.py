"""When what people say of an agent counts for others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.habits import packed
from shared.decisions.voting import KEPT_VOTES, QUORUM, cast, withdrawn
from shared.models.votes import Vote, Votes
from tests.support.fakes import NOON

MAIL, RENT, LIFT = (packed(np.eye(3, dtype=np.float32)[n]) for n in range(3))
NEARLY_MAIL = packed(np.array([0.9, 0.4359, 0], np.float32))


def vote(by, text="unread emails", point=MAIL):
    return Vote(by=by, text=text, point=point, at=NOON)


def after(*votes):
    counted = Votes()
    for one in votes:
        counted = cast(counted, one)
    return counted


def texts(votes):
    return [known.text for known in votes.agreed]


@pytest.mark.parametrize(
    ("votes", "agreed"),
    [
        ([vote("ann")] * 6, []),
        ([vote("ann", f"unread {n}") for n in range(6)], []),
        ([vote("ann"), vote("bob")] * 3, []),
        ([vote("ann"), vote("bob"), vote("cy")], ["unread emails"]),
        ([vote("ann"), vote("bob", point=NEARLY_MAIL), vote("cy", "new mail")], ["new mail"]),
        ([vote("ann"), vote("bob"), vote("cy", "who owes rent", RENT)], []),
        (
            [vote("ann"), vote("bob"), vote("cy"), vote("dee", "who owes rent", RENT)],
            ["unread emails"],
        ),
        # nor by one of them who says it once more
        ([vote("ann"), vote("bob"), vote("cy"), vote("ann", "new mail")], ["unread emails"]),
        # a person's later vote takes the place of the earlier one
        ([vote("ann"), vote("bob"), vote("ann", "who owes", RENT), vote("cy")], []),
        # what is agreed on is not put in other words by whoever comes next
        ([vote(by, f"mail of {by}") for by in ("ann", "bob", "cy", "dee")], ["mail of cy"]),
    ],
)
def test_only_a_quorum_of_people_counts_for_others(votes, agreed):
    assert texts(after(*votes)) == agreed


def test_what_a_quorum_agreed_on_goes_when_one_of_them_takes_it_back():
    agreed = after(vote("ann"), vote("bob"), vote("cy"))

    assert texts(withdrawn(agreed, "dee", MAIL)) == ["unread emails"]
    assert texts(withdrawn(agreed, "cy", RENT)) == ["unread emails"]
    assert withdrawn(agreed, "cy", NEARLY_MAIL) == after(vote("ann"), vote("bob"))
    assert withdrawn(withdrawn(agreed, "cy"), "cy") == after(vote("ann"), vote("bob"))


def test_whoever_joins_later_keeps_it_up():
    four = after(*(vote(by) for by in ("ann", "bob", "cy", "dee")))
    assert texts(withdrawn(four, "cy", MAIL)) == ["unread emails"]
    assert texts(withdrawn(withdrawn(four, "cy"), "dee")) == []


people = st.sampled_from(["ann", "bob"])
points = st.sampled_from([MAIL, RENT, LIFT, NEARLY_MAIL])
ballots = st.lists(st.builds(vote, people, st.text(min_size=1, max_size=2), points), max_size=30)


@given(ballots)
def test_fewer_people_than_a_quorum_never_move_anybody(votes):
    counted = after(*votes)
    assert len({one.by for one in votes}) < QUORUM
    assert counted.agreed == ()
    assert len(counted.votes) == len({one.by for one in votes})


@given(ballots, people)
def test_a_person_can_take_all_back(votes, who):
    left = withdrawn(after(*votes), who)
    assert all(one.by != who for one in left.votes)


def test_votes_of_many_people_are_capped():
    counted = after(*(vote(f"p{n}", point=LIFT) for n in range(KEPT_VOTES + 5)))
    assert len(counted.votes) == KEPT_VOTES
