"""The dev host as a process: started, asked, stopped, killed and started again."""

import json
import os
import signal
import socket
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from azure.data.tables import TableServiceClient

from devhost.azurite import Azurite
from tests.support.devhost import ROOT, RunningHost

SETTINGS = {
    "IsEncrypted": False,
    "Values": {
        "AzureWebJobsStorage": "UseDevelopmentStorage=true",
        "PYTHON_ENABLE_INIT_INDEXING": "1",
        "GREETING": "hello",
        "SWEEP": "00:00:01",
    },
}
APP = """
import asyncio
import os
import threading
from pathlib import Path

import azure.durable_functions as df
import azure.functions as func
from azurefunctions.extensions.http.fastapi import JSONResponse, Request, StreamingResponse

app = df.DFApp(http_auth_level=func.AuthLevel.ANONYMOUS)
FOLDER = Path(__file__).parent


@app.route(route="v1/greet/{name}", methods=["GET"])
async def greet(req: Request) -> JSONResponse:
    return JSONResponse([os.environ["GREETING"], req.path_params["name"]])


@app.route(route="v1/storage", methods=["GET"])
async def storage(req: Request) -> str:
    return os.environ["AzureWebJobsStorage"]


@app.route(route="v1/stream", methods=["GET"])
async def stream(req: Request) -> StreamingResponse:
    async def events():
        try:
            yield "data: first\\n\\n"
            await asyncio.Event().wait()
        finally:
            (FOLDER / "stream-ended").touch()

    return StreamingResponse(events(), media_type="text/event-stream")


@app.route(route="v1/stuck", methods=["GET"])
def stuck(req: Request) -> str:
    print("stuck begins", flush=True)
    threading.Event().wait()


@app.route(route="v1/broken", methods=["GET"])
async def broken(req: Request) -> JSONResponse:
    raise ValueError("on purpose")


@app.timer_trigger(arg_name="timer", schedule="%SWEEP%", run_on_startup=True)
async def sweep(timer: func.TimerRequest) -> None:
    return None


@app.activity_trigger(input_name="payload")
async def shout(payload: str) -> str:
    return payload.upper()


@app.activity_trigger(input_name="payload")
async def applaud(payload: list) -> list:
    return [*payload, "clap"]


@app.orchestration_trigger(context_name="context")
def converse(context):
    said = yield context.call_activity("shout", context.get_input())
    return said


@app.orchestration_trigger(context_name="context")
def chorus(context):
    voices = [context.call_sub_orchestrator("converse", word) for word in context.get_input()]
    sung = yield context.task_all(voices)
    return (yield context.call_activity("applaud", sung))


@app.route(route="v1/{orchestrator}/{text}", methods=["POST"])
@app.durable_client_input(client_name="client")
async def start(req: Request, client: df.DurableOrchestrationClient) -> JSONResponse:
    words = req.path_params["text"]
    name = req.path_params["orchestrator"]
    instance = await client.start_new(name, None, words.split() if name == "chorus" else words)
    status = await client.get_status(instance)
    while status.runtime_status.value in ("Running", "Pending"):
        await asyncio.sleep(0.02)
        status = await client.get_status(instance)
    return JSONResponse(status.output)
"""


@pytest.fixture
def app(tmp_path):
    folder = tmp_path / "app"
    folder.mkdir()
    (folder / "function_app.py").write_text(APP)
    (folder / "local.settings.json").write_text(json.dumps(SETTINGS))
    (folder / "host.json").write_text('{"extensions": {"http": {"routePrefix": ""}}}')
    return folder


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def clean_environment(monkeypatch):
    for name in SETTINGS["Values"]:
        monkeypatch.delenv(name, raising=False)


pytestmark = pytest.mark.usefixtures("clean_environment")


def test_requests_timers_and_failures_show_up_on_the_console(app, data):
    with RunningHost(app, data) as host:
        assert httpx.get(f"{host.url}/v1/greet/ada").json() == ["hello", "ada"]
        assert httpx.get(f"{host.url}/v1/nothing").status_code == 404
        broken = httpx.get(f"{host.url}/v1/broken")
        assert (broken.status_code, broken.content) == (500, b"")
        assert "ok" in host.wait_for_line("greet GET /v1/greet/ada")
        assert "failed: ValueError: on purpose" in host.wait_for_line("broken GET")
        assert "ok" in host.wait_for_line("sweep")
        assert host.wait_for_line(
            "Loaded 11 functions (6 HTTP, 2 orchestrator, 2 activity, 1 timer)"
        )
        assert host.stop() == 0


def test_what_goes_well_is_not_written_unless_that_is_wanted(app, data):
    with RunningHost(app, data, verbose=False) as host:
        assert httpx.get(f"{host.url}/v1/greet/ada").status_code == 200
        assert httpx.get(f"{host.url}/v1/broken").status_code == 500
        assert "on purpose" in host.wait_for_line("broken GET")
        assert host.stop() == 0
        assert "greet GET" not in host.output
        assert "Stopping; 1 failed" in host.output


def test_a_stream_is_not_buffered_and_a_disconnect_ends_it(app, data):
    with RunningHost(app, data) as host:
        with httpx.stream("GET", f"{host.url}/v1/stream", timeout=30) as answer:
            assert next(answer.iter_text()) == "data: first\n\n"
        assert host.stop() == 0
    assert (app / "stream-ended").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_open_stream_does_not_keep_the_host_from_ending(app, data, number):
    with (
        RunningHost(app, data) as host,
        httpx.stream("GET", f"{host.url}/v1/stream", timeout=30) as answer,
    ):
        next(answer.iter_text())
        azurite = Azurite(data / "azurite")
        assert azurite.alive()
        assert host.stop(number) == 0
        assert not azurite.alive()
    assert (app / "stream-ended").exists()


def test_a_function_that_never_returns_does_not_keep_the_host_from_ending(app, data):
    with (
        RunningHost(app, data) as host,
        httpx.Client(timeout=30) as client,
        ThreadPoolExecutor() as pool,
    ):
        call = pool.submit(client.get, f"{host.url}/v1/stuck")
        host.wait_for_line("stuck begins")
        assert host.stop() == 0
        assert call.result().status_code == 500


def test_a_stop_during_the_start_leaves_no_azurite(app, data):
    with (app / "function_app.py").open("a") as file:
        file.write('print("importing", flush=True)\nthreading.Event().wait()\n')
    host = RunningHost(app, data)
    host.launch()
    host.wait_for_line("importing")
    assert host.stop() == 0
    assert not Azurite(data / "azurite").alive()


def test_an_orchestration_runs_from_an_http_starter(app, data):
    with RunningHost(app, data) as host:
        assert httpx.post(f"{host.url}/v1/converse/hey", timeout=30).json() == "HEY"
        assert host.wait_for_line("activity      shout")


def test_an_orchestration_waits_for_its_children(app, data):
    with RunningHost(app, data) as host:
        sung = httpx.post(f"{host.url}/v1/chorus/la%20li%20lu", timeout=30)
        assert sung.json() == ["LA", "LI", "LU", "clap"]
        assert host.wait_for_line("orchestrator  chorus")
        assert host.wait_for_line("orchestrator  converse")


def test_after_a_kill_azurite_is_adopted_with_its_data(app, data):
    with RunningHost(app, data) as host:
        azurite = Azurite(data / "azurite")
        before = azurite.pid
        write_row(httpx.get(f"{host.url}/v1/storage").json())
        host.kill()
        assert azurite.alive()
        host.start()
        assert azurite.pid == before
        assert read_row(httpx.get(f"{host.url}/v1/storage").json()) == "kept"


def test_a_clean_stop_keeps_the_data(app, data):
    with RunningHost(app, data) as host:
        write_row(httpx.get(f"{host.url}/v1/storage").json())
        host.stop()
        host.start()
        assert read_row(httpx.get(f"{host.url}/v1/storage").json()) == "kept"


def test_a_second_host_on_the_same_data_is_refused(app, data):
    with RunningHost(app, data):
        code, said = run_to_end(app, data)
    assert code == 1
    assert said.startswith("devhost: Another dev host (process ")
    assert "Traceback" not in said


def test_a_given_connection_string_starts_no_azurite(app, data):
    with RunningHost(app, data, {"AzureWebJobsStorage": "AccountName=elsewhere"}) as host:
        assert httpx.get(f"{host.url}/v1/storage").json() == "AccountName=elsewhere"
    assert not Azurite(data / "azurite").alive()


def test_the_ready_file_holds_the_url(app, data, tmp_path):
    ready = tmp_path / "ready.json"
    with RunningHost(app, data, arguments=("--ready-file", str(ready))) as host:
        assert json.loads(ready.read_text()) == {"url": host.url}


def test_a_refused_app_is_told_in_sentences_and_leaves_no_azurite(app, data):
    with (app / "function_app.py").open("a") as file:
        file.write(
            textwrap.dedent("""
            @app.route(route="bad")
            async def host(req: func.HttpRequest, my_arg): ...
        """)
        )
    code, said = run_to_end(app, data)
    assert code == 1
    assert "the name `host` is reserved" in said
    assert "Request" in said
    assert "Traceback" not in said
    assert not Azurite(data / "azurite").alive()


def test_a_wrong_setting_of_the_product_is_told_in_one_sentence(data):
    code, said = run_to_end(ROOT, data, environment={"LIMIT_TURNS": "many"})
    assert code == 1
    (line,) = said.strip().splitlines()
    assert line.startswith("devhost: Settings need a change: LIMIT_TURNS: ")


def test_a_port_in_use_is_refused(app, data):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = run_to_end(app, data, "--port", str(port))
    assert code == 1
    assert said.startswith(f"devhost: Port {port} cannot be used")


@pytest.mark.parametrize(
    ("arguments", "environment", "code", "words"),
    [
        (("--app", "/nowhere"), {}, 1, "There is no /nowhere"),
        (("--port", "many"), {}, 2, "argument --port"),
        (("--port", "70000"), {}, 2, "between 0 and 65535"),
        (("--data", __file__), {}, 2, "is not a folder"),
        ((), {"DEVHOST_FAULT": "often"}, 1, "kill:N"),
    ],
)
def test_bad_arguments_are_one_clear_error(app, data, arguments, environment, code, words):
    ended, said = run_to_end(app, data, *arguments, environment=environment)
    assert ended == code
    assert words in said
    assert "Traceback" not in said


def test_a_fault_kills_the_host_and_the_next_start_goes_on(app, data):
    with RunningHost(app, data, {"DEVHOST_FAULT": "kill:2"}) as host:
        with pytest.raises(httpx.TransportError):
            httpx.post(f"{host.url}/v1/converse/hey", timeout=30)
        assert host.wait() == -signal.SIGKILL
    with RunningHost(app, data) as host:
        assert host.wait_for_line("orchestrator  converse")


def test_children_outlive_a_killed_host(app, data):
    with RunningHost(app, data, {"DEVHOST_FAULT": "kill:4"}) as host:
        with pytest.raises(httpx.TransportError):
            httpx.post(f"{host.url}/v1/chorus/la%20li%20lu", timeout=30)
        assert host.wait() == -signal.SIGKILL
    with RunningHost(app, data) as host:
        assert host.wait_for_line("activity      applaud")


def run_to_end(app: Path, data: Path, *arguments: str, environment=None) -> tuple[int, str]:
    """Run a host that is expected to refuse; return its exit code and what it wrote."""
    command = [sys.executable, "-m", "devhost", "--port", "0", "--app", str(app)]
    done = subprocess.run(  # noqa: S603 - our own module
        [*command, "--data", str(data), *arguments],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


def write_row(connection_string: str) -> None:
    with TableServiceClient.from_connection_string(connection_string) as service:
        table = service.create_table("notes")
        table.create_entity({"PartitionKey": "p", "RowKey": "r", "Text": "kept"})


def read_row(connection_string: str) -> str:
    with TableServiceClient.from_connection_string(connection_string) as service:
        return service.get_table_client("notes").get_entity("p", "r")["Text"]
