"""What became of each conversation of a run, kept in a file as it ends: a run that stops goes on.

One JSON object a line. A line counts for the cases of one file, reasoner and model only.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evals.datasets import BadData
from evals.everyday.cases import Case
from evals.everyday.verdict import Played, complaints, unwanted
from shared.models.reasoning import Usage

_VARIES = re.compile(r"\d+(?:\.\d+)?")
_CAUSE = 90
"""Characters of a cause that tell it from others."""


class Run(BaseModel):
    """What a run is of: the file's digest, the reasoner, and its model."""

    model_config = ConfigDict(frozen=True)

    data: str
    reasoner: str
    model: str = ""


class Record(BaseModel):
    """One conversation: what is wrong with it, how long it took, and what its model cost.

    `sure` is the least probability that the reasoner gave a reading of its messages; None where it
    read none. `still`: nothing was to change.
    """

    model_config = ConfigDict(frozen=True)

    run: Run
    case: str
    said: tuple[str, ...] = ()
    complaints: tuple[str, ...] = ()
    seconds: float = Field(ge=0)
    usage: Usage = Usage()
    fallbacks: tuple[str, ...] = ()
    sure: float | None = None
    still: bool = False
    changed: bool = False

    @property
    def works(self) -> bool:
        """Whether it came to what was expected."""
        return not self.complaints

    @property
    def clean(self) -> bool:
        """Whether nothing happened that was not to."""
        return not unwanted(self.complaints)


def recorded(run: Run, played: Played, seconds: float) -> Record:
    """Return what is kept of a conversation that was had."""
    turns = {one.turn["number"]: one.turn for one in played.answers}.values()
    usages = (Usage.model_validate(turn.get("usage") or {}) for turn in turns)
    details: list[dict[str, Any]] = [
        entry.get("detail") or {} for turn in turns for entry in turn.get("trace", ())
    ]
    causes = (str(detail.get("fallback") or "") for detail in details)
    intents = [turn["intent"] for turn in turns if turn.get("intent")]
    readings = [min(one["confidence"], one.get("reading", 1)) for one in intents]
    return Record(
        run=run,
        case=played.case.id,
        said=played.case.say,
        complaints=tuple(complaints(played)),
        seconds=seconds,
        usage=sum(usages, Usage()),
        fallbacks=tuple(cause for cause in causes if cause),
        sure=min(readings, default=None),
        still=not played.case.changes,
        changed=bool(played.changes),
    )


def broken(run: Run, case: Case, why: str, seconds: float) -> Record:
    """Return what is kept of a conversation that could not be had to its end."""
    told = (f"was not answered: {why}",)
    still = not case.changes
    return Record(
        run=run, case=case.id, said=case.say, complaints=told, seconds=seconds, still=still
    )


def read(path: Path, run: Run | None = None) -> tuple[Record, ...]:
    """Return what a file has, of one run if that is given; each case once; raise BadData.

    A last line that was cut off, since its run was, is left out.
    """
    if not path.exists():
        return ()
    lines = [line for line in path.read_text().splitlines() if line.strip()]
    found: dict[tuple[Run, str], Record] = {}
    for number, line in enumerate(lines, 1):
        try:
            one = Record.model_validate_json(line)
        except ValidationError:
            if number == len(lines):
                break
            raise BadData(f"{path}: line {number} is no record of a conversation") from None
        if run is None or one.run == run:
            found[one.run, one.case] = one
    return tuple(found.values())


def keep(path: Path, one: Record) -> None:
    """Add a conversation to a file; a line that was cut off gives way to it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    whole, _, rest = path.read_text().rpartition("\n") if path.exists() else ("", "", "")
    if rest:
        path.write_text(f"{whole}\n" if whole else "")
    with path.open("a") as file:
        file.write(one.model_dump_json() + "\n")


def causes(records: Iterable[Record]) -> Sequence[tuple[str, int]]:
    """Return why the model was not the one who answered, most often first."""
    told = (_VARIES.sub("N", cause)[:_CAUSE] for one in records for cause in one.fallbacks)
    return Counter(told).most_common()
