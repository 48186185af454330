"""An activity holds several steps: whatever write the process dies after, people see the same."""

import pytest

from tests.support.deadly import Deadly, play
from tests.support.simulation import World

pytestmark = pytest.mark.no_cover  # what these many turns run, other tests cover

JOURNEYS = {
    "finding mail": ["Show me emails from Sarah about the budget"],
    "which John": ["Show me emails from John", "The client"],
    "a change": ["@email send an email to sarah.chen@company.com saying hi", "yes"],
    "a question in between": [
        "@email send an email to sarah.chen@company.com saying hi",
        "what's on my calendar tomorrow?",
        "yes",
    ],
    "an order besides": [
        "@email send an email to sarah.chen@company.com saying hi",
        "and schedule a meeting with Sarah Chen tomorrow at 10am",
        "yes",
        "yes",
    ],
    "making an agent": ["Create an agent that files my invoices"],
}


def world(deadly, journal):
    return World(table=deadly.table, journal=journal)


@pytest.mark.parametrize("journey", JOURNEYS)
async def test_the_process_may_die_after_any_write(journey, tmp_path):
    lines, calm = JOURNEYS[journey], Deadly()
    undisturbed = await play(lines, calm, world(calm, tmp_path / "calm"))

    for at in range(1, calm.seen + 1):
        deadly = Deadly(at)
        outcome = await play(lines, deadly, world(deadly, tmp_path / str(at)))

        assert outcome == undisturbed, f"after write {at} of {calm.seen}"
