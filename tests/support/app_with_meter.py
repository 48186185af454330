"""The product with a meter on its tables, and a look at what its processor time goes into.

Both are written to the file that METER names, several times a second.
"""

import json
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from host import wiring
from host.azure import build

_FILE = Path(os.environ["METER"])
_EVERY_S, _WRITTEN_EVERY = 0.05, 5
"""Oftener, and on a busy machine the looking itself would be much of what a slow turn costs."""
_CAUSES = {
    "tables client": "azure/core azure/data aiohttp multidict yarl storage/tables",
    "durable runtime and replay": "azure/durable_functions devhost/engine devhost/replica",
    "understanding": "onnxruntime numpy shared/understanding shared/matching shared/reasoning",
    "HTTP and streams": "uvicorn starlette h11 httptools api/ devhost/",
    "rows as values": "pydantic shared/models",
    "sandbox": "connectors/sandbox",
    "steps and decisions": "shared/ activities/ orchestrators/",
}
"""What a moment is counted as: the first of these with a file in it, looked at from within."""
_calls: Counter[str] = Counter()
_seen: Counter[str] = Counter()


class _Metered:
    """The tables of the app, counted."""

    def __init__(self, tables):
        self._tables = tables
        self.ping, self.aclose = tables.ping, tables.aclose

    def rows(self, name):
        return self._tables.rows(name, lambda call, _rows: _calls.update([f"{name} {call}"]))


def _cause(frame):
    if frame.f_code.co_name == "select":
        return ""
    while frame is not None:
        file = frame.f_code.co_filename
        for cause, parts in _CAUSES.items():
            if any(part in file for part in parts.split()):
                return cause
        frame = frame.f_back
    return "all else"


def _watch(thread):
    looks = 0
    while True:
        time.sleep(_EVERY_S)
        frame = sys._current_frames().get(thread)
        if frame is not None and (cause := _cause(frame)):
            _seen[cause] += 1
        looks += 1
        if looks % _WRITTEN_EVERY == 0:
            told = {"pid": os.getpid(), "cpu": time.process_time(), "calls": _calls, "seen": _seen}
            beside = _FILE.with_suffix(".new")
            beside.write_text(json.dumps(told))
            beside.replace(_FILE)


_of_the_app = wiring.tables
wiring.tables = lambda chosen: _Metered(_of_the_app(chosen))
threading.Thread(target=_watch, args=[threading.main_thread().ident], daemon=True).start()
app = build(wiring.services, wiring.edge)
