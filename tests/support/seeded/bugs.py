"""Bugs that seeds have to find: each is planted as the module it is in is imported.

    python -m tests.support.seeded.bugs NUMBER SEEDS

prints the first seed that finds it, and what it found. Nothing of the app may be imported before.
"""

import logging
import sys
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader


@dataclass(frozen=True)
class Bug:
    """`before` stands exactly once in the module; `after` takes its place."""

    name: str
    module: str
    before: str
    after: str


BUGS: tuple[Bug, ...] = (
    Bug(
        "each attempt at a change has an id of its own",
        "shared.decisions.effects",
        '"version": known.version,',
        '"version": known.version + 1,',
    ),
    Bug(
        "a message whose ring was lost is looked after by nobody",
        "shared.sweeper",
        "    if thread.claimed < seq:\n        return False\n",
        "    if thread.claimed < seq:\n        return True\n",
    ),
    Bug(
        "the thread row is written whoever was faster",
        "shared.storage.threads",
        "Replace(_HEAD, body, head.etag)",
        "Upsert(_HEAD, body)",
    ),
    Bug(
        "a storage that fails is taken for a model that does",
        "shared.errors",
        "class StorageFailed(OmniForgeError):",
        "class StorageFailed(Upstream):",
    ),
    Bug(
        "an execution begins with the next message, whatever is open",
        "activities.open_turn",
        "        if thread.open_turn is not None:\n            ref",
        "        if thread.open_turn is not None and thread.open_turn < 0:\n            ref",
    ),
    Bug(
        "a thread whose instance is lost is not begun anew",
        "shared.sweeper",
        "        await doorbell.start(engine, thread.key)\n        STUCK",
        "        STUCK",
    ),
    Bug(
        "a step is given up at its second delivery",
        "shared.deliveries",
        "MOST = 4\n",
        "MOST = 1\n",
    ),
    Bug(
        "a turn is given up at its second execution",
        "shared.decisions.lifecycle.turns",
        "MAX_ATTEMPTS = 3\n",
        "MAX_ATTEMPTS = 1\n",
    ),
)


class _Loader(SourceFileLoader):
    """Compiles a module with a bug in it."""

    def __init__(self, bug, path):
        super().__init__(bug.module, path)
        self._bug = bug

    def get_code(self, fullname):
        sound = self.get_source(fullname)
        if sound.count(self._bug.before) != 1:
            raise ImportError(f"{self._bug.before!r} does not stand once in {fullname}")
        planted = sound.replace(self._bug.before, self._bug.after)
        return compile(planted, self.get_filename(fullname), "exec")


class _Planting(MetaPathFinder):
    def __init__(self, bug):
        self._bug = bug

    def find_spec(self, fullname, path=None, target=None):
        if fullname != self._bug.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        spec.loader = _Loader(self._bug, spec.origin)
        return spec


def main(number, seeds):
    """Plant a bug and tell seeds until one finds it; 1 when none does."""
    bug = BUGS[number]
    if bug.module in sys.modules:
        raise RuntimeError(f"{bug.module} was imported too early")
    sys.meta_path.insert(0, _Planting(bug))
    logging.disable(logging.CRITICAL)
    from tests.support.seeded.story import tell  # noqa: PLC0415 - with the bug in it

    for seed in range(seeds):
        if violated := tell(seed).violated:
            print(f"{seed}: {violated[0]}")
            return 0
    return 1


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
