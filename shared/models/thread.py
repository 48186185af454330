"""A thread and everything in it: the rows of one partition.

A *turn* answers one message. A *run* is what one POST (or expiry) opened; a turn that asks a
question spans the run that asked and the run that answered.
"""

from datetime import datetime
from typing import Literal

from shared.models.base import Json, Payload
from shared.models.errand import Errand
from shared.models.given import Given
from shared.models.intent import Decision, IntentAnalysis, Option, QuestionType, Risk
from shared.models.reasoning import Clarified, Memory, Reference, Usage
from shared.models.run import Card
from shared.models.upload import Upload

Phase = Literal["parked", "running", "waiting"]
Outcome = Literal["answered", "cancelled", "interrupted", "expired", "superseded", "failed"]


class Stop(Payload):
    """A wish to end the open turn at its next step boundary."""

    kind: Literal["cancel", "interrupt"]
    run: str


class Thread(Payload):
    """The head of a thread's partition; every change of it is made under its etag.

    Counters are gap-free: messages `1..accepted` were taken in, `1..claimed` have a turn (or
    answered a question), events `1..events` are in the log, `1..messages` in the transcript.
    """

    key: str
    tenant: str
    owner: str
    id: str
    title: str = ""
    """What it is called: after its first message, until somebody calls it something else."""
    phase: Phase = "parked"
    request: str | None = None
    """The open question or approval, while waiting."""
    asked: str | None = None
    """What the agent that has the conversation asked with its last answer. No turn waits for it:
    the next message is its answer."""
    accepted: int = 0
    claimed: int = 0
    turns: int = 0
    open_turn: int | None = None
    messages: int = 0
    events: int = 0
    writing: str | None = None
    """The assistant message being written, so that a writer knows when another took over."""
    reading: str | None = None
    """The run of a reply that is being read, once clients were told that it has begun."""
    stop: Stop | None = None
    handoff: str | None = None
    """The handoff whose target has the conversation."""
    resumable: str | None = None
    """The handoff that was left or timed out last, and can be taken up again."""
    handoffs: int = 0
    uploads: int = 0
    """Files that were brought into it."""
    lately: tuple[str, ...] = ()
    """The runs that messages opened last: what is sent again is mostly one of these."""
    watched: tuple[int, ...] = ()
    """The messages whose tasks have webhooks that were not told their end yet."""
    deleted: bool = False
    created_at: datetime
    updated_at: datetime

    @property
    def pending(self) -> int:
        """Messages taken in that no turn has claimed yet."""
        return self.accepted - self.claimed

    @property
    def speaks(self) -> bool:
        """Whether a run has begun, whose events nothing else may come between."""
        return self.phase == "running" or self.reading is not None


class InboxMessage(Payload):
    """One message as it was accepted. `seq` is its place in the thread."""

    seq: int
    message_id: str
    run_id: str
    text: str
    reply_to: str | None = None
    anew: bool = False
    """Said instead of an answer: a request of its own, whatever was asked."""
    answers: str | None = None
    """What the agent that has the conversation had asked when it came."""
    debug: bool = False
    files: tuple[Upload, ...] = ()
    """What came with it."""
    client: tuple[str, ...] = ()
    """What the client it came from wants to be known."""
    chain: tuple[str, ...] = ()
    """The agents that the request came through, where others handed it on."""
    roles: tuple[str, ...] = ()
    """Of whoever said it: some approvals take one."""
    goes_on: int | None = None
    """The turn it goes on with, which an account was to be connected for."""
    again: str = ""
    """What is to be done once more, where its own words say no more than that it can be."""
    accepted_at: datetime
    due_at: datetime


class RunTicket(Payload):
    """What one POST opened; found again by run id. `digest` tells a repeat from a reuse.

    `state` follows the run: queued, running, waiting (it asked something), finished, cancelled.
    """

    run_id: str
    message_id: str | None = None
    seq: int | None = None
    request: str | None = None
    digest: str
    state: Literal["queued", "running", "waiting", "finished", "cancelled"] = "queued"
    turn: int | None = None
    first_event: int = 1
    """No event of this run has a smaller id."""


class MessageTicket(Payload):
    """Finds the run of a message id again."""

    run_id: str
    digest: str


class TranscriptMessage(Payload):
    """One thing said, in the order of the conversation. `position` starts at 1."""

    position: int
    id: str
    role: Literal["user", "assistant"]
    text: str
    turn: int
    run_id: str
    at: datetime
    request: str | None = None
    """The question or approval this message asks."""
    agent: str = ""
    """The agent whose answer it is."""
    files: tuple[Upload, ...] = ()
    """What came with it, or was given with an answer."""


class Answer(Payload):
    """How a question ended, or what a person said to it.

    `forbidden`: who accepted lacks the role it takes. `hold` and `aside` leave what was shown
    standing: it is to wait, or something was asked about it. So does `nearly`: it seems agreed to,
    and not plainly. So do `later` and `skip`, which are about the order at place `option` of those
    that wait; a `reject` with "all" is of them all.
    `between`: something else was asked for, which leaves it standing. `wish`: how what a choice is
    for should be otherwise, said with that choice, or alone, which leaves the question standing.
    """

    outcome: Literal["answered", "unclear", "expired", "superseded", "cancelled"]
    action: (
        Literal[
            "option",
            "text",
            "none",
            "accept",
            "reject",
            "edit",
            "forbidden",
            "hold",
            "nearly",
            "aside",
            "later",
            "skip",
            "between",
            "wish",
        ]
        | None
    ) = None
    option: str | None = None
    wish: str = ""
    text: str = ""
    arguments: dict[str, Json] | None = None
    run_id: str | None = None
    by: str = ""
    """Who decided, where that was not the person who was asked."""
    by_name: str = ""


class Asking(Payload):
    """What is asked, in whatever words.

    An approval carries the arguments it is for and their hash, the card that shows what will
    happen, how risky that is, and the role it takes to agree ("" is none).
    """

    kind: Literal["clarification", "approval"]
    options: tuple[Option, ...] = ()
    free_text: bool = False
    """Whether an answer in the person's own words is one."""
    lacks: str = ""
    """The kind of thing an answer tells, where a command cannot be planned without it."""
    relayed: bool = False
    """Another agent asks: whatever is said is its answer."""
    tool: str = ""
    tool_call_id: str | None = None
    arguments: dict[str, Json] | None = None
    arguments_hash: str | None = None
    card: Card | None = None
    risk: Risk = "low"
    role: str = ""


class Question(Asking):
    """What a turn has to ask."""

    text: str


class HumanRequest(Asking):
    """A question or approval put to a person. It closes once.

    `reply_seq` is the message accepted as its answer, before it has been read. `tool` is the one an
    approval is for, whose call clients were shown, and `editable` the JSON schema of its arguments.
    """

    id: str
    turn: int
    run_id: str
    question: str
    editable: dict[str, Json] | None = None
    message_id: str
    status: Literal["open", "answered", "unclear", "expired", "superseded", "cancelled"] = "open"
    reply_seq: int | None = None
    answer: Answer | None = None
    created_at: datetime
    expires_at: datetime

    @property
    def takes_answers(self) -> bool:
        """Whether nobody has answered yet."""
        return self.status == "open" and self.reply_seq is None


class Draft(Payload):
    """An assistant message being written to the log, so that a second writer can replace it.

    `aside`: it was ended and taken out of sight, and only its number counts.
    """

    message_id: str
    attempt: int
    finished: bool = False
    aside: bool = False
    text: str = ""


class TraceEntry(Payload):
    """One thing that happened in a turn: what, how long, what it cost, and the details."""

    name: str
    at: datetime
    milliseconds: int = 0
    usage: Usage = Usage()
    detail: dict[str, Json] = {}


class Turn(Payload):
    """One message being answered. `execution` is the orchestration start that last opened it.

    `rounds` counts the times routing had to ask, `unclear` replies in a row that could not be read;
    `ending` is set once the turn is to close without an answer of its own; `due_at` is when its
    rescue is due.
    """

    number: int
    run_id: str
    seq: int
    text: str
    files: tuple[Upload, ...] = ()
    """What the person brought along, with this message or with an answer in this turn."""
    given: tuple[Given, ...] = ()
    """What its calls gave to be passed on as it is."""
    client: tuple[str, ...] = ()
    """What the client that the message came from wants to be known."""
    chain: tuple[str, ...] = ()
    """The agents that the request came through."""
    debug: bool = False
    execution: str
    attempts: int = 1
    questions: int = 0
    rounds: int = 0
    unclear: int = 0
    aside: str = ""
    """What is said before a question that still stands is put again."""
    set_aside: str = ""
    """The title of the card that was waiting when this message replaced it; it was not done."""
    shown: Errand | None = None
    """What the builder had shown for agreement when this message asked for something else."""
    ending: Outcome | None = None
    status: Literal["open", "closed"] = "open"
    outcome: Outcome | None = None
    intent: IntentAnalysis | None = None
    decision: Decision | None = None
    clarified: tuple[Clarified, ...] = ()
    """What routing asked in this turn, and what it was told."""
    asked: QuestionType | None = None
    """The type of the first question routing asked."""
    handoff: str | None = None
    """The handoff this message belongs to."""
    takes_back: bool = False
    """Whether it is to take back what was done before."""
    working: str = ""
    """The step that clients were told is being worked on; what moves the turn on ends it."""
    act: Literal["", "create", "update"] = ""
    """What the agent builder is about to do, before it has said how it went."""
    reply: str = ""
    """What the agent that has the conversation says."""
    memory: Memory = Memory()
    """What the turns before it taught."""
    trace: tuple[TraceEntry, ...] = ()
    draft: Draft | None = None
    references: tuple[Reference, ...] = ()
    suggestions: tuple[str, ...] = ()
    """Messages offered with the answer, which go on from it."""
    usage: Usage = Usage()
    run_usage: Usage = Usage()
    """What the current run has spent of it."""
    opened_at: datetime
    due_at: datetime
    closed_at: datetime | None = None
    went_on: int | None = None
    """The message that it was gone on with, once an account was connected for it."""

    @property
    def sent_to(self) -> str | None:
        """The agent that works on it; None when the product, or its builder, speaks."""
        return self.decision.agent if self.decision and self.decision.kind == "run" else None


class LoggedEvent(Payload):
    """One AG-UI event in the log. `run` and `turn` say what it belongs to."""

    id: int
    run: str
    turn: int | None = None
    event: dict[str, Json]


class DueEntry(Payload):
    """Something to look at later. `at` is when; the thread is named by its opaque key only.

    Of kind `schedule`, `thread` is the opaque key of a schedule, and `subject` the time planned.
    Of kind `handoff`, `subject` is the handoff's id. Of kind `purge`, it names the orchestrations
    of branches whose histories are to be removed; without one it is the thread itself. Of kind
    `retention` with the subject `effects`, `thread` names a person whose changes are to be let go;
    with the thread `tables`, `subject` names a table, and from which partition on to walk it.
    Of kind `erasure`, `thread` is the opaque key of a person's erasure. Of kind `webhooks`,
    `subject` is the place of the message whose task is watched.
    `failed` counts how often in a row it could not be dealt with, last for the reason `why`.
    """

    id: str
    at: datetime
    kind: Literal[
        "rescue", "expiry", "retention", "purge", "schedule", "handoff", "erasure", "webhooks"
    ]
    thread: str
    subject: str = ""
    failed: int = 0
    why: str = ""
