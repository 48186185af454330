"""A file of front matter and Markdown, taken apart without losing count of its lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import yaml

from shared.agents.skillfiles.faults import CONTROL_CHARACTER, Report, control_character, unix
from shared.agents.skillfiles.plain_yaml import fields_of
from shared.models.base import Json

MAX_FILE_BYTES = 256 * 1024
MAX_HEAD_CHARACTERS = 64 * 1024
FENCE = "---"

_BOM = "\ufeff"


@dataclass(frozen=True)
class Document:
    """A file's parts; `body_line` is the number of the first line of `body`."""

    fields: yaml.MappingNode
    body: str
    body_line: int

    def numbered_lines(self) -> Iterator[tuple[int, str]]:
        """Return the lines of the body, each with its number in the file."""
        return enumerate(self.body.split("\n"), start=self.body_line)


def decoded(data: bytes, path: str) -> str:
    """Return a file's text; raise SkillFileError unless it is UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        Report(path).stop(line, "This is not text in UTF-8.")


def opened(text: str, report: Report) -> Document:
    """Take a file apart, noting mistakes; raise SkillFileError where there is nothing to go on."""
    if len(text) > MAX_FILE_BYTES or len(text.encode(errors="replace")) > MAX_FILE_BYTES:
        report.stop(1, f"This is larger than {MAX_FILE_BYTES // 1024} KiB.")
    lines = _plain_lines(text, report)
    first = next((n for n, line in enumerate(lines) if line.strip()), 0)
    if lines[first].rstrip() != FENCE:
        if (plain := _headed(lines, first, report)) is not None:
            return plain
        report.stop(first + 1, f"There is no front matter: begin with a line of {FENCE}.")
    fences = (n for n, line in enumerate(lines) if n > first and line.rstrip() == FENCE)
    last = next(fences, None)
    if last is None:
        report.stop(first + 1, f"The front matter is not ended by a line of {FENCE}.")
    inside = lines[first + 1 : last]
    if sum(map(len, inside)) > MAX_HEAD_CHARACTERS:
        report.stop(
            first + 1, f"The front matter is larger than {MAX_HEAD_CHARACTERS // 1024} KiB."
        )
    return Document(fields_of(inside, first + 2, report), "\n".join(lines[last + 1 :]), last + 2)


def _headed(lines: Sequence[str], first: int, report: Report) -> Document | None:
    """Return a document whose first heading is its name, and what follows first its description.

    None unless both are there.
    """
    title = lines[first].removeprefix("# ").strip() if lines[first].startswith("# ") else ""
    told = (line.strip(" -*") for line in lines[first + 1 :] if not line.startswith("#"))
    description = next(filter(None, told), "")
    if not title or not description:
        return None
    head = yaml.safe_dump({"name": title[:100], "description": description[:1024]}, width=2000)
    fields = fields_of(head.splitlines(), first + 1, report)
    return Document(fields, "\n".join(lines[first:]), first + 1)


def closed(fields: Mapping[str, Json], body: str) -> str:
    """Return the text of a file with these fields, in their order, and this body."""
    head = yaml.safe_dump(dict(fields), sort_keys=False, allow_unicode=True, width=100)
    return f"{FENCE}\n{head}{FENCE}\n" + (f"\n{body}\n" if body else "")


def _plain_lines(text: str, report: Report) -> list[str]:
    """Return the text's lines, rid of characters that no text should have (they are noted)."""
    lines = unix(text.removeprefix(_BOM)).split("\n")
    for number, line in enumerate(lines):
        if code := control_character(line):
            report.add(number + 1, "", f"There is a control character ({code}) in this line.")
            lines[number] = CONTROL_CHARACTER.sub(" ", line)
    return lines
