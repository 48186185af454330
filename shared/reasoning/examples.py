"""Messages with the calls they come to, as a model has to answer: those near a message are shown.

They are the sentences that the reader learnt from, planned by the embedded planner:
`python -m training examples` writes them.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from shared.models.base import Json
from shared.understanding.words import words_of

FILE = Path(__file__).parent / "examples.json"
SHOWN = 3


@dataclass(frozen=True)
class Example:
    """What a person said, and the calls that do it; `task` is what the reader takes it for."""

    task: str
    said: str
    calls: tuple[dict[str, Json], ...]

    @property
    def tools(self) -> frozenset[str]:
        """The tools it takes."""
        return frozenset(str(call["tool"]) for call in self.calls)

    def shown(self) -> str:
        """Return it as a model is shown it."""
        calls = json.dumps(list(self.calls), ensure_ascii=False, separators=(",", ":"))
        return f"{json.dumps(self.said, ensure_ascii=False)} -> {calls}"


@cache
def examples(path: Path = FILE) -> tuple[Example, ...]:
    """Read the examples, once."""
    kept: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return tuple(Example(one["task"], one["said"], tuple(one["calls"])) for one in kept)


def near(
    text: str,
    tasks: Sequence[str],
    tools: Collection[str],
    among: Sequence[Example] | None = None,
    most: int = SHOWN,
) -> tuple[Example, ...]:
    """Return the examples of the likeliest tasks that share most words with a text.

    Only those that the `tools` on offer can do; the nearest last, where models look most.
    """
    said = _words(text)
    there = frozenset(tools)

    def nearness(one: Example) -> tuple[int, float]:
        own = _words(one.said)
        return -tasks.index(one.task), len(said & own) / len(said | own)

    known = examples() if among is None else among
    fitting = [one for one in known if one.task in tasks and one.tools <= there]
    return tuple(sorted(fitting, key=nearness)[-most:]) if most > 0 else ()


def _words(text: str) -> frozenset[str]:
    return frozenset(word.text.casefold() for word in words_of(text))
