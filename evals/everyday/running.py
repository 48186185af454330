"""A dev host of our own, started for one evaluation and ended with it."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import httpx

from devhost.azurite import Azurite
from evals.everyday.workspace import SandboxTables
from host.settings import Settings
from host.wiring import tables
from shared.security.identity import DEVELOPER
from shared.workspace.registry import DOMAINS

ROOT = Path(__file__).parents[2]
EVERYTHING = {"SANDBOX_DOMAINS": ",".join(DOMAINS)}
"""The setting that connects every service of the sandbox."""
_READY = re.compile(rb"Ready: (http://\S+)")
_PATIENCE_S = 60


@dataclass(frozen=True)
class Host:
    """A running host: a client of its API, and the sandbox of who calls it."""

    client: httpx.AsyncClient
    sandbox: SandboxTables


@asynccontextmanager
async def running(
    reasoner: str, settings: Mapping[str, str] | None = None, patience: float = _PATIENCE_S
) -> AsyncGenerator[Host]:
    """Run the product as `make run` does, on a free port and an empty data folder.

    `settings` are those of its model; `patience` is how many seconds an answer may take.
    """
    environment = {**EVERYTHING, **(settings or {}), "REASONER": reasoner}
    with TemporaryDirectory() as data:
        try:
            async with (
                _process(Path(data), environment) as url,
                at(url, Path(data), patience) as host,
            ):
                yield host
        finally:
            Azurite(Path(data) / "azurite").stop()


@asynccontextmanager
async def at(url: str, data: Path, patience: float = _PATIENCE_S) -> AsyncGenerator[Host]:
    """Talk to a host that runs on a data folder."""
    storage = Azurite(data / "azurite").connection_string
    settings = Settings.model_validate({"AzureWebJobsStorage": storage})
    async with (
        aclosing(tables(settings)) as kept,
        httpx.AsyncClient(base_url=url, timeout=patience, trust_env=False) as client,
    ):
        yield Host(client, SandboxTables(kept, DEVELOPER))


@asynccontextmanager
async def _process(data: Path, environment: Mapping[str, str]) -> AsyncGenerator[str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "devhost", "--port", "0", "--app", str(ROOT), "--data", str(data)),
        cwd=ROOT,
        env={**os.environ, **environment, "PYTHONUNBUFFERED": "1"},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output = cast("asyncio.StreamReader", process.stdout)
    try:
        async with asyncio.timeout(_PATIENCE_S):
            url = await _ready(output)
        reading = asyncio.create_task(_drain(output))
        yield url
        reading.cancel()
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            await process.wait()


async def _ready(output: asyncio.StreamReader) -> str:
    said: list[bytes] = []
    async for line in output:
        said.append(line)
        if found := _READY.match(line):
            return found[1].decode()
    raise RuntimeError("the host did not start:\n" + b"".join(said).decode())


async def _drain(output: asyncio.StreamReader) -> None:
    async for _ in output:
        pass
