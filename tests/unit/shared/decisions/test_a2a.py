"""Turns as A2A's tasks."""

from datetime import UTC, datetime, timedelta

import pytest
from a2a.types import Task as WireTask
from a2a.types import TaskArtifactUpdateEvent, TaskStatusUpdateEvent
from google.protobuf.json_format import ParseDict

from shared.decisions import a2a, agui, lifecycle, wording
from shared.models.given import Given
from shared.models.intent import Decision, Option
from shared.models.reasoning import Reference
from shared.models.run import AgentRun, Card, Step, SubAgentResponse, SubAgentResult, ToolError
from shared.models.thread import (
    Draft,
    HumanRequest,
    InboxMessage,
    LoggedEvent,
    RunTicket,
    Thread,
    TranscriptMessage,
    Turn,
)
from shared.models.upload import Upload

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
OPENED = InboxMessage(
    seq=1, message_id="m1", run_id="run-1", text="Mail Bob", accepted_at=NOW, due_at=NOW
)


def ticket(state="running"):
    return RunTicket(run_id="run-1", digest="", state=state)


def turn(number=1, **changes):
    given = {"number": number, "run_id": f"run-{number}", "seq": 1, "text": "Mail Bob"}
    return Turn(**given | {"execution": "x", "opened_at": NOW, "due_at": NOW} | changes)


def closed(outcome, **changes):
    later = NOW + timedelta(seconds=5)
    return a2a.Told(turn(status="closed", outcome=outcome, closed_at=later), **changes)


def asked(**changes):
    given = {"id": "q-1-1", "kind": "clarification", "turn": 1, "run_id": "run-1"}
    at = {"created_at": NOW + timedelta(seconds=2), "expires_at": NOW + timedelta(days=1)}
    named = {"question": "Which Bob?", "message_id": "question-q-1-1"}
    return HumanRequest(**given | named | at | changes)


def spoken(position, role, text, *, message=None, number=1, request=None):
    name = message or f"{role}-{position}"
    return TranscriptMessage(
        position=position,
        id=name,
        role=role,
        text=text,
        turn=number,
        run_id="run-1",
        at=NOW,
        request=request,
    )


def task(*turns, state="running", **changes):
    return a2a.Task("t1.1", "t1", OPENED, ticket(state), turns, **changes)


def event(kind, message="reply-1", **more):
    return LoggedEvent(
        id=1, run="run-1", turn=1, event={"type": kind, "messageId": message, **more}
    )


@pytest.mark.parametrize(
    ("given", "state"),
    [
        (task(state="queued"), "SUBMITTED"),
        (task(state="cancelled"), "CANCELED"),
        (task(a2a.Told(turn())), "WORKING"),
        (task(a2a.Told(turn()), question=asked()), "INPUT_REQUIRED"),
        (task(a2a.Told(turn()), reading="run-2"), "WORKING"),
        (task(closed("answered")), "COMPLETED"),
        (task(closed("answered"), question=asked()), "INPUT_REQUIRED"),
        (task(closed("answered"), reading="run-2"), "WORKING"),
        (task(closed("answered"), left=True), "CANCELED"),
        (task(closed("failed")), "FAILED"),
        (task(closed("expired")), "FAILED"),
        (task(closed("cancelled")), "CANCELED"),
        (task(closed("interrupted")), "CANCELED"),
        (task(closed("superseded")), "CANCELED"),
        (task(closed("answered"), a2a.Told(turn(2))), "WORKING"),
        (task(closed("answered"), closed("failed")), "FAILED"),
    ],
)
def test_a_task_stands_as_its_rows_say(given, state):
    assert given.state == state
    wire = ParseDict(a2a.shown(given), WireTask())
    assert (wire.id, wire.context_id) == ("t1.1", "t1")


@pytest.mark.parametrize(
    ("given", "run", "at"),
    [
        (task(state="queued"), "run-1", NOW),
        (task(a2a.Told(turn(2))), "run-2", NOW),
        (task(a2a.Told(turn()), reading="run-9"), "run-9", NOW),
        (task(a2a.Told(turn()), question=asked()), "run-1", NOW + timedelta(seconds=2)),
        (task(closed("answered")), "run-1", NOW + timedelta(seconds=5)),
    ],
)
def test_a_task_tells_who_works_on_it_and_since_when_it_stands_so(given, run, at):
    assert given.run == run
    assert a2a.status(given)["timestamp"] == at.isoformat().replace("+00:00", "Z")


def test_a_message_that_waits_in_line_is_its_history():
    shown = a2a.shown(task(state="queued"))

    assert [one["messageId"] for one in shown["history"]] == ["m1"]
    assert "message" not in shown["status"]


def test_a_question_is_told_in_words_and_as_ag_ui_tells_it():
    card = Card(title="Send a mail", fields=(("To", "bob@x.example"),))
    options = (Option(id="1", label="Bob Ray", value="1"),)
    approval = asked(
        kind="approval",
        card=card,
        risk="high",
        arguments={"to": ["bob@x.example"]},
        options=options,
    )
    said = (
        spoken(1, "user", "Mail Bob", message="m1"),
        spoken(2, "assistant", "Which Bob?", message="question-q-1-1", request="q-1-1"),
    )

    shown = a2a.shown(task(a2a.Told(turn(), said=said), question=approval))

    words, data = shown["status"]["message"]["parts"]
    assert words == {"text": "Which Bob?\n\n1. **Bob Ray**"}
    assert data["data"] == agui.interrupt(approval)
    assert data["data"]["metadata"]["card"]["title"] == "Send a mail"
    assert data["data"]["metadata"]["risk"] == "high"
    assert data["data"]["responseSchema"]["properties"]["approved"] == {"type": "boolean"}
    assert [one["messageId"] for one in shown["history"]] == ["m1"]
    assert "artifacts" not in shown, "a question is no result"


def worked(**response):
    found = SubAgentResponse(success=True, domain="email", request="x", **response)
    return AgentRun(id="w", agent="email", request="x", status="complete", response=found)


def test_what_was_found_is_an_artifact_beside_the_answer():
    reference = Reference(kind="email", id="m-7", label="Budget", ordinal=1)
    work = worked(result=SubAgentResult(data={"total": 1}), references=(reference,))
    said = (spoken(1, "user", "Find it"), spoken(2, "assistant", "One mail.", message="reply-1"))

    shown = a2a.shown(task(closed("answered", work=work, said=said)))

    assert shown["status"]["message"]["parts"] == [{"text": "One mail."}]
    answer, results = shown["artifacts"]
    assert answer == {"artifactId": "answer-1", "name": "answer", "parts": [{"text": "One mail."}]}
    assert results["parts"][0]["data"] == {
        "result": {"total": 1},
        "references": [reference.model_dump(mode="json")],
    }
    assert "artifacts" not in a2a.shown(task(closed("answered", said=said)), artifacts=False)


LINK = "/api/v1/connections/google/start"


def failing(kind="auth", link="", *, recoverable=False, **changes):
    error = ToolError(type=kind, message="Expired.", tool="x", recoverable=recoverable, link=link)
    work = worked(result=SubAgentResult(), error=error)
    return work.model_copy(update={"status": "failed", **changes})


def step(*, changes, status="done"):
    return Step(tool="x", status=status, changes=changes)


@pytest.mark.parametrize(
    ("work", "state"),
    [
        (failing(link=LINK), "AUTH_REQUIRED"),
        (failing(recoverable=True), "AUTH_REQUIRED"),
        (failing("permission", LINK), "AUTH_REQUIRED"),
        (failing(), "FAILED"),
        (failing("permission"), "FAILED"),
        (failing("network", recoverable=True), "FAILED"),
    ],
)
def test_what_lacks_an_account_waits_for_it_and_what_else_fails_has_failed(work, state):
    assert task(closed("answered", work=work)).state == state
    assert task(closed("cancelled", work=work)).state == "CANCELED"


@pytest.mark.parametrize(
    ("changes", "then"),
    [
        ({}, wording.CONNECTED_AGAIN),
        ({"steps": (step(changes=False),)}, wording.CONNECTED_AGAIN),
        ({"steps": (step(changes=True, status="failed"),)}, wording.CONNECTED_AGAIN),
        ({"steps": (step(changes=True),)}, wording.CONNECTED_REST),
        ({"order": 2}, wording.CONNECTED_REST),
    ],
)
def test_what_waits_for_an_account_says_where_to_connect_it_and_how_it_goes_on(changes, then):
    said = (spoken(2, "assistant", "Sign in again: /start", message="reply-1"),)
    waiting = closed("answered", work=failing(link=LINK, **changes), said=said)

    shown = a2a.shown(task(waiting))

    words, data = shown["status"]["message"]["parts"]
    assert words == {"text": f"Sign in again: /start\n\n{then}"}
    assert data["data"] == {"reason": "auth_required", "message": "Expired.", "link": LINK}
    assert shown["artifacts"][1]["parts"][0]["data"]["error"]["link"] == LINK
    assert waiting.again == ("Mail Bob" if then == wording.CONNECTED_AGAIN else "")
    ParseDict(shown, WireTask())


def test_an_account_without_a_link_is_asked_for_without_one():
    said = (spoken(2, "assistant", "Connect your mailbox.", message="reply-1"),)
    shown = a2a.shown(task(closed("answered", work=failing(recoverable=True), said=said)))
    data = shown["status"]["message"]["parts"][1]["data"]
    assert data == {"reason": "auth_required", "message": "Expired."}


def test_a_task_that_was_gone_on_with_stands_as_what_came_of_that():
    waited = closed("answered", work=failing(link=LINK))
    for given, state in [
        (task(waited, reading="run-2"), "WORKING"),
        (task(waited, a2a.Told(turn(2))), "WORKING"),
        (task(waited, closed("answered")), "COMPLETED"),
        (task(waited, waited), "AUTH_REQUIRED"),
    ]:
        assert given.state == state
    left = a2a.Told(turn(status="closed", outcome="answered"), None)
    assert task(left, left=True).state == "CANCELED"
    assert left.again == ""


@pytest.mark.parametrize("work", [None, worked(result=SubAgentResult())])
def test_nothing_found_is_no_artifact(work):
    assert a2a.results(task(closed("answered", work=work))) == []


def test_what_is_still_being_worked_on_has_no_results():
    work = worked(result=SubAgentResult(data={"total": 1}))
    assert a2a.results(task(a2a.Told(turn(), work))) == []


def test_an_answer_streams_piece_by_piece_and_a_new_text_takes_its_place():
    updates = a2a.Updates(task(a2a.Told(turn())))
    log = [
        event("RUN_STARTED"),
        event("TEXT_MESSAGE_START"),
        event("TEXT_MESSAGE_CONTENT", delta="I was ab"),
        event("TEXT_MESSAGE_CONTENT", delta="out to"),
        event("TEXT_MESSAGE_START", "reply-1-2"),
        event("TEXT_MESSAGE_CONTENT", "reply-1-2", delta="Done."),
        event("TEXT_MESSAGE_END", "reply-1-2"),
        event("RUN_FINISHED"),
    ]

    told = [update for one in log if (update := updates.of(one)) is not None]

    assert told[0] == updates.working()
    ParseDict(told[0]["statusUpdate"], TaskStatusUpdateEvent())
    pieces = [ParseDict(one["artifactUpdate"], TaskArtifactUpdateEvent()) for one in told[1:]]
    assert [(piece.append, piece.artifact.parts[0].text) for piece in pieces] == [
        (False, "I was ab"),
        (True, "out to"),
        (False, "Done."),
    ]
    assert {piece.artifact.artifact_id for piece in pieces} == {"answer-1"}


def test_a_question_s_words_are_no_part_of_an_answer():
    updates = a2a.Updates(task(a2a.Told(turn())))
    name = f"{lifecycle.QUESTION_PREFIX}q-1-1"
    assert updates.of(event("TEXT_MESSAGE_CONTENT", name, delta="Which Bob?")) is None


def test_a_stream_ends_with_the_data_and_how_the_task_stands():
    over = task(closed("answered", work=worked(result=SubAgentResult(data=[1]))))

    found, last = a2a.Updates(over).ended(over)

    assert found["artifactUpdate"]["artifact"]["name"] == "results"
    assert last["statusUpdate"]["status"]["state"] == "TASK_STATE_COMPLETED"


@pytest.mark.parametrize(
    ("changes", "continues", "leads"),
    [
        ({}, False, False),
        ({"reply_to": "q-1-1"}, True, True),
        ({"answers": "q-1-1"}, True, True),
        ({"answers": "q-1-1", "anew": True}, False, False),
        ({"reply_to": "q-1-2"}, True, False),
        ({"goes_on": 1, "anew": True}, True, False),
    ],
)
def test_what_is_meant_for_a_question_goes_on_with_its_task(changes, continues, leads):
    message = OPENED.model_copy(update=changes)

    assert a2a.continues(message) is continues
    assert a2a.leads_on(message, asked()) is leads


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (turn(), ()),
        (turn(questions=2), ("q-1-2",)),
        (turn(questions=0, status="closed"), ("q-1-1", "q-1-0")),
        (
            turn(questions=2, status="closed", draft=Draft(message_id="r", attempt=1)),
            ("q-1-3", "q-1-2"),
        ),
    ],
)
def test_the_last_question_of_a_turn_is_found_by_its_name(given, names):
    assert a2a.asked_last(given) == names


@pytest.mark.parametrize(
    ("thread", "question", "waits"),
    [
        ({"request": "q-1-1"}, {}, True),
        ({"asked": "q-1-1"}, {}, True),
        ({}, {}, False),
        ({"request": "q-2-1"}, {}, False),
        ({"request": "q-1-1"}, {"reply_seq": 2}, False),
        ({"request": "q-1-1"}, {"status": "answered"}, False),
    ],
)
def test_a_question_waits_while_its_conversation_does(thread, question, waits):
    given = {"key": "k", "tenant": "t", "owner": "o", "id": "t1", "created_at": NOW}
    head = Thread(**given, updated_at=NOW, **thread)
    assert a2a.waits_for(head, asked(**question)) is waits


@pytest.mark.parametrize(
    ("value", "whole"),
    [
        (2.0, 2),
        (2.5, 2.5),
        ("2.0", "2.0"),
        (None, None),
        (True, True),
        ({"a": [1.0, {"b": 3.0}], "c": 0.5}, {"a": [1, {"b": 3}], "c": 0.5}),
    ],
)
def test_numbers_that_lost_it_on_the_way_are_whole_again(value, whole):
    found = a2a.whole(value)
    assert (found, repr(found)) == (whole, repr(whole))


# --- what was given, and what took no work ----------------------------------------------------

FILE = Upload(id="f1", name="a.csv", type="text/csv", size=3)
GIVEN = (
    Given(source="There", name="rows", data={"rows": 2}),
    Given(source="There", name="a.csv", type="text/csv", file=FILE),
    Given(source="There", name="b.csv", type="text/csv", url="https://x.example/b.csv"),
)


def gave(**changes):
    over = {"status": "closed", "outcome": "answered", "closed_at": NOW} | changes
    said = (spoken(2, "assistant", "Done."),)
    return a2a.Told(turn(given=GIVEN, **over), said=said, contents={"f1": "YSxi"})


def test_files_and_data_are_artifacts_as_they_were_given_before_the_answer():
    wire = ParseDict(a2a.shown(task(gave())), WireTask())
    data, file, link, answer = wire.artifacts
    assert data.parts[0].data.struct_value["rows"] == 2
    assert (file.parts[0].raw, file.parts[0].filename, file.parts[0].media_type) == (
        b"a,b",
        "a.csv",
        "text/csv",
    )
    assert (link.parts[0].url, link.parts[0].filename) == ("https://x.example/b.csv", "b.csv")
    assert answer.parts[0].text == "Done."
    assert [one.description for one in (data, file, link)] == ["From There"] * 3
    assert len({one.artifact_id for one in wire.artifacts}) == 4


def test_a_file_that_is_gone_is_none():
    gone = a2a.Told(gave().turn, said=gave().said)
    assert [one["name"] for one in a2a.results(task(gone))] == ["rows", "b.csv", "answer"]


def test_what_was_given_is_told_once_its_turn_is_over():
    under_way = a2a.Told(turn(given=GIVEN), contents={"f1": "YSxi"})
    assert a2a.results(task(under_way)) == []
    *found, ended = a2a.Updates(task(gave())).ended(task(gave()))
    assert [one["artifactUpdate"]["artifact"]["name"] for one in found] == [
        "rows",
        "a.csv",
        "b.csv",
    ]
    assert ended["statusUpdate"]["status"]["state"] == "TASK_STATE_COMPLETED"


def test_who_takes_no_words_is_told_the_answer_once_it_is_whole():
    updates = a2a.Updates(task(a2a.Told(turn())), words=False)
    assert updates.of(event("TEXT_MESSAGE_CONTENT", delta="Do")) is None
    names = [one["artifactUpdate"]["artifact"]["name"] for one in updates.ended(task(gave()))[:-1]]
    assert names == ["rows", "a.csv", "b.csv", "answer"]


ASKED_ONCE = {"decision": Decision(kind="query"), "questions": 1}
OVER = {"status": "closed", "outcome": "answered", "closed_at": NOW}


@pytest.mark.parametrize(
    ("given", "talk"),
    [
        (task(a2a.Told(turn(decision=Decision(kind="query"), **OVER))), True),
        (task(a2a.Told(turn(decision=Decision(kind="say"), **OVER))), False),
        (task(a2a.Told(turn(**OVER))), False),
        (task(a2a.Told(turn(decision=Decision(kind="query"), files=(FILE,), **OVER))), False),
        (task(a2a.Told(turn(**ASKED_ONCE, **OVER))), False),
        (task(a2a.Told(turn(decision=Decision(kind="query")))), False),
        (task(state="queued"), False),
        (task(closed("answered"), closed("answered")), False),
    ],
)
def test_only_what_could_be_said_without_any_work_is_talk(given, talk):
    assert given.talk is talk


def test_a_message_that_stands_for_itself_names_no_task():
    message = a2a.status(task(gave()))["message"]
    assert a2a.alone(message) == {name: one for name, one in message.items() if name != "taskId"}
    assert a2a.alone(message)["contextId"] == "t1"
