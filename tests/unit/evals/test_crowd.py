"""What people of public collections say: how what comes of it is judged, and the files drawn."""

import json
from datetime import UTC, datetime

import pytest

from evals.__main__ import main
from evals.crowd import (
    FOLDER,
    Came,
    Foreign,
    ForService,
    agent_right,
    answered,
    call_right,
    declined,
)
from evals.crowd_draw import CALLS, Line, sha1, task_of
from evals.datasets import DATA, load
from shared.models.intent import Decision
from shared.models.run import AgentRun, Step
from shared.models.thread import HumanRequest, Turn
from shared.workspace.registry import TOOLS
from tests.support.simulation import embedded

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
TRAINING = DATA.parent.parent / "training" / "reading"
SEND = ForService(text="email ann", task="mail_send", service="email", calls=("gmail_send_email",))
REMIND = ForService(text="remind me", task="remind", service="calendar", calls=("remind",))


def came(agent="email", tools=(), words="", kind="", *, reminds=False):
    turn = Turn(
        number=1,
        run_id="r",
        seq=1,
        text="hi",
        execution="e",
        opened_at=NOW,
        due_at=NOW,
        decision=Decision(kind="run", agent=agent) if agent else Decision(kind="query"),
    )
    steps = tuple(Step(tool=tool) for tool in tools)
    runs = (AgentRun(id="w", agent=agent, request="hi", steps=steps),) if agent else ()
    asked = {"question": "?", "message_id": "m", "created_at": NOW, "expires_at": NOW}
    question = HumanRequest(id="q", kind=kind, turn=1, run_id="r", **asked) if kind else None
    return Came(turn, runs, question, words, reminds, 1.0)


@pytest.mark.parametrize(
    ("one", "agent", "call"),
    [
        (came(tools=["contacts_search", "gmail_send_email"], kind="approval"), True, True),
        (came(words="What should it say?"), True, True),
        (came(kind="clarification"), True, True),
        (came(tools=["contacts_search"], words="I know no Ann. What is her address?"), True, True),
        (came(tools=["gmail_search_messages"], words="1. **Lunch?**, Ann"), True, False),
        (came(tools=["gmail_create_draft"], kind="approval"), True, False),
        (came("contacts", ["gmail_send_email"]), False, False),
        (came("", words="What should it say?"), False, False),
    ],
)
def test_the_right_agent_calls_what_is_expected_or_asks(one, agent, call):
    assert (agent_right(SEND, one), call_right(SEND, one)) == (agent, call)


def test_a_reminder_is_right_where_one_would_do():
    assert call_right(REMIND, came("", reminds=True))
    assert not call_right(SEND, came("", reminds=True))


@pytest.mark.parametrize(
    ("one", "honest"),
    [
        (came("", words="I can't do that."), True),
        (came("email"), False),
        (came("", kind="approval"), False),
        (came("", reminds=True), False),
    ],
)
def test_what_nothing_here_does_is_declined_without_touching_anything(one, honest):
    assert declined(one) == honest


async def test_one_message_is_answered_in_a_world_of_its_own():
    one = await answered(embedded(), "show my unread emails")

    assert one.agents == {"email"}
    assert "gmail_search_messages" in one.calls
    assert not one.card


def test_both_files_are_judged_and_the_last_line_is_json(tmp_path, capsys):
    line = {"text": "show my unread emails", "task": "mail_search", "service": "email"}
    calls = {"calls": ["gmail_search_messages"]}
    (tmp_path / "services.jsonl").write_text(json.dumps(line | calls) + "\n")
    (tmp_path / "foreign.jsonl").write_text('{"text": "how tall is the eiffel tower"}\n')

    assert main(["crowd", str(tmp_path), "--errors"], {}) == 0

    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (found["n"], found["right_agent"], found["right_call_or_question"]) == (2, 1, 1)
    assert found["foreign_declined"] == 1


def test_the_drawn_lines_name_tools_that_there_are_and_stand_nowhere_else():
    ours = load(FOLDER / "services.jsonl", ForService).items
    foreign = load(FOLDER / "foreign.jsonl", Foreign).items
    drawn = {line.text for line in (*ours, *foreign)}
    elsewhere = {
        line.split("\t")[-1].strip().lower()
        for path in TRAINING.rglob("*.t[sx][tv]")
        for line in path.read_text().splitlines()
    }
    routed = (DATA / "routing" / "clinc150").glob("*.jsonl")
    said = [json.loads(line) for path in routed for line in path.read_text().splitlines()]
    elsewhere |= {one["utterance"].lower() for one in said if "utterance" in one}

    assert (len(ours), len(foreign), len(drawn)) == (300, 200, 500)
    assert {call for line in ours for call in line.calls} <= {*TOOLS, "ask", "remind"}
    assert not drawn & elsewhere


def test_every_line_for_a_service_has_been_read():
    rows = (FOLDER / "labels.tsv").read_text().splitlines()
    labels = dict(row.split("\t") for row in rows)

    for line in load(FOLDER / "services.jsonl", ForService).items:
        assert labels[sha1(line.text)] == line.task
        assert line.calls == tuple(CALLS[line.task])


@pytest.mark.parametrize(
    ("intent", "text", "task"),
    [
        ("email_sendemail", "please respond to ann", "mail_reply"),
        ("email_sendemail", "write to ann", "mail_send"),
        ("email_querycontact", "call ann", ""),
        ("calendar_set", "remind me at nine", "remind"),
        ("weather_query", "is it raining", ""),
    ],
)
def test_a_task_follows_from_intent_and_words(intent, text, task):
    assert task_of(Line("", intent, text)) == task
