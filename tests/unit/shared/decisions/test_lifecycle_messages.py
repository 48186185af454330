"""Taking messages and answers in, cancelling, deleting."""

from datetime import timedelta

import pytest

from shared.decisions import lifecycle
from shared.decisions.lifecycle.inbox import MAX_ROUTING_DEPTH
from shared.errors import CircularRoutingError, Gone, RequestClosed, ThreadBusy, TooLarge
from shared.models.rows import INBOX, MESSAGE_TICKET, REQUEST, RUN_TICKET, TURN, UPLOAD, Change, Put
from shared.models.thread import Answer, InboxMessage, MessageTicket, RunTicket, Stop
from shared.models.upload import Upload
from tests.unit.shared.decisions.values import (
    DAY,
    NOW,
    message,
    request,
    stored,
    thread,
    ticket,
    turn,
)

LATER = NOW + timedelta(minutes=5)
RUNNING = {"phase": "running", "open_turn": 1, "accepted": 1, "claimed": 1, "turns": 1}
WAITING = {**RUNNING, "phase": "waiting", "request": "q-1-1"}


def put(change, kind):
    (found,) = [p for p in change.puts if p.kind is kind]
    return found


# --- accept


def test_a_message_is_queued_with_its_tickets():
    said = message(7, text="hello", debug=True, due_at=NOW + DAY)

    change = lifecycle.accept(thread(accepted=2, claimed=2, events=9), said, None, LATER)

    assert change.thread == thread(
        accepted=3, claimed=2, events=9, title="Hello", lately=("run-7",), updated_at=LATER
    )
    assert change.entries == ()
    assert change.puts == (
        Put(
            INBOX,
            3,
            InboxMessage(
                seq=3,
                message_id="m7",
                run_id="run-7",
                text="hello",
                debug=True,
                accepted_at=LATER,
                due_at=NOW + DAY,
            ),
        ),
        Put(
            RUN_TICKET,
            "run-7",
            RunTicket(run_id="run-7", message_id="m7", seq=3, digest="d7", first_event=10),
        ),
        Put(MESSAGE_TICKET, "m7", MessageTicket(run_id="run-7", digest="d7")),
    )


def test_a_turn_is_gone_on_with_once():
    before = turn(number=4, status="closed", outcome="answered")
    said = message(7, goes_on=4, again="Mail Bob", anew=True)

    change = lifecycle.accept(thread(accepted=2, claimed=2), said, None, NOW, stored(before))

    assert (put(change, INBOX).value.goes_on, put(change, INBOX).value.again) == (4, "Mail Bob")
    assert put(change, TURN) == Put(TURN, 4, before.model_copy(update={"went_on": 3}), "e")
    for over in (put(change, TURN).value, before.model_copy(update={"outcome": "cancelled"})):
        with pytest.raises(RequestClosed, match="gone on with, or given up"):
            lifecycle.accept(thread(), said, None, NOW, stored(over))
    with pytest.raises(RequestClosed):
        lifecycle.accept(thread(), said, None, NOW)


def test_what_nobody_will_go_on_with_is_given_up_unless_somebody_did():
    ended = turn(number=4, status="closed", outcome="answered")

    change = lifecycle.give_up(thread(), stored(ended), LATER)

    assert change is not None
    assert put(change, TURN).value.outcome == "cancelled"
    assert change.thread.updated_at == LATER
    gone_on = ended.model_copy(update={"went_on": 3})
    assert lifecycle.give_up(thread(), stored(gone_on), LATER) is None
    assert lifecycle.give_up(thread(deleted=True), stored(ended), LATER) is None


@pytest.mark.parametrize("depth", [0, 1, MAX_ROUTING_DEPTH])
def test_a_request_that_agents_handed_on_twice_is_still_taken(depth):
    assert lifecycle.accept(thread(), message(routing_depth=depth), None, NOW).thread.accepted == 1


def test_a_request_that_goes_round_in_circles_is_stopped():
    looping = message(routing_depth=MAX_ROUTING_DEPTH + 1)

    with pytest.raises(CircularRoutingError, match="routing loop"):
        lifecycle.accept(thread(), looping, None, NOW)


def test_nothing_is_said_in_a_deleted_thread():
    with pytest.raises(Gone):
        lifecycle.accept(thread(deleted=True), message(), None, NOW)


@pytest.mark.parametrize(
    ("head", "busy"),
    [
        (thread(), False),
        (thread(**WAITING), False),
        (thread(**RUNNING), True),
        (thread(accepted=1), True),
        (thread(**{**WAITING, "accepted": 2}), True),
    ],
)
def test_a_busy_thread_refuses_whoever_asked_for_it(head, busy):
    asked = stored(request()) if head.request else None
    said = message(5, on_busy="reject")

    if busy:
        with pytest.raises(ThreadBusy):
            lifecycle.accept(head, said, asked, NOW)
    else:
        assert lifecycle.accept(head, said, asked, NOW).thread.accepted == head.accepted + 1


@pytest.mark.parametrize(
    ("head", "stop"),
    [
        (thread(), None),
        (thread(accepted=1), None),
        (thread(**WAITING), None),
        (thread(**RUNNING), Stop(kind="interrupt", run="run-5")),
        (thread(**{**WAITING, "accepted": 2}), Stop(kind="interrupt", run="run-5")),
        (thread(**RUNNING, stop=Stop(kind="cancel", run="r")), Stop(kind="cancel", run="r")),
    ],
)
def test_an_interruption_stops_only_a_turn_that_is_open_and_busy(head, stop):
    change = lifecycle.accept(head, message(5, on_busy="interrupt"), None, NOW)

    assert change.thread.stop == stop


def test_a_queued_message_stops_nothing():
    assert lifecycle.accept(thread(**RUNNING), message(5), None, NOW).thread.stop is None


def test_the_first_message_after_a_question_is_kept_as_its_reply():
    change = lifecycle.accept(thread(**WAITING), message(5), stored(request(), "q-etag"), NOW)

    assert put(change, REQUEST) == Put(REQUEST, "q-1-1", request(reply_seq=2), "q-etag")
    assert put(change, INBOX).value.seq == 2
    assert change.thread.phase == "waiting"


@pytest.mark.parametrize("asked", [request(reply_seq=2), request(status="answered")])
def test_a_later_message_is_only_queued(asked):
    change = lifecycle.accept(thread(**WAITING), message(5), stored(asked), NOW)

    assert REQUEST not in [p.kind for p in change.puts]


def test_a_reply_by_name_answers_the_open_question():
    said = message(5, reply_to="q-1-1")

    change = lifecycle.accept(thread(**WAITING), said, stored(request()), NOW)

    assert put(change, REQUEST).value.reply_seq == 2
    assert put(change, INBOX).value.reply_to == "q-1-1"


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (None, "q-1-1"),
        (request(), "q-1-2"),
        (request(reply_seq=2), "q-1-1"),
        (request(status="expired"), "q-1-1"),
    ],
)
def test_a_reply_to_a_question_that_is_not_open_is_refused(asked, named):
    held = None if asked is None else stored(asked)

    with pytest.raises(RequestClosed):
        lifecycle.accept(thread(**WAITING), message(5, reply_to=named), held, NOW)


# --- answer_request


GIVEN = Answer(outcome="answered", action="option", option="2", run_id="run-button")


def answer(head=None, asked=None, given=GIVEN, now=LATER):
    held = stored(asked or request(), "q-etag")
    return lifecycle.answer_request(head or thread(**WAITING, events=4), held, given, "digest", now)


def test_an_answer_by_id_closes_the_question_and_opens_a_run():
    assert answer() == Change(
        thread(**WAITING, events=4, updated_at=LATER),
        (
            Put(REQUEST, "q-1-1", request(status="answered", answer=GIVEN), "q-etag"),
            Put(
                RUN_TICKET,
                "run-button",
                RunTicket(run_id="run-button", request="q-1-1", digest="digest", first_event=5),
            ),
        ),
    )


def test_an_answer_without_a_run_id_gets_one_from_its_question():
    change = answer(given=GIVEN.model_copy(update={"run_id": None}))

    assert put(change, RUN_TICKET).id == "answer-q-1-1"
    assert put(change, REQUEST).value.answer.run_id == "answer-q-1-1"


@pytest.mark.parametrize(
    ("head", "asked", "error"),
    [
        (thread(**WAITING, deleted=True), request(), Gone),
        (thread(**WAITING), request(reply_seq=2), RequestClosed),
        (thread(**WAITING), request(status="superseded"), RequestClosed),
        (thread(**RUNNING), request(), RequestClosed),
        (thread(**{**WAITING, "request": "q-1-2"}), request(), RequestClosed),
        (thread(**WAITING), request(expires_at=LATER), RequestClosed),
    ],
)
def test_what_is_settled_expired_or_deleted_takes_no_answer(head, asked, error):
    with pytest.raises(error):
        answer(head, asked)


def test_an_answer_just_in_time_counts():
    assert answer(now=NOW + DAY - timedelta(microseconds=1)).puts


# --- cancel


@pytest.mark.parametrize(
    ("head", "run"),
    [
        (thread(**RUNNING), ticket(state="finished", turn=1)),
        (thread(**RUNNING), ticket(state="cancelled", turn=1)),
        (thread(**RUNNING, deleted=True), ticket(state="running", turn=1)),
        (thread(), ticket(state="running", turn=1)),
        (thread(**{**RUNNING, "open_turn": 2}), ticket(state="running", turn=1)),
        (thread(), ticket(state="waiting", turn=None)),
    ],
)
def test_a_run_that_has_ended_cannot_be_cancelled(head, run):
    assert lifecycle.cancel(head, stored(run), NOW) is None


def test_a_queued_run_is_marked_to_be_skipped():
    change = lifecycle.cancel(thread(**RUNNING), stored(ticket(2), "t-etag"), LATER)

    assert change == Change(
        thread(**RUNNING, updated_at=LATER),
        (Put(RUN_TICKET, "run-2", ticket(2, state="cancelled"), "t-etag"),),
    )


@pytest.mark.parametrize(("head", "state"), [(RUNNING, "running"), (WAITING, "waiting")])
def test_the_open_turns_run_is_asked_to_stop(head, state):
    change = lifecycle.cancel(thread(**head), stored(ticket(state=state, turn=1)), LATER)

    assert change == Change(thread(**head, stop=Stop(kind="cancel", run="run-1"), updated_at=LATER))


def test_deleting_marks_the_thread_and_nothing_else():
    assert lifecycle.tombstone(thread(**WAITING), LATER) == Change(
        thread(**WAITING, deleted=True, updated_at=LATER)
    )


def test_a_message_after_the_question_expired_is_no_answer_to_it():
    asked = stored(request())
    late = lifecycle.accept(thread(**WAITING), message(2), asked, request().expires_at)

    assert not [p for p in late.puts if p.kind is REQUEST]


FILE = Upload(id="f", name="plan.pdf", type="application/pdf", size=3)


def test_a_file_is_counted_and_noted():
    change = lifecycle.keep_upload(thread(uploads=4), FILE, NOW)

    assert (change.thread.uploads, put(change, UPLOAD).value) == (5, FILE)


@pytest.mark.parametrize(
    ("head", "error"),
    [(thread(deleted=True), Gone), (thread(uploads=100), TooLarge)],
)
def test_a_file_is_refused_where_there_is_no_place_for_it(head, error):
    with pytest.raises(error):
        lifecycle.keep_upload(head, FILE, NOW)
