"""Run A2A's own test kit (1.0) against a host, with agents for what it wants of agents.

`python -m bench.kit KIT URL`: KIT is a folder of `a2aproject/a2a-tck` with its own `.venv`, URL a
dev host that nobody else needs, started with TOOL_SERVERS_STDIO=true.

The kit tells the agent under test by the ids of its messages what to do. Agents here do what is
said, and all it says is one sentence. So what it skips because a task did not complete, or did not
ask, is run again against a public agent that does so whatever is said: one finds mail, the other
has nothing but a tool that has to be told something. Each of these runs is one of its own: the kit
names messages alike within a run, and a message that comes twice is one task here.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

DOES, ASKS = "kit-does", "kit-asks"
_CARD = "/.well-known/agent-card.json?A2A-Version=1.0#"
"""The card of 1.0: the kit names no version when it asks for one, and adds to the address."""
_ECHO = "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
_FINDS = {
    "id": "find",
    "name": "Find",
    "description": "Finds mail",
    "instructions": "1. Find emails from Sarah about the budget",
}

Case = tuple[str, str, str]
"""The name of a test, what came of it, and why."""


def cases(report: str) -> Iterator[Case]:
    """Yield what a report of pytest says of each test."""
    for case in ET.fromstring(report).iter("testcase"):  # noqa: S314 - of our own run
        file = case.get("file", "")
        within = case.get("classname", "").removeprefix(file.removesuffix(".py").replace("/", "."))
        name = "::".join(filter(None, (file, within.strip("."), case.get("name"))))
        for came in ("failure", "error", "skipped"):
            if (found := case.find(came)) is not None:
                yield name, came, found.get("message") or ""
                break
        else:
            yield name, "passed", ""


def wanted(case: Case) -> str | None:
    """Return the agent that a test was skipped for want of, if it was."""
    _, came, why = case
    if came != "skipped" or not why.startswith("Expected task state"):
        return None
    return ASKS if "'TASK_STATE_INPUT_REQUIRED' but" in why else DOES


def main() -> int:
    """Make the agents, run the kit, and print what came of it."""
    kit, url = Path(sys.argv[1]), sys.argv[2].rstrip("/")
    api = f"{url}/api/v1"
    node = shutil.which("node") or "node"
    echo = {"id": "kit", "name": "Kit", "command": [node, str(Path(_ECHO).resolve()), "stdio"]}
    _make(f"{api}/tool-servers", echo)
    _make(f"{api}/agents", _agent(DOES, "gmail_search_messages", skills=[_FINDS]))
    _make(f"{api}/agents", _agent(ASKS, "mcp_kit_echo"))

    found: list[Case] = []
    for case in _run(kit, f"{url}{_CARD}", "tests/compatibility"):
        agent = wanted(case)
        again = _run(kit, f"{api}/a2a/agents/dev/{agent}", case[0]) if agent else [case]
        found.extend(again)
    for name, came, why in found:
        if came != "passed":
            print(f"{came:8} {name}\n         {why.splitlines()[0] if why else ''}")
    print(dict(Counter(came for _, came, _ in found)))
    return 0


def _agent(name: str, tool: str, **more: object) -> dict[str, object]:
    about = {"name": name, "description": "Stands in for an agent of the kit"}
    return {"id": name, **about, "tools": [tool], "public": True, **more}


def _make(where: str, body: Mapping[str, object]) -> None:
    """Make something, unless it is there."""
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(where, json.dumps(body).encode(), headers)  # noqa: S310
    try:
        urllib.request.urlopen(asked).close()  # noqa: S310 - a dev host
    except urllib.error.HTTPError as error:
        if error.code != 409:  # noqa: PLR2004
            raise SystemExit(f"{where}: {error.read().decode()}") from error


def _run(kit: Path, card: str, what: str) -> list[Case]:
    """Run some of the kit against the agent whose card is below an address."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [".venv/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", what]
        options = ["--sut-host", card, f"--junitxml={report}", "-o", "junit_family=xunit1"]
        subprocess.run([*command, *options], cwd=kit, check=False, stdout=subprocess.DEVNULL)  # noqa: S603
        return list(cases(report.read_text()))


if __name__ == "__main__":
    sys.exit(main())
