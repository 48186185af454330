"""One dev host per data folder: a lock that ends with its process, however that ends."""

import contextlib
import fcntl
import os
from collections.abc import Generator
from pathlib import Path

from devhost.failures import StartRefused


@contextlib.contextmanager
def claimed(data: Path) -> Generator[None]:
    """Hold the data folder for this process; raise StartRefused while another one does."""
    data.mkdir(parents=True, exist_ok=True)
    with (data / "devhost.lock").open("a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise StartRefused(
                f"Another dev host (process {lock.read().strip() or 'unknown'}) is using {data}; "
                "stop it, or choose another folder with --data."
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield
