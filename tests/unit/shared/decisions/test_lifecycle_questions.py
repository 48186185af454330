"""Asking, and what closes a question."""

import json
from datetime import timedelta

import pytest

from shared.decisions import agui, lifecycle, wording
from shared.models.rows import REQUEST, RUN_TICKET, TRANSCRIPT, TURN, Entry, Put
from shared.models.thread import Answer, Question, RunTicket, Stop, TranscriptMessage
from tests.unit.shared.decisions.values import (
    DAY,
    NOW,
    OPTIONS,
    decision,
    inbox,
    request,
    stored,
    thread,
    ticket,
    turn,
)

LATER = NOW + timedelta(minutes=5)
HEAD = thread(phase="running", open_turn=1, turns=1, accepted=1, claimed=1, messages=1, events=6)
WAITING = HEAD.model_copy(
    update={"phase": "waiting", "request": "q-1-1", "messages": 2, "accepted": 2}
)
LISTED = wording.numbered("Which John?", OPTIONS)


def changed(value, **changes):
    return value.model_copy(update=changes)


def row(change, kind):
    (found,) = [p for p in change.puts if p.kind is kind]
    return found


def types(change):
    return [entry.event["type"] for entry in change.entries]


# --- ask


def ask(head=HEAD, value=None):
    return lifecycle.ask(
        head, stored(value or turn(), "e"), stored(ticket(state="running"), "t"), request(), LATER
    )


def test_a_question_ends_the_run_and_waits():
    change, asked = ask()

    assert asked == request()
    assert change.thread == changed(
        HEAD, phase="waiting", request="q-1-1", messages=2, updated_at=LATER
    )
    assert change.puts == (
        Put(REQUEST, "q-1-1", request()),
        Put(TURN, 1, turn(questions=1), "e"),
        Put(
            TRANSCRIPT,
            2,
            TranscriptMessage(
                position=2,
                id="question-q-1-1",
                role="assistant",
                text=LISTED,
                turn=1,
                run_id="run-1",
                at=LATER,
                request="q-1-1",
            ),
        ),
        Put(RUN_TICKET, "run-1", ticket(state="waiting"), "t"),
    )
    assert [e.event for e in change.entries] == [
        *agui.whole_text("question-q-1-1", LISTED),
        agui.run_interrupted("t", request()),
    ]
    assert len({e.key for e in change.entries}) == 4


def test_a_question_to_someone_who_has_moved_on_is_set_aside_at_once():
    head = changed(HEAD, accepted=2)

    change, asked = ask(head)

    assert asked == request(status="superseded")
    assert change.thread == changed(head, messages=2, updated_at=LATER)
    assert row(change, REQUEST).value == asked
    assert row(change, TURN).value == turn(questions=1, ending="superseded")
    assert RUN_TICKET not in [p.kind for p in change.puts]
    assert types(change) == [
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "CUSTOM",
    ]
    assert change.entries[-1].event["value"] == {"id": "q-1-1", "status": "superseded"}


ROUTING = decision("ask", question="entity", agent="email")


@pytest.mark.parametrize("pending", [False, True])
@pytest.mark.parametrize(
    ("before", "rounds", "first"),
    [
        ({"decision": ROUTING}, 1, "entity"),
        ({"decision": ROUTING, "rounds": 1, "asked": "choice"}, 2, "choice"),
        ({"decision": decision("run")}, 0, None),
        ({}, 0, None),
    ],
)
def test_only_a_question_of_routing_counts_as_a_round(pending, before, rounds, first):
    head = changed(HEAD, accepted=2) if pending else HEAD

    asked = row(ask(head, turn(**before))[0], TURN).value

    assert (asked.rounds, asked.asked, asked.questions) == (rounds, first, 1)


@pytest.mark.parametrize(
    ("value", "agent"), [(turn(decision=decision("run")), ""), (turn(decision=ROUTING), "")]
)
def test_a_question_is_the_products_own(value, agent):
    assert row(ask(value=value)[0], TRANSCRIPT).value.agent == agent


# --- new_request


@pytest.mark.parametrize(
    ("value", "name", "text"),
    [
        (turn(), "q-1-1", "Which John?"),
        (turn(number=3, questions=2), "q-3-3", "Which John?"),
        (turn(questions=1, unclear=1), "q-1-2", wording.asked_again("Which John?")),
    ],
)
def test_every_question_of_a_turn_has_its_number(value, name, text):
    question = Question(kind="clarification", text="Which John?", options=OPTIONS)

    made = lifecycle.new_request(value, question, now=NOW, ttl=DAY)

    assert made == request(id=name, turn=value.number, question=text, message_id=f"question-{name}")


def test_a_question_says_whether_any_words_answer_it():
    question = Question(kind="clarification", text="Where to?", free_text=True)

    assert lifecycle.new_request(turn(), question, now=NOW, ttl=DAY).free_text


def test_an_approval_carries_the_call_it_is_for():
    question = Question(
        kind="approval", text="Send?", tool_call_id="c", arguments={"to": "a"}, arguments_hash="h"
    )

    made = lifecycle.new_request(turn(), question, now=NOW, ttl=DAY)

    assert (made.kind, made.tool_call_id, made.arguments, made.arguments_hash) == (
        "approval",
        "c",
        {"to": "a"},
        "h",
    )


# --- settle

CHOSEN = Answer(outcome="answered", action="option", option="2", text="Lee", run_id="run-2")


def settle(answer=CHOSEN, *, message=None, run=None, **more):
    return lifecycle.settle(
        WAITING,
        stored(turn(questions=1, unclear=1), "e"),
        stored(request(reply_seq=2), "q"),
        answer,
        message=message,
        ticket=run,
        now=LATER,
        **more,
    )


def test_a_reply_goes_on_with_the_turn_under_the_run_it_opened():
    change = settle(message=inbox(2, text="Lee"), run=stored(ticket(2), "t"))

    assert change.thread == changed(
        WAITING, phase="running", request=None, messages=3, claimed=2, updated_at=LATER
    )
    assert change.puts == (
        Put(REQUEST, "q-1-1", request(reply_seq=2, status="answered", answer=CHOSEN), "q"),
        Put(RUN_TICKET, "run-2", ticket(2, state="running", turn=1), "t"),
        Put(
            TRANSCRIPT,
            3,
            TranscriptMessage(
                position=3, id="m2", role="user", text="Lee", turn=1, run_id="run-2", at=LATER
            ),
        ),
        Put(TURN, 1, turn(questions=1, unclear=0, run_id="run-2"), "e"),
    )
    assert change.entries == (
        Entry("run-2/started", "run-2", 1, agui.run_started("t", "run-2")),
        Entry(
            "t1/q-1-1/closed",
            "run-2",
            1,
            agui.custom("interrupt_closed", {"id": "q-1-1", "status": "answered"}),
        ),
    )


def test_an_answer_by_button_is_put_into_words_and_claims_no_message():
    change = settle(changed(CHOSEN, text=""), run=stored(ticket(2)))

    said = row(change, TRANSCRIPT).value
    assert (said.id, said.text, said.run_id) == ("answer-q-1-1", "John Lee", "run-2")
    assert change.thread.claimed == WAITING.claimed


def test_a_reply_whose_run_was_cancelled_meanwhile_stops_the_turn():
    change = settle(message=inbox(2), run=stored(ticket(2, state="cancelled")))

    assert change.thread.stop == Stop(kind="cancel", run="run-2")
    assert row(change, RUN_TICKET).value.state == "running"
    assert types(change) == ["RUN_STARTED", "CUSTOM"]


def test_a_superseded_question_leaves_the_message_to_a_turn_of_its_own():
    change = settle(Answer(outcome="superseded"), update={"ending": "superseded"})

    assert change.thread == changed(WAITING, phase="running", request=None, updated_at=LATER)
    assert row(change, TURN).value == turn(questions=1, ending="superseded")
    assert [p.kind for p in change.puts] == [REQUEST, TURN]
    assert types(change) == ["CUSTOM"]


def test_what_the_answer_changes_is_written_with_it():
    extra = Put(TURN, 99, turn(number=99))

    change = settle(puts=[extra], update={"unclear": 2, "ending": None})

    assert extra in change.puts
    assert change.puts[-1].value.unclear == 2


# --- expire


def test_an_unanswered_question_expires_in_a_run_of_its_own():
    change = lifecycle.expire(WAITING, stored(turn(), "e"), stored(request(), "q"), LATER)

    assert change.thread == changed(WAITING, phase="running", request=None, updated_at=LATER)
    assert row(change, REQUEST).value.status == "expired"
    assert row(change, TURN).value == turn(run_id="expiry-q-1-1", ending="expired")
    assert row(change, RUN_TICKET) == Put(
        RUN_TICKET,
        "expiry-q-1-1",
        RunTicket(
            run_id="expiry-q-1-1",
            request="q-1-1",
            digest="",
            state="running",
            turn=1,
            first_event=7,
        ),
    )
    assert [(e.run, e.event["type"]) for e in change.entries] == [
        ("expiry-q-1-1", "RUN_STARTED"),
        ("expiry-q-1-1", "CUSTOM"),
    ]


# --- spoken


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(outcome="answered", action="option", option="1", text="the client"), "the client"),
        (Answer(outcome="answered", action="option", option="1"), "John Doe"),
        (Answer(outcome="answered", action="accept"), "Yes"),
        (Answer(outcome="answered", action="reject"), "No"),
        (Answer(outcome="answered", action="edit", arguments={}), "Change it"),
        (Answer(outcome="answered", action="none"), "None of these"),
        (Answer(outcome="answered", action="option", option="9"), "None of these"),
        (Answer(outcome="answered"), "None of these"),
    ],
)
def test_an_answer_by_button_has_the_words_a_person_would_use(answer, words):
    assert lifecycle.spoken(request(), answer) == words


# --- a turn that ends while its question is open


def close(asked, unread=None):
    change, _ = lifecycle.close_turn(
        WAITING,
        stored(turn(questions=1), "e"),
        stored(ticket(state="waiting"), "t"),
        outcome="cancelled",
        text="",
        question=(stored(asked, "q"), unread),
        now=LATER,
    )
    return change


def test_a_question_left_open_is_closed_with_its_turn():
    change = close(request())

    assert row(change, REQUEST) == Put(REQUEST, "q-1-1", request(status="cancelled"), "q")
    assert change.thread.request is None
    assert types(change) == ["CUSTOM"]


def test_an_answer_nobody_read_is_not_left_hanging():
    run = RunTicket(run_id="run-button", request="q-1-1", digest="d")
    given = Answer(outcome="answered", action="none", run_id="run-button")

    change = close(request(status="answered", answer=given), stored(run, "b"))

    ended = changed(run, state="cancelled")
    assert Put(RUN_TICKET, "run-button", ended, "b") in change.puts
    assert types(change) == ["CUSTOM", "RUN_STARTED", "RUN_FINISHED"]
    assert {e.run for e in change.entries[1:]} == {"run-button"}


@pytest.mark.parametrize(("questions", "said"), [(0, True), (1, False)])
def test_the_first_question_says_what_the_message_replaced(questions, said):
    asking = turn(set_aside="Send this email", questions=questions)
    question = Question(kind="clarification", text="Which one?")

    put = lifecycle.new_request(asking, question, now=NOW, ttl=timedelta(hours=1))

    begins = "I set aside “Send this email”: it was not done."
    assert put.question.startswith(begins) == said
    assert put.question.endswith("Which one?")


# --- the call an approval is for

APPROVAL = request(
    kind="approval", options=(), tool="send", tool_call_id="call-1-1", arguments={"to": "é"}
)


def test_an_approval_shows_its_call_before_it_interrupts_under_the_same_id():
    change, _ = lifecycle.ask(
        HEAD, stored(turn(), "e"), stored(ticket(state="running"), "t"), APPROVAL, LATER
    )

    shown = [entry.event for entry in change.entries[3:]]
    assert [event["type"] for event in shown] == [
        "TOOL_CALL_START",
        "TOOL_CALL_ARGS",
        "TOOL_CALL_END",
        "RUN_FINISHED",
    ]
    assert shown[0]["toolCallName"] == "send"
    assert json.loads(shown[1]["delta"]) == {"to": "é"}
    [interrupt] = shown[3]["outcome"]["interrupts"]
    assert {event["toolCallId"] for event in shown[:3]} == {interrupt["toolCallId"]}
    keys = [entry.key for entry in change.entries[3:6]]
    assert keys == ["t1/call-1-1/0", "t1/call-1-1/1", "t1/call-1-1/2"], (
        "asked again, not shown again"
    )


@pytest.mark.parametrize(
    ("answer", "update", "told"),
    [
        (
            Answer(outcome="answered", action="reject", text="Too long"),
            {},
            {"status": "declined", "reason": "Too long"},
        ),
        (Answer(outcome="answered", action="forbidden"), {}, {"status": "declined", "reason": ""}),
        (Answer(outcome="expired"), {"ending": "expired"}, {"status": "expired", "reason": ""}),
        (
            Answer(outcome="unclear", text="hm"),
            {"ending": "answered"},
            {"status": "declined", "reason": "hm"},
        ),
        (Answer(outcome="unclear", text="hm"), {"ending": None}, None),
        (Answer(outcome="answered", action="accept"), {}, None),
        (Answer(outcome="answered", action="edit", arguments={"to": "x"}), {}, None),
    ],
)
def test_a_call_that_will_not_be_made_ends_with_what_became_of_it(answer, update, told):
    change = lifecycle.settle(
        WAITING,
        stored(turn(), "e"),
        stored(APPROVAL, "r"),
        answer,
        message=None,
        ticket=None,
        update=update,
        now=LATER,
    )

    results = [e.event for e in change.entries if e.event["type"] == "TOOL_CALL_RESULT"]
    assert [json.loads(event["content"]) for event in results] == ([told] if told else [])
    assert {event["toolCallId"] for event in results} <= {"call-1-1"}


def test_a_reason_not_to_is_said_as_a_no():
    answer = Answer(outcome="answered", action="reject", text="Too long")
    assert lifecycle.spoken(APPROVAL, answer) == "No: Too long"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"option": OPTIONS[0].id}, OPTIONS[0].label),
        ({"text": "every Friday"}, "every Friday"),
        ({}, wording.BACK),
    ],
)
def test_an_answer_to_the_agent_builder_is_the_message_it_stands_for(answer, said):
    given = Answer(outcome="answered", **answer)

    assert lifecycle.said_to_builder(request(), given) == said
