"""Has every conversation of a file on a dev host of its own, and counts those that work."""

import time
from pathlib import Path

from evals.everyday.cases import CONVERSATIONS, PARAPHRASES, told
from evals.everyday.play import play
from evals.everyday.running import running
from evals.everyday.verdict import complaints, unwanted
from evals.outcome import Outcome, times
from evals.scores import Share
from host.wiring import SystemClock


async def judge_everyday(
    reasoner: str, path: Path = PARAPHRASES, limit: int | None = None
) -> Outcome:
    """Judge the first conversations of a file, or all; raise BadData.

    A conversation must not act when nothing may change; an unwanted effect is any that is not
    among those expected.
    """
    digest, cases = told(path)
    cases = cases[:limit]
    failed: dict[str, str] = {}
    taken: list[float] = []
    still = kept_still = clean = 0
    async with running(reasoner) as host:
        for case in cases:
            began = time.perf_counter()
            played = await play(case, host.client, host.sandbox, SystemClock())
            taken.append((time.perf_counter() - began) * 1000)
            found = complaints(played)
            still += not case.changes
            kept_still += not case.changes and not played.changes
            clean += not unwanted(found)
            if found:
                failed[case.id] = f"{case.id}: {' / '.join(case.say)} | {'; '.join(found)}"
    kept = path.parent == CONVERSATIONS
    return Outcome(
        name=f"everyday, {path.stem}" if kept else "everyday",
        facts=(("reasoner", reasoner), ("data (SHA-256)", digest)),
        n=len(cases),
        shares={
            "works": Share(len(cases) - len(failed), len(cases)),
            "must_not_act": Share(kept_still, still),
            "no_unwanted_effect": Share(clean, len(cases)),
        },
        values=times(taken),
        misjudged=tuple(failed.values()),
        part="test" if kept else "dev",
    )
