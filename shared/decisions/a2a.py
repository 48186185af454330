"""Turns as A2A 1.0 has them: tasks, in plain JSON values.

A task is a turn, and whatever turns its questions led to: a conversation with the agent builder is
one task. A question, with all that it takes to answer it, is told as AG-UI tells it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, cast

from shared.decisions import agui, lifecycle, wording
from shared.models.base import Json
from shared.models.run import AgentRun, Step, ToolError
from shared.models.thread import (
    HumanRequest,
    InboxMessage,
    LoggedEvent,
    Outcome,
    RunTicket,
    Thread,
    TranscriptMessage,
    Turn,
)

State = Literal[
    "SUBMITTED", "WORKING", "INPUT_REQUIRED", "AUTH_REQUIRED", "COMPLETED", "CANCELED", "FAILED"
]
OVER: frozenset[State] = frozenset({"COMPLETED", "CANCELED", "FAILED"})
"""What a task does not leave again."""
UNDER_WAY: frozenset[State] = frozenset({"SUBMITTED", "WORKING"})
"""While somebody, or the line, is at work on it."""

_ENDS: dict[Outcome, State] = {"answered": "COMPLETED", "failed": "FAILED", "expired": "FAILED"}
"""What a turn comes to; any other outcome is that somebody wanted something else."""
_JSON = "application/json"
ANSWER = "answer"
"""The artifact that is what was said."""

Value = dict[str, Json]


@dataclass(frozen=True)
class Told:
    """One turn of a task, the work of its agent, and what was said in it, in order.

    `contents` are its files, in base64, by their ids.
    """

    turn: Turn
    work: AgentRun | None = None
    said: tuple[TranscriptMessage, ...] = ()
    contents: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def error(self) -> ToolError | None:
        """Why what was asked for could not be done, which its answer tells."""
        return self.work.response.error if self.work and self.work.response else None

    @property
    def again(self) -> str:
        """What to ask for once more when an account is connected; "" where part of it is done."""
        run = self.work
        done = run is None or run.order > 1 or any(_did(step) for step in run.steps)
        return "" if done else self.turn.text


def _did(step: Step) -> bool:
    return step.status == "done" and step.changes


@dataclass(frozen=True)
class Task:
    """What the rows of a conversation say of a task.

    `opened` is the message that it is to answer, with the ticket of its run, and `turns` are empty
    while that waits in line. `question` takes an answer; `reading` is the run of an answer that
    nobody has read yet. `left`: what it asked last was never answered, and is not asked any more.
    """

    id: str
    context: str
    opened: InboxMessage
    ticket: RunTicket
    turns: tuple[Told, ...] = ()
    question: HumanRequest | None = None
    reading: str | None = None
    left: bool = False

    @property
    def run(self) -> str:
        """The run that works on it now, or did last."""
        if self.reading is not None:
            return self.reading
        return self.turns[-1].turn.run_id if self.turns else self.opened.run_id

    @property
    def state(self) -> State:
        """How it stands."""
        if self.question is not None:
            return "INPUT_REQUIRED"
        if self.reading is not None:
            return "WORKING"
        if not self.turns:
            return "CANCELED" if self.ticket.state == "cancelled" else "SUBMITTED"
        last = self.turns[-1]
        if last.turn.status == "open" or last.turn.outcome is None:
            return "WORKING"
        if self.left:
            return "CANCELED"
        if last.turn.outcome == "answered" and last.error is not None:
            return "AUTH_REQUIRED" if last.error.connects else "FAILED"
        return _ENDS.get(last.turn.outcome, "CANCELED")

    @property
    def talk(self) -> bool:
        """Whether it took nobody's work: what was asked could be said, and that was all of it."""
        if len(self.turns) != 1 or self.state != "COMPLETED":
            return False
        [told] = self.turns
        decision = told.turn.decision
        said = decision is not None and decision.kind == "query"
        return said and told.work is None and not (told.turn.questions or told.turn.files)

    @property
    def at(self) -> datetime:
        """Since when it stands so."""
        if self.question is not None:
            return self.question.created_at
        if not self.turns:
            return self.opened.accepted_at
        return self.turns[-1].turn.closed_at or self.turns[-1].turn.opened_at


def leads_on(message: InboxMessage, question: HumanRequest) -> bool:
    """Return whether a message was meant for a question: the turn it opens goes on with its task.

    What is only said after a question may be a request of its own, and is told as one.
    """
    return not message.anew and question.id in {message.reply_to, message.answers}


def continues(message: InboxMessage) -> bool:
    """Return whether a message belongs to a task that was there before."""
    if message.goes_on is not None:
        return True
    return not message.anew and (message.reply_to or message.answers) is not None


def asked_last(turn: Turn) -> Sequence[str]:
    """Return the names that the last question of a turn can have, the likelier first.

    The agent builder's comes with the answer that the turn ends with, and is not counted in it.
    """
    last = lifecycle.request_id(turn.number, turn.questions)
    if turn.status == "open":
        return (last,) if turn.questions else ()
    return (lifecycle.request_id(turn.number, turn.questions + 1), last)


def waits_for(thread: Thread, question: HumanRequest) -> bool:
    """Return whether an answer to a question would be taken."""
    return question.takes_answers and question.id in {thread.request, thread.asked}


# --- as JSON ----------------------------------------------------------------------------------


def whole(value: Json) -> Json:
    """Return JSON with whole numbers as such: on its way through A2A's types it loses them."""
    if isinstance(value, dict):
        return {name: whole(one) for name, one in cast("dict[str, Json]", value).items()}
    if isinstance(value, list):
        return [whole(one) for one in cast("list[Json]", value)]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def shown(task: Task, *, artifacts: bool = True) -> Value:
    """Return a task with what was said and found in it."""
    now = status(task)
    last = now.get("message", {}).get("messageId")
    said = [
        _message(task, one.id, one.role, [{"text": one.text}])
        for told in task.turns
        for one in told.said
        if one.id != last
    ]
    if not task.turns:
        said = [_message(task, task.opened.message_id, "user", [{"text": task.opened.text}])]
    value: Value = {"id": task.id, "contextId": task.context, "status": now, "history": said}
    if artifacts and (found := results(task)):
        value["artifacts"] = found
    return value


def status(task: Task) -> Value:
    """Return how a task stands, with what is asked or was answered."""
    at = task.at.astimezone(UTC).isoformat().replace("+00:00", "Z")
    value: Value = {"state": f"TASK_STATE_{task.state}", "timestamp": at}
    if task.question is not None:
        value["message"] = _asking(task, task.question)
    elif task.turns and (task.state in OVER or task.state == "AUTH_REQUIRED"):
        answers = [one for one in task.turns[-1].said if one.role == "assistant"]
        if answers:
            parts = _connecting(task, answers[-1].text) or [{"text": answers[-1].text}]
            value["message"] = _message(task, answers[-1].id, "assistant", parts)
    return value


def alone(message: Value) -> Value:
    """Return a message of a task as one that stands for itself, in its conversation."""
    return {name: one for name, one in message.items() if name != "taskId"}


def results(task: Task) -> list[Value]:
    """Return what a task came to: what its calls gave, answers, and what they were made of."""
    return [
        artifact
        for told in task.turns
        for artifact in (*_given(told), *_answers(told), *_found(told.turn, told.work))
    ]


def _given(told: Told) -> Iterable[Value]:
    """Return files and data as they were given, once the turn is over."""
    for number, one in enumerate(told.turn.given if told.turn.status == "closed" else (), 1):
        part: Value = {"data": one.data, "mediaType": _JSON}
        if one.url:
            part = {"url": one.url, "filename": one.name, "mediaType": one.type}
        elif one.file is not None:
            if one.file.id not in told.contents:
                continue  # it is gone
            raw = told.contents[one.file.id]
            part = {"raw": raw, "filename": one.name, "mediaType": one.type}
        yield {
            "artifactId": f"given-{told.turn.number}-{number}",
            "name": one.name,
            "description": f"From {one.source}",
            "parts": [part],
        }


def _answers(told: Told) -> Iterable[Value]:
    for one in told.said:
        if one.role == "assistant" and not _is_question(one.id):
            yield _artifact(told.turn.number, one.text)


def _artifact(turn: int | None, text: str) -> Value:
    return {"artifactId": _answer_id(turn), "name": ANSWER, "parts": [{"text": text}]}


def _answer_id(turn: int | None) -> str:
    return f"{ANSWER}-{turn}"


def _found(turn: Turn, work: AgentRun | None) -> Iterable[Value]:
    """Return the structured results of a turn that is over."""
    response = work.response if work is not None else None
    if turn.status == "open" or response is None:
        return
    found: Value = {
        "result": response.result.data,
        "references": [one.model_dump(mode="json") for one in response.references],
        "error": response.error.model_dump(mode="json") if response.error is not None else None,
    }
    data = {name: value for name, value in found.items() if value}
    if data:
        part: Value = {"data": data, "mediaType": _JSON}
        yield {"artifactId": f"results-{turn.number}", "name": "results", "parts": [part]}


def _asking(task: Task, question: HumanRequest) -> Value:
    """Return a question in words, and as data that says how to answer."""
    text = wording.numbered(question.question, question.options)
    data: Value = {"data": agui.interrupt(question), "mediaType": _JSON}
    return _message(task, question.message_id, "assistant", [{"text": text}, data])


def _connecting(task: Task, text: str) -> list[Json]:
    """Return what to do where an account has to be connected first, in words and as data."""
    last = task.turns[-1]
    if task.state != "AUTH_REQUIRED" or last.error is None:
        return []
    then = wording.CONNECTED_AGAIN if last.again else wording.CONNECTED_REST
    data: Value = {"reason": "auth_required", "message": last.error.message}
    if last.error.link:
        data["link"] = last.error.link
    return [{"text": f"{text}\n\n{then}"}, {"data": data, "mediaType": _JSON}]


def _message(task: Task, name: str, role: str, parts: list[Json]) -> Value:
    return {
        "messageId": name,
        "contextId": task.context,
        "taskId": task.id,
        "role": "ROLE_USER" if role == "user" else "ROLE_AGENT",
        "parts": parts,
    }


def _is_question(message: str) -> bool:
    """Return whether an assistant's message puts a question, by the id that those are given."""
    return message.startswith(lifecycle.QUESTION_PREFIX)


# --- as it happens ----------------------------------------------------------------------------


class Updates:
    """Turns the events of a task's runs into what A2A streams: the answer as it is being worded.

    Without `words` it is told once it is whole.
    """

    def __init__(self, task: Task, *, words: bool = True) -> None:
        self._names: Value = {"taskId": task.id, "contextId": task.context}
        self._words = words
        self._begun = False

    def of(self, logged: LoggedEvent) -> Value | None:
        """Return what an event changes for whoever follows the task; None where nothing does.

        A message that is begun anew takes the place of the one before.
        """
        event = logged.event
        match event.get("type"):
            case "RUN_STARTED":
                return self.working()
            case "TEXT_MESSAGE_START":
                self._begun = False
            case "TEXT_MESSAGE_CONTENT" if self._words and not _is_question(event["messageId"]):
                append, self._begun = self._begun, True
                piece = {"artifact": _artifact(logged.turn, event["delta"]), "append": append}
                return {"artifactUpdate": {**self._names, **piece}}
            case _:
                pass
        return None

    def ended(self, task: Task) -> list[Value]:
        """Return how a task stands once nobody works on it, after what it came to."""
        told = () if not self._words else {_answer_id(one.turn.number) for one in task.turns}
        found = [one for one in results(task) if one["artifactId"] not in told]
        return [
            *({"artifactUpdate": {**self._names, "artifact": one}} for one in found),
            {"statusUpdate": {**self._names, "status": status(task)}},
        ]

    def working(self) -> Value:
        """Return that it is worked on; whoever waits for long hears it again."""
        return {"statusUpdate": {**self._names, "status": {"state": "TASK_STATE_WORKING"}}}
