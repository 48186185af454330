from datetime import UTC, datetime

import pytest

from orchestrators.question import question
from shared.durable import Context
from shared.models.steps import AskedQuestion, Progress, TakenReply, TurnRef
from tests.support.drive import RecordingContext, arrives, drive, runs_out

REF = TurnRef(thread="k", turn=4)
DEADLINE = datetime(2026, 3, 2, tzinfo=UTC)
CLOSE = Progress(move="close")
EXECUTE = Progress(move="execute")


def asked(status="open"):
    return AskedQuestion(status=status, request="q-4-1", event="reply-q-4-1", deadline=DEADLINE)


def taking(*, timed_out):
    return (
        "take_reply",
        {"thread": "k", "turn": 4, "request": "q-4-1", "timed_out": timed_out},
    )


ASK = ("ask", {"thread": "k", "turn": 4, "branch": 0})
WAIT = [("wait", "reply-q-4-1"), ("timer", DEADLINE)]


@pytest.fixture
def sdk():
    return RecordingContext()


def ask(sdk, *answers):
    return drive(question(Context(sdk), REF), answers)


def test_a_reply_in_time_is_read_and_gone_on_with(sdk):
    assert ask(sdk, asked(), arrives, TakenReply(progress=EXECUTE)) == EXECUTE
    assert sdk.scheduled == [ASK, *WAIT, taking(timed_out=False)]


def test_silence_is_reported_as_such(sdk):
    assert ask(sdk, asked(), runs_out, TakenReply(progress=CLOSE)) == CLOSE
    assert sdk.scheduled == [ASK, *WAIT, taking(timed_out=True)]


def test_an_answer_that_is_there_already_is_not_waited_for(sdk):
    assert ask(sdk, asked("settled"), TakenReply(progress=EXECUTE)) == EXECUTE
    assert sdk.scheduled == [ASK, taking(timed_out=False)]


def test_a_question_set_aside_at_once_closes_the_turn(sdk):
    moved_on = asked("moved_on").model_copy(update={"progress": CLOSE})

    assert ask(sdk, moved_on) == CLOSE
    assert sdk.scheduled == [ASK]


def test_being_woken_early_asks_for_a_fresh_generation(sdk):
    woken = TakenReply(progress=Progress(move="ask"), woken_early=True)

    assert ask(sdk, asked(), arrives, woken) is None
    assert sdk.names[-1] == "take_reply"


def test_what_a_person_wished_meanwhile_comes_back_with_the_reply(sdk):
    stopped = Progress(move="close", stop="cancel")

    assert ask(sdk, asked(), arrives, TakenReply(progress=stopped)) == stopped
