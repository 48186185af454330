"""A server of this machine, for as long as a test takes."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn


@contextmanager
def listening() -> Iterator[tuple[socket.socket, str]]:
    """Yield a socket on a free loopback port, and its address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener, f"http://127.0.0.1:{listener.getsockname()[1]}"


@contextmanager
def served(app: Any, listener: socket.socket) -> Iterator[None]:
    """Serve an app there, from a thread of its own."""
    runner = uvicorn.Server(uvicorn.Config(app, log_level="critical", ws="none", lifespan="off"))
    thread = threading.Thread(target=runner.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        runner.should_exit = True
        thread.join()
