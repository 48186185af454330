"""What turns cost in history, activities and table operations, however long a thread gets."""

from dataclasses import replace

import pytest

from bench.turns import SARAH, after_a_while, journeys, long_thread, spread, ten_approvals
from bench.world import THREAD, MeteredWorld
from shared.conversation.doorbell import instance_id
from tests.support.simulation import World
from tests.support.ten_steps import (
    COMMAND,
    STEPS,
    Notebook,
    accept_by_id,
    accept_in_chat,
    answer_all,
    ten_steps,
)

BUDGET = 100
"""History events per generation: replaying costs time for each."""
SIMPLE_TURN, EPISODE = 20, 2
"""Of those, what a turn may have that needs nobody, and what each run of an orchestrator adds."""
CALLS, LATER, SPREAD = 27, 29, 59
"""Table calls of such a turn: at once, after a minute, and if each activity had a new worker."""
CREATE = "Create an agent that files my invoices"
"""Answered in one piece, so that a slow machine cannot split the text into more batches."""


async def test_both_journeys_stay_within_the_history_budget():
    for measured in await journeys():
        assert 0 < measured.cost.longest_history < BUDGET, measured


async def test_a_simple_turn_takes_four_activities_and_few_table_calls():
    second, last = await long_thread(10)
    turns = [(second, CALLS), (last, CALLS), (await after_a_while(), LATER)]

    for measured, most in (*turns, (await spread(), SPREAD)):
        assert 0 < measured.cost.operations.total() <= most, measured
        assert (measured.cost.activities, len(measured.cost.history)) == (4, 1)
        assert measured.cost.longest_history <= SIMPLE_TURN


async def test_the_meter_counts_what_the_journal_holds():
    async with MeteredWorld() as world:
        await world.ask(SARAH, "m1")

        recorded = world.engine.history(instance_id(world.key(THREAD)))

        assert world.meter.take().history == (len(recorded),)


async def test_ten_approved_steps_take_several_generations_each_within_the_budget():
    measured = await ten_approvals()

    assert len(measured.cost.history) > 1
    assert measured.cost.longest_history < BUDGET


@pytest.mark.parametrize("accept", [accept_by_id, accept_in_chat])
async def test_each_of_ten_steps_is_asked_about_and_done_once(accept):
    notebook = Notebook()
    async with World(**ten_steps(notebook)) as world:
        await world.say(COMMAND, "m1")

        assert await answer_all(world, accept) == STEPS

        assert notebook.calls == await notebook.written() == list(range(1, STEPS + 1))
        turn = await world.turn(1)
        assert (turn.questions, turn.outcome) == (STEPS, "answered")


@pytest.mark.no_cover  # what these two hundred turns run, other tests cover
async def test_turn_200_of_a_thread_costs_exactly_what_turn_2_cost():
    second, last = await long_thread(200, CREATE)

    assert replace(last.cost, history=()) == replace(second.cost, history=())
    # the two activities that run side by side report in one episode of the orchestrator or in two
    assert abs(last.cost.longest_history - second.cost.longest_history) in {0, EPISODE}
    assert max(last.cost.longest_history, second.cost.longest_history) <= SIMPLE_TURN
    assert second.cost.activities > 0
