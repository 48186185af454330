"""Rows and histories that another version wrote: newer ones are read, and go on being answered."""

import json

import pytest
from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from host.manifest import ACTIVITIES, ORCHESTRATORS
from shared.models.intent import Decision
from shared.models.rows import (
    AGENT_RUN,
    HANDOFF,
    INBOX,
    MESSAGE_TICKET,
    REQUEST,
    RUN_TICKET,
    TRANSCRIPT,
    TURN,
)
from shared.models.steps import FollowRequest
from shared.models.thread import DueEntry, Thread
from shared.storage.due import StoredDue
from shared.storage.memory import MemoryRows
from shared.storage.rows import Upsert
from tests.replay.test_replay import HISTORIES
from tests.support.fakes import NOON
from tests.support.replay import orchestrator_functions, replay, scheduled
from tests.support.simulation import World

NEWS = {"said_by_a_newer_version": {"deeply": [1, {"nested": None}]}}
KINDS = {
    kind.prefix: kind.model
    for kind in (INBOX, MESSAGE_TICKET, RUN_TICKET, TRANSCRIPT, REQUEST, TURN, AGENT_RUN, HANDOFF)
}
GIVES = {work.name: work.activity.gives for work in ACTIVITIES}
TAKES = {work.name: work.activity.takes for work in ACTIVITIES}


def newer(value):
    """The JSON of a value as a version writes it that has a field more in each of its parts."""
    match value:
        case BaseModel():
            return {name: newer(getattr(value, name)) for name in type(value).model_fields} | NEWS
        case tuple() | list():
            return [newer(one) for one in value]
        case dict():
            return {key: newer(one) for key, one in value.items()}
        case _:
            return to_jsonable_python(value)


def rewritten(model, text):
    return json.dumps(newer(model.model_validate_json(text)))


async def rewrite_rows(rows, model_of):
    """Write every row of a table anew, as a newer version would have."""
    for partition, stored in list(rows._partitions.items()):
        for row in list(stored.values()):
            model = model_of(row.key)
            if model is not None:
                stored[row.key] = type(row)(row.key, rewritten(model, row.body), row.etag)
        assert partition


def thread_row(key):
    return Thread if key == "thread" else KINDS.get(key.partition("-")[0])


@pytest.mark.parametrize(
    ("question", "answer", "ending"),
    [
        ("Show me emails from John", "The client", "John"),
        ("@email send an email to sarah.chen@company.com saying hi", "yes", "Sent"),
    ],
)
async def test_a_question_that_a_newer_version_asked_is_answered(
    question, answer, ending, tmp_path
):
    """The deployment was rolled back, and the thread's rows have fields nobody here knows."""
    world = await World(journal=tmp_path / "journal").boot()
    await world.say(question, "m1")
    assert (await world.head()).phase == "waiting"

    await rewrite_rows(world.rows, thread_row)
    await world.boot()
    assert NEWS.keys() <= json.loads((await world.rows.get(world.key(), "thread")).body).keys()
    await world.say(answer, "m2")

    said = [text for role, text in await world.transcript() if role == "assistant"]
    assert ending in said[-1]
    assert (await world.head()).phase == "parked"
    await world.engine.stop()


@pytest.mark.parametrize("path", HISTORIES, ids=lambda path: path.stem)
def test_what_a_newer_version_recorded_replays_to_the_same(path):
    context = json.loads(path.read_text(encoding="utf-8"))
    name = context["history"][1]["Name"]
    function = orchestrator_functions()[name]
    before = scheduled(replay(function, context))

    named = {}
    start = next(one.takes for one in ORCHESTRATORS if one.name == name)
    context["input"] = rewritten(start, context["input"])
    for event in context["history"]:
        if event["EventType"] == 4:
            named[event["EventId"]] = event["Name"]
        elif event["EventType"] == 5:
            gives = GIVES[named[event["TaskScheduledId"]]]
            event["Result"] = rewritten(gives, event["Result"])

    assert scheduled(replay(function, context)) == before


def test_what_a_newer_version_asks_of_an_activity_is_understood():
    request = FollowRequest(thread="k", turn=1, decision=Decision(kind="say", text="Hi"))

    assert TAKES["follow_decision"].recorded(newer(request)) == request


async def test_an_entry_of_a_kind_that_a_newer_version_has_stays_for_it():
    rows = MemoryRows()
    due = StoredDue(rows)
    entry = DueEntry(id="a", at=NOON, kind="rescue", thread="k", subject="1")
    await due.add(entry)
    [(partition, [key])] = [(p, list(stored)) for p, stored in rows._partitions.items() if stored]
    unknown = entry.model_dump(mode="json") | {"kind": "from the future"}
    await rows.commit(partition, [Upsert(f"{key}-2", json.dumps(unknown))])

    assert list(await due.ripe(NOON, 10)) == [entry]
    assert await rows.get(partition, f"{key}-2") is not None


NEEDED = {
    Thread: {"key", "tenant", "owner", "id", "created_at", "updated_at"},
    INBOX.model: {"seq", "message_id", "run_id", "text", "accepted_at", "due_at"},
    RUN_TICKET.model: {"run_id", "digest"},
    MESSAGE_TICKET.model: {"run_id", "digest"},
    TURN.model: {"number", "run_id", "seq", "text", "execution", "opened_at", "due_at"},
    DueEntry: {"id", "at", "kind", "thread"},
    Decision: {"kind"},
}
"""What rows have always had: a field that is added needs a default, or older rows break."""


@pytest.mark.parametrize("model", NEEDED, ids=lambda model: model.__name__)
def test_rows_of_an_older_version_lack_only_what_has_a_default(model):
    needed = {name for name, field in model.model_fields.items() if field.is_required()}
    assert needed == NEEDED[model]
