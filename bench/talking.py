"""Two of this product that talk by A2A, where either of them falls over at each of its steps."""

import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.report import table
from tests.support.asked import Asked
from tests.support.disturbed import WAYS, fault
from tests.support.talking import SIDES, differences, talk


@dataclass(frozen=True)
class Fell:
    """Who fell over, how and after which step; `told` is what was left otherwise than without."""

    side: str
    how: str
    step: int
    name: str
    told: tuple[str, ...]


async def talking(data: Path) -> list[Fell]:
    """Have the conversation once for each side, step and way; tell at once of what differs."""
    fell: list[Fell] = []
    async with Asked().served() as asked:
        calm = await talk(asked, data / "calm")
        for side in SIDES:
            for step, ran in enumerate(calm.ran[side], 1):
                for how in WAYS:
                    where = data / f"{side}-{step}-{how}"
                    talked = await talk(asked, where, side=side, fault=fault(how, step))
                    told = tuple(differences(calm.left, talked.left))
                    fell.append(Fell(side, how, step, ran.name, told))
                    if told:
                        print(fell[-1], file=sys.stderr, flush=True)
    return fell


def report(fell: Sequence[Fell]) -> str:
    """Return how often all was as without, as a table."""
    kinds: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for one in fell:
        kinds[one.side, one.how].append(not one.told)
    rows = [(*kind, str(len(same)), str(sum(same))) for kind, same in kinds.items()]
    return table(("who fell over", "how", "steps", "nothing lost, nothing twice"), rows)


def summary(fell: Sequence[Fell]) -> dict[str, int]:
    """Return the figures for machines."""
    return {"conversations": len(fell), "otherwise": sum(bool(one.told) for one in fell)}
