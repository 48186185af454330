"""Arguments that point at the results of earlier steps, and filling them in.

`{N.path}` is the value at `path` in the result of step N (from 1); a number in the path takes one
item of a list, `*` all of them. `{N}` is that result in words. What only looks like one is quoted
until then (see `quoting`). Bound arguments are not bound again: they hold no references.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from shared.decisions.quoting import PATH, REFERENCE, each_text, plain, quote
from shared.models.base import Json
from shared.models.run import Step


@dataclass(frozen=True)
class Unresolved(Exception):
    """An argument points at something earlier results do not hold."""

    path: str


@dataclass(frozen=True)
class Pointer:
    """A reference found in arguments: the number of the step, and the path in its result.

    Without a path it means the result in words.
    """

    step: int
    path: str = ""

    def to_one_of(self, items: str) -> bool:
        """Return whether it means a single item of this list."""
        return re.match(rf"{re.escape(items)}\.\d+(?:\.|$)", self.path) is not None


def pointers(value: Json) -> Iterator[Pointer]:
    """Yield the references in arguments."""
    if isinstance(value, str):
        for number, path in REFERENCE.findall(value):
            yield Pointer(int(number), path)
    elif isinstance(value, dict):
        for each in cast("dict[str, Any]", value).values():
            yield from pointers(each)
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from pointers(each)


def pointers_of(step: Step) -> Iterator[Pointer]:
    """Yield the references in a step that is not bound yet; in any other, all is text."""
    return iter(()) if step.bound or step.status != "pending" else pointers(step.arguments)


def bind(value: Json, results: Sequence[Json], texts: Sequence[str] = ()) -> Json:
    """Fill in the references to the results of steps 1..N; raise Unresolved.

    `texts` are the earlier results in words: `{N}` of any other step is no reference, but what
    somebody wrote. In the middle of a text, several values stand as "a OR b", as searches want
    them. In a list, what a `*` collects becomes items of that list.
    """
    if isinstance(value, str):
        whole = REFERENCE.fullmatch(value)
        if whole and whole[2]:
            return _look_up(results, int(whole[1]), whole[2])
        return _in_words(value, results, texts)
    if isinstance(value, dict):
        return {k: bind(v, results, texts) for k, v in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        bound: list[Any] = []
        for each in cast("list[Any]", value):
            found = bind(each, results, texts)
            spread = isinstance(each, str) and isinstance(found, list)
            bound += cast("list[Any]", found) if spread else [found]
        return bound
    return value


def come_to_nothing(arguments: Mapping[str, Json], bound: Mapping[str, Json]) -> str:
    """Return the last part of the path of an argument that is nothing but an empty text found."""
    for name, value in arguments.items():
        found = REFERENCE.fullmatch(value) if isinstance(value, str) else None
        if found and found[2] and bound.get(name) == "":
            return found[2].rpartition(".")[2]
    return ""


def shifted(value: Json, by: int) -> Json:
    """Return arguments that point at the same steps of a plan that now begins `by` steps later."""

    def moved(found: re.Match[str]) -> str:
        return f"{{{int(found[1]) + by}{found[0][1 + len(found[1]) :]}"

    return each_text(value, lambda text: REFERENCE.sub(moved, text))


def taken_behind(value: Json, step: int, items: str, others: str) -> Json:
    """Return arguments that take what they took from a step's `items` from one put behind it.

    That one lists `others`; what they take from later steps moves on by one.
    """
    own = re.compile(rf"\{{{step}\.{re.escape(items)}\.")

    def moved(found: re.Match[str]) -> str:
        number = int(found[1])
        return f"{{{number + (number > step)}{found[0][1 + len(found[1]) :]}"

    def text(found: str) -> str:
        return own.sub(f"{{{step + 1}.{others}.", REFERENCE.sub(moved, found))

    return each_text(value, text)


def every_item(value: Json, step: int, items: str) -> Json:
    """Return arguments in which references to one item of a step's list mean all of them."""
    one = re.compile(rf"\{{{step}\.{re.escape(items)}\.\d+\.")
    return each_text(value, lambda text: one.sub(f"{{{step}.{items}.*.", text))


def instead_of(value: Json, step: int, text: str) -> Json:
    """Return arguments in which a text stands for whatever a step was to find."""
    meant = re.compile(rf"\{{{step}(?:\.{PATH})?\}}")
    return each_text(value, lambda found: meant.sub(lambda _: quote(text), found))


def _in_words(value: str, results: Sequence[Json], texts: Sequence[str]) -> str:
    """Fill in a text; only what stood in it, not what is filled in, may have been quoted."""
    parts: list[str] = []
    end = 0
    for found in REFERENCE.finditer(value):
        parts += [plain(value[end : found.start()]), _filled(found, results, texts)]
        end = found.end()
    return "".join([*parts, plain(value[end:])])


def _filled(found: re.Match[str], results: Sequence[Json], texts: Sequence[str]) -> str:
    number, path = int(found[1]), found[2]
    if path:
        return _as_text(_look_up(results, number, path))
    if not 0 < number <= len(texts):
        return found[0]
    if not texts[number - 1]:
        raise Unresolved(str(number))
    return texts[number - 1]


def _as_text(value: Json) -> str:
    if not isinstance(value, list):
        return str(value)
    each = [str(one) for one in cast("list[Any]", value)]
    return each[0] if len(each) == 1 else f"({' OR '.join(each)})"


def _look_up(results: Sequence[Json], number: int, path: str) -> Json:
    found: Any = results[number - 1] if 0 < number <= len(results) else None
    try:
        return _walk(found, path.split("."))
    except LookupError:
        raise Unresolved(f"{number}.{path}") from None


def _walk(value: Any, parts: Sequence[str]) -> Json:
    """Follow a path; raise LookupError where it leads nowhere."""
    if not parts:
        return value
    first, rest = parts[0], parts[1:]
    if isinstance(value, dict):
        return _walk(cast("dict[str, Any]", value)[first], rest)
    if isinstance(value, list):
        items = cast("list[Any]", value)
        if first == "*":
            return [_walk(item, rest) for item in items]
        if first.isdigit():
            return _walk(items[int(first)], rest)
    raise LookupError(first)
