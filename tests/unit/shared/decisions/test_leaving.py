"""What somebody made passes on, or goes with them; nothing becomes everybody's by it."""

import pytest

from shared.decisions.leaving import left, unnamed
from shared.models.agent import Agent, AgentRecord, RunOutcome
from tests.support.fakes import NOON

ANN, BOB, CY = "ann", "bob", "cy"


def agent(**fields):
    return Agent(id="a", name="A", description="d", created_at=NOON, **fields)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # who owns it, who edits it, who may run it
        ((ANN, (), ()), ("", (), ())),
        ((ANN, (BOB, CY), ()), (BOB, (CY,), ())),
        ((ANN, (), (ANN, BOB)), ("", (), (BOB,))),
        ((ANN, (BOB,), (ANN,)), (BOB, (), (BOB,))),
        ((BOB, (ANN,), (ANN,)), (BOB, (), (BOB,))),
        ((BOB, (ANN, CY), ()), (BOB, (CY,), ())),
        ((BOB, (), (CY,)), (BOB, (), (CY,))),
        ((ANN, (), (ANN,)), None),
        (("", (), (ANN,)), None),
        ((ANN, (ANN,), (ANN,)), None),
    ],
)
def test_what_becomes_of_an_agent(before, after):
    owner, editors, users = before
    found = left(agent(owner=owner, editors=editors, users=users, origin="o"), ANN)
    assert (found and (found.owner, found.editors, found.users)) == after
    if found is not None:
        assert found.created_at == NOON
        assert found.origin == ("" if owner == ANN else "o")


def test_how_runs_ended_stays_without_the_conversations_they_were_in():
    def outcome(turn):
        return RunOutcome(turn=turn, succeeded=True, milliseconds=5, at=NOON)

    record = AgentRecord(agent="a", outcomes=(outcome("t1/1"), outcome("t2/1"), outcome("t1/12")))
    assert [one.turn for one in unnamed(record, {"t1"}).outcomes] == ["", "t2/1", ""]
