"""Run A2A's own test kit (1.0) against dev hosts, with agents for what it wants of agents.

`python -m bench.kit KIT`: KIT is a folder of `a2aproject/a2a-tck` with its own `.venv`.

The kit tells the agent under test by the ids of its messages what to do. Agents here do what is
said, and all it says is one sentence. So what it skips because a task did not complete, or did not
ask, and what fails because nothing of the kind was given, is run again against a public agent that
does so whatever is said: one finds mail, one has nothing but a tool that has to be told something,
and others have a tool of `bench.kit_tools` each, which gives a file or data. The two sentences that
the kit wants to read are said by a language model, as a script has it. Each of these runs is one of
its own: the kit names messages alike within a run, and a message that comes twice is one task here.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.e2e.scripted_model import intent, settings_for
from tests.support.devhost import ROOT, RunningHost
from tests.support.model_server import (
    PLANNING,
    PROBE,
    TEXT,
    UNDERSTANDING,
    Answer,
    Fails,
    ModelCall,
    Says,
    calls,
    model_server,
)

DOES, ASKS, WORDS, MASTER = "kit-does", "kit-asks", "kit-words", ""
GIVES = {"File": "kit-file", "FileUrl": "kit-link", "Data": "kit-data"}
"""By what an artifact is to be, as tests are named after it, the agent that gives it."""
_CARD = "/.well-known/agent-card.json?A2A-Version=1.0#"
"""The card of 1.0: the kit names no version when it asks for one, and adds to the address."""
_ECHO = ROOT / "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
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
    """Return the agent that a test was skipped, or failed, for want of, if it was."""
    name, came, why = case
    if came == "failure":
        return next((GIVES[one] for one in GIVES if f"::Test{one}Artifact::" in name), None)
    if came != "skipped" or not why.startswith("Expected task state"):
        return None
    return ASKS if "'TASK_STATE_INPUT_REQUIRED' but" in why else DOES


def says(case: Case) -> tuple[str, str] | None:
    """Return who is to say what in a test that failed for want of those words, if it did."""
    name, came, _ = case
    if came != "failure":
        return None
    if "::TestTextArtifact::" in name:
        return WORDS, "Generated text content"
    return (MASTER, "Direct message response") if "::TestMessageResponse::" in name else None


def main() -> int:
    """Start hosts, make the agents, run the kit, and print what came of it."""
    kit = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        found = list(_done(kit, Path(folder)))
    for name, came, why in found:
        if came != "passed":
            print(f"{came:8} {name}\n         {why.splitlines()[0] if why else ''}")
    print(dict(Counter(came for _, came, _ in found)))
    return 0


def _done(kit: Path, data: Path) -> Iterator[Case]:
    """Yield what came of all tests: first without a model, and then those that want words."""
    rest: list[Case] = []
    with _host(data / "plain", {"REASONER": "embedded"}) as host:
        for case in _run(kit, f"{host.url}{_CARD}", "tests/compatibility"):
            if says(case):
                rest.append(case)
                continue
            agent = wanted(case)
            yield from _run(kit, _at(host.url, agent), case[0]) if agent else [case]

    script = Script()
    with model_server(script) as model, _host(data / "model", settings_for(model.base_url)) as host:
        for case in rest:
            agent, script.words = says(case) or ("", "")
            yield from _run(kit, _at(host.url, agent), case[0])


class Script:
    """A model that takes all for a question, uses the one tool it has, and says `words`."""

    words = ""

    def __call__(self, call: ModelCall) -> Answer:
        """Answer one request."""
        if call.schema == PROBE:
            named = {"colours": ["red"]}
            return calls((PROBE, named)) if call.tools else Says(named)
        if call.schema == PLANNING:
            nothing: dict[str, object] = {}
            return calls(*((tool, nothing) for tool in call.tools if tool != "cannot"))
        answers = {UNDERSTANDING: intent("QUERY"), TEXT: Says(pieces=(self.words,))}
        return answers.get(call.schema, Fails(500))


def _host(data: Path, environment: Mapping[str, str]) -> RunningHost:
    return _Made(ROOT, data, {**environment, "TOOL_SERVERS_STDIO": "true"}, verbose=False)


class _Made(RunningHost):
    """A host with the agents that the kit wants."""

    def start(self) -> None:
        super().start()
        api = f"{self.url}/api/v1"
        node = shutil.which("node") or "node"
        echo = {"id": "echo", "name": "Echo", "command": [node, str(_ECHO), "stdio"]}
        tools = [sys.executable, "-m", "bench.kit_tools"]
        _make(f"{api}/tool-servers", echo)
        _make(f"{api}/tool-servers", {"id": "kit", "name": "Kit", "command": tools})
        _make(f"{api}/agents", _agent(DOES, "gmail_search_messages", skills=[_FINDS]))
        _make(f"{api}/agents", _agent(ASKS, "mcp_echo_echo"))
        for name in (*GIVES.values(), WORDS):
            _make(f"{api}/agents", _agent(name, f"mcp_kit_{name.removeprefix('kit-')}"))


def _at(url: str, agent: str) -> str:
    """Return below what address the kit finds the card of an agent."""
    return f"{url}/api/v1/a2a/agents/dev/{agent}" if agent else f"{url}{_CARD}"


def _agent(name: str, tool: str, **more: object) -> dict[str, object]:
    about = {"name": name, "description": "Stands in for an agent of the kit"}
    return {"id": name, **about, "tools": [tool], "public": True, **more}


def _make(where: str, body: Mapping[str, object]) -> None:
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(where, json.dumps(body).encode(), headers)  # noqa: S310
    urllib.request.urlopen(asked).close()  # noqa: S310 - a dev host


def _run(kit: Path, card: str, what: str) -> list[Case]:
    """Run some of the kit against the agent whose card is below an address."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [".venv/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", what]
        options = ["--sut-host", card, f"--junitxml={report}", "-o", "junit_family=xunit1"]
        subprocess.run([*command, *options], cwd=kit, check=False, capture_output=True)  # noqa: S603
        return list(cases(report.read_text()))


if __name__ == "__main__":
    sys.exit(main())
