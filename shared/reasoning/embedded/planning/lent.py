"""Calls of tools that other servers lend: which one is meant, and its arguments.

Nothing is known of such a tool but what its server says: its name, its words, and the names and
types of what it takes. A value is what stands after its name; else what is left that has its type,
where only one thing can be meant. What is needed and not said is asked for.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from shared.models.base import Json
from shared.models.cell import typed
from shared.models.reasoning import PlannedStep, PlanRequest, ToolPlan, ToolSpec
from shared.reasoning.embedded.revising.values import values_in
from shared.tools.lent.offers import is_lent
from shared.understanding.folding import fold, tidy
from shared.words import ASIDE, stem, stems, telling, words_of

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PARTS = re.compile(r"[^A-Za-z0-9]+")
_IS = r"(?:\s*[:=]\s*|\s+(?:is|are|of|to|as)\s+|\s+(?=[\"#]))"
"""What says that a value follows, whatever the name before it means otherwise."""
_QUOTED = re.compile(r"\"([^\"]+)\"")
_TRAILING = re.compile(
    r"[\s,;]*(?:\b(?:and|with|the|a|an|its|as|at|by|from|in|for|of|on|to)\b[\s,;]*)*$",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^[\s,;:]*(?:(?:the|a|an)\s+)?")
_SPLIT = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_ABOUT = re.compile(
    r"(?:\s*:\s*|\b(?:about|for|on|of|to|with|called|named|titled|saying|(?:that|which) says?)\b)",
    re.IGNORECASE,
)
_TITLES = frozenset({"title", "name", "summary", "subject"})
_CALLED = r"called|named|titled|entitled"
_NOT = re.compile(r"(?:\bnot|n't|\bno|\bwithout)\s+(?:\w+\s+)?$", re.IGNORECASE)
_NUMBERS = frozenset({"integer", "number"})
_WHICH = (
    "Without a language model I can't tell which of its tools {} should use. Say it with the name "
    "of one: “{}”."
)
_MOST_TOLD_OF = 8
_MOST_TOLD = 3
"""So many words of a description can speak for a tool, beside those of its name."""

Schema = Mapping[str, Any]


def lent_tools(request: PlanRequest) -> tuple[ToolSpec, ...]:
    """Return the lent tools among those that a request may be planned with."""
    return tuple(spec for spec in request.tools if is_lent(spec.name))


def named(command: str, among: Sequence[ToolSpec]) -> ToolSpec | None:
    """Return the tool all the words of whose name are in a command; None where there is none.

    Of several it is the one with the longest name, or else whose name begins first.
    """
    said = stems(command)
    found = [spec for spec in among if (own := _name_stems(spec)) and own <= set(said)]

    def place(spec: ToolSpec) -> tuple[int, int]:
        first = stem(_words(_own_name(spec))[0].lower())
        return -len(_name_stems(spec)), said.index(first) if first in said else len(said)

    return min(found, key=place, default=None)


def likely(command: str, among: Sequence[ToolSpec]) -> ToolSpec | None:
    """Return the tool that a command has most words of; None where none, or several, have."""
    said = set(stems(command))
    scored = [(2 * len(_name_stems(one) & said) + _described(one, said), one) for one in among]
    most = max((score for score, _ in scored), default=0)
    best = [one for score, one in scored if score == most]
    return best[0] if len(best) == 1 and (most or len(among) == 1) else None


def unclear(name: str, among: Sequence[ToolSpec]) -> ToolPlan:
    """Say that a command does not tell which tool is meant, and what they are called."""
    called = [" ".join(_words(_own_name(one))).lower() for one in among[:_MOST_TOLD_OF]]
    return ToolPlan(cannot=_WHICH.format(name, "”, “".join(called)))


def call(command: str, spec: ToolSpec, request: PlanRequest) -> ToolPlan:
    """Plan one call of a tool, or ask for what it needs and nobody said."""
    filling = _Filling(tidy(command), spec)
    told = {one.lacks: one.answer for one in request.context.clarified if one.told and one.lacks}
    arguments = filling.arguments({name: tidy(said) for name, said in told.items()})
    for name in cast("Sequence[str]", spec.parameters.get("required", ())):
        if name not in arguments:
            return ToolPlan(cannot=_question(name, filling.properties[name]), lacks=name)
    return ToolPlan(steps=(PlannedStep(tool=spec.name, arguments=arguments, reason=command),))


def _words(name: str) -> list[str]:
    """Return the words of a name as programs write them: `openIssue`, `open_issue`."""
    return [part for part in _PARTS.split(_CAMEL.sub(" ", name).replace("_", " ")) if part]


def _own_name(spec: ToolSpec) -> str:
    """Return the tool's name without what says whose it is: `mcp_<server>_`."""
    return spec.name.split("_", 2)[2]


def _name_stems(spec: ToolSpec) -> frozenset[str]:
    own = (word.lower() for word in _words(_own_name(spec)))
    return frozenset(stem(word) for word in own if word not in ASIDE)


def _described(spec: ToolSpec, said: set[str]) -> int:
    _, _, described = spec.description.partition("which says of it: ")
    return min(len(telling(described) & said), _MOST_TOLD)


def _question(name: str, schema: Schema) -> str:
    called = " ".join(_words(name)).lower()
    among = cast("Sequence[Json]", _plain(schema).get("enum", ()))
    choices = f" It can be {', '.join(map(str, among))}." if among else ""
    return f"What should the {called} be?{choices}"


def _plain(schema: Schema) -> Schema:
    """Return a schema, or of several kinds of value the first that is one."""
    among = cast("Sequence[Schema]", schema.get("anyOf", ()))
    return next((one for one in among if one.get("type") != "null"), schema)


@dataclass
class _Filling:
    """The arguments of one call as they are found in a command; what is `taken` is said once."""

    command: str
    spec: ToolSpec
    taken: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    @property
    def properties(self) -> Mapping[str, Schema]:
        return cast("Mapping[str, Schema]", self.spec.parameters.get("properties", {}))

    def arguments(self, told: Mapping[str, str]) -> dict[str, Json]:
        """Return what can be said of each parameter; `told` are answers to questions."""
        kinds = {name: _plain(schema) for name, schema in self.properties.items()}
        found: dict[str, Json] = {}
        for name, said in told.items():
            if name in kinds and (value := _as(kinds[name], said)) is not None:
                found[name] = value
        for name, text in self._labelled(kinds).items():
            if name not in found and (value := _as(kinds[name], text)) is not None:
                found[name] = value
        for name, kind in kinds.items():
            if name not in found and (value := self._by_kind(name, kind)) is not None:
                found[name] = value
        needed = cast("Sequence[str]", self.spec.parameters.get("required", ()))
        texts = [name for name, kind in kinds.items() if _is_text(kind) and name not in found]
        open_ = [name for name in texts if name in needed] or (texts if not needed else [])
        if len(open_) == 1 and (rest := self._rest()):
            found[open_[0]] = rest
        return {name: found[name] for name in kinds if name in found}

    def _labelled(self, kinds: Mapping[str, Schema]) -> dict[str, str]:
        """Return what stands after the name of each parameter, as far as the next one's."""
        places = sorted(
            (match.start(), match.end(), name)
            for name, kind in kinds.items()
            if (match := self._label(name, kind)) is not None
        )
        found: dict[str, str] = {}
        for place, (start, end, name) in enumerate(places):
            stop = places[place + 1][0] if place + 1 < len(places) else len(self.command)
            if stop <= end:
                continue
            text, until = self._value(kinds[name], end, stop)
            if text:
                found[name] = text
                self.taken.append((start, until))
        return found

    def _label(self, name: str, kind: Schema) -> re.Match[str] | None:
        parts = _words(name)
        if not parts or kind.get("type") == "boolean":
            return None
        called = r"[\s_-]+".join(map(re.escape, parts))
        ours = {stem(part.lower()) for part in parts} <= _name_stems(self.spec)
        follows = _IS if ours and _is_text(kind) else rf"(?:{_IS}|\s+)"
        names = rf"{called}(?:d|ed)?" + (rf"|{_CALLED}" if name.lower() in _TITLES else "")
        return re.search(rf"(?<![\w-])(?:the\s+)?(?:{names}){follows}", self.command, re.IGNORECASE)

    def _value(self, kind: Schema, start: int, stop: int) -> tuple[str, int]:
        """Return the value that begins at a place, and where it ends."""
        text = self.command[start:stop]
        if quoted := _QUOTED.match(text):
            return quoted[1], start + quoted.end()
        if kind.get("type") in _NUMBERS:
            first = next(iter(_numbers(text)), None)
            close = first is not None and not text[: first[1]].strip(" #")
            return (first[0], start + first[2]) if first and close else ("", start)
        said = _TRAILING.sub("", text)
        return said.strip(), start + len(said)

    def _by_kind(self, name: str, kind: Schema) -> Json:
        """Return the value of a parameter whose name does not stand before it."""
        needed = name in cast("Sequence[str]", self.spec.parameters.get("required", ()))
        if kind.get("type") == "boolean":
            called = re.compile(
                rf"\b{r'[ _-]'.join(map(re.escape, _words(name)))}\b", re.IGNORECASE
            )
            said = called.search(self.command)
            return None if said is None else not _NOT.search(self.command[: said.start()])
        if "enum" in kind:
            return self._chosen(kind)
        if needed and kind.get("type") in _NUMBERS:
            for text, start, end in _numbers(self.command):
                if self._free(start, end) and (value := _as(kind, text)) is not None:
                    self.taken.append((start, end))
                    return value
        return None

    def _chosen(self, kind: Schema) -> Json:
        said = f" {' '.join(words_of(self.command))} "
        own = _name_stems(self.spec)
        found = [
            one
            for one in cast("Sequence[Json]", kind["enum"])
            if (words := words_of(str(one)))
            and f" {' '.join(words)} " in said
            and not {stem(word) for word in words} <= own
        ]
        return found[0] if len(found) == 1 else None

    def _rest(self) -> str:
        """Return what a command says besides its order and what was taken from it."""
        for quoted in _QUOTED.finditer(self.command):
            if self._free(*quoted.span()):
                return quoted[1]
        last = max((end for _, end in self.taken), default=0)
        if (after := self.command[last:].lstrip()).startswith(":") and last:
            return after.lstrip(": ").rstrip(" .!?")
        first = min((start for start, _ in self.taken if start > 0), default=len(self.command))
        text = self.command[:first]
        own, end = _name_stems(self.spec), 0
        for word in re.finditer(r"[^\W_]+", text):
            if stem(fold(word[0])) in own:
                end = word.end()
        after = _ABOUT.search(text, end)
        if after is not None and (end == 0 or not telling(text[end : after.start()])):
            end = after.end()
        elif end == 0:
            return ""
        rest = _LEADING.sub("", text[end:])
        return (_TRAILING.sub("", rest) if self.taken else rest).strip(' .!?"')

    def _free(self, start: int, end: int) -> bool:
        return all(end <= one or start >= other for one, other in self.taken)


def _is_text(kind: Schema) -> bool:
    return kind.get("type") == "string" and "enum" not in kind


def _numbers(text: str) -> list[tuple[str, int, int]]:
    return [(one.text, one.start, one.end) for one in values_in(text) if one.kind == "figure"]


def _as(kind: Schema, text: str) -> Json:
    """Return a text as the type of value that is wanted; None where it is none of that type."""
    text = text.strip().strip('"')
    if "enum" in kind:
        among = cast("Sequence[Json]", kind["enum"])
        return next((one for one in among if fold(str(one)) == fold(text)), None)
    match kind.get("type"):
        case "string":
            return text or None
        case "integer" | "number":
            value = typed(text.lstrip("#").replace(",", ""))
            whole = isinstance(value, int)
            return (
                value if whole or (isinstance(value, float) and kind["type"] == "number") else None
            )
        case "boolean":
            yes = {"yes": True, "true": True, "no": False, "false": False}
            return yes.get(fold(text))
        case "array":
            items = [_as(_plain(kind["items"]), one) for one in _SPLIT.split(text) if one]
            return items if items and None not in items else None
        case _:
            return None
