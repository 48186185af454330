"""A model server in a process of its own, which can be killed, and told how to go wrong.

As a program (`python -m tests.support.model_process PORT`) it is that server.
"""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any, Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

ROOT = Path(__file__).resolve().parents[2]
LISTENING = "listening"
ANSWER = ("Paris ", "is the capital ", "of France.")
_HEAD = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}


class ModelProcess:
    """A server on a port of its own that it keeps when it is started again."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self._port: int = listener.getsockname()[1]
        self._process: subprocess.Popen[str] | None = None

    @property
    def base_url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self._port}/v1/"

    def start(self) -> None:
        """Return once it listens; it is well then."""
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "tests.support.model_process", str(self._port)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline().strip() == LISTENING

    def behave(self, how: str) -> None:
        """Make it go wrong in this way from now on, or be "well" again."""
        self._post("behave", how)

    @property
    def calls(self) -> int:
        """How often it was asked since it was started."""
        return self._post("calls", None)

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()

    def _post(self, what: str, said: object) -> Any:
        to = f"http://127.0.0.1:{self._port}/{what}"
        request = urllib.request.Request(to, json.dumps(said).encode())
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request) as response:
            return json.load(response)


def _refused(status: int, message: str, code: str = "", **headers: str) -> Callable[..., Response]:
    error = {"message": message, "type": "error", "code": code or None, "param": None}
    return lambda _: JSONResponse({"error": error}, status, headers=headers)


def _garbage(body: Mapping[str, Any]) -> Response:
    if body.get("stream"):
        return Response("data: {nonsense\n\n", media_type="text/event-stream")
    return Response("<html>hello</html>", media_type="application/json")


def _refusal(body: Mapping[str, Any]) -> Response:
    if body.get("stream"):
        refused = _event({"role": "assistant", "refusal": "I won't."}) + _event({}, "stop")
        return Response(refused, media_type="text/event-stream")
    return _whole({"role": "assistant", "content": None, "refusal": "I won't."})


def _boasting(body: Mapping[str, Any]) -> Response:
    """Tell of something done that nothing did."""
    if body.get("stream"):
        told = ("Sure! ", "I've sent the ", "mail to Ann.")
        return StreamingResponse(_text(told, 0.0), media_type="text/event-stream")
    return _well(body)


def _well(body: Mapping[str, Any]) -> Response:
    if body.get("stream"):
        return StreamingResponse(_text(ANSWER, 0.0), media_type="text/event-stream")
    if ((body.get("response_format") or {}).get("json_schema") or {}).get("name") == "Probe":
        return _whole({"role": "assistant", "content": '{"colours": ["red"]}'})
    return _whole({"role": "assistant", "content": "I only answer in words."})


def _slow(body: Mapping[str, Any]) -> Response:
    """One token a second, for ever."""
    if body.get("stream"):
        return StreamingResponse(_text(("word ",) * 10_000, 1.0), media_type="text/event-stream")
    return StreamingResponse(_trickling(" ", 1.0), media_type="application/json")


def _late(body: Mapping[str, Any]) -> Response:
    """Answer well, after a while in which nothing comes."""
    if body.get("stream"):
        return StreamingResponse(_text(ANSWER, 0.0, 1.5), media_type="text/event-stream")
    return _well(body)


def _stuck(body: Mapping[str, Any]) -> Response:
    """Begin an answer, and never go on."""
    if body.get("stream"):
        return StreamingResponse(_text(ANSWER, 3600.0), media_type="text/event-stream")
    return StreamingResponse(_trickling('{"choices": [', 3600.0), media_type="application/json")


BEHAVIOURS: Mapping[str, Callable[[Mapping[str, Any]], Response]] = {
    "well": _well,
    "slow": _slow,
    "late": _late,
    "stuck": _stuck,
    "garbage": _garbage,
    "refusal": _refusal,
    "boasting": _boasting,
    "busy": _refused(429, "Slow down", **{"Retry-After": "2"}),
    "wrong key": _refused(401, "Incorrect API key provided: sk-abcdefgh", "invalid_api_key"),
    "too long": _refused(
        400, "This model's maximum context length is 8", "context_length_exceeded"
    ),
    "broken": _refused(500, "Out of memory"),
}


async def _text(pieces: tuple[str, ...], pause: float, before: float = 0.0) -> AsyncIterator[str]:
    await asyncio.sleep(before)
    for piece in pieces:
        yield _event({"role": "assistant", "content": piece})
        await asyncio.sleep(pause)
    yield _event({}, "stop")
    yield "data: [DONE]\n\n"


async def _trickling(piece: str, pause: float) -> AsyncIterator[str]:
    while True:
        yield piece
        await asyncio.sleep(pause)


def _event(delta: Mapping[str, Any], finish: str | None = None) -> str:
    choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
    return f"data: {json.dumps({**_HEAD, 'choices': choices})}\n\n"


def _whole(message: Mapping[str, Any]) -> Response:
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
    choices = [{"index": 0, "finish_reason": "stop", "message": message}]
    return JSONResponse({"id": "c", "choices": choices, "usage": usage})


def _application() -> Starlette:
    state: dict[str, Any] = {"how": "well", "calls": 0}

    async def complete(request: Request) -> Response:
        state["calls"] += 1
        return BEHAVIOURS[state["how"]](await request.json())

    async def behave(request: Request) -> Response:
        state["how"] = await request.json()
        return JSONResponse(None)

    async def calls(_: Request) -> Response:
        return JSONResponse(state["calls"])

    async def models(_: Request) -> Response:
        return JSONResponse({"object": "list", "data": [{"id": "small", "object": "model"}]})

    return Starlette(
        routes=[
            Route("/v1/chat/completions", complete, methods=["POST"]),
            Route("/v1/models", models),
            Route("/behave", behave, methods=["POST"]),
            Route("/calls", calls, methods=["POST"]),
        ]
    )


def main() -> None:
    """Serve until killed; say so on stdout once it listens."""
    with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as listener:
        os.write(sys.stdout.fileno(), f"{LISTENING}\n".encode())
        config = uvicorn.Config(_application(), log_level="critical", ws="none", lifespan="off")
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
