"""What a person at the terminal sees: where to look, and each function run that failed."""

import sys
from datetime import datetime
from typing import TextIO

from devhost.engine import FunctionRan
from devhost.functions import Functions
from devhost.runs import FAILED, TriggerRan


class Console:
    """Writes readable lines; each is flushed, since a crash must not swallow the last one.

    `verbose` writes one for every function run.
    """

    def __init__(self, stream: TextIO = sys.stdout, *, verbose: bool = False) -> None:
        self._stream = stream
        self._verbose = verbose
        self._failed = 0

    def loaded(self, functions: Functions) -> None:
        """Say how many functions of each kind the app has."""
        counts = {
            "HTTP": len(functions.http),
            "orchestrator": len(functions.orchestrators),
            "activity": len(functions.activities),
            "timer": len(functions.timers),
        }
        listed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        self._write(f"Loaded {sum(counts.values())} functions ({listed})")

    def ready(self, url: str, storage: str) -> None:
        """Say where the host answers, and what will be seen here."""
        self._write(f"Ready: {url} ({storage}; Ctrl+C stops)")
        seen = "Every run is" if self._verbose else "What fails is"
        self._write(f"Open that address in a browser to begin. {seen} said here.")

    def ran(self, run: FunctionRan | TriggerRan) -> None:
        """Say how one function run went, if it failed or all are wanted."""
        failed = run.outcome == FAILED
        self._failed += failed
        if not (failed or self._verbose):
            return
        where = run.occasion if isinstance(run, TriggerRan) else run.instance_id
        what = f"{run.name} {where}".strip()
        took = f"{run.duration_ms:.0f} ms"
        tail = f": {run.detail}" if run.detail else ""
        now = datetime.now().astimezone()
        self._write(f"{now:%H:%M:%S} {run.kind:<13} {what}  {took}  {run.outcome}{tail}")

    def stopping(self) -> None:
        """Say that the end is near, and how many runs failed, if any did."""
        self._write(f"Stopping; {self._failed} failed" if self._failed else "Stopping")

    def _write(self, line: str) -> None:
        self._stream.write(line + "\n")
        self._stream.flush()
