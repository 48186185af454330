"""What is wrong with a file, all of it at once and by line."""

import difflib
import re
from collections.abc import Collection, Generator, Iterable
from contextlib import contextmanager
from typing import NoReturn

from pydantic import Field

from shared.errors import InvalidRequest
from shared.models.base import Payload

MAX_FAULTS = 100
"""In one error; whoever has mended these may see the others."""

CONTROL_CHARACTER = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]"
)

_MAX_QUOTED_CHARACTERS = 60
_MAX_PATH_CHARACTERS = 255
_MARKUP = frozenset("*`<>|[]")
_LIKENESS = 0.5


class Fault(Payload):
    """One mistake. `field` is like "hooks.PreToolUse[0].matcher", or "" for the file itself."""

    path: str
    line: int = Field(ge=1)
    field: str
    message: str


class SkillFileError(InvalidRequest):
    """The files of an agent or a skill have mistakes: `faults`, by path and line."""

    code = "invalid_skill_file"

    def __init__(self, faults: Iterable[Fault]) -> None:
        ordered = sorted(faults, key=lambda fault: (fault.path, fault.line))
        self.faults = tuple(ordered[:MAX_FAULTS])
        super().__init__("\n".join(map(_told, self.faults)))


class Report:
    """The mistakes found so far in one file."""

    def __init__(self, path: str) -> None:
        self._path = shown(path, _MAX_PATH_CHARACTERS)
        self._found: list[Fault] = []

    def add(self, line: int, field: str, message: str) -> None:
        """Note one mistake; lines count from 1."""
        if len(self._found) < MAX_FAULTS:
            self._found.append(Fault(path=self._path, line=line, field=field, message=message))

    def stop(self, line: int, message: str) -> NoReturn:
        """Note a mistake in the file itself that nothing can be read beyond; raise them all."""
        self.add(line, "", message)
        raise SkillFileError(self._found)

    def settle(self) -> None:
        """Raise SkillFileError if there was a mistake."""
        if self._found:
            raise SkillFileError(self._found)


@contextmanager
def gathered(faults: list[Fault]) -> Generator[None]:
    """Add the mistakes that are raised within to those found so far."""
    try:
        yield
    except SkillFileError as error:
        faults += error.faults


def shown(text: str, most: int = _MAX_QUOTED_CHARACTERS) -> str:
    """Return a file's own words fit to be quoted: on one line, short, without our markup."""
    line = " ".join(text[: most * 4].split())
    plain = "".join(c for c in line if c.isprintable() and c not in _MARKUP)
    return plain if len(plain) <= most else f"{plain[: most - 3].rstrip()}..."


def unknown(noun: str, name: str, known: Collection[str]) -> str:
    """Return what to say of a name that is not among the known ones."""
    start = f'There is no {noun} "{shown(name)}" here.'
    close = closest(name, known)
    return f'{start} Did you mean "{close}"?' if close else start


def closest(name: str, known: Collection[str]) -> str:
    """Return the known name that was most likely meant, or ""."""
    spelled = {_spelling(each): each for each in known}
    found = difflib.get_close_matches(_spelling(name[:100]), spelled, n=1, cutoff=_LIKENESS)
    return spelled[found[0]] if found else ""


def unix(text: str) -> str:
    """Return a text with the line breaks that files are read with."""
    return text.replace("\r\n", "\n")


def control_character(text: str) -> str:
    """Return the code of the first character that no text should have ("U+0007"), or "".

    Line breaks and tabs are fine; the separators that only some readers take for line breaks are
    not, since lines could not be counted.
    """
    found = CONTROL_CHARACTER.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def _spelling(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")


def _told(fault: Fault) -> str:
    where = ", ".join(filter(None, (fault.path, f"line {fault.line}", fault.field)))
    return f"{where}: {fault.message}"
