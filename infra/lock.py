"""Write requirements.lock: all that Azure installs, with the digest of each file (`make lock`).

pip resolves requirements.txt for Azure's Python and platform under constraints.txt; nothing is
installed. With digests, pip installs these very files or nothing.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
_PYTHON = "3.11"
_GLIBC = (28, 31, 36)
"""Minor versions of the C library in the images that Azure may build on; pip takes the newest
file that an image can run, so that there may be several."""
_HEAD = "# Written by `make lock` from requirements.txt and constraints.txt. What Azure installs.\n"


def plain(name: str) -> str:
    """Return a package's name as indexes spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def merged(reports: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], set[str]]:
    """Return the digests by name and version, of all of pip's reports."""
    found: dict[tuple[str, str], set[str]] = {}
    for report in reports:
        for one in report["install"]:
            name, version = plain(one["metadata"]["name"]), one["metadata"]["version"]
            digest = one["download_info"]["archive_info"]["hashes"]["sha256"]
            found.setdefault((name, version), set()).add(digest)
    return found


def lock(found: Mapping[tuple[str, str], set[str]]) -> str:
    """Return the lock's text; the same packages and digests make the same text."""
    lines = (
        " \\\n    ".join([f"{name}=={version}", *(f"--hash=sha256:{one}" for one in sorted(of))])
        for (name, version), of in sorted(found.items())
    )
    return _HEAD + "".join(f"{line}\n" for line in lines)


def locked(text: str) -> dict[str, str]:
    """Return the versions in a lock by name."""
    return dict(re.findall(r"^([a-z\d-]+)==([^\s\\]+)", text, re.MULTILINE))


def _resolved(glibc: int, folder: Path) -> dict[str, Any]:
    report = folder / "report.json"
    runs = [f"manylinux_2_{minor}_x86_64" for minor in range(glibc, 4, -1)]
    names = (*runs, "manylinux2014_x86_64")
    wanted = [word for name in names for word in ("--platform", name)]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--quiet", "--dry-run"]
    options = ["--ignore-installed", "--only-binary", ":all:", "--python-version", _PYTHON]
    where = ["--target", str(folder / "nowhere"), "--report", str(report)]
    file = ["--requirement", str(ROOT / "requirements.txt")]
    subprocess.run([*pip, *options, *wanted, *where, *file], check=True)  # noqa: S603 - our own words
    return json.loads(report.read_text("utf-8"))


def main() -> int:
    """Resolve and write the lock; return the exit code."""
    with TemporaryDirectory() as folder:
        reports = [_resolved(glibc, Path(folder)) for glibc in _GLIBC]
    LOCK.write_text(lock(merged(reports)), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
