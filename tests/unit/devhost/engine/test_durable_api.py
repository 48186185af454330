"""The SDK's own client against the API over loopback, and the webhooks by hand."""

import asyncio
import datetime as dt
import json
import socket

import aiohttp
import pytest
import uvicorn
from azure.durable_functions import DurableOrchestrationClient
from azure.durable_functions.models.OrchestrationRuntimeStatus import OrchestrationRuntimeStatus
from azure.durable_functions.models.utils import http_utils
from starlette.applications import Starlette

from devhost.client_binding import WEBHOOK_PATH, client_binding
from devhost.durable_api import routes

HOUR = 3600


@pytest.fixture
async def base_url(engine):
    listening = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    app = Starlette(routes=routes(lambda: engine, url))
    config = uvicorn.Config(app, log_level="warning", lifespan="off", ws="none")
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    serving = asyncio.create_task(server.serve([listening]))
    yield url
    server.should_exit = True
    await serving
    listening.close()


@pytest.fixture
async def client(base_url):
    yield DurableOrchestrationClient(client_binding(base_url))
    await http_utils._close_session()


@pytest.fixture
async def http(base_url):
    async with aiohttp.ClientSession(f"{base_url}{WEBHOOK_PATH}/") as session:
        yield session


async def finish(engine, instance_id):
    return await engine.wait_for(instance_id, 10)


async def test_the_client_starts_an_instance_and_reads_its_status(client, engine):
    assert await client.start_new("one", "my-id", {"a": [1, "ü"]}) == "my-id"
    await finish(engine, "my-id")
    status = await client.get_status("my-id", show_history=True, show_input=True)
    assert status.runtime_status is OrchestrationRuntimeStatus.Completed
    assert status.output == {"a": [1, "ü"]}
    assert json.loads(status.input_) == {"a": [1, "ü"]}, "JSON text, as on Azure"
    kinds = [e["EventType"] for e in status.historyEvents]
    assert kinds == ["ExecutionStarted", "TaskCompleted", "ExecutionCompleted"]
    assert status.historyEvents[1]["FunctionName"] == "echo"
    assert "Result" not in status.historyEvents[1]


async def test_an_instance_without_id_and_input_gets_an_id(client, engine):
    started = await client.start_new("one")
    assert (await finish(engine, started)).output is None


async def test_an_id_with_characters_that_urls_encode_survives(client, engine):
    name = "dünn & dick +1%41"
    assert await client.start_new("race", name.replace("%", "%25"), HOUR) == name
    await engine.idle()
    quoted = name.replace("%", "%25")
    assert (await client.get_status(quoted)).instance_id == name
    await client.raise_event(quoted, "go", 1)
    assert (await finish(engine, name)).output == {"go": "1"}


async def test_an_encoded_slash_stays_inside_the_id(http):
    async with http.post("orchestrators/one/a%2Fb") as response:
        assert response.status == 400
        assert "must not contain" in (await response.json())["ExceptionMessage"]
    async with http.get("instances/a%2Fb") as response:
        assert response.status == 404


async def test_the_client_cannot_start_what_runs_or_does_not_exist(client, engine):
    await client.start_new("status", "taken")
    await engine.idle()
    with pytest.raises(Exception, match="OrchestrationAlreadyExistsException"):
        await client.start_new("status", "taken")
    with pytest.raises(Exception, match="The function 'nope' doesn't exist"):
        await client.start_new("nope")


async def test_event_data_reaches_the_orchestrator_as_a_json_string(client, engine):
    await client.start_new("race", "r", HOUR)
    await engine.idle()
    await client.raise_event("r", "go", {"a": 1})
    assert (await finish(engine, "r")).output == {"go": '{"a": 1}'}


async def test_the_client_hears_of_events_nobody_can_receive(client, engine):
    with pytest.raises(Exception, match="No instance with ID nobody found"):
        await client.raise_event("nobody", "go", 1)
    await client.start_new("one", "done")
    await finish(engine, "done")
    with pytest.raises(Exception, match="is gone"):
        await client.raise_event("done", "go", 1)


async def test_the_client_suspends_resumes_and_terminates(client, engine):
    await client.start_new("status", "s")
    await engine.idle()
    await client.suspend("s", "hold it")
    await engine.idle()
    status = await client.get_status("s")
    assert status.runtime_status is OrchestrationRuntimeStatus.Suspended
    assert status.custom_status == {"step": 1}
    with pytest.raises(Exception, match="unexpected status code 500"):
        await client.suspend("s", "twice")
    await client.resume("s", "go on")
    await engine.idle()
    await client.terminate("s", "enough & more")
    await finish(engine, "s")
    status = await client.get_status("s")
    assert status.runtime_status is OrchestrationRuntimeStatus.Terminated
    assert status.output == "enough & more"
    with pytest.raises(Exception, match="No instance with ID 'nobody' found"):
        await client.terminate("nobody", "enough")


async def test_an_unknown_instance_has_an_empty_status(client):
    assert not await client.get_status("nobody")


async def test_the_client_lists_instances(client, engine, clock):
    await client.start_new("one", "a-1")
    await finish(engine, "a-1")
    clock.advance(HOUR)
    await client.start_new("status", "a-2")
    await client.start_new("status", "b-1")
    await engine.idle()
    assert {s.instance_id for s in await client.get_status_all()} == {"a-1", "a-2", "b-1"}
    running = [OrchestrationRuntimeStatus.Running, OrchestrationRuntimeStatus.Pending]
    found = await client.get_status_by(runtime_status=running, instance_id_prefix="a")
    assert [s.instance_id for s in found] == ["a-2"]
    later = dt.datetime(2026, 11, 1, 0, 30, tzinfo=dt.UTC)
    assert len(await client.get_status_by(created_time_from=later)) == 2
    assert [s.instance_id for s in await client.get_status_by(created_time_to=later)] == ["a-1"]


async def test_the_client_purges_one_or_many(client, engine, clock):
    for name in ("p-1", "p-2", "p-3"):
        await client.start_new("one", name)
        await finish(engine, name)
    assert (await client.purge_instance_history("p-1")).instances_deleted == 1
    assert (await client.purge_instance_history("p-1")).instances_deleted == 0
    await client.start_new("race", "p-4", HOUR)
    await engine.idle()
    since = clock.now() - dt.timedelta(hours=1)
    completed = [OrchestrationRuntimeStatus.Completed]
    purged = await client.purge_instance_history_by(since, runtime_status=completed)
    assert purged.instances_deleted == 2
    # of many only those that have ended go, by its id one goes that runs
    assert (await client.purge_instance_history_by(since)).instances_deleted == 0
    assert (await client.purge_instance_history("p-4")).instances_deleted == 1
    assert await engine.status("p-4") is None


async def test_management_links_lead_to_the_instance(client, engine):
    await client.start_new("race", "linked", HOUR)
    await engine.idle()
    links = client.create_http_management_payload("linked")
    async with aiohttp.ClientSession() as session:
        async with session.get(links["statusQueryGetUri"]) as response:
            assert (response.status, response.headers["Retry-After"]) == (202, "5")
        event = links["sendEventPostUri"].replace("{eventName}", "go")
        async with session.post(event, json={"a": 1}) as response:
            assert response.status == 202
    assert (await finish(engine, "linked")).output == {"go": {"a": 1}}


async def test_a_webhook_start_answers_with_links_or_the_output(http, engine):
    async with http.post("orchestrators/one", json={"a": 1}) as response:
        body = await response.json()
        assert response.status == 202
        assert response.headers["Location"] == body["statusQueryGetUri"]
    assert (await finish(engine, body["id"])).output == {"a": 1}
    waiting = {"timeout": "10", "pollingInterval": "1"}
    async with http.post("orchestrators/one", json=5, params=waiting) as response:
        assert (response.status, await response.json()) == (200, 5)
    async with http.post("orchestrators/failing", params=waiting) as response:
        assert (await response.json())["runtimeStatus"] == "Failed"
    at_once = {"timeout": "0", "pollingInterval": "0"}
    async with http.post("orchestrators/status", params=at_once) as response:
        assert response.status == 202


async def test_a_failed_instance_answers_500_when_asked_to(http, engine):
    failed = await engine.start_new("failing")
    await finish(engine, failed)
    for asked, expected in (("true", 500), ("false", 200), ("perhaps", 200)):
        query = {"returnInternalServerErrorOnFailure": asked}
        async with http.get(f"instances/{failed}", params=query) as response:
            assert response.status == expected


async def test_history_shows_inputs_and_outputs_on_request(http, engine):
    parent = await engine.start_new("parent")
    await finish(engine, parent)
    query = {"showHistory": "true", "showHistoryOutput": "true", "showInput": "false"}
    async with http.get(f"instances/{parent}", params=query) as response:
        body = await response.json()
    assert body["input"] is None
    kinds = [e["EventType"] for e in body["historyEvents"]]
    assert kinds == [
        "ExecutionStarted",
        "SubOrchestrationInstanceCompleted",
        "SubOrchestrationInstanceFailed",
        "ExecutionCompleted",
    ]
    assert body["historyEvents"][1]["Result"] == '"child"'
    assert not any("Input" in e for e in body["historyEvents"])


@pytest.mark.parametrize(
    ("method", "path", "content", "expected"),
    [
        ("POST", "orchestrators/one", "{not json", 400),
        ("POST", "instances/waiting/raiseEvent/go", "{not json", 400),
        ("POST", "instances/waiting/raiseEvent/go", None, 400),
        ("POST", "instances/waiting/rewind", None, 501),
        ("POST", "instances/waiting/dance", None, 404),
        ("POST", "instances/waiting/resume", None, 500),
        ("DELETE", "instances/", None, 400),
        ("DELETE", "instances/?createdTimeFrom=2030-01-01", None, 404),
        ("DELETE", "instances/?createdTimeFrom=yesterday", None, 400),
        ("DELETE", "instances/nobody", None, 404),
        ("GET", "orchestrators/one", None, 404),
        ("POST", "entities/counter/one", None, 501),
        ("GET", "instances/?showInput=false&top=1", None, 200),
    ],
)
async def test_other_requests_answer_as_the_extension_does(
    http, engine, method, path, content, expected
):
    await engine.start_new("status", "waiting")
    await engine.idle()
    headers = {"Content-Type": "application/json"} if content else {}
    async with http.request(method, path, data=content, headers=headers) as response:
        assert response.status == expected


async def test_a_stopped_engine_is_unavailable(http, engine):
    await engine.stop()
    async with http.get("instances/any") as response:
        assert response.status == 503
