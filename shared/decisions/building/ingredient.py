"""What an agent can be made of: one thing done with one service."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from shared.models.agent import Skill
from shared.models.building import Part

MAX_VALUE_CHARACTERS = 300
Mode = Literal["kept", "line", "passing", "asked"]
"""How a part is carried out: by a skill that is kept as it is, by a line of a procedure, by a line
that passes on what was read before, or as each request asks."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_CLAUSE = re.compile(
    r"(?<=\w)[ ,]+(?:i|we|he|she|they|it|that|which|who|when|if|unless|except|not"
    r"|\w+n['\u2019]t|comes?|is|are|was|were)\b",
    re.IGNORECASE,
)
_QUOTES = str.maketrans(
    {'"': "'", "\u201c": "'", "\u201d": "'", "*": "", "`": "", "[": "(", "]": ")"}
)


def one_line(value: str) -> str:
    """Return words fit for a line of a procedure: no breaks, no double quotes, no markup."""
    flat = " ".join(_CONTROL.sub(" ", value).translate(_QUOTES).split())
    return flat[:MAX_VALUE_CHARACTERS].strip()


def plainly_described(words: str) -> str:
    """Return a description as far as a search can follow it: up to its first clause."""
    clause = _CLAUSE.search(words)
    plain = words[: clause.start()].rstrip(" ,") if clause is not None else words
    return words if plain.casefold() in {"that", "which", "who"} else plain


def same_name(said: str, there: Sequence[str]) -> str:
    """Return the name there is that somebody said, however it was written; "" if there is none."""
    return next((name for name in there if _flat(name) == _flat(said)), "")


def _flat(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


@dataclass(frozen=True)
class Slot:
    """Something that must be known of a part, and how it is asked.

    `read` returns a value as it is kept, or "" for one that cannot be used; `again` asks then.
    `names`: values are names of things in the service, and `among` finds the one that is meant.
    `options` are other answers to offer.
    Without a `default` it cannot be skipped; one that is not asked always has a default. `label`
    heads it in what was understood, where `unsaid` stands as long as it is open; without one it
    stands beside its service.
    """

    name: str
    question: str
    unsaid: str = ""
    label: str = ""
    options: tuple[str, ...] = ()
    names: bool = False
    among: Callable[[str, Sequence[str]], str] = same_name
    default: str = ""
    asked: bool = True
    read: Callable[[str], str] = one_line
    again: str = ""
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ingredient:
    """One thing an agent can do with one service.

    `line` is its line of a procedure; when `passing` it takes the result of what was read before.
    `reread` is the way back from a line to the slots, None for any other line. `does` tells it in
    the third person. `as_asked` are the instructions when it has no line, since each request says
    what to do; "" where that cannot be. `content` is the slot that holds what is written when
    nothing was read before. `place` and `filters` are the slots that say where
    in the service, and which of what is there. `second` is another skill that a part may call for,
    `more_tools` what a part needs besides.
    """

    service: str
    verb: Literal["read", "write"]
    product: str
    short: str
    skill: str
    name: str
    description: str
    tools: tuple[str, ...]
    slots: tuple[Slot, ...]
    line: Callable[[Part, Mode], str]
    reread: Callable[[str], Mapping[str, str] | None]
    does: Callable[[Part, Mode], str]
    examples: Callable[[Part], tuple[str, ...]]
    as_asked: str = ""
    content: str = ""
    place: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    second: Callable[[Part], Skill | None] = lambda _part: None
    more_tools: Callable[[Part], tuple[str, ...]] = lambda _part: ()

    def slot(self, name: str) -> Slot | None:
        """Return a slot by its name."""
        return next((slot for slot in self.slots if slot.name == name), None)


JOB = Slot("job", "What should it tell you?", default="all it reads", asked=False)
"""What it is to tell in the person's words, which its line then is: nothing else is asked of it."""
WHOSE = ("contacts_search",)
"""The tools that find whom such words name."""


def with_job(one: Ingredient) -> Ingredient:
    """Return a reading ingredient whose line may be what the person said that it is to tell."""
    line, does = one.line, one.does

    def told(part: Part, how: Mode) -> str:
        return part.slot(JOB.name) or line(part, how)

    def done(part: Part, how: Mode) -> str:
        job = part.slot(JOB.name)
        return f"Looks up in {one.product}: {job}" if job else does(part, how)

    def examples(part: Part) -> tuple[str, ...]:
        job = part.slot(JOB.name)
        return (job,) if job else one.examples(part)

    slots = (*one.slots, JOB)
    return replace(one, slots=slots, line=told, does=done, examples=examples, more_tools=_whose)


def _whose(part: Part) -> tuple[str, ...]:
    return WHOSE if part.slot(JOB.name) else ()


def rereading(*patterns: str) -> Callable[[str], Mapping[str, str] | None]:
    """Return the way back from lines of these forms: their named groups are the slots."""
    compiled = tuple(re.compile(pattern) for pattern in patterns)

    def reread(line: str) -> Mapping[str, str] | None:
        found = next((found for form in compiled if (found := form.fullmatch(line))), None)
        return None if found is None else {k: v for k, v in found.groupdict().items() if v}

    return reread
