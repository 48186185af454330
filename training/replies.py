"""Replies to questions, to learn from and to measure on (training/data_replies)."""

import json
import random
import re
from dataclasses import dataclass, replace
from pathlib import Path

from shared.understanding.choosing import OUTCOMES

DATA = Path(__file__).parent / "data_replies"
UNLEARNT = ("unseen", "forms")
"""Files that are never learnt from."""
_BY_PLACE = re.compile(
    r"\b(?:\d|first|second|third|fourth|fifth|last|top|bottom|middle|one|two|three|four|five|former"
    r"|latter|other|next|[a-e])\b|#|\b\d+(?:st|nd|rd|th)",
    re.IGNORECASE,
)
"""What may choose an option by where it stands."""


@dataclass(frozen=True)
class Answered:
    """A reply; `gold` is the option meant, from 1, or one of `OUTCOMES`."""

    question: str
    options: tuple[str, ...]
    reply: str
    gold: int | str

    @property
    def target(self) -> int:
        """The place of what is meant among the options and what else it may be."""
        if isinstance(self.gold, int):
            return self.gold - 1
        return len(self.options) + OUTCOMES.index(self.gold)

    def shuffled(self, dice: random.Random) -> "Answered":
        """Return it with its options in another order, unless it may choose by that."""
        if _BY_PLACE.search(self.reply):
            return self
        order = dice.sample(range(len(self.options)), len(self.options))
        gold = order.index(self.gold - 1) + 1 if isinstance(self.gold, int) else self.gold
        return replace(self, options=tuple(self.options[at] for at in order), gold=gold)


def files() -> list[str]:
    """Return the names of all files of replies."""
    return [file.stem for file in sorted(DATA.glob("*.jsonl"))]


def answered(name: str) -> list[Answered]:
    """Read those replies of a file that choose among options."""
    lines = (DATA / f"{name}.jsonl").read_text().splitlines()
    return [
        Answered(
            row["question"],
            tuple(option.replace(" | ", ": ") for option in row["options"]),
            row["reply"],
            row["gold"],
        )
        for row in map(json.loads, lines)
        if row["options"] and row["gold"] != "text"
    ]
