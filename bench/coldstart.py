"""What a worker pays before its first call: the import of the app, in processes of their own."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.report import table

STARTS = 7
LIBRARIES = (
    *("openai", "httpx2", "msal", "slack_sdk", "a2a", "ag_ui", "mcp"),
    *("onnxruntime", "tokenizers", "numpy", "azure.data.tables", "azure.storage.blob"),
    *("azure.identity", "cryptography", "jwt", "yaml"),
)
"""Models, protocols and providers: nothing that a start needs."""
OURS = ("activities", "api", "host", "orchestrators", "shared")
"""The packages of the app itself."""
OF_THE_HOST = "azure.functions,azure.durable_functions,azurefunctions.extensions.http.fastapi"
"""What any app of this kind imports: the part of it that is not ours."""
OF_A_MESSAGE = ",".join(
    (
        *("function_app", "host.wiring", "api.edge", "api.messages", "activities.steps.guard"),
        *("orchestrators.thread_v2", "activities.understand_turn", "activities.search_agents"),
        *("activities.go_on", "activities.answer_turn"),
    )
)
"""What has been read once the first message was answered, but for what models read from files."""
_MEASURE = """
import importlib, json, sys, time
began = time.process_time()
for name in sys.argv[1].split(","):
    importlib.import_module(name)
spent = time.process_time() - began
read = [name for name in sys.argv[2].split(",") if name in sys.modules]
ours = sorted(name for name in sys.modules if name.partition(".")[0] in sys.argv[3].split(","))
print(json.dumps([spent, len(sys.modules), read, ours]))
"""


@dataclass(frozen=True)
class Started:
    """What importing something took: processor time, modules, and which libraries it read.

    `ours` are the modules of the app that it read.
    """

    name: str
    milliseconds: float
    modules: int
    libraries: tuple[str, ...]
    ours: tuple[str, ...] = ()


def coldstart(starts: int = STARTS) -> tuple[Started, Started, Started]:
    """Measure the import of what the host brings, of the app, and of what a first message reads.

    Each is the least of several starts: what else the machine has to do only adds to that.
    """
    return (
        _started("host's packages", OF_THE_HOST, starts),
        _started("app", "function_app", starts),
        _started("with a first message", OF_A_MESSAGE, starts),
    )


def _started(name: str, modules: str, starts: int) -> Started:
    runs = [_import(modules) for _ in range(starts)]
    _, loaded, libraries, ours = runs[-1]
    milliseconds = 1000 * min(run[0] for run in runs)
    return Started(name, milliseconds, loaded, tuple(libraries), tuple(ours))


def _import(modules: str) -> tuple[float, int, list[str], list[str]]:
    done = subprocess.run(  # noqa: S603 - this interpreter, and names that stand above
        [sys.executable, "-c", _MEASURE, modules, ",".join(LIBRARIES), ",".join(OURS)],
        cwd=Path(__file__).parent.parent,
        check=True,
        capture_output=True,
        text=True,
    )
    spent, loaded, libraries, ours = json.loads(done.stdout.splitlines()[-1])
    return spent, loaded, libraries, ours


def report(started: Sequence[Started]) -> str:
    """Return what each import took, a row each."""
    rows = [
        (
            one.name,
            f"{one.milliseconds:.0f}",
            one.modules,
            len(one.ours),
            ", ".join(one.libraries) or "none",
        )
        for one in started
    ]
    headings = ("import", "processor ms", "modules", "ours", "libraries of models and providers")
    return table(headings, rows)


def summary(started: Sequence[Started]) -> dict[str, object]:
    """Return the figures for machines."""
    return {
        one.name: {
            "milliseconds": round(one.milliseconds),
            "modules": one.modules,
            "ours": len(one.ours),
            "libraries": list(one.libraries),
        }
        for one in started
    }
