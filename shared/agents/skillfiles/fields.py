"""What the files of skills and of agents have in common."""

import re
from collections.abc import Collection

from shared.agents.skillfiles.document import Document
from shared.agents.skillfiles.faults import Report
from shared.agents.skillfiles.kinds import Several, Text, one_of

MAX_INSTRUCTIONS_CHARACTERS = 32_000

ID = Text(255)
NAME = Text(100)
DESCRIPTION = Text(1024, lines=True)
TAGS = Several(Text(64), 50)

_CODE = re.compile(r" {0,3}(?:```|~~~)")
_FOREIGN = re.compile(r"[A-Z]\w*(?:\(.*\))?|mcp__\w+")
_EMPTY_STEP = re.compile(r"\s*\d{1,9}[.)]\s*")


def tools_field(tools: Collection[str] | None, *, others: bool = False) -> Several:
    """Return how a list of tools is read; `tools` are those there are, None if not known.

    `others`: it may also name tools of other products.
    """
    ours = one_of("tool", tools)

    def wrong(name: str) -> str:
        return "" if others and foreign(name) else ours(name)

    return Several(Text(100, wrong=wrong), 200, spaced=True)


def foreign(tool: str) -> bool:
    """Tell whether a tool's name is written as other products write theirs: Read, Bash(git:*)."""
    return _FOREIGN.fullmatch(tool) is not None


def instructions_of(document: Document, report: Report) -> str:
    """Return what a file says below its front matter, noting when it is too long."""
    text = document.body.strip()
    if len(text) > MAX_INSTRUCTIONS_CHARACTERS:
        first = next(number for number, line in document.numbered_lines() if line.strip())
        most = f"at most {MAX_INSTRUCTIONS_CHARACTERS:,}"
        report.add(first, "instructions", f"This has {len(text):,} characters. It may have {most}.")
    return text


def note_empty_steps(document: Document, report: Report) -> None:
    """Note the items of a numbered list that say nothing. Code blocks are not looked into."""
    in_code = False
    for number, line in document.numbered_lines():
        in_code ^= bool(_CODE.match(line))
        if not in_code and _EMPTY_STEP.fullmatch(line):
            report.add(number, "instructions", "This step says nothing.")
