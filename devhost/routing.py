"""ASP.NET route templates as the Functions host matches them: constraints, optional and rest."""

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar
from urllib.parse import unquote

Target = TypeVar("Target")
Check = Callable[[str], bool]

_PART = re.compile(r"\{(\*{0,2})([A-Za-z_]\w*)((?::[^{}:?()]+(?:\([^)]*\))?)*)(\??)\}")
_LONG = 2**63
_INT = 2**31


@dataclass(frozen=True)
class Template:
    """One route; `pattern` matches a path without its leading slash."""

    text: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The template as an expression with one group for each parameter."""
        expression = ""
        for part in self._parts:
            found = _PART.fullmatch(part)
            if found is None:
                expression += "/" + _mixed(part)
            elif found[1]:
                expression += f"(?:/(?P<{found[2]}>.*))?"
            elif found[4]:
                expression += f"(?:/(?P<{found[2]}>[^/]+))?"
            else:
                expression += f"/(?P<{found[2]}>[^/]+)"
        return re.compile(expression + "/?", re.IGNORECASE | re.DOTALL)

    @cached_property
    def checks(self) -> tuple[tuple[str, Check], ...]:
        """Parameter name and constraint, for each constraint of each parameter."""
        return tuple(
            (found[2], _constraint(text))
            for found in _PART.finditer(self.text)
            for text in found[3].split(":")
            if text
        )

    @property
    def precedence(self) -> tuple[int, ...]:
        """Sorts before another template when this one is more specific."""
        return tuple(_weight(part) for part in self._parts)

    def match(self, path: str) -> dict[str, str] | None:
        """Return the parameters of a percent-encoded path, or None when it is not this route."""
        found = self.pattern.fullmatch("/" + path.strip("/"))
        if found is None:
            return None
        values = {name: _decoded(text) for name, text in found.groupdict().items() if text}
        fits = all(name not in values or check(values[name]) for name, check in self.checks)
        return values if fits else None

    @property
    def _parts(self) -> list[str]:
        return [part for part in self.text.strip("/").split("/") if part]


class RouteTable(Generic[Target]):
    """Finds what answers a method and a path."""

    def __init__(self, rows: Mapping[Target, tuple[str, tuple[str, ...]]]) -> None:
        """Take each target's full template and methods."""
        self._rows = sorted(
            (
                (Template(text), frozenset(method.upper() for method in methods), target)
                for target, (text, methods) in rows.items()
            ),
            key=lambda row: row[0].precedence,
        )

    def find(self, method: str, path: str) -> tuple[Target, dict[str, str]] | None:
        """Return the most specific match; None where the Functions host answers 404."""
        for template, methods, target in self._rows:
            if method in methods and (values := template.match(path)) is not None:
                return target, values
        return None


def check_template(text: str) -> None:
    """Raise ValueError with the reason when the host could not read a route template."""
    template = Template(text)
    if any(sign in _PART.sub("", text) for sign in "{}?"):
        raise ValueError("its braces do not form `{name}`, `{name:constraint}` or `{*name}`")
    try:
        _ = template.pattern, template.checks
    except re.error as error:
        raise ValueError(
            f"it names a parameter twice or holds a bad expression ({error})"
        ) from error


def _mixed(part: str) -> str:
    """Translate a segment that is literal, or mixes text and parameters such as `{name}.{kind}`."""
    expression, position = "", 0
    for found in _PART.finditer(part):
        expression += re.escape(part[position : found.start()]) + f"(?P<{found[2]}>[^/]+?)"
        position = found.end()
    return expression + re.escape(part[position:])


def _weight(part: str) -> int:
    found = _PART.fullmatch(part)
    if found is None:
        return 1 if "{" in part else 0
    if found[1]:
        return 5
    return 2 if found[3] else 4 if found[4] else 3


def _decoded(text: str) -> str:
    """Percent-decode as ASP.NET does: an encoded slash stays encoded."""
    return unquote(re.sub("%2f", "%252F", text, flags=re.IGNORECASE))


def _constraint(text: str) -> Check:
    name, _, rest = text.partition("(")
    arguments = rest.removesuffix(")")
    if name == "regex":
        pattern = re.compile(arguments, re.IGNORECASE)
        return lambda value: bool(pattern.search(value))
    if name in _PLAIN:
        return _PLAIN[name]
    if name in _BOUNDED:
        low, _, high = arguments.partition(",")
        return _BOUNDED[name](int(low), int(high or low))
    raise ValueError(f"route constraint {text!r} is unknown")


def _whole(low: int, high: int) -> Check:
    return lambda value: bool(re.fullmatch(r"-?\d+", value)) and low <= int(value) <= high


def _number(value: str) -> bool:
    return bool(re.fullmatch(r"-?\d+(\.\d+)?", value))


def _guid(value: str) -> bool:
    try:
        uuid.UUID(value)
    except ValueError:
        return False
    return True


_PLAIN: Mapping[str, Check] = {
    "int": _whole(-_INT, _INT - 1),
    "long": _whole(-_LONG, _LONG - 1),
    "bool": lambda value: value.lower() in ("true", "false"),
    "double": _number,
    "float": _number,
    "decimal": _number,
    "guid": _guid,
    "alpha": lambda value: bool(re.fullmatch("[A-Za-z]*", value)),
    "required": bool,
}
_BOUNDED: Mapping[str, Callable[[int, int], Check]] = {
    "minlength": lambda low, _: lambda value: len(value) >= low,
    "maxlength": lambda high, _: lambda value: len(value) <= high,
    "length": lambda low, high: lambda value: low <= len(value) <= high,
    "min": lambda low, _: _whole(low, _LONG - 1),
    "max": lambda high, _: _whole(-_LONG, high),
    "range": _whole,
}
