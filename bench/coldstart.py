"""What a worker pays before its first call: the import of the app, in processes of their own."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from evals.report import table

STARTS = 7
LIBRARIES = (
    *("openai", "httpx2", "msal", "slack_sdk", "a2a", "ag_ui", "mcp"),
    *("onnxruntime", "tokenizers", "numpy", "azure.data.tables", "azure.identity"),
)
"""Models, protocols and providers: nothing that a start needs."""
OF_THE_HOST = "azure.functions,azure.durable_functions,azurefunctions.extensions.http.fastapi"
"""What any app of this kind imports: the part of it that is not ours."""
_MEASURE = """
import importlib, json, sys, time
began = time.process_time()
for name in sys.argv[1].split(","):
    importlib.import_module(name)
spent = time.process_time() - began
read = [name for name in sys.argv[2].split(",") if name in sys.modules]
print(json.dumps([spent, len(sys.modules), read]))
"""


@dataclass(frozen=True)
class Started:
    """What importing something took: processor time, modules, and which libraries it read."""

    name: str
    milliseconds: float
    modules: int
    libraries: tuple[str, ...]


def coldstart(starts: int = STARTS) -> tuple[Started, Started]:
    """Measure the import of what the host brings, and of the app; the median of several starts."""
    return _started("host's packages", OF_THE_HOST, starts), _started("app", "function_app", starts)


def _started(name: str, modules: str, starts: int) -> Started:
    runs = [_import(modules) for _ in range(starts)]
    _, loaded, libraries = runs[-1]
    return Started(name, 1000 * median(spent for spent, _, _ in runs), loaded, tuple(libraries))


def _import(modules: str) -> tuple[float, int, list[str]]:
    done = subprocess.run(  # noqa: S603 - this interpreter, and names that stand above
        [sys.executable, "-c", _MEASURE, modules, ",".join(LIBRARIES)],
        cwd=Path(__file__).parent.parent,
        check=True,
        capture_output=True,
        text=True,
    )
    spent, loaded, libraries = json.loads(done.stdout.splitlines()[-1])
    return spent, loaded, libraries


def report(started: Sequence[Started]) -> str:
    """Return what each import took, a row each."""
    rows = [
        (one.name, f"{one.milliseconds:.0f}", one.modules, ", ".join(one.libraries) or "none")
        for one in started
    ]
    return table(("import", "processor ms", "modules", "libraries of models and providers"), rows)


def summary(started: Sequence[Started]) -> dict[str, object]:
    """Return the figures for machines."""
    return {
        one.name: {
            "milliseconds": round(one.milliseconds),
            "modules": one.modules,
            "libraries": list(one.libraries),
        }
        for one in started
    }
