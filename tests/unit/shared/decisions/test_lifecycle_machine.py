"""Any order of messages, answers, steps, restarts and wishes keeps a thread's rows consistent."""

import asyncio

from ag_ui.core import Event
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from pydantic import TypeAdapter

from shared.decisions import agui, lifecycle
from shared.errors import Conflict, Gone, RequestClosed, ThreadBusy
from shared.models.rows import (
    EVENT,
    INBOX,
    REQUEST,
    RUN_TICKET,
    TRANSCRIPT,
    TURN,
    Change,
    Put,
)
from shared.models.thread import Answer, Question
from shared.storage.memory import MemoryRows
from shared.storage.threads import StoredThreads
from tests.unit.shared.decisions.values import DAY, NOW, OPTIONS, message, thread

EVERYTHING = (" ", "~", 10_000)
AG_UI = TypeAdapter(Event)


class ThreadMachine(RuleBasedStateMachine):
    """Each rule is one thing a handler or an activity does: read, decide, commit."""

    def __init__(self):
        super().__init__()
        self.runner = asyncio.Runner()
        self.rows = MemoryRows()
        self.threads = StoredThreads(self.rows)
        self.stored = None
        self.events = []
        self.names = 0
        self.runs = []
        self.settled = {}
        self.frozen = None

    def teardown(self):
        self.runner.close()

    # --- reading and writing

    def read(self, kind, row):
        return self.runner.run(self.threads.get("k", kind, row))

    def page(self, kind):
        return self.runner.run(self.threads.page("k", kind, 1, 10_000))

    def partition(self):
        return self.runner.run(self.rows.range("k", *EVERYTHING))

    @property
    def head(self):
        return self.stored.value

    @property
    def open(self):
        return self.head.open_turn is not None and not self.head.deleted

    @property
    def works(self):
        """Whether the open turn still has something to ask or to write."""
        if not self.open or self.head.phase != "running":
            return False
        turn = self.turn.value
        return turn.ending is None and not (turn.draft is not None and turn.draft.finished)

    @property
    def turn(self):
        return self.read(TURN, self.head.open_turn)

    @property
    def asked(self):
        return self.read(REQUEST, self.head.request) if self.head.request else None

    def ticket(self, run):
        return self.read(RUN_TICKET, run)

    def commit(self, change):
        before = self.stored
        self.runner.run(self.threads.commit(before, change))
        try:
            self.runner.run(self.threads.commit(before, change))
        except Conflict:
            pass
        else:
            raise AssertionError("a stale writer won")
        self.stored = self.runner.run(self.threads.head("k"))
        new = self.runner.run(self.threads.page("k", EVENT, len(self.events) + 1, 100))
        for logged in new:
            AG_UI.validate_python(logged.event)
        self.events += new
        after = self.head
        assert after.claimed - before.value.claimed in {0, 1}
        assert after.turns - before.value.turns in {0, 1}

    def name(self):
        self.names += 1
        return self.names

    @initialize()
    def begin(self):
        self.runner.run(self.threads.commit(None, Change(thread())))
        self.stored = self.runner.run(self.threads.head("k"))

    # --- what people do

    @rule(
        on_busy=st.sampled_from(["enqueue", "reject", "interrupt"]),
        names=st.sampled_from([False, False, False, True]),
    )
    def say(self, on_busy, names):
        head, asked = self.head, self.asked
        open_to_it = asked is not None and asked.value.takes_answers
        reply_to = (asked.value.id if asked else "q-0-0") if names else None
        said = message(self.name(), on_busy=on_busy, reply_to=reply_to)
        try:
            change = lifecycle.accept(head, said, asked, NOW)
        except Gone:
            assert head.deleted
        except ThreadBusy:
            assert on_busy == "reject"
            assert head.phase == "running" or head.pending
        except RequestClosed:
            assert names
            assert not open_to_it
        else:
            assert not head.deleted
            self.commit(change)
            self.runs.append(said.run_id)

    @precondition(lambda self: self.head.request)
    @rule(named=st.booleans(), late=st.booleans())
    def answer_by_id(self, named, late):
        asked, number = self.asked, self.name()
        given = Answer(
            outcome="answered",
            action="option",
            option="1",
            run_id=f"run-{number}" if named else None,
        )
        now = asked.value.expires_at if late else NOW
        try:
            change = lifecycle.answer_request(self.head, asked, given, "d", now)
        except Gone:
            assert self.head.deleted
        except RequestClosed:
            assert late or not asked.value.takes_answers
        else:
            assert not late
            self.commit(change)
            self.runs.append(self.asked.value.answer.run_id)

    @precondition(lambda self: self.runs)
    @rule(data=st.data())
    def cancel(self, data):
        ticket = self.ticket(data.draw(st.sampled_from(self.runs)))
        change = lifecycle.cancel(self.head, ticket, NOW)
        if change is not None:
            assert ticket.value.state not in {"finished", "cancelled"}
            self.commit(change)

    @precondition(lambda self: not self.head.deleted and self.names > 8)
    @rule()
    def delete(self):
        self.commit(lifecycle.tombstone(self.head, NOW))
        self.frozen = self.partition()

    # --- what the orchestrator does

    @precondition(lambda self: not self.open and self.head.pending and not self.head.deleted)
    @rule()
    def claim(self):
        head = self.head
        oldest = self.read(INBOX, head.claimed + 1).value
        ticket = self.ticket(oldest.run_id)
        change, opened = lifecycle.open_turn(
            head, oldest, ticket, f"start-{self.name()}", before=None, now=NOW
        )
        assert (opened is None) == (ticket.value.state == "cancelled")
        self.commit(change)

    @precondition(lambda self: not self.open and not self.head.pending and not self.head.deleted)
    @rule()
    def park(self):
        self.commit(lifecycle.park(self.head, NOW))

    @precondition(lambda self: self.open)
    @rule()
    def start_again(self):
        execution = f"start-{self.name()}"
        self.commit(lifecycle.reopen_turn(self.head, self.turn, execution, NOW))
        assert lifecycle.reopen_turn(self.head, self.turn, execution, NOW) is None

    @precondition(lambda self: self.works and self.turn.value.draft is None)
    @rule(kind=st.sampled_from(["clarification", "approval"]))
    def ask(self, kind):
        turn = self.turn
        question = Question(kind=kind, text="Which?", options=OPTIONS)
        request = lifecycle.new_request(turn.value, question, now=NOW, ttl=DAY)
        ticket = self.ticket(turn.value.run_id)
        change, asked = lifecycle.ask(self.head, turn, ticket, request, NOW)
        assert (asked.status == "superseded") == (self.head.pending > 0)
        self.commit(change)

    @precondition(lambda self: self.works)
    @rule()
    def begin_to_write(self):
        turn = self.turn
        draft, broken = lifecycle.open_draft(turn.value)
        events = [agui.text_start(draft.message_id, broken.message_id if broken else None)]
        if broken is not None:
            said = self.page(TRANSCRIPT)
            events = [agui.text_end(broken.message_id), agui.snapshot(said), *events]
        begun = turn.value.model_copy(update={"draft": draft})
        entries = tuple(
            lifecycle.turn_entry(begun, f"{draft.message_id}/start/{n}", event)
            for n, event in enumerate(events)
        )
        head = lifecycle.in_turn(self.head, draft.message_id, NOW)
        self.commit(Change(head, (Put(TURN, begun.number, begun, turn.etag),), entries))

    @precondition(lambda self: self.head.writing)
    @rule(number=st.integers(1, 3))
    def write(self, number):
        turn = self.read(TURN, self.head.turns).value
        change = lifecycle.append_text(self.head, turn, turn.draft, number, "text ", NOW)
        assert (change is None) == self.head.deleted
        stale = turn.draft.model_copy(update={"message_id": "another"})
        assert lifecycle.append_text(self.head, turn, stale, number, "text ", NOW) is None
        if change is not None and not turn.draft.finished:
            self.commit(change)

    @precondition(lambda self: self.works and self.head.writing)
    @rule(stopped=st.booleans())
    def finish_writing(self, stopped):
        turn = self.turn
        draft = turn.value.draft.model_copy(update={"text": "text", "finished": not stopped})
        written = turn.value.model_copy(update={"draft": draft})
        end = lifecycle.turn_entry(
            written, f"{draft.message_id}/end", agui.text_end(draft.message_id)
        )
        head = lifecycle.in_turn(self.head, None, NOW)
        put = Put(TURN, written.number, written, turn.etag)
        self.commit(Change(head, (put,), () if stopped else (end,)))

    @precondition(lambda self: self.open)
    @rule(
        outcome=st.sampled_from(["answered", "cancelled", "interrupted", "failed"]),
        text=st.sampled_from(["", "Sorry."]),
    )
    def close(self, outcome, text):
        turn = self.turn
        if self.head.phase == "waiting":
            outcome = "failed"
        change, closed = lifecycle.close_turn(
            self.head,
            turn,
            self.ticket(turn.value.run_id),
            outcome=turn.value.ending or outcome,
            text=text,
            question=self.unanswered(),
            now=NOW,
        )
        self.commit(change)
        assert self.read(TURN, closed.number).value == closed

    def unanswered(self):
        """Return the open question and, where it was answered by id, the run that nobody read."""
        asked = self.asked
        if asked is None:
            return None
        given = asked.value.answer
        return asked, self.ticket(given.run_id) if given is not None else None

    @precondition(
        lambda self: self.open and self.head.request and not self.asked.value.takes_answers
    )
    @rule()
    def read_slowly(self):
        asked = self.asked.value
        told = self.head.reading
        seq = asked.reply_seq
        run = self.read(INBOX, seq).value.run_id if seq is not None else asked.answer.run_id
        change = lifecycle.reading_begun(self.head, self.turn, run, "reading", NOW)
        assert (change is None) == (told is not None)
        if change is not None:
            self.commit(change)
            assert self.head.reading == run

    @precondition(
        lambda self: self.open and self.head.request and not self.asked.value.takes_answers
    )
    @rule(outcome=st.sampled_from(["answered", "unclear", "superseded"]))
    def take_reply(self, outcome):
        asked = self.asked
        said, ticket = None, None
        if asked.value.reply_seq is not None:
            said = self.read(INBOX, asked.value.reply_seq).value
            ticket = self.ticket(said.run_id)
        else:
            outcome = "answered" if outcome == "superseded" else outcome
            ticket = self.ticket(asked.value.answer.run_id)
        moved_on = outcome == "superseded"
        change = lifecycle.settle(
            self.head,
            self.turn,
            asked,
            Answer(outcome=outcome, action="option", option="1"),
            message=None if moved_on else said,
            ticket=None if moved_on else ticket,
            update={"ending": "superseded"} if moved_on else {},
            now=NOW,
        )
        self.commit(change)

    @precondition(lambda self: self.open and self.head.request and self.asked.value.takes_answers)
    @rule()
    def give_up_waiting(self):
        asked = self.asked
        if self.head.stop is None:
            self.commit(lifecycle.expire(self.head, self.turn, asked, NOW))
            return
        change = lifecycle.settle(
            self.head,
            self.turn,
            asked,
            Answer(outcome="cancelled"),
            message=None,
            ticket=None,
            update={"ending": "cancelled"},
            now=NOW,
        )
        self.commit(change)

    # --- what always holds

    @invariant()
    def numbers_have_no_gaps(self):
        head = self.head
        assert [e.id for e in self.events] == list(range(1, head.events + 1))
        assert [m.position for m in self.page(TRANSCRIPT)] == list(range(1, head.messages + 1))
        assert [m.seq for m in self.page(INBOX)] == list(range(1, head.accepted + 1))
        assert [t.number for t in self.page(TURN)] == list(range(1, head.turns + 1))
        assert 0 <= head.claimed <= head.accepted

    @invariant()
    def at_most_one_turn_is_open(self):
        unclosed = [t.number for t in self.page(TURN) if t.status == "open"]
        assert unclosed == ([self.head.open_turn] if self.head.open_turn else [])

    @invariant()
    def the_phase_says_who_acts_next(self):
        head = self.head
        assert (head.phase == "waiting") == (head.request is not None)
        if head.phase == "waiting":
            assert head.open_turn is not None
        if head.phase == "parked":
            assert head.open_turn is None

    @invariant()
    def messages_are_claimed_once_and_in_order(self):
        seqs = {m.message_id: m.seq for m in self.page(INBOX)}
        said = [m for m in self.page(TRANSCRIPT) if m.role == "user" and m.id in seqs]
        claimed = [seqs[m.id] for m in said]
        assert claimed == sorted(set(claimed))
        assert all(seq <= self.head.claimed for seq in claimed)

    @invariant()
    def a_question_closes_once(self):
        for turn in self.page(TURN):
            for number in range(1, turn.questions + 1):
                asked = self.read(REQUEST, f"q-{turn.number}-{number}")
                if asked.value.id == self.head.request:
                    assert asked.value.id not in self.settled
                else:
                    assert self.settled.setdefault(asked.value.id, asked) == asked
        closed = [
            e.event["value"]["id"] for e in self.events if e.event.get("name") == "interrupt_closed"
        ]
        assert len(closed) == len(set(closed))

    @invariant()
    def runs_come_one_after_another_and_are_well_formed(self):
        active, seen, writing = None, set(), {}
        for logged in self.events:
            event = logged.event
            if event.get("name") == "interrupt_closed" and active is None:
                assert logged.run in seen
                continue
            if event["type"] == "RUN_STARTED":
                assert active is None
                assert logged.run not in seen
                active = logged.run
                seen.add(active)
            assert logged.run == active
            match event["type"]:
                case "TEXT_MESSAGE_START":
                    assert event["messageId"] not in writing
                    writing[event["messageId"]] = True
                case "TEXT_MESSAGE_CONTENT":
                    assert writing[event["messageId"]] is True
                case "TEXT_MESSAGE_END":
                    assert writing[event["messageId"]] is True
                    writing[event["messageId"]] = False
                case "RUN_FINISHED":
                    assert not any(writing.values())
                    active = None
        self.only_a_reply_goes_on_without_a_turn(active)
        if self.works:
            assert active == self.turn.value.run_id

    def only_a_reply_goes_on_without_a_turn(self, active):
        """One that is being read, whose reading was given up, or that was a request of its own."""
        if self.head.phase == "waiting":
            assert active == self.head.reading
        elif self.head.open_turn is None and active is not None:
            assert active == self.read(INBOX, self.head.claimed + 1).value.run_id

    @invariant()
    def steps_end_before_their_run(self):
        step = None
        for logged in self.events:
            match logged.event["type"]:
                case "STEP_STARTED":
                    assert step is None
                    step = logged.run, logged.event["stepName"]
                case "STEP_FINISHED":
                    assert step == (logged.run, logged.event["stepName"])
                    step = None
                case "RUN_FINISHED":
                    assert step is None

    @invariant()
    def a_reply_is_read_only_while_its_question_waits(self):
        if self.head.reading is not None:
            assert self.head.phase == "waiting"
            assert self.turn.value.working

    @invariant()
    def nothing_changes_once_deleted(self):
        if self.frozen is not None:
            assert self.partition() == self.frozen


TestThread = ThreadMachine.TestCase
TestThread.settings = settings(
    max_examples=25,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
