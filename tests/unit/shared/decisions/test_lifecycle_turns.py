"""Opening, going on with and closing turns, and what happens inside one."""

from datetime import timedelta

import pytest

from shared.decisions import agui, handoffs, lifecycle, memory
from shared.models.building import BuildSession
from shared.models.reasoning import Memory, Reference, Usage
from shared.models.rows import (
    HANDOFF,
    REQUEST,
    RUN_TICKET,
    TRANSCRIPT,
    TURN,
    Change,
    Entry,
    Put,
    Stored,
)
from shared.models.thread import Draft, Stop, TraceEntry, TranscriptMessage, Turn
from tests.unit.shared.decisions.values import (
    NOW,
    agent_run,
    decision,
    inbox,
    step,
    stored,
    thread,
    ticket,
    turn,
)

LATER = NOW + timedelta(minutes=5)
OPEN = {"phase": "running", "open_turn": 1, "turns": 1, "accepted": 1, "claimed": 1, "messages": 1}
SECOND = Reference(kind="email", id="e2", label="Budget", ordinal=2)


def types(change):
    return [entry.event["type"] for entry in change.entries]


# --- open_turn


def test_a_message_that_goes_on_with_a_turn_has_the_same_done_and_is_told_as_it_was_said():
    said = inbox(2, text="I have signed in", goes_on=1, again="Mail Bob")

    change, opened = lifecycle.open_turn(
        thread(accepted=2, claimed=1), said, stored(ticket(2), "t"), "e-1", before=None, now=LATER
    )

    assert opened.text == "Mail Bob"
    assert [p.value.text for p in change.puts if p.kind is TRANSCRIPT] == ["I have signed in"]


def test_the_oldest_message_becomes_a_turn():
    head = thread(accepted=3, claimed=1, turns=4, messages=6, stop=Stop(kind="cancel", run="x"))
    said = inbox(2, text="hello", debug=True)
    taught = Memory(routes=("notes",))
    before = turn(references=(SECOND,), memory=taught, decision=decision(), closed_at=NOW)

    change, opened = lifecycle.open_turn(
        head, said, stored(ticket(2), "t"), "e-1", before=before, now=LATER
    )

    assert opened == Turn(
        number=5,
        run_id="run-2",
        seq=2,
        text="hello",
        debug=True,
        execution="e-1",
        references=(SECOND,),
        memory=memory.after(before, LATER),
        opened_at=LATER,
        due_at=NOW,
    )
    assert change.thread == thread(
        phase="running",
        accepted=3,
        claimed=2,
        turns=5,
        open_turn=5,
        messages=7,
        updated_at=LATER,
    )
    assert change.puts == (
        Put(TURN, 5, opened),
        Put(RUN_TICKET, "run-2", ticket(2, state="running", turn=5), "t"),
        Put(
            TRANSCRIPT,
            7,
            TranscriptMessage(
                position=7, id="m2", role="user", text="hello", turn=5, run_id="run-2", at=LATER
            ),
        ),
    )
    assert change.entries == (Entry("run-2/started", "run-2", 5, agui.run_started("t", "run-2")),)


@pytest.mark.parametrize(("accepted", "phase"), [(2, "parked"), (3, "running")])
def test_a_run_cancelled_while_queued_is_skipped_and_ends(accepted, phase):
    head = thread(accepted=accepted, claimed=1, turns=1, messages=3)

    change, opened = lifecycle.open_turn(
        head, inbox(2), stored(ticket(2, state="cancelled")), "e-1", before=None, now=LATER
    )

    assert opened is None
    assert change.puts == ()
    assert change.thread == head.model_copy(
        update={"phase": phase, "claimed": 2, "updated_at": LATER}
    )
    assert types(change) == ["RUN_STARTED", "RUN_FINISHED"]
    assert {(e.run, e.turn) for e in change.entries} == {("run-2", None)}
    assert change.entries[1].event["outcome"] == {"type": "cancelled"}
    assert len({e.key for e in change.entries}) == 2


# --- reopen_turn, park


@pytest.mark.parametrize("phase", ["running", "waiting"])
def test_another_execution_counts_an_attempt(phase):
    head = thread(**{**OPEN, "phase": phase})

    change = lifecycle.reopen_turn(head, stored(turn(attempts=2), "t"), "second", LATER)

    again = turn(attempts=3, execution="second")
    assert change == Change(
        head.model_copy(update={"updated_at": LATER}), (Put(TURN, 1, again, "t"),)
    )


def test_the_same_execution_counts_none():
    assert lifecycle.reopen_turn(thread(**OPEN), stored(turn()), "first", LATER) is None


def test_parking_changes_the_phase_only():
    head = thread(phase="running", accepted=2, claimed=2)

    assert lifecycle.park(head, LATER) == Change(
        thread(phase="parked", accepted=2, claimed=2, updated_at=LATER)
    )


# --- close_turn

WRITTEN = Draft(message_id="reply-1", attempt=1, text="Here you are.", finished=True)
BROKEN_OFF = Draft(message_id="reply-1", attempt=1, text="Here")
BARELY_BEGUN = Draft(message_id="reply-1", attempt=1)


def close(value, run="running", outcome="answered", text="", head=None):
    held = None if run is None else stored(ticket(state=run, turn=1), "t")
    change, closed = lifecycle.close_turn(
        head or thread(**OPEN, writing="reply-1", stop=Stop(kind="cancel", run="run-1")),
        stored(value, "e"),
        held,
        outcome=outcome,
        text=text,
        now=LATER,
    )
    assert closed == change.puts[-1].value
    return change


def said_by(change):
    return [(p.id, p.value.id, p.value.text) for p in change.puts if p.kind is TRANSCRIPT]


def test_an_answered_turn_is_closed_with_its_run():
    spent = Usage(calls=1, input_tokens=5, output_tokens=2, model="gpt")

    costs = {"usage": spent + spent, "run_usage": spent}

    change = close(turn(draft=WRITTEN, **costs))

    assert change.thread == thread(
        **{**OPEN, "phase": "parked", "open_turn": None, "messages": 2}, updated_at=LATER
    )
    assert said_by(change) == [(2, "reply-1", "Here you are.")]
    closed = turn(draft=WRITTEN, **costs, status="closed", outcome="answered", closed_at=LATER)
    assert change.puts[-2:] == (
        Put(RUN_TICKET, "run-1", ticket(state="finished", turn=1), "t"),
        Put(TURN, 1, closed, "e"),
    )
    assert change.entries == (
        Entry("t1/run-1/ended", "run-1", 1, agui.run_finished("t", "run-1", spent)),
    )


@pytest.mark.parametrize(
    ("outcome", "state", "ended"),
    [
        ("answered", "finished", "success"),
        ("failed", "finished", "success"),
        ("expired", "finished", "success"),
        ("superseded", "finished", "success"),
        ("cancelled", "cancelled", "cancelled"),
        ("interrupted", "cancelled", "cancelled"),
    ],
)
def test_the_outcome_says_how_the_run_ended(outcome, state, ended):
    change = close(turn(), outcome=outcome)

    assert [p.value.state for p in change.puts if p.kind is RUN_TICKET] == [state]
    assert change.entries[-1].event["outcome"]["type"] == ended
    assert [p.value.outcome for p in change.puts if p.kind is TURN] == [outcome]


@pytest.mark.parametrize(
    ("draft", "text", "events", "said"),
    [
        (None, "", [], []),
        (None, "Sorry.", ["START", "CONTENT", "END"], [(2, "closing-1", "Sorry.")]),
        (WRITTEN, "Sorry.", [], [(2, "reply-1", "Here you are.")]),
        (BROKEN_OFF, "", ["END"], [(2, "reply-1", "Here")]),
        (BROKEN_OFF, "Sorry.", ["END"], [(2, "reply-1", "Here")]),
        (BARELY_BEGUN, "", ["END"], []),
        (BARELY_BEGUN, "Sorry.", ["END", "START", "CONTENT", "END"], [(2, "closing-1", "Sorry.")]),
    ],
)
def test_a_turn_ends_its_message_and_says_something_if_nothing_was_said(draft, text, events, said):
    change = close(turn(draft=draft), outcome="failed", text=text)

    assert types(change) == [*(f"TEXT_MESSAGE_{e}" for e in events), "RUN_FINISHED"]
    assert said_by(change) == said
    assert change.thread.messages == 1 + len(said)
    assert len({e.key for e in change.entries}) == len(change.entries)


@pytest.mark.parametrize("run", [None, "waiting", "finished", "cancelled"])
def test_a_turn_whose_run_has_ended_ends_in_silence(run):
    change = close(turn(), run, outcome="cancelled", text="Sorry.")

    assert change.entries == ()
    assert [p.kind for p in change.puts] == [TURN]
    assert change.thread.messages == 1


@pytest.mark.parametrize(
    ("value", "agent"),
    [
        (turn(draft=WRITTEN, decision=decision("run", agent="email")), "email"),
        (turn(draft=WRITTEN, decision=decision("query", agent=None)), ""),
        (turn(draft=WRITTEN, decision=decision("build", agent="email")), ""),
        (turn(draft=WRITTEN), ""),
    ],
)
def test_the_transcript_says_whose_answer_it_is(value, agent):
    [said] = [put.value for put in close(value).puts if put.kind is TRANSCRIPT]

    assert (said.role, said.agent) == ("assistant", agent)


def test_closing_takes_back_an_open_question():
    head = thread(**{**OPEN, "phase": "waiting"}, request="q-1-1")

    change = close(turn(), "waiting", outcome="failed", head=head)

    assert (change.thread.phase, change.thread.request) == ("parked", None)


@pytest.mark.parametrize(("accepted", "phase"), [(1, "parked"), (2, "running")])
def test_a_thread_is_parked_at_once_only_if_nothing_waits(accepted, phase):
    assert close(turn(), head=thread(**{**OPEN, "accepted": accepted})).thread.phase == phase


# --- inside a turn


def test_what_happened_is_added_to_the_trace_and_the_bill():
    one = TraceEntry(name="intent", at=NOW, usage=Usage(calls=1, input_tokens=3, model="gpt"))
    two = TraceEntry(name="plan", at=NOW, usage=Usage(calls=1, output_tokens=4))

    noted = lifecycle.traced(lifecycle.traced(turn(), one), two)

    assert noted.trace == (one, two)
    assert noted.usage == Usage(calls=2, input_tokens=3, output_tokens=4, model="gpt")


def test_only_a_watched_turn_shows_its_trace():
    entry = TraceEntry(name="plan", at=NOW, detail={"steps": 2})

    assert lifecycle.trace_event(turn(trace=(entry,)), entry) == []
    assert lifecycle.trace_event(turn(trace=(entry, entry), debug=True), entry) == [
        Entry("t1/trace/2/plan", "run-1", 1, agui.custom("trace", entry.model_dump(mode="json")))
    ]


def test_a_step_says_which_message_is_being_written():
    assert lifecycle.in_turn(thread(**OPEN), "reply-1", LATER) == thread(
        **OPEN, writing="reply-1", updated_at=LATER
    )


def test_a_piece_is_added_to_the_message_being_written():
    head = thread(**OPEN, writing="reply-1")

    change = lifecycle.append_text(head, turn(), BARELY_BEGUN, 3, "more", LATER)

    assert change == Change(
        head.model_copy(update={"updated_at": LATER}),
        (),
        (Entry("t1/reply-1/3", "run-1", 1, agui.text_content("reply-1", "more")),),
    )


@pytest.mark.parametrize(
    "head",
    [
        thread(**OPEN),
        thread(**OPEN, writing="reply-1-2"),
        thread(**OPEN, writing="reply-1", deleted=True),
    ],
)
def test_a_writer_that_was_replaced_adds_nothing(head):
    assert lifecycle.append_text(head, turn(), BARELY_BEGUN, 3, "more", LATER) is None


def test_what_is_thought_is_told_before_the_answer_and_is_no_part_of_it():
    head = thread(**OPEN)

    change = lifecycle.append_thought(head, turn(), "thoughts-1", 2, "hm", LATER)

    assert change == Change(
        head.model_copy(update={"updated_at": LATER}),
        (),
        (Entry("t1/thoughts-1/2", "run-1", 1, agui.thought("thoughts-1", "hm")),),
    )


@pytest.mark.parametrize(
    "head",
    [
        thread(**OPEN, writing="reply-1"),
        thread(**OPEN, deleted=True),
        thread(**OPEN | {"open_turn": 2}),
        thread(**OPEN | {"open_turn": None}),
    ],
)
def test_nothing_more_is_thought_once_it_is_answered_or_over(head):
    assert lifecycle.append_thought(head, turn(), "thoughts-1", 2, "hm", LATER) is None


@pytest.mark.parametrize(
    ("old", "name", "attempt"),
    [(None, "reply-1", 1), (1, "reply-1-2", 2), (2, "reply-1-3", 3)],
)
def test_every_attempt_writes_a_message_of_its_own(old, name, attempt):
    before = None if old is None else Draft(message_id="before", attempt=old)

    assert lifecycle.open_draft(turn(draft=before)) == (
        Draft(message_id=name, attempt=attempt),
        before,
    )


def test_tool_calls_are_numbered_within_their_turn():
    plan = agent_run(step(), step(broadened=True))
    calls = (plan, plan.model_copy(update={"cursor": 1}), plan.model_copy(update={"order": 2}))

    names = [lifecycle.call_id(turn(number=3), run) for run in calls]

    assert names == ["call-3-1", "call-3-2-2", "call-3-2-1"]


# --- handoffs


def handed(state="active", seconds=60):
    made = handoffs.begun(
        2, "help-desk", reason="", summary="", recent=(), seconds=seconds, now=NOW
    )
    return made.model_copy(update={"state": state})


def opened_with(known, text="hello", now=NOW, **held):
    head = thread(accepted=1, **held)
    said = inbox(1, text=text)
    return lifecycle.open_turn(
        head,
        said,
        stored(ticket(1), "t"),
        "e-1",
        before=None,
        handoff=Stored(known, "h"),
        now=now,
    )


def test_a_message_goes_to_the_agent_that_has_the_conversation():
    change, opened = opened_with(handed(), handoff="handoff-2")

    assert opened.handoff == "handoff-2"
    assert (opened.decision.kind, opened.decision.agent) == ("handoff", "help-desk")
    assert change.thread.handoff == "handoff-2"
    assert HANDOFF not in {put.kind for put in change.puts}


@pytest.mark.parametrize(("text", "goes_on"), [("hello", False), ("continue", True)])
def test_a_handoff_whose_time_is_over_ends_with_the_next_message(text, goes_on):
    change, opened = opened_with(handed(), text, LATER, handoff="handoff-2")

    (over,) = (put.value for put in change.puts if put.kind == HANDOFF)
    assert over.state == "paused"
    assert (change.thread.handoff, change.thread.resumable) == (None, "handoff-2")
    assert (opened.handoff == "handoff-2") is goes_on
    assert (opened.decision is not None) is goes_on
    began, *told = (entry.event for entry in change.entries)
    assert began["type"] == "RUN_STARTED"
    assert [event["value"]["state"] for event in told] == ["returning", "paused"]


@pytest.mark.parametrize(("text", "goes_on"), [("hello", False), ("please continue", True)])
def test_one_that_was_left_is_only_taken_up_when_that_is_said(text, goes_on):
    change, opened = opened_with(handed("cancelled"), text, resumable="handoff-2")

    assert (opened.handoff == "handoff-2") is goes_on
    assert change.thread.resumable == "handoff-2"


def building(at, **more):
    return handed().model_copy(update={"building": BuildSession(state=at), **more})


@pytest.mark.parametrize(
    ("handoff", "pending", "outcome", "asks"),
    [
        (building("gather"), 0, "answered", True),
        (building("confirm"), 0, "answered", True),
        (building("done"), 0, "answered", False),
        (building("gather", state="cancelled"), 0, "answered", False),
        (handed(), 0, "answered", False),
        (None, 0, "answered", False),
        (building("gather"), 1, "answered", False),
        (building("gather"), 0, "cancelled", False),
        (building("gather"), 0, "failed", False),
    ],
)
def test_a_run_ends_with_what_the_agent_builder_asks_where_it_waits(
    handoff, pending, outcome, asks
):
    head = thread(**{**OPEN, "accepted": 1 + pending})
    value = turn(draft=WRITTEN, suggestions=("Sheets", "Notion"))

    change, _ = lifecycle.close_turn(
        head,
        stored(value, "e"),
        stored(ticket(state="running", turn=1), "t"),
        outcome=outcome,
        text="",
        handoff=handoff,
        now=LATER,
    )

    requests = [put.value for put in change.puts if put.kind is REQUEST]
    assert (change.thread.asked is not None) is asks
    assert (change.entries[-1].event["outcome"]["type"] == "interrupt") is asks
    assert change.thread.phase == ("running" if pending else "parked")
    if asks:
        (request,) = requests
        assert request.id == change.thread.asked
        assert (request.question, request.message_id) == (WRITTEN.text, WRITTEN.message_id)
        assert [(one.id, one.label) for one in request.options] == [
            ("1", "Sheets"),
            ("2", "Notion"),
        ]
        assert request.takes_answers
    else:
        assert requests == []


@pytest.mark.parametrize(
    ("message", "stays"),
    [
        ({}, True),
        ({"answers": "q-1-1"}, True),
        ({"anew": True}, True),
        ({"answers": "q-1-1", "anew": True}, False),
    ],
)
def test_a_request_instead_of_an_answer_leaves_the_agent_builder(message, stays):
    change, opened = lifecycle.open_turn(
        thread(accepted=1, handoff="handoff-2"),
        inbox(1, **message),
        stored(ticket(1), "t"),
        "e-1",
        before=None,
        handoff=Stored(building("gather"), "h"),
        now=NOW,
    )

    assert (opened.handoff == "handoff-2") is stays
    assert change.thread.handoff == ("handoff-2" if stays else None)
    closed = [e.event for e in change.entries if e.event.get("name") == "interrupt_closed"]
    assert len(closed) == ("answers" in message)
