"""Push notifications of A2A: set, shown, given up, and told as the task goes on."""

import json
from dataclasses import replace
from itertools import count

import pytest

from shared import webhooks
from shared.errors import StorageUnavailable
from shared.models.principal import Principal
from shared.sweeper import sweep
from tests.support.notified import Notified

PATH = "/api/v1/a2a"
V1 = {"A2A-Version": "1.0"}
HOOK = "https://hooks.example/in"
OTHER = "https://other.example/in"
SARAH = "Show me emails from Sarah"


@pytest.fixture
def notified(world):
    made = Notified()
    world.services = replace(world.services, notifier=made)
    return made


@pytest.fixture
def send(rpc):
    numbers = count(1)

    async def say(text=SARAH, **configuration):
        message = {"messageId": f"m{next(numbers)}", "role": "ROLE_USER", "contextId": "t1"}
        message["parts"] = [{"text": text}]
        configuration = {"returnImmediately": True} | configuration
        sent = await rpc("SendMessage", {"message": message, "configuration": configuration})
        return sent.get("task", sent)

    return say


@pytest.fixture
def told(world):
    """Let the steps of the thread tell, as they do once they have written something."""

    async def tell(thread="t1"):
        await webhooks.tell((await world.head(thread)).value, world.services)

    return tell


async def looked(world, **later):
    """Let time pass, and do what has fallen due meanwhile."""
    world.clock.pass_by(**later)
    await sweep(world.engine, world.services)


async def test_without_a_key_it_is_not_offered_and_every_call_is_refused(world, rpc, send):
    task = await send()
    card = (await world.call("GET", "/.well-known/agent-card.json")).json()
    assert not card["capabilities"].get("pushNotifications")
    refused = [
        await rpc("CreateTaskPushNotificationConfig", {"taskId": task["id"], "url": HOOK}),
        await rpc("GetTaskPushNotificationConfig", {"taskId": task["id"], "id": "h"}),
        await rpc("ListTaskPushNotificationConfigs", {"taskId": task["id"]}),
        await rpc("DeleteTaskPushNotificationConfig", {"taskId": task["id"], "id": "h"}),
        await send("And now?", taskPushNotificationConfig={"url": HOOK}),
    ]
    assert [one["code"] for one in refused] == [-32003] * 5
    assert (await world.head()).value.accepted == 1


async def test_the_card_offers_it_and_everybody_reads_the_keys(world, notified):
    world.caller = None
    card = (await world.call("GET", "/.well-known/agent-card.json")).json()
    keys = await world.call("GET", "/.well-known/jwks.json")
    assert card["capabilities"]["pushNotifications"] is True
    assert keys.json() == notified.keys()
    assert keys.headers["cache-control"] == "public, max-age=300"


async def test_webhooks_are_set_shown_and_given_up(rpc, send, notified):
    task = (await send())["id"]
    first = await rpc("CreateTaskPushNotificationConfig", {"taskId": task, "url": HOOK})
    second = await rpc(
        "CreateTaskPushNotificationConfig",
        {
            "taskId": task,
            "id": "mine",
            "url": OTHER,
            "token": "tok",
            "authentication": {"scheme": "Bearer", "credentials": "secret"},
        },
    )
    shown = await rpc("GetTaskPushNotificationConfig", {"taskId": task, "id": "mine"})
    listed = await rpc("ListTaskPushNotificationConfigs", {"taskId": task})
    gone = [
        await rpc("DeleteTaskPushNotificationConfig", {"taskId": task, "id": "mine"})
        for _ in range(2)
    ]
    left = await rpc("ListTaskPushNotificationConfigs", {"taskId": task})
    missing = await rpc("GetTaskPushNotificationConfig", {"taskId": task, "id": "mine"})

    assert first == {"id": "default", "taskId": task, "url": HOOK}
    assert second == shown
    assert shown["authentication"] == {"scheme": "Bearer"}
    assert listed["configs"] == [first, second]
    assert "secret" not in str([second, shown, listed])
    assert "tok" not in shown
    [(whose, secrets)] = notified.sealed.items()
    assert (secrets.token, secrets.credentials) == ("tok", "secret")
    assert whose.endswith("/1/mine")
    assert gone == [None, None]
    assert left["configs"] == [first]
    assert missing["code"] == -32001


async def test_the_older_dialect_does_the_same(world, rpc, notified, told):
    message = {"kind": "message", "messageId": "m1", "role": "user", "contextId": "t1"}
    message["parts"] = [{"kind": "text", "text": SARAH}]
    sent = await rpc("message/send", {"message": message, "configuration": {"blocking": False}}, {})
    task = sent["id"]
    config = {"taskId": task, "pushNotificationConfig": {"id": "h", "url": HOOK, "token": "tok"}}
    made = await rpc("tasks/pushNotificationConfig/set", config, {})
    shown = await rpc("tasks/pushNotificationConfig/get", {"id": task}, {})
    listed = await rpc("tasks/pushNotificationConfig/list", {"id": task}, {})
    await world.answer()
    await told()
    gone = await rpc(
        "tasks/pushNotificationConfig/delete", {"id": task, "pushNotificationConfigId": "h"}, {}
    )

    assert made["taskId"] == task
    assert made["pushNotificationConfig"]["url"] == HOOK
    assert shown == made
    assert listed == [made]
    assert gone is None
    assert notified.states == [(HOOK, "COMPLETED")]


async def test_what_a_message_brings_is_told_how_its_task_ends_once(world, send, notified, told):
    await send(taskPushNotificationConfig={"url": HOOK})
    await told()
    assert notified.states == []
    await world.answer()
    await told()
    await told()

    [(url, state, task)] = notified.told
    assert (url, state) == (HOOK, "COMPLETED")
    assert task["status"]["message"]["parts"] == [{"text": "Found 5 emails."}]
    assert task["artifacts"][0]["parts"] == [{"text": "Found 5 emails."}]
    assert "history" not in task
    assert (await world.head()).value.watched == ()


async def test_each_question_and_the_end_are_told(world, rpc, send, notified, told):
    await send(taskPushNotificationConfig={"url": HOOK})
    await world.ask()
    await told()
    asked = notified.told[0][2]

    assert notified.states == [(HOOK, "INPUT_REQUIRED")]
    assert asked["status"]["message"]["parts"][0]["text"].startswith("Which John?")
    assert (await world.head()).value.watched == (1,)


async def test_a_task_belongs_to_its_webhooks_and_no_other_task_does(world, send, notified, told):
    await send(taskPushNotificationConfig={"url": HOOK})
    await send("And from Bob", taskPushNotificationConfig={"url": OTHER})
    await world.answer()
    await told()
    assert notified.states == [(HOOK, "COMPLETED")]
    await world.answer()
    await told()
    assert notified.states == [(HOOK, "COMPLETED"), (OTHER, "COMPLETED")]


async def test_what_was_not_reached_is_tried_again_later_and_not_by_every_step(
    world, send, notified, told
):
    await send(taskPushNotificationConfig={"url": HOOK})
    notified.down = {HOOK}
    await world.answer()
    await told()
    await told()
    assert len(notified.told) == 1

    await looked(world, seconds=61)
    assert len(notified.told) == 2
    notified.down = set()
    await looked(world, seconds=30)
    assert len(notified.told) == 2
    await looked(world, seconds=100)
    await looked(world, days=1)
    assert len(notified.told) == 3


async def test_what_a_step_was_lost_before_it_could_tell_is_told_by_a_look(world, send, notified):
    await send(taskPushNotificationConfig={"url": HOOK})
    await world.answer()
    await looked(world, seconds=61)
    assert notified.states == [(HOOK, "COMPLETED")]


async def test_what_is_set_for_a_task_that_stands_still_is_told_at_once(world, rpc, send, notified):
    task = (await send())["id"]
    await world.answer()
    await rpc("CreateTaskPushNotificationConfig", {"taskId": task, "url": HOOK})
    assert notified.states == [(HOOK, "COMPLETED")]
    await looked(world, seconds=61)
    await looked(world, days=2)
    assert notified.states == [(HOOK, "COMPLETED")]
    assert (await world.head()).value.watched == ()


async def test_what_is_set_anew_is_told_anew(world, rpc, send, notified, told):
    task = (await send(taskPushNotificationConfig={"url": HOOK}))["id"]
    await world.answer()
    await told()
    await rpc("CreateTaskPushNotificationConfig", {"taskId": task, "id": "default", "url": OTHER})
    await told()
    listed = await rpc("ListTaskPushNotificationConfigs", {"taskId": task})
    assert [one["url"] for one in listed["configs"]] == [OTHER]
    assert notified.states == [(HOOK, "COMPLETED"), (OTHER, "COMPLETED")]


async def test_one_task_has_so_many_and_no_more(rpc, send, notified):
    task = (await send())["id"]
    answers = [
        await rpc("CreateTaskPushNotificationConfig", {"taskId": task, "id": f"h{n}", "url": HOOK})
        for n in range(webhooks.MOST + 1)
    ]
    assert [one.get("code") for one in answers] == [None] * webhooks.MOST + [-32004]
    assert answers[-1]["message"] == "A task has at most 5 webhooks: give one up first."


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"url": "http://hooks.example"}, None),
        ({"url": HOOK, "token": "a\nb"}, "pushNotificationConfig.token"),
        ({"url": HOOK, "id": "a\u0000b"}, "pushNotificationConfig.id"),
        (
            {"url": HOOK, "authentication": {"scheme": "Ba sic", "credentials": "x"}},
            "pushNotificationConfig.scheme",
        ),
        (
            {"url": HOOK, "authentication": {"scheme": "Basic", "credentials": "x\r\nX: y"}},
            "pushNotificationConfig.credentials",
        ),
    ],
)
async def test_what_cannot_be_told_is_refused_before_anything_is_taken_in(
    world, send, notified, config, field
):
    refused = await send(taskPushNotificationConfig=config)
    assert refused["code"] == -32602
    if field is not None:
        assert field in str(refused["data"])
    assert await world.head() is None


async def test_nobody_sets_or_sees_the_webhooks_of_another_person(world, rpc, send, notified):
    task = (await send(taskPushNotificationConfig={"url": HOOK}))["id"]
    world.caller = Principal(tenant="acme", user="eve", roles=("Member",))
    answers = [
        await rpc("CreateTaskPushNotificationConfig", {"taskId": task, "url": OTHER}),
        await rpc("GetTaskPushNotificationConfig", {"taskId": task, "id": "default"}),
        await rpc("ListTaskPushNotificationConfigs", {"taskId": task}),
        await rpc("DeleteTaskPushNotificationConfig", {"taskId": task, "id": "default"}),
    ]
    assert [one["code"] for one in answers] == [-32001] * 4


async def test_people_are_handed_their_webhooks_and_nothing_that_is_sealed(world, send, notified):
    await send(taskPushNotificationConfig={"url": HOOK, "token": "tok"})
    lines = (await world.call("GET", "/api/v1/me/data")).text.splitlines()
    [kept] = [one["value"] for one in map(json.loads, lines) if one["kind"] == "webhooks"]
    assert [hook["url"] for hook in kept["hooks"]] == [HOOK]
    assert "sealed" not in str(kept)


async def test_rest_has_the_same_at_its_own_paths(world, send, notified):
    task = (await send())["id"]
    base = f"{PATH}/tasks/{task}/pushNotificationConfigs"
    made = await world.call("POST", base, {"id": "h", "url": HOOK}, headers=V1)
    shown = await world.call("GET", f"{base}/h", headers=V1)
    listed = await world.call("GET", base, headers=V1)
    gone = await world.call("DELETE", f"{base}/h", headers=V1)
    assert made.json() == shown.json() == {"id": "h", "taskId": task, "url": HOOK}
    assert listed.json()["configs"] == [made.json()]
    assert gone.status_code in {200, 204}
    assert (await world.call("GET", f"{base}/h", headers=V1)).status_code == 404


async def test_what_goes_wrong_with_telling_does_not_reach_the_step(world, send, notified, told):
    await send(taskPushNotificationConfig={"url": HOOK})
    await world.answer()

    async def broken(*_args):
        raise StorageUnavailable("not now")

    notified.notify = broken
    await told()
    notified.notify = Notified.notify.__get__(notified)
    await looked(world, seconds=61)
    assert notified.states == [(HOOK, "COMPLETED")]


async def test_a_deleted_conversation_tells_nobody(world, send, notified, told):
    await send(taskPushNotificationConfig={"url": HOOK})
    await world.answer()
    await world.call("DELETE", "/api/v1/threads/t1")
    await told()
    await looked(world, seconds=61)
    assert notified.told == []


async def test_what_waits_for_a_person_is_looked_at_less_and_less_often(world, send, notified):
    await send(taskPushNotificationConfig={"url": HOOK})
    await world.ask()
    await looked(world, seconds=61)
    looks = 0
    for _ in range(240):
        world.meter.clear()
        await looked(world, minutes=1)
        looks += bool(world.meter["get"])
    assert notified.states == [(HOOK, "INPUT_REQUIRED")]
    assert looks < 30
