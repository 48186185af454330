"""Has every conversation of a file on a dev host of its own, and counts those that work."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from evals.everyday.cases import CONVERSATIONS, PARAPHRASES, Case, told
from evals.everyday.play import play
from evals.everyday.record import Record, Run, broken, causes, keep, read, recorded
from evals.everyday.running import Host, running
from evals.outcome import Outcome, times
from evals.scores import Share
from host.wiring import SystemClock
from shared.models.reasoning import Usage

PATIENCE_S = 30.0
"""Seconds that one call of a model has."""
_CALLS = 12
"""So many calls one answer may take, with repairs and texts that break off."""


@dataclass(frozen=True)
class Asked:
    """Who is judged: a reasoner, the model behind it, and how long each of its calls may take.

    `settings` are those that reach the model; `results` is the file that keeps each conversation.
    """

    reasoner: str
    model: str = ""
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    patience: float = PATIENCE_S
    results: Path | None = None

    def environment(self) -> dict[str, str]:
        """Return the settings of a host that is judged; no budget ends its calls."""
        patience = f"{self.patience:g}"
        times = {"MODEL_TIMEOUT_SECONDS": patience, "MODEL_CALLS_PER_MINUTE": "0"}
        return {**times, **self.settings} if self.reasoner != "embedded" else {}


async def judge_everyday(
    asked: Asked, path: Path = PARAPHRASES, limit: int | None = None
) -> Outcome:
    """Judge the first conversations of a file, or all; raise BadData.

    Those that the results have are not had again. A conversation must not act when nothing may
    change; an unwanted effect is any that is not among those expected.
    """
    digest, cases = told(path)
    cases = cases[:limit]
    run = Run(data=digest, reasoner=asked.reasoner, model=asked.model)
    known = {one.case: one for one in read(asked.results, run)} if asked.results else {}
    missing = [case for case in cases if case.id not in known]
    if missing:
        patience = max(60.0, _CALLS * asked.patience)
        async with running(asked.reasoner, asked.environment(), patience) as host:
            for case in missing:
                known[case.id] = await _had(run, case, host)
                if asked.results:
                    keep(asked.results, known[case.id])
    return outcome([known[case.id] for case in cases], run, path)


async def _had(run: Run, case: Case, host: Host) -> Record:
    began = time.perf_counter()
    try:
        played = await play(case, host.client, host.sandbox, SystemClock())
    except httpx.HTTPError as error:
        return broken(run, case, repr(error), time.perf_counter() - began)
    return recorded(run, played, time.perf_counter() - began)


def outcome(records: Sequence[Record], run: Run, path: Path) -> Outcome:
    """Return the figures of a run."""
    failed = [one for one in records if not one.works]
    still = [one for one in records if one.still]
    kept = path.parent == CONVERSATIONS
    who = f"{run.reasoner}, {run.model}" if run.model else run.reasoner
    return Outcome(
        name=f"everyday, {path.stem}" if kept else "everyday",
        facts=(("reasoner", who), ("data (SHA-256)", run.data)),
        n=len(records),
        shares={
            "works": Share(len(records) - len(failed), len(records)),
            "must_not_act": Share(sum(not one.changed for one in still), len(still)),
            "no_unwanted_effect": Share(sum(one.clean for one in records), len(records)),
        },
        values=times([one.seconds * 1000 for one in records]),
        notes=spent(records),
        misjudged=tuple(
            f"{one.case}: {' / '.join(one.said)} | {'; '.join(one.complaints)}" for one in failed
        ),
        part="test" if kept else "dev",
    )


def spent(records: Sequence[Record]) -> tuple[tuple[str, str], ...]:
    """Return what the model cost, and why it was not the one who answered; nothing without one."""
    usage = sum((one.usage for one in records), Usage())
    instead = causes(records)
    if not usage.calls and not instead:
        return ()
    tokens = f"{usage.input_tokens:,} tokens in ({usage.cached_tokens:,} cached)"
    return (
        ("model calls", f"{usage.calls}, {tokens}, {usage.output_tokens:,} out"),
        ("seconds in all", f"{sum(one.seconds for one in records):,.0f}"),
        ("answered without the model asked", str(sum(times for _, times in instead))),
        *((f"  because {cause}", str(times)) for cause, times in instead),
    )
