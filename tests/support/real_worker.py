"""The dev host with orchestrators and activities run by the real Python worker, over its gRPC.

`make worker PYTHON_WORKER=DIR` runs tests so. DIR holds `azure_functions_worker` with its protocol
built (Core Tools brings one along: `workers/python/3.11/LINUX/X64`); gRPC is DIR's own, or that of
this interpreter. HTTP triggers and timers stay with the dev host.
"""

import json
import os
import queue
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from devhost.__main__ import main
from devhost.functions import ActivityFunction, Functions
from devhost.loading import load

FOLDER = os.environ["PYTHON_WORKER"]
CALLS = "PYTHON_WORKER_CALLS"
"""Setting: a file that gets the name of each function the worker is to run, a line each."""

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "false"  # its threads do not outlive a fork
sys.path.append(FOLDER)  # behind everything: the worker's copies of libraries are for itself

import grpc  # noqa: E402
from azure_functions_worker import protos  # noqa: E402

_PATIENCE_S = 300
_UNBOUNDED = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
_WORKER = """
import ctypes, runpy, signal
PR_SET_PDEATHSIG = 1  # a host that is killed takes its worker along, as one machine would
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
runpy.run_module("azure_functions_worker", run_name="__main__", alter_sys=True)
"""


class WorkerFailed(Exception):
    """What the worker reported instead of a result, in its words."""


class Worker(protos.FunctionRpcServicer):
    """The host's side of the protocol, for one worker."""

    def __init__(self, app: Path, log: Path | None) -> None:
        self.functions: dict[str, Any] = {}
        """What the worker indexed, by name."""
        self._app, self._log = str(app), log
        self._outgoing: queue.Queue[Any] = queue.Queue()
        self._asked: dict[str, queue.Queue[Any]] = {}
        self._begun = threading.Event()
        server = grpc.server(ThreadPoolExecutor(1), options=_UNBOUNDED)
        protos.add_FunctionRpcServicer_to_server(self, server)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        address = ("--host", "127.0.0.1", "--port", str(port))
        names = ("--workerId", "worker", "--requestId", "start", "--grpcMaxMessageLength", "-1")
        subprocess.Popen(  # noqa: S603 - the worker that was named
            [sys.executable, "-c", _WORKER, *address, *names],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(
                    (self._app, os.environ.get("PYTHONPATH", ""), FOLDER)
                ),
                "AzureWebJobsScriptRoot": self._app,
                "PYTHON_ENABLE_INIT_INDEXING": "1",
            },
            cwd=self._app,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )

    def EventStream(  # noqa: N802 - the protocol's name
        self, requests: Iterable[Any], context: object
    ) -> Iterator[Any]:
        """Hear what the worker says; say what is asked of it."""
        threading.Thread(target=self._hear, args=(requests,), daemon=True).start()
        while True:
            yield self._outgoing.get()

    def start(self) -> None:
        """Have the worker index and load the app; raise WorkerFailed if it will not."""
        assert self._begun.wait(_PATIENCE_S), "the worker did not call back"
        init = protos.WorkerInitRequest(function_app_directory=self._app)
        self._ask("worker_init_response", worker_init_request=init)
        index = protos.FunctionsMetadataRequest(function_app_directory=self._app)
        answer = self._ask("function_metadata_response", functions_metadata_request=index)
        for function in answer.function_metadata_results:
            loaded = protos.FunctionLoadRequest(function_id=function.function_id, metadata=function)
            self._ask(function.function_id, function_load_request=loaded)
            self.functions[function.name] = function

    def call(self, name: str, inputs: Iterable[tuple[str, str, str]]) -> str:
        """Run a function on (parameter, kind, text); return its JSON or raise WorkerFailed."""
        if self._log is not None:
            with self._log.open("a") as log:
                log.write(f"{name}\n")
        call = str(uuid.uuid4())
        given = [
            protos.ParameterBinding(name=parameter, data=protos.TypedData(**{kind: text}))
            for parameter, kind, text in inputs
        ]
        request = protos.InvocationRequest(
            invocation_id=call, function_id=self.functions[name].function_id, input_data=given
        )
        value = self._ask(call, invocation_request=request).return_value
        kind = value.WhichOneof("data")
        return getattr(value, kind) if kind else "null"

    def _ask(self, key: str, **content: Any) -> Any:
        answer: queue.Queue[Any] = queue.Queue()
        self._asked[key] = answer
        self._outgoing.put(protos.StreamingMessage(request_id="start", **content))
        heard = answer.get(timeout=_PATIENCE_S)
        if heard.result.status != protos.StatusResult.Success:
            raise WorkerFailed(heard.result.exception.message)
        return heard

    def _hear(self, messages: Iterable[Any]) -> None:
        for message in messages:
            kind = message.WhichOneof("content")
            if kind == "start_stream":
                self._begun.set()
            elif kind != "rpc_log":
                answer = getattr(message, kind)
                key = getattr(answer, "invocation_id", "") or getattr(answer, "function_id", "")
                self._asked.pop(key or kind).put(answer)


def in_worker(path: Path, settings: Mapping[str, str]) -> Functions:
    """Load an app as the dev host does, with what is durable run by a worker of its own."""
    here = load(path, settings)
    log = settings.get(CALLS)
    worker = Worker(path.parent, Path(log) if log else None)
    worker.start()
    return replace(
        here,
        orchestrators={name: _orchestrator(worker, name) for name in here.orchestrators},
        activities={name: _activity(worker, one) for name, one in here.activities.items()},
    )


def _orchestrator(worker: Worker, name: str) -> Any:
    bindings = map(json.loads, worker.functions[name].raw_bindings)
    [parameter] = [one["name"] for one in bindings if one["type"] == "orchestrationTrigger"]
    return lambda history: worker.call(name, [(parameter, "string", history)])


def _activity(worker: Worker, function: ActivityFunction) -> ActivityFunction:
    def run(**given: Any) -> Any:
        inputs = [
            (name, "string", value)
            if name in function.clients
            else (name, "json", json.dumps(value))
            for name, value in given.items()
        ]
        return json.loads(worker.call(function.name, inputs))

    return replace(function, run=run)


if __name__ == "__main__":
    code = main(loading=in_worker)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
