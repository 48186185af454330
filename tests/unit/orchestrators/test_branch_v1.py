"""One of several agents at work: as far as it gets without anybody."""

import pytest

from orchestrators.branch_v1 import branch_v1
from shared.durable import HISTORY_LIMIT, Context
from shared.models.steps import Branched, BranchStart, Progress
from tests.support.drive import RecordingContext, drive

START = BranchStart(thread="k", turn=3, branch=2, execution="e-1")
REF = {"thread": "k", "turn": 3, "branch": 2}
EXECUTE, REASSESS = Progress(move="execute"), Progress(move="reassess")


@pytest.fixture
def sdk():
    return RecordingContext()


def work(sdk, *answers, spent=2):
    return drive(branch_v1(Context(sdk, spent=spent), START), answers)


@pytest.mark.parametrize("success", [True, False])
def test_it_goes_on_until_its_run_is_over(sdk, success):
    over = Progress(move="compose", success=success)

    assert work(sdk, EXECUTE, REASSESS, over) == Branched(branch=2, answered=success)
    assert sdk.scheduled == [(name, REF) for name in ("plan_run", "execute_tool", "reassess_run")]


@pytest.mark.parametrize("move", ["prepare", "ask", "close"])
def test_it_stops_before_what_needs_a_person_or_comes_too_late(sdk, move):
    assert work(sdk, Progress(move=move)) == Branched(branch=2, answered=False)
    assert sdk.names == ["plan_run"]


def test_a_wish_to_stop_ends_it(sdk):
    stopped = Progress(move="execute", stop="cancel")

    assert work(sdk, stopped) == Branched(branch=2, answered=False)


def test_a_long_run_goes_on_in_a_new_generation(sdk):
    work(sdk, EXECUTE, spent=HISTORY_LIMIT)

    assert sdk.continued == [START.model_dump(mode="json")]
    assert sdk.names == ["plan_run"]
