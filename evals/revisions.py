"""How often what somebody wants different in a card is followed, on labelled replies."""

import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import cast

from evals.datasets import DATA, Dataset, Item, load
from evals.outcome import Outcome, times
from evals.scores import Share
from shared.models.base import Json
from shared.models.profile import Profile
from shared.models.reasoning import ReviseRequest
from shared.ports import Reasoner
from shared.understanding.folding import fold
from shared.understanding.words import words_of
from shared.workspace.registry import TOOLS

FILE = DATA / "revisions.jsonl"
NOW = datetime.fromisoformat("2026-03-06T09:00")


class LabelledRevision(Item):
    """A call that is shown, a reply to it, and the arguments that the reply wants (`gold`)."""

    tool: str
    arguments: dict[str, Json]
    reply: str
    gold: dict[str, Json]


def load_revisions(path: Path) -> Dataset[LabelledRevision]:
    """Read a file; raise BadData."""
    return load(path, LabelledRevision, _complaint)


async def judge_revisions(
    reasoner: Reasoner, name: str, data: Dataset[LabelledRevision]
) -> Outcome:
    """Change each call as its reply wants; raise Upstream."""
    right: list[bool] = []
    asked: list[bool] = []
    taken: list[float] = []
    misjudged: list[str] = []
    for item in data.items:
        began = time.perf_counter()
        revision = (await reasoner.revise(_request(item))).value
        taken.append((time.perf_counter() - began) * 1000)
        changed = revision.arguments
        asked.append(changed is None)
        right.append(changed is not None and _same(changed, item.arguments | item.gold))
        if not right[-1]:
            made = {k: v for k, v in (changed or {}).items() if v != item.arguments.get(k)}
            misjudged.append(f"{item.reply} | {item.gold}, made {made or revision.why}")
    n = len(data.items)
    wrong = n - sum(right) - sum(asked)
    return Outcome(
        name="revisions",
        facts=(("reasoner", name), ("data (SHA-256)", data.digest)),
        n=n,
        shares={
            "followed": Share(sum(right), n),
            "asked_again": Share(sum(asked), n),
            "otherwise": Share(wrong, n),
        },
        values=times(taken),
        misjudged=misjudged,
        part="dev",
    )


def _complaint(item: LabelledRevision) -> str:
    return "" if item.tool in TOOLS else f"there is no tool {item.tool}"


def _request(item: LabelledRevision) -> ReviseRequest:
    return ReviseRequest(
        tool=TOOLS[item.tool].spec,
        arguments=item.arguments,
        wish=item.reply,
        command="",
        today=NOW.date().isoformat(),
        profile=Profile(),
        now=NOW,
    )


def _same(made: dict[str, Json], wanted: dict[str, Json]) -> bool:
    """Whether arguments say the same: words count, not how they are written, nor their order."""
    return all(_told(made.get(name)) == _told(wanted.get(name)) for name in made | wanted)


def _told(value: Json) -> Sequence[str]:
    if isinstance(value, list):
        return sorted(" ".join(_told(one)) for one in cast("list[Json]", value))
    words = (one.text.lstrip("#") for one in words_of(str(value or "")))
    return [fold(one) for one in words if any(map(str.isalnum, one))]
