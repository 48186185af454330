"""Counting what a conversation costs."""

import json

import pytest

from bench.meter import Meter
from devhost.engine.instance import FunctionRan
from devhost.history import EventType

STARTED, COMPLETED = EventType.ORCHESTRATOR_STARTED, EventType.TASK_COMPLETED


def hand(meter, *histories):
    run = meter.orchestrator(lambda body: body)
    for kinds in histories:
        run(json.dumps({"history": [{"EventType": int(kind)} for kind in kinds]}))


@pytest.mark.parametrize(
    ("histories", "events"),
    [
        ([], ()),
        ([[STARTED]], (3,)),
        ([[STARTED], [STARTED, COMPLETED, STARTED, COMPLETED]], (6,)),
        ([[STARTED], [STARTED, STARTED], [STARTED, COMPLETED]], (4, 4)),
    ],
)
def test_a_generation_has_what_its_orchestrator_was_handed_last_and_its_end(histories, events):
    meter = Meter()

    hand(meter, *histories)

    cost = meter.take()
    assert cost.history == events
    assert cost.longest_history == max(events, default=0)
    assert (cost.episodes, meter.take().episodes) == (len(histories), 0)


def test_a_generation_that_goes_on_after_the_cost_was_taken_counts_again():
    meter = Meter()
    hand(meter, [STARTED])
    meter.take()

    hand(meter, [STARTED, STARTED])

    assert meter.take().history == (4,)


def test_what_the_harness_does_to_tables_can_be_left_out():
    meter = Meter()
    count = meter.table("threads")
    count("get", 1)
    with meter.off():
        count("get", 1)
    count("commit", 3)

    assert meter.take().operations == {("threads", "get"): 1, ("threads", "commit"): 1}
    assert meter.take().operations == {}


def test_orchestrator_runs_are_no_activities():
    meter = Meter()
    for kind in ("orchestrator", "activity", "activity"):
        meter.observe(FunctionRan(kind, "name", "i", 1.0, "succeeded", ""))

    assert meter.take().activities == 2
