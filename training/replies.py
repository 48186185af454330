"""Replies to questions, and messages about lists, to learn from and to measure on."""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from shared.understanding.choosing import OUTCOMES

REPLIES, LISTS = (Path(__file__).parent / name for name in ("data_replies", "data_pointing"))
TELL_HEAT = {REPLIES: ("held_back", "writer_13"), LISTS: ("held_back",)}
"""Files that are not learnt from, for how sure the network may be."""
UNLEARNT = {REPLIES: (*TELL_HEAT[REPLIES], "unseen", "forms"), LISTS: TELL_HEAT[LISTS]}
"""Files that are not learnt from."""
_BY_PLACE = re.compile(
    r"\b(?:\d|first|second|third|fourth|fifth|last|top|bottom|middle|one|two|three|four|five|former"
    r"|latter|other|next|above|below|down|up|until|till|[a-e])\b|#|\b\d+(?:st|nd|rd|th)",
    re.IGNORECASE,
)
"""What may choose an option by where it stands."""


@dataclass(frozen=True)
class Answered:
    """A reply to a question with options, or a message about a list, which nothing was asked of.

    `gold` are those meant, from 1: one of the options, of a list any number; or else one of
    `OUTCOMES`.
    """

    question: str
    options: tuple[str, ...]
    reply: str
    gold: tuple[int, ...] | str

    @property
    def target(self) -> int | None:
        """The place of what is meant among the options and what else it may be.

        Which one it is of a list can't be told where it is several. None where it is none of it:
        what it is instead is not known.
        """
        if isinstance(self.gold, str):
            return len(self.options) + OUTCOMES.index(self.gold)
        if len(self.gold) == 1:
            return self.gold[0] - 1
        return len(self.options) + OUTCOMES.index("unclear") if self.gold else None

    @property
    def meant(self) -> tuple[bool, ...] | None:
        """Of each option whether it is meant; None where that can't be told."""
        if isinstance(self.gold, str):
            return None if self.gold == "unclear" else (False,) * len(self.options)
        return tuple(place in self.gold for place in range(1, len(self.options) + 1))

    def shuffled(self, dice: random.Random) -> "Answered":
        """Return it with its options in another order, unless it may choose by that."""
        if _BY_PLACE.search(self.reply):
            return self
        order = dice.sample(range(len(self.options)), len(self.options))
        gold = self.gold
        if not isinstance(gold, str):
            gold = tuple(sorted(order.index(place - 1) + 1 for place in gold))
        return replace(self, options=tuple(self.options[at] for at in order), gold=gold)


def files(folder: Path) -> list[str]:
    """Return the names of all files of replies, or of messages about lists."""
    return [file.stem for file in sorted(folder.glob("*.jsonl"))]


def answered(folder: Path, name: str) -> list[Answered]:
    """Read those lines of a file that choose among something."""
    read = _reply if folder == REPLIES else _of_list
    lines = (folder / f"{name}.jsonl").read_text().splitlines()
    return [one for row in map(json.loads, lines) if (one := read(row)).options]


def _reply(row: dict[str, Any]) -> Answered:
    """Read a reply; what answers in words of its own is read as one that had no options."""
    options: Sequence[str] = row["options"] if row["gold"] != "text" else ()
    shown = tuple(option.replace(" | ", ": ") for option in options)
    gold: int | str = row["gold"]
    return Answered(
        row["question"], shown, row["reply"], (gold,) if isinstance(gold, int) else gold
    )


def _of_list(row: dict[str, Any]) -> Answered:
    meant: list[int] | str = row["meant"]
    gold = meant if isinstance(meant, str) else tuple(meant)
    return Answered("", tuple(row["shown"]), row["said"], gold)
