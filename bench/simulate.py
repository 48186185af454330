"""The durable core under thousands of seeded courses of events, and what each of them broke."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evals.report import table
from tests.support.seeded.bugs import BUGS
from tests.support.seeded.story import Story, tell

SEEDS = 2000
BUG_SEEDS = 300
"""Seeds that each planted bug gets to be found in."""


@dataclass(frozen=True)
class Found:
    """A planted bug, and the first seed that found it, with what did not hold; "" if none did."""

    name: str
    how: str


def simulate(seeds: Iterable[int]) -> list[Story]:
    """Play every seed, and tell at once of those in which something did not hold."""
    stories: list[Story] = []
    for seed in seeds:
        story = tell(seed)
        stories.append(story)
        for violated in story.violated:
            print(f"seed {seed}: {violated}", file=sys.stderr, flush=True)
    return stories


def planted(seeds: int = BUG_SEEDS) -> list[Found]:
    """Plant each bug in a process of its own, and play seeds until one finds it."""
    return [Found(bug.name, _found(number, seeds)) for number, bug in enumerate(BUGS)]


def _found(number: int, seeds: int) -> str:
    ran = subprocess.run(  # noqa: S603 - this interpreter, and numbers
        [sys.executable, "-m", "tests.support.seeded.bugs", str(number), str(seeds)],
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout.strip() if ran.returncode == 0 else ""


def report(stories: Sequence[Story], bugs: Sequence[Found]) -> str:
    """Return what went wrong in how many seeds, and what was found, as tables."""
    struck, within = _struck(stories)
    faults = [(kind, within[kind], struck[kind]) for kind in sorted(struck)]
    found = [(bug.name, *(bug.how or "not found").split(": ", 1)) for bug in bugs]
    rows = [(name, how[0], (how[1] if len(how) > 1 else "")[:90]) for name, *how in found]
    return "\n\n".join(
        (
            table(("fault", "seeds with it", "times"), faults),
            table(("planted bug", "found by seed", "as"), rows),
        )
    )


def summary(stories: Sequence[Story], bugs: Sequence[Found]) -> dict[str, object]:
    """Return the figures for machines."""
    return {
        "seeds": len(stories),
        "rough": sum(story.rough for story in stories),
        "steps": sum(len(story.log) for story in stories),
        "faults": sum(_struck(stories)[0].values()),
        "violated": [story.seed for story in stories if story.violated],
        "bugs": len(bugs),
        "bugs_found": sum(bool(bug.how) for bug in bugs),
    }


def _struck(stories: Sequence[Story]) -> tuple[Counter[str], Counter[str]]:
    struck, within = Counter[str](), Counter[str]()
    for story in stories:
        struck.update(story.struck)
        within.update(set(story.struck))
    return struck, within
