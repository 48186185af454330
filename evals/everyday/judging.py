"""Has every conversation of a file on a dev host of its own, and counts those that work."""

import time
from pathlib import Path

from evals.everyday.cases import CASES, PARAPHRASES, Case, cases, paraphrases
from evals.everyday.play import play
from evals.everyday.running import running
from evals.everyday.verdict import complaints
from evals.outcome import Outcome, times
from evals.scores import Share
from host.wiring import SystemClock


async def judge_everyday(reasoner: str, path: Path = PARAPHRASES) -> Outcome:
    """Judge the requests themselves, or a file of paraphrases of them; raise BadData."""
    digest, told = _read(path)
    failed: dict[str, str] = {}
    taken: list[float] = []
    async with running(reasoner) as host:
        for case in told:
            began = time.perf_counter()
            played = await play(case, host.client, host.sandbox, SystemClock())
            taken.append((time.perf_counter() - began) * 1000)
            if found := complaints(played):
                failed[case.id] = f"{case.id}: {' / '.join(case.say)} | {'; '.join(found)}"
    return Outcome(
        name="everyday",
        facts=(("reasoner", reasoner), ("data (SHA-256)", digest)),
        n=len(told),
        shares={"works": Share(len(told) - len(failed), len(told))},
        values=times(taken),
        misjudged=tuple(failed.values()),
    )


def _read(path: Path) -> tuple[str, tuple[Case, ...]]:
    if path.resolve() == CASES:
        data = cases(path)
        return data.digest, data.items
    data, told = paraphrases(path)
    return data.digest, told
