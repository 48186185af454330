"""The storage emulator: started in a session of its own, so it outlives a crash of the dev host.

Azurite writes to disk lazily and loses data on SIGKILL and SIGTERM; SIGINT makes it save. It
inherits a locked file, so "is it alive" is "is the file locked", which no reused process id can
fake.
"""

import contextlib
import fcntl
import http.client
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import IO

from devhost.failures import StartRefused

BINARY = Path(__file__).resolve().parent.parent / "node_modules" / ".bin" / "azurite"

_ACCOUNT = "devstoreaccount1"
# The emulator's account and key are published constants, the same on every machine.
_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
_LISTENING = re.compile(r"Azurite (\w+) service is successfully listening at (http://[\d.:]+)")
_SERVICES = frozenset({"Blob", "Queue", "Table"})
_POLL_S = 0.02


class Azurite:
    """The emulator of one data folder; its files live in `folder`."""

    def __init__(self, folder: Path, binary: Path = BINARY) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder.resolve()
        self._binary = binary
        self._pid_file = folder / "azurite.pid"
        self._lock = folder / "azurite.lock"
        self._log = folder / "azurite.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Process id of the running emulator."""
        return int(self._pid_file.read_text(encoding="ascii"))

    @property
    def connection_string(self) -> str:
        """What the storage SDKs connect with; known once started."""
        endpoints = "".join(
            f"{service}Endpoint={url}/{_ACCOUNT};" for service, url in sorted(self._urls().items())
        )
        return f"DefaultEndpointsProtocol=http;AccountName={_ACCOUNT};AccountKey={_KEY};{endpoints}"

    def start(self, timeout_s: float = 30) -> None:
        """Adopt the emulator a crashed dev host left behind, or start one; return once it answers.

        Raises StartRefused when it is not installed, ends early or does not answer.
        """
        if not self.alive():
            self._spawn()
        deadline = time.monotonic() + timeout_s
        while not self._answers():
            if not self.alive():
                self._reap()
                raise StartRefused(f"Azurite ended while starting. {self._last_words()}")
            if time.monotonic() > deadline:
                raise StartRefused(
                    f"Azurite (process {self.pid}) does not answer. {self._last_words()}"
                )
            time.sleep(_POLL_S)

    def stop(self, timeout_s: float = 20) -> bool:
        """Ask it to save and end, and wait for that; return whether it did within the time."""
        deadline = time.monotonic() + timeout_s
        if self.alive():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGINT)
        while self.alive():
            if time.monotonic() > deadline:
                return False
            time.sleep(_POLL_S)
        self._reap()
        return True

    def alive(self) -> bool:
        """Whether an emulator, of this dev host or an earlier one, works in the folder."""
        with self._lock.open("ab") as lock:
            return not _lock(lock)

    def _spawn(self) -> None:
        if not self._binary.exists():
            raise StartRefused(f"Azurite is missing ({self._binary}); run `make setup`.")
        with self._lock.open("ab") as lock, self._log.open("wb") as log:
            _lock(lock)
            self._process = subprocess.Popen(  # noqa: S603 - our own binary, fixed arguments
                # The shell records the id before Azurite exists, so no crash leaves an unknown one.
                ["/bin/sh", "-c", 'echo $$ > "$0"; exec "$@"', self._pid_file, *self._command()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(lock.fileno(),),
                start_new_session=True,
            )

    def _command(self) -> list[str | Path]:
        ports = (f"--{service.lower()}Port=0" for service in _SERVICES)
        return [self._binary, "--location", self._folder, "--silent", "--disableTelemetry", *ports]

    def _urls(self) -> dict[str, str]:
        log = self._log.read_text(encoding="utf-8") if self._log.exists() else ""
        return dict(_LISTENING.findall(log))

    def _answers(self) -> bool:
        urls = self._urls()
        return urls.keys() >= _SERVICES and _speaks_http(urls["Table"])

    def _last_words(self) -> str:
        return f"See {self._log}: {self._log.read_text(encoding='utf-8').strip()[-300:]}"

    def _reap(self) -> None:
        if self._process is not None:
            self._process.wait()
            self._process = None


def _lock(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _speaks_http(url: str) -> bool:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=2)
    try:
        connection.request("GET", f"/{_ACCOUNT}")
        return connection.getresponse().getheader("Server", "").startswith("Azurite")
    except OSError:
        return False
    finally:
        connection.close()
