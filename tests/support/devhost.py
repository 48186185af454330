"""A dev host in a process of its own, as a person starts it, for end-to-end tests."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from devhost.azurite import Azurite

ROOT = Path(__file__).resolve().parents[2]
READY = re.compile(r"Ready: (http://\S+)")
PATIENCE_S = 60
_OURS = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONDONTWRITEBYTECODE": "",  # or each of many starts would compile the app again
}


class RunningHost:
    """Start a dev host for an app folder; use it as a context manager, sync or async.

    The port is a free one unless `arguments` names another; `environment` is added to this
    process's. It writes every run unless `verbose` is False. Leaving the context ends the host and
    its Azurite, also after `kill()`; the data folder stays.
    """

    def __init__(
        self,
        app: Path,
        data: Path,
        environment: Mapping[str, str] | None = None,
        arguments: Sequence[str] = (),
        *,
        verbose: bool = True,
    ) -> None:
        self._app = app
        self._data = data
        self._environment = {**os.environ, **_OURS, **(environment or {})}
        self._arguments = arguments
        self._verbose = verbose
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._progress = threading.Condition()
        self._ended = True
        self.lines: list[str] = []
        """What the host wrote since its last start, both streams."""

    @property
    def url(self) -> str:
        """Where the host answers, without a trailing slash."""
        found = next(filter(None, map(READY.match, self.lines)))
        return found[1]

    @property
    def output(self) -> str:
        """Everything the host wrote since its last start."""
        return "\n".join(self.lines)

    def start(self) -> None:
        """Return once the host is ready; fail with its output when it ends instead."""
        self.launch()
        self.wait_for_line("Ready: ")

    def launch(self) -> None:
        """Start the process without waiting for it."""
        assert self._process is None, "the host is already running"
        self.lines, self._ended = [], False
        # PYTHON_WORKER names the folder of a real worker, which then runs what is durable
        module = "tests.support.real_worker" if os.environ.get("PYTHON_WORKER") else "devhost"
        command = [sys.executable, "-m", module, "--port", "0", "--app", str(self._app)]
        command += ["--data", str(self._data), *(["--verbose"] if self._verbose else [])]
        command += self._arguments
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command,
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()

    def wait_for_line(self, text: str) -> str:
        """Return the first line that holds the text, waiting until the host writes it."""
        with self._progress:
            self._progress.wait_for(lambda: self._ended or self._find(text), PATIENCE_S)
            line = self._find(text)
        assert line, f"the host did not write {text!r}:\n{self.output}"
        return line

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask the host to end; return its exit code."""
        assert self._process is not None, "the host is not running"
        self._process.send_signal(number)
        return self.wait()

    def kill(self) -> None:
        """End the host as a power cut would (SIGKILL); its Azurite lives on."""
        assert self._process is not None, "the host is not running"
        self._process.kill()
        self.wait()

    def wait(self) -> int:
        """Return the exit code of a host that ends by itself."""
        assert self._process is not None, "the host is not running"
        assert self._reader is not None
        code = self._process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        self._process = None
        return code

    def restart(self) -> None:
        """Kill the host and start it again on the same data."""
        self.kill()
        self.start()

    def close(self) -> None:
        """End the host if it runs, and the Azurite that a killed one left behind."""
        if self._process is not None:
            self.stop()
        assert Azurite(self._data / "azurite").stop(), "Azurite did not end"

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return await asyncio.to_thread(self.__enter__)

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.close)

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout as stream:
            for line in stream:
                self._note(line.rstrip("\n"))
        with self._progress:
            self._ended = True
            self._progress.notify_all()

    def _note(self, line: str) -> None:
        with self._progress:
            self.lines.append(line)
            self._progress.notify_all()

    def _find(self, text: str) -> str:
        return next((line for line in self.lines if text in line), "")
