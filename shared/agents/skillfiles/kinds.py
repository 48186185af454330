"""What a field can hold, and how it is read from a node: the value, or a mistake in its line."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import yaml

from shared.agents.skillfiles.faults import Report, control_character, shown, unix, unknown
from shared.agents.skillfiles.plain_yaml import BROKEN
from shared.models.base import Json

MAX_FIELDS = 100

_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NOTHING = frozenset({"", "~", "null"})
_MAX_DIGITS = 15
_SPACED = re.compile(r"[^\s,(]+(?:\([^)]*\)?)?")
"""A word, with what stands in brackets right behind it."""


class Kind(Protocol):
    """One kind of value. Where there is a mistake, it is noted and None is returned."""

    def read(self, node: yaml.Node, name: str, report: Report) -> Json:
        """Read a field; `name` is what to call it in a mistake."""
        ...


def nothing_wrong(_value: str) -> str:
    """Return "": every text is as good as any other."""
    return ""


@dataclass(frozen=True)
class Text:
    """Text of at most `most` characters, on one line unless `lines`.

    `wrong` returns what is wrong with one, as a sentence, or "".
    """

    most: int
    lines: bool = False
    wrong: Callable[[str], str] = nothing_wrong

    def read(self, node: yaml.Node, name: str, report: Report) -> str | None:
        """Return the text without the space around it."""
        if not isinstance(node, yaml.ScalarNode):
            report.add(line_of(node), name, "This must be text.")
            return None
        value = unix(node.value).strip()
        if why := self._wrong(node, value):
            report.add(line_of(node), name, why)
            return None
        return value

    def _wrong(self, node: yaml.ScalarNode, value: str) -> str:
        if is_nothing(node):
            return "This is empty. (Text that begins with # needs quotes.)"
        if code := control_character(value):
            return f"There is a control character ({code}) in this text."
        if not self.lines and ("\n" in value or "\t" in value):
            return "This must be on one line, without tabs."
        if len(value) > self.most:
            return f"This has {len(value):,} characters. It may have at most {self.most:,}."
        return self.wrong(value)


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def read(self, node: yaml.Node, name: str, report: Report) -> bool | None:
        """Return which of the two."""
        value = _FLAGS.get(_word(node))
        if value is None:
            report.add(line_of(node), name, "This must be true or false.")
        return value


@dataclass(frozen=True)
class Whole:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def read(self, node: yaml.Node, name: str, report: Report) -> int | None:
        """Return the number."""
        word = _word(node)
        digits = word[1:] if word[:1] in {"-", "+"} else word
        if digits.isdecimal() and len(digits) <= _MAX_DIGITS:
            value = int(word)
            if self.least <= value <= self.most:
                return value
        why = f"This must be a whole number from {self.least:,} to {self.most:,}."
        report.add(line_of(node), name, why)
        return None


@dataclass(frozen=True)
class Choice:
    """One of several words."""

    options: tuple[str, ...]

    def read(self, node: yaml.Node, name: str, report: Report) -> str | None:
        """Return the word."""
        word = _word(node)
        if word in self.options:
            return word
        report.add(line_of(node), name, f"This must be one of these: {', '.join(self.options)}.")
        return None


@dataclass(frozen=True)
class Several:
    """A list of at most `most` values. `spaced`: it may be text with spaces or commas between."""

    of: Kind
    most: int
    spaced: bool = False

    def read(self, node: yaml.Node, name: str, report: Report) -> tuple[Json, ...] | None:
        """Return the values in order."""
        items = self._items(node)
        if items is None:
            separated = " or text with commas between" if self.spaced else ""
            report.add(line_of(node), name, f"This must be a list{separated}.")
            return None
        if len(items) > self.most:
            why = f"There are {len(items):,} of these. There may be at most {self.most:,}."
            report.add(line_of(node), name, why)
            return None
        return tuple(self.of.read(item, f"{name}[{n}]", report) for n, item in enumerate(items))

    def _items(self, node: yaml.Node) -> list[yaml.Node] | None:
        if isinstance(node, yaml.SequenceNode):
            return node.value
        if isinstance(node, yaml.ScalarNode) and self.spaced and not is_nothing(node):
            marks = (node.start_mark, node.end_mark)
            words = _SPACED.findall(node.value)
            return [yaml.ScalarNode("", word, *marks, style='"') for word in words]
        return None


@dataclass(frozen=True)
class Named:
    """Texts by names of anybody's own choice, at most `most` characters each."""

    most: int

    def read(self, node: yaml.Node, name: str, report: Report) -> dict[str, Json] | None:
        """Return the texts by name."""
        if not isinstance(node, yaml.MappingNode) or len(node.value) > MAX_FIELDS:
            report.add(line_of(node), name, f"These must be names with text, at most {MAX_FIELDS}.")
            return None
        text = Text(self.most)
        return {
            shown(key.value): text.read(value, f"{name}.{shown(key.value)}", report)
            for key, value in node.value
            if isinstance(key, yaml.ScalarNode)
        }


@dataclass(frozen=True)
class Fields:
    """Fields by name, of which some are needed.

    `noun` is what they are called. `foreign` are fields of other products' files, and what to say
    to whoever uses them.
    """

    known: Mapping[str, Kind]
    needed: frozenset[str] = frozenset()
    noun: str = "field"
    foreign: Mapping[str, str] = field(default_factory=dict[str, str])

    def read(self, node: yaml.Node, name: str, report: Report) -> dict[str, Json] | None:
        """Return the values of the fields that are there."""
        if not isinstance(node, yaml.MappingNode) or len(node.value) > MAX_FIELDS:
            report.add(line_of(node), name, f"These must be {self.noun}s, at most {MAX_FIELDS}.")
            return None
        values: dict[str, Json] = {}
        lines: dict[str, int] = {}
        for key, value in node.value:
            own = key.value if isinstance(key, yaml.ScalarNode) else ""
            path = f"{name}.{shown(own)}" if name else shown(own)
            if own in lines:
                report.add(line_of(key), path, f"This is there twice, first in line {lines[own]}.")
            elif own not in self.known:
                report.add(line_of(key), path, self._unknown(own))
            elif value.tag != BROKEN:
                values[own] = self.known[own].read(value, path, report)
            lines.setdefault(own, line_of(key))
        for missing in sorted(self.needed - lines.keys()):
            path = f"{name}.{missing}" if name else missing
            report.add(line_of(node), path, f"This {self.noun} is missing.")
        return values

    def _unknown(self, name: str) -> str:
        if name in self.foreign:
            return self.foreign[name]
        said = unknown(self.noun, name, self.known)
        return said if said.endswith("?") else f"{said} There are: {', '.join(self.known)}."


def one_of(noun: str, known: Collection[str] | None) -> Callable[[str], str]:
    """Return the check that a name is among those known (None: any will do)."""
    return lambda name: "" if known is None or name in known else unknown(noun, name, known)


def line_of(node: yaml.Node) -> int:
    """Return the line in which a node begins, counted from 1."""
    return node.start_mark.line + 1


def line_of_field(fields: yaml.MappingNode, name: str) -> int:
    """Return the line of a field, or that in which the fields begin."""
    lines = (line_of(key) for key, _ in fields.value if key.value == name)
    return next(lines, line_of(fields))


def is_nothing(node: yaml.ScalarNode) -> bool:
    """Tell whether a scalar is left out ("name:", "name: ~") or has no character to be seen."""
    return not node.value.strip() or (not node.style and node.value in _NOTHING)


def _word(node: yaml.Node) -> str:
    return node.value.strip().casefold() if isinstance(node, yaml.ScalarNode) else ""
