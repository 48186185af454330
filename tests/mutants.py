"""Put each fault of `support/mutants.py` into a copy of the sources, and see a test fail.

    python -m tests.mutants [words of paths]

Slow, so it is no part of the suite; `tests/unit/test_mutants.py` keeps the table in order.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.mutants import MUTANTS, Mutant

_ROOT = Path(__file__).parent.parent
_LEFT_OUT = shutil.ignore_patterns(".*", "node_modules", "__pycache__", "web")


def main(words: list[str]) -> int:
    """Return 1 when a fault went unnoticed."""
    wanted = [one for one in MUTANTS if not words or any(word in one.path for word in words)]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(_ROOT, copy, ignore=_LEFT_OUT)
        unnoticed = [one for one in wanted if not _noticed(one, copy)]
    for one in unnoticed:
        sys.stdout.write(f"unnoticed: {one.path}: {one.after.strip() or 'without'} {one.before}\n")
    sys.stdout.write(f"{len(wanted) - len(unnoticed)} of {len(wanted)} faults noticed\n")
    return 1 if unnoticed else 0


def _noticed(mutant: Mutant, copy: Path) -> bool:
    """Tell whether a test fails with a fault, in a copy that is put right afterwards."""
    path = copy / mutant.path
    sound = path.read_text()
    path.write_text(sound.replace(mutant.before, mutant.after))
    ran = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *mutant.tests],
        cwd=copy,
        capture_output=True,
        check=False,
    )
    path.write_text(sound)
    if ran.returncode not in {0, 1}:  # nothing was run, so nothing was proved
        raise SystemExit(ran.stdout.decode())
    return ran.returncode == 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
