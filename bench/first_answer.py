"""From a clone to the first answer, as somebody new does it: `make first-answer`.

Clones what is committed, lets `make run` install and start it, says one thing, and prints how long
that took and how much it installed. Needs nothing but Python and what `make run` needs itself;
what pip and npm have in their caches makes it faster, as it does for anybody.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

MOST_MB = 700
"""Half of what a first look had once taken."""
_ROOT = Path(__file__).resolve().parent.parent
_INSTALLED = (".venv", "node_modules", "web/node_modules", "web/dist")
_READY = re.compile(r"Ready: (http://\S+)")
_SAID = "What's on my calendar tomorrow?"


def main() -> None:
    """Print what it took; end with 1 where that is more than it may be."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        clone = Path(folder) / "clone"
        source = ["git", "clone", "--quiet", "--depth", "1", f"file://{_ROOT}", str(clone)]
        subprocess.run(source, check=True)  # noqa: S603 - our own repository
        cloned = time.monotonic()
        running, url = _started(clone)
        try:
            started = time.monotonic()
            answer = _answer(url)
            answered = time.monotonic()
        finally:
            os.killpg(running.pid, signal.SIGTERM)
            running.wait()
        sizes = {name: _mb(clone / name) for name in _INSTALLED}
    whole = sum(sizes.values())
    print(f"Asked: {_SAID}\nTold:  {answer.splitlines()[0]}")
    print(f"clone {cloned - began:.0f} s, install and start {started - cloned:.0f} s,")
    print(f"first answer {answered - started:.1f} s: {answered - began:.0f} s in all")
    print(f"{whole:.0f} MB installed: " + ", ".join(f"{n} {mb:.0f}" for n, mb in sizes.items()))
    if whole > MOST_MB:
        sys.exit(f"That is more than {MOST_MB} MB.")


def _started(clone: Path) -> tuple[subprocess.Popen[str], str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    running = subprocess.Popen(  # noqa: S603 - our own Makefile
        ["make", "run", f"PORT={port}"],  # noqa: S607 - whichever is there
        cwd=clone,
        env={**os.environ, "MAKEFLAGS": "", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    written: list[str] = []
    for line in running.stdout or ():
        written.append(line)
        if found := _READY.search(line):
            return running, found[1]
    sys.exit("".join(written[-40:]))


def _answer(url: str) -> str:
    """Return what the assistant says."""
    said = {"id": "m1", "role": "user", "content": _SAID}
    body = {"threadId": "first", "runId": "r1", "messages": [said]}
    request = urllib.request.Request(  # noqa: S310 - this machine
        f"{url}/api/v1/chat", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=120) as stream:
        data = [line[6:] for line in stream.read().decode().splitlines() if line[:6] == "data: "]
    events = [json.loads(one) for one in data]
    if events[-1]["type"] != "RUN_FINISHED":
        sys.exit(f"It did not answer: {events[-1]}")
    return "".join(one.get("delta", "") for one in events if one["type"] == "TEXT_MESSAGE_CONTENT")


def _mb(folder: Path) -> float:
    """Return what a folder takes on the disk; what is linked more than once counts once."""
    sizes = {
        (at.st_dev, at.st_ino): at.st_blocks * 512
        for at in (path.lstat() for path in folder.rglob("*"))
    }
    return sum(sizes.values()) / 1_000_000


if __name__ == "__main__":
    main()
