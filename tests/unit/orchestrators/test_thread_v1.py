from datetime import UTC, datetime

import pytest

from orchestrators.delegation import BRANCH_TIME
from orchestrators.thread_v1 import thread_v1
from shared.durable import HISTORY_LIMIT, Context
from shared.models.intent import ActionType
from shared.models.steps import (
    Analysis,
    AskedQuestion,
    Discovery,
    Done,
    OpenedTurn,
    Parked,
    Progress,
    TakenReply,
    ThreadStart,
)
from tests.support.drive import NOW, RecordingContext, arrives, drive
from tests.unit.shared.decisions.values import candidate

START = ThreadStart(thread="k", execution="e-1")
REF = {"thread": "k", "turn": 1}
TURN = {**REF, "branch": 0}
SEARCH = ("discover_agents", {**REF, "name": None})
EMAIL = candidate("email")
OPEN = ("open_turn", {"thread": "k", "execution": "e-1"})
EMPTY = OpenedTurn(status="empty", etag="etag-9")
PARKED, LOST = Parked(parked=True), Parked(parked=False)
CLOSE = Progress(move="close")
ASKED = AskedQuestion(
    status="open",
    request="q-1-1",
    event="reply-q-1-1",
    deadline=datetime(2026, 3, 2, tzinfo=UTC),
)


def opened(move="route", stop=None, status="open", **changes):
    where = Progress(move=move, stop=stop)
    return OpenedTurn(status=status, turn=1, progress=where, **changes)


def closing(stop=None, *, failed=False):
    return ("close_turn", {**REF, "stop": stop, "failed": failed})


@pytest.fixture
def sdk():
    return RecordingContext()


def converse(sdk, *answers, spent=2):
    assert drive(thread_v1(Context(sdk, spent=spent), START), answers) == Done()


# --- between turns


def test_an_empty_thread_is_parked_under_the_etag_it_was_found_empty_at(sdk):
    converse(sdk, EMPTY, PARKED)

    assert sdk.scheduled == [OPEN, ("park", {"thread": "k", "etag": "etag-9"})]
    assert sdk.continued == []


def test_losing_the_race_to_park_looks_again(sdk):
    converse(sdk, EMPTY, LOST, opened("close"), Done(), EMPTY, PARKED)

    assert sdk.names == ["open_turn", "park", "open_turn", "close_turn", "open_turn", "park"]


def test_a_deleted_thread_is_let_go(sdk):
    converse(sdk, OpenedTurn(status="gone"))

    assert sdk.scheduled == [OPEN]


def test_turns_are_taken_one_after_another(sdk):
    converse(sdk, opened("close"), Done(), opened("close"), Done(), OpenedTurn(status="gone"))

    assert sdk.scheduled == [OPEN, closing(), OPEN, closing(), OPEN]


# --- a turn


def test_a_message_is_analysed_and_ranked_side_by_side_then_followed(sdk):
    analysis = Analysis(action=ActionType.EXECUTE, confidence=0.9, agents=("email",))

    converse(
        sdk,
        opened("route"),
        [analysis, Discovery(candidates=(EMAIL,))],
        Progress(move="plan"),
        Progress(move="execute"),
        Progress(move="reassess"),
        Progress(move="compose"),
        CLOSE,
        Done(),
        EMPTY,
        PARKED,
    )

    assert sdk.names == [
        "open_turn",
        "analyze_intent",
        "discover_agents",
        "follow_decision",
        "plan_run",
        "execute_tool",
        "reassess_run",
        "compose_reply",
        "close_turn",
        "open_turn",
        "park",
    ]
    kind, tasks = sdk.yielded[0]
    assert (kind, tasks) == ("all", [("analyze_intent", TURN), SEARCH])
    followed = sdk.scheduled[3][1]
    assert (followed["thread"], followed["turn"]) == ("k", 1)
    assert (followed["decision"]["kind"], followed["decision"]["agent"]) == ("run", "email")
    assert sdk.scheduled[4:8] == [
        (name, TURN) for name in ("plan_run", "execute_tool", "reassess_run", "compose_reply")
    ]
    assert sdk.scheduled[8] == closing()


def test_a_mention_is_searched_by_name_and_followed_without_analysis(sdk):
    found = Discovery(candidates=(EMAIL,))

    converse(sdk, opened("route", mention="Email"), found, CLOSE, Done(), EMPTY, PARKED)

    assert sdk.names[1:4] == ["discover_agents", "follow_decision", "close_turn"]
    assert sdk.scheduled[1][1] == {**REF, "name": "Email"}
    assert sdk.scheduled[2][1]["decision"]["agent"] == "email"
    assert sdk.yielded == []


def test_after_a_question_the_message_is_routed_anew_whatever_name_it_began_with(sdk):
    closest = Discovery(closest=(EMAIL,))
    analysis = Analysis(action=ActionType.EXECUTE, confidence=0.9)

    converse(
        sdk,
        opened("route", mention="emial"),
        closest,
        Progress(move="ask"),
        ASKED,
        arrives,
        TakenReply(progress=Progress(move="route")),
        [analysis, Discovery(candidates=(EMAIL,), rounds=1)],
        CLOSE,
        Done(),
        EMPTY,
        PARKED,
    )

    assert sdk.names[1:4] == ["discover_agents", "follow_decision", "ask"]
    assert sdk.names[7:10] == ["analyze_intent", "discover_agents", "follow_decision"]
    assert sdk.scheduled[8] == SEARCH
    assert sdk.scheduled[2][1]["decision"]["question"] == "choice"
    assert sdk.scheduled[9][1]["decision"]["agent"] == "email"


def test_no_fourth_question_is_followed(sdk):
    vague = Analysis(action=ActionType.AMBIGUOUS, confidence=0.9)

    converse(sdk, opened("route"), [vague, Discovery(rounds=3)], CLOSE, Done(), EMPTY, PARKED)

    assert sdk.scheduled[3][1]["decision"]["kind"] == "say"


@pytest.mark.parametrize("move", ["plan", "execute", "reassess", "compose"])
def test_a_turn_goes_on_where_it_stopped(sdk, move):
    activity = {
        "plan": "plan_run",
        "execute": "execute_tool",
        "reassess": "reassess_run",
        "compose": "compose_reply",
    }

    converse(sdk, opened(move), CLOSE, Done(), EMPTY, PARKED)

    assert sdk.scheduled[1] == (activity[move], TURN)


def test_a_mention_counts_only_while_routing(sdk):
    converse(sdk, opened("compose", mention="email"), CLOSE, Done(), EMPTY, PARKED)

    assert "follow_decision" not in sdk.names


def test_a_question_is_asked_and_its_answer_gone_on_with(sdk):
    converse(
        sdk,
        opened("ask"),
        ASKED,
        arrives,
        TakenReply(progress=Progress(move="compose")),
        CLOSE,
        Done(),
        EMPTY,
        PARKED,
    )

    assert sdk.names[1:7] == ["ask", "wait", "timer", "take_reply", "compose_reply", "close_turn"]
    assert sdk.continued == []


def test_being_woken_early_waits_again_in_a_fresh_generation(sdk):
    woken = TakenReply(progress=Progress(move="ask"), woken_early=True)

    converse(sdk, opened("ask"), ASKED, arrives, woken)

    assert sdk.names == ["open_turn", "ask", "wait", "timer", "take_reply"]
    assert sdk.continued == [{"thread": "k", "execution": "e-1"}]


# --- ends


@pytest.mark.parametrize("stop", ["cancel", "interrupt", "delete"])
@pytest.mark.parametrize("move", ["route", "ask", "execute", "compose"])
def test_a_wish_to_stop_is_honoured_before_the_next_step(sdk, stop, move):
    converse(sdk, opened(move, stop), Done(), EMPTY, PARKED)

    assert sdk.scheduled[1] == closing(stop)


@pytest.mark.parametrize("stop", ["cancel", "interrupt", "delete"])
def test_a_wish_to_stop_that_comes_with_a_step_ends_the_turn(sdk, stop):
    converse(sdk, opened("plan"), Progress(move="execute", stop=stop), Done(), EMPTY, PARKED)

    assert sdk.names[1:3] == ["plan_run", "close_turn"]
    assert sdk.scheduled[2] == closing(stop)


@pytest.mark.parametrize("move", ["route", "ask", "execute"])
def test_a_turn_that_failed_too_often_is_closed_at_once(sdk, move):
    converse(sdk, opened(move, status="exhausted"), Done(), EMPTY, PARKED)

    assert sdk.scheduled[1] == closing(failed=True)


# --- long histories


def test_near_the_limit_a_turn_goes_on_in_the_next_generation(sdk):
    executing = Progress(move="execute")
    steps = (HISTORY_LIMIT - 2) // 4 - 1

    converse(sdk, opened("execute"), *[executing] * steps, spent=4)

    assert sdk.names == ["open_turn", *["execute_tool"] * steps]
    assert sdk.continued == [{"thread": "k", "execution": "e-1"}]


def test_the_last_step_of_a_turn_is_taken_before_the_generation_ends(sdk):
    converse(sdk, opened("close"), Done(), spent=HISTORY_LIMIT - 4)

    assert sdk.names == ["open_turn", "close_turn"]
    assert sdk.continued == [{"thread": "k", "execution": "e-1"}]


def test_losing_the_race_to_park_near_the_limit_looks_again_in_the_next_generation(sdk):
    converse(sdk, EMPTY, LOST, spent=HISTORY_LIMIT)

    assert sdk.names == ["open_turn", "park"]
    assert sdk.continued == [{"thread": "k", "execution": "e-1"}]


def test_an_empty_thread_is_parked_even_near_the_limit(sdk):
    converse(sdk, EMPTY, PARKED, spent=HISTORY_LIMIT)

    assert sdk.continued == []


def test_no_generation_grows_beyond_a_hundred_events(sdk):
    context = Context(sdk)
    woken = TakenReply(progress=Progress(move="execute"))
    asking = [Progress(move="execute")] * 15 + [Progress(move="ask"), ASKED, arrives, woken]

    drive(thread_v1(context, START), [opened("execute"), *asking])

    assert context.spent < 100
    assert sdk.continued


# --- several agents


def delegated(**changes):
    where = Progress(move="delegate", branches=2, **changes)
    return OpenedTurn(status="open", turn=1, progress=where)


def branched(number, *, answered=True):
    return {"branch": number, "answered": answered}


def test_several_agents_work_side_by_side_and_are_joined(sdk):
    both = (sdk.reports(1, branched(2)), sdk.reports(0, branched(1)))
    converse(sdk, delegated(), *both, Progress(move="compose"), CLOSE, Done(), EMPTY, PARKED)

    assert sdk.names == [
        "open_turn",
        "branch_v1",
        "branch_v1",
        "timer",
        "join_branches",
        "compose_reply",
        "close_turn",
        "open_turn",
        "park",
    ]
    (one, first), (two, second) = (input_ for _, input_ in sdk.scheduled[1:3])
    assert one != two
    assert (first["branch"], second["branch"], first["execution"]) == (1, 2, "e-1")
    assert sdk.timers[0].deadline == NOW + BRANCH_TIME
    assert sdk.timers[0].cancelled


def test_children_of_another_execution_are_others(sdk):
    other = RecordingContext()
    for context, execution in ((sdk, "e-1"), (other, "e-2")):
        start = ThreadStart(thread="k", execution=execution)
        late = (lambda tasks: tasks[-1], CLOSE, Done(), EMPTY, PARKED)
        drive(thread_v1(Context(context), start), (delegated(), *late))

    assert sdk.scheduled[1][1][0] != other.scheduled[1][1][0]


@pytest.mark.parametrize(("answered", "waits"), [(True, 1), (False, 2)])
def test_where_one_is_enough_the_first_that_answers_ends_the_wait(sdk, answered, waits):
    reports = [sdk.reports(0, branched(1, answered=answered)), sdk.reports(1, branched(2))]
    converse(sdk, delegated(enough=True), *reports[:waits], CLOSE, Done(), EMPTY, PARKED)

    assert len(sdk.yielded) == waits
