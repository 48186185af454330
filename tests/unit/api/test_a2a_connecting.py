"""Tasks that wait for an account: what they say, and how they go on once it is connected."""

from itertools import count

import pytest

from shared.decisions import wording
from shared.models.rows import AGENT_RUN, INBOX, TURN, Change, Put
from shared.models.run import AgentRun, Step, SubAgentResponse, SubAgentResult, ToolError

SARAH = "Show me emails from Sarah"
LINK = "/api/v1/connections/begin?ticket=t"
TOLD = f"Google needs you to sign in again: {LINK}"
ERROR = ToolError(type="auth", message=TOLD, tool="x", recoverable=True, link=LINK)


@pytest.fixture
def say(rpc):
    numbers = count(1)

    async def say(text=SARAH, task="", parts=None, **message):
        given = {"messageId": f"m{next(numbers)}", "role": "ROLE_USER", "contextId": "t1"} | message
        given |= {"taskId": task} if task else {}
        given["parts"] = parts or [{"text": text}]
        configuration = {"returnImmediately": True}
        sent = await rpc("SendMessage", {"message": given, "configuration": configuration})
        return sent.get("task", sent)

    return say


def state(task):
    return task["status"]["state"].removeprefix("TASK_STATE_")


async def needing(world, *steps):
    """Play the open turn until its agent lacks an account."""
    await world.open()
    head, turn, _ = await world._turn("t1")
    response = SubAgentResponse(
        success=False, domain="email", request=SARAH, result=SubAgentResult(), error=ERROR
    )
    run = AgentRun(id="r", agent="email", request=SARAH, status="failed", steps=steps)
    run = run.model_copy(update={"response": response})
    await world.threads.commit(head, Change(head.value, (Put(AGENT_RUN, turn.value.number, run),)))
    await world.close(TOLD)


async def test_a_task_that_needs_an_account_says_where_to_connect_it(world, rpc, say):
    sent = await say()
    await needing(world)

    task = await rpc("GetTask", {"id": sent["id"]})
    older = await rpc("tasks/get", {"id": sent["id"]}, {})
    listed = await rpc("ListTasks", {"status": "TASK_STATE_AUTH_REQUIRED"})

    assert (state(task), older["status"]["state"]) == ("AUTH_REQUIRED", "auth-required")
    words, data = task["status"]["message"]["parts"]
    assert words["text"] == f"{TOLD}\n\n{wording.CONNECTED_AGAIN}"
    assert data["data"] == {"reason": "auth_required", "message": TOLD, "link": LINK}
    assert older["status"]["message"]["parts"][0]["text"] == words["text"]
    assert [one["id"] for one in listed["tasks"]] == [sent["id"]]


async def test_once_it_is_connected_what_was_asked_for_is_done_in_the_same_task(world, rpc, say):
    sent = await say()
    await needing(world)

    queued = await say("I have signed in", sent["id"])
    await world.open()
    _, turn, _ = await world._turn("t1")
    working = await rpc("GetTask", {"id": sent["id"]})
    await world.close()
    done = await rpc("GetTask", {"id": sent["id"]})
    listed = await rpc("ListTasks", {})

    assert {one["id"] for one in (queued, working, done)} == {sent["id"]}
    assert [state(one) for one in (queued, working, done)] == ["WORKING", "WORKING", "COMPLETED"]
    assert turn.value.text == SARAH
    assert [one["parts"][0]["text"] for one in done["history"]] == [
        SARAH,
        TOLD,
        "I have signed in",
    ]
    assert done["status"]["message"]["parts"] == [{"text": "Found 5 emails."}]
    assert [one["id"] for one in listed["tasks"]] == [sent["id"]]


async def test_it_can_lack_the_account_still(world, rpc, say):
    sent = await say()
    await needing(world)
    await say("Done", sent["id"])
    await needing(world)
    assert state(await rpc("GetTask", {"id": sent["id"]})) == "AUTH_REQUIRED"

    await say("Now it is", sent["id"])
    await world.answer()
    assert state(await rpc("GetTask", {"id": sent["id"]})) == "COMPLETED"


async def test_a_repeat_of_what_went_on_with_it_goes_on_with_it_once(world, rpc, say):
    sent = await say()
    await needing(world)

    first = await say("Done", sent["id"], messageId="done")
    again = await say("Done", sent["id"], messageId="done")
    other = await say("Done, I said", sent["id"])
    await world.answer()
    later = await say("Done", sent["id"], messageId="done")

    assert first["id"] == again["id"] == later["id"] == sent["id"]
    assert state(later) == "COMPLETED"
    assert other["code"] == -32004
    assert (await world.head()).value.accepted == 2


async def test_where_something_was_done_already_its_own_words_say_what_is_left(world, rpc, say):
    sent = await say("Mail Bob, and tell him when I am free")
    await needing(world, Step(tool="x", status="done", changes=True))
    task = await rpc("GetTask", {"id": sent["id"]})

    await say("Tell Bob when I am free", sent["id"])
    await world.open()
    _, turn, _ = await world._turn("t1")

    assert wording.CONNECTED_REST in task["status"]["message"]["parts"][0]["text"]
    assert turn.value.text == "Tell Bob when I am free"


async def test_what_waits_for_an_account_takes_no_data_and_can_be_asked_beside(world, rpc, say):
    sent = await say()
    await needing(world)
    entry = {"interruptId": "q-1-1", "status": "resolved", "payload": {"approved": True}}

    refused = await say(task=sent["id"], parts=[{"data": entry}])
    beside = await say("Show me my calendar")
    await world.answer("Nothing today.")

    assert (refused["code"], "takes no data" in refused["message"]) == (-32004, True)
    assert beside["id"] != sent["id"]
    assert state(await rpc("GetTask", {"id": sent["id"]})) == "AUTH_REQUIRED"


async def test_what_waits_for_an_account_can_be_given_up(world, rpc, say):
    sent = await say()
    await needing(world)

    stopped = await rpc("CancelTask", {"id": sent["id"]})
    late = await say("Done", sent["id"])

    assert state(stopped) == "CANCELED"
    assert late["code"] == -32004
    turn = await world.threads.get(world.key(), TURN, 1)
    assert (turn.value.outcome, turn.value.went_on) == ("cancelled", None)


async def test_what_goes_on_with_it_can_be_stopped_before_it_begins(world, rpc, say):
    sent = await say()
    await needing(world)
    await say("Done", sent["id"])

    stopped = await rpc("CancelTask", {"id": sent["id"]})

    assert state(stopped) == "CANCELED"
    assert (await world.threads.get(world.key(), INBOX, 2)).value.goes_on == 1
