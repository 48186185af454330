"""What a call found, thing by thing, and what it is called: an email from Sarah (“Budget”)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from shared.decisions.binding import Pointer
from shared.decisions.grounding import sources_of
from shared.decisions.risk import ToolRules
from shared.models.base import Json
from shared.models.run import Step

FOUND = "what was found before"
RUN_OF_WORDS = 5
"""As many words in a row stand in two texts because one was taken from the other."""
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_MARKS = re.compile(r"[*`“”]")
_SHOWN = 80
_KINDS = (
    ("gmail_", "an email"),
    ("calendar_", "a calendar entry"),
    ("slack_", "a message"),
    ("sheets_", "a sheet"),
    ("pages_", "a page"),
    ("workspace_", "your mail and meetings"),
)
_TITLES = ("subject", "title", "name")
_AUTHORS = ("from", "author", "organizer")


@dataclass(frozen=True)
class Seen:
    """A text that others wrote, or that holds such: what it is, and its words."""

    source: str
    text: str

    @cached_property
    def lower(self) -> str:
        """All of it, for addresses and ids."""
        return self.text.casefold()

    @cached_property
    def spaced(self) -> str:
        """Its words, with one space around each."""
        return spaced(self.text)

    @cached_property
    def runs(self) -> frozenset[tuple[str, ...]]:
        """Every run of its words that is long enough to tell."""
        return self.runs_of(RUN_OF_WORDS)

    def runs_of(self, length: int) -> frozenset[tuple[str, ...]]:
        """Return every run of so many of its words."""
        words = self.spaced.split()
        last = len(words) - length if length else -1
        return frozenset(tuple(words[n : n + length]) for n in range(last + 1))


def seen_in(step: Step, rules: ToolRules) -> Iterator[Seen]:
    """Yield what a call found, thing by thing, and how it was put."""
    for piece in sources_of(step.result):
        yield Seen(_called(step.tool, piece), "\n".join(texts(piece)))
    if step.text:
        yield Seen(source_of(step, rules), step.text)


def source_of(step: Step, rules: ToolRules, pointer: Pointer | None = None) -> str:
    """Return what a call gave, or the one thing of it that a reference takes, in words."""
    result = _fields(step.result)
    listed = result.get(rules.items or "") or result.get("mails")
    items = cast("list[Json]", listed) if isinstance(listed, list) else []
    path = pointer.path.split(".") if pointer is not None else []
    place = next((int(part) for part in path if part.isdecimal()), None)
    if place is None and len(items) > 1:
        return f"{_kind(step.tool)} and {len(items) - 1} more"
    return _called(step.tool, items[place or 0] if (place or 0) < len(items) else result)


def _called(tool: str, thing: Json) -> str:
    item = _fields(thing)
    if len(item) == 1:  # a result that is about one thing
        item = _fields(next(iter(item.values()))) or item
    item = _fields(item.get("entry")) or item
    author = next((item[key] for key in _AUTHORS if item.get(key)), "")
    known = _fields(author)
    name = known.get("name") or known.get("email") if known else author
    title = next((str(item[key]) for key in _TITLES if item.get(key)), "")
    by = f" from {cut(str(name))}" if name else ""
    return f"{_kind(tool)}{by}{f' (“{cut(title)}”)' if title else ''}"


def _fields(value: Json) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _kind(tool: str) -> str:
    return next((words for begins, words in _KINDS if tool.startswith(begins)), FOUND)


def texts(value: Json) -> Iterator[str]:
    """Yield every text anywhere in a value."""
    if isinstance(value, Mapping):
        for each in cast("Mapping[str, Json]", value).values():
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in cast("Sequence[Json]", value):
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def spaced(text: str) -> str:
    """Return the words of a text in lower case, with one space around each."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def cut(text: str) -> str:
    """Return a text on one line, without marks, its end left out where it is long."""
    flat = " ".join(_MARKS.sub(" ", text).split())
    return flat if len(flat) <= _SHOWN else f"{flat[: _SHOWN - 1]}…"
