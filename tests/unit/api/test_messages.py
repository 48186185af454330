import asyncio
from dataclasses import replace

import pytest

from api.ids import to_path
from api.replying import wake
from shared.conversation.doorbell import instance_id
from shared.errors import StorageUnavailable
from shared.models.rows import INBOX, Change
from shared.models.steps import ThreadStart
from shared.storage.memory import MemoryRows
from shared.storage.threads import StoredThreads
from tests.support.leaping import in_no_time


async def test_first_message_opens_the_thread_and_rings(world):
    response = await world.say(message_id="m1")
    assert response.status_code == 202
    body = response.json()
    assert body["thread_id"] == "t1"
    assert body["message_id"] == "m1"
    assert body["links"] == {
        "thread": "/api/v1/threads/t1",
        "messages": "/api/v1/threads/t1/messages",
        "events": f"/api/v1/threads/t1/events?run={body['run_id']}",
        "cancel": f"/api/v1/threads/t1/runs/{body['run_id']}/cancel",
    }
    head = (await world.head()).value
    assert (head.owner, head.tenant, head.accepted) == ("dev-user", "dev", 1)
    [(orchestrator, instance, start)] = world.engine.started
    assert (orchestrator, instance) == ("thread_v2", instance_id(world.key()))
    assert isinstance(start, ThreadStart)


async def test_what_must_be_looked_at_later_is_entered_first(world):
    await world.say()
    entries = await world.due()
    assert [(e.kind, e.subject) for e in entries] == [("rescue", "1"), ("retention", "")]
    await world.say("And from Sarah?")
    assert [e.kind for e in await world.due()] == ["rescue", "rescue", "retention"]


async def test_repeat_is_answered_like_the_first_and_rings_again(world):
    first = await world.say(message_id="m1")
    await world.answer()
    again = await world.say(message_id="m1")
    assert again.status_code == 202
    assert again.json() == first.json()
    assert (await world.head()).value.accepted == 1
    assert len(world.engine.started) == 2


async def test_repeat_is_recognised_before_a_busy_thread_refuses(world):
    first = await world.say(message_id="m1", on_busy="reject")
    again = await world.say(message_id="m1", on_busy="reject")
    assert again.json() == first.json()
    other = await world.say(message_id="m2", on_busy="reject")
    assert (other.status_code, other.json()["code"]) == (409, "thread_busy")


async def test_repeat_is_recognised_after_the_thread_was_deleted(world):
    first = await world.say(message_id="m1")
    await world.call("DELETE", "/api/v1/threads/t1")
    assert (await world.say(message_id="m1")).json() == first.json()
    other = await world.say(message_id="m2")
    assert (other.status_code, other.json()["code"]) == (410, "thread_deleted")


@pytest.mark.parametrize("since", [1, 20])
async def test_a_repeat_is_recognised_however_much_was_said_since(world, since):
    """One of long ago is found out by writing it, and what that left behind does nothing."""
    first = await world.say(message_id="m1")
    await world.answer()
    for number in range(since):
        await world.say("And then?", message_id=f"later-{number}")
        await world.answer()

    again = await world.say(message_id="m1")

    assert again.json() == first.json()
    assert (await world.head()).value.accepted == 1 + since
    other = await world.say("Something else", message_id="m1")
    assert (other.status_code, other.json()["code"]) == (422, "message_reused")


async def test_same_id_with_another_body_is_refused(world):
    await world.say(message_id="m1")
    other = await world.say("Something else", message_id="m1")
    assert (other.status_code, other.json()["code"]) == (422, "message_reused")


async def test_idempotency_key_serves_as_message_id(world):
    first = await world.say(headers={"Idempotency-Key": "k1"})
    assert first.json()["message_id"] == "k1"
    again = await world.say(headers={"Idempotency-Key": "k1"}, message_id="k1")
    assert again.json() == first.json()


async def test_key_and_message_id_must_agree(world):
    response = await world.say(headers={"Idempotency-Key": "k1"}, message_id="m1")
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == "message_id"
    assert world.meter["commit"] == 0


async def test_messages_without_an_id_are_different_messages(world):
    ids = {(await world.say()).json()["message_id"] for _ in range(3)}
    assert len(ids) == 3
    assert (await world.head()).value.accepted == 3


async def test_concurrent_messages_are_all_taken_in_once(world):
    posts = [world.say(f"message {n % 10}", message_id=f"m{n % 10}") for n in range(40)]
    responses = await asyncio.gather(*posts)
    assert {r.status_code for r in responses} == {202}
    assert (await world.head()).value.accepted == 10


class Elsewhere(MemoryRows):
    """Another instance of the app changes the thread just before each of the next writes."""

    def __init__(self, world, times):
        super().__init__()
        self._partitions = world.rows._partitions
        self._etags = world.rows._etags
        self._world, self.left = world, times

    async def commit(self, partition, writes):
        if self.left:
            self.left -= 1
            head = await self._world.threads.head(partition)
            await self._world.threads.commit(head, Change(head.value))
        return await super().commit(partition, writes)


async def test_writers_elsewhere_delay_and_lose_nothing(world):
    await world.say("first")
    world.services = replace(world.services, threads=StoredThreads(Elsewhere(world, 3)))
    response = await world.say("second")
    assert response.status_code == 202
    assert (await world.head()).value.accepted == 2


def test_a_thread_that_never_stops_changing_is_a_conflict(world):
    async def scenario():
        await world.say("first")
        world.services = replace(world.services, threads=StoredThreads(Elsewhere(world, 1000)))
        return await world.say("second")

    response, _ = in_no_time(scenario())
    assert (response.status_code, response.json()["code"]) == (409, "conflict")


async def test_what_was_stored_is_kept_when_nobody_can_be_woken(world, caplog):
    async def unheard(engine, threads, key, written):
        return False

    async def broken(engine, threads, key, written):
        raise StorageUnavailable("a secret address")

    caplog.set_level("WARNING", logger="api")  # whatever the settings of another test said
    await wake(world.engine, world.services, "k", unheard)
    await wake(world.engine, world.services, "k", broken)
    assert [r.message for r in caplog.records] == [
        "thread k: nobody heard the bell",
        "thread k: could not ring (StorageUnavailable)",
    ]


async def test_reply_to_an_open_question_is_taken_as_its_answer(world):
    await world.say()
    question = await world.ask()
    response = await world.say("The client", reply_to=question)
    assert response.status_code == 202
    assert (await world.question(question)).reply_seq == 2
    assert world.engine.raised == [(instance_id(world.key()), f"reply-{question}")]
    late = await world.say("The colleague", reply_to=question)
    assert (late.status_code, late.json()["code"]) == (409, "interrupt_closed")


async def test_sse_answer_is_the_run(world, events_of):
    await world.say(message_id="m1")
    await world.answer()
    response = await world.say(message_id="m1", headers={"Accept": "text/event-stream"})
    assert response.headers["content-type"].startswith("text/event-stream")
    kinds = [event["type"] for _, event in events_of(response.text)]
    assert (kinds[0], kinds[-1]) == ("RUN_STARTED", "RUN_FINISHED")


async def test_transcript_is_read_by_position(world):
    await world.say("Hello", message_id="m1")
    await world.answer("Hi!")
    await world.say("And now?", message_id="m2")
    page = (await world.call("GET", "/api/v1/threads/t1/messages")).json()
    assert [(m["position"], m["role"], m["text"]) for m in page["messages"]] == [
        (1, "user", "Hello"),
        (2, "assistant", "Hi!"),
    ]
    assert page["next"] == 2
    assert [(q["id"], q["text"]) for q in page["queued"]] == [("m2", "And now?")]
    rest = (await world.call("GET", "/api/v1/threads/t1/messages?after=1&limit=1")).json()
    assert [m["text"] for m in rest["messages"]] == ["Hi!"]
    end = (await world.call("GET", "/api/v1/threads/t1/messages?after=2")).json()
    assert (end["messages"], end["next"]) == ([], 2)


async def test_thread_of_somebody_else_is_not_there(world):
    await world.say()
    written = world.meter["commit"]
    world.caller = world.caller.model_copy(update={"user": "mallory"})
    for path in ("", "/messages", "/events", "/turns/1"):
        response = await world.call("GET", f"/api/v1/threads/t1{path}")
        assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert (await world.call("DELETE", "/api/v1/threads/t1")).status_code == 404
    assert world.meter["commit"] == written


async def test_two_people_may_call_their_threads_the_same(world):
    await world.say("Ann's", message_id="m1")
    first = await world.head()
    world.caller = world.caller.model_copy(update={"user": "mallory"})
    theirs = await world.say("Mallory's", message_id="m1")
    assert theirs.status_code == 202
    assert (await world.head()).value.owner == "mallory"
    assert (await world.threads.get(world.key(), INBOX, 1)).value.text == "Mallory's"
    assert await world.threads.head(first.value.key) == first


async def test_same_thread_id_in_another_tenant_is_another_thread(world):
    await world.say()
    world.caller = world.caller.model_copy(update={"tenant": "other"})
    assert (await world.call("GET", "/api/v1/threads/t1")).status_code == 404
    assert (await world.say()).status_code == 202


@pytest.mark.parametrize("thread", ["a#b", "a/b", "..", "💬", "~x", "a b", "ä" * 255])
async def test_links_of_any_thread_id_lead_back_to_it(world, thread):
    posted = (await world.say(thread=to_path(thread))).json()
    assert posted["thread_id"] == thread
    found = (await world.call("GET", posted["links"]["thread"])).json()
    assert found["id"] == thread


async def test_a_request_that_agents_keep_handing_on_is_stopped(world):
    assert (await world.say(routing_depth=2)).status_code == 202
    written = world.meter["commit"]

    response = await world.say(routing_depth=3)

    assert (response.status_code, response.json()["code"]) == (409, "circular_routing")
    assert "routing loop" in response.json()["detail"]
    assert world.meter["commit"] == written


async def test_a_repeat_from_deeper_down_is_another_request(world):
    await world.say(message_id="m1", routing_depth=1)
    response = await world.say(message_id="m1", routing_depth=2)
    assert (response.status_code, response.json()["code"]) == (422, "message_reused")
