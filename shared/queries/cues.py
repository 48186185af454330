"""Turns of phrase that questions are told apart by, kept as text beside the code."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

_FOLDER = Path(__file__).parent
READ = 1000
"""Characters of a question that are read for a turn of phrase: no question has it later."""
_NAME = re.compile(r"<([a-z][a-z ]*)>")


def says(said: str, *cues: str) -> bool:
    """Tell whether a question read by `reading.plain` begins with, or soon has, any of these."""
    return any(cue(name).search(said, 0, READ) for name in cues)


def cue(name: str) -> re.Pattern[str]:
    """Return one pattern of cues.txt."""
    return _cues()[name]


@lru_cache(maxsize=1)
def topics() -> Mapping[str, re.Pattern[str]]:
    """Return the cues of each topic of topics.txt, in its order."""
    return _read("topics.txt", _cues())


@lru_cache(maxsize=1)
def _cues() -> Mapping[str, re.Pattern[str]]:
    return _read("cues.txt", {})


def _read(file: str, known: Mapping[str, re.Pattern[str]]) -> dict[str, re.Pattern[str]]:
    """Read sections of `[name]` and patterns; `<name>` stands for one known or further up."""
    found: dict[str, re.Pattern[str]] = {}
    for name, lines in _sections((_FOLDER / file).read_text(encoding="utf-8")):
        spelt_out = _NAME.sub(
            lambda named: f"(?:{(found.get(named[1]) or known[named[1]]).pattern})",
            "|".join(lines),
        )
        found[name] = re.compile(spelt_out)
    return found


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    for section in re.split(r"^\[", text, flags=re.MULTILINE)[1:]:
        name, *lines = section.splitlines()
        yield name.removesuffix("]"), [one for one in lines if one and not one.startswith("#")]
