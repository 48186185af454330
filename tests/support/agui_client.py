"""Conversations that the AG-UI client package holds, as anybody installs it."""

import asyncio
import json
import uuid
from pathlib import Path

from tests.support.devhost import ROOT

SCRIPT = ROOT / "tests" / "e2e" / "agui" / "converse.mjs"
PACKAGE = ROOT / "node_modules" / "@ag-ui" / "client" / "package.json"


async def converse(node: str, url: str, *steps: dict, thread="", **more) -> tuple[str, list[dict]]:
    """Return the thread, and what the client held after each step."""
    thread = thread or f"agui-{uuid.uuid4().hex}"
    talk = {"url": f"{url}/api/v1/chat", "threadId": thread, "steps": steps, **more}
    return thread, json.loads(await run_script(node, SCRIPT, json.dumps(talk)))


async def run_script(node: str, script: Path, given: str, *arguments: str) -> str:
    """Return what a script writes when it is given a text to read; fail with its complaints."""
    process = await asyncio.create_subprocess_exec(
        node,
        script,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complaints = await process.communicate(given.encode())
    assert process.returncode == 0, complaints.decode()
    return said.decode()
