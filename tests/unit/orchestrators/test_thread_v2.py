from datetime import UTC, datetime

import pytest

from orchestrators.delegation import BRANCH_TIME
from orchestrators.thread_v2 import thread_v2
from shared.durable import HISTORY_LIMIT, Context
from shared.models.intent import ActionType
from shared.models.steps import (
    Analysis,
    Answered,
    AskedQuestion,
    Discovery,
    Done,
    Found,
    GoneOn,
    OpenedTurn,
    Progress,
    TakenReply,
    ThreadStart,
    Understood,
)
from tests.support.drive import NOW, RecordingContext, drive
from tests.unit.shared.decisions.values import candidate

START = ThreadStart(thread="k", execution="e-1")
GIVEN = {"thread": "k", "execution": "e-1"}
REF = {"thread": "k", "turn": 1}
TURN = {**REF, "branch": 0}
EMAIL = candidate("email")
NOTHING = [Understood(opened=OpenedTurn(status="empty")), Found()]
GONE = [Understood(opened=OpenedTurn(status="gone")), Found()]
BEGIN = ["understand_turn", "search_agents"]
GO_ON = ("go_on", {**REF, "decision": None})
CLOSE = Progress(move="close")
MORE, LAST = Answered(more=True), Answered()
ANALYSIS = Analysis(action=ActionType.EXECUTE, confidence=0.9, agents=("email",))
ASKED = AskedQuestion(
    status="open",
    request="q-1-1",
    event="reply-q-1-1",
    deadline=datetime(2026, 3, 2, tzinfo=UTC),
)
ASKING = GoneOn(progress=Progress(move="ask"), asked=ASKED)
TAKE = ("take_reply", {**REF, "request": "q-1-1", "timed_out": False})


def begun(move="route", stop=None, status="open", found=None, analysis=None, **changes):
    """What the two activities give that a turn begins with."""
    where = Progress(move=move, stop=stop)
    opened = OpenedTurn(status=status, turn=1, seq=1, progress=where, **changes)
    return [
        Understood(opened=opened, analysis=analysis),
        Found(seq=1, discovery=found or Discovery()),
    ]


def gone_on(move, **changes):
    return GoneOn(progress=Progress(move=move, **changes))


def closing(stop=None, *, failed=False):
    return ("answer_turn", {**REF, "stop": stop, "failed": failed})


def comes(_wait):
    """Answer a wait: its event."""


@pytest.fixture
def sdk():
    return RecordingContext()


def converse(sdk, *answers, spent=2):
    assert drive(thread_v2(Context(sdk, spent=spent), START), answers) == Done()


# --- between turns


@pytest.mark.parametrize("found", [NOTHING, GONE])
def test_a_thread_without_work_is_let_go(sdk, found):
    converse(sdk, found)

    assert sdk.scheduled == [(name, GIVEN) for name in BEGIN]
    assert sdk.continued == []


def test_turns_are_taken_one_after_another(sdk):
    converse(sdk, begun("close"), MORE, begun("close"), LAST)

    assert sdk.names == [*BEGIN, "answer_turn", *BEGIN, "answer_turn"]


def test_the_last_turn_ends_it_without_another_look(sdk):
    converse(sdk, begun("close"), LAST)

    assert sdk.scheduled[2:] == [closing()]
    assert sdk.continued == []


# --- a turn


def test_a_simple_turn_takes_four_activities_two_of_them_side_by_side(sdk):
    routed = begun(analysis=ANALYSIS, found=Discovery(candidates=(EMAIL,)))

    converse(sdk, routed, gone_on("compose"), LAST)

    assert sdk.names == [*BEGIN, "go_on", "answer_turn"]
    ((kind, tasks),) = sdk.yielded
    assert (kind, tasks) == ("all", [(name, GIVEN) for name in BEGIN])
    followed = sdk.scheduled[2][1]
    assert (followed["thread"], followed["turn"]) == ("k", 1)
    assert (followed["decision"]["kind"], followed["decision"]["agent"]) == ("run", "email")
    assert sdk.scheduled[3] == closing()


def test_a_mention_is_followed_without_analysis(sdk):
    found = Discovery(candidates=(EMAIL,))

    converse(sdk, begun(mention="Email", found=found), gone_on("compose"), LAST)

    assert sdk.names == [*BEGIN, "go_on", "answer_turn"]
    assert sdk.scheduled[2][1]["decision"]["agent"] == "email"


def test_agents_found_for_another_message_are_searched_again(sdk):
    """The run of the message that was looked at was cancelled before the turn was opened."""
    understood, _ = begun(analysis=ANALYSIS)
    other = Found(seq=7, discovery=Discovery(candidates=(candidate("slack"),)))
    again = Discovery(candidates=(EMAIL,))

    converse(sdk, [understood, other], again, gone_on("compose"), LAST)

    assert sdk.scheduled[2] == ("discover_agents", {**REF, "name": None})
    assert sdk.scheduled[3][1]["decision"]["agent"] == "email"


def test_no_fourth_question_is_followed(sdk):
    vague = Analysis(action=ActionType.AMBIGUOUS, confidence=0.9)

    converse(sdk, begun(analysis=vague, found=Discovery(rounds=3)), gone_on("compose"), LAST)

    assert sdk.scheduled[2][1]["decision"]["kind"] == "say"


@pytest.mark.parametrize("move", ["plan", "prepare", "execute", "reassess", "converse", "ask"])
def test_a_turn_goes_on_where_it_stopped(sdk, move):
    converse(sdk, begun(move), gone_on("close"), LAST)

    assert sdk.scheduled[2:] == [GO_ON, closing()]


@pytest.mark.parametrize(
    ("where", "activity"),
    [
        (Progress(move="execute", effect=True), "execute_tool"),
        (Progress(move="apply"), "apply_draft"),
    ],
)
def test_what_changes_something_has_an_activity_of_its_own(sdk, where, activity):
    after = Progress(move="plan")

    converse(sdk, begun("plan"), GoneOn(progress=where), after, gone_on("compose"), LAST)

    assert sdk.scheduled[2:] == [GO_ON, (activity, TURN), GO_ON, closing()]


def test_a_reading_call_that_took_its_time_is_gone_on_from(sdk):
    converse(sdk, begun("plan"), gone_on("execute"), gone_on("compose"), LAST)

    assert sdk.scheduled[2:] == [GO_ON, GO_ON, closing()]


def test_an_answer_that_has_to_wait_for_something_is_given_after_it(sdk):
    waiting = Answered(progress=Progress(move="plan"))

    converse(sdk, begun("compose"), waiting, gone_on("compose"), LAST)

    assert sdk.scheduled[2:] == [closing(), GO_ON, closing()]


# --- questions


def test_a_question_is_waited_for_without_a_timer_and_its_answer_gone_on_with(sdk):
    replied = TakenReply(progress=Progress(move="execute", effect=True))

    converse(sdk, begun("plan"), ASKING, comes, replied, Progress(move="compose"), LAST)

    assert sdk.scheduled[2:] == [
        GO_ON,
        ("wait", "reply-q-1-1"),
        TAKE,
        ("execute_tool", TURN),
        closing(),
    ]
    assert sdk.timers == []


def test_an_approved_call_takes_six_activities(sdk):
    routed = begun(analysis=ANALYSIS, found=Discovery(candidates=(EMAIL,)))
    replied = TakenReply(progress=Progress(move="execute", effect=True))

    converse(sdk, routed, ASKING, comes, replied, Progress(move="compose"), LAST)

    assert len([name for name in sdk.names if name != "wait"]) == 6


def test_an_answer_that_is_there_already_is_not_waited_for(sdk):
    settled = ASKING.model_copy(update={"asked": ASKED.model_copy(update={"status": "settled"})})

    converse(sdk, begun("ask"), settled, TakenReply(progress=CLOSE), LAST)

    assert sdk.scheduled[2:] == [GO_ON, TAKE, closing()]


def test_after_a_question_the_message_is_understood_anew(sdk):
    asking = begun(mention="emial", found=Discovery(closest=(EMAIL,)))
    again = begun(analysis=ANALYSIS, found=Discovery(candidates=(EMAIL,), rounds=1))
    replied = TakenReply(progress=Progress(move="route"))

    converse(sdk, asking, ASKING, comes, replied, again, gone_on("compose"), LAST)

    assert sdk.names == [*BEGIN, "go_on", "wait", "take_reply", *BEGIN, "go_on", "answer_turn"]
    assert sdk.scheduled[2][1]["decision"]["question"] == "choice"
    assert sdk.scheduled[7][1]["decision"]["agent"] == "email"


def test_being_woken_early_waits_again_in_a_fresh_generation(sdk):
    woken = TakenReply(progress=Progress(move="ask"), woken_early=True)

    converse(sdk, begun("ask"), ASKING, comes, woken)

    assert sdk.names == [*BEGIN, "go_on", "wait", "take_reply"]
    assert sdk.continued == [GIVEN]


# --- ends


@pytest.mark.parametrize("stop", ["cancel", "interrupt", "delete"])
@pytest.mark.parametrize("move", ["route", "ask", "execute", "compose"])
def test_a_wish_to_stop_is_honoured_before_the_next_step(sdk, stop, move):
    converse(sdk, begun(move, stop), LAST)

    assert sdk.scheduled[2:] == [closing(stop)]


@pytest.mark.parametrize("stop", ["cancel", "interrupt", "delete"])
def test_a_wish_to_stop_that_comes_with_a_step_ends_the_turn(sdk, stop):
    converse(sdk, begun("plan"), gone_on("execute", stop=stop, effect=True), LAST)

    assert sdk.scheduled[2:] == [GO_ON, closing(stop)]


@pytest.mark.parametrize("move", ["route", "ask", "execute"])
def test_a_turn_that_failed_too_often_is_closed_at_once(sdk, move):
    converse(sdk, begun(move, status="exhausted"), LAST)

    assert sdk.scheduled[2:] == [closing(failed=True)]


# --- long histories


def test_near_the_limit_a_turn_goes_on_in_the_next_generation(sdk):
    executing = Progress(move="execute", effect=True)
    effects = (HISTORY_LIMIT - 4 - 8 - 4) // 4

    converse(
        sdk,
        begun("execute"),
        gone_on("execute", effect=True),
        *[executing] * effects,
        spent=4,
    )

    assert sdk.names == [*BEGIN, "go_on", *["execute_tool"] * effects]
    assert sdk.continued == [GIVEN]


def test_the_last_step_of_a_turn_is_taken_before_the_generation_ends(sdk):
    converse(sdk, begun("close"), MORE, spent=HISTORY_LIMIT - 4)

    assert sdk.names == [*BEGIN, "answer_turn"]
    assert sdk.continued == [GIVEN]


def test_no_generation_grows_beyond_a_hundred_events(sdk):
    context = Context(sdk)
    moves = [gone_on("execute")] * 14
    woken = TakenReply(progress=Progress(move="execute"))

    drive(thread_v2(context, START), [begun("execute"), *moves, ASKING, comes, woken])

    assert context.spent < 100
    assert sdk.continued


# --- several agents


def delegated(**changes):
    where = Progress(move="delegate", branches=2, **changes)
    opened = OpenedTurn(status="open", turn=1, seq=1, progress=where)
    return [Understood(opened=opened), Found(seq=1)]


def branched(number, *, answered=True):
    return {"branch": number, "answered": answered}


def test_several_agents_work_side_by_side_and_are_joined(sdk):
    both = (sdk.reports(1, branched(2)), sdk.reports(0, branched(1)))
    converse(sdk, delegated(), *both, Progress(move="compose"), LAST)

    assert sdk.names == [
        *BEGIN,
        "branch_v1",
        "branch_v1",
        "timer",
        "join_branches",
        "answer_turn",
    ]
    (one, first), (two, second) = (input_ for _, input_ in sdk.scheduled[2:4])
    assert one != two
    assert (first["branch"], second["branch"], first["execution"]) == (1, 2, "e-1")
    assert sdk.timers[0].deadline == NOW + BRANCH_TIME
    assert sdk.timers[0].cancelled


def test_children_of_another_execution_are_others(sdk):
    other = RecordingContext()
    for context, execution in ((sdk, "e-1"), (other, "e-2")):
        start = ThreadStart(thread="k", execution=execution)
        late = (lambda tasks: tasks[-1], CLOSE, LAST)
        drive(thread_v2(Context(context), start), (delegated(), *late))

    assert sdk.scheduled[2][1][0] != other.scheduled[2][1][0]


@pytest.mark.parametrize(("answered", "waits"), [(True, 1), (False, 2)])
def test_where_one_is_enough_the_first_that_answers_ends_the_wait(sdk, answered, waits):
    reports = [sdk.reports(0, branched(1, answered=answered)), sdk.reports(1, branched(2))]
    converse(sdk, delegated(enough=True), *reports[:waits], CLOSE, LAST)

    assert len(sdk.yielded) == 1 + waits
