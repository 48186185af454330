"""A process to be killed: twenty chains on a journal, a line for every function run."""

import asyncio
import contextlib
import sys

from devhost.engine import AlreadyExists, Engine, Fault
from tests.unit.devhost.engine.durable_app import build_functions


async def main(path, how=None, step="0"):
    fault = Fault(int(step), how) if how else None

    def say(run):
        print(run.name, flush=True)

    engine = Engine(build_functions(), path, fault=fault, observer=say)
    await engine.start()
    for number in range(20):
        with contextlib.suppress(AlreadyExists):
            if await engine.status(f"v-{number}") is None:
                await engine.start_new("chain", f"v-{number}", "12")
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
