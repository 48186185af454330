"""Having a document's text read, by a process of its own that may take so long and no longer."""

import asyncio
import json
import os
import sys
from contextlib import suppress

SECONDS = 15
"""A call of a tool has thirty."""

_TOO_MUCH = "The document takes too long to read, or is too large."


async def extracted(kind: str, data: bytes, seconds: float = SECONDS) -> tuple[str, str]:
    """Return the text of a document of kind `pdf` or `xlsx`; where there is none, "" and why.

    Never raises for what is in the document.
    """
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
    if process.returncode or not told:
        return "", _TOO_MUCH
    found = json.loads(told)
    return found["text"], found["why"]
