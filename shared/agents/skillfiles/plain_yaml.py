"""YAML of the plainest kind, read into nodes that know their lines.

Every scalar is text as it was written (a field knows what it takes), nothing refers to anything
else, and what is read stays small. Where the whole cannot be read, each field is read by itself, so
that one mistake does not hide the others.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, cast

import yaml

from shared.agents.skillfiles.faults import Report, shown

MAX_VALUES = 3000
MAX_DEPTH = 10
BROKEN = "broken"
"""The tag of a value that could not be read; why is noted already."""

_TOO_DEEP = f"This is nested more than {MAX_DEPTH} levels deep."
MAX_READ_SINGLY = 100
"""Fields, where the whole cannot be read."""

_FIELD = re.compile(r"([^\s#\-'\"\[{}\],?%][^:]*):(?:\s|$)")
_TAB_INDENT = re.compile(r" *\t\s*\S")
_HINTS = {
    "mapping values are not allowed": 'Text with ": " in it needs quotes.',
    "found character '@'": "Text that begins with @ needs quotes.",
    "found character '`'": "Text that begins with ` needs quotes.",
    "found character '%'": "Text that begins with % needs quotes.",
    "found character '\\t'": "Use spaces instead of tabs.",
    "while scanning a quoted scalar": "A quotation mark is not closed.",
    "while parsing a flow": "A bracket is not closed.",
    "while scanning an alias": "Text that begins with * needs quotes.",
    "while scanning an anchor": "Text that begins with & needs quotes.",
    "sequence entries are not allowed": 'Begin the list on the next line, or write "[a, b]".',
}


class _Unreadable(Exception):
    """It is not YAML, or not of the plain kind. Lines count from 1."""

    def __init__(self, line: int, start: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.start = start
        """The line in which the value begins that went wrong in `line`."""


class _Loader(yaml.BaseLoader):
    """Composes nodes without references and tags, few enough and not too deep."""

    def __init__(self, lines: Sequence[str], first: int) -> None:
        super().__init__("\n".join((*lines, "")))
        self.line = first - 1
        self._depth = self._values = 0

    def fetch_flow_collection_start(self, TokenClass: type[yaml.Token]) -> None:  # noqa: N803
        # the scanner looks far ahead of the composer, at a cost that grows with each open bracket
        if self.flow_level >= MAX_DEPTH:
            line = self.line + 1
            raise _Unreadable(line, line, _TOO_DEEP)
        super().fetch_flow_collection_start(TokenClass)  # pyright: ignore[reportUnknownMemberType]

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = cast("Any", self.peek_event())  # pyright: ignore[reportUnknownMemberType]
        why = ""
        if getattr(event, "anchor", None) is not None:
            why = "Anchors (&) and aliases (*) are not read. Text that begins so needs quotes."
        elif getattr(event, "tag", None) is not None:
            why = "Tags (!) are not read. Text that begins so needs quotes."
        elif self._depth >= MAX_DEPTH:
            why = _TOO_DEEP
        elif self._values >= MAX_VALUES:
            why = f"There are more than {MAX_VALUES:,} values."
        if why:
            line = event.start_mark.line + 1
            raise _Unreadable(line, line, why)
        self._depth += 1
        self._values += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


def fields_of(lines: Sequence[str], first: int, report: Report) -> yaml.MappingNode:
    """Read the fields in lines of which the first has the number `first`, noting mistakes."""
    try:
        return _mapping(lines, first, report)
    except _Unreadable as error:
        return _field_by_field(lines, first, error, report)


def _field_by_field(
    lines: Sequence[str], first: int, whole: _Unreadable, report: Report
) -> yaml.MappingNode:
    fields = _no_fields(first)
    broken = False
    for name, start, end in islice(_blocks(lines), MAX_READ_SINGLY):
        try:
            fields.value.extend(_mapping(lines[start:end], first + start, report).value)
        except _Unreadable as error:
            broken = True
            fields.value.extend(_broken(name, first + start))
            tabs = [n for n in range(start, end) if _TAB_INDENT.match(lines[n])]
            for n in tabs:
                report.add(first + n, shown(name), "This line begins with a tab. Use spaces.")
            line = error.line if error.line < first + end else error.start
            if line - first not in tabs:
                report.add(line, shown(name), str(error))
    if not broken:
        report.add(whole.line, "", str(whole))
    return fields


def _blocks(lines: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield each field's name and lines (from, to); what stands before the first has no name."""
    starts = [
        (found[1].rstrip(), n) for n, line in enumerate(lines) if (found := _FIELD.match(line))
    ]
    if not starts or starts[0][1] > 0:
        starts.insert(0, ("", 0))
    ends = [start for _, start in starts[1:]] + [len(lines)]
    for (name, start), end in zip(starts, ends, strict=True):
        yield name, start, end


def _mapping(lines: Sequence[str], first: int, report: Report) -> yaml.MappingNode:
    node = _composed(lines, first)
    if isinstance(node, yaml.MappingNode):
        return node
    if node is not None:
        report.add(node.start_mark.line + 1, "", 'Write each field as "name: value".')
    return _no_fields(first)


def _composed(lines: Sequence[str], first: int) -> yaml.Node | None:
    loader = _Loader(lines, first)
    try:
        return loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        marks = [mark.line + 1 for mark in (error.problem_mark, error.context_mark) if mark]
        raise _Unreadable(marks[0], marks[-1], _told(error)) from error
    except (ValueError, OverflowError) as error:
        why = "There is a number or an escape that is too large."
        raise _Unreadable(loader.line + 1, first, why) from error


def _told(error: yaml.MarkedYAMLError) -> str:
    said = f"{error.context} {error.problem}"
    hint = next((hint for words, hint in _HINTS.items() if words in said), "")
    return f"This is not YAML: {shown(error.problem or '')}. {hint}".rstrip()


def _no_fields(line: int) -> yaml.MappingNode:
    return yaml.MappingNode("", [], _mark(line))


def _broken(name: str, line: int) -> list[tuple[yaml.Node, yaml.Node]]:
    key, value = (yaml.ScalarNode(tag, name, _mark(line)) for tag in ("", BROKEN))
    return [(key, value)] if name else []


def _mark(line: int) -> yaml.Mark:
    return yaml.Mark("", 0, line - 1, 0, None, 0)
