"""Having a document's text read, by a process of its own that may take so long and no longer.

One document at a time: each may fill half of an instance's memory, and eight activities share one.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress
from weakref import WeakKeyDictionary

SECONDS = 15
"""A call of a tool has thirty."""

_reading: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
"""Held while a document is read, by the loop that waits for it."""
_TOO_MUCH = "The document takes too long to read, or is too large."


async def extracted(kind: str, data: bytes, seconds: float = SECONDS) -> tuple[str, str]:
    """Return the text of a document of kind `pdf` or `xlsx`; where there is none, "" and why.

    Never raises for what is in the document.
    """
    async with _reading.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        told = await _told(kind, data, seconds)
    if not told:
        return "", _TOO_MUCH
    found = json.loads(told)
    return found["text"], found["why"]


async def _told(kind: str, data: bytes, seconds: float) -> bytes:
    """Return what the process says; nothing where it did not come to its end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "shared.tools.extractor", kind),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        # nothing of ours but where modules are: no secret is in reach of a parser
        env={"PYTHONPATH": os.pathsep.join(path or os.curdir for path in sys.path)},
    )
    try:
        async with asyncio.timeout(seconds):
            told, _ = await process.communicate(data)
    except TimeoutError:
        told = b""
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    return b"" if process.returncode else told
